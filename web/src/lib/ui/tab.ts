/** The mark on the browser's tab: a dot on its picture while something elsewhere waits for the reader. */

/** Show the dot or take it away. */
export function markTab(news: boolean, page: Document = document): void {
  page.querySelector('link[rel="icon"]')?.setAttribute('href', news ? '/icon-news.svg' : '/icon.svg');
}

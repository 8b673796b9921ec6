/** Files handed to the browser to be saved. */

/** How long the browser may take to begin reading a file, in milliseconds. */
const PATIENCE = 10_000;

/** Let the browser save something under a name. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
}

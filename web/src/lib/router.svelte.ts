/** Which page the address asks for: paths matched in order, history by the browser. */

export interface Route { path: string; params: Record<string, string>; query: URLSearchParams }

const read = (): Omit<Route, 'params'> => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export const place = $state({ ...read() });

function refresh(): void {
  Object.assign(place, read());
}

/** Go to a path of this application. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  refresh();
  if (!replace) window.scrollTo(0, 0);
}

/** Let ordinary links inside the application change pages without a reload. */
export function catchLinks(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (/^\/(api|seat)\//.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  document.addEventListener('click', click);
  window.addEventListener('popstate', refresh);
  return () => {
    document.removeEventListener('click', click);
    window.removeEventListener('popstate', refresh);
  };
}

/** The path of an invitation somebody was given: a whole address, a path, or a bare table id; null if it is none. */
export function invitationPath(text: string, origin: string): string | null {
  const given = text.trim();
  if (/^[\w-]{4,}$/.test(given)) return `/table/${given}`;
  let url: URL;
  try {
    url = new URL(given, origin);
  } catch {
    return null;
  }
  if (!/^\/(table|seat)\/[\w-]+\/?$/.test(url.pathname)) return null;
  return url.pathname + url.search;
}

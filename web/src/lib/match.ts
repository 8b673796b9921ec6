/** Match a pattern such as `/table/:id/result`; returns its parameters, or null where it is another or cannot be read. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      const read = decoded(value);
      if (read === null) return null;
      params[part.slice(1)] = read;
    } else if (part !== value) return null;
  }
  return params;
}

/** Read a part of an address; null where its escapes are no text, as in `%ff`. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

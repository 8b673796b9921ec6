/** Texts with `code` in them, as the rules write it. */

export interface Piece { text: string; code: boolean }

/** Cut a text at its backticks; one that is never closed is a backtick. */
export function pieces(text: string): Piece[] {
  return text.split(/(`[^`]+`)/).filter(Boolean).map((part) =>
    part.length > 2 && part.startsWith('`') && part.endsWith('`') ? { text: part.slice(1, -1), code: true } : { text: part, code: false });
}

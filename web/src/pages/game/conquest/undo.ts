/** What *Undo* takes back, in words instead of notation. */
import type { Ground } from './view';

/** "Undo: place brazil x3" becomes "Undo: 3 to Brazil"; what is not known stays as it is. */
export function undoWords(label: string, ground: Ground): string {
  const text = label.replace(/^Undo: /, '');
  const placed = /^place (\S+) x(\d+)$/.exec(text);
  if (placed) return `Undo: ${placed[2]} to ${ground.name(placed[1] ?? '')}`;
  const claimed = /^claim (\S+)$/.exec(text);
  if (claimed) return `Undo: ${ground.name(claimed[1] ?? '')}`;
  const entered = /^occupy (\d+)$/.exec(text);
  if (entered) return `Undo: moving ${entered[1]} in`;
  const capital = /^capital (\S+)$/.exec(text);
  if (capital) return `Undo: capital in ${ground.name(capital[1] ?? '')}`;
  if (/^buy\b/.test(text)) return 'Undo: purchase';
  if (text === 'done') return 'Undo: going on';
  if (text === 'end attacks') return 'Undo: end of attacks';
  return text.startsWith('trade') ? 'Undo: trade' : label;
}

/** Keys of simultaneous rounds. */
import type { Rounds } from './rounds.svelte';

/** Whether a key was used; `letters` tells whether single letters act. */
export function roundKey(rounds: Rounds, event: KeyboardEvent, letters: boolean): boolean {
  const { key } = event;
  if (letters && /^v$/i.test(key) && rounds.story) { rounds.tell(!rounds.telling); return true; }
  if (rounds.telling && (key === 'ArrowLeft' || key === 'ArrowRight')) { rounds.look(key === 'ArrowLeft' ? -1 : 1); return true; }
  if (key === 'Escape' && rounds.onward.on) { rounds.onward.stop(); return true; }
  if (rounds.telling || !rounds.task) return false;
  if (letters && /^[rsew]$/i.test(key)) return letterKey(rounds, key.toLowerCase());
  return rounds.task === 'orders' && rounds.order !== null && amountKey(rounds, key);
}

function letterKey(rounds: Rounds, letter: string): boolean {
  if (letter === 'r') void (rounds.ready ? rounds.unready() : rounds.declare());
  else if (letter === 's' && rounds.task === 'aims') rounds.suggested();
  else if (letter === 'e' && rounds.onward.offered) rounds.onward.start();
  else if (letter === 'w' && rounds.task === 'withdraw') void rounds.declare({ leaves: true });
  else return false;
  return true;
}

function amountKey(rounds: Rounds, key: string): boolean {
  const count = rounds.order?.count ?? 0;
  if (key === 'Delete' || key === 'Backspace') { rounds.drop(); return true; }
  if (/^[0-9]$/.test(key)) {
    const longer = count * 10 + Number(key);
    rounds.setCount(longer <= rounds.mostOf ? longer : Number(key));
    return true;
  }
  const to = { '+': count + 1, '=': count + 1, '-': count - 1, '[': 1, ']': rounds.mostOf }[key];
  if (to === undefined) return false;
  rounds.setCount(to);
  return true;
}

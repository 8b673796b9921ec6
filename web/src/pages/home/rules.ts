/** What is played at a table of a list, in a few words. */
import { span } from '../../lib/deadlines';
import type { GameInfo, TableCard } from '../../lib/types';
import { plural, rulesBy } from '../../lib/words';

/** The game, the rules, how much differs from them, and how long turns take. */
export function rulesOf(table: TableCard, games: readonly GameInfo[]): string {
  const game = games.find((one) => one.key === table.game);
  const preset = game?.presets.find((one) => one.key === table.preset)?.title ?? table.preset;
  const changes = table.changes ? `, ${plural(table.changes, 'change')}` : '';
  const pace = table.pace.seconds ? ` · ${span(table.pace.seconds)} for each turn` : '';
  return `${game?.title ?? table.game}, ${rulesBy(preset)}${changes}${pace}`;
}

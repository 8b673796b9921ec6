/** The table as two lists: forces and garrisons, and every figure. */
import { inField, type FigureView } from '../view';
import type { TableDesk } from '../table.svelte';
import type { Twin, TwinRow } from '../../twin/twin';
import { capital } from '../../../../lib/words';
import { forceName, kindWords } from '../moving/teams';
import { grouped } from './crowd';
import { numberOf } from './livery';
import { bearsWords, fightWords, leftWords, ownerWords, speedWords, stateWords, whereabouts } from './words';

export function twinsOf(desk: TableDesk): Twin[] {
  return [
    { title: 'Forces', columns: ['Force', 'Player', 'Figures', 'Where', 'State'], rows: groupsOf(desk).map((group) => forceRow(desk, group)), loose: [] },
    { title: 'Figures', columns: ['Figure', 'Player', 'Moves', 'Fights', 'Where', 'State'], rows: desk.view.figures.map((one) => figureRow(desk, one)), loose: [] },
  ];
}

/** Forces in the field, largest first and the viewer's own before all, then garrisons. */
export function groupsOf(desk: TableDesk): readonly (readonly FigureView[])[] {
  const { crowd, game } = desk;
  const mine = (figures: readonly FigureView[]) => Number(game.mine.includes(crowd.view.players[figures[0]?.figure.owner ?? -1]?.seat ?? -1));
  const inside = grouped(crowd.view.figures.filter((one) => one.figure.inside), ({ figure }) => `${figure.inside} ${figure.tower ?? false} ${figure.owner}`);
  return [...crowd.forces.map((force) => force.figures), ...inside.values()].sort((a, b) => mine(b) - mine(a) || b.length - a.length);
}

export function placeName(desk: TableDesk, id: string): string {
  return desk.ground.places.find((one) => one.id === id)?.name ?? id;
}

function where(desk: TableDesk, { figure }: FigureView): string {
  if (figure.inside) return `in ${placeName(desk, figure.inside)}${figure.tower ? ', tower' : ''}`;
  if (figure.aboard) return `aboard ${desk.crowd.byId.get(figure.aboard)?.name ?? 'a ship'}`;
  return whereabouts(desk.ground, [figure.x, figure.y]);
}

function forceRow(desk: TableDesk, figures: readonly FigureView[]): TwinRow {
  const { crowd, game } = desk;
  const first = figures[0];
  const owner = first?.figure.owner ?? 0;
  const states = [...new Set(figures.map(stateWords).filter(Boolean))];
  return {
    key: `force ${first?.figure.id ?? 0}`, colour: numberOf(owner), chosen: figures.some((one) => desk.chosen.includes(one.figure.id)),
    cells: [forceName(crowd, figures, (id) => placeName(desk, id)), ownerWords(game, crowd.view, owner), kindWords(crowd, crowd.manned(figures)), first ? where(desk, first) : '', capital(states.join('; '))],
    actions: first ? [{ label: 'Choose', run: () => desk.chooseForce(first.figure.id) }] : [],
  };
}

function figureRow(desk: TableDesk, one: FigureView): TwinRow {
  const kind = desk.crowd.kind(one);
  const carried = inField(one.figure) || one.figure.inside || one.figure.aboard ? '' : 'carried';
  return {
    key: `figure ${one.figure.id}`, colour: numberOf(one.figure.owner), chosen: desk.chosen.includes(one.figure.id),
    cells: [one.name, ownerWords(desk.game, desk.view, one.figure.owner), kind ? speedWords(kind) : '', kind ? fightWords(kind) : '', where(desk, one), capital([bearsWords(desk.view, one) && `bears ${bearsWords(desk.view, one)}`, stateWords(one), kind ? leftWords(one, kind) : ''].filter(Boolean).join(', ') || carried || one.still || '')],
    actions: [{ label: 'Choose', run: () => desk.choose([one.figure.id]) }],
  };
}

"""Reinforcements: sets that are traded, and new armies where they make the best moves possible or are needed most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.drafting import Draft, staying
from wartable.bots.conquest.simultaneous.guessing import drafts
from wartable.bots.conquest.simultaneous.judge import Board, Judge
from wartable.bots.conquest.simultaneous.table import Table
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.engine.words import counted, listed
from wartable.games.conquest.core.data import WILD
from wartable.games.conquest.simultaneous import placing as rules_of_placing
from wartable.games.conquest.simultaneous.actions import Placements, SetTurnedIn

CHUNK = 4
"""Parts into which new armies are divided; each goes where it does most."""
LOOKED_AT = 2
"""Sets of others' orders that placements are weighed against."""


def place(wits: Wits, desk: Desk) -> Decision:
    """Trade sets and place all new armies."""
    sets = traded(desk, keep=not wits.thinks)
    game, rules, state, seat = desk.course, desk.rules, desk.state, desk.seat
    due = game.new_armies(rules, state, seat) + sum(rules_of_placing.worths(game, rules, state, seat, sets))
    counts = (_planned(wits, desk, due) if wits.thinks else _simple(desk, due)) if due else {}
    action = Placements(tuple((rules.id(space), count) for space, count in sorted(counts.items())), sets)
    return Decision(action, _words(desk, counts, len(sets)))


# --- sets


def traded(desk: Desk, *, keep: bool) -> tuple[SetTurnedIn, ...]:
    """Return the sets to trade: all there are, or those that must be."""
    game, rules, state, seat = desk.course, desk.rules, desk.state, desk.seat
    sets: tuple[SetTurnedIn, ...] = ()
    while len(sets) < game.most_sets(rules, state, seat):
        if keep and not rules_of_placing.owes_set(game, rules, state, seat, sets):
            break
        one = _best_set(desk, sets)
        if one is None:
            break
        sets = (*sets, one)
    return sets


def _best_set(desk: Desk, sets: tuple[SetTurnedIn, ...]) -> SetTurnedIn | None:
    game, rules, state, seat = desk.course, desk.rules, desk.state, desk.seat
    gone = {rules.cards.index[name] for one in sets for name in one.cards}
    hand = tuple(card for card in state.cards.hands[seat] if card not in gone)
    given = sum(one.bonus is not None for one in sets)
    best: tuple[float, tuple[int, ...], SetTurnedIn] | None = None
    for cards in rules.cards.sets_in(hand):
        one = SetTurnedIn(tuple(rules.cards.ids[card] for card in cards))
        choice = game.bonus_spaces(rules, state, seat, one, given)
        if choice:
            one = SetTurnedIn(one.cards, max(choice, key=lambda name: _exposed(desk, name)))
        worth = rules_of_placing.worths(game, rules, state, seat, (*sets, one))[-1]
        wilds = sum(rules.cards.symbols[card] == WILD for card in cards)
        key = (worth + 2.0 * bool(choice) - 1.5 * wilds, tuple(cards), one)
        if best is None or key[:2] > best[:2]:
            best = key
    return best[2] if best else None


def _exposed(desk: Desk, name: str) -> tuple[int, str]:
    return desk.table.threats(desk.seat)[desk.rules.board.index[name]], name


# --- armies


def _simple(desk: Desk, due: int) -> dict[int, int]:
    """Put everything on a border, half of the time on the strongest; who holds most of the map spreads it."""
    front, armies = desk.front(), desk.state.armies
    if 2 * desk.state.held[desk.seat].bit_count() > len(armies):
        weakest = sorted(front, key=lambda space: (armies[space], space))
        counts = {space: due // len(front) + (place < due % len(front)) for place, space in enumerate(weakest)}
        return {space: count for space, count in counts.items() if count}
    if desk.rng.randrange(2):
        return {desk.rng.choice(front): due}
    return {max(front, key=lambda space: (armies[space], space)): due}


def _planned(wits: Wits, desk: Desk, due: int) -> dict[int, int]:
    table, seat = desk.table, desk.seat
    judge = Judge(table, seat)
    boards = _boards(wits, desk) or staying(judge)
    return placed(judge, boards, desk.front(), due)


def _boards(wits: Wits, desk: Desk) -> list[Board]:
    """Return some boards of what others may order, with their new armies on their borders."""
    if not wits.own:
        return []
    table, rng = desk.table, Random(desk.rng.random())
    before = table.armies[:]
    for other in table.seats:
        if other != desk.seat:
            _placed_for(desk, table, other)
    plans = {other: drafts(table, other, LOOKED_AT, rng) for other in table.seats if other != desk.seat}
    boards = [
        Board(table, {other: some[number % len(some)] for other, some in plans.items()}, desk.seat)
        for number in range(LOOKED_AT)
    ]
    table.armies[:] = before
    return boards


def _placed_for(desk: Desk, table: Table, other: int) -> None:
    """Put the new armies of another seat where they do most against others that stay."""
    due = desk.course.new_armies(desk.rules, desk.state, other)
    judge = Judge(table, other)
    own = table.held(other)
    front = [space for space in range(len(table.owner)) if own >> space & 1 and table.borders(space, own)]
    for space, count in placed(judge, staying(judge), front, due).items():
        table.armies[space] += count


def placed(judge: Judge, boards: Sequence[Board], front: Sequence[int], due: int) -> dict[int, int]:
    """Return where new armies do most, part by part: what moves they make possible, and what they guard."""
    table, counts = judge.table, dict[int, int]()
    before = table.armies[:]
    part = max(1, -(-due // CHUNK))
    values = {space: _use(judge, boards, space) for space in front}
    while due and front:
        count = min(part, due)
        gains: dict[int, float] = {}
        for space in front:
            table.armies[space] += count
            gains[space] = _use(judge, boards, space) - values[space]
            table.armies[space] -= count
        best = max(front, key=lambda space: (gains[space], -space))
        table.armies[best] += count
        values[best] += gains[best]
        counts[best] = counts.get(best, 0) + count
        due -= count
    table.armies[:] = before
    return counts


def _use(judge: Judge, boards: Sequence[Board], space: int) -> float:
    """Return what the armies of a space can do by themselves."""
    draft = Draft(judge, boards)
    draft.improve_source(space)
    return draft.total((space, *judge.table.near[space]))


def _words(desk: Desk, counts: dict[int, int], sets: int) -> str:
    names = [f"{desk.name(space)} ({count})" for space, count in sorted(counts.items(), key=lambda item: -item[1])]
    trade = f"{counted(sets, 'set')} traded. " if sets else ""
    if not names:
        return f"{trade}No armies are due."
    return f"{trade}New armies do most in {listed(names)}."

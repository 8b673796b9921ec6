"""Why every order ended as it did: looks up in the settled decisions what beat it, cut it or stood in its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from wartable.games.diplomacy.movement import fates
from wartable.games.diplomacy.movement.aftermath import Aftermath
from wartable.games.diplomacy.movement.cycles import Broken
from wartable.games.diplomacy.movement.decisions import NO, YES, Decisions
from wartable.games.diplomacy.movement.docket import LAND, STUCK
from wartable.games.diplomacy.movement.fates import Board
from wartable.games.diplomacy.movement.legality import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.movement.phrases import phrases_of
from wartable.games.diplomacy.orders import Hold
from wartable.games.diplomacy.results import Judged, Result, Why

Fate: TypeAlias = tuple[Result, Why]
"""What became of an order, and why."""


def judged_orders(decisions: Decisions, after: Aftermath, broken: Sequence[Broken]) -> tuple[Judged, ...]:
    """Return every order given with its result and reason, then a hold for each unit nobody gave an order.

    Plain orders that nothing came in the way of have theirs already.
    """
    docket = decisions.docket
    board = Board(decisions, after, broken, phrases_of(docket.muster.variant))
    doing, obvious, ready, dislodger = decisions.doing, decisions.obvious, docket.ready, after.dislodger
    found = docket.judged[:]
    idle: list[int] = []
    for unit, entry in enumerate(docket.entry_of):
        if ready[unit] and obvious[unit]:
            continue
        if entry == NOBODY:
            idle.append(unit)
            continue
        given = found[entry]
        result, why = _FATES[doing[unit]](board, unit)
        if unit in dislodger:
            found[entry] = _dislodged(board, unit, given, result, why)
        else:
            found[entry] = Judged(given.power, given.order, result, why)
    for entry, unit in docket.faulted.items():
        if unit in dislodger:
            found[entry] = _dislodged(board, unit, found[entry], "illegal", found[entry].why)
    if idle:
        refused = set(docket.faulted.values())
        found += [_idle(board, unit) for unit in idle if unit not in refused]
    return tuple(found)


def _dislodged(board: Board, unit: int, given: Judged, result: Result, why: Why) -> Judged:
    """Return an order whose unit was dislodged besides."""
    return Judged(given.power, given.order, result, fates.and_dislodged(board, unit, why), dislodged=True)


def _idle(board: Board, unit: int) -> Judged:
    """Return the hold of a unit that was given no order."""
    why = board.phrases.holds(board.standing[unit], ordered=False)
    hold = Judged(board.by.owner[unit], Hold(board.muster.units[unit]), "holds", why)
    return _dislodged(board, unit, hold, "holds", why) if unit in board.after.dislodger else hold


def _held(board: Board, unit: int) -> Fate:
    if board.by.space[unit] in board.by.into and unit not in board.after.dislodger:
        return "holds", fates.stood(board, unit)
    return "holds", board.phrases.holds(board.standing[unit], ordered=True)


def _moved(board: Board, unit: int) -> Fate:
    by = board.by
    if by.verdict[unit] == YES:
        return "moves", fates.moved(board, unit)
    if by.mode[unit] == LAND:
        return "bounces", fates.bounced(board, unit)
    if by.mode[unit] == STUCK:
        return "no_path" if by.docket.carriers[unit] else "bounces", fates.held_back(board, unit)
    if not by.arrives(unit):
        return "no_path", fates.no_path(board, unit)
    return "bounces", fates.bounced(board, unit)


def _supported(board: Board, unit: int) -> Fate:
    by = board.by
    if not by.docket.matched[unit]:
        return "unmatched", fates.unmatched(board, unit)
    if by.verdict[unit] == NO:
        return "cut", fates.cut(board, unit)
    if by.docket.spared and by.space[unit] in by.into and (why := fates.spared(board, unit)):
        return "supports", why
    subject = by.docket.subject[unit]
    supporter, helped, worth = board.standing[unit], board.standing[subject], by.worth[unit]
    if by.doing[subject] == MOVE:
        return "supports", board.phrases.supports_move(supporter, helped, board.place[subject], worth)
    return "supports", board.phrases.supports_hold(supporter, helped, worth)


def _carried(board: Board, unit: int) -> Fate:
    by = board.by
    if not by.docket.matched[unit]:
        return "unmatched", fates.unmatched(board, unit)
    if by.verdict[unit] == NO:
        return "disrupted", fates.disrupted(board, unit)
    return "convoys", fates.carried(board, unit)


def _converted(board: Board, unit: int) -> Fate:
    if board.by.verdict[unit] == YES:
        return "converts", fates.converted(board, unit)
    return "attacked", fates.not_converted(board, unit)


_ILLEGAL: Result = "illegal"
_FATES = {HOLD: _held, MOVE: _moved, SUPPORT: _supported, CONVOY: _carried, CONVERT: _converted}

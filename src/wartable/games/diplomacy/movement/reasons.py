"""Why every order ended as it did: looks up in the settled decisions what beat it, cut it or stood in its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from wartable.games.diplomacy.movement import fates
from wartable.games.diplomacy.movement.advantages import uncut, with_bonus
from wartable.games.diplomacy.movement.aftermath import Aftermath
from wartable.games.diplomacy.movement.cycles import Broken
from wartable.games.diplomacy.movement.decisions import NO, YES, Decisions
from wartable.games.diplomacy.movement.docket import LAND, STUCK
from wartable.games.diplomacy.movement.fates import Board
from wartable.games.diplomacy.movement.faults import Fault, fault_words
from wartable.games.diplomacy.movement.legality import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.phrases import phrases_of
from wartable.games.diplomacy.orders import Hold
from wartable.games.diplomacy.results import Fact, Judged, Result, Why

Fate: TypeAlias = tuple[Result, Why]
"""What became of an order, and why."""


def judged_orders(decisions: Decisions, after: Aftermath, broken: Sequence[Broken]) -> tuple[Judged, ...]:
    """Return every order given with its result and reason, then a hold for each unit nobody gave an order."""
    docket = decisions.docket
    board = Board(decisions, after, broken, phrases_of(docket.muster.variant))
    doing, obvious, dislodger = decisions.doing, decisions.obvious, after.dislodger
    faults, usual = docket.faults, docket.usual
    found: list[Judged] = []
    for number, (power, order) in enumerate(docket.orders()):
        unit = docket.unit_of[number]
        if number in faults:
            result, why = _refused(board, faults[number])
        elif obvious[unit] and (known := usual[unit]) is not None:
            found.append(Judged(power, order, _IF_ALL_GOES_WELL[doing[unit]], known))
            continue
        else:
            result, why = _FATES[doing[unit]](board, unit)
        if unit in dislodger:
            found.append(Judged(power, order, result, fates.and_dislodged(board, unit, why), dislodged=True))
        else:
            found.append(Judged(power, order, result, why))
    if not all(docket.order_of):
        found += _idle(board)
    return tuple(found)


def _idle(board: Board) -> Iterator[Judged]:
    """Yield the holds of units that were given no order."""
    docket = board.by.docket
    refused = {docket.unit_of[number] for number in docket.faults}
    for unit, order in enumerate(docket.order_of):
        if order is None and unit not in refused:
            why = board.phrases.idles[(board.standing[unit],)]
            lost = unit in board.after.dislodger
            why = fates.and_dislodged(board, unit, why) if lost else why
            yield Judged(board.by.owner[unit], Hold(board.muster.units[unit]), "holds", why, lost)


def _refused(board: Board, fault: Fault) -> Fate:
    return "illegal", fault_words(board.muster, fault)


def _held(board: Board, unit: int) -> Fate:
    if board.by.space[unit] in board.by.into and unit not in board.after.dislodger:
        return "holds", fates.stood(board, unit)
    return "holds", board.phrases.holds[(board.standing[unit],)]


def _moved(board: Board, unit: int) -> Fate:
    result, why = _went(board, unit)
    return result, with_bonus(board, unit, why) if unit in board.by.bonus else why


def _went(board: Board, unit: int) -> Fate:
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
    if by.space[unit] in by.into and (why := fates.spared(board, unit) or uncut(board, unit)):
        return "supports", why
    subject = by.docket.subject[unit]
    supporter, helped, worth = board.standing[unit], board.standing[subject], by.worth[unit]
    if by.doing[subject] == MOVE:
        return "supports", board.phrases.supports_move[supporter, helped, board.place[subject], worth]
    return "supports", board.phrases.supports_hold[supporter, helped, worth]


def _carried(board: Board, unit: int) -> Fate:
    by = board.by
    if not by.docket.matched[unit]:
        return "unmatched", fates.unmatched(board, unit)
    if by.verdict[unit] == NO:
        return "disrupted", fates.disrupted(board, unit)
    return "convoys", fates.carried(board, unit)


def _converted(board: Board, unit: int) -> Fate:
    """Say that a unit changed its kind, or who stopped that by attacking."""
    facts: dict[str, Fact] = {"unit": board.code(unit)}
    if board.by.verdict[unit] == YES:
        becomes = "an army" if board.muster.kind[unit] else "a fleet"
        return "converts", Why("convert.done", f"Becomes {becomes}.", facts, "Middle-Earth VIII 2.4")
    movers = board.by.attackers(unit)
    facts["attackers"] = board.codes(movers)
    sentence = f"Does not convert, as {board.names(movers)} attacked it."
    return "attacked", Why("convert.attacked", sentence, facts, "Middle-Earth VIII 2.4")


_IF_ALL_GOES_WELL: Mapping[int, Result] = {
    HOLD: "holds",
    MOVE: "moves",
    SUPPORT: "supports",
}
_FATES = {HOLD: _held, MOVE: _moved, SUPPORT: _supported, CONVOY: _carried, CONVERT: _converted}

"""Why every order ended as it did: looks up in the settled decisions what beat it, cut it or stood in its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from wartable.games.adjudication import explanations
from wartable.games.adjudication.board_words import Board
from wartable.games.adjudication.compiled import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.adjudication.condition_reasons import uncut, with_bonus
from wartable.games.adjudication.equations import GREATEST, NO, YES
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.faults import Fault, fault_words
from wartable.games.adjudication.order_set import LAND, STUCK
from wartable.games.adjudication.orders import Hold, Unit
from wartable.games.adjudication.outcome import Outcome
from wartable.games.adjudication.phrases import phrases_of
from wartable.games.adjudication.results import Fact, Judged, Result, Why

NOTHING_SPOKEN: Mapping[Unit, Judged] = MappingProxyType({})
"""No order that a stage judged."""
Fate: TypeAlias = tuple[Result, Why]
"""What became of an order, and why."""


def judged_orders(
    evaluator: Evaluator, after: Outcome, spoken: Mapping[Unit, Judged] = NOTHING_SPOKEN
) -> tuple[Judged, ...]:
    """Return every order given with its result and reason, then a hold for each unit nobody gave an order.

    `spoken` are orders by their unit that a stage judged before; such a unit holds, and this is told in place of that.
    """
    orders = evaluator.orders
    board = Board(evaluator, after, phrases_of(orders.units.map))
    doing, obvious, dislodger = evaluator.doing, evaluator.obvious, after.dislodger
    unit_of, faults, tasks, bonus = orders.unit_of, orders.faults, orders.tasks, evaluator.bonus
    found: list[Judged] = []
    for number, (power, order) in enumerate(orders.orders()):
        unit = unit_of[number]
        if number in faults:
            result, why = _refused(board, faults[number])
        elif obvious[unit] and (known := tasks[unit][4]) is not None:
            found.append(Judged(power, order, _IF_ALL_GOES_WELL[doing[unit]], known))
            continue
        else:
            result, why = _FATES[doing[unit]](board, unit)
            if unit in bonus:
                why = with_bonus(board, unit, why)
        if unit in dislodger:
            found.append(Judged(power, order, result, explanations.and_dislodged(board, unit, why), dislodged=True))
        else:
            found.append(Judged(power, order, result, why))
    if len(unit_of) - len(faults) < len(tasks):
        found += _idle(board, spoken)
    return tuple(found)


def _idle(board: Board, spoken: Mapping[Unit, Judged]) -> Iterator[Judged]:
    """Yield the holds of units that were given no order, or none that was left to judge."""
    orders = board.by.orders
    refused = {orders.unit_of[number] for number in orders.faults}
    for unit, task in enumerate(orders.tasks):
        if task[5] is None and unit not in refused:
            known = spoken.get(board.units.unit[unit]) if spoken else None
            why = board.phrases.idles[(board.standing[unit],)] if known is None else known.why
            lost = unit in board.after.dislodger
            why = explanations.and_dislodged(board, unit, why) if lost else why
            order, result = (Hold(board.units.unit[unit]), "holds") if known is None else (known.order, known.result)
            yield Judged(board.by.owner[unit], order, result, why, lost)


def _refused(board: Board, fault: Fault) -> Fate:
    return "illegal", fault_words(board.units, fault)


def _held(board: Board, unit: int) -> Fate:
    if board.by.space[unit] in board.by.into and unit not in board.after.dislodger:
        return "holds", explanations.stood(board, unit)
    return "holds", board.phrases.holds[(board.standing[unit],)]


def _moved(board: Board, unit: int) -> Fate:
    by = board.by
    if by.verdict[unit] == YES:
        return "moves", explanations.moved(board, unit)
    if by.mode[unit] == LAND:
        return "bounces", explanations.bounced(board, unit)
    if by.mode[unit] == STUCK:
        return "no_path" if by.orders.carriers[unit] else "bounces", explanations.held_back(board, unit)
    if not by.path(unit):
        return "no_path", explanations.no_path(board, unit)
    return "bounces", explanations.bounced(board, unit)


def _supported(board: Board, unit: int) -> Fate:
    by = board.by
    if not by.orders.matched[unit]:
        return "unmatched", explanations.unmatched(board, unit)
    if by.verdict[unit] == NO:
        return "cut", explanations.cut(board, unit)
    if by.space[unit] in by.into and (why := explanations.spared(board, unit) or uncut(board, unit)):
        return "supports", why
    subject = by.orders.subject(unit)
    supporter, helped, worth = board.standing[unit], board.standing[subject], by.worth[unit]
    if by.doing[subject] == MOVE:
        return "supports", board.phrases.supports_move[supporter, helped, board.place[subject], worth]
    return "supports", board.phrases.supports_hold[supporter, helped, worth]


def _carried(board: Board, unit: int) -> Fate:
    by = board.by
    if not by.orders.matched[unit]:
        return "unmatched", explanations.unmatched(board, unit)
    if by.verdict[unit] == NO:
        return "disrupted", explanations.disrupted(board, unit)
    return "convoys", explanations.carried(board, unit)


def _converted(board: Board, unit: int) -> Fate:
    """Say that a unit changed its kind, or who stopped that by attacking."""
    facts: dict[str, Fact] = {"unit": board.code(unit)}
    if board.by.verdict[unit] == YES:
        becomes = board.becomes(unit)
        return "converts", Why("convert.done", f"Becomes {becomes}.", facts, "Middle-Earth VIII 2.4")
    by = board.by
    movers = [mover for mover in by.into[by.space[unit]] if not by.ignores(unit, mover, GREATEST)]
    facts["attackers"] = board.codes(movers)
    sentence = f"Does not convert, as {board.names(movers)} attacked it."
    return "attacked", Why("convert.attacked", sentence, facts, "Middle-Earth VIII 2.4")


_IF_ALL_GOES_WELL: tuple[Result, ...] = ("holds", "moves", "supports", "convoys", "converts")
"""What becomes of an order that nothing comes in the way of, by what the unit does."""
_FATES = {HOLD: _held, MOVE: _moved, SUPPORT: _supported, CONVOY: _carried, CONVERT: _converted}

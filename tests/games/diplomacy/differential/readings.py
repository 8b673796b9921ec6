"""Orders of a movement phase that only one of the two judges takes for possible, by cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.games.diplomacy.core.boards import check
from tests.games.diplomacy.differential.causes import RULINGS, Cause, Fault
from tests.games.diplomacy.differential.randomly import STANDARD, Board
from tests.games.diplomacy.differential.rival import Theirs
from wartable.games.adjudication.conditions import PLAIN
from wartable.games.adjudication.orders import (
    AnyOrder,
    Convoy,
    Move,
    SupportHold,
    SupportMove,
    Waive,
    coast_of,
    province_of,
)
from wartable.games.adjudication.units import Units


def reading_faults(board: Board, answer: Theirs) -> Iterator[Fault]:
    """Yield the orders that only one side takes for possible, or for another order; of several for a unit the last."""
    for power, orders in board.orders.items():
        kept = {_ordered(order): order for order in answer.orders.get(power, ())}
        for province in dict.fromkeys(map(_ordered, orders)):
            given = [order for order in orders if _ordered(order) == province]
            legal = [one for one in given if check(STANDARD, board.position, power, one, RULINGS) is None]
            theirs = kept.get(province)
            if theirs is not None and not any(_same(theirs, order) for order in given):
                yield Fault(MENDED_COAST if _alike(theirs, given) else None, f"{theirs} (mended)")
            elif (legal and (theirs is None or not _same(theirs, legal[-1]))) or (theirs is not None and not legal):
                question = Question(board, legal[-1], legal=True) if legal else Question(board, given[-1], legal=False)
                yield Fault(_cause(question), f"{question.order} ({'only ours' if legal else 'only theirs'})")


def _cause(question: Question) -> Cause | None:
    return next((cause for cause, sign in SIGNS if sign(question)), None)


def _same(one: AnyOrder, other: AnyOrder) -> bool:
    """Whether two orders say the same but for coasts that the package fills in."""
    return _without_coasts(one) == _without_coasts(other)


def _alike(order: AnyOrder, given: list[AnyOrder]) -> bool:
    """Whether an order is one of those given with the coast of the unit itself mended."""
    return any(_ordered(order) == _ordered(one) and str(order)[8:] in str(one) for one in given)


class Question(NamedTuple):
    """An order that is possible for us (`legal`) and not for the package, or the other way round."""

    board: Board
    order: AnyOrder
    legal: bool


def _ordered(order: AnyOrder) -> str:
    return "" if isinstance(order, Waive) else order.unit.province


def _without_coasts(order: AnyOrder) -> str:
    """Return an order without the coasts it goes to or names, which the package fills in."""
    return " ".join(province_of(word) if index > 1 else word for index, word in enumerate(str(order).split()))


def _needs_no_via(question: Question) -> bool:
    order, numbered = question.order, Units(STANDARD.map, question.board.position.units, PLAIN)
    if not question.legal or not isinstance(order, Move) or not order.via:
        return False
    return not numbered.carried(numbered.find(order.unit), numbered.network.space_named[order.to])


def _army_on_a_coast(question: Question) -> bool:
    order = question.order
    if not question.legal or isinstance(order, Waive):
        return False
    helped = order.of if isinstance(order, SupportHold | SupportMove | Convoy) else order.unit
    to = order.to if isinstance(order, Move | SupportMove | Convoy) else ""
    coasts = [coast_of(unit.at) for unit in (order.unit, helped) if unit.kind == "A"]
    return any(coasts) or (helped.kind == "A" and bool(coast_of(to)))


def _supports_its_own_freight(question: Question) -> bool:
    order, numbered = question.order, Units(STANDARD.map, question.board.position.units, PLAIN)
    if question.legal or not isinstance(order, SupportMove) or order.of.kind == "F":
        return False
    army, target = numbered.find(order.of), numbered.network.space_named[order.to]
    return numbered.carried(army, target) and not numbered.carried(army, target, without=numbered.find(order.unit))


NEEDLESS_VIA = Cause(
    "needless VIA",
    "An order says VIA though no fleets could carry its unit: we overlook the word where a step will do (4.A.3, with "
    "the land route allowed), the package drops the order.",
)
COAST_OF_ARMY = Cause(
    "coast of an army",
    "An order names a coast for an army: we overlook it (DATC 4.B.6), the package drops the order.",
)
OWN_FREIGHT = Cause(
    "support by the only carrier",
    "A fleet supports a move that only it could carry: impossible (DATC 6.D.31, 4.E.1); the package keeps the order, "
    "and finds it void.",
)
MENDED_COAST = Cause(
    "coast of the unit mended",
    "An order names the wrong coast of its unit: by the ruling taken here it is refused (4.B.5), as by the package, "
    "which yet mends the coast where only one fits the move.",
)
SIGNS: tuple[tuple[Cause, Callable[[Question], bool]], ...] = (
    (NEEDLESS_VIA, _needs_no_via),
    (COAST_OF_ARMY, _army_on_a_coast),
    (OWN_FREIGHT, _supports_its_own_freight),
)
"""Each cause with what an order must show to be of it."""

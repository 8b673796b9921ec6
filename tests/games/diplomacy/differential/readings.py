"""Orders of a movement phase that only one of the two judges takes for possible, by cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.games.diplomacy.differential.causes import RULINGS, Cause, Fault
from tests.games.diplomacy.differential.randomly import STANDARD, Board
from tests.games.diplomacy.differential.rival import Theirs
from wartable.games.diplomacy.movement.conditions import PLAIN
from wartable.games.diplomacy.movement.legality import check
from wartable.games.diplomacy.movement.muster import Muster
from wartable.games.diplomacy.orders import (
    AnyOrder,
    Convoy,
    Move,
    SupportHold,
    SupportMove,
    Waive,
    coast_of,
    province_of,
)


def reading_faults(board: Board, answer: Theirs) -> Iterator[Fault]:
    """Yield the orders that only one side takes for possible."""
    for power, orders in board.orders.items():
        kept = {_without_coasts(order) for order in answer.orders.get(power, ())}
        for order in orders:
            if _is_one_of_several(order, orders):
                continue
            legal = check(STANDARD, board.position, power, order, RULINGS) is None
            if legal != (_without_coasts(order) in kept):
                question = Question(board, order, legal=legal)
                cause = next((cause for cause, sign in SIGNS if sign(question)), None)
                yield Fault(cause, f"{order} ({'only ours' if legal else 'only theirs'})")


class Question(NamedTuple):
    """An order that is possible for us (`legal`) and not for the package, or the other way round."""

    board: Board
    order: AnyOrder
    legal: bool


def _is_one_of_several(order: AnyOrder, orders: list[AnyOrder]) -> bool:
    """Whether a unit was given several orders, of which both sides take the last possible one."""
    return sum(_ordered(other) == _ordered(order) for other in orders) > 1


def _ordered(order: AnyOrder) -> str:
    return "" if isinstance(order, Waive) else order.unit.province


def _without_coasts(order: AnyOrder) -> str:
    """Return an order without the coasts it goes to or names, which the package fills in."""
    return " ".join(province_of(word) if index > 1 else word for index, word in enumerate(str(order).split()))


def _needs_no_via(question: Question) -> bool:
    order, muster = question.order, Muster(STANDARD, question.board.position, PLAIN)
    if not question.legal or not isinstance(order, Move) or not order.via:
        return False
    return not muster.carried(muster.find(order.unit), muster.network.space_named[order.to])


def _army_on_a_coast(question: Question) -> bool:
    order = question.order
    if not question.legal or isinstance(order, Waive):
        return False
    helped = order.of if isinstance(order, SupportHold | SupportMove | Convoy) else order.unit
    to = order.to if isinstance(order, Move | SupportMove | Convoy) else ""
    coasts = [coast_of(unit.at) for unit in (order.unit, helped) if unit.kind == "A"]
    return any(coasts) or (helped.kind == "A" and bool(coast_of(to)))


def _supports_its_own_freight(question: Question) -> bool:
    order, muster = question.order, Muster(STANDARD, question.board.position, PLAIN)
    if question.legal or not isinstance(order, SupportMove) or order.of.kind == "F":
        return False
    army, target = muster.find(order.of), muster.network.space_named[order.to]
    return muster.carried(army, target) and not muster.carried(army, target, without=muster.find(order.unit))


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
SIGNS: tuple[tuple[Cause, Callable[[Question], bool]], ...] = (
    (NEEDLESS_VIA, _needs_no_via),
    (COAST_OF_ARMY, _army_on_a_coast),
    (OWN_FREIGHT, _supports_its_own_freight),
)
"""Each cause with what an order must show to be of it."""

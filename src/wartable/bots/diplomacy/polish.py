"""A plan made better order by order, against what the others have come to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wartable.bots.diplomacy.judge import Judge, Orders
from wartable.bots.diplomacy.prospect import Prospect
from wartable.games.adjudication.orders import Convoy, Move, MovementOrder, Power, SupportHold, SupportMove

LEAST = 1e-9
"""What a change must gain, so that rounding does not decide."""


def polish(
    judge: Judge, prospect: Prospect, plan: Orders, others: Sequence[dict[Power, Orders]], budget: int
) -> Orders:
    """Try other orders for each unit in turn, and keep those that bring more on average; stops with the budget."""

    def worth(orders: Orders) -> float:
        return sum(prospect.value(judge.board({**one, prospect.power: orders})) for one in others)

    until, best = judge.count + budget, worth(plan)
    for index in range(len(plan)):
        for changed in _changes(judge, plan, index):
            if judge.count + len(others) > until:
                return plan
            value = worth(changed)
            if value > best + LEAST:
                plan, best = changed, value
    return plan


def _changes(judge: Judge, plan: Orders, index: int) -> Iterator[Orders]:
    """Yield plans in which one unit does something else that can have an effect."""
    for order in judge.orders_of(plan[index].unit):
        if order != plan[index] and _sensible(order, plan):
            yield (*plan[:index], order, *plan[index + 1 :])


def _sensible(order: MovementOrder, plan: Orders) -> bool:
    """Whether an order fits the rest of the plan: units help only own ones, and only to do what those do."""
    if not isinstance(order, SupportHold | SupportMove | Convoy):
        return True
    helped = next((other for other in plan if other.unit == order.of), None)
    if helped is None:
        return False
    if isinstance(order, SupportHold):
        return not isinstance(helped, Move)
    return isinstance(helped, Move) and helped.to == order.to

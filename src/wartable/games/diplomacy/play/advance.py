"""Orders in advance: whether they settle what a seat has to decide now, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wartable.games.adjudication.orders import AdjustmentOrder, Disband, RetreatOrder
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.phases import adjustments
from wartable.games.diplomacy.phases.due import Due
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState


def settled_ahead(rules: Rules, state: DiplomacyState, seat: int, what: Due) -> Orders | None:
    """Return the orders for this phase that a seat gave in advance, if they decide all of it; else None: it is asked.

    Source: rules/middle-earth-viii.md 8.
    """
    ahead = state.ahead[seat]
    if what.retreats and ahead.retreats:
        chosen = tuple(_way_out(unit, ahead.retreats) for unit in what.retreats)
        found = tuple(order for order in chosen if order is not None)
        return Orders(found) if len(found) == len(chosen) else None
    wanted = what.builds or what.removals
    if not wanted or not ahead.adjustments:
        return None
    possible = tuple(_possible(rules, state, seat, ahead.adjustments, wanted))
    return Orders(possible) if len(possible) == wanted else None


def _way_out(unit: Dislodged, plans: Iterable[RetreatOrder]) -> RetreatOrder | None:
    """Return the first plan for a unit that is open to it."""
    for plan in plans:
        if plan.unit == unit.unit and (isinstance(plan, Disband) or plan.to in unit.retreats):
            return plan
    return None


def _possible(
    rules: Rules, state: DiplomacyState, seat: int, plans: Iterable[AdjustmentOrder], wanted: int
) -> Iterator[AdjustmentOrder]:
    """Yield the first plans that can be carried out, as many as are wanted."""
    power, chosen = state.powers[seat], list[AdjustmentOrder]()
    for plan in plans:
        if len(chosen) == wanted:
            return
        result = adjustments.adjust(rules.variant, state.position, power, (*chosen, plan), rules.rulings)
        if result.judged[len(chosen)].result != "rejected":
            chosen.append(plan)
            yield plan

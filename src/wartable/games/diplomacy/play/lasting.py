"""Orders that last (DATC 4.E.4): who sends none repeats those of his last movement, as far as they are possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.adjudication import legality
from wartable.games.adjudication.faults import Fault
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState

Given = Mapping[Power, Sequence[AnyOrder]]


def with_lasting(rules: Rules, state: DiplomacyState, given: Given) -> Given:
    """Return the orders of a movement, those of powers that sent none repeated where the rulings have orders last."""
    if not rules.rulings.perpetual_orders or state.position.phase.kind != "movement":
        return given
    numbered = rules.variant.numbered(state.position, rules.rulings)
    found = dict(given)
    for power, orders in state.lasting.items():
        if power not in found:
            readings = [(order, legality.read(numbered, power, order, rules.rulings)) for order in orders]
            found[power] = [order for order, reading in readings if not isinstance(reading, Fault)]
    return {power: orders for power, orders in found.items() if orders}


def lasting_after(state: DiplomacyState, given: Given) -> Mapping[Power, tuple[AnyOrder, ...]]:
    """Return what lasts after a phase: the orders of a movement, and of powers that sent none those of before."""
    if state.position.phase.kind != "movement":
        return state.lasting
    return {**state.lasting, **{power: tuple(orders) for power, orders in given.items()}}

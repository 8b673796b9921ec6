"""Why a player's orders are refused: figures that are not his, hidden moves that nobody may give, and all the rest."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.games.adjudication.orders import AnyOrder, Call, Hold, Move, Power, Waive
from wartable.games.adjudication.results import Why
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.checks import reason_of
from wartable.games.diplomacy.play.checks import refusal as refusal_of_orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.parts import as_ring, completed, map_of, parts_of
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.courses import Errand, call_fault, figure_fault
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, RIDERS


def refusal(rules: Rules, state: RingState, seat: int, action: Orders) -> Reason | None:
    """Say why a player who is asked may not decide so, or None when he may."""
    whole = completed(rules, state, as_ring(action))
    if len(state.led(seat)) > 1 and action.concede_to:
        return Reason(code="vote.no_concession", message="A player who leads a whole side cannot concede.")
    for number, part in parts_of(rules, state, seat, whole).items():
        if reason := next(_faults(rules, state, number, part), None):
            return reason
    return None


def _faults(rules: Rules, state: RingState, number: int, part: RingOrders) -> Iterator[Reason]:
    power = state.powers[number]
    movement = state.position.phase.kind == "movement"
    plain = [order for order in part.orders if not (movement and _is_for(order, NAZGUL, EAGLES))]
    if reason := refusal_of_orders(rules, state, number, replace(part, orders=tuple(plain), secret=())):
        yield reason
    if part.secret and not movement:
        yield Reason(code="order.phase", message="Hidden figures go, and the Dead are called, in movement phases only.")
        return
    errand = map_of(rules).errand(state.position, rules.rulings)
    ordered: set[str] = set()
    for order in (*(order for order in part.orders if order not in plain), *part.secret):
        kind = "" if isinstance(order, Waive) else order.unit.kind
        if kind in ordered:
            name = rules.variant.map.kinds[kind].name
            yield Reason(code="order.twice", message=f"{name} has several orders; give one.", rule="DATC 4.D.3")
        ordered.add(kind)
        if why := _figure_fault(errand, state, power, order):
            yield reason_of(why)


def _is_for(order: AnyOrder, *kinds: str) -> bool:
    return not isinstance(order, Waive) and order.unit.kind in kinds


def _figure_fault(errand: Errand, state: RingState, power: Power, order: AnyOrder) -> Why | None:
    """Say what is wrong with an order for a figure, or a call; whoever does not lead a hidden one learns no more."""
    if isinstance(order, Call):
        return call_fault(errand, power, order)
    if not isinstance(order, Hold | Move):
        sentence = "Figures that stand beside other units can only move or stay."
        return Why("illegal.figure.only_moves", sentence, {"order": str(order)}, "ring-diplomacy Y21")
    leader = {BEARER: state.controller, RIDERS: "mordor"}.get(order.unit.kind)
    if leader is not None and (power != leader or not leader):
        sentence = f"The {errand.on.map.kinds[order.unit.kind].name} is not yours to lead."
        return Why("illegal.not_leader", sentence, {"order": str(order)}, "ring-diplomacy Y31")
    return figure_fault(errand, power, order)

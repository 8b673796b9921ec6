"""Why a seat's orders are refused: before they are in, so that nobody loses a turn to a slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from wartable.engine.errors import Reason
from wartable.engine.words import capitalised
from wartable.games import voting
from wartable.games.adjudication import legality
from wartable.games.adjudication.faults import Fault, fault_words
from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Power,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.words import kind_words, place_words, unit_words
from wartable.games.diplomacy.phases import adjustments
from wartable.games.diplomacy.play.actions import Ahead, Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position import PhaseKind, Position

_MOVEMENT = (Hold, Move, SupportHold, SupportMove, Convoy, Convert)
_KINDS: dict[PhaseKind, tuple[type[AnyOrder], ...]] = {
    "movement": _MOVEMENT,
    "retreats": (Retreat, Disband),
    "adjustments": (Build, Disband, Waive),
}
_WANTED: dict[PhaseKind, str] = {
    "movement": "Units hold, move, support, convoy or convert now",
    "retreats": "Dislodged units retreat or disband now",
    "adjustments": "Units are built or removed now",
}


def refusal(rules: Rules, state: DiplomacyState, seat: int, action: Orders) -> Reason | None:
    """Say why a seat that is asked may not decide so, or None when it may."""
    power = state.powers[seat]
    return next(_faults(rules, state, power, action), None)


def _faults(rules: Rules, state: DiplomacyState, power: Power, action: Orders) -> Iterator[Reason]:
    yield from _wrong_kind(state.position, action.orders)
    yield from _twice(rules, action.orders)
    yield from _FAULTS[state.position.phase.kind](rules, state.position, power, action.orders)
    yield from _votes(rules, state, power, action)
    yield from _ahead(rules, state, power, action.ahead)


def reason_of(why: Why) -> Reason:
    """Return a reason of the adjudicator as a refusal."""
    message = capitalised(why.sentence.removeprefix("Illegal: "))
    return Reason(code=f"order.{why.code.removeprefix('illegal.')}", message=message, rule=why.rule)


def _wrong_kind(position: Position, orders: Iterable[AnyOrder]) -> Iterator[Reason]:
    kind = position.phase.kind
    for order in orders:
        if not isinstance(order, _KINDS[kind]):
            yield Reason(code="order.phase", message=f"{_WANTED[kind]}; {order} belongs to another phase.")


def _twice(rules: Rules, orders: Iterable[AnyOrder]) -> Iterator[Reason]:
    counts = Counter(order.unit for order in orders if not isinstance(order, Waive))
    for unit, count in counts.items():
        if count > 1:
            words = capitalised(unit_words(rules.variant.map, unit))
            message = f"{words} has {count} orders; give it one."
            yield Reason(code="order.twice", message=message, rule="DATC 4.D.3")


# --- one check per kind of phase


def _movement(rules: Rules, position: Position, power: Power, orders: Iterable[AnyOrder]) -> Iterator[Reason]:
    own = position.units.get(power, ())
    numbered = rules.variant.numbered(position, rules.rulings)
    for order in orders:
        if isinstance(order, Waive):
            continue
        giver = power if order.unit in own else _proxied(rules, position, order.unit)
        if giver is None:
            yield _no_unit(rules, position, power, order.unit)
            continue
        found = legality.read(numbered, giver, order, rules.rulings)
        if isinstance(found, Fault):
            yield reason_of(fault_words(numbered, found))


def _proxied(rules: Rules, position: Position, unit: Unit) -> Power | None:
    """Return whose unit this is, where powers may order units of others (DATC 4.E.5)."""
    if not rules.rulings.proxy_orders:
        return None
    return next((power for power, units in position.units.items() if unit in units), None)


def _no_unit(rules: Rules, position: Position, power: Power, unit: Unit) -> Reason:
    """Say what stands where a power has no such unit."""
    place = place_words(rules.variant.map, unit.at)
    for other, units in position.units.items():
        for there in units:
            if there.province == unit.province:
                whose = "yours" if other == power else rules.power(other)
                words = capitalised(unit_words(rules.variant.map, there))
                message = f"{words} is {whose}." if whose == "yours" else f"{words} belongs to {whose}."
                return Reason(code="order.wrong_unit", message=f"You have no {unit} there. {message}")
    return Reason(
        code="order.no_unit",
        message=f"You have no {kind_words(rules.variant.map, unit)} in {place}; nobody has a unit there.",
    )


def _retreats(rules: Rules, position: Position, power: Power, orders: Iterable[AnyOrder]) -> Iterator[Reason]:
    for order in orders:
        result, _ = rules.variant.retreated(position, {power: [order]}, rules.rulings)
        for judged in result.judged:
            if judged.result == "illegal" and judged.order == order:
                yield reason_of(judged.why)


def _adjustments(rules: Rules, position: Position, power: Power, orders: Iterable[AnyOrder]) -> Iterator[Reason]:
    judged = adjustments.adjust(rules.variant, position, power, tuple(orders), rules.rulings).judged
    yield from (reason_of(one.why) for one in judged if one.result == "rejected")


_FAULTS = {"movement": _movement, "retreats": _retreats, "adjustments": _adjustments}


# --- votes and orders in advance


def _votes(rules: Rules, state: DiplomacyState, power: Power, action: Orders) -> Iterator[Reason]:
    """Check a vote: with the orders of a movement phase, for something this game knows, and not for two things."""
    if (action.draw or action.concede_to) and state.position.phase.kind != "movement":
        yield Reason(code="vote.phase", message="Votes go with the orders of a movement phase.")
    yield from voting.refusals(rules.options, action, power, state.survivors, rules.power)


def _ahead(rules: Rules, state: DiplomacyState, power: Power, ahead: Ahead) -> Iterator[Reason]:
    """Check orders in advance as far as can be known: places there are, own units, borders that can be crossed."""
    own = state.position.units.get(power, ())
    for order in ahead.retreats:
        if order.unit not in own:
            yield _no_unit(rules, state.position, power, order.unit)
        elif isinstance(order, Retreat) and order.to not in _reach(rules, order.unit):
            place = place_words(rules.variant.map, order.to)
            message = f"{capitalised(unit_words(rules.variant.map, order.unit))} can never retreat to {place}."
            yield Reason(code="ahead.retreat", message=message)
    for planned in ahead.adjustments:
        if not isinstance(planned, Waive) and not rules.variant.map.can_stand(planned.unit):
            message = f"{planned.unit} cannot stand there, so it can be neither built nor removed."
            yield Reason(code="ahead.adjustment", message=message)


def _reach(rules: Rules, unit: Unit) -> Iterable[str]:
    return rules.variant.map.steps.get(unit.kind, {}).get(unit.at, ())

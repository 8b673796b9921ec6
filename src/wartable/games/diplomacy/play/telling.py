"""A judged phase as events: each power's orders with results, who was dislodged, retreats, builds and removals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wartable.engine.values import Event
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.adjudication.results import Judged, MovementResult, RetreatResult
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.results import AdjustmentResult, Verdict


def tell_result(
    rules: Rules,
    state: DiplomacyState,
    orders: Mapping[Power, Sequence[AnyOrder]],
    verdict: Verdict,
) -> Iterator[Event]:
    """Return what happened in the phase of a state that was judged so."""
    match verdict.result:
        case MovementResult():
            return _moved(rules, state, orders, verdict.result)
        case RetreatResult():
            return _retreated(state, verdict.result)
        case AdjustmentResult():
            return _adjusted(rules, state, verdict.result)


def _by_power(rules: Rules, judged: Iterable[Judged]) -> dict[Power, tuple[Judged, ...]]:
    """Gather judged orders by power, in the order of the variant."""
    found: dict[Power, list[Judged]] = {power: [] for power in rules.variant.powers}
    for one in judged:
        found.setdefault(one.power, []).append(one)
    return {power: tuple(ones) for power, ones in found.items() if ones}


def _moved(
    rules: Rules, state: DiplomacyState, orders: Mapping[Power, Sequence[AnyOrder]], result: MovementResult
) -> Iterator[Event]:
    for power, judged in _by_power(rules, result.judged).items():
        yield e.OrdersRevealed(
            phase=state.position.phase,
            seat=state.seat_of(power),
            power=power,
            judged=judged,
            missing=power not in orders,
        )
    whose = {unit.province: power for power, units in state.position.units.items() for unit in units}
    for lost in result.dislodged:
        yield e.Dislodged(
            seat=state.seat_of(lost.power),
            power=lost.power,
            unit=lost.unit,
            province=lost.unit.province,
            source=lost.attacker,
            by=whose.get(lost.attacker),
            retreats=lost.retreats,
        )


def _retreated(state: DiplomacyState, result: RetreatResult) -> Iterator[Event]:
    for judged in result.judged:
        yield e.Retreated(seat=state.seat_of(judged.power), power=judged.power, judged=judged)


def _adjusted(rules: Rules, state: DiplomacyState, result: AdjustmentResult) -> Iterator[Event]:
    judged = _by_power(rules, result.judged)
    for power in dict.fromkeys((*judged, *result.automatic)):
        yield e.Adjusted(
            seat=state.seat_of(power),
            power=power,
            judged=judged.get(power, ()),
            automatic=result.automatic.get(power, ()),
        )

"""Retreat phases: dislodged units go where they may, collide, or leave the board (DATC 6.H)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.engine.words import capitalised
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.naming import misnaming
from wartable.games.adjudication.network import network_of
from wartable.games.adjudication.orders import (
    AnyOrder,
    Disband,
    Location,
    Power,
    Province,
    Retreat,
    Unit,
    Waive,
    coast_of,
    province_of,
)
from wartable.games.adjudication.results import Dislodged, Fact, Judged, Result, RetreatResult, Why
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.stages import OrdersOf
from wartable.games.adjudication.units import UnitsOf
from wartable.games.adjudication.words import has_or_have, is_or_are, it_or_they, place_words, unit_words

RULE = "DATC 6.H"
Facts: TypeAlias = Mapping[str, Fact]


class _Try(msgspec.Struct, frozen=True):
    """One order given: the dislodged unit it is for, where it goes (empty: off the board), or why it is illegal."""

    power: Power
    order: AnyOrder
    unit: Dislodged | None = None
    to: Location = ""
    fault: Why | None = None


def resolve_retreats(
    on: Map, units: UnitsOf, dislodged: Sequence[Dislodged], orders: OrdersOf, rulings: MovementRulings
) -> RetreatResult:
    """Judge a retreat phase.

    A unit goes to one of its allowed retreats; units that go to one space are all lost, and so is a unit without
    a legal order. Judged orders come in the order given, then one for each unit that had none.
    """
    tries = [_read(on, dislodged, power, order, rulings) for power, given in orders.items() for order in given]
    tries = _without_doubles(on, tries, rulings)
    tries += _missing(dislodged, tries)
    crowd = Counter(_space(on, one.to) for one in tries if one.to)
    escaped = {one.unit.unit: one.to for one in tries if one.unit and one.to and crowd[_space(on, one.to)] == 1}
    after = {power: tuple(there) for power, there in units.items()}
    for lost in dislodged:
        if to := escaped.get(lost.unit):
            after[lost.power] = (*after.get(lost.power, ()), Unit(lost.unit.kind, to, lost.unit.unit_class))
    destroyed = tuple(lost.unit.province for lost in dislodged if lost.unit not in escaped)
    return RetreatResult(tuple(_judged(on, one, tries) for one in tries), after, destroyed)


def _read(on: Map, dislodged: Sequence[Dislodged], power: Power, order: AnyOrder, rulings: MovementRulings) -> _Try:
    """Hold one order against the dislodged units: it must be for one of its power's, and go where that may go."""
    unit = None if isinstance(order, Waive) else _dislodged(on, dislodged, power, order.unit)
    if unit is None or not isinstance(order, Retreat | Disband):
        return _Try(power, order, unit, fault=_stray(on, order, unit))
    if wrong := misnaming(on, unit.unit, order.unit, rulings):
        return _Try(power, order, unit, fault=wrong)
    if isinstance(order, Disband):
        return _Try(power, order, unit)
    if place := _place(on, unit, order.to, rulings):
        return _Try(power, order, unit, place)
    return _Try(power, order, unit, fault=_unreachable(on, unit, order.to))


def _dislodged(on: Map, dislodged: Sequence[Dislodged], power: Power, unit: Unit) -> Dislodged | None:
    """Find the dislodged unit an order is for by its space; there is only one, unless a stage drove one off as well."""
    there = [one for one in dislodged if one.power == power and _space(on, one.unit.at) == _space(on, unit.at)]
    return next((one for one in there if one.unit == unit), there[0] if there else None)


def _space(on: Map, at: Location) -> Location:
    """Return the space that a location belongs to: a slot of its own, or the province, whatever the coast."""
    network = network_of(on)
    return network.spaces[network.space_named[at]] if at in network.space_named else province_of(at)


def _place(on: Map, unit: Dislodged, to: Location, rulings: MovementRulings) -> Location | None:
    """Find the retreat an order means, as the rulings on coasts have it (4.B.1 to 4.B.3, 4.B.6)."""
    if to in unit.retreats:
        return to
    if not on.kinds[unit.unit.kind].afloat or to not in network_of(on).space_named:
        if rulings.coast_meaningless == "illegal" or not coast_of(to):
            return None
        return _place(on, unit, province_of(to), rulings)
    coasts = [place for place in unit.retreats if province_of(place) == province_of(to)]
    if not coasts or (coast_of(to) and rulings.coast_unreachable == "illegal"):
        return None
    if len(coasts) == 1:
        return coasts[0] if coast_of(to) or rulings.coast_implied == "only" else None
    listed = [f"{province_of(to)}/{coast}" for coast in on.provinces[province_of(to)].coasts]
    return next(place for place in listed if place in coasts) if rulings.coast_missing == "first" else None


def _without_doubles(on: Map, tries: list[_Try], rulings: MovementRulings) -> list[_Try]:
    """Leave one order for each unit: the first or last of different ones, or none where the rulings say so (4.D.3)."""
    wishes: dict[Unit, list[int]] = {}
    for index, one in enumerate(tries):
        if one.unit and one.fault is None:
            wishes.setdefault(one.unit.unit, []).append(index)
    kept = {_kept([(index, tries[index].to) for index in indices], rulings) for indices in wishes.values()}
    return [one if index in kept or one.fault else _doubled(on, one) for index, one in enumerate(tries)]


def _kept(wishes: list[tuple[int, Location]], rulings: MovementRulings) -> int:
    """Return the index of the order that counts, or -1 where different ones cancel out."""
    if rulings.double_orders == "hold" and len({to for _, to in wishes}) > 1:
        return -1
    return wishes[-1 if rulings.double_orders == "last" else 0][0]


def _doubled(on: Map, one: _Try) -> _Try:
    name = capitalised(unit_words(on, one.unit.unit)) if one.unit else "The unit"
    sentence = f"{name} was given more than one order, and this one does not count."
    facts: Facts = {"unit": str(one.unit.unit) if one.unit else ""}
    return _Try(one.power, one.order, one.unit, fault=Why("illegal.double", sentence, facts, "DATC 4.D.3"))


def _missing(dislodged: Sequence[Dislodged], tries: Iterable[_Try]) -> Iterator[_Try]:
    """Disband every dislodged unit nobody ordered."""
    ordered = {one.unit.unit for one in tries if one.unit}
    return (_Try(one.power, Disband(one.unit), one) for one in dislodged if one.unit not in ordered)


def _judged(on: Map, one: _Try, tries: Sequence[_Try]) -> Judged:
    if one.fault is not None or one.unit is None:
        return Judged(one.power, one.order, "illegal", one.fault or _stray(on, one.order, None))
    if not one.to:
        return Judged(one.power, one.order, *_disbanded(on, one.unit))
    others = [other for other in tries if other is not one and other.to]
    rivals = [other.unit for other in others if other.unit and _space(on, other.to) == _space(on, one.to)]
    return Judged(one.power, one.order, *_retreated(on, one, one.unit, rivals))


def _retreated(on: Map, one: _Try, unit: Dislodged, rivals: list[Dislodged]) -> tuple[Result, Why]:
    name, place = capitalised(unit_words(on, unit.unit)), place_words(on, one.to)
    facts: Facts = {"unit": str(unit.unit), "to": one.to, "rivals": tuple(str(rival.unit) for rival in rivals)}
    if not rivals:
        return "retreats", Why("retreat.free", f"{name} retreats to {place}.", facts, RULE)
    others = " and ".join(unit_words(on, rival.unit) for rival in rivals)
    sentence = f"{name} and {others} retreat to {place} at once, so all of them are lost."
    return "bounces", Why("retreat.collision", sentence, facts, RULE)


def _disbanded(on: Map, unit: Dislodged) -> tuple[Result, Why]:
    name = capitalised(unit_words(on, unit.unit))
    facts: Facts = {"unit": str(unit.unit), "retreats": unit.retreats}
    has, is_ = has_or_have(on, unit.unit), is_or_are(on, unit.unit)
    if not unit.retreats:
        return "destroyed", Why("retreat.nowhere", f"{name} {has} nowhere to go and {is_} lost.", facts, RULE)
    return "disbanded", Why("retreat.disband", f"{name} {is_} disbanded.", facts, RULE)


def _stray(on: Map, order: AnyOrder, unit: Dislodged | None) -> Why:
    if isinstance(order, Waive):
        return Why("illegal.phase", "There is nothing to build in a retreat phase.", {}, RULE)
    name = capitalised(unit_words(on, order.unit))
    if unit is None:
        was, it = "were" if is_or_are(on, order.unit) == "are" else "was", it_or_they(on, order.unit)
        sentence = f"{name} {was} not dislodged from there, so {it} cannot be ordered now."
        return Why("illegal.not_dislodged", sentence, {"unit": str(order.unit)}, RULE)
    are, it = is_or_are(on, order.unit), it_or_they(on, order.unit)
    sentence = f"{name} {are} dislodged: {it} can only retreat or disband, so {it} {are} disbanded."
    return Why("illegal.phase", sentence, {"unit": str(order.unit)}, RULE)


def _unreachable(on: Map, unit: Dislodged, to: Location) -> Why:
    name, open_to = capitalised(unit_words(on, unit.unit)), _listed(on, unit.retreats)
    facts: Facts = {"unit": str(unit.unit), "to": to, "retreats": unit.retreats}
    places: set[Province] = {province_of(place) for place in unit.retreats}
    if province_of(to) in places:
        sentence = f"{name} must name the right coast: open are {open_to}."
        return Why("illegal.coast", sentence, facts, "DATC 4.B.1")
    if unit.attacker in {to, province_of(to)}:
        sentence = f"{name} cannot retreat to {place_words(on, to)}, where its attacker came from."
        return Why("illegal.attacker_origin", sentence, facts, "DATC 6.H.5")
    tail = f"It could have gone to {open_to}." if unit.retreats else "It had nowhere to go."
    sentence = f"{name} cannot retreat to {place_words(on, to)}, so it is disbanded. {tail}"
    return Why("illegal.retreat", sentence, facts, RULE)


def _listed(on: Map, places: Iterable[Location]) -> str:
    return ", ".join(place_words(on, place) for place in places)

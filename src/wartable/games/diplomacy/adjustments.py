"""Adjustment phases: builds, waived builds and removals, with removals by rule for the absent (DATC 6.I, 6.J)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wartable.games.diplomacy.distance import FAR, distances
from wartable.games.diplomacy.due import Due, adjustments_due, net
from wartable.games.diplomacy.orders import AnyOrder, Build, Disband, Power, Province, Unit, Waive, coast_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult, Judged, Why
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant
from wartable.games.diplomacy.words import capitalised, kind_words, place_words, power_words, unit_words

BUILDS = "DATC 6.I"
REMOVALS = "DATC 6.J"


class Adjusted(msgspec.Struct, frozen=True):
    """What became of one power: its judged orders, its units afterwards, and the removals made by rule."""

    judged: tuple[Judged, ...]
    units: tuple[Unit, ...]
    automatic: tuple[Unit, ...] = ()


def resolve(
    variant: Variant, position: Position, orders: Mapping[Power, Sequence[AnyOrder]], rulings: Rulings
) -> AdjustmentResult:
    """Judge an adjustment phase: the first legal orders count, as many as are due; removals still owed follow the rule."""
    strangers = (power for power in (*position.units, *orders) if power not in variant.powers)
    powers = dict.fromkeys((*variant.powers, *strangers))
    done = {power: adjust(variant, position, power, orders.get(power, ()), rulings) for power in powers}
    return AdjustmentResult(
        tuple(judged for power in dict.fromkeys((*orders, *powers)) for judged in done[power].judged),
        {power: one.units for power, one in done.items() if one.units or power in position.units},
        {power: one.automatic for power, one in done.items() if one.automatic},
    )


def adjust(
    variant: Variant, position: Position, power: Power, orders: Sequence[AnyOrder], rulings: Rulings
) -> Adjusted:
    """Judge the adjustments of one power."""
    due = adjustments_due(variant, position, power)
    if due.removals:
        return _remove(variant, position, power, orders, rulings)
    return _build(variant, position, power, orders, due)


def _build(variant: Variant, position: Position, power: Power, orders: Sequence[AnyOrder], due: Due) -> Adjusted:
    judged: list[Judged] = []
    built: list[Unit] = []
    left = due.builds
    for order in orders:
        fault = _build_fault(variant, position, power, order, due, built)
        if fault is None and not left:
            fault = _none_left(variant, power, due.builds)
        if fault is not None:
            judged.append(Judged(power, order, "rejected", fault))
            continue
        left -= 1
        judged.append(_accepted(variant, power, order))
        if isinstance(order, Build):
            built.append(_as_built(variant, order.unit))
    return Adjusted(tuple(judged), (*position.units.get(power, ()), *built))


def _accepted(variant: Variant, power: Power, order: AnyOrder) -> Judged:
    name = power_words(variant, power)
    if isinstance(order, Waive):
        return Judged(power, order, "waived", Why("build.waived", f"{name} leaves a build unused.", {}, BUILDS))
    unit = _as_built(variant, order.unit)
    sentence = f"{name} builds {_a(unit)} in {place_words(variant, unit.at)}."
    return Judged(power, order, "built", Why("build.built", sentence, {"unit": str(unit)}, BUILDS))


def _a(unit: Unit) -> str:
    return "an army" if unit.kind == "A" else "a fleet"


def _as_built(variant: Variant, unit: Unit) -> Unit:
    """Return the unit a build makes: an army needs no coast (4.B.6)."""
    del variant
    return Unit("A", unit.province) if unit.kind == "A" else unit


def _build_fault(
    variant: Variant, position: Position, power: Power, order: AnyOrder, due: Due, built: Sequence[Unit]
) -> Why | None:
    """Say what is wrong with an order of a power that may build, or that has nothing to do."""
    name = power_words(variant, power)
    if isinstance(order, Waive):
        return None
    unit = order.unit
    facts = {"unit": str(unit)}
    if not isinstance(order, Build):
        return Why("adjustment.no_removal", f"{name} has no unit to remove.", facts, BUILDS)
    place = place_words(variant, unit.province)
    if any(other.province == unit.province for other in built):
        return Why("build.twice", f"{name} already builds in {place}.", facts, "DATC 4.D.5")
    if unit.province not in due.sites:
        return _site_fault(variant, position, power, unit)
    if unit.kind == "F" and unit.at not in variant.fleets:
        return _fleet_fault(variant, unit)
    if unit.kind == "A" and unit.province not in variant.armies:
        return Why("build.no_land", f"An army cannot stand in {place}.", facts, BUILDS)
    return None


def _site_fault(variant: Variant, position: Position, power: Power, unit: Unit) -> Why:
    """Say why a province is no place to build for a power, or that it has no build at all."""
    name, place, facts = power_words(variant, power), place_words(variant, unit.province), {"unit": str(unit)}
    home = variant.powers[power].home if power in variant.powers else ()
    if net(position, power) <= 0:
        return _none_left(variant, power, 0)
    if position.owners.get(unit.province) != power:
        return Why("build.not_owned", f"{name} does not own {place}, so it cannot build there.", facts, BUILDS)
    if variant.builds == "home" and unit.province not in home:
        return Why("build.not_home", f"{place} is no home centre of {name}: it builds only at home.", facts, BUILDS)
    return Why("build.occupied", f"{place} is occupied, so nothing can be built there.", facts, BUILDS)


def _fleet_fault(variant: Variant, unit: Unit) -> Why:
    place, facts = place_words(variant, unit.province), {"unit": str(unit)}
    coasts = variant.provinces[unit.province].coasts
    if not coasts:
        return Why("build.inland", f"A fleet cannot be built in {place}: it has no coast.", facts, "DATC 4.C.4")
    named = " or ".join(place_words(variant, f"{unit.province}/{coast}") for coast in coasts)
    return Why("build.coast", f"A fleet built in {place} needs a coast: {named}.", facts, "DATC 4.B.7")


def _none_left(variant: Variant, power: Power, builds: int) -> Why:
    name = power_words(variant, power)
    if not builds:
        return Why("build.none", f"{name} has nothing to build.", {"builds": 0}, BUILDS)
    sentence = f"{name} may build {builds}, and has ordered that many already."
    return Why("build.surplus", sentence, {"builds": builds}, "DATC 4.D.4")


def _remove(
    variant: Variant, position: Position, power: Power, orders: Sequence[AnyOrder], rulings: Rulings
) -> Adjusted:
    units = position.units.get(power, ())
    owed = -net(position, power)
    removed: list[Unit] = []
    judged: list[Judged] = []
    for order in orders:
        fault = _removal_fault(variant, power, order, units, removed, owed)
        if fault is not None:
            judged.append(Judged(power, order, "rejected", fault))
        elif isinstance(order, Disband):
            unit = next(unit for unit in units if unit.province == order.unit.province)
            removed.append(unit)
            judged.append(Judged(power, order, "removed", _removed_why(variant, power, unit)))
    left = [unit for unit in units if unit not in removed]
    automatic = tuple(removal_order(variant, position, power, left, rulings))[: owed - len(removed)]
    return Adjusted(tuple(judged), tuple(unit for unit in left if unit not in automatic), automatic)


def _removed_why(variant: Variant, power: Power, unit: Unit) -> Why:
    sentence = f"{power_words(variant, power)} removes {unit_words(variant, unit)}."
    return Why("removal.removed", sentence, {"unit": str(unit)}, REMOVALS)


def _removal_fault(
    variant: Variant, power: Power, order: AnyOrder, units: Sequence[Unit], removed: Sequence[Unit], owed: int
) -> Why | None:
    name = power_words(variant, power)
    if not isinstance(order, Disband):
        sentence = f"{name} must remove units, so it has nothing to build or waive."
        return Why("adjustment.no_build", sentence, {"removals": owed}, REMOVALS)
    facts = {"unit": str(order.unit)}
    words = unit_words(variant, order.unit)
    if any(unit.province == order.unit.province for unit in removed):
        return Why("removal.twice", f"{capitalised(words)} is removed already.", facts, "DATC 4.D.6")
    if all(unit.province != order.unit.province for unit in units):
        place = place_words(variant, order.unit.province)
        return Why("removal.no_unit", f"{name} has no {kind_words(order.unit)} in {place}.", facts, REMOVALS)
    if len(removed) == owed:
        sentence = f"{name} must remove {owed}, and has ordered that many already."
        return Why("removal.surplus", sentence, {"removals": owed}, "DATC 4.D.6")
    return None


def removal_order(
    variant: Variant, position: Position, power: Power, units: Sequence[Unit], rulings: Rulings
) -> Iterator[Unit]:
    """Yield units in the order the rule removes them (4.D.8).

    The one farthest from the nearest centre that counts goes first, fleets before armies, then by the name of the
    place; which centres count is a matter of the rulings.
    """
    far = distances(variant, _anchors(variant, position, power, rulings))

    def rank(unit: Unit) -> tuple[int, bool, str]:
        name = variant.provinces[unit.province].name if unit.province in variant.provinces else unit.province
        return -far.get(unit.province, FAR), unit.kind == "A", name

    yield from sorted(units, key=rank)


def _anchors(variant: Variant, position: Position, power: Power, rulings: Rulings) -> tuple[Province, ...]:
    del rulings
    return position.centres(power)

"""Builds and waived builds of one power (DATC 6.I; 4.B.6, 4.B.7, 4.C.4, 4.D.4, 4.D.5, 4.D.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wartable.games.adjudication.map import KINDS
from wartable.games.adjudication.orders import AnyOrder, Build, Unit, Waive
from wartable.games.adjudication.results import Judged, Why
from wartable.games.adjudication.words import a_kind, kind_words
from wartable.games.diplomacy.phases.adjusting import Adjusted, Adjusting, Facts
from wartable.games.diplomacy.phases.due import harbours, owed

RULE = "DATC 6.I"


def judge_builds(desk: Adjusting, orders: Sequence[AnyOrder]) -> Adjusted:
    """Judge the orders of a power that may build, or has nothing to do: the first legal ones count."""
    if not orders:
        return Adjusted((), desk.units)
    wishes = [_wish(desk, order) for order in orders]
    faults = _surplus(desk, _doubles(desk, wishes, _rare(desk, wishes, [_fault(desk, wish) for wish in wishes])))
    judged = [
        desk.judged(order, "rejected", fault) if fault else _accepted(desk, order, wish)
        for order, wish, fault in zip(orders, wishes, faults, strict=True)
    ]
    built = [wish.unit for wish, fault in zip(wishes, faults, strict=True) if not fault and isinstance(wish, Build)]
    return Adjusted(tuple(judged), (*desk.units, *built))


def _wish(desk: Adjusting, order: AnyOrder) -> AnyOrder:
    """Return a build as it is meant: an army without a coast, a fleet on the first coast where that is the ruling."""
    facts = None if isinstance(order, Waive) else desk.variant.provinces.get(order.unit.province)
    if not isinstance(order, Build) or facts is None:
        return order
    unit, rulings = order.unit, desk.rulings
    if unit.kind == "F" and facts.kind == "inland" and rulings.fleet_inland == "army":
        return Build(Unit("A", unit.province))
    if unit.kind == "F" and unit.at == unit.province and facts.coasts and rulings.build_coast == "first":
        return Build(Unit("F", f"{unit.province}/{facts.coasts[0]}"))
    afloat = unit.kind in desk.variant.map.kinds and desk.variant.map.kinds[unit.kind].afloat
    meaningless = unit.at != unit.province and (not afloat or not facts.coasts)
    if meaningless and rulings.coast_meaningless == "ignored":
        return Build(Unit(unit.kind, unit.province))
    return order


def _fault(desk: Adjusting, wish: AnyOrder) -> Why | None:
    """Say what is wrong with one order by itself."""
    if isinstance(wish, Waive):
        waivable = desk.rulings.waive or not desk.due.builds
        return None if waivable else Why("build.no_waive", "Builds may not be waived.", {}, "DATC 4.D.7")
    if not isinstance(wish, Build):
        facts: Facts = {"unit": str(wish.unit)}
        return Why("adjustment.no_removal", f"{desk.name} has no unit to remove.", facts, RULE)
    if wish.unit.province not in desk.due.sites:
        return _site_fault(desk, wish.unit)
    return (_unit_fault if wish.unit.kind in KINDS else _special_fault)(desk, wish.unit)


def _site_fault(desk: Adjusting, unit: Unit) -> Why:
    """Say why a province is no place for a power to build, or that it has no build at all."""
    place, facts = desk.place(unit.province), _facts(unit)
    home = desk.variant.powers[desk.power].home if desk.power in desk.variant.powers else ()
    if owed(desk.variant, desk.position, desk.power) <= 0:
        return Why("build.none", f"{desk.name} has nothing to build.", {"builds": 0}, RULE)
    if desk.position.owners.get(unit.province) != desk.power:
        return Why("build.not_owned", f"{desk.name} does not own {place}, so it cannot build there.", facts, RULE)
    if desk.variant.builds == "home" and unit.province not in home:
        sentence = f"{place} is no home centre of {desk.name}, and it builds only at home."
        return Why("build.not_home", sentence, facts, RULE)
    return Why("build.occupied", f"{place} is occupied, so nothing can be built there.", facts, RULE)


def _unit_fault(desk: Adjusting, unit: Unit) -> Why | None:
    """Say why a kind of unit cannot stand where it is to be built."""
    place, facts = desk.place(unit.province), _facts(unit)
    if unit.kind == "F" and not desk.variant.fleet_builds:
        return Why("build.no_fleets", "Fleets are not built here: they come by conversion.", facts, RULE)
    if unit.kind == "A" and unit.province in harbours(desk.variant, desk.position, desk.power):
        sentence = f"{place} is no home centre of {desk.name}: it can build fleets there, but no armies."
        return Why("build.only_fleets", sentence, facts, RULE)
    if unit.kind == "A":
        fits = unit.at in desk.variant.armies
        return None if fits else Why("build.no_land", f"An army cannot be built in {place}.", facts, RULE)
    if unit.at in desk.variant.fleets:
        return None
    coasts = desk.variant.provinces[unit.province].coasts
    if not coasts:
        return Why("build.inland", f"A fleet cannot be built in {place}: it has no coast.", facts, "DATC 4.C.4")
    named = " or ".join(desk.place(f"{unit.province}/{coast}") for coast in coasts)
    return Why("build.coast", f"A fleet built in {place} needs a coast: {named}.", facts, "DATC 4.B.7")


def _special_fault(desk: Adjusting, unit: Unit) -> Why | None:
    """Say why a kind of unit that only some powers have cannot be built by this one there."""
    power, words = desk.variant.powers.get(desk.power), kind_words(desk.variant.map, unit)
    if power is None or unit.kind not in power.special:
        sentence = f"{desk.name} has no {words}."
        return Why("build.not_its_kind", sentence, _facts(unit), RULE)
    if desk.variant.map.can_stand(unit):
        return None
    return Why("build.no_land", f"No {words} can be built in {desk.place(unit.province)}.", _facts(unit), RULE)


def _rare(desk: Adjusting, wishes: Sequence[AnyOrder], faults: list[Why | None]) -> list[Why | None]:
    """Refuse units of a kind of which the power may have no more."""
    facts = desk.variant.powers.get(desk.power)
    room = dict(facts.special) if facts else {}
    for unit in desk.units:
        if unit.kind in room:
            room[unit.kind] -= 1
    for index, wish in enumerate(wishes):
        if faults[index] or not isinstance(wish, Build) or wish.unit.kind not in room:
            continue
        room[wish.unit.kind] -= 1
        if room[wish.unit.kind] < 0:
            faults[index] = _too_many_of(desk, wish.unit)
    return faults


def _too_many_of(desk: Adjusting, unit: Unit) -> Why:
    most = desk.variant.powers[desk.power].special[unit.kind]
    sentence = f"{desk.name} has at most {most} {kind_words(desk.variant.map, unit)} at a time."
    return Why("build.limit", sentence, _facts(unit), RULE)


def _doubles(desk: Adjusting, wishes: Sequence[AnyOrder], faults: list[Why | None]) -> list[Why | None]:
    """Refuse a second build in one centre, or both of them as the ruling has it (4.D.5)."""
    sites = Counter(
        wish.unit.province for wish, fault in zip(wishes, faults, strict=True) if isinstance(wish, Build) and not fault
    )
    seen: set[str] = set()
    for index, wish in enumerate(wishes):
        if faults[index] or not isinstance(wish, Build) or sites[wish.unit.province] == 1:
            continue
        site = wish.unit.province
        if site in seen or desk.rulings.double_builds == "none":
            sentence = f"{desk.place(site)} can take only one new unit."
            faults[index] = Why("build.twice", sentence, _facts(wish.unit), "DATC 4.D.5")
        seen.add(site)
    return faults


def _surplus(desk: Adjusting, faults: list[Why | None]) -> list[Why | None]:
    """Refuse builds and waives beyond what is due, or all of them as the ruling has it (4.D.4)."""
    legal = [index for index, fault in enumerate(faults) if fault is None]
    due = desk.due.builds
    if len(legal) > due:
        keep = 0 if desk.rulings.surplus_builds == "none" else due
        for index in legal[keep:]:
            faults[index] = _too_many(desk)
    return faults


def _too_many(desk: Adjusting) -> Why:
    due = desk.due.builds
    if not due:
        return Why("build.none", f"{desk.name} has nothing to build.", {"builds": 0}, RULE)
    sentence = f"{desk.name} may build {due}, and has ordered more than that."
    return Why("build.surplus", sentence, {"builds": due}, "DATC 4.D.4")


def _accepted(desk: Adjusting, order: AnyOrder, wish: AnyOrder) -> Judged:
    if isinstance(wish, Waive):
        return desk.judged(order, "waived", Why("build.waived", f"{desk.name} leaves a build unused.", {}, RULE))
    unit = wish.unit
    sentence = f"{desk.name} builds {a_kind(desk.variant.map, unit)} in {desk.place(unit.at)}."
    return desk.judged(order, "built", Why("build.built", sentence, _facts(unit), RULE))


def _facts(unit: Unit) -> Facts:
    return {"unit": str(unit)}

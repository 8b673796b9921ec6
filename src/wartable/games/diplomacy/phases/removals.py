"""Removals of one power, ordered and by rule (DATC 6.J; 4.D.6, 4.D.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.engine.words import capitalised
from wartable.games.adjudication.naming import misnaming
from wartable.games.adjudication.orders import AnyOrder, Disband, Province, Unit, Waive
from wartable.games.adjudication.results import Judged, Why
from wartable.games.adjudication.words import kind_words, unit_words
from wartable.games.diplomacy.phases.adjusting import Adjusted, Adjusting, Facts
from wartable.games.diplomacy.phases.distance import FAR, distances, voyages

RULE = "DATC 6.J"


def judge_removals(desk: Adjusting, orders: Sequence[AnyOrder]) -> Adjusted:
    """Judge the orders of a power that must remove units; what it leaves undone is done by the rule."""
    wishes = [_meant(desk, order) for order in orders]
    faults = _surplus(desk, _faults(desk, orders, wishes))
    removed = [unit for unit, fault in zip(wishes, faults, strict=True) if unit and not fault]
    left = [unit for unit in desk.units if unit not in removed]
    automatic = tuple(in_removal_order(desk, left)[: desk.due.removals - len(removed)])
    return Adjusted(
        tuple(map(_judged, [desk] * len(orders), orders, wishes, faults)),
        tuple(unit for unit in left if unit not in automatic),
        automatic,
    )


def _meant(desk: Adjusting, order: AnyOrder) -> Unit | None:
    """Return the unit an order is for by its province; there is only one."""
    if not isinstance(order, Disband):
        return None
    return next((unit for unit in desk.units if unit.province == order.unit.province), None)


def _faults(desk: Adjusting, orders: Sequence[AnyOrder], wishes: Sequence[Unit | None]) -> list[Why | None]:
    """Say what is wrong with each order: no removal, no such unit, one named wrongly, or removed already."""
    faults: list[Why | None] = []
    seen: set[Unit] = set()
    for order, unit in zip(orders, wishes, strict=True):
        fault = _stray(desk, order) if unit is None else _misnamed(desk, order, unit)
        if unit and not fault:
            fault = _twice(desk, unit) if unit in seen else None
            seen.add(unit)
        faults.append(fault)
    return faults


def _misnamed(desk: Adjusting, order: AnyOrder, unit: Unit) -> Why | None:
    return None if isinstance(order, Waive) else misnaming(desk.variant.map, unit, order.unit, desk.rulings)


def _twice(desk: Adjusting, unit: Unit) -> Why:
    facts: Facts = {"unit": str(unit)}
    words = capitalised(unit_words(desk.variant.map, unit))
    return Why("removal.twice", f"{words} is removed already.", facts, "DATC 4.D.6")


def _stray(desk: Adjusting, order: AnyOrder) -> Why:
    if not isinstance(order, Disband):
        owed: Facts = {"removals": desk.due.removals}
        return Why("adjustment.no_build", f"{desk.name} must remove units and cannot build.", owed, RULE)
    facts: Facts = {"unit": str(order.unit)}
    sentence = f"{desk.name} has no {kind_words(desk.variant.map, order.unit)} in {desk.place(order.unit.at)}."
    return Why("removal.no_unit", sentence, facts, RULE)


def _surplus(desk: Adjusting, faults: list[Why | None]) -> list[Why | None]:
    """Refuse removals beyond what is due, or all of them as the ruling has it (4.D.6)."""
    legal = [index for index, fault in enumerate(faults) if fault is None]
    due = desk.due.removals
    if len(legal) > due:
        sentence = f"{desk.name} must remove {due}, and has ordered more than that."
        for index in legal[0 if desk.rulings.surplus_removals == "none" else due :]:
            faults[index] = Why("removal.surplus", sentence, {"removals": due}, "DATC 4.D.6")
    return faults


def _judged(desk: Adjusting, order: AnyOrder, unit: Unit | None, fault: Why | None) -> Judged:
    if fault is not None or unit is None:
        return desk.judged(order, "rejected", fault or _stray(desk, order))
    facts: Facts = {"unit": str(unit)}
    sentence = f"{desk.name} removes {unit_words(desk.variant.map, unit)}."
    return desk.judged(order, "removed", Why("removal.removed", sentence, facts, RULE))


def in_removal_order(desk: Adjusting, units: Sequence[Unit]) -> list[Unit]:
    """Return units in the order the rule removes them (4.D.8).

    The unit farthest from the nearest centre that counts goes first, fleets before armies, armies before other kinds in
    the order of the map's table, then by the place's name.
    """
    far = removal_distances(desk, units)
    rank = {kind: number for number, kind in enumerate(desk.variant.map.kinds)} | {"F": -1}
    return sorted(units, key=lambda unit: (-far[unit], rank[unit.kind], desk.place(unit.province)))


def removal_distances(desk: Adjusting, units: Sequence[Unit]) -> Mapping[Unit, int]:
    """Return how far each unit is from the nearest place that counts; `FAR` where it cannot get there.

    `owned`: any centre the power owns, over land and sea alike (2023). `home`: a home centre, likewise (1971, as
    rules/middle-earth-viii.md 18 settles it). `home_by_kind`: a home centre; armies go over land and sea, fleets only
    where fleets can (webDiplomacy). `country`: the same to any province of the power's country, its home centres among
    them (2000, as DATC 4.D.8 tells of common practice).
    """
    places = _places(desk)
    walks = distances(desk.variant, places)
    sails = voyages(desk.variant, places) if desk.rulings.removal in {"home_by_kind", "country"} else None
    return {
        unit: walks.get(unit.province, FAR) if sails is None or unit.kind != "F" else sails.get(unit.at, FAR)
        for unit in units
    }


def _places(desk: Adjusting) -> Sequence[Province]:
    if desk.rulings.removal == "owned":
        return desk.position.centres(desk.power)
    facts = desk.variant.powers.get(desk.power)
    if facts is None:
        return ()
    return facts.country or facts.home if desk.rulings.removal == "country" else facts.home

"""Positions of case files."""

from __future__ import annotations

from collections.abc import Iterable

from wartable.engine.errors import BadData
from wartable.games.adjudication.orders import Province
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.cases.form import Case, DislodgedFact
from wartable.games.diplomacy.position import Phase, PhaseKind, Position
from wartable.games.diplomacy.text.setting import Setting
from wartable.games.diplomacy.variant import Variant


def opening_phase(variant: Variant, kind: PhaseKind) -> Phase:
    """Return the first phase of a kind in a variant's calendar; raises `BadData` where it has none."""
    season = next((step.season for step in variant.calendar.seasons if step.kind == kind), None)
    if season is None:
        message = f"{variant.title} has no phase for {kind}."
        raise BadData(message)
    return Phase(season, variant.calendar.first_year, kind)


def position_of(setting: Setting, case: Case, kind: PhaseKind) -> Position:
    """Return the position of a case; raises `BadData` where two units stand in one province."""
    units = setting.units(case.units)
    _check_room(unit.province for there in units.values() for unit in there)
    facts = case.dislodged if kind == "retreats" and isinstance(case.dislodged, dict) else {}
    phase = opening_phase(setting.variant, kind)
    return Position(
        phase, units, setting.owners(case.centers), tuple(_dislodged(setting, fact) for fact in facts.values())
    )


def _dislodged(setting: Setting, fact: DislodgedFact) -> Dislodged:
    name, _, unit = fact.unit.partition(" ")
    by = setting.place(fact.by) if fact.by else ""
    return Dislodged(setting.power(name), setting.unit(unit), by, tuple(fact.retreats or ()))


def _check_room(provinces: Iterable[Province]) -> None:
    seen: set[Province] = set()
    for province in provinces:
        if province in seen:
            message = f"Two units stand in {province}."
            raise BadData(message)
        seen.add(province)

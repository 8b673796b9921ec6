"""Positions and orders of case files: names and texts turned into values of the variant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from wartable.engine.errors import BadData, BadNotation
from wartable.engine.words import hint
from wartable.games.diplomacy.casefacts import Given
from wartable.games.diplomacy.cases import Case, DislodgedFact, Texts
from wartable.games.diplomacy.names import names_of, tokens_of
from wartable.games.diplomacy.notation import read_order
from wartable.games.diplomacy.orders import Power, Province, Unit, province_of
from wartable.games.diplomacy.position import Dislodged, Phase, PhaseKind, Position
from wartable.games.diplomacy.variant import Variant


class Setting(msgspec.Struct, frozen=True):
    """Reads the names and texts of one variant."""

    variant: Variant

    def power(self, name: str) -> Power:
        """Return the power of a name, adjective or id, in any case; raises `BadData` with the nearest."""
        tokens = tokens_of(name)
        found = names_of(self.variant).power(tokens, 0)
        if found is None or found[1] != len(tokens):
            known = [facts.name for facts in self.variant.powers.values()]
            message = f"{self.variant.title} has no power {name!r}. {hint(name.title(), known)}"
            raise BadData(message)
        return found[0]

    def place(self, text: str) -> Province:
        """Return the code of a province; raises `BadNotation`."""
        return province_of(names_of(self.variant).place(tokens_of(text), 0, frozenset())[0])

    def unit(self, text: str) -> Unit:
        """Read `F STP/SC`; raises `BadData`."""
        kind, _, place = text.strip().partition(" ")
        names = names_of(self.variant)
        try:
            at = names.place(tokens_of(place), 0, frozenset())[0]
        except BadNotation as error:
            message = f"{text!r} is no unit: {error}"
            raise BadData(message) from error
        if kind.upper() not in {"A", "F"}:
            message = f"{text!r} is no unit: write A or F, then a place."
            raise BadData(message)
        return Unit("A" if kind.upper() == "A" else "F", at)

    def units(self, texts: Texts) -> dict[Power, tuple[Unit, ...]]:
        """Read the units of each power, leaving out those with a star, which are dislodged."""
        return {
            self.power(name): tuple(self.unit(text) for text in units if not text.startswith("*"))
            for name, units in texts.items()
        }

    def owners(self, centres: Texts) -> dict[Province, Power]:
        """Read who owns which centre."""
        return {self.place(place): self.power(name) for name, places in centres.items() for place in places}

    def orders(self, texts: Texts, position: Position) -> list[Given]:
        """Read orders with the position they are for; raises `BadNotation` for text that makes no sense."""
        return [
            (self.power(name), text, read_order(self.variant, text, position))
            for name, orders in texts.items()
            for text in orders
        ]

    def dislodged(self, facts: Mapping[str, DislodgedFact]) -> tuple[Dislodged, ...]:
        """Read the dislodged units of a retreat case."""
        return tuple(self._dislodged(fact) for fact in facts.values())

    def _dislodged(self, fact: DislodgedFact) -> Dislodged:
        name, _, unit = fact.unit.partition(" ")
        by = self.place(fact.by) if fact.by else ""
        return Dislodged(self.power(name), self.unit(unit), by, tuple(fact.retreats or ()))


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
    return Position(phase, units, setting.owners(case.centers), setting.dislodged(facts))


def _check_room(provinces: Iterable[Province]) -> None:
    seen: set[Province] = set()
    for province in provinces:
        if province in seen:
            message = f"Two units stand in {province}."
            raise BadData(message)
        seen.add(province)

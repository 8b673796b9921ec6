"""Names and texts of one variant turned into its values: powers, places, units, owners, orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.engine.errors import BadData, BadNotation, Reason
from wartable.engine.words import hint
from wartable.games.adjudication.conditions import Marks
from wartable.games.adjudication.orders import AnyOrder, Location, Power, Province, Unit, province_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.names import names_of, tokens_of
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.variant import Variant

Texts: TypeAlias = Mapping[str, Sequence[str]]
"""Unit or order texts, or places, by the name of a power."""
Given: TypeAlias = tuple[Power, str, AnyOrder | Reason]
"""An order as given: by whom, its text, and what it says, or why it says nothing."""


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
        tokens = tokens_of(place)
        try:
            at, end = names_of(self.variant).place(tokens, 0, frozenset())
        except BadNotation as error:
            message = f"{text!r} is no unit: {error}"
            raise BadData(message) from error
        if kind.upper() not in self.variant.map.kinds:
            letters = ", ".join(self.variant.map.kinds).replace(", F", " or F")
            message = f"{text!r} is no unit: write {letters}, then a place."
            raise BadData(message)
        if end < len(tokens):
            message = f"{text!r} is no unit: {at} I understood, but not what follows it. Put a comma between units."
            raise BadData(message)
        return Unit(kind.upper(), at)

    def beside(self, text: str) -> Unit:
        """Read what stands beside units, `RB the_shire`; raises `BadData` for a unit that takes its place alone."""
        unit = self.unit(text)
        if not self.variant.map.kinds[unit.kind].beside:
            message = f"{unit} does not stand beside others: write it under its power."
            raise BadData(message)
        return unit

    def units(self, texts: Texts) -> dict[Power, tuple[Unit, ...]]:
        """Read the units of each power, leaving out those with a star, which are dislodged."""
        return {
            self.power(name): tuple(self.unit(text) for text in units if not text.startswith("*"))
            for name, units in texts.items()
        }

    def owners(self, centres: Texts) -> dict[Province, Power]:
        """Read who owns which centre."""
        return {self.place(place): self.power(name) for name, places in centres.items() for place in places}

    def order(self, text: str, position: Position, rulings: Rulings | None = None) -> AnyOrder:
        """Read one order with the position it is for; raises `BadNotation` for text that makes no sense."""
        return read_order(self.variant, text, position, rulings)

    def orders(self, texts: Texts, position: Position, rulings: Rulings | None = None) -> list[Given]:
        """Read orders with the position they are for; one that makes no sense is given as the reason why."""
        return [
            (self.power(name), text, self._order_or_reason(text, position, rulings))
            for name, orders in texts.items()
            for text in orders
        ]

    def _order_or_reason(self, text: str, position: Position, rulings: Rulings | None) -> AnyOrder | Reason:
        try:
            return self.order(text, position, rulings)
        except BadNotation as error:
            return error.reason


def marks_of(units: Sequence[Unit]) -> Marks:
    """Return the marks of what stands beside units."""
    found: dict[Location, tuple[str, ...]] = {}
    for unit in units:
        found[unit.at] = (*found.get(unit.at, ()), unit.kind)
    return found


def units_beside(marks: Marks | msgspec.UnsetType) -> tuple[Unit, ...]:
    """Return what stands beside units by the marks of a position; marks of several words are left out."""
    every = marks.items() if marks is not msgspec.UNSET else ()
    return tuple(Unit(word, at) for at, words in every for word in words if word.isalpha())


def by_power(given: Sequence[Given]) -> dict[Power, list[AnyOrder]]:
    """Sort orders by the power that gave them, leaving out what says nothing."""
    found: dict[Power, list[AnyOrder]] = {}
    for power, _, order in given:
        if not isinstance(order, Reason):
            found.setdefault(power, []).append(order)
    return found

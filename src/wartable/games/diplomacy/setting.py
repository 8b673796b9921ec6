"""Names and texts of one variant turned into its values: powers, places, units, owners, orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.engine.errors import BadData, BadNotation
from wartable.engine.words import hint
from wartable.games.diplomacy.names import names_of, tokens_of
from wartable.games.diplomacy.notation import read_order
from wartable.games.diplomacy.orders import AnyOrder, Power, Province, Unit, province_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant

Texts: TypeAlias = Mapping[str, Sequence[str]]
"""Unit or order texts, or places, by the name of a power."""
Given: TypeAlias = tuple[Power, str, AnyOrder]
"""An order as given: by whom, its text, and what it says."""


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

    def order(self, text: str, position: Position) -> AnyOrder:
        """Read one order with the position it is for; raises `BadNotation` for text that makes no sense."""
        return read_order(self.variant, text, position)

    def orders(self, texts: Texts, position: Position) -> list[Given]:
        """Read orders with the position they are for; raises `BadNotation` for text that makes no sense."""
        return [
            (self.power(name), text, self.order(text, position)) for name, orders in texts.items() for text in orders
        ]

"""Sentences for the common fates of an order, made once and kept: on most boards nearly every order meets one of them.

A `Why` that comes from here is shared between results; treat its facts as read only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from wartable.engine.words import listed
from wartable.games.diplomacy.movement.network import Network, network_of
from wartable.games.diplomacy.results import Fact, Why
from wartable.games.diplomacy.variant import Variant
from wartable.games.diplomacy.words import place_words, unit_words

F = TypeVar("F", bound=Callable[..., object])
KEPT = 1 << 12
"""Sentences of each sort that are kept for one variant."""


class Phrases:
    """Words and ready reasons of one variant. Units are given as kind and number of their location.

    `units` are names of units (`the army in Munich`) and `codes` their short forms (`A MUN`), by kind and location;
    `places` names of locations.
    """

    def __init__(self, network: Network) -> None:
        variant = network.variant
        self.network = network
        self.units = tuple([unit_words(variant, unit) for unit in units] for units in network.unit)
        self.codes = tuple([str(unit) for unit in units] for units in network.unit)
        self.places = [place_words(variant, location) for location in network.locations]
        self.moved_freely = _kept(self._moved_freely)
        self.followed = _kept(self._followed)
        self.bounced = _kept(self._bounced)
        self.supports_hold = _kept(self._supports_hold)
        self.supports_move = _kept(self._supports_move)
        self.cut = _kept(self._cut)
        self.carries = _kept(self._carries)
        self.holds = _kept(self._holds)

    def _moved_freely(self, kind: int, origin: int, place: int) -> Why:
        facts = {"unit": self.codes[kind][origin], "to": self.network.locations[place]}
        return Why("move.free", f"Moves to {self.places[place]}; nobody was in the way.", facts)

    def _followed(self, kind: int, origin: int, place: int, other_kind: int, other: int) -> Why:
        facts: dict[str, Fact] = {"unit": self.codes[kind][origin], "to": self.network.locations[place]}
        facts["followed"] = self.codes[other_kind][other]
        return Why("move.follows", f"Moves to {self.places[place]}, which {self.units[other_kind][other]} left.", facts)

    def _bounced(
        self,
        kind: int,
        origin: int,
        place: int,
        strength: int,
        against: int,
        opponents: tuple[tuple[int, int], ...],
        how: str,
    ) -> Why:
        facts: dict[str, Fact] = {"unit": self.codes[kind][origin], "to": self.network.locations[place]}
        facts["strength"], facts["against"] = strength, against
        facts["opponents"] = tuple([self.codes[foe][at] for foe, at in opponents])
        names = listed([self.units[foe][at] for foe, at in opponents])
        sentence = f"Bounced: {strength} against {against} by {names}, {how}."
        return Why("bounce.equal" if strength == against else "bounce.stronger", sentence, facts, "DATC 6.A.11, 6.D.1")

    def _cut(self, kind: int, location: int, mover_kind: int, mover: int) -> Why:
        facts = {"unit": self.codes[kind][location], "cut_by": self.codes[mover_kind][mover]}
        space = self.places[self.network.space_of[location]]
        return Why("cut.attacked", f"Cut: {self.units[mover_kind][mover]} attacked {space}.", facts, "DATC 6.D.2")

    def _supports_hold(self, kind: int, location: int, subject_kind: int, subject: int, worth: int) -> Why:
        facts: dict[str, Fact] = {
            "unit": self.codes[kind][location],
            "of": self.codes[subject_kind][subject],
            "worth": worth,
        }
        return Why("support.hold", f"Supports {self.units[subject_kind][subject]} where it is.", facts)

    def _supports_move(self, kind: int, location: int, subject_kind: int, subject: int, place: int, worth: int) -> Why:
        facts: dict[str, Fact] = {
            "unit": self.codes[kind][location],
            "of": self.codes[subject_kind][subject],
            "to": self.network.locations[place],
            "worth": worth,
        }
        words = f"Supports {self.units[subject_kind][subject]} on its way to {self.places[place]}."
        return Why("support.move", words, facts)

    def _carries(self, location: int, subject: int, place: int) -> Why:
        facts = {"unit": self.codes[1][location], "of": self.codes[0][subject], "to": self.network.locations[place]}
        return Why("convoy.carries", f"Carries {self.units[0][subject]} to {self.places[place]}.", facts)

    def _holds(self, kind: int, location: int, *, ordered: bool) -> Why:
        facts = {"unit": self.codes[kind][location]}
        if ordered:
            return Why("hold.ordered", "Holds; nobody attacked.", facts)
        return Why("hold.no_order", "Was given no order, so it holds.", facts)


def phrases_of(variant: Variant) -> Phrases:
    """Return a variant's phrases; they live as long as the variant."""
    known = vars(variant)
    phrases: Phrases | None = known.get("phrases")
    if phrases is None:
        phrases = known["phrases"] = Phrases(network_of(variant))
    return phrases


def _kept(make: F) -> F:
    return lru_cache(KEPT)(make)  # type: ignore[return-value]

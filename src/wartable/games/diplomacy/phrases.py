"""Sentences for the common fates of an order, made once and kept: on most boards nearly every order meets one of them.

A `Why` that comes from here is shared between results; treat its facts as read only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from wartable.games.diplomacy.network import Network, network_of
from wartable.games.diplomacy.orders import Unit
from wartable.games.diplomacy.results import Fact, Why
from wartable.games.diplomacy.variant import Variant
from wartable.games.diplomacy.words import place_words, unit_words

F = TypeVar("F", bound=Callable[..., object])
KEPT = 1 << 13
"""Sentences of each sort that are kept for one variant."""


class Phrases:
    """Words and ready reasons of one variant. Units are given as kind and number of their location."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.unit = _kept(self._unit)
        self.place = _kept(self._place)
        self.code = _kept(self._code)
        self.moved_freely = _kept(self._moved_freely)
        self.supports_hold = _kept(self._supports_hold)
        self.supports_move = _kept(self._supports_move)
        self.carries = _kept(self._carries)
        self.holds = _kept(self._holds)

    def _unit(self, kind: int, location: int) -> str:
        return unit_words(self.network.variant, Unit("AF"[kind], self.network.locations[location]))  # type: ignore[arg-type]

    def _place(self, location: int) -> str:
        return place_words(self.network.variant, self.network.locations[location])

    def _code(self, kind: int, location: int) -> str:
        return f"{'AF'[kind]} {self.network.locations[location]}"

    def _moved_freely(self, kind: int, origin: int, place: int) -> Why:
        facts = {"unit": self.code(kind, origin), "to": self.network.locations[place]}
        return Why("move.free", f"Moves to {self.place(place)}; nobody was in the way.", facts)

    def _supports_hold(self, kind: int, location: int, subject_kind: int, subject: int, worth: int) -> Why:
        facts: dict[str, Fact] = {
            "unit": self.code(kind, location),
            "of": self.code(subject_kind, subject),
            "worth": worth,
        }
        return Why("support.hold", f"Supports {self.unit(subject_kind, subject)} where it is.", facts)

    def _supports_move(self, kind: int, location: int, subject_kind: int, subject: int, place: int, worth: int) -> Why:
        facts: dict[str, Fact] = {
            "unit": self.code(kind, location),
            "of": self.code(subject_kind, subject),
            "to": self.network.locations[place],
            "worth": worth,
        }
        words = f"Supports {self.unit(subject_kind, subject)} on its way to {self.place(place)}."
        return Why("support.move", words, facts)

    def _carries(self, location: int, subject: int, place: int) -> Why:
        facts = {"unit": self.code(1, location), "of": self.code(0, subject), "to": self.network.locations[place]}
        return Why("convoy.carries", f"Carries {self.unit(0, subject)} to {self.place(place)}.", facts)

    def _holds(self, kind: int, location: int, *, ordered: bool) -> Why:
        facts = {"unit": self.code(kind, location)}
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


def listed(words: Iterable[str]) -> str:
    """Return `a`, `a and b`, or `a, b and c`."""
    parts: Sequence[str] = tuple(words)
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def _kept(make: F) -> F:
    return lru_cache(KEPT)(make)  # type: ignore[return-value]

"""What figures need to know of the game they are in: its map, its sides, and how doubtful points are settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

import msgspec

from wartable.games.adjudication.map import Map
from wartable.games.adjudication.orders import Power, Province, UnitKind
from wartable.games.ring_figures.kinds import BEARER, EAGLES, MOUNT_DOOM, NAZGUL, RIDERS

Spared: TypeAlias = Literal["nobody", "evil"]
DeadSpent: TypeAlias = Literal["on_effect", "on_call"]


class FigureSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settlements that change what figures do."""

    nazgul_spares: Spared = "nobody"
    """Whom but Mordor the Nazgul do not strike (ring-diplomacy Y22.4)."""
    dead_spent: DeadSpent = "on_effect"
    """When the Dead have come (Y22.5)."""
    ring_steps: int = 1
    """Provinces that the ring-bearer and the black riders go in a turn (Y34)."""
    fleets: bool = False
    """Whether fleets carry armies (Y53)."""


class Realm(Protocol):
    """A game with figures: `wild` are the provinces next to each other by land or over mountains."""

    @cached_property
    def map(self) -> Map:
        """The map that the adjudicator judges on, with the kinds of figures."""
        ...

    @cached_property
    def wild(self) -> Mapping[Province, frozenset[Province]]:
        """Where figures step."""
        ...

    @property
    def settings(self) -> FigureSettings:
        """The settlements."""
        ...

    def side(self, power: Power) -> str:
        """Return `good` or `evil`; the empty string for who has no side."""
        ...


def steps_of(on: Realm, kind: UnitKind) -> int:
    """Return how many provinces a kind of unit goes in a phase."""
    if kind in {BEARER, RIDERS}:
        return on.settings.ring_steps
    return 2 if kind in {NAZGUL, EAGLES} else on.map.kinds[kind].traits.steps


def turns_to_doom(on: Realm) -> dict[Province, int]:
    """Return how many turns a hidden figure needs to Mount Doom, by province."""
    return {place: -(-steps // on.settings.ring_steps) for place, steps in steps_to(on.wild, [MOUNT_DOOM]).items()}


def steps_to(ways: Mapping[Province, Iterable[Province]], ends: Iterable[Province]) -> dict[Province, int]:
    """Return the fewest steps from each province to the nearest of some, the nearest first."""
    found = dict.fromkeys(ends, 0)
    edge, steps = list(found), 0
    while edge:
        steps += 1
        edge = sorted({way for place in edge for way in ways.get(place, ()) if way not in found})
        found |= dict.fromkeys(edge, steps)
    return found

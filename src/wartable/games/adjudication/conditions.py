"""What a game sets for one movement beside the plain rules: traits of units, bonuses, and ways open or closed.

Whoever judges, checks, lists or weighs orders has to pass the same. What differs from the plain rules comes with its
reason, in words that end a sentence: `the passes are snowed in`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.orders import Location, Power, UnitKind

Passage: TypeAlias = tuple[UnitKind, Location, Location]
"""One way for a kind of unit, in this direction: `("A", "UMB", "PEL")`."""
Marks: TypeAlias = Mapping[Location, tuple[str, ...]]
"""What lies on the board beside units, by where it is, in words of the game: a siege, a rebellion, the Ring-bearer."""


Standings: TypeAlias = Mapping[Location, Power]
"""Whose unit stands in each space that is taken."""


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Base strengths of one unit before supports, in units of strength (DATC 5.B: HOLD, ATTACK, DEFEND, PREVENT)."""

    attack: int = 1
    hold: int = 1
    hold_moving: int = 1
    """HOLD of a unit that was ordered to move and stays."""
    defend: int = 1
    """DEFEND in a head-to-head battle."""
    prevent: int = 1
    """PREVENT: what it keeps others out with where it was going."""
    least_defence: int = 0
    """What HOLD of a unit that stays is at least, whatever the base and the supports come to."""
    least_defence_moving: int = 0
    """What DEFEND is at least."""
    support: int = 1
    """What a support it gives is worth."""
    steps: int = 1
    """Spaces it may move in one phase; 2 lets its order name one space between, which it has no effect on."""
    shelter: str = ""
    """Why it is hard to dislodge; may be empty."""
    fortress: bool = False
    """Whether that is so because it stands in a fortress of its own."""
    uncut: str = ""
    """Why no attack cuts its support, unless it is dislodged; empty where attacks do."""


class Bonus(msgspec.Struct, frozen=True, kw_only=True):
    """Strength that units of some powers have when they move into a space, as long as they go there."""

    why: str
    powers: frozenset[Power]
    strength: int = 1
    alone: bool = False
    """Whether nobody has it where several are ordered there that could."""


class Conditions(msgspec.Struct, frozen=True):
    """What holds in one movement.

    `traits` are those of units by where they stand at its start, in place of what their kind and class give them;
    `passages` are ways open beside those of the map, `crossings` further ones over which nobody gives support, `closed`
    ways of the map that are closed, with the reason, and `bonuses` go by the space moved into.
    """

    traits: Mapping[Location, Traits] = {}
    passages: frozenset[Passage] = frozenset()
    crossings: frozenset[Passage] = frozenset()
    closed: Mapping[Passage, str] = {}
    bonuses: Mapping[Location, Bonus] = {}
    barred: Mapping[Power, Mapping[Location, str]] = {}
    """Spaces that units of a power may not be ordered into, nor helped to get into, with the reason. Retreats are."""
    missing: Mapping[Passage, str] = {}
    """Why there is no way now where a unit may look for one; only reasons name it."""
    through: bool = False
    """Whether a space named between is one to go through, so that an order that names one is illegal for a unit which
    goes one step; else it is taken for the fleets of a convoy."""
    retreat_crossings: Callable[[Standings], frozenset[Passage]] | None = None
    """Crossings that are open to retreats, given who stands where after the movement; without it those of before."""


ORDINARY = Traits()
PLAIN = Conditions()

"""What a variant sets for one movement beside the plain rules: traits of units, bonuses, and ways open or closed.

A variant hands them in by `Variant.conditions`, which whoever judges, checks, lists or weighs orders asks. What differs
from the plain rules comes with its reason, in words that end a sentence: `the passes are snowed in`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from wartable.games.diplomacy.orders import Location, Power, UnitKind
from wartable.games.diplomacy.rulings import Rulings

Passage: TypeAlias = tuple[UnitKind, Location, Location]
"""One way for a kind of unit, in this direction: `("A", "UMB", "PEL")`."""


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

    `traits` are those of units by where they stand at its start, `passages` ways open beside those of the map, `closed`
    ways of the map that are closed, with the reason, and `bonuses` go by the space moved into.
    """

    traits: Mapping[Location, Traits] = {}
    passages: frozenset[Passage] = frozenset()
    closed: Mapping[Passage, str] = {}
    bonuses: Mapping[Location, Bonus] = {}


ORDINARY = Traits()
PLAIN = Conditions()


def in_fortress(strength: int, rulings: Rulings) -> Traits:
    """Return the traits of a unit in its fortress; DEFEND is of units that were ordered to move only."""
    leaving = strength if rulings.fortress_covers_movers else 1
    if rulings.fortress_supports == "added":
        return Traits(hold=strength, hold_moving=leaving, defend=leaving)
    return Traits(hold_moving=leaving, least_defence=strength, least_defence_moving=leaving)

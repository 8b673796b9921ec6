"""What a game of ring diplomacy is played with, as the map and its stages need to know it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

SeaMoves: TypeAlias = Literal["any_port", "until_occupied", "one_line"]
Spared: TypeAlias = Literal["nobody", "evil"]
DeadSpent: TypeAlias = Literal["on_effect", "on_call"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settlements that change how a phase is judged; each is an option of the game."""

    advanced: bool = True
    """Whether there are elite and special units, the ring-bearer and the black riders (ring-diplomacy 2 to 5)."""
    sea_moves: SeaMoves = "any_port"
    """How far an army sails (Y04)."""
    elite_support: int = 2
    """What a support by a unit of strength 2 is worth (Y11)."""
    nazgul_spares: Spared = "nobody"
    """Whom but Mordor the Nazgul do not strike (Y22.4)."""
    dead_spent: DeadSpent = "on_effect"
    """When the Dead have come (Y22.5)."""
    ring_steps: int = 1
    """Provinces that the ring-bearer and the black riders go in a turn (Y34)."""
    forced_alliances: bool = False
    """Whether powers of one side may not attack each other (Y50)."""
    ents: bool = False
    strongholds: bool = False
    fleets: bool = False

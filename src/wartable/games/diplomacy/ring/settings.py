"""What a game of ring diplomacy is played with, as the map and its stages need to know it."""

from __future__ import annotations

from wartable.games.ring_figures.realm import FigureSettings
from wartable.games.ring_figures.sea import SeaMoves


class Settings(FigureSettings, frozen=True, kw_only=True):
    """The settlements that change how a phase is judged; each is an option of the game."""

    advanced: bool = True
    """Whether there are elite and special units, the ring-bearer and the black riders (ring-diplomacy 2 to 5)."""
    sea_moves: SeaMoves = "any_port"
    """How far an army sails (Y04)."""
    elite_support: int = 2
    """What a support by a unit of strength 2 is worth (Y11)."""
    forced_alliances: bool = False
    """Whether powers of one side may not attack each other (Y50)."""
    ents: bool = False
    strongholds: bool = False

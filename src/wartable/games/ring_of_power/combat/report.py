"""What came of a combat: figure by figure, side by side, weapon by weapon, and who must retreat."""

from __future__ import annotations

import msgspec

from wartable.games.ring_of_power.combat.requests import Pool
from wartable.games.ring_of_power.combat.values import Fate


class FigureResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What became of one figure. `cause` is empty or one word: defence, extra, berserk, charge, fall, paralysis."""

    id: int
    side: int
    fate: Fate
    hits: int = 0
    failures: int = 0
    wounds: int = 1
    """Wounds it has left (0: it is a casualty)."""
    cause: str = ""
    recovering: bool = False
    """Paralysed, but its side won: it skips its next movement (G15)."""


class SideScore(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The score of a side (G11): enemy casualties and the highest leadership, and whose that was."""

    side: int
    casualties: int
    leadership: int
    leader: int | None = None

    @property
    def score(self) -> int:
        """Casualties and leadership together."""
        return self.casualties + self.leadership


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """Two sides that fought: their scores, the winner (None: a draw), what the loser gave up besides, who retreats."""

    scores: tuple[SideScore, SideScore]
    winner: int | None
    remaining: int = 0
    """Figures of the loser that extra losses were counted from (G13)."""
    extra: tuple[int, ...] = ()
    fell: bool = False
    """Whether the loser's fortress or tower fell (K4)."""
    fled: tuple[int, ...] = ()
    """Figures that went to the tower."""
    retreats: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    """Winners who go into the place that they have stormed (K7)."""


class WeaponResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a weapon or beast is left with; `mobile`: no crew was lost; `lost`: it is off the table (L).

    What is `unmanned` had nobody in the combat to serve it; its crew may stand in another force.
    """

    id: int
    crew: int
    mobile: bool
    lost: bool = False
    amok: bool = False
    """A beast whose crew is dead (Q70)."""
    unmanned: bool = False


class BarrierResult(msgspec.Struct, frozen=True, gc=False):
    """A gate or weak wall after the combat."""

    name: str
    tries: int
    broken: bool


class Thrown(msgspec.Struct, frozen=True, gc=False):
    """A pool of dice and what it showed."""

    pool: Pool
    faces: tuple[int, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that came of a combat. Figures not named are unhurt; positions are not its business.

    `retreats`: figures that must retreat and regroup (G13, H). `taken`: the side that took the place. `evaded`: forces
    that hid and were not found. `fought`: figures that attacked (M32). `recruits`: figure and weapon it now serves.
    """

    figures: tuple[FigureResult, ...]
    bouts: tuple[Bout, ...]
    retreats: tuple[int, ...] = ()
    taken: int | None = None
    found: tuple[int, ...] = ()
    evaded: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    weapons: tuple[WeaponResult, ...] = ()
    barriers: tuple[BarrierResult, ...] = ()
    recruits: tuple[tuple[int, int], ...] = ()
    dice: tuple[Thrown, ...] = ()

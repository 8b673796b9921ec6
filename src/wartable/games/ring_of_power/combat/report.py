"""What came of a combat: figure by figure, side by side, weapon by weapon; and its dice as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias, cast

import msgspec

from wartable.games.ring_of_power.combat.requests import Pool
from wartable.games.ring_of_power.combat.values import Battle, Fate


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


Kind: TypeAlias = Literal["search", "duel", "ram", "bomb", "attack", "defence"]
"""What dice are thrown for, as the first word of their pool says (Q80)."""
FACES = 6


class Row(msgspec.Struct, frozen=True, gc=False):
    """Dice that one player threw at once for one purpose: figure, face, and the face from which it succeeds.

    `again`: they were rolled again. A need of 0 says that the dice are added up. Of a search the figure is the first of
    the force that searches.
    """

    kind: Kind
    side: int
    player: int
    dice: tuple[tuple[int, int, int], ...]
    again: bool = False

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show."""
        return tuple(face for _, face, _ in self.dice)

    @property
    def successes(self) -> int:
        """How many dice show what they need."""
        return sum(0 < need <= face for _, face, need in self.dice)

    @property
    def expected(self) -> Fraction:
        """How many were to be expected to."""
        return sum(
            (Fraction(max(0, min(FACES, FACES + 1 - need)), FACES) for _, _, need in self.dice if need), Fraction(0)
        )


def rows(battle: Battle, thrown: Sequence[Thrown]) -> tuple[Row, ...]:
    """Return dice by throw, kind and player, in the order in which they were thrown."""
    return tuple(row for throw in _throws(thrown) for row in _rows(battle, throw))


def _throws(thrown: Sequence[Thrown]) -> Iterator[list[Thrown]]:
    """Yield pools that were thrown at once: those of one kind that follow on each other, none of them twice."""
    throw: list[Thrown] = []
    for one in thrown:
        if throw and (_kind(one) != _kind(throw[0]) or any(one.pool.name == other.pool.name for other in throw)):
            yield throw
            throw = []
        throw.append(one)
    if throw:
        yield throw


def _kind(one: Thrown) -> tuple[Kind, bool]:
    kind = one.pool.name.split(".", maxsplit=1)[0]
    return cast("Kind", kind), one.pool.name.endswith(".again")


def _rows(battle: Battle, throw: Sequence[Thrown]) -> Iterator[Row]:
    kind, again = _kind(throw[0])
    dice: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for one in throw:
        figures = battle.by_id if kind != "search" else {force: own[0] for force, own in battle.forces.items()}
        owners = [figures[number] for number, count in one.pool.figures for _ in range(count)]
        needs = one.pool.needs or (0,) * one.pool.dice
        for who, face, need in zip(owners, one.faces, needs, strict=True):
            dice.setdefault((who.side, who.owner), []).append((who.id, face, need))
    for (side, player), own in dice.items():
        yield Row(kind, side, player, tuple(own), again)

"""Dice of a combat as people read them: by kind and player, die by die with its figure and the face it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias, cast

import msgspec

from wartable.games.ring_of_power.combat.report import Thrown
from wartable.games.ring_of_power.combat.values import Battle, Fighter

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
        owners = [who for number, count in one.pool.figures for who in [_who(battle, kind, number)] * count]
        needs = one.pool.needs or (0,) * one.pool.dice
        for who, face, need in zip(owners, one.faces, needs, strict=True):
            dice.setdefault((who.side, who.owner), []).append((who.id, face, need))
    for (side, player), own in dice.items():
        yield Row(kind, side, player, tuple(own), again)


def _who(battle: Battle, kind: Kind, number: int) -> Fighter:
    return battle.forces[number][0] if kind == "search" else battle.by_id[number]

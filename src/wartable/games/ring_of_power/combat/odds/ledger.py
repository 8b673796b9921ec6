"""Books of exact odds: how likely which results, losses and fates are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate

Weight: TypeAlias = Any
Result: TypeAlias = Literal["win", "draw", "loss", "none", "stopped"]
"""As the first side of a bout sees it; none: no combat came about; stopped: a condition ended it after a draw."""
Fates: TypeAlias = Mapping[int, Fate]
"""What became of figures; those not named are unhurt."""


SURE = 1e-6
"""Ends of characters may be unknown with such a chance, and their laws be still told."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """When a side breaks off after a drawn round: casualties of its own, or a figure no longer able to fight."""

    side: int
    casualties: int | None = None
    figure: int | None = None

    def met(self, battle: Battle, fates: Fates) -> bool:
        """Whether the condition holds for what became of figures so far."""
        own = [fate for figure, fate in fates.items() if battle.by_id[figure].side == self.side and fate in CASUALTIES]
        lost = self.figure is not None and fates.get(self.figure, Fate.UNHURT) in CASUALTIES
        return lost or (self.casualties is not None and len(own) >= self.casualties)


class SideBook:
    """Laws for one side: casualties in the blows, figures lost in the end, losses by unit, fates of characters."""

    def __init__(self) -> None:
        self.casualties: dict[int, Weight] = {}
        self.lost: dict[int, Weight] = {}
        self.units: dict[str, dict[int, Weight]] = {}
        self.dismounted: dict[str, dict[int, Weight]] = {}
        self.fates: dict[int, dict[Fate, Weight]] = {}
        self.final: dict[int, dict[Fate, Weight]] = {}
        self.unsure = 0.0
        """The chance that the end of characters is not known, where `final` tells of the blows alone."""

    @property
    def concluded(self) -> bool:
        """Whether `final` is what becomes of characters in the end."""
        return self.unsure <= SURE


class Books:
    """All laws of one calculation, filled path by path."""

    def __init__(self, battle: Battle, rounds: int) -> None:
        self.battle = battle
        self.followed = True
        """Whether everybody's end is known, not only what the blows do."""
        self.unfollowed = 0.0
        """The chance of draws that were not fought on because each of them is too unlikely."""
        self.results: dict[int, dict[Result, Weight]] = {}
        self.rounds: list[dict[Result, Weight]] = [{} for _ in range(rounds)]
        self.sides = [SideBook() for _ in battle.sides]

    def result(self, turn: int, bout: int, result: Result, weight: Weight) -> None:
        """Book a result of a bout in a round, numbered from 0, for good."""
        add(self.results.setdefault(bout, {}), result, weight)
        if bout == 0:
            add(self.rounds[turn], result, weight)

    def side(self, side: int, weight: Weight, fates: Fates, final: Fates) -> None:
        """Book what became of a side: in the blows, and in the end."""
        book = self.sides[side]
        own = {figure: fate for figure, fate in fates.items() if self.battle.by_id[figure].side == side}
        last = {figure: fate for figure, fate in final.items() if self.battle.by_id[figure].side == side}
        add(book.casualties, sum(fate in CASUALTIES for fate in own.values()), weight)
        add(book.lost, sum(map(gone, last.values())), weight)
        self._units(book, weight, own)
        for figure, fate in own.items():
            if self.battle.by_id[figure].character:
                add(book.fates.setdefault(figure, {}), fate, weight)
        for figure, fate in last.items():
            if self.battle.by_id[figure].character:
                add(book.final.setdefault(figure, {}), fate, weight)

    def _units(self, book: SideBook, weight: Weight, own: Fates) -> None:
        fallen = Counter(self.battle.by_id[figure].unit for figure, fate in own.items() if fate in CASUALTIES)
        for unit, count in fallen.items():
            add(book.units.setdefault(unit, {}), count, weight)
        thrown = Counter(self.battle.by_id[figure].unit for figure, fate in own.items() if fate is Fate.DISMOUNTED)
        for unit, count in thrown.items():
            add(book.dismounted.setdefault(unit, {}), count, weight)


def gone(fate: Fate) -> bool:
    """Whether a figure cannot fight on in the end; who is paralysed on the winning side recovers (G15)."""
    return fate in CASUALTIES and fate is not Fate.PARALYSED


def add(law: dict[Any, Weight], key: Any, weight: Weight) -> None:  # noqa: ANN401 - any key of a law
    """Add weight to a key of a law."""
    law[key] = law.get(key, 0) + weight

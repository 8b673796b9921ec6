"""Exact odds of a combat: the books in which they are added up, and the results as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
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


Chance: TypeAlias = Fraction | float
"""A probability: a fraction where exact odds were asked for."""
NumberLaw: TypeAlias = tuple[Chance, ...]
"""The chance of 0, 1, 2 ... figures."""


class UnitOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Losses of one type on one side: how many there are, casualties in the blows, riders dismounted."""

    unit: str
    count: int
    casualties: NumberLaw
    dismounted: NumberLaw


class CharacterOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A character's fate in the blows alone, and in the end: extra losses and the fall of a place counted in.

    `final` is empty where only one round was reckoned, by convolution (ask for `detail`), and where it hangs on what
    numbers of figures do not tell; then `Odds.remark` says so.
    """

    figure: int
    unit: str
    fates: Mapping[Fate, Chance]
    final: Mapping[Fate, Chance]


class SideOdds(msgspec.Struct, frozen=True, kw_only=True):
    """One side: casualties in the blows, all figures lost in the end, the same by type, and characters.

    `lost` is empty where large numbers are reckoned with and the end depends on more than the number of casualties:
    there a place would fall, or figures of the loser stand both inside and outside.
    """

    side: int
    name: str
    casualties: NumberLaw
    lost: NumberLaw
    units: tuple[UnitOdds, ...]
    characters: tuple[CharacterOdds, ...]

    @property
    def expected(self) -> Chance:
        """Casualties to be expected in the blows."""
        return mean(self.casualties)


class ResultOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How likely the first side wins, draws or loses; `none`: nobody was found; `stopped`: it was broken off."""

    win: Chance
    draw: Chance
    loss: Chance
    none: Chance = 0.0
    stopped: Chance = 0.0


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a combat. `result` is after all rounds; `rounds` after each; `bouts` of each two sides (Q24)."""

    result: ResultOdds
    rounds: tuple[ResultOdds, ...]
    bouts: tuple[ResultOdds, ...]
    sides: tuple[SideOdds, ...]
    unfollowed: float = 0.0
    """The chance of draws, counted as such, that were not fought on because each is too unlikely."""
    remark: str = ""
    """What was left out of what was asked for, if anything was."""

    @property
    def win(self) -> Chance:
        """The chance that the first side wins."""
        return self.result.win

    @property
    def draw(self) -> Chance:
        """The chance that nobody wins."""
        return self.result.draw

    @property
    def loss(self) -> Chance:
        """The chance that the first side loses."""
        return self.result.loss


def mean(law: Sequence[Chance]) -> Chance:
    """Return the expected number of a law."""
    return sum((number * chance for number, chance in enumerate(law)), start=0 * law[0])


def drawn_up(books: Books) -> Odds:
    """Return the odds that full books hold."""
    rounds = _cumulated(books.rounds)
    bouts = [results(books.results[bout]) for bout in sorted(books.results)]
    sides = tuple(_side(books, side) for side in range(len(books.sides)))
    return Odds(result=rounds[-1], rounds=tuple(rounds), bouts=tuple(bouts), sides=sides, unfollowed=books.unfollowed)


def results(found: Mapping[Result, Weight]) -> ResultOdds:
    """Return results as odds."""
    zero = 0 * next(iter(found.values()))
    return ResultOdds(
        win=found.get("win", zero),
        draw=found.get("draw", zero),
        loss=found.get("loss", zero),
        none=found.get("none", zero),
        stopped=found.get("stopped", zero),
    )


def _cumulated(rounds: Sequence[Mapping[Result, Weight]]) -> list[ResultOdds]:
    """Return the results after each round; what is not decided yet counts as drawn."""
    total: dict[Result, Weight] = {}
    whole = sum(weight for found in rounds for weight in found.values())
    after: list[ResultOdds] = []
    for found in rounds:
        for result, weight in found.items():
            total[result] = total.get(result, 0) + weight
        open_yet = whole - sum(total.values())
        after.append(results({**total, "draw": total.get("draw", 0) + open_yet}))
    return after


def number_law(found: Mapping[int, Weight], total: Weight) -> NumberLaw:
    """Return a law by number; what no number was noted for is the chance of none."""
    most = max(found, default=0)
    rest = max(0 * total, total - sum(weight for number, weight in found.items() if number))
    return (rest, *(found.get(number, 0 * rest) for number in range(1, most + 1)))


def _side(books: Books, side: int) -> SideOdds:
    battle, book = books.battle, books.sides[side]
    total = sum(book.casualties.values())
    own = [fighter for fighter in battle.fighters if fighter.side == side]
    counts = Counter(fighter.unit for fighter in own)
    units = tuple(
        UnitOdds(
            unit=unit,
            count=count,
            casualties=number_law(book.units.get(unit, {}), total),
            dismounted=number_law(book.dismounted.get(unit, {}), total),
        )
        for unit, count in sorted(counts.items())
    )
    characters = tuple(
        CharacterOdds(
            figure=f.id,
            unit=f.unit,
            fates=fate_law(book.fates.get(f.id, {}), total),
            final=fate_law(book.final.get(f.id, {}), total) if books.followed and book.concluded else {},
        )
        for f in own
        if f.character
    )
    return SideOdds(
        side=side,
        name=battle.sides[side].name,
        casualties=number_law(book.casualties, total),
        lost=number_law(book.lost, total) if book.lost else (),
        units=units,
        characters=characters,
    )


def fate_law(found: Mapping[Fate, Weight], total: Weight) -> dict[Fate, Weight]:
    """Return a law of fates, the chance to come out unhurt first."""
    hurt = {fate: weight for fate, weight in sorted(found.items()) if weight}
    hurt.pop(Fate.UNHURT, None)
    return {Fate.UNHURT: max(0 * total, total - sum(hurt.values())), **hurt}

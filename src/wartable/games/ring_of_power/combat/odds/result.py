"""Exact odds of a combat as data: results, losses by number and type, fates of characters, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from wartable.games.ring_of_power.combat.odds.ledger import Books, Result, Weight
from wartable.games.ring_of_power.combat.values import Fate

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

"""The odds of a combat: the books in which they are added up, and the results as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

import msgspec

from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate
from wartable.odds.sums import mean

K = TypeVar("K", bound=Hashable)
Result: TypeAlias = Literal["win", "draw", "loss", "none", "stopped"]
"""As the first side of a bout sees it; none: no combat came about; stopped: a condition ended it after a draw."""
RESULTS: tuple[Result, Result, Result] = ("win", "draw", "loss")
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
        self.casualties: dict[int, float] = {}
        self.lost: dict[int, float] = {}
        self.lost_known = True
        self.units: dict[str, dict[int, float]] = {}
        self.dismounted: dict[str, dict[int, float]] = {}
        self.fates: dict[int, dict[Fate, float]] = {}
        self.final: dict[int, dict[Fate, float]] = {}
        self.unsure = 0.0
        """The chance that the end of characters is not known, where `final` tells of the blows alone."""

    @property
    def concluded(self) -> bool:
        """Whether `final` is what becomes of characters in the end."""
        return self.unsure <= SURE

    def by_unit(self, fallen: Counter[str], thrown: Counter[str], weight: float) -> None:
        """Book how many fell, and how many riders were thrown, of each type."""
        for table, numbers in ((self.units, fallen), (self.dismounted, thrown)):
            for unit, number in numbers.items():
                add(table.setdefault(unit, {}), number, weight)


class Books:
    """All laws of one calculation, filled path by path."""

    def __init__(self, battle: Battle, rounds: int) -> None:
        self.battle = battle
        self.unfollowed = 0.0
        """The chance of draws that were not fought on because each of them is too unlikely."""
        self.results: dict[int, dict[Result, float]] = {}
        self.rounds: list[dict[Result, float]] = [{} for _ in range(rounds)]
        self.sides = [SideBook() for _ in battle.sides]

    def result(self, turn: int, bout: int, result: Result, weight: float) -> None:
        """Book a result of a bout in a round, numbered from 0, for good."""
        add(self.results.setdefault(bout, {}), result, weight)
        if bout == 0:
            add(self.rounds[turn], result, weight)

    def side(self, side: int, weight: float, fates: Fates, final: Fates) -> None:
        """Book what became of a side: in the blows, and in the end."""
        book, by_id = self.sides[side], self.battle.by_id
        own = [(by_id[figure], fate) for figure, fate in fates.items() if by_id[figure].side == side]
        last = [(by_id[figure], fate) for figure, fate in final.items() if by_id[figure].side == side]
        add(book.casualties, sum(fate in CASUALTIES for _, fate in own), weight)
        # Who is paralysed on the winning side recovers (G15).
        add(book.lost, sum(fate in CASUALTIES and fate is not Fate.PARALYSED for _, fate in last), weight)
        fallen = Counter(figure.unit for figure, fate in own if fate in CASUALTIES)
        book.by_unit(fallen, Counter(figure.unit for figure, fate in own if fate is Fate.DISMOUNTED), weight)
        for table, ends in ((book.fates, own), (book.final, last)):
            for figure, fate in ends:
                if figure.character:
                    add(table.setdefault(figure.id, {}), fate, weight)


def add(law: dict[K, float], key: K, weight: float) -> None:
    """Add weight to a key of a law."""
    law[key] = law.get(key, 0.0) + weight


NumberLaw: TypeAlias = tuple[float, ...]
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
    fates: Mapping[Fate, float]
    final: Mapping[Fate, float]


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
    def expected(self) -> float:
        """Casualties to be expected in the blows."""
        return mean(self.casualties)


class ResultOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How likely the first side wins, draws or loses; `none`: nobody was found; `stopped`: it was broken off."""

    win: float = 0.0
    draw: float = 0.0
    loss: float = 0.0
    none: float = 0.0
    stopped: float = 0.0


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
    def win(self) -> float:
        """The chance that the first side wins."""
        return self.result.win

    @property
    def draw(self) -> float:
        """The chance that nobody wins."""
        return self.result.draw

    @property
    def loss(self) -> float:
        """The chance that the first side loses."""
        return self.result.loss


def drawn_up(books: Books, remark: str = "") -> Odds:
    """Return the odds that full books hold."""
    rounds = _cumulated(books.rounds)
    return Odds(
        result=rounds[-1],
        rounds=tuple(rounds),
        bouts=tuple(_results(books.results[bout]) for bout in sorted(books.results)),
        sides=tuple(_side(books, side) for side in range(len(books.sides))),
        unfollowed=books.unfollowed,
        remark=remark,
    )


def _results(found: Mapping[Result, float]) -> ResultOdds:
    return msgspec.convert(found, ResultOdds)


def _cumulated(rounds: Sequence[Mapping[Result, float]]) -> list[ResultOdds]:
    """Return the results after each round; what is not decided yet counts as drawn."""
    total: dict[Result, float] = {}
    whole = sum(weight for found in rounds for weight in found.values())
    after: list[ResultOdds] = []
    for found in rounds:
        for result, weight in found.items():
            add(total, result, weight)
        open_yet = whole - sum(total.values())
        after.append(_results({**total, "draw": total.get("draw", 0.0) + open_yet}))
    return after


def _number_law(found: Mapping[int, float], total: float) -> NumberLaw:
    """Return a law by number; what no number was noted for is the chance of none."""
    most = max(found, default=0)
    rest = max(0.0, total - sum(weight for number, weight in found.items() if number))
    return (rest, *(found.get(number, 0.0) for number in range(1, most + 1)))


def _side(books: Books, side: int) -> SideOdds:
    battle, book = books.battle, books.sides[side]
    total = sum(book.casualties.values())
    own = [fighter for fighter in battle.fighters if fighter.side == side]
    units: list[UnitOdds] = []
    for unit, count in sorted(Counter(fighter.unit for fighter in own).items()):
        fell, thrown = (_number_law(laws.get(unit, {}), total) for laws in (book.units, book.dismounted))
        units.append(UnitOdds(unit=unit, count=count, casualties=fell, dismounted=thrown))
    characters: list[CharacterOdds] = []
    for hero in (fighter for fighter in own if fighter.character):
        fates, final = (_fate_law(laws.get(hero.id, {}), total) for laws in (book.fates, book.final))
        final = final if book.concluded else {}
        characters.append(CharacterOdds(figure=hero.id, unit=hero.unit, fates=fates, final=final))
    return SideOdds(
        side=side,
        name=battle.sides[side].name,
        casualties=_number_law(book.casualties, total),
        lost=_number_law(book.lost, total) if book.lost_known else (),
        units=tuple(units),
        characters=tuple(characters),
    )


def _fate_law(found: Mapping[Fate, float], total: float) -> dict[Fate, float]:
    """Return a law of fates, the chance to come out unhurt first."""
    hurt = {fate: weight for fate, weight in sorted(found.items()) if weight and fate is not Fate.UNHURT}
    return {Fate.UNHURT: max(0.0, total - sum(hurt.values()))} | hurt

"""Odds over several rounds, as a chain on the numbers of figures that are left by sort; draws go on (5.6, step 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.laws import by_losses
from wartable.games.ring_of_power.combat.odds.result import RESULTS, Books, Result, SideBook, Stop, add
from wartable.games.ring_of_power.combat.odds.sorts import Blows, Law, Sorts, View, gathered, simple, views
from wartable.games.ring_of_power.combat.odds.tree import mixture
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle, Fate, Fighter, Shelter


class Loss(NamedTuple):
    """What losing costs a side beside the blows: extra losses, or the fall of the walls that all of it is behind.

    `walls` None: some of it is behind walls that fall, and some is not.
    """

    extra: int = 0
    walls: Shelter | None = Shelter.NONE


class Order:
    """Which characters are lost first if any must be: as hits are dealt to them, which every round shows anew."""

    def __init__(self) -> None:
        self._before: set[tuple[int, int]] = set()
        self._exposed: set[int] = set()

    def seen(self, ids: Sequence[int]) -> None:
        """Note the order of the characters that can be hit in a round."""
        self._exposed.update(ids)
        self._before.update((one, other) for place, one in enumerate(ids) for other in ids[place + 1 :])

    def first(self, able: Sequence[tuple[Fighter, Fate]], count: int) -> list[Fighter] | None:
        """Return so many of the characters that are left, those who are lost first; None where that is not known.

        Who has just lost a mount is worth what he was with it, one who lost it before less; numbers do not tell.
        """
        fighters = [fighter for fighter, _ in able]
        if count >= len(fighters):
            return fighters
        afoot = [fate for fighter, fate in able if not fighter.mounted]
        if count < len(afoot) and len(afoot) > 1 and any(fate is not Fate.UNHURT for fate in afoot):
            return None
        alike = [(one.id, other.id) for one in fighters for other in fighters if one.mounted is other.mounted]
        if any({(one, other), (other, one)} <= self._before for one, other in alike):
            return None

        def rank(one: Fighter) -> tuple[bool, bool, int, int]:
            earlier = sum((other.id, one.id) in self._before for other in fighters if other.mounted is one.mounted)
            return one.id not in self._exposed, one.mounted, earlier, one.id

        return sorted(fighters, key=rank)[:count]


def final_fates(
    battle: Battle, side: int, sorts: Sorts, code: int, loss: Loss | None, order: Order
) -> Mapping[int, Fate] | None:
    """Return what becomes of a side's characters who end as a code says; None where numbers do not tell.

    `loss` None: the side has not lost.
    """
    there = [(sort, fighter) for sort, fighter in enumerate(sorts.samples) if sorts.count(code, sort)]
    heroes = [(sort, fighter) for sort, fighter in there if fighter.character]
    fates = {fighter.id: Fate.DEAD if sorts.spent[sort] else sorts.fates[sort] for sort, fighter in heroes}
    if loss is None:
        return fates
    if loss.walls is None:
        return None if any(_characters(battle, side)) else fates
    if loss.walls is not Shelter.NONE:
        return {**fates, **_fallen(battle, side, fates, loss.walls)}
    armies = sum(sorts.count(code, sort) for sort, one in there if not one.character and sorts.fights(sort))
    able = [(fighter, sorts.fates[sort]) for sort, fighter in heroes if sorts.fights(sort)]
    count = loss.extra - armies
    lost = order.first(able, count) if count > 0 else []
    return None if lost is None else {**fates, **{one.id: outcome.removal(battle, one, "extra") for one in lost}}


def _fallen(battle: Battle, side: int, fates: Mapping[int, Fate], walls: Shelter) -> dict[int, Fate]:
    """Return the fates of those caught in a fallen place: characters go to the tower if there is one (K4, K5)."""
    if walls is Shelter.FORTRESS and battle.place is not None and battle.place.tower:
        return {}
    found: dict[int, Fate] = {}
    for one in _characters(battle, side):
        gone = fates.get(one.id) in {Fate.DEAD, Fate.DISPERSED}
        if not gone and not any(modifier.spared_on_fall for modifier in one.modifiers):
            found[one.id] = outcome.removal(battle, one, "fall")
    return found


def _characters(battle: Battle, side: int) -> Iterable[Fighter]:
    return (one for one in battle.fighters if one.side == side and one.character)


Pair: TypeAlias = tuple[int, int]
"""What is left on both sides, as codes."""
Look: TypeAlias = tuple[View, View]
"""How a round looks on both sides."""
UNSEEN = 1e-8
"""Draws less likely than this are not fought on; their sum is told as `Books.unfollowed`."""
ENOUGH = 10_000_000
"""Ends of single numbers of hits that are gone through before the rest is left."""


def follows(ready: Iterable[Stage], stop: Iterable[Stop] = ()) -> bool:
    """Whether a chain can follow a combat from these stages before the first blow."""
    every = list(ready)
    stages = [stage for stage in every if not stage.over]
    bloodless = any(stage.bouts for stage in every)
    plain = not bloodless and all(simple(stage) and stage.battle.rules.score_slain_leader for stage in stages)
    watched = [stages[0].battle.by_id[one.figure] for one in stop if one.figure is not None] if stages else []
    return bool(stages) and plain and all(figure.character for figure in watched)


class Side(NamedTuple):
    """What a round makes of a side: codes with their chances, and how many fell in it."""

    law: Law
    fell: NDArray[np.int64]

    @property
    def by_fallen(self) -> NDArray[np.float64]:
        """The chance of each number of fallen."""
        return np.asarray(np.bincount(self.fell, weights=self.law.weights), dtype=np.float64)


class Chain:
    """A combat of several rounds. Its books are full once it has been followed."""

    def __init__(self, battle: Battle, rounds: int, stop: Iterable[Stop] = ()) -> None:
        """Sort the figures of both sides that can fight. Raises `TooMuch`."""
        self.battle = battle
        self.stop = tuple(stop)
        self.books = Books(battle, rounds)
        able = [fighter for fighter in battle.fighters if not fighter.wounded]
        self.sorts = (Sorts(f for f in able if f.side == 0), Sorts(f for f in able if f.side == 1))
        self.last = rounds - 1
        self._blows = Blows(self.sorts, battle.rules.overflow_allocation)
        self._seen: dict[tuple[frozenset[int], ...], list[tuple[float, Look]]] = {}
        self._orders = (Order(), Order())
        """By side: which characters are lost first."""
        self._ends: tuple[dict[bool, list[Law]], dict[bool, list[Law]]] = ({False: [], True: []}, {False: [], True: []})
        """By side: what is left in the end, of those who did not lose and those who did."""
        self._walls = [{one.inside for one in battle.fighters if one.side == side} for side in (0, 1)]

    def follow(self, ready: Iterable[tuple[float, Stage]]) -> Books:
        """Follow a combat from the stages at which its blows can begin; return its books. Raises `TooMuch`.

        The likeliest draws are fought on first; when enough has been gone through, the others are left.
        """
        start = (self.sorts[0].start, self.sorts[1].start)
        drawn: dict[Pair, float] = {}
        for chance, stage in ready:
            if stage.over:
                self._close(start, "none", 0, chance)
            else:
                of = {n: sort for sorts in self.sorts for sort, pool in enumerate(sorts.pools) for n in pool}
                self._round(start, chance, views(stage, of, all_of=not stage.held), 0, drawn)
        # What is drawn is put together by what is left, whichever way led there: few pairs of codes, many ways.
        for turn in range(1, self.last + 1):
            now, drawn = drawn, {}
            for pair, weight in sorted(now.items(), key=lambda item: -item[1]):
                if self._blows.work > ENOUGH:
                    self.books.unfollowed += weight
                    self._close(pair, "draw", turn - 1, weight)
                    continue
                for chance, both in self._looks(pair):
                    self._round(pair, weight * chance, both, turn, drawn)
        for index in (0, 1):
            self._enter(index)
        return self.books

    def _looks(self, pair: Pair) -> list[tuple[float, Look]]:
        """Return how the next round looks, and how likely each way is: duels come before the blows."""
        key = tuple(
            frozenset(sort for sort, _ in sorts.left(code)) for sorts, code in zip(self.sorts, pair, strict=True)
        )
        if key not in self._seen:
            figures = [one for sorts, code in zip(self.sorts, pair, strict=True) for one in sorts.figures(code)]
            forces = {fighter.force for _, fighter in figures}
            left = replace(
                self.battle,
                fighters=tuple(fighter for _, fighter in figures),
                meetings=tuple(one for one in self.battle.meetings if {one.one, one.other} <= forces),
                found=tuple(sorted(forces)),
            )
            of = {fighter.id: sort for sort, fighter in figures}
            self._seen[key] = [(chance, views(stage, of, all_of=True)) for chance, stage in mixture(begin(left))]
        return self._seen[key]

    def _round(self, pair: Pair, weight: float, both: Look, turn: int, drawn: dict[Pair, float]) -> None:
        """Fight one round from these numbers of figures; what an ambush does is gone through case by case (step 5)."""
        if not (both[0].ambush or both[1].ambush):
            self._blow((pair, pair), weight, both, turn, drawn)
            return
        one, other = (self._blows.law(index, pair, both, weight, ambush=True) for index in (0, 1))
        for mine, a in zip(one.codes.tolist(), one.weights.tolist(), strict=True):
            for theirs, b in zip(other.codes.tolist(), other.weights.tolist(), strict=True):
                self._blow((pair, (mine, theirs)), weight * a * b, both, turn, drawn)

    def _blow(self, pairs: tuple[Pair, Pair], weight: float, both: Look, turn: int, drawn: dict[Pair, float]) -> None:
        """Let both sides strike at once; book what is decided, and put off what is drawn.

        `pairs`: what was left before the round, and after its ambush.
        """
        for order, sorts, view in zip(self._orders, self.sorts, both, strict=True):
            heroes = (sorts.samples[target.sort] for target in view.targets)
            order.seen([one.id for one in heroes if one.character])
        one, other = (self._side(index, pairs, both, weight) for index in (0, 1))
        lead = both[0].leadership - both[1].leadership
        shares = (
            by_losses(int(one.fell.max()), other.by_fallen, lead),
            by_losses(int(other.fell.max()), one.by_fallen, -lead),
        )
        final = turn == self.last
        for index, side in enumerate((one, other)):
            win, draw, loss = (share[side.fell] * side.law.weights * weight for share in shares[index])
            self._ends[index][False].append(Law(side.law.codes, win + draw if final else win))
            self._ends[index][True].append(Law(side.law.codes, loss))
            if index == 0:
                for result, chances in zip(RESULTS, (win, draw, loss), strict=True):
                    if final or result != "draw":
                        self.books.result(turn, 0, result, float(chances.sum()))
        if not final:
            self._draws((one, other), lead, weight, turn, drawn)

    def _side(self, index: int, pairs: tuple[Pair, Pair], both: Look, weight: float) -> Side:
        """Return what a round makes of a side; those die who die of having fought (M4)."""
        sorts = self.sorts[index]
        law = self._blows.law(index, pairs[1], both, weight)
        fell = sorts.fallen(law.codes) - sorts.fallen(np.array([pairs[0][index]]))
        codes = law.codes
        for one in (*both[index].ambush, *both[index].strikers):
            if sorts.doomed(one.sort):
                number = sorts.count(pairs[1][index], one.sort) if one.number is None else one.number
                codes = codes + number * (sorts.units[sorts.after_fight(one.sort)] - sorts.units[one.sort])
        return Side(Law(codes, law.weights), fell)

    def _draws(self, sides: tuple[Side, Side], lead: int, weight: float, turn: int, drawn: dict[Pair, float]) -> None:
        """Put off what is drawn to the next round, if it is likely enough and both sides can still fight."""
        one, other = sides
        for lost in np.unique(one.fell).tolist():
            mine, theirs = one.law.chosen(one.fell == lost), other.law.chosen(other.fell == lost - lead)
            chances = weight * mine.weights[:, None] * theirs.weights[None, :]
            likely = chances >= UNSEEN
            for row, column in np.argwhere(likely).tolist():
                pair = (int(mine.codes[row]), int(theirs.codes[column]))
                self._put_off(pair, turn, float(chances[row, column]), drawn)
            rest = np.where(likely, 0.0, chances)
            self.books.unfollowed += float(rest.sum())
            self.books.result(turn, 0, "draw", float(rest.sum()))
            self._ends[0][False].append(Law(mine.codes, rest.sum(axis=1)))
            self._ends[1][False].append(Law(theirs.codes, rest.sum(axis=0)))

    def _put_off(self, pair: Pair, turn: int, chance: float, drawn: dict[Pair, float]) -> None:
        if any(self._stopped(one, pair) for one in self.stop):
            self._close(pair, "stopped", turn, chance)
        elif all(
            any(sorts.samples[sort].engaged for sort, _ in sorts.left(code))
            for sorts, code in zip(self.sorts, pair, strict=True)
        ):
            add(drawn, pair, chance)
        else:  # a side has nobody left to fight on
            self._close(pair, "draw", turn, chance)

    def _stopped(self, stop: Stop, pair: Pair) -> bool:
        """Whether a side breaks off: so many fell, or a character did."""
        sorts, code = self.sorts[stop.side], pair[stop.side]
        if stop.casualties is not None and sorts.fallen(np.array([code]))[0] >= stop.casualties:
            return True
        return stop.figure is not None and not any(sorts.samples[s].id == stop.figure for s, _ in sorts.left(code))

    def _close(self, pair: Pair, result: Result, turn: int, weight: float) -> None:
        self.books.result(turn, 0, result, weight)
        for index in (0, 1):
            self._ends[index][False].append(Law(np.array([pair[index]]), np.array([weight])))

    def _enter(self, index: int) -> None:
        """Write what is left of a side in the end into its book; what cannot be known is left out."""
        book, sorts = self.books.sides[index], self.sorts[index]
        for lost, laws in self._ends[index].items():
            law = gathered(laws)
            fallen = sorts.fallen(law.codes).tolist()
            for code, fell, weight in zip(law.codes.tolist(), fallen, law.weights.tolist(), strict=True):
                loss = self._loss(index, code) if lost else Loss()
                book.lost_known &= loss.walls is Shelter.NONE
                left = sum(number for _, number in sorts.left(code))
                add(book.casualties, fell, weight)
                add(book.lost, sum(map(len, sorts.pools)) - left + loss.extra, weight)
                _tell(book, sorts, code, weight)
                found = final_fates(self.battle, index, sorts, code, loss if lost else None, self._orders[index])
                if found is None:  # then it is told what becomes of characters in the blows alone
                    book.unsure += weight
                    found = final_fates(self.battle, index, sorts, code, None, self._orders[index]) or {}
                for figure, fate in found.items():
                    add(book.final.setdefault(figure, {}), fate, weight)

    def _loss(self, index: int, code: int) -> Loss:
        """Return what losing costs a side: extra losses (G13), or else the fall of the walls that they are behind."""
        walls, opened = self._walls[index], self.battle.place is not None and self.battle.place.open
        if walls & {*targets.WALLS} - ({Shelter.FORTRESS} if opened else set()):
            return Loss(walls=next(iter(walls)) if len(walls) == 1 else None)
        alive = [(self.sorts[index].samples[sort], number) for sort, number in self.sorts[index].left(code)]
        whole = self.battle.rules.extra_loss_base == "force_survivors"
        return Loss(outcome.extra_losses(sum(number for one, number in alive if whole or one.engaged)))


def _tell(book: SideBook, sorts: Sorts, code: int, weight: float) -> None:
    """Enter losses by unit, riders thrown, and the fates of characters."""
    fell: Counter[str] = Counter()
    thrown: Counter[str] = Counter()
    for family, number in sorts.missing(code):
        fell[sorts.samples[family].unit] += number
    for sort, sample in enumerate(sorts.samples):
        number, fate = sorts.count(code, sort), sorts.fates[sort]
        if number and fate is not Fate.UNHURT:
            fell[sample.unit] += number if sorts.casualty(sort) else 0
            thrown[sample.unit] += number if fate is Fate.DISMOUNTED else 0
            if sample.character:
                add(book.fates.setdefault(sample.id, {}), fate, weight)
    book.by_unit(fell, thrown, weight)

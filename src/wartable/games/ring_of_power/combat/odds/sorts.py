"""Figures of one side by sort: how many of each are left, and what the blows of a round make of these numbers (5.6)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.allocation import Kinds, Overflow, deal, keen, severity
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, kind_of, lines
from wartable.games.ring_of_power.combat.odds.laws import Numbers, figure_law, hits_of, kinds_of, rank_shares, ways_of
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.targets import hit_chance
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate, Fighter

BITS = 62


class TooMuch(ValueError):
    """A side has more sorts of figures than a code can count, or can come to more ends than can be gone through."""


def sort_of(fighter: Fighter) -> Hashable:
    """Return what is the same for figures that are interchangeable for good; a character is a sort of its own."""
    return kind_of(fighter), fighter.nation, fighter.force, fighter.near, fighter.id if fighter.character else 0


class Sorts:
    """The sorts of figures of a side, and what becomes of them: afoot, hurt, or fallen.

    A code is an integer that holds the number of figures of each sort; to move figures from one sort to another is to
    add the difference of their `units`. Figures of one family began as one sort. An army's fallen are in no code: they
    are those of the family who are missing. What a character came to is a sort for each fate.
    """

    def __init__(self, side: Iterable[Fighter]) -> None:
        """Sort the figures that can fight. Raises `TooMuch`."""
        self.samples: list[Fighter] = []
        self.fates: list[Fate] = []
        """What a sort is: unhurt, dismounted or hurt if it can fight, else a casualty."""
        self.spent: list[bool] = []
        """Whether a sort is of those who died of having fought (M4)."""
        self.family: list[int] = []
        self.units: list[int] = []
        self.pools: list[tuple[int, ...]] = []
        """The ids of each family; a family and its first sort have the same number."""
        self._masks: list[tuple[int, int]] = []
        self._known: dict[Hashable, int] = {}
        self._top = 0
        groups: dict[Hashable, list[Fighter]] = {}
        for fighter in side:
            groups.setdefault(sort_of(fighter), []).append(fighter)
        for own in groups.values():
            self.pools.append(tuple(sorted(one.id for one in own)))
            self._add((sort_of(own[0]), Fate.UNHURT), own[0], Fate.UNHURT, len(self.pools) - 1)
        self.start = sum(len(pool) * unit for pool, unit in zip(self.pools, self.units, strict=True))

    def _add(self, key: Hashable, sample: Fighter, fate: Fate, family: int, *, spent: bool = False) -> int:
        if key not in self._known:
            self._known[key] = len(self.samples)
            self.samples.append(sample)
            self.fates.append(fate)
            self.spent.append(spent)
            self.family.append(family)
            counted = sample.character or fate not in CASUALTIES
            bits = len(self.pools[family]).bit_length() if counted else 0
            self.units.append(1 << self._top if bits else 0)
            self._masks.append((self._top, (1 << bits) - 1))
            self._top += bits
            if self._top > BITS:
                raise TooMuch("There are too many sorts of figures on one side.")
        return self._known[key]

    def casualty(self, sort: int) -> bool:
        """Whether figures of a sort fell to the blows."""
        return self.fates[sort] in CASUALTIES

    def fights(self, sort: int) -> bool:
        """Whether figures of a sort can fight."""
        return not (self.spent[sort] or self.casualty(sort))

    def after(self, sort: int, fate: Fate, wounds: int) -> int:
        """Return the sort that a figure belongs to after the blows."""
        sample, family = self.samples[sort], self.family[sort]
        if fate in CASUALTIES:
            told = fate if sample.character else Fate.DEAD
            return self._add((family, told), sample, told, family)
        left = replace(sample, wounds=wounds)
        if fate is Fate.DISMOUNTED and sample.foot:
            left = replace(left, profile=sample.foot, foot=None)
        else:
            fate = self.fates[sort] if fate is Fate.UNHURT else fate
        return self._add((sort_of(left), fate), left, fate, family)

    def doomed(self, sort: int) -> bool:
        """Whether figures of a sort die of having fought."""
        return "dies_after" in targets.traits(self.samples[sort].abilities)

    def after_fight(self, sort: int) -> int:
        """Return the sort of those who died of having fought."""
        return self._add((self.family[sort], "spent"), self.samples[sort], Fate.UNHURT, self.family[sort], spent=True)

    def count(self, code: int, sort: int) -> int:
        """Return how many figures of a sort a code holds; of an army's fallen none."""
        shift, mask = self._masks[sort]
        return code >> shift & mask

    def left(self, code: int) -> Iterator[tuple[int, int]]:
        """Yield the sorts that can fight, and how many of each are left."""
        for sort in range(len(self.samples)):
            number = self.count(code, sort)
            if number and self.fights(sort):
                yield sort, number

    def missing(self, code: int) -> Iterator[tuple[int, int]]:
        """Yield the families of armies and how many of each fell to the blows."""
        there = dict.fromkeys(range(len(self.pools)), 0)
        for sort, family in enumerate(self.family):
            there[family] += 0 if self.casualty(sort) else self.count(code, sort)
        for family, number in there.items():
            if not self.samples[family].character and number < len(self.pools[family]):
                yield family, len(self.pools[family]) - number

    def fallen(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many figures fell to the blows so far, for each code."""
        total = np.zeros(len(codes), dtype=np.int64)
        for family, pool in enumerate(self.pools):
            if not self.samples[family].character:
                total += len(pool)
        for sort, (shift, mask) in enumerate(self._masks):
            if self.samples[sort].character:
                total += (codes >> shift & mask) if self.casualty(sort) else 0
            elif mask:
                total -= codes >> shift & mask
        return total

    def figures(self, code: int) -> Iterator[tuple[int, Fighter]]:
        """Yield the figures that can fight with their sorts; within a family those of the highest ids are unhurt."""
        used = [0] * len(self.pools)
        for sort, number in self.left(code):
            pool = self.pools[self.family[sort]]
            end = len(pool) - used[self.family[sort]]
            used[self.family[sort]] += number
            yield from ((sort, replace(self.samples[sort], id=one)) for one in pool[end - number : end])


class Striker(NamedTuple):
    """Figures of one sort that attack: so many dice each, each a hit of one kind with a chance. `number` None: all."""

    sort: int
    number: int | None
    dice: int
    chance: float
    kind: int


class Target(NamedTuple):
    """Figures of one sort that can be hit. `number` None: all there are."""

    sort: int
    number: int | None
    stance: Stance


class View(NamedTuple):
    """One side in a round: who strikes in ambush and who then, the kinds of their hits, who can be hit, in order."""

    ambush: tuple[Striker, ...]
    strikers: tuple[Striker, ...]
    kinds: Kinds
    targets: tuple[Target, ...]
    leadership: int


def simple(stage: Stage) -> bool:
    """Whether a round can be reckoned by sorts: two sides, nobody has evaded, no weapons, crews or picks.

    An ambush may only fell figures, not throw riders or hurt those of several wounds: they would strike back changed.
    Nor may anybody hold back then, as the fallen would have to be told apart.
    """
    fighters = stage.battle.fighters
    crewed = any(f.weapon or f.serves is not None or f.profile.dice == "crew" for f in fighters)
    whole = stage.wave == 1 or (not stage.held and all(f.wounds == 1 and not f.mounted for f in fighters))
    gifts = {gift for f in fighters for gift in (*targets.traits(f.abilities), *targets.tags_of(f.abilities))}
    plain = len(stage.pairings) == 1 and not (stage.evaded or crewed)
    return plain and whole and gifts.isdisjoint({"picks_victim", "paralyze"})


def views(stage: Stage, of: dict[int, int], *, all_of: bool) -> tuple[View, View]:
    """Return both sides of a stage as they are seen by sort; `of` is the sort of each figure.

    `all_of`: numbers are left open, for any number of figures of the same sorts.
    """
    waves = [lines(replace(stage, wave=wave)) for wave in (0, 1)]
    one, other = (_view(stage, waves, index, of, all_of=all_of) for index in (0, 1))
    return one, other


def _view(stage: Stage, waves: list[tuple[Line, Line]], index: int, of: dict[int, int], *, all_of: bool) -> View:
    exposed = waves[1][1 - index].exposed
    kinds = tuple(sorted({kind for wave in waves for kind in kinds_of(wave[index], exposed)}, key=severity))

    def strikers(line: Line) -> Iterator[Striker]:
        for rank in line.strikers:
            chance = float(hit_chance(rank.stance.attack, rank.stance.attack_reroll))
            kind = kinds.index(keen(rank.stance.tags, exposed))
            for sort, number in _parts(rank, of, all_of=all_of):
                yield Striker(sort, number, rank.stance.dice, chance, kind)

    ambush, others = (tuple(strikers(wave[index])) for wave in waves)
    hit = tuple(
        Target(sort, number, rank.stance)
        for rank in waves[1][index].exposed
        for sort, number in _parts(rank, of, all_of=all_of)
    )
    return View(ambush, others, kinds, hit, outcome.leadership(stage, index)[0])


def _parts(rank: Rank, of: dict[int, int], *, all_of: bool) -> list[tuple[int, int | None]]:
    """Return the sorts of a rank in the order of their first figure, and how many of each."""
    found: dict[int, int] = {}
    for figure in rank.ids:
        found[of[figure]] = found.get(of[figure], 0) + 1
    return [(sort, None if all_of else number) for sort, number in found.items()]


MOST = 100_000
"""Ends that a side may come to by one number of hits."""
NEVER = 1e-14
"""What is less likely than this is left out of a law; what is left is made whole again."""


class Law(NamedTuple):
    """Codes, and the chance of each."""

    codes: NDArray[np.int64]
    weights: NDArray[np.float64]

    def chosen(self, which: NDArray[np.bool_]) -> Law:
        """Return the part of the law for some of its codes."""
        return Law(self.codes[which], self.weights[which])


def gathered(laws: Sequence[Law]) -> Law:
    """Return the sum of laws, each code once."""
    codes, back = np.unique(np.concatenate([law.codes for law in laws]), return_inverse=True)
    weights = np.bincount(back, weights=np.concatenate([law.weights for law in laws]))
    return Law(codes, np.asarray(weights, dtype=np.float64))


class Blows:
    """Deals blows to both sides of a combat; the same question is answered once."""

    def __init__(self, sorts: tuple[Sorts, Sorts], how: Overflow) -> None:
        self.sorts = sorts
        self.how: Overflow = how
        self.work = 0
        """Ends gone through so far."""
        self._struck: dict[tuple[int, int, int, Numbers], Law] = {}
        self._looks: dict[int, tuple[View, View]] = {}
        """Kept, so that their ids stay theirs."""

    def law(
        self, index: int, pair: tuple[int, int], both: tuple[View, View], weight: float, *, ambush: bool = False
    ) -> Law:
        """Return what the other side makes of a side in a round of such a weight, in ambush or after it (steps 1-3)."""
        found = [
            Law(struck.codes, chance * struck.weights)
            for hits, chance in self._hits(1 - index, both[1 - index], pair[1 - index], ambush=ambush)
            if chance * weight > NEVER
            for struck in [self._by(index, both, pair[index], hits)]
        ]
        law = gathered(found)
        return Law(law.codes, law.weights / law.weights.sum())

    def _hits(self, index: int, view: View, code: int, *, ambush: bool) -> list[tuple[Numbers, float]]:
        """Return the numbers of hits of each kind that a side can score, with their chances."""
        dice: list[dict[float, int]] = [{} for _ in view.kinds]
        for one in view.ambush if ambush else view.strikers:
            number = self.sorts[index].count(code, one.sort) if one.number is None else one.number
            dice[one.kind][one.chance] = dice[one.kind].get(one.chance, 0) + number * one.dice
        return hits_of(dice, NEVER)

    def _by(self, index: int, both: tuple[View, View], code: int, hits: Numbers) -> Law:
        """Return what so many hits make of a side."""
        key = (id(both), index, code, hits)
        if key not in self._struck:
            self._looks[id(both)] = both
            self._struck[key] = self._dealt(index, both, code, hits)
        return self._struck[key]

    def _dealt(self, index: int, both: tuple[View, View], code: int, hits: Numbers) -> Law:
        sorts = self.sorts[index]
        numbers = (
            (hit, sorts.count(code, hit.sort) if hit.number is None else hit.number) for hit in both[index].targets
        )
        there = [(hit, number) for hit, number in numbers if number]
        ranks = [Rank(hit.stance, tuple(range(number))) for hit, number in there]
        codes, weights = np.array([code], dtype=np.int64), np.ones(1)
        for rank, each, number in rank_shares(ranks, deal(sum(n for _, n in there), hits, (), self.how)):
            hit = there[rank][0]
            ways = ways_of(figure_law(hit.stance, both[1 - index].kinds, each), number, NEVER)
            units = [sorts.units[sorts.after(hit.sort, *one)] - sorts.units[hit.sort] for one in ways.outcomes]
            codes = (codes[:, None] + (ways.numbers @ np.array(units, dtype=np.int64))[None, :]).ravel()
            weights = (weights[:, None] * ways.chances[None, :]).ravel()
            seen = weights > NEVER
            codes, weights = codes[seen], weights[seen]
            if len(codes) > MOST:
                raise TooMuch("A side can come to too many ends.")
        self.work += len(codes)
        return Law(codes, weights)

"""Odds of one round between two sides by convolution in float64: quick for two figures and for thousands (5.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.lines import lines, present
from wartable.games.ring_of_power.combat.odds import ends
from wartable.games.ring_of_power.combat.odds.arrays import Law, mixed_sums, plus
from wartable.games.ring_of_power.combat.odds.casts import Cast, cast_at
from wartable.games.ring_of_power.combat.odds.figures import Outcome
from wartable.games.ring_of_power.combat.odds.ledger import Books, Result, SideBook, add
from wartable.games.ring_of_power.combat.odds.states import after_wave, wave_law
from wartable.games.ring_of_power.combat.stage import Stage, Volley
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate, Fighter

SEEN = 1e-15
"""Results of an ambush less likely than this are left out."""


def fits(stage: Stage) -> bool:
    """Whether these odds follow from numbers of casualties: two sides, no score that depends on who falls."""
    rules = stage.battle.rules
    paralysis = any("paralyze" in targets.tags_of(fighter.abilities) for fighter in stage.battle.fighters)
    return len(stage.battle.sides) == 2 and rules.score_slain_leader and (rules.paralysed_scores or not paralysis)


class Sums:
    """Adds up the laws of weighted courses of one round and fills the books with them."""

    def __init__(self, books: Books) -> None:
        self.books = books
        books.followed = False
        self.laws: dict[tuple[int, str, str], Law] = {}
        self.unknown: set[int] = set()
        """Sides whose losses in the end take more to know than the number of casualties."""

    def blows(self, stage: Stage, weight: float) -> None:
        """Add a combat from the beginning of a wave; what an ambush does is gone through case by case (step 5)."""
        if stage.wave == 1:
            self._round(stage, weight)
            return
        laws = [wave_law(stage, index, float) for index in (0, 1)]
        for first, a in laws[0].items():
            for second, b in laws[1].items():
                if a * b > SEEN:
                    after = replace(after_wave(stage, (first, second)), wave=1, volley=Volley())
                    self._round(after, weight * a * b)

    def _round(self, stage: Stage, weight: float) -> None:
        casts = cast_at(stage, 0), cast_at(stage, 1)
        fallen = [SideSums(self, stage, index, casts[index]).add(weight) for index in (0, 1)]
        results = [_chances(stage, index, fallen) for index in (0, 1)]
        for index in (0, 1):
            side, lost = stage.pairings[0].sides[index], _lost(stage, index, fallen[index], results[index])
            if lost is None:
                self.unknown.add(side)
            else:
                self.add(side, "lost", "", weight * lost)
        for result, chances in results[0].items():
            self.books.result(0, 0, result, weight * float(chances.sum()))

    def add(self, side: int, book: str, key: str, law: Law) -> None:
        """Add a weighted law to a book of a side."""
        known = self.laws.get((side, book, key))
        self.laws[side, book, key] = law if known is None else plus(known, law)

    def close(self) -> None:
        """Write the laws into the books."""
        for (side, name, key), law in self.laws.items():
            book = self.books.sides[side]
            chances: list[float] = law.tolist()
            table = _table(book, name, key)
            for number, chance in enumerate(chances):
                add(table, number, chance)
        for side in self.unknown:
            self.books.sides[side].lost.clear()


def _table(book: SideBook, name: str, key: str) -> dict[int, float]:
    match name:
        case "casualties":
            return book.casualties
        case "lost":
            return book.lost
        case "units":
            return book.units.setdefault(key, {})
        case _:
            return book.dismounted.setdefault(key, {})


class SideSums:
    """What one wave does to one side, added up over its ranks."""

    def __init__(self, sums: Sums, stage: Stage, index: int, cast: Cast) -> None:
        self.sums = sums
        self.stage = stage
        self.cast = cast
        self.side = stage.pairings[0].sides[index]
        self.own = present(stage.battle, stage.pairings[0], self.side)
        self.units = [rank.stance.unit for rank in cast.exposed]
        self.thrown = [stage.fate(stage.battle.by_id[rank.ids[0]]) is Fate.DISMOUNTED for rank in cast.exposed]

    def add(self, weight: float) -> Law:
        """Add all laws of the side, and return the law of its casualties."""
        before = Counter(f.unit for f in self.own if self.stage.fate(f) in CASUALTIES)
        fallen = shifted(self._law(_fell, None), sum(before.values()))
        self.sums.add(self.side, "casualties", "", weight * fallen)
        for unit in sorted({f.unit for f in self.own}):
            alone = set(self.units) == {unit} and not before
            law = fallen if alone else shifted(self._law(_fell, unit), before[unit])
            self.sums.add(self.side, "units", unit, weight * law)
            if any(f.mounted for f in self.own if f.unit == unit):
                self.sums.add(self.side, "dismounted", unit, weight * self._dismounted(unit))
        for fighter in self.own:
            if fighter.character:
                self._fates(fighter, weight)
        return fallen

    def _law(self, counts: Callable[[Fate], bool], unit: str | None) -> Law:
        """Return the law of the number of figures of a unit (None: of all) with such a fate."""
        chances = [
            sum(chance for (fate, _), chance in sort.law if counts(fate)) * self._of(sort.rank, unit)
            for sort in self.cast.sorts
        ]
        first, law = mixed_sums(self.cast.weights, self.cast.counts, chances)
        return shifted(law, first)

    def _of(self, rank: int, unit: str | None) -> bool:
        return unit is None or self.units[rank] == unit

    def _dismounted(self, unit: str) -> Law:
        """Return the law of riders on foot in the end: those thrown now, and those thrown in ambush still alive."""
        afoot = [self.thrown[sort.rank] for sort in self.cast.sorts]
        chances = [
            sum(c for (fate, _), c in sort.law if (_fell(fate) if old else fate is Fate.DISMOUNTED))
            * self._of(sort.rank, unit)
            for sort, old in zip(self.cast.sorts, afoot, strict=True)
        ]
        before = sum(self.stage.fate(f) is Fate.DISMOUNTED for f in self.own if f.unit == unit)
        steps = [-1 if old else 1 for old in afoot]
        first, law = mixed_sums(self.cast.weights, self.cast.counts, chances, steps)
        return shifted(law, before + first)

    def _fates(self, fighter: Fighter, weight: float) -> None:
        book = self.sums.books.sides[self.side].fates.setdefault(fighter.id, {})
        earlier = self.stage.fate(fighter)
        left = 1.0
        for (fate, _), chance in self._own_law(fighter):
            left -= chance
            kept = earlier if fate is Fate.UNHURT else fate
            book[kept] = book.get(kept, 0.0) + weight * chance
        book[earlier] = book.get(earlier, 0.0) + weight * left

    def _own_law(self, fighter: Fighter) -> list[tuple[Outcome, float]]:
        """Return the law of what one figure's hits do to it, over all rows that hit it."""
        mine = {index for index, rank in enumerate(self.cast.exposed) if fighter.id in rank.ids}
        found: list[tuple[Outcome, float]] = []
        for column, sort in enumerate(self.cast.sorts):
            if sort.rank in mine:
                share = float(self.cast.weights @ self.cast.counts[:, column])
                found.extend((fate, share * chance) for fate, chance in sort.law)
        return found


def _fell(fate: Fate) -> bool:
    return fate in CASUALTIES


def shifted(law: Law, by: int) -> Law:
    """Return the law of a number that is greater by so much."""
    return np.concatenate([np.zeros(by), law]) if by else law


def _chances(stage: Stage, index: int, fallen: list[Law]) -> dict[Result, Law]:
    """Return for each number of own casualties the chance of it together with each result (step 4)."""
    own, enemy = fallen[index], fallen[1 - index]
    lead = outcome.leadership(stage, index)[0] - outcome.leadership(stage, 1 - index)[0]
    need = np.arange(len(own)) - lead
    below = np.concatenate([[0.0], np.cumsum(enemy)])
    at_most = below[np.clip(need + 1, 0, len(enemy))]
    fewer = below[np.clip(need, 0, len(enemy))]
    return {"win": own * (below[-1] - at_most), "draw": own * (at_most - fewer), "loss": own * fewer}


def _lost(stage: Stage, index: int, fallen: Law, results: dict[Result, Law]) -> Law | None:
    """Return the law of figures lost in the end, None where it takes more than the number of casualties."""
    pairing = stage.pairings[0]
    own = present(stage.battle, pairing, pairing.sides[index])
    after = ends.with_state(stage, index, tuple(() for _ in lines(stage)[index].exposed))
    paralysed = any("paralyze" in rank.stance.tags for rank in lines(stage)[1 - index].strikers)
    if paralysed or outcome.walled(after, own):
        return None
    before = sum(stage.fate(f) in CASUALTIES for f in own)
    there = len(outcome.remaining(after, index)) + before
    spent = sum(outcome.doomed(after, f) or f.id in after.spent for f in own)
    law = np.zeros(len(fallen) + outcome.extra_losses(there) + spent + 1)
    for result, chances in results.items():
        for number, chance in enumerate(chances.tolist()):
            more = outcome.extra_losses(max(0, there - number)) if result == "loss" else 0
            law[number + more + spent] += chance
    return law

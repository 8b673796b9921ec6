"""The equations of movement with some decisions open: each value lies between a least and a greatest.

The same rules as in `decisions`, read for the best and the worst that open decisions may bring. A decision whose
least and greatest agree is settled. For one that stays open, `reads` names the open decisions it hangs on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from wartable.games.diplomacy.movement.decisions import NO, OPEN, YES, Decisions
from wartable.games.diplomacy.movement.docket import EITHER, LAND, SEA, STUCK
from wartable.games.diplomacy.movement.legality import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import NOBODY

Range: TypeAlias = tuple[int, int]
"""Least and greatest; of something that is true or false, 0 or 1."""
FALSE, TRUE, MAYBE = (0, 0), (1, 1), (0, 1)


class Bounds:
    """Values of the equations as far as the verdicts of `decisions` settle them."""

    def __init__(self, decisions: Decisions) -> None:
        self.by = decisions
        self.docket = decisions.docket
        self.reads: list[int] = []

    def value(self, unit: int) -> int:
        """Return what the decision of a unit must be, or `OPEN`; `reads` then says what it hangs on."""
        self.reads = []
        least, greatest = _RANGES[self.by.doing[unit]](self, unit)
        return OPEN if least != greatest else YES if least else NO

    def decided(self, unit: int) -> Range:
        """Look a decision up."""
        known = self.by.verdict[unit]
        if known == OPEN:
            self.reads.append(unit)
            return MAYBE
        return (known, known)

    # Decisions

    def enters(self, unit: int) -> Range:
        """MOVE, over all ways the battle for the target may take."""
        path = self.arrives(unit)
        if path == FALSE:
            return FALSE
        met = self._beats_occupant(unit)
        if met == FALSE:
            return FALSE
        found = _both(path, met)
        least, greatest = self._attack(unit)
        for rival in self.by.into[self.by.target[unit]]:
            if rival == unit:
                continue
            mark = len(self.reads)
            low, high = self._prevent(rival)
            beaten = (int(least > high), int(greatest > low))
            if beaten == FALSE:
                return FALSE
            if beaten == TRUE:
                del self.reads[mark:]
            found = _both(found, beaten)
        return found

    def _beats_occupant(self, unit: int) -> Range:
        """Whether a mover is stronger than what is in its target, in each case that may be."""
        by = self.by
        other = by.at[by.target[unit]]
        if other == NOBODY:
            return TRUE
        if by.doing[other] != MOVE:
            least, greatest = self._backing(other)
            return _more(self._attack_staying(unit, other), self._raised(other, by.hold[other], (least, greatest)))
        cases: list[Range] = []
        head_on = self._head_on(unit, other)
        if head_on[1]:
            least, greatest = self._backing(other)
            resistance = self._raised(other, by.defend[other], (least, greatest))
            cases.append(_more(self._attack_staying(unit, other), resistance))
        if not head_on[0]:
            leaves = self.decided(other)
            if leaves[1]:
                cases.append(TRUE)
            if not leaves[0]:
                resistance = by.hold_moving[other], by.hold_moving[other]
                cases.append(_more(self._attack_staying(unit, other), resistance))
        return min(case[0] for case in cases), max(case[1] for case in cases)

    def _raised(self, unit: int, base: int, backing: Range) -> Range:
        """Return what a unit defends with: base and supports, for some never less than a certain strength."""
        return self.by.raised(unit, base + backing[0]), self.by.raised(unit, base + backing[1])

    def stands(self, unit: int) -> Range:
        """SUPPORT: no attack from elsewhere arrives, and none from where it helps gets in."""
        by = self.by
        cut = FALSE
        for mover in by.into.get(by.space[unit], ()):
            if by.owner[mover] == by.owner[unit]:
                continue
            cut = _either(cut, self._cuts(unit, mover))
        return _not(cut)

    def _cuts(self, unit: int, mover: int) -> Range:
        by_sea = self.by_sea(mover)
        if (unit, mover) in self.docket.spared:
            if by_sea == TRUE:
                return FALSE
            return _both(_not(by_sea), self._cuts_plainly(unit, mover, by_sea))
        return self._cuts_plainly(unit, mover, by_sea)

    def _cuts_plainly(self, unit: int, mover: int, by_sea: Range) -> Range:
        if self.by.uncut(unit):
            return self.decided(mover)
        if self.by.space[mover] != self.by.target[unit]:
            return self.arrives(mover)
        if self.docket.rulings.convoyed_cuts_against_origin:
            return _either(self.decided(mover), _both(by_sea, self.arrives(mover)))
        return self.decided(mover)

    def carries(self, unit: int) -> Range:
        """CONVOY: nobody gets in."""
        lost = FALSE
        for mover in self.by.into.get(self.by.space[unit], ()):
            lost = _either(lost, self.decided(mover))
        return _not(lost)

    def converts(self, unit: int) -> Range:
        """CONVERT: no attack arrives."""
        rule, attacked = self.docket.rulings.conversion_stopped_by, FALSE
        for mover in self.by.into.get(self.by.space[unit], ()):
            if rule == "any" or self.by.owner[mover] != self.by.owner[unit]:
                enough = self._matches_defence(mover, unit) if rule == "equal" else TRUE
                attacked = _either(attacked, _both(enough, self.arrives(mover)))
        return _not(attacked)

    def _matches_defence(self, mover: int, unit: int) -> Range:
        """Whether a mover is at least as strong as the defence of a unit that stays."""
        attack, defence = self._attack_staying(mover, unit), self._raised(unit, self.by.hold[unit], self._backing(unit))
        return int(attack[0] >= defence[1]), int(attack[1] >= defence[0])

    # Ways

    def arrives(self, unit: int) -> Range:
        """PATH."""
        mode = self.by.mode[unit]
        if mode in {LAND, EITHER}:
            return TRUE
        return FALSE if mode == STUCK else self._route(unit)

    def by_sea(self, unit: int) -> Range:
        """Whether it goes by convoy."""
        mode = self.by.mode[unit]
        if mode == EITHER:
            return self._route(unit)
        return TRUE if mode == SEA else FALSE

    def _route(self, unit: int) -> Range:
        by, docket = self.by, self.docket
        seas = docket.muster.network.seas
        origin, target, carriers = by.space[unit], by.target[unit], docket.carriers[unit]
        lost = [fleet for fleet in carriers if by.verdict[fleet] == NO]
        unsure = [fleet for fleet in carriers if by.verdict[fleet] == OPEN]
        if docket.rulings.routes != "all_break":
            needed = seas.useful(origin, target, docket.fleet_mask(carriers))
            lost = [fleet for fleet in lost if needed >> by.space[fleet] & 1]
            unsure = [fleet for fleet in unsure if needed >> by.space[fleet] & 1]
            found = (int(bool(needed) and not lost and not unsure), int(bool(needed) and not lost))
        else:
            hoped = docket.fleet_mask(fleet for fleet in carriers if fleet not in lost)
            held = hoped & ~docket.fleet_mask(unsure)
            found = (int(seas.connected(origin, target, held)), int(seas.connected(origin, target, hoped)))
        if found == MAYBE:
            self.reads += unsure
        return found

    def _head_on(self, unit: int, other: int) -> Range:
        """Whether a mover and the one in its target meet head to head."""
        by = self.by
        if by.doing[other] != MOVE or by.target[other] != by.space[unit] or by.mode[other] == STUCK:
            return FALSE
        return _not(_either(self.by_sea(unit), self.by_sea(other)))

    # Strengths

    def _backing(self, unit: int, against: str = "") -> Range:
        by = self.by
        least = greatest = 0
        for helper in by.helpers[unit]:
            if by.owner[helper] != against:
                low, high = self.decided(helper)
                least += low * by.worth[helper]
                greatest += high * by.worth[helper]
        return least, greatest

    def _attack_staying(self, unit: int, other: int) -> Range:
        """ATTACK on a unit that stays."""
        by = self.by
        if by.owner[other] == by.owner[unit]:
            return FALSE
        least, greatest = self._backing(unit, by.owner[other])
        return by.attack[unit] + least, by.attack[unit] + greatest

    def _attack(self, unit: int) -> Range:
        """ATTACK, whether or not the unit in the target stays."""
        by = self.by
        other = by.at[by.target[unit]]
        least, greatest = self._backing(unit)
        full = by.attack[unit] + least, by.attack[unit] + greatest
        if other == NOBODY:
            return full
        leaves = FALSE
        if by.doing[other] == MOVE:
            leaves = _both(_not(self._head_on(unit, other)), self.decided(other))
        if leaves == TRUE:
            return full
        staying = self._attack_staying(unit, other)
        return staying if leaves == FALSE else (staying[0], full[1])

    def _prevent(self, unit: int) -> Range:
        by = self.by
        path = self.arrives(unit)
        if path == FALSE:
            return FALSE
        standing = _both(path, _not(self._overrun(unit)))
        least, greatest = self._backing(unit)
        return standing[0] * (by.prevent[unit] + least), standing[1] * (by.prevent[unit] + greatest)

    def _overrun(self, unit: int) -> Range:
        """Whether the unit in its target came through to where it stands."""
        by = self.by
        other = by.at[by.target[unit]]
        if other == NOBODY or by.doing[other] != MOVE or by.target[other] != by.space[unit]:
            return FALSE
        if self.docket.rulings.dislodged_blocks_origin:
            return _both(self._head_on(unit, other), self.decided(other))
        return _both(self.decided(other), _not(self.decided(unit)))


def _both(one: Range, other: Range) -> Range:
    return one[0] & other[0], one[1] & other[1]


def _either(one: Range, other: Range) -> Range:
    return one[0] | other[0], one[1] | other[1]


def _not(one: Range) -> Range:
    return 1 - one[1], 1 - one[0]


def _more(one: Range, other: Range) -> Range:
    return int(one[0] > other[1]), int(one[1] > other[0])


_RANGES: Mapping[int, Callable[[Bounds, int], Range]] = {
    HOLD: lambda _bounds, _unit: TRUE,
    MOVE: Bounds.enters,
    SUPPORT: Bounds.stands,
    CONVOY: Bounds.carries,
    CONVERT: Bounds.converts,
}

"""The equations of movement: what each decision of a phase follows from (DATC 5.B).

Every unit has one decision to it: a mover gets in or not, a support stands or is cut, a fleet carries or is dislodged,
a unit converts or not. The rules are equations between these decisions, written once, in `EQUATIONS` and the terms it
names.

Each term is asked for one of two *bounds*: the greatest or the least value it may have. Where a term needs a decision
that works in its favour it asks for the same bound, and where one works against it, for the other: the greatest ATTACK
meets the least DEFEND. A decision that is settled answers both alike, and so does a term all of whose decisions are:
then the equations are exact. A decision that is still open answers with the bound it is asked for, and then the same
lines give the interval in which a value lies, whatever becomes of the open decisions. So nothing is written twice, and
what holds for every course of the open decisions can be settled before they are.

How an open decision is answered is left to `Evaluator`: it settles it first, or answers with the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from wartable.games.adjudication.compiled import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.adjudication.conditions import Bonus, Traits
from wartable.games.adjudication.order_set import EITHER, LAND, SEA, STUCK, OrderSet
from wartable.games.adjudication.units import NOBODY

NO, YES, OPEN, BUSY = range(4)
LEAST, GREATEST = NO, YES
NO_POWER = ""
NO_BONUS: Mapping[int, Bonus] = {}
UNKNOWN = -2
ABSENT = -1
"""The resistance of a space with nobody in it: any attack is stronger."""


class Equations:
    """The decisions of one phase and the terms of their equations; `verdict` has `NO`, `YES` or `OPEN` for each unit.

    While `exact`, an open decision is settled when a term asks for it, so that both bounds of every term agree, and
    strengths are remembered. `attack`, `hold` and so on are base strengths by unit, `floors` the least it defends with.
    """

    # With more than 30 attributes and no slots, each phase would make a dictionary of them, which takes a sixth longer.
    __slots__ = (
        "_attack",
        "_prevent",
        "_resistance",
        "at",
        "attack_of",
        "bonus",
        "defend_of",
        "doing",
        "exact",
        "floors",
        "helpers",
        "hold_moving_of",
        "hold_of",
        "into",
        "mode",
        "orders",
        "owner",
        "prevent_of",
        "source",
        "space",
        "target",
        "traits",
        "verdict",
        "worth",
    )

    def __init__(self, orders: OrderSet) -> None:
        units = orders.units
        size = len(units.unit)
        self.orders = orders
        self.traits = units.traits
        self.owner, self.space, self.at = units.owner, units.space, units.at
        self.doing, self.target, self.into = orders.doing, orders.target, orders.into
        self.helpers, self.mode, self.source = orders.helpers, orders.mode, orders.source
        self.verdict = [YES] * size
        self.exact = True
        self._attack = [UNKNOWN] * size
        self._prevent = [UNKNOWN] * size
        self._resistance = [UNKNOWN] * size
        self.floors: list[int] | None = None
        self.bonus: Mapping[int, Bonus] = NO_BONUS
        ones = [1] * size
        self.attack_of = self.hold_of = self.hold_moving_of = self.defend_of = self.prevent_of = self.worth = ones
        if self.traits is not None:
            self._take_traits(self.traits)

    def _take_traits(self, traits: list[Traits]) -> None:
        """Take base strengths from traits, and make movers stronger that go where there is a bonus for them."""
        self.attack_of = [one.attack for one in traits]
        self.hold_of = [one.hold for one in traits]
        self.hold_moving_of = [one.hold_moving for one in traits]
        self.defend_of = [one.defend for one in traits]
        self.prevent_of = [one.prevent for one in traits]
        self.worth = [one.support for one in traits]
        floors = [
            one.least_defence_moving if done == MOVE else one.least_defence
            for one, done in zip(traits, self.doing, strict=True)
        ]
        self.floors = floors if any(floors) else None
        self.bonus = found = dict[int, Bonus]()
        for code, bonus in self.orders.units.bonuses.items():
            movers = self.into.get(self.orders.units.network.space_named[code], ())
            able = [mover for mover in movers if self.owner[mover] in bonus.powers]
            for mover in able if len(able) == 1 or not bonus.alone else ():
                found[mover] = bonus
                for strengths in (self.attack_of, self.defend_of, self.prevent_of):
                    strengths[mover] += bonus.strength

    def decided(self, unit: int, bound: int) -> int:
        """Return what is decided about a unit; of an open decision, what `resolved` makes of it."""
        known = self.verdict[unit]
        return known if known < OPEN else self.resolved(unit, bound)

    def resolved(self, unit: int, bound: int) -> int:
        """Settle an open decision, or answer with the bound."""
        raise NotImplementedError

    # Terms of MOVE

    def path(self, unit: int, bound: int = GREATEST) -> int:
        """PATH: whether a mover gets as far as its target."""
        mode = self.mode[unit]
        if mode == SEA:
            return self._route(unit, bound)
        return NO if mode == STUCK else YES

    def overcomes(self, unit: int, bound: int) -> int:
        """Whether a mover is stronger than what stands in its target."""
        if self.at[self.target[unit]] == NOBODY:
            return YES
        against = self.resistance(unit, 1 - bound)
        return against == ABSENT or self.attack(unit, bound) > against

    def outdoes(self, unit: int, rival: int, bound: int) -> int:
        """Whether a mover is stronger than what a rival keeps others out of their common target with."""
        return self.attack(unit, bound) > self.prevent(rival, 1 - bound)

    # Terms of SUPPORT, CONVOY and CONVERT

    def survives(self, unit: int, mover: int, bound: int) -> int:
        """Whether a support outlives an attack on it.

        A mover cuts it by dislodging the unit, or else by coming from elsewhere than where the unit helps.
        """
        if self.owner[mover] == self.owner[unit]:
            return YES
        spared = self.orders.spared
        if spared and (unit, mover) in spared and self.by_sea(mover, bound):
            return YES
        if self.traits is None or not self.traits[unit].uncut:
            if self.source[mover] != self.target[unit] or self.passes(unit, mover):
                return NO if self.mode[mover] == LAND else 1 - self.path(mover, 1 - bound)
            against_origin = self.orders.rulings.convoyed_cuts_against_origin
            if against_origin and self.by_sea(mover, 1 - bound) and self.path(mover, 1 - bound):
                return NO
        return 1 - self.decided(mover, 1 - bound)

    def passes(self, unit: int, mover: int) -> bool:
        """Whether a mover that comes out of where a unit helps only passes that space, and the help is not against it.

        Help for a move into the space between is; help for the unit that stands there is not (ring-diplomacy Y12).
        """
        return self.source[mover] != self.space[mover] and self.doing[self.orders.subject(unit)] != MOVE

    def cuts(self, unit: int, mover: int) -> bool:
        """Whether an attack of a mover is enough to cut a support, without dislodging the unit."""
        return (self.source[mover] != self.target[unit] or self.passes(unit, mover)) and not self.uncut(unit)

    def uncut(self, unit: int) -> str:
        """Return why a support is lost only if its unit is dislodged; the empty string where attacks cut it."""
        return self.traits[unit].uncut if self.traits is not None else ""

    def keeps_out(self, _unit: int, mover: int, bound: int) -> int:
        """Whether a mover does not get in where a fleet carries."""
        return 1 - self.decided(mover, 1 - bound)

    def ignores(self, unit: int, mover: int, bound: int) -> int:
        """Whether an attack does not stop a unit from converting where it stands (Middle-Earth VIII 2.4)."""
        rule = self.orders.rulings.conversion_stopped_by
        if rule != "any" and self.owner[mover] == self.owner[unit]:
            return YES
        if rule == "equal" and self.attack(mover, 1 - bound) < self.hold(unit, bound):
            return YES
        return 1 - self.path(mover, 1 - bound)

    # Ways

    def by_sea(self, unit: int, bound: int = GREATEST) -> int:
        """Whether a mover goes by convoy, so that it cannot meet anyone head to head."""
        mode = self.mode[unit]
        return self._route(unit, bound) if mode == EITHER else int(mode == SEA)

    def _route(self, unit: int, bound: int) -> int:
        """Whether enough of the fleets that carry an army stay where they are (DATC 4.A.1)."""
        orders, verdict = self.orders, self.verdict
        carriers, seas = orders.carriers[unit], orders.units.network.seas
        origin, target = self.space[unit], self.target[unit]
        if orders.rulings.routes != "all_break":
            needed = seas.useful(origin, target, orders.fleet_mask(carriers))
            needing = (fleet for fleet in carriers if needed >> self.space[fleet] & 1)
            return int(needed != 0 and all(self.decided(fleet, bound) for fleet in needing))
        # Fleets whose fate is settled often answer by themselves, and then the others' need not be known.
        if seas.connected(origin, target, orders.fleet_mask(fleet for fleet in carriers if verdict[fleet] == YES)):
            return YES
        if not seas.connected(origin, target, orders.fleet_mask(fleet for fleet in carriers if verdict[fleet] != NO)):
            return NO
        held = orders.fleet_mask([fleet for fleet in carriers if self.decided(fleet, bound)])
        return int(seas.connected(origin, target, held))

    def opposed(self, unit: int, bound: int = GREATEST) -> int:
        """Whether a mover meets the unit in its target head to head: both come over the border between them.

        Neither goes by convoy, and neither over a space between, where the two would pass each other.
        """
        other = self.at[self.target[unit]]
        if other == NOBODY or self.doing[other] != MOVE or self.target[other] != self.space[unit]:
            return NO
        if self.source[unit] != self.space[unit] or self.source[other] != self.space[other]:
            return NO
        if self.mode[unit] == self.mode[other] == LAND:
            return YES
        if self.mode[other] == STUCK:
            return NO
        return int(not self.by_sea(unit, 1 - bound) and not self.by_sea(other, 1 - bound))

    # Strengths

    def backing(self, unit: int, bound: int, against: str = NO_POWER) -> int:
        """Return what the uncut supports for a unit are worth, without those of one power."""
        found = 0
        for helper in self.helpers[unit]:
            if self.owner[helper] != against:
                known = self.verdict[helper]
                if known if known < OPEN else self.resolved(helper, bound):
                    found += self.worth[helper]
        return found

    def attack(self, unit: int, bound: int = GREATEST) -> int:
        """ATTACK: what a mover with a path brings; nothing against a unit of its own that stays.

        Where a unit may stay, supports of that unit's own power do not count.
        """
        known = self._attack[unit]
        if known != UNKNOWN:
            return known
        other = self.at[self.target[unit]]
        found, helped = self.attack_of[unit], self.helpers[unit]
        own = other != NOBODY and self.owner[other] == self.owner[unit]
        if helped or own:  # else it is the same whether the other stays or leaves
            stays = other != NOBODY and (self.doing[other] != MOVE or self.resistance(unit, 1 - bound) != ABSENT)
            if stays and own:
                found = 0
            else:
                found += self.backing(unit, bound, self.owner[other] if stays else NO_POWER)
        if self.exact:
            self._attack[unit] = found
        return found

    def resistance(self, unit: int, bound: int = GREATEST) -> int:
        """HOLD of the unit in a mover's target, or DEFEND where they meet head to head; `ABSENT` where it leaves.

        Where it is open which of these it is, the bound is that of all that it may be.
        """
        known = self._resistance[unit]
        if known != UNKNOWN:
            return known
        other = self.at[self.target[unit]]
        if self.doing[other] != MOVE:
            found = self.hold(other, bound)
        elif self.exact and self.target[other] != self.space[unit]:
            leaves = self.verdict[other]
            if leaves >= OPEN:
                leaves = self.resolved(other, bound)
            found = ABSENT if leaves else self.hold_moving_of[other]
        else:
            found = (max if bound else min)(self._resisting(unit, other, bound))
        if self.exact:
            self._resistance[unit] = found
        return found

    def _resisting(self, unit: int, other: int, bound: int) -> list[int]:
        """List what a moving unit may set against the one that moves in on it."""
        found: list[int] = []
        if self.opposed(unit, GREATEST):
            found.append(self.raised(other, self.defend_of[other] + self.backing(other, bound)))
            if self.exact or self.opposed(unit, LEAST):
                return found
        leaves = self.decided(other, GREATEST)
        if leaves:
            found.append(ABSENT)
        if not leaves or not self.decided(other, LEAST):
            found.append(self.hold_moving_of[other])
        return found

    def hold(self, unit: int, bound: int = GREATEST) -> int:
        """HOLD of a unit that stays."""
        strength = self.hold_of[unit]
        if self.helpers[unit]:
            strength += self.backing(unit, bound)
        return strength if self.floors is None else self.raised(unit, strength)

    def raised(self, unit: int, strength: int) -> int:
        """Return what a unit defends with, which for some is never less than a certain strength."""
        return strength if self.floors is None else max(strength, self.floors[unit])

    def prevent(self, unit: int, bound: int = GREATEST) -> int:
        """PREVENT: what a mover keeps rivals out with; nothing without a path, or if beaten head to head."""
        known = self._prevent[unit]
        if known != UNKNOWN:
            return known
        found = 0
        if (self.mode[unit] == LAND or self.path(unit, bound)) and not self._is_overrun(unit, 1 - bound):
            found = self.prevent_of[unit] + (self.backing(unit, bound) if self.helpers[unit] else 0)
        if self.exact:
            self._prevent[unit] = found
        return found

    def _is_overrun(self, unit: int, bound: int) -> int:
        """Whether the unit in its target came through to where it stands; by 4.A.7 that may count over sea, too."""
        other = self.at[self.target[unit]]
        if other == NOBODY or self.doing[other] != MOVE or self.target[other] != self.space[unit]:
            return NO
        if self.orders.rulings.dislodged_blocks_origin:
            return self.opposed(unit, bound) and self.decided(other, bound)
        return int(bool(self.decided(other, bound)) and not self.decided(unit, 1 - bound))


Term: TypeAlias = Callable[[Equations, int, int], int]
AgainstMover: TypeAlias = Callable[[Equations, int, int, int], int]


Equation: TypeAlias = tuple[tuple[Term, ...], AgainstMover]
"""A decision is positive if all of its terms are: those of the unit alone, and the one against every mover.

These are the movers into its own space, or for a mover all others that go where it goes.
"""


def _unopposed(_equations: Equations, _unit: int, _mover: int, _bound: int) -> int:
    """Let no mover stand against a unit that holds: it has nothing to decide."""
    return YES


_BY_TASK: Mapping[int, Equation] = {
    HOLD: ((), _unopposed),
    MOVE: ((Equations.path, Equations.overcomes), Equations.outdoes),
    SUPPORT: ((), Equations.survives),
    CONVOY: ((), Equations.keeps_out),
    CONVERT: ((), Equations.ignores),
}


def _by_way(equation: Equation, way: int) -> Equation:
    """Leave out the path of who goes on land, as that is sure."""
    alone, against = equation
    return (tuple(term for term in alone if term is not Equations.path) if way == LAND else alone, against)


EQUATIONS: tuple[tuple[Equation, ...], ...] = tuple(
    tuple(_by_way(_BY_TASK[doing], way) for way in (LAND, SEA, EITHER, STUCK)) for doing in sorted(_BY_TASK)
)
"""What each decision follows from, by what the unit does and by the way of its move."""

"""The equations of movement as memoising recursion: one decision per unit, each looked up where another needs it.

Every unit has one decision to it: a mover gets in or not, a support stands or is cut, a fleet carries or is dislodged,
a unit converts or not. The rules are equations between these decisions (DATC 5.B), and almost every board is settled
by looking them up in turn. Where a decision turns out to rest on itself, `Cycle` ends the attempt, and what was settled
until then stays settled; `cycles` does the rest.
"""

from __future__ import annotations

from wartable.games.diplomacy.conditions import Bonus, Traits
from wartable.games.diplomacy.movement.docket import EITHER, LAND, SEA, STUCK, Docket
from wartable.games.diplomacy.movement.legality import CONVERT, CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import NOBODY

NO, YES, OPEN, BUSY = range(4)
NO_POWER = ""
UNKNOWN = -1


class Cycle(Exception):
    """A decision rests on itself."""


class Decisions:
    """The decisions of one phase; `verdict` has `NO`, `YES` or `OPEN` for each unit.

    `obvious` marks those that hung on nothing: nobody attacks the unit, or nobody else goes where it moves, and what it
    was to help is done. Where units differ in strength, nothing is. `even` are the empty spaces that movers keep each
    other out of of which all go on land and none is helped.
    """

    def __init__(self, docket: Docket) -> None:
        muster = docket.muster
        size = len(muster.units)
        self.docket = docket
        self.owner, self.space, self.at = muster.owner, muster.space, muster.at
        self.doing, self.target, self.into = docket.doing, docket.target, docket.into
        self.helpers, self.mode = docket.helpers, docket.mode
        self.verdict = [YES] * size
        self.obvious = docket.matched[:] if muster.traits is None else [False] * size
        self.even: set[int] = set()
        self._attack = [UNKNOWN] * size
        self._prevent = [UNKNOWN] * size
        self._resistance = [0] * size
        self.floors: list[int] | None = None
        self.bonus: dict[int, Bonus] = {}
        ones = [1] * size
        self.attack = self.hold = self.hold_moving = self.defend = self.prevent = self.worth = ones
        if muster.traits is not None:
            self.attack = [traits.attack for traits in muster.traits]
            self.hold = [traits.hold for traits in muster.traits]
            self.hold_moving = [traits.hold_moving for traits in muster.traits]
            self.defend = [traits.defend for traits in muster.traits]
            self.prevent = [traits.prevent for traits in muster.traits]
            self.worth = [traits.support for traits in muster.traits]
            self.floors = _floors(muster.traits, self.doing)
            self._give_bonuses()

    def _give_bonuses(self) -> None:
        """Make movers stronger that go where there is a bonus for them."""
        for code, bonus in self.docket.muster.bonuses.items():
            movers = self.into.get(self.docket.muster.network.space_named[code], ())
            able = [mover for mover in movers if self.owner[mover] in bonus.powers]
            for mover in able if len(able) == 1 or not bonus.alone else ():
                self.bonus[mover] = bonus
                for strengths in (self.attack, self.defend, self.prevent):
                    strengths[mover] += bonus.strength

    def settle_plainly(self) -> bool:
        """Settle what recursion can; returns whether that was everything."""
        complete = True
        for unit in self._settle_the_obvious():
            if self.verdict[unit] == OPEN:
                try:
                    _DECIDE[self.doing[unit]](self, unit)
                except (Cycle, RecursionError):  # a chain too long for the stack is left to the sweeps as well
                    complete = False
                    self.verdict = [OPEN if known == BUSY else known for known in self.verdict]
        return complete

    def _settle_the_obvious(self) -> list[int]:
        """Settle what hangs on nothing: units that nobody attacks, and lone movers on land to empty spaces.

        Returns the other units. Those that hold are settled as well, but what attacks them is not.
        """
        obvious, doing, at, mode = self.obvious, self.doing, self.at, self.mode
        others: list[int] = []
        for space, movers in self.into.items():
            attacked = at[space]
            if attacked == NOBODY:
                if len(movers) == 1 and mode[movers[0]] == LAND:
                    continue
                if self._is_even(movers):
                    self.even.add(space)
                    self._stand_off(movers)
                    continue
            elif doing[attacked] == HOLD:
                obvious[attacked] = False
            elif doing[attacked] != MOVE:
                others.append(attacked)
            others += movers
        for unit in others:
            self.verdict[unit] = OPEN
            obvious[unit] = False
        return others

    def _is_even(self, movers: list[int]) -> bool:
        """Whether movers to an empty space are sure to keep each other out, as all go on land and none is helped."""
        for mover in movers:
            if self.helpers[mover] or self.mode[mover] != LAND:
                return False
        return len(movers) > 1 and self.docket.muster.traits is None

    def _stand_off(self, movers: list[int]) -> None:
        for mover in movers:
            self.verdict[mover] = NO
            self.obvious[mover] = False
            self._attack[mover] = self._prevent[mover] = 1

    def moves(self, unit: int) -> int:
        """MOVE: whether a mover gets in."""
        known = self.verdict[unit]
        if known < OPEN:
            return known
        if known == BUSY:
            raise Cycle
        self.verdict[unit] = BUSY
        found = self.verdict[unit] = self._enters(unit)
        return found

    def _enters(self, unit: int) -> int:
        """Hold a mover against the rule: a path, and more strength than what is there and than each rival."""
        if self.mode[unit] != LAND and not self.arrives(unit):
            return NO
        target = self.target[unit]
        strength = self._weigh(unit)
        if self.at[target] != NOBODY and strength <= self._resistance[unit]:
            return NO
        rivals = self.into[target]
        if len(rivals) > 1:
            for rival in rivals:
                if rival != unit and strength <= self.prevent_strength(rival):
                    return NO
        return YES

    def supports(self, unit: int) -> int:
        """SUPPORT: it stands unless attacked from elsewhere than where it helps, or dislodged."""
        known = self.verdict[unit]
        if known < OPEN:
            return known
        if known == BUSY:
            raise Cycle
        self.verdict[unit] = BUSY
        found = self.verdict[unit] = YES if self.cutter(unit) == NOBODY else NO
        return found

    def cutter(self, unit: int) -> int:
        """Return the mover that cuts a support, or `NOBODY`."""
        power, aim, spared = self.owner[unit], self.target[unit], self.docket.spared
        uncut = self.uncut(unit)
        dangerous: list[int] = []
        for mover in self.into.get(self.space[unit], ()):
            if self.owner[mover] == power or (spared and self.is_spared(unit, mover)):
                continue
            if uncut or (self.space[mover] == aim and not self._cuts_against_origin(mover)):
                dangerous.append(mover)
            elif self.mode[mover] == LAND or self.arrives(mover):
                return mover
        for mover in dangerous:
            if self.moves(mover):
                return mover
        return NOBODY

    def uncut(self, unit: int) -> str:
        """Return why a support is lost only if its unit is dislodged; the empty string where attacks cut it."""
        traits = self.docket.muster.traits
        return traits[unit].uncut if traits is not None else ""

    def is_spared(self, unit: int, mover: int) -> bool:
        """Whether a convoyed army leaves this support alone by the text on paradoxes that is in force."""
        return (unit, mover) in self.docket.spared and self.by_sea(mover)

    def _cuts_against_origin(self, mover: int) -> bool:
        return self.docket.rulings.convoyed_cuts_against_origin and self.by_sea(mover)

    def carries(self, unit: int) -> int:
        """CONVOY: a fleet carries unless it is dislodged."""
        known = self.verdict[unit]
        if known < OPEN:
            return known
        if known == BUSY:
            raise Cycle
        self.verdict[unit] = BUSY
        found = NO if any(self.moves(mover) for mover in self.into.get(self.space[unit], ())) else YES
        self.verdict[unit] = found
        return found

    def converts(self, unit: int) -> int:
        """CONVERT: a unit converts unless its space is attacked (Middle-Earth VIII 12)."""
        self.verdict[unit] = NO if self.attackers(unit) else YES
        return self.verdict[unit]

    def attackers(self, unit: int) -> list[int]:
        """Return the movers that stop a unit from converting."""
        rule = self.docket.rulings.conversion_stopped_by
        return [
            mover
            for mover in self.into.get(self.space[unit], ())
            if (rule == "any" or self.owner[mover] != self.owner[unit])
            and self.arrives(mover)
            and (rule != "equal" or self.attack_strength(mover) >= self.defence(unit))
        ]

    # Ways

    def arrives(self, unit: int) -> bool:
        """PATH: whether a mover gets as far as its target."""
        mode = self.mode[unit]
        return mode in {LAND, EITHER} or (mode == SEA and self.route(unit))

    def by_sea(self, unit: int) -> bool:
        """Whether a mover goes by convoy, so that it cannot meet anyone head to head."""
        mode = self.mode[unit]
        return mode == SEA or (mode == EITHER and self.route(unit))

    def route(self, unit: int) -> bool:
        """Whether enough of the fleets that carry an army stay where they are (DATC 4.A.1)."""
        carriers = self.docket.carriers[unit]
        seas, origin, target = self.docket.muster.network.seas, self.space[unit], self.target[unit]
        if self.docket.rulings.routes != "all_break":
            needed = seas.useful(origin, target, self.docket.fleet_mask(carriers))
            return needed != 0 and all(self.carries(fleet) for fleet in carriers if needed >> self.space[fleet] & 1)
        safe = 0
        for fleet in carriers:
            space = self.space[fleet]
            if space not in self.into:
                safe |= 1 << space
        if seas.connected(origin, target, safe):
            return True
        hoped = self.docket.fleet_mask(fleet for fleet in carriers if self.verdict[fleet] != NO)
        if not seas.connected(origin, target, hoped):
            return False
        held = self.docket.fleet_mask(fleet for fleet in carriers if self.carries(fleet))
        return seas.connected(origin, target, held)

    # Strengths

    def backing(self, unit: int, against: str = NO_POWER) -> int:
        """Return what the uncut supports for a unit are worth, without those of one power."""
        found = 0
        for helper in self.helpers[unit]:
            known = self.verdict[helper]
            if self.owner[helper] != against and (known == YES or (known != NO and self.supports(helper))):
                found += self.worth[helper]
        return found

    def opponent(self, unit: int) -> int:
        """Return the unit that a mover meets head to head, or `NOBODY`."""
        other = self.at[self.target[unit]]
        if other == NOBODY or self.doing[other] != MOVE or self.target[other] != self.space[unit]:
            return NOBODY
        if self.mode[unit] == self.mode[other] == LAND:
            return other
        if self.mode[other] == STUCK or self.by_sea(unit) or self.by_sea(other):
            return NOBODY
        return other

    def attack_strength(self, unit: int) -> int:
        """ATTACK: what a mover with a path brings; nothing against a unit of its own that stays.

        Where a unit may stay, supports of that unit's own power do not count.
        """
        known = self._attack[unit]
        return self._weigh(unit) if known == UNKNOWN else known

    def resistance(self, unit: int) -> int:
        """HOLD of the unit in a mover's target, or DEFEND where they meet head to head."""
        if self._attack[unit] == UNKNOWN:
            self._weigh(unit)
        return self._resistance[unit]

    def _weigh(self, unit: int) -> int:
        """Find out what a mover brings and what the unit in its target sets against that; returns the former."""
        other = self.at[self.target[unit]]
        resistance, stays = 0, other != NOBODY
        if stays:
            if self.doing[other] != MOVE:
                resistance = self.defence(other)
            elif self.target[other] == self.space[unit] and self.opponent(unit) != NOBODY:
                resistance = self.raised(other, self.defend[other] + self.backing(other))
            elif self.moves(other):
                stays = False
            else:
                resistance = self.hold_moving[other]
        if stays and self.owner[other] == self.owner[unit]:
            strength = 0
        else:
            strength = self.attack[unit]
            if self.helpers[unit]:
                strength += self.backing(unit, self.owner[other] if stays else NO_POWER)
        self._resistance[unit] = resistance
        self._attack[unit] = strength
        return strength

    def defence(self, unit: int) -> int:
        """HOLD of a unit that stays."""
        strength = self.hold[unit]
        if self.helpers[unit]:
            strength += self.backing(unit)
        return strength if self.floors is None else self.raised(unit, strength)

    def raised(self, unit: int, strength: int) -> int:
        """Return what a unit defends with, which for some is never less than a certain strength."""
        return strength if self.floors is None else max(strength, self.floors[unit])

    def prevent_strength(self, unit: int) -> int:
        """PREVENT: what a mover keeps rivals out with; nothing without a path, or if beaten head to head."""
        known = self._prevent[unit]
        if known == UNKNOWN:
            known = 0
            if (self.mode[unit] == LAND or self.arrives(unit)) and not self._is_overrun(unit):
                known = self.prevent[unit] + (self.backing(unit) if self.helpers[unit] else 0)
            self._prevent[unit] = known
        return known

    def _is_overrun(self, unit: int) -> bool:
        """Whether the unit in its target came through to where it stands; by 4.A.7 that may count over sea, too."""
        other = self.at[self.target[unit]]
        if other == NOBODY or self.doing[other] != MOVE or self.target[other] != self.space[unit]:
            return False
        if self.docket.rulings.dislodged_blocks_origin:
            return self.opponent(unit) != NOBODY and bool(self.moves(other))
        return bool(self.moves(other)) and not self.moves(unit)


def _floors(traits: list[Traits], doing: list[int]) -> list[int] | None:
    """Return the least each unit defends with; nothing where that is so for none."""
    found = [
        one.least_defence_moving if done == MOVE else one.least_defence for one, done in zip(traits, doing, strict=True)
    ]
    return found if any(found) else None


_DECIDE = {
    MOVE: Decisions.moves,
    SUPPORT: Decisions.supports,
    CONVOY: Decisions.carries,
    CONVERT: Decisions.converts,
}

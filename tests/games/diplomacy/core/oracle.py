"""The equations of movement once more, written down plainly and solved by trying everything.

Taken over from the adjudicator are only the orders as read and matched. An assignment says of every mover whether it
gets in; it makes sense if each mover's fate follows from those of the others (DATC 3.0, 5.B).
"""

from __future__ import annotations

from itertools import product

from wartable.games.adjudication.compiled import CONVERT, CONVOY, MOVE, SUPPORT
from wartable.games.adjudication.order_set import EITHER, LAND, SEA, OrderSet
from wartable.games.adjudication.orders import Move

Fates = dict[int, bool]


class Oracle:
    def __init__(self, orders: OrderSet, failed: frozenset[int] = frozenset()) -> None:
        self.orders = orders
        self.numbered = orders.units
        self.rulings = orders.rulings
        self.failed = failed
        self.units = range(len(orders.doing))
        self.movers = [unit for unit in self.units if orders.doing[unit] == MOVE]
        ones = [None] * len(orders.doing) if self.numbered.traits is None else self.numbered.traits
        self.traits = dict(enumerate(ones))

    def base(self, unit: int, name: str) -> int:
        traits = self.traits[unit]
        bonus = self.bonus(unit) if name in {"attack", "defend", "prevent"} else 0
        return bonus + (1 if traits is None else int(getattr(traits, name)))

    def bonus(self, unit: int) -> int:
        """What a mover has beside its own strength for going where it goes, if nobody else may have it as well."""
        if unit not in self.movers:
            return 0
        target = self.orders.target[unit]
        bonus = self.numbered.bonuses.get(self.numbered.network.spaces[target])
        if bonus is None or self.numbered.owner[unit] not in bonus.powers:
            return 0
        others = [one for one in self.movers if one != unit and self.orders.target[one] == target]
        shared = any(self.numbered.owner[one] in bonus.powers for one in others)
        return 0 if bonus.alone and shared else bonus.strength

    def solutions(self) -> list[Fates]:
        found = []
        for values in product((False, True), repeat=len(self.movers)):
            fates = dict(zip(self.movers, values, strict=True))
            if all(self.enters(unit, fates) == fates[unit] for unit in self.movers):
                found.append(fates)
        return found

    def attackers(self, unit: int) -> list[int]:
        return [mover for mover in self.movers if self.orders.target[mover] == self.numbered.space[unit]]

    def other(self, unit: int) -> int:
        return self.numbered.at[self.orders.target[unit]]

    def route(self, unit: int, fates: Fates) -> bool:
        fleets = {
            self.numbered.space[fleet]: fleet not in self.failed
            and not any(fates[one] for one in self.attackers(fleet))
            for fleet in self.orders.carriers[unit]
        }
        paths = list(self.paths(unit, set(fleets)))
        if self.rulings.routes == "any_breaks":
            least = [path for path in paths if not any(other < path for other in paths)]
            return bool(least) and all(fleets[sea] for path in least for sea in path)
        return any(all(fleets[sea] for sea in path) for path in paths)

    def paths(self, unit: int, fleets: set[int]) -> set[frozenset[int]]:
        """Every chain of fleets from coast to coast, found by walking."""
        shores = self.numbered.network.seas.shores
        start, end = shores[self.numbered.space[unit]], shores[self.orders.target[unit]]
        found = set()
        walks = [(sea, frozenset({sea})) for sea in fleets if start >> sea & 1]
        while walks:
            here, path = walks.pop()
            if end >> here & 1:
                found.add(path)
            walks += [(sea, path | {sea}) for sea in fleets - path if shores[here] >> sea & 1]
        return found

    def arrives(self, unit: int, fates: Fates) -> bool:
        mode = self.orders.mode[unit]
        return mode in {LAND, EITHER} or (mode == SEA and self.route(unit, fates))

    def by_sea(self, unit: int, fates: Fates) -> bool:
        mode = self.orders.mode[unit]
        return mode == SEA or (mode == EITHER and self.route(unit, fates))

    def stands(self, unit: int, fates: Fates) -> bool:
        for mover in self.attackers(unit):
            if self.numbered.owner[mover] == self.numbered.owner[unit]:
                continue
            sea = self.by_sea(mover, fates)
            if sea and (unit, mover) in self.orders.spared:
                continue
            if fates[mover]:
                return False
            if (traits := self.traits[unit]) is not None and traits.uncut:
                continue
            passing = self.source(mover) != self.numbered.space[mover]
            into_it = self.orders.subject(unit) in self.movers
            elsewhere = self.source(mover) != self.orders.target[unit] or (passing and not into_it)
            if (elsewhere or (sea and self.rulings.convoyed_cuts_against_origin)) and self.arrives(mover, fates):
                return False
        return True

    def support(self, unit: int, fates: Fates, without: str = "") -> int:
        return sum(
            self.base(helper, "support")
            for helper in self.units
            if self.orders.doing[helper] == SUPPORT
            and self.orders.matched[helper]
            and self.orders.subject(helper) == unit
            and self.numbered.owner[helper] != without
            and self.stands(helper, fates)
        )

    def opposed(self, unit: int, fates: Fates) -> bool:
        other = self.other(unit)
        return (
            other in fates
            and self.orders.target[other] == self.numbered.space[unit]
            and not self.by_sea(unit, fates)
            and not self.by_sea(other, fates)
            and self.source(unit) == self.numbered.space[unit]
            and self.source(other) == self.numbered.space[other]
        )

    def source(self, unit: int) -> int:
        """Where an attack comes from, read from the order once more."""
        order = self.orders.order_of(unit)
        if isinstance(order, Move) and order.path and not order.via and self.orders.mode[unit] == LAND:
            return self.numbered.network.space_named[order.path[0]]
        return self.numbered.space[unit]

    def attack(self, unit: int, fates: Fates) -> int:
        other = self.other(unit)
        if not self.arrives(unit, fates):
            return 0
        if other < 0 or (fates.get(other, False) and not self.opposed(unit, fates)):
            return self.base(unit, "attack") + self.support(unit, fates)
        if self.numbered.owner[other] == self.numbered.owner[unit]:
            return 0
        return self.base(unit, "attack") + self.support(unit, fates, self.numbered.owner[other])

    def hold(self, unit: int, fates: Fates) -> int:
        if unit not in fates:
            return self.base(unit, "hold") + self.support(unit, fates)
        return 0 if fates[unit] else self.base(unit, "hold_moving")

    def prevent(self, unit: int, fates: Fates) -> int:
        other = self.other(unit)
        if not self.arrives(unit, fates):
            return 0
        beaten = self.opposed(unit, fates) and fates[other]
        if not self.rulings.dislodged_blocks_origin:
            swapped = other in fates and self.orders.target[other] == self.numbered.space[unit]
            beaten = swapped and fates[other] and not fates[unit]
        return 0 if beaten else self.base(unit, "prevent") + self.support(unit, fates)

    def enters(self, unit: int, fates: Fates) -> bool:
        if not self.arrives(unit, fates):
            return False
        strength = self.attack(unit, fates)
        other = self.other(unit)
        if other >= 0 and self.opposed(unit, fates):
            if strength <= self.base(other, "defend") + self.support(other, fates):
                return False
        elif other >= 0 and strength <= self.hold(other, fates):
            return False
        rivals = [one for one in self.movers if one != unit and self.orders.target[one] == self.orders.target[unit]]
        return all(strength > self.prevent(rival, fates) for rival in rivals)

    def verdicts(self, fates: Fates) -> list[bool]:
        """Every decision that follows from what the movers do."""
        found = []
        for unit in self.units:
            doing = self.orders.doing[unit]
            if doing == MOVE:
                found.append(fates[unit])
            elif doing == SUPPORT:
                found.append(self.stands(unit, fates))
            elif doing == CONVOY:
                found.append(unit not in self.failed and not any(fates[one] for one in self.attackers(unit)))
            elif doing == CONVERT:
                found.append(not any(self.stops(one, unit, fates) for one in self.attackers(unit)))
            else:
                found.append(True)
        return found

    def stops(self, mover: int, unit: int, fates: Fates) -> bool:
        foreign = self.numbered.owner[mover] != self.numbered.owner[unit]
        return (foreign or self.rulings.conversion_stopped_by == "any") and self.arrives(mover, fates)

"""The orders of a phase in parallel lists: which of them count, who helps whom, who goes where, and by what way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from wartable.games.diplomacy.movement.faults import Fault
from wartable.games.diplomacy.movement.legality import CONVOY, HOLD, MOVE, SUPPORT, Reading, read
from wartable.games.diplomacy.movement.muster import FLEET, NOBODY, Muster
from wartable.games.diplomacy.movement.plain import Plain, plain_orders_of
from wartable.games.diplomacy.movement.spared import spared_supports
from wartable.games.diplomacy.orders import AnyOrder, Move, Power, Waive
from wartable.games.diplomacy.results import Why
from wartable.games.diplomacy.rulings import Rulings

LAND, SEA, EITHER, STUCK = range(4)
"""How a move gets to its target: on its own, by convoy only, by convoy or else on its own, or not at all."""


class _NothingPlain(dict[AnyOrder, Plain | None]):
    """What is known of orders where nobody stands on the board."""

    def __missing__(self, order: AnyOrder) -> None:
        """No order is plain there."""


class Docket:
    """All orders of a phase; the lists are by unit.

    `doing` is what a unit does, `target` the space it moves to, or the one where the action happens that it helps,
    `subject` the unit it helps, `place` the exact location it goes to, `mode` the way of a move. `into` lists the
    movers into each space, `helpers` the supporters and `carriers` the fleets whose orders fit a unit's own.
    `order_of` is the order that counts for a unit, and `usual` the reason if all goes well with it, where that is known
    at once. `unit_of` lists the unit, or `NOBODY`, that each order is for, those given first in their order and then
    those that a ruling implied; `faults` says by their numbers in it what is wrong with those that do not count.
    `spared` holds pairs of a supporter and a convoyed army that cannot cut it.
    """

    def __init__(self, muster: Muster, orders: Mapping[Power, Sequence[AnyOrder]], rulings: Rulings) -> None:
        self.muster = muster
        self.rulings = rulings
        size = len(muster.units)
        self.given = orders
        self.unit_of: list[int] = []
        self.faults: dict[int, Fault] = {}
        self.order_of: list[AnyOrder | None] = [None] * size
        self._spoiled: set[int] = set()
        self.usual: list[Why | None] = [None] * size
        self.doing: list[int] = [HOLD] * size
        self.subject: list[int] = [NOBODY] * size
        self.target: list[int] = [NOBODY] * size
        self.place: list[int] = [NOBODY] * size
        self._take(orders)
        if rulings.proxy_orders:
            self._take_proxies()
        if rulings.implicit_orders:
            self._take_implied()
        self._match()

    # Which orders count

    def orders(self) -> list[tuple[Power, AnyOrder]]:
        """Return all orders with who gave them, in the order of `unit_of`."""
        found = [(power, order) for power, given in self.given.items() for order in given]
        implied = self.unit_of[len(found) :]
        return found + [(self.muster.owner[unit], self.move_of(unit)) for unit in implied]

    def _take(self, orders: Mapping[Power, Sequence[AnyOrder]]) -> None:
        """Read all orders; those that are legal and the only one for their unit count.

        Most are plain. Nothing but a look at who stands where is needed for them.
        """
        at, standings, owner = self.muster.at, self.muster.standing, self.muster.owner
        unit_of, order_of, usual = self.unit_of, self.order_of, self.usual
        doing, subject, target, place = self.doing, self.subject, self.target, self.place
        plain = plain_orders_of(self.muster.network) if owner else _NothingPlain()
        for power, given in orders.items():
            for order in given:
                known = plain[order]
                if known is not None:
                    space, standing, does, aim, where, why, near, helped = known
                    # Where nobody is, this looks at the last unit, and that stands elsewhere.
                    unit = at[space]
                    if standings[unit] is standing and owner[unit] == power and order_of[unit] is None:
                        other = unit if helped is None else at[near]
                        if (helped is None or standings[other] is helped) and (
                            why is not None or self._is_possible(unit, other, does, aim)
                        ):
                            unit_of.append(unit)
                            order_of[unit] = order
                            doing[unit], target[unit], place[unit] = does, aim, where
                            usual[unit] = why
                            if helped is not None or why is None:
                                subject[unit] = other
                            continue
                self._take_other(power, order)

    def _is_possible(self, unit: int, other: int, does: int, target: int) -> bool:
        """Whether a plain order that hangs on the fleets at sea, or on a coast left out in a support, is surely legal.

        Those that are not are read again, to see what is wrong with them.
        """
        muster = self.muster
        if does == CONVOY:
            return bool(
                muster.network.seas.useful(muster.space[other], target, muster.fleets) >> muster.space[unit] & 1
            )
        if does == MOVE:
            return self.rulings.convoy_path != "required" and muster.carried(unit, target)
        if muster.standing[other][2] == FLEET:
            return self.rulings.support_coast != "required"
        return muster.carried(other, target, without=unit)

    def _take_other(self, power: Power, order: AnyOrder) -> None:
        """Read an order whose meaning hangs on the board and the rulings, or that is not the only one for its unit."""
        reading = read(self.muster, power, order, self.rulings)
        if isinstance(reading, Fault):
            self._refuse(self._own(power, order), reading)
        elif self.order_of[reading[0]] is None:
            self._count(order, reading)
        else:
            self._settle_double(order, reading)

    def _own(self, power: Power, order: AnyOrder) -> int:
        """Return the unit that an illegal order is for, if that is of the power that gave it."""
        unit = NOBODY if isinstance(order, Waive) else self.muster.find(order.unit)
        return unit if unit != NOBODY and self.muster.owner[unit] == power else NOBODY

    def _refuse(self, unit: int, fault: Fault) -> None:
        """Let the order that is read now not count."""
        self.faults[len(self.unit_of)] = fault
        self.unit_of.append(unit)

    def _count(self, order: AnyOrder, reading: Reading) -> None:
        """Let the order that is read now count for its unit."""
        self.unit_of.append(reading[0])
        self._obey(order, reading)

    def _obey(self, order: AnyOrder, reading: Reading) -> None:
        unit = reading[0]
        self.order_of[unit] = order
        _, self.doing[unit], self.subject[unit], self.target[unit], self.place[unit] = reading

    def _settle_double(self, order: AnyOrder, reading: Reading) -> None:
        """Let the first, the last or none of a unit's different orders count (4.D.3); a mere repeat does no harm."""
        unit = reading[0]
        spoiled = unit in self._spoiled
        if self.order_of[unit] == order and not spoiled:
            self._refuse(unit, Fault("illegal.repeated", order, unit))
        elif self.rulings.double_orders == "first":
            self._refuse(unit, Fault("illegal.superseded", order, unit))
        elif self.rulings.double_orders == "last":
            self._withdraw(unit, "illegal.superseded")
            self._count(order, reading)
        else:
            if not spoiled:
                self._withdraw(unit, "illegal.double")
                self._spoiled.add(unit)
            self._refuse(unit, Fault("illegal.double", order, unit))

    def _withdraw(self, unit: int, code: str) -> None:
        """Take back the order that counts for a unit; it is not forgotten, so that another for the unit is a double."""
        order = self.order_of[unit]
        assert order is not None  # noqa: S101 - one counts
        numbers = reversed(range(len(self.unit_of)))
        self.faults[next(number for number in numbers if self._counts(number, unit))] = Fault(code, order, unit)
        self.usual[unit] = None
        self.doing[unit] = HOLD
        self.subject[unit] = self.target[unit] = self.place[unit] = NOBODY

    def _counts(self, number: int, unit: int) -> bool:
        """Whether the order of this number is for a unit and nothing is wrong with it."""
        return self.unit_of[number] == unit and number not in self.faults

    def _take_proxies(self) -> None:
        """Let an order by another power count for a unit whose own power gave it none (4.E.5)."""
        for number, fault in [*self.faults.items()]:
            order = fault.order
            if fault.code != "illegal.foreign_unit" or isinstance(order, Waive):
                continue
            unit = self.muster.find(order.unit)
            reading = read(self.muster, self.muster.owner[unit], order, self.rulings)
            if not isinstance(reading, Fault) and self.order_of[unit] is None:
                del self.faults[number]
                self.unit_of[number] = unit
                self._obey(order, reading)

    def _take_implied(self) -> None:
        """Let a unit without an order make the one move its own power supports or convoys it for (4.E.3)."""
        asked: dict[int, set[int]] = {}
        for unit, doing in enumerate(self.doing):
            subject = self.subject[unit]
            if (
                doing in {SUPPORT, CONVOY}
                and self.muster.owner[subject] == self.muster.owner[unit]
                and self.target[unit] != self.muster.space[subject]
                and self.order_of[subject] is None
            ):
                asked.setdefault(subject, set()).add(max(self.place[unit], self.target[unit]))
        for unit, places in asked.items():
            if len(places) == 1:
                move = Move(self.muster.units[unit], self.muster.network.locations[places.pop()])
                power = self.muster.owner[unit]
                reading = read(self.muster, power, move, self.rulings)
                if not isinstance(reading, Fault):
                    self._count(move, reading)

    # Who helps whom, and who goes where

    def _match(self) -> None:
        size = len(self.doing)
        nobody: tuple[int, ...] = ()
        self.helpers: list[tuple[int, ...]] = [nobody] * size
        self.carriers: list[tuple[int, ...]] = [nobody] * size
        self.mode: list[int] = [LAND] * size
        self.matched: list[bool] = [True] * size
        self.into: dict[int, list[int]] = {}
        if self.rulings.illegal_moves == "move":
            self._count_impossible_moves()
        far = self._match_each()
        self._leave_out_foreign_fleets()
        for unit in far:
            self.mode[unit] = self._way(unit)
        self.spared = spared_supports(self)

    def _match_each(self) -> list[int]:
        """Look up who moves where and which helps fit; returns the movers whose way is still to be decided."""
        doings, subjects, targets, places = self.doing, self.subject, self.target, self.place
        into, helpers, disorder = self.into, self.helpers, self.rulings.disorder_supported
        far: list[int] = []
        for unit, doing in enumerate(doings):
            if doing == HOLD:
                continue
            target = targets[unit]
            if doing == MOVE:
                if target in into:
                    into[target].append(unit)
                else:
                    into[target] = [unit]
                if subjects[unit] == unit:
                    far.append(unit)
            elif doing == SUPPORT:
                helped = subjects[unit]
                if doings[helped] == MOVE:
                    fits = target == targets[helped] and places[unit] == places[helped]
                else:
                    fits = disorder and places[unit] == NOBODY
                if fits or self._fits_support(unit):
                    helpers[helped] += (unit,)
                else:
                    self.matched[unit] = False
            elif doing == CONVOY:
                far += self._match_convoy(unit)
        return far

    def _match_convoy(self, unit: int) -> tuple[int, ...]:
        """Let a fleet carry the army its order is for, if that goes there; returns that army."""
        if not self._fits_convoy(unit):
            self.matched[unit] = False
            return ()
        army = self.subject[unit]
        self.carriers[army] += (unit,)
        return (army,)

    def _leave_out_foreign_fleets(self) -> None:
        """Leave an army to the fleets of its own power where those make a route, by that ruling."""
        if self.rulings.routes != "any_own_breaks":
            return
        muster = self.muster
        for army, carriers in enumerate(self.carriers):
            own = tuple(fleet for fleet in carriers if muster.owner[fleet] == muster.owner[army])
            if own and muster.network.seas.connected(muster.space[army], self.target[army], self.fleet_mask(own)):
                self.carriers[army] = own

    def _count_impossible_moves(self) -> None:
        """Let a unit that was ordered to an impossible place count as a mover that gets nowhere (4.E.1)."""
        for number, fault in self.faults.items():
            unit = self.unit_of[number]
            if isinstance(fault.order, Move) and unit != NOBODY and self.order_of[unit] is None:
                space = self.muster.network.space_named.get(fault.order.to, NOBODY)
                if space != NOBODY:
                    self.doing[unit], self.target[unit], self.mode[unit] = MOVE, space, STUCK

    def _fits_support(self, unit: int) -> bool:
        subject, target = self.subject[unit], self.target[unit]
        if self.doing[subject] != MOVE:
            return target == self.muster.space[subject] and self._supportable(subject)
        if target != self.target[subject] or self.mode[subject] == STUCK:
            return False
        # A coast that was not written is the space as a whole, whose number is that of the space (4.B.4).
        return self.place[unit] in {self.place[subject], target} or self.rulings.support_coast == "ignored"

    def _supportable(self, unit: int) -> bool:
        """Whether a unit that holds may be supported: those of a power that gave no order perhaps not (4.D.9)."""
        return self.rulings.disorder_supported or bool(self.given.get(self.muster.owner[unit]))

    def _fits_convoy(self, unit: int) -> bool:
        subject = self.subject[unit]
        if self.doing[subject] != MOVE or self.target[unit] != self.target[subject] or self.mode[subject] == STUCK:
            return False
        path = self._path(subject)
        return not path or self.muster.network.spaces[self.muster.space[unit]] in path

    def _path(self, unit: int) -> Sequence[str]:
        """Return the fleets' spaces a mover's order binds itself to (4.A.6)."""
        if self.rulings.convoy_path == "ignored":
            return ()
        return self.move_of(unit).path

    def move_of(self, unit: int) -> Move:
        """Return the order of a unit that moves."""
        return cast("Move", self.order_of[unit])

    def _way(self, unit: int) -> int:
        """Decide how an army goes: far by convoy, near on foot unless a convoy is meant (4.A.3)."""
        target = self.target[unit]
        move = self.move_of(unit)
        if not self.muster.direct(unit) >> target & 1:
            two_steps = move.path and self.muster.two_steps(unit) >> target & 1
            return LAND if two_steps else SEA
        if not (move.via or self.carriers[unit]) or not self._means_convoy(unit, move):
            return LAND
        fallback = self.rulings.land_fallback or self.rulings.adjacent_convoy == "swap_1971"
        return EITHER if fallback else SEA

    def _means_convoy(self, unit: int, move: Move) -> bool:
        rule = self.rulings.adjacent_convoy
        if rule == "via_only":
            return move.via
        if rule == "swap_1971":
            return bool(self.carriers[unit]) and self.comes_against(unit)
        own = any(self.muster.owner[fleet] == self.muster.owner[unit] for fleet in self.carriers[unit])
        return own or (move.via and rule == "fleet_or_via")

    def comes_against(self, unit: int) -> bool:
        """Whether the unit in a mover's target moves to where the mover comes from."""
        other = self.muster.at[self.target[unit]]
        return other != NOBODY and self.doing[other] == MOVE and self.target[other] == self.muster.space[unit]

    def fleet_mask(self, fleets: Iterable[int]) -> int:
        """Return the set of spaces that fleets stand in."""
        found = 0
        for fleet in fleets:
            found |= 1 << self.muster.space[fleet]
        return found

"""The orders of a phase in parallel lists: which of them count, who helps whom, who goes where, and by what way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from wartable.games.adjudication.compiled import CONVOY, HOLD, IDLE, MOVE, SUPPORT, Task, compiled_for
from wartable.games.adjudication.faults import Fault
from wartable.games.adjudication.legality import read
from wartable.games.adjudication.orders import AnyOrder, Convert, Move, Power, Waive
from wartable.games.adjudication.paradoxes import spared_supports
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.units import NOBODY, Units

LAND, SEA, EITHER, STUCK = range(4)
"""How a move gets to its target: on its own, by convoy only, by convoy or else on its own, or not at all."""


class OrderSet:
    """All orders of a phase; the lists are by unit.

    `tasks` are what the orders that count ask of the units. Of these, `doing` is what a unit does and `target` the
    space it moves to, or the one where the action happens that it helps. `mode` is the way of a move, `source` the
    space an attack comes from. `into` lists the movers into each space, `helpers` the supporters and `carriers` the
    fleets whose orders fit a unit's own.
    `unit_of` lists the unit, or `NOBODY`, that each order is for, those given first in their order and then
    those that a ruling implied; `faults` says by their numbers in it what is wrong with those that do not count.
    `spared` holds pairs of a supporter and a convoyed army that cannot cut it.
    """

    def __init__(self, units: Units, orders: Mapping[Power, Sequence[AnyOrder]], rulings: MovementRulings) -> None:
        self.units = units
        self.rulings = rulings
        self.given = orders
        self.unit_of: list[int] = []
        self.faults: dict[int, Fault] = {}
        self._spoiled: set[int] = set()
        self._stuck: list[int] = []
        self.tasks: list[Task] = [IDLE] * len(units.unit)
        self.doing: list[int] = [HOLD] * len(units.unit)
        self.target: list[int] = [NOBODY] * len(units.unit)
        self._take(orders)
        if rulings.proxy_orders:
            self._take_proxies()
        if rulings.implicit_orders:
            self._take_implied()
        if rulings.illegal_moves == "move":
            self._count_impossible_moves()
        self._match()

    # Which orders count

    def orders(self) -> list[tuple[Power, AnyOrder]]:
        """Return all orders with who gave them, in the order of `unit_of`."""
        found = [(power, order) for power, given in self.given.items() for order in given]
        implied = self.unit_of[len(found) :]
        return found + [(self.units.owner[unit], self.move_of(unit)) for unit in implied]

    def _take(self, orders: Mapping[Power, Sequence[AnyOrder]]) -> None:
        """Read all orders; those that are legal and the only one for their unit count.

        Most were compiled before. Nothing but a look at who stands where is needed for them.
        """
        at, standings, owner, tasks = self.units.at, self.units.standing, self.units.owner, self.tasks
        doings, targets = self.doing, self.target
        counts = self.unit_of.append
        compiled = compiled_for(self.units)
        for power, given in orders.items():
            for order in given:
                known = compiled[order]
                if known is not None:
                    space, standing, near, helped, task = known
                    # Where nobody is, this looks at the last unit, and that stands elsewhere.
                    unit = at[space]
                    if (
                        standings[unit] is standing
                        and owner[unit] == power
                        and tasks[unit] is IDLE
                        and (helped is None or standings[at[near]] is helped)
                        and (task[4] is not None or self._is_possible(unit, task))
                    ):
                        counts(unit)
                        tasks[unit] = task
                        doings[unit] = task[0]
                        targets[unit] = task[1]
                        continue
                self._take_other(power, order)

    def _is_possible(self, unit: int, task: Task) -> bool:
        """Whether a compiled order that hangs on the fleets at sea, or on a coast left out in a support, is legal.

        Those that are not are read again, to see what is wrong with them.
        """
        units, (doing, target, _, near, _, _) = self.units, task
        other = units.at[near]
        if doing == CONVOY:
            useful = units.network.seas.useful(units.space[other], target, units.fleets)
            return bool(useful >> units.space[unit] & 1)
        if doing == MOVE:
            return self.rulings.convoy_path != "required" and units.carried(unit, target)
        if units.is_afloat(other):
            return self.rulings.support_coast != "required"
        return units.carried(other, target, without=unit)

    def _take_other(self, power: Power, order: AnyOrder) -> None:
        """Read an order whose meaning hangs on the board and the rulings, or that is not the only one for its unit."""
        reading = read(self.units, power, order, self.rulings)
        if isinstance(reading, Fault):
            self._refuse(self._own(power, order), reading)
        elif self.tasks[reading[0]] is IDLE:
            self._count(*reading)
        else:
            self._settle_double(*reading)

    def _own(self, power: Power, order: AnyOrder) -> int:
        """Return the unit that an illegal order is for, if that is of the power that gave it."""
        unit = NOBODY if isinstance(order, Waive) else self.units.find(order.unit)
        return unit if unit != NOBODY and self.units.owner[unit] == power else NOBODY

    def _refuse(self, unit: int, fault: Fault) -> None:
        """Let the order that is read now not count."""
        self.faults[len(self.unit_of)] = fault
        self.unit_of.append(unit)

    def _count(self, unit: int, task: Task) -> None:
        """Let the order that is read now count for its unit."""
        self.unit_of.append(unit)
        self._assign(unit, task)

    def _assign(self, unit: int, task: Task) -> None:
        self.tasks[unit] = task
        self.doing[unit], self.target[unit] = task[:2]

    def _settle_double(self, unit: int, task: Task) -> None:
        """Let the first, the last or none of a unit's different orders count (4.D.3); a mere repeat does no harm."""
        order = cast("AnyOrder", task[5])
        spoiled = unit in self._spoiled
        if self.tasks[unit][5] == order and not spoiled:
            self._refuse(unit, Fault("illegal.repeated", order, unit))
        elif self.rulings.double_orders == "first":
            self._refuse(unit, Fault("illegal.superseded", order, unit))
        elif self.rulings.double_orders == "last":
            self._withdraw(unit, "illegal.superseded")
            self._count(unit, task)
        else:
            if not spoiled:
                self._withdraw(unit, "illegal.double")
                self._spoiled.add(unit)
            self._refuse(unit, Fault("illegal.double", order, unit))

    def _withdraw(self, unit: int, code: str) -> None:
        """Take back the order that counts for a unit; it is not forgotten, so that another for the unit is a double."""
        order = cast("AnyOrder", self.tasks[unit][5])
        numbers = reversed(range(len(self.unit_of)))
        self.faults[next(number for number in numbers if self._counts(number, unit))] = Fault(code, order, unit)
        self._assign(unit, (*IDLE[:5], order))

    def _counts(self, number: int, unit: int) -> bool:
        """Whether the order of this number is for a unit and nothing is wrong with it."""
        return self.unit_of[number] == unit and number not in self.faults

    def _take_proxies(self) -> None:
        """Let an order by another power count for a unit whose own power gave it none (4.E.5)."""
        for number, fault in [*self.faults.items()]:
            order = fault.order
            if fault.code != "illegal.foreign_unit" or isinstance(order, Waive):
                continue
            unit = self.units.find(order.unit)
            reading = read(self.units, self.units.owner[unit], order, self.rulings)
            if not isinstance(reading, Fault) and self.tasks[unit] is IDLE:
                del self.faults[number]
                self.unit_of[number] = unit
                self._assign(*reading)

    def _take_implied(self) -> None:
        """Let a unit without an order make the one move its own power supports or convoys it for (4.E.3)."""
        units, asked = self.units, dict[int, set[int]]()
        for unit, (doing, target, place, near, _, _) in enumerate(self.tasks):
            subject = units.at[near]
            if (
                doing in {SUPPORT, CONVOY}
                and units.owner[subject] == units.owner[unit]
                and target != near
                and self.tasks[subject] is IDLE
            ):
                asked.setdefault(subject, set()).add(max(place, target))
        for unit, places in asked.items():
            if len(places) == 1:
                move = Move(units.unit[unit], units.network.locations[places.pop()])
                reading = read(units, units.owner[unit], move, self.rulings)
                if not isinstance(reading, Fault):
                    self._count(*reading)

    def _count_impossible_moves(self) -> None:
        """Let a unit that was ordered to an impossible place count as a mover that gets nowhere (4.E.1)."""
        for number, fault in self.faults.items():
            unit = self.unit_of[number]
            if isinstance(fault.order, Move) and unit != NOBODY and self.tasks[unit] is IDLE:
                space = self.units.network.space_named.get(fault.order.to, NOBODY)
                if space != NOBODY:
                    self._assign(unit, (MOVE, space, *IDLE[2:]))
                    self._stuck.append(unit)

    def order_of(self, unit: int) -> AnyOrder | None:
        """Return the order that counts for a unit."""
        return self.tasks[unit][5]

    def move_of(self, unit: int) -> Move:
        """Return the order of a unit that moves."""
        return cast("Move", self.tasks[unit][5])

    def subject(self, unit: int) -> int:
        """Return the unit that a unit helps, or `NOBODY`."""
        return self.units.at[self.tasks[unit][3]]

    # Who helps whom, and who goes where

    def _match(self) -> None:
        size = len(self.tasks)
        nobody: tuple[int, ...] = ()
        self.helpers: list[tuple[int, ...]] = [nobody] * size
        self.carriers: list[tuple[int, ...]] = [nobody] * size
        self.mode: list[int] = [LAND] * size
        self.source: Sequence[int] = self.units.space
        self.matched: list[bool] = [True] * size
        self.into: dict[int, list[int]] = {}
        for unit in self._stuck:
            self.mode[unit] = STUCK
        far = self._match_each()
        self._leave_out_foreign_fleets()
        for unit in far:
            self.mode[unit] = self._way(unit)
        if self.units.traits is not None:
            self.source = self._sources(far)
        self.spared = spared_supports(self)

    def _match_each(self) -> list[int]:
        """Look up who moves where and which helps fit; returns the movers whose way is still to be decided."""
        tasks, targets, at, into, helpers = self.tasks, self.target, self.units.at, self.into, self.helpers
        disorder = self.rulings.disorder_supported
        far: list[int] = []
        for unit, doing in enumerate(self.doing):
            if doing == MOVE:
                target = targets[unit]
                if target in into:
                    into[target].append(unit)
                else:
                    into[target] = [unit]
                if tasks[unit][3] != NOBODY:
                    far.append(unit)
            elif doing == SUPPORT:
                _, target, place, near, _, _ = tasks[unit]
                helped = at[near]
                does = tasks[helped]
                fits = target == does[1] and place == does[2] if does[0] == MOVE else disorder and place == NOBODY
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
        army = self.subject(unit)
        self.carriers[army] += (unit,)
        return (army,)

    def _leave_out_foreign_fleets(self) -> None:
        """Leave an army to the fleets of its own power where those make a route, by that ruling."""
        if self.rulings.routes != "any_own_breaks":
            return
        units = self.units
        for army, carriers in enumerate(self.carriers):
            own = tuple(fleet for fleet in carriers if units.owner[fleet] == units.owner[army])
            if own and units.network.seas.connected(units.space[army], self.target[army], self.fleet_mask(own)):
                self.carriers[army] = own

    def _fits_support(self, unit: int) -> bool:
        subject, target = self.subject(unit), self.target[unit]
        if self.doing[subject] != MOVE:
            return target == self.units.space[subject] and self._supportable(subject)
        if target != self.target[subject] or self.mode[subject] == STUCK:
            return False
        # A coast that was not written is the space as a whole, whose number is that of the space (4.B.4).
        return self.tasks[unit][2] in {self.tasks[subject][2], target} or self.rulings.support_coast == "ignored"

    def _supportable(self, unit: int) -> bool:
        """Whether a unit that holds may be supported: those of a power that gave no order perhaps not (4.D.9)."""
        return self.rulings.disorder_supported or bool(self.given.get(self.units.owner[unit]))

    def _fits_convoy(self, unit: int) -> bool:
        subject = self.subject(unit)
        if self.doing[subject] != MOVE or self.target[unit] != self.target[subject] or self.mode[subject] == STUCK:
            return False
        path = self._path(subject)
        return not path or self.units.network.spaces[self.units.space[unit]] in path

    def _path(self, unit: int) -> Sequence[str]:
        """Return the fleets' spaces a mover's order binds itself to (4.A.6)."""
        order = self.tasks[unit][5]
        return order.path if isinstance(order, Move) and self.rulings.convoy_path != "ignored" else ()

    def _way(self, unit: int) -> int:
        """Decide how an army goes: far by convoy, near on foot unless a convoy is meant (4.A.3)."""
        target = self.target[unit]
        move = self.tasks[unit][5]
        if isinstance(move, Convert):
            return LAND
        move = self.move_of(unit)
        if not self.units.direct(unit) >> target & 1:
            two_steps = move.path and self.units.two_steps(unit) >> target & 1
            return LAND if two_steps else SEA
        if not (move.via or self.carriers[unit]) or not self._means_convoy(unit, move):
            return LAND
        fallback = self.rulings.land_fallback or self.rulings.adjacent_convoy == "swap_1971"
        return EITHER if fallback else SEA

    def _sources(self, far: Iterable[int]) -> list[int]:
        """Return where attacks come from: for a move over two spaces the one between (ring-diplomacy Y12)."""
        found = list(self.units.space)
        for unit in far:
            order = self.tasks[unit][5]
            if isinstance(order, Move) and order.path and not order.via and self.units.two_steps(unit):
                found[unit] = self.units.network.space_named[order.path[0]]
        return found

    def _means_convoy(self, unit: int, move: Move) -> bool:
        rule = self.rulings.adjacent_convoy
        if rule == "via_only":
            return move.via
        if rule == "swap_1971":
            return bool(self.carriers[unit]) and self.comes_against(unit)
        own = any(self.units.owner[fleet] == self.units.owner[unit] for fleet in self.carriers[unit])
        return own or (move.via and rule == "fleet_or_via")

    def comes_against(self, unit: int) -> bool:
        """Whether the unit in a mover's target moves to where the mover comes from."""
        other = self.units.at[self.target[unit]]
        return other != NOBODY and self.doing[other] == MOVE and self.target[other] == self.units.space[unit]

    def fleet_mask(self, fleets: Iterable[int]) -> int:
        """Return the set of spaces that fleets stand in."""
        found = 0
        for fleet in fleets:
            found |= 1 << self.units.space[fleet]
        return found

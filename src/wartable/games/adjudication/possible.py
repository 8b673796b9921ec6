"""The legal orders of a unit, listed lazily or drawn at random without listing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from wartable.engine.chance import Randomness
from wartable.games.adjudication.faults import Fault
from wartable.games.adjudication.legality import read
from wartable.games.adjudication.orders import (
    Convert,
    Convoy,
    Hold,
    Location,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    Unit,
)
from wartable.games.adjudication.routes import bits
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.units import NOBODY, Units

T = TypeVar("T")


class Choices:
    """What the units of a position may be ordered to do; make one for a phase and ask it for each unit.

    Every order is one that could work for some orders of the others. A move names `VIA` only where there is a choice;
    a support names a coast only where the rulings demand it.
    """

    def __init__(self, units: Units, rulings: MovementRulings) -> None:
        self.units = units
        self.rulings = rulings
        seas, coastal = self.units.network.seas, self.units.network.coastal
        self._chains = [(chain, seas.coast_of(chain) & coastal) for chain in seas.chains(self.units.fleets)]
        """Chains of fleets, each with the coasts it touches."""

    def orders(self, unit: Unit) -> Iterator[MovementOrder]:
        """Yield the legal orders of a unit: hold, moves, conversions, supports, convoys."""
        number = self.units.find(unit)
        if number != NOBODY:
            yield Hold(self.units.unit[number])
            for kind in _KINDS:
                yield from kind(self, number)

    def draw(self, unit: Unit, rng: Randomness) -> MovementOrder:
        """Draw one legal order without listing them all; raises `KeyError` for a unit that is not on the board.

        Evenly drawn is the sort of order among those the unit has, then what it concerns, then where to.
        """
        space = self.units.network.space_named.get(unit.at)
        number = self.units.find(unit) if space is None else self.units.at[space]
        if number == NOBODY:
            raise KeyError(str(unit))
        sorts = [self._draw_move, self._draw_support, self._draw_other]
        while sorts:
            order = sorts.pop(rng.randrange(len(sorts)))(number, rng)
            if order is not None:
                return order
        return Hold(self.units.unit[number])

    def _draw_move(self, number: int, rng: Randomness) -> Move | None:
        """Draw a step or a landing; units that walk two steps draw from their list."""
        units, network = self.units, self.units.network
        if units.barred or (units.traits is not None and units.two_steps(number)):
            moves = list(self.moves(number))
            return _pick(moves, rng) if moves else None
        ways = network.ways[units.kind[number]][units.location[number]]
        shores = tuple(bits(self._landings[number])) if self._landings[number] else ()
        if not ways and not shores:
            return None
        pick = rng.randrange(len(ways) + len(shores))
        if pick < len(ways):
            return Move(units.unit[number], network.locations[ways[pick]])
        return self._landing(number, shores[pick - len(ways)])

    def _draw_support(self, number: int, rng: Randomness) -> SupportHold | SupportMove | None:
        """Draw a unit that could be helped, then whether and where to it is to go."""
        units = self.units
        unit, reach, touched = units.unit[number], self._helped[number], self._touched
        near = [other for other, spaces in enumerate(touched) if spaces & reach and other != number]
        while near:
            other = near.pop(rng.randrange(len(near)))
            targets = list(bits(touched[other] & reach))
            while targets:
                target = targets.pop(rng.randrange(len(targets)))
                if target == units.space[other]:
                    return SupportHold(unit, units.unit[other])
                if self._without_help(number, other, target):
                    return SupportMove(unit, units.unit[other], _pick(self._named(other, target), rng))
        return None

    def _without_help(self, number: int, other: int, target: int) -> bool:
        """Whether a unit gets to a target though another one is busy supporting it."""
        units = self.units
        if units.barred and units.why_barred(other, target):
            return False
        near = self._reach[other] >> target & 1 or units.two_steps(other) >> target & 1
        return bool(near) or units.carried(other, target, without=number)

    def _draw_other(self, number: int, rng: Randomness) -> MovementOrder | None:
        """Draw a convoy, a conversion or a hold."""
        units = self.units
        if units.fleets >> units.space[number] & 1:
            convoys = list(self._carriages(number))
            while convoys:
                army, target = convoys.pop(rng.randrange(len(convoys)))
                if self._is_useful(number, army, target):
                    return Convoy(units.unit[number], units.unit[army], units.network.spaces[target])
        others: list[MovementOrder] = [Hold(units.unit[number]), *self.conversions(number)]
        return _pick(others, rng)

    @cached_property
    def _reach(self) -> list[int]:
        """The spaces each unit may step into."""
        return [self.units.network.steps[kind][location] for _, location, kind in self.units.standing]

    @cached_property
    def _helped(self) -> list[int]:
        """The spaces where each unit may give support."""
        return [self.units.network.helps[kind][location] for _, location, kind in self.units.standing]

    @cached_property
    def _landings(self) -> list[int]:
        """The coasts each unit may be carried to."""
        units = self.units
        if not units.fleets:
            return [0] * len(units.unit)
        coasts = units.network.coastal
        return [
            self._shores(space) if units.network.kinds[kind].carried and coasts >> space & 1 else 0
            for space, _, kind in units.standing
        ]

    @cached_property
    def _touched(self) -> list[int]:
        """The spaces where each unit may be helped: its own and all it may reach."""
        units = self.units
        found = [
            1 << space | reach | landings
            for space, reach, landings in zip(units.space, self._reach, self._landings, strict=True)
        ]
        if units.traits is not None:
            found = [spaces | units.two_steps(number) for number, spaces in enumerate(found)]
        return found

    def _landing(self, number: int, target: int) -> Move:
        """Return a move by convoy; it says so where it might be a step as well."""
        near = self.units.direct(number) >> target & 1
        return Move(self.units.unit[number], self.units.network.spaces[target], via=bool(near))

    def moves(self, number: int) -> Iterator[Move]:
        """Yield moves by a step, over the sea, and over two spaces where the unit may."""
        network = self.units.network
        every = self._every_move(number)
        if not self.units.barred:
            return every
        return (move for move in every if not self.units.why_barred(number, network.space_named[move.to]))

    def _every_move(self, number: int) -> Iterator[Move]:
        units, unit = self.units, self.units.unit[number]
        network = units.network
        for way in network.ways[units.kind[number]][units.location[number]]:
            yield Move(unit, network.locations[way])
        for target in bits(self._landings[number]):
            yield self._landing(number, target)
        yield from self._far_moves(number)

    def _far_moves(self, number: int) -> Iterator[Move]:
        units, network = self.units, self.units.network
        if not units.two_steps(number):
            return
        ways = network.walks[units.kind[number]]
        for first in ways[units.location[number]]:
            for second in ways[first]:
                if network.space_of[second] != units.space[number]:
                    between = network.spaces[network.space_of[first]]
                    yield Move(units.unit[number], network.locations[second], path=(between,))

    def _shores(self, origin: int) -> int:
        """Return the coasts that fleets at sea could carry an army to."""
        found = 0
        beside = self.units.network.seas.shores[origin]
        for chain, coasts in self._chains:
            if chain & beside:
                found |= coasts
        return found & ~(1 << origin)

    def conversions(self, number: int) -> Iterator[Convert]:
        """Yield the conversions of a unit, one for each coast that a new fleet may lie on."""
        units = self.units
        for kind in units.network.kinds[units.kind[number]].becomes:
            usual = Convert(units.unit[number]).kind == kind
            for coast in units.map.provinces[units.network.province[units.space[number]]].coasts or ("",):
                order = Convert(units.unit[number], coast) if usual else Convert(units.unit[number], coast, kind)
                reading = read(units, units.owner[number], order, self.rulings)
                if not isinstance(reading, Fault):
                    yield order
                if not units.network.kinds[units.network.letters[kind]].afloat:
                    break

    def supports(self, number: int) -> Iterator[SupportHold | SupportMove]:
        """Yield supports for every unit whose space, or whose possible target, this one could enter."""
        units, unit = self.units, self.units.unit[number]
        reach = units.helps(number)
        for other, helped in enumerate(units.unit):
            if other == number:
                continue
            for target in bits(self._touched[other] & reach):
                if target == units.space[other]:
                    yield SupportHold(unit, helped)
                elif self._without_help(number, other, target):
                    yield from (SupportMove(unit, helped, to) for to in self._named(other, target))

    def _named(self, other: int, target: int) -> list[Location]:
        """Return the names of a target in a support: its coasts where they must be written."""
        network = self.units.network
        coasts_matter = self.rulings.support_coast == "required" and self.units.is_afloat(other)
        if not coasts_matter or not network.split >> target & 1:
            return [network.spaces[target]]
        ways = network.ways[self.units.kind[other]][self.units.location[other]]
        return [network.locations[way] for way in ways if network.space_of[way] == target]

    def convoys(self, number: int) -> Iterator[Convoy]:
        """Yield convoys of a fleet at sea for every army and coast it lies on a route between that needs it."""
        units = self.units
        for army, target in self._carriages(number):
            if self._is_useful(number, army, target):
                yield Convoy(units.unit[number], units.unit[army], units.network.spaces[target])

    def _carriages(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the armies and coasts that the chain of a fleet touches."""
        units = self.units
        here = 1 << units.space[number]
        coasts = next((coasts for chain, coasts in self._chains if chain & here), 0)
        for space in bits(coasts):
            army = units.at[space]
            if army != NOBODY and units.is_carried(army):
                yield from ((army, target) for target in bits(coasts & ~(1 << space)))

    def _is_useful(self, number: int, army: int, target: int) -> bool:
        units = self.units
        return bool(units.network.seas.useful(units.space[army], target, units.fleets) >> units.space[number] & 1)


def _pick(among: Sequence[T], rng: Randomness) -> T:
    return among[rng.randrange(len(among))] if len(among) > 1 else among[0]


_KINDS: tuple[Callable[[Choices, int], Iterator[MovementOrder]], ...] = (
    Choices.moves,
    Choices.conversions,
    Choices.supports,
    Choices.convoys,
)

"""The legal orders of a unit, listed lazily or drawn at random without listing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from wartable.engine.chance import Randomness
from wartable.games.diplomacy.conditions import Conditions
from wartable.games.diplomacy.movement.muster import ARMY, FLEET, NOBODY, Muster
from wartable.games.diplomacy.movement.routes import bits
from wartable.games.diplomacy.orders import (
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
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant

T = TypeVar("T")


def possible_orders(
    variant: Variant, position: Position, unit: Unit, rulings: Rulings | None = None
) -> Iterator[MovementOrder]:
    """Yield the legal orders of one unit, one by one; none if it is not on the board. See `Choices`."""
    return Choices(variant, position, rulings or Rulings()).orders(unit)


class Choices:
    """What the units of a position may be ordered to do; make one for a phase and ask it for each unit.

    Every order is one that could work for some orders of the others. A move names `VIA` only where there is a choice;
    a support names a coast only where the rulings demand it.
    """

    def __init__(
        self, variant: Variant, position: Position, rulings: Rulings, conditions: Conditions | None = None
    ) -> None:
        if conditions is None:
            conditions = variant.conditions(position, rulings)
        self.muster = Muster(variant, position, conditions)
        self.rulings = rulings
        seas, coastal = self.muster.network.seas, self.muster.network.coastal
        self._chains = [(chain, seas.coast_of(chain) & coastal) for chain in seas.chains(self.muster.fleets)]
        """Chains of fleets, each with the coasts it touches."""

    def orders(self, unit: Unit) -> Iterator[MovementOrder]:
        """Yield the legal orders of a unit: hold, moves, conversions, supports, convoys."""
        number = self.muster.find(unit)
        if number != NOBODY:
            yield Hold(self.muster.units[number])
            for kind in _KINDS:
                yield from kind(self, number)

    def draw(self, unit: Unit, rng: Randomness) -> MovementOrder:
        """Draw one legal order without listing them all; raises `KeyError` for a unit that is not on the board.

        Evenly drawn is the sort of order among those the unit has, then what it concerns, then where to.
        """
        space = self.muster.network.space_named.get(unit.at)
        number = self.muster.find(unit) if space is None else self.muster.at[space]
        if number == NOBODY:
            raise KeyError(str(unit))
        sorts = [self._draw_move, self._draw_support, self._draw_other]
        while sorts:
            order = sorts.pop(rng.randrange(len(sorts)))(number, rng)
            if order is not None:
                return order
        return Hold(self.muster.units[number])

    def _draw_move(self, number: int, rng: Randomness) -> Move | None:
        """Draw a step or a landing; units that walk two steps draw from their list."""
        muster, network = self.muster, self.muster.network
        if muster.traits is not None and muster.two_steps(number):
            return _pick(list(self.moves(number)), rng)
        ways = network.ways[muster.kind[number]][muster.location[number]]
        shores = tuple(bits(self._landings[number])) if self._landings[number] else ()
        if not ways and not shores:
            return None
        pick = rng.randrange(len(ways) + len(shores))
        if pick < len(ways):
            return Move(muster.units[number], network.locations[ways[pick]])
        return self._landing(number, shores[pick - len(ways)])

    def _draw_support(self, number: int, rng: Randomness) -> SupportHold | SupportMove | None:
        """Draw a unit that could be helped, then whether and where to it is to go."""
        muster = self.muster
        unit, reach, touched = muster.units[number], self._reach[number], self._touched
        near = [other for other, spaces in enumerate(touched) if spaces & reach and other != number]
        while near:
            other = near.pop(rng.randrange(len(near)))
            targets = list(bits(touched[other] & reach))
            while targets:
                target = targets.pop(rng.randrange(len(targets)))
                if target == muster.space[other]:
                    return SupportHold(unit, muster.units[other])
                if self._without_help(number, other, target):
                    return SupportMove(unit, muster.units[other], _pick(self._named(other, target), rng))
        return None

    def _without_help(self, number: int, other: int, target: int) -> bool:
        """Whether a unit gets to a target though another one is busy supporting it."""
        muster = self.muster
        near = self._reach[other] >> target & 1 or muster.two_steps(other) >> target & 1
        return bool(near) or muster.carried(other, target, without=number)

    def _draw_other(self, number: int, rng: Randomness) -> MovementOrder | None:
        """Draw a convoy, a conversion or a hold."""
        muster = self.muster
        if muster.fleets >> muster.space[number] & 1:
            convoys = list(self._carriages(number))
            while convoys:
                army, target = convoys.pop(rng.randrange(len(convoys)))
                if self._is_useful(number, army, target):
                    return Convoy(muster.units[number], muster.units[army], muster.network.spaces[target])
        others: list[MovementOrder] = [Hold(muster.units[number]), *self.conversions(number)]
        return _pick(others, rng)

    @cached_property
    def _reach(self) -> list[int]:
        """The spaces each unit may step into."""
        return [self.muster.network.steps[kind][location] for _, location, kind in self.muster.standing]

    @cached_property
    def _landings(self) -> list[int]:
        """The coasts each unit may be carried to."""
        muster = self.muster
        if not muster.fleets:
            return [0] * len(muster.units)
        coasts = muster.network.coastal
        return [
            self._shores(space) if kind == ARMY and coasts >> space & 1 else 0 for space, _, kind in muster.standing
        ]

    @cached_property
    def _touched(self) -> list[int]:
        """The spaces where each unit may be helped: its own and all it may reach."""
        muster = self.muster
        found = [
            1 << space | reach | landings
            for space, reach, landings in zip(muster.space, self._reach, self._landings, strict=True)
        ]
        if muster.traits is not None:
            found = [spaces | muster.two_steps(number) for number, spaces in enumerate(found)]
        return found

    def _landing(self, number: int, target: int) -> Move:
        """Return a move by convoy; it says so where it might be a step as well."""
        near = self.muster.direct(number) >> target & 1
        return Move(self.muster.units[number], self.muster.network.spaces[target], via=bool(near))

    def moves(self, number: int) -> Iterator[Move]:
        """Yield moves by a step, over the sea, and over two spaces where the unit may."""
        muster, unit = self.muster, self.muster.units[number]
        network = muster.network
        for way in network.ways[muster.kind[number]][muster.location[number]]:
            yield Move(unit, network.locations[way])
        for target in bits(self._landings[number]):
            yield self._landing(number, target)
        yield from self._far_moves(number)

    def _far_moves(self, number: int) -> Iterator[Move]:
        muster, network = self.muster, self.muster.network
        if not muster.two_steps(number):
            return
        ways = network.ways[muster.kind[number]]
        for first in ways[muster.location[number]]:
            for second in ways[first]:
                if network.space_of[second] != muster.space[number]:
                    between = network.spaces[network.space_of[first]]
                    yield Move(muster.units[number], network.locations[second], path=(between,))

    def _shores(self, origin: int) -> int:
        """Return the coasts that fleets at sea could carry an army to."""
        found = 0
        beside = self.muster.network.seas.shores[origin]
        for chain, coasts in self._chains:
            if chain & beside:
                found |= coasts
        return found & ~(1 << origin)

    def conversions(self, number: int) -> Iterator[Convert]:
        """Yield the conversions of a unit, one for each coast the new fleet may lie on."""
        muster, network = self.muster, self.muster.network
        space = muster.space[number]
        if not muster.variant.conversion or not network.coastal >> space & 1:
            return
        if muster.kind[number] == FLEET or not network.split >> space & 1:
            yield Convert(muster.units[number])
            return
        for coast in muster.variant.provinces[network.province[space]].coasts:
            yield Convert(muster.units[number], coast)

    def supports(self, number: int) -> Iterator[SupportHold | SupportMove]:
        """Yield supports for every unit whose space, or whose possible target, this one could enter."""
        muster, unit = self.muster, self.muster.units[number]
        reach = muster.direct(number)
        for other, helped in enumerate(muster.units):
            if other == number:
                continue
            for target in bits(self._touched[other] & reach):
                if target == muster.space[other]:
                    yield SupportHold(unit, helped)
                elif self._without_help(number, other, target):
                    yield from (SupportMove(unit, helped, to) for to in self._named(other, target))

    def _named(self, other: int, target: int) -> list[Location]:
        """Return the names of a target in a support: its coasts where they must be written."""
        network = self.muster.network
        coasts_matter = self.rulings.support_coast == "required" and self.muster.kind[other] == FLEET
        if not coasts_matter or not network.split >> target & 1:
            return [network.spaces[target]]
        ways = network.fleet_ways[self.muster.location[other]]
        return [network.locations[way] for way in ways if network.space_of[way] == target]

    def convoys(self, number: int) -> Iterator[Convoy]:
        """Yield convoys of a fleet at sea for every army and coast it lies on a route between that needs it."""
        muster = self.muster
        for army, target in self._carriages(number):
            if self._is_useful(number, army, target):
                yield Convoy(muster.units[number], muster.units[army], muster.network.spaces[target])

    def _carriages(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the armies and coasts that the chain of a fleet touches."""
        muster = self.muster
        here = 1 << muster.space[number]
        coasts = next((coasts for chain, coasts in self._chains if chain & here), 0)
        for space in bits(coasts):
            army = muster.at[space]
            if army != NOBODY and muster.kind[army] == ARMY:
                yield from ((army, target) for target in bits(coasts & ~(1 << space)))

    def _is_useful(self, number: int, army: int, target: int) -> bool:
        muster = self.muster
        return bool(muster.network.seas.useful(muster.space[army], target, muster.fleets) >> muster.space[number] & 1)


def _pick(among: Sequence[T], rng: Randomness) -> T:
    return among[rng.randrange(len(among))] if len(among) > 1 else among[0]


_KINDS: tuple[Callable[[Choices, int], Iterator[MovementOrder]], ...] = (
    Choices.moves,
    Choices.conversions,
    Choices.supports,
    Choices.convoys,
)

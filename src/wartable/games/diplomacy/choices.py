"""The legal orders of a unit, listed lazily or drawn at random without listing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wartable.engine.chance import Randomness
from wartable.games.diplomacy.conditions import Conditions, conditions_of
from wartable.games.diplomacy.muster import ARMY, FLEET, NOBODY, Muster
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
from wartable.games.diplomacy.routes import bits
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


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
            conditions = conditions_of(variant, position, rulings)
        self.muster = Muster(variant, position, conditions)
        self.rulings = rulings
        self._chains = self.muster.network.seas.chains(self.muster.fleets)

    def orders(self, unit: Unit) -> Iterator[MovementOrder]:
        """Yield the legal orders of a unit: hold, moves, conversions, supports, convoys."""
        number = self.muster.find(unit)
        if number != NOBODY:
            yield Hold(self.muster.units[number])
            for kind in _KINDS:
                yield from kind(self, number)

    def draw(self, unit: Unit, rng: Randomness) -> MovementOrder:
        """Draw one legal order: the sort of order first, evenly among those the unit has, then one of that sort.

        Raises `KeyError` for a unit that is not on the board.
        """
        number = self.muster.find(unit)
        if number == NOBODY:
            raise KeyError(str(unit))
        sorts = [*_KINDS]
        while sorts:
            orders = list(sorts.pop(rng.randrange(len(sorts)))(self, number))
            if orders:
                return orders[rng.randrange(len(orders))]
        return Hold(self.muster.units[number])

    def moves(self, number: int) -> Iterator[Move]:
        """Yield moves by a step, over the sea, and over two spaces where the unit may."""
        muster, unit = self.muster, self.muster.units[number]
        network = muster.network
        for way in network.ways[muster.kind[number]][muster.location[number]]:
            yield Move(unit, network.locations[way])
        if muster.kind[number] == ARMY and network.coastal >> muster.space[number] & 1:
            for target in bits(self._shores(number)):
                near = muster.direct(number) >> target & 1
                yield Move(unit, network.spaces[target], via=bool(near))
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

    def _shores(self, number: int, without: int = NOBODY) -> int:
        """Return the coasts that fleets at sea could carry an army to."""
        muster, seas = self.muster, self.muster.network.seas
        origin = muster.space[number]
        chains = self._chains
        if without != NOBODY and muster.fleets >> muster.space[without] & 1:
            chains = seas.chains(muster.fleets & ~(1 << muster.space[without]))
        found = 0
        for chain in chains:
            if chain & seas.shores[origin]:
                found |= seas.coast_of(chain)
        return found & muster.network.coastal & ~(1 << origin)

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
            if reach >> muster.space[other] & 1:
                yield SupportHold(unit, helped)
            goals = muster.direct(other) | muster.two_steps(other)
            if muster.kind[other] == ARMY and muster.network.coastal >> muster.space[other] & 1:
                goals |= self._shores(other, without=number)
            for target in bits(goals & reach & ~(1 << muster.space[other])):
                for to in self._named(other, target):
                    yield SupportMove(unit, helped, to)

    def _named(self, other: int, target: int) -> Iterator[Location]:
        """Yield the names of a target in a support: its coasts where they must be written."""
        network = self.muster.network
        if (
            self.rulings.support_coast != "required"
            or self.muster.kind[other] == ARMY
            or not network.split >> target & 1
        ):
            yield network.spaces[target]
            return
        for way in network.fleet_ways[self.muster.location[other]]:
            if network.space_of[way] == target:
                yield network.locations[way]

    def convoys(self, number: int) -> Iterator[Convoy]:
        """Yield convoys of a fleet at sea for every army and coast it lies on a route between that needs it."""
        muster, seas = self.muster, self.muster.network.seas
        here = 1 << muster.space[number]
        chain = next((chain for chain in self._chains if chain & here), 0)
        coasts = seas.coast_of(chain) & muster.network.coastal
        for space in bits(coasts):
            army = muster.at[space]
            if army == NOBODY or muster.kind[army] == FLEET:
                continue
            for target in bits(coasts & ~(1 << space)):
                if seas.useful(space, target, chain) & here:
                    yield Convoy(muster.units[number], muster.units[army], muster.network.spaces[target])


_KINDS: tuple[Callable[[Choices, int], Iterator[MovementOrder]], ...] = (
    Choices.moves,
    Choices.conversions,
    Choices.supports,
    Choices.convoys,
)

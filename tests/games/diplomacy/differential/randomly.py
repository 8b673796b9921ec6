"""Random boards of the standard map: crowded, with orders that fit each other, that do not, and that make no sense."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from wartable.games.adjudication.network import network_of
from wartable.games.adjudication.orders import (
    AnyOrder,
    Convoy,
    Hold,
    Location,
    Move,
    MovementOrder,
    Power,
    Province,
    SupportHold,
    SupportMove,
    Unit,
    province_of,
)
from wartable.games.adjudication.possible import Choices
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import load_variant

STANDARD = load_variant("standard")
NETWORK = network_of(STANDARD.map)
PLACES = sorted(code for code, facts in STANDARD.provinces.items() if facts.kind != "impassable")
LOCATIONS = sorted({*PLACES, *(at for at in STANDARD.fleets)})
NONSENSE = 0.08
"""Share of units with an order drawn blindly."""

Orders = dict[Power, list[AnyOrder]]


class Board(NamedTuple):
    """A position of a movement phase with the orders for it."""

    position: Position
    orders: Orders


def random_board(seed: int) -> Board:
    """Return the board of a seed; the same seed always gives the same board."""
    rng = Random(seed)
    position = random_position(rng)
    return Board(position, _Writer(rng, position).orders())


def random_position(rng: Random) -> Position:
    """Crowd the units of two to seven powers into a part of the map, so that they meet."""
    region = _region(rng, rng.randint(10, len(PLACES)))
    powers = rng.sample(sorted(STANDARD.powers), rng.randint(2, 7))
    at_sea = rng.choice((0.2, 0.4, 0.6))
    units: dict[Power, list[Unit]] = {power: [] for power in powers}
    for code in rng.sample(region, max(4, int(len(region) * rng.uniform(0.35, 0.85)))):
        units[rng.choice(powers)].append(_random_unit(rng, code, at_sea))
    phase = Phase("spring", 1901, "movement")
    return Position(phase, {power: tuple(found) for power, found in units.items()}, {})


def _region(rng: Random, size: int) -> list[Province]:
    """Return so many provinces that hang together."""
    found = [rng.choice(PLACES)]
    edge = _neighbours(found[0])
    while len(found) < size and edge:
        code = edge.pop(rng.randrange(len(edge)))
        if code not in found:
            found.append(code)
            edge += _neighbours(code)
    return found


def _neighbours(code: Province) -> list[Province]:
    near = set(STANDARD.armies.get(code, ()))
    for at, others in STANDARD.fleets.items():
        if province_of(at) == code:
            near.update(map(province_of, others))
    return sorted(near)


def _random_unit(rng: Random, code: Province, at_sea: float) -> Unit:
    facts = STANDARD.provinces[code]
    if facts.kind == "inland" or (facts.kind == "coastal" and rng.random() > at_sea):
        return Unit("A", code)
    return Unit("F", f"{code}/{rng.choice(facts.coasts)}" if facts.coasts else code)


class _Writer:
    """Writes the orders of one board: moves first, then convoys and supports that mostly fit them."""

    def __init__(self, rng: Random, position: Position) -> None:
        self.rng = rng
        self.position = position
        self.owner = {unit: power for power, units in position.units.items() for unit in units}
        self.units = list(self.owner)
        self.choices = Choices(STANDARD.numbered(position, Rulings()), Rulings())
        self.given: dict[Unit, MovementOrder] = {}

    def orders(self) -> Orders:
        """Give every unit its order, or none; some are for units of others, or for none at all."""
        moving = self.rng.uniform(0.3, 0.6)
        for unit in self.rng.sample(self.units, len(self.units)):
            if self.rng.random() < moving:
                self._move(unit)
        self._convoys()
        for unit in self.units:
            if unit not in self.given:
                self._help(unit)
        found: Orders = {power: [] for power in self.position.units}
        for unit, power in self.owner.items():
            order: AnyOrder | None = self.given.get(unit)
            if self.rng.random() < NONSENSE:
                order = self._nonsense(unit)
            if order is not None:
                found[power].append(order)
        return found

    def _move(self, unit: Unit) -> None:
        """Draw a move; an army on a coast often goes by sea if it can, and near neighbours often say so."""
        moves = self._moves(unit)
        far = [move for move in moves if move.via or move.to not in STANDARD.armies.get(unit.at, ())]
        if unit.kind == "A" and far and self.rng.random() < 0.5:
            move = self.rng.choice(far)
            self.given[unit] = Move(unit, move.to, via=self.rng.random() < 0.5)
        elif moves:
            contested = [move for move in moves if any(move.to == _to(other) for other in self.given.values())]
            move = self.rng.choice(contested if contested and self.rng.random() < 0.5 else moves)
            self.given[unit] = Move(unit, move.to, via=move.via and self.rng.random() < 0.5)

    def _convoys(self) -> None:
        """Let most fleets that could carry a moving army do so."""
        for army, order in list(self.given.items()):
            if not isinstance(order, Move) or army.kind == "F" or province_of(order.to) not in NETWORK.number:
                continue
            origin, target = NETWORK.number[army.at], NETWORK.number[province_of(order.to)]
            useful = NETWORK.seas.useful(origin, target, self.choices.units.fleets)
            for fleet in self.units:
                if fleet.kind == "F" and useful >> NETWORK.space_named[fleet.at] & 1 and self.rng.random() < 0.75:
                    self.given.setdefault(fleet, Convoy(fleet, army, order.to))

    def _help(self, unit: Unit) -> None:
        """Support what a unit near by was ordered, or anything that could be supported; convoy; hold; nothing."""
        fitting = [order for order in self._supports(unit) if self._fits(order)]
        targets = [order for order in self._moves(unit) if self._harms(order)]
        lot = self.rng.random()
        if targets and lot < 0.3:
            self.given[unit] = self.rng.choice(targets)
        elif fitting and lot < 0.8:
            self.given[unit] = self.rng.choice(fitting)
        elif lot < 0.95:
            self.given[unit] = self.rng.choice(sorted(self.choices.orders(unit), key=str))

    def _moves(self, unit: Unit) -> list[Move]:
        """Return the moves of a unit, sorted: a seed shall give the same board however they are found."""
        return sorted(self.choices.moves(self.choices.units.find(unit)), key=str)

    def _supports(self, unit: Unit) -> list[SupportHold | SupportMove]:
        return sorted(self.choices.supports(self.choices.units.find(unit)), key=str)

    def _fits(self, order: SupportHold | SupportMove) -> bool:
        helped = self.given.get(order.of)
        if isinstance(order, SupportHold):
            return not isinstance(helped, Move)
        return isinstance(helped, Move) and province_of(helped.to) == province_of(order.to)

    def _harms(self, order: Move) -> bool:
        """Whether a move goes against a unit that helps another, of whichever power."""
        there = (given for unit, given in self.given.items() if unit.province == province_of(order.to))
        return any(isinstance(given, Convoy | SupportHold | SupportMove) for given in there)

    def _nonsense(self, unit: Unit) -> MovementOrder:
        """Draw an order without a look at what could be."""
        rng, other = self.rng, self.rng.choice(self.units)
        named = unit if rng.random() < 0.8 else rng.choice(self.units)
        if rng.random() < 0.2:
            named = Unit(named.kind, self._another_coast(named.at))
        place = rng.choice(LOCATIONS)
        if rng.random() < 0.6:
            place = rng.choice(_neighbours(province_of(named.at)) or [place])
        return rng.choice(
            (
                Hold(named),
                Move(named, place, via=rng.random() < 0.2),
                SupportHold(named, other),
                SupportMove(named, other, place),
                Convoy(named, other, place),
            )
        )

    def _another_coast(self, at: Location) -> Location:
        coasts = STANDARD.provinces[province_of(at)].coasts
        return f"{province_of(at)}/{self.rng.choice(coasts)}" if coasts else at


def _to(order: MovementOrder) -> Location:
    return order.to if isinstance(order, Move) else ""

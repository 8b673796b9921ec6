"""What one power may order in a position, unit by unit: worked out only as far as somebody looks.

Offers are made for choosing "unit, then what, then where". `source` is the unit ordered (`F STP/SC`), or for builds the
centre built in; `targets` are where to. By kind:

===============  ==================  =========================================  ====================
kind             source              targets                                    note
===============  ==================  =========================================  ====================
`hold`           unit                (none)
`move`           unit                locations
`move_via`       army                locations, by convoy though near or far
`support_hold`   unit                units that may be helped to stay
`support_move`   unit                locations the noted unit may be helped to  the unit helped
`convoy`         fleet               locations the noted army may be carried to  the army carried
`convert`        unit                what it becomes: `F`, `F/NC`, `A`
`retreat`        dislodged unit      locations
`disband`        unit                (none); `most` is how many must go
`build`          centre              units that may be built there; `most` is how many in all
`waive`          (none)              (none); `most` is how many builds may be left
===============  ==================  =========================================  ====================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TypeVar

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Power,
    Province,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.phases import adjustments
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant

_T = TypeVar("_T")
NONE_DUE = Due()
HOLDS = 8
"""One unit of so many is sampled to hold."""


class PowerChoices:
    """What a power may order in a position."""

    def __init__(self, variant: Variant, position: Position, rulings: Rulings, power: Power) -> None:
        self._variant = variant
        self._position = position
        self._rulings = rulings
        self._power = power

    @cached_property
    def due(self) -> Due:
        """What it has to decide."""
        return due(self._variant, self._position).get(self._power, NONE_DUE)

    @cached_property
    def _moves(self) -> Choices:
        return Choices(self._variant.numbered(self._position, self._rulings), self._rulings)

    @cached_property
    def units(self) -> tuple[tuple[AnyOrder, ...], ...]:
        """The possible orders of each unit that may be ordered now; for removals of every unit."""
        what = self.due
        if what.units:
            return tuple(tuple(self._moves.orders(unit)) for unit in what.units)
        if what.retreats:
            return tuple(_ways_out(unit) for unit in what.retreats)
        removable = self._position.units.get(self._power, ()) if what.removals else ()
        return tuple((Disband(unit),) for unit in removable)

    @cached_property
    def sites(self) -> tuple[tuple[Province, tuple[Build, ...]], ...]:
        """What may be built in each centre."""
        return tuple((site, tuple(self._buildable(site))) for site in self.due.sites)

    def _buildable(self, site: Province) -> Iterator[Build]:
        variant = self._variant
        coasts = variant.provinces[site].coasts
        special = variant.powers[self._power].special if self._power in variant.powers else ()
        fleets = (Unit("F", site), *(Unit("F", f"{site}/{coast}") for coast in coasts))
        for unit in (Unit("A", site), *fleets, *(Unit(kind, site) for kind in special)):
            if variant.map.can_stand(unit) and self._accepted(Build(unit)):
                yield Build(unit)

    def _accepted(self, build: Build) -> bool:
        found = adjustments.adjust(self._variant, self._position, self._power, (build,), self._rulings)
        return found.judged[0].result == "built"

    def count(self) -> int:
        """Return in how many ways the units can be ordered, every one of them."""
        if self.due.builds:
            return sum(self._ways_to_build(number) for number in range(self.due.builds + 1))
        if self.due.removals:
            return sum(1 for _ in combinations(self.units, min(self.due.removals, len(self.units))))
        return prod(len(orders) for orders in self.units)

    def _ways_to_build(self, number: int) -> int:
        return sum(prod(len(builds) for _, builds in chosen) for chosen in combinations(self.sites, number))

    def sample(self, rng: Randomness) -> tuple[AnyOrder, ...]:
        """Return orders for every unit, drawn unit by unit; as many builds or removals as are due, or waived builds."""
        what = self.due
        if what.units:
            return tuple(self._order(unit, rng) for unit in what.units)
        if what.builds:
            return self._some_builds(rng)
        if what.removals:
            return tuple(orders[0] for orders in _drawn(self.units, what.removals, rng))
        return tuple(_one(orders, rng) for orders in self.units)

    def _order(self, unit: Unit, rng: Randomness) -> AnyOrder:
        """Draw an order without listing them all: a hold now and then, else of any sort alike."""
        return Hold(unit) if rng.randrange(HOLDS) == 0 else self._moves.draw(unit, rng)

    def _some_builds(self, rng: Randomness) -> tuple[AnyOrder, ...]:
        chosen, built = _drawn(self.sites, self.due.builds, rng), list[Build | Waive]()
        for _, builds in chosen:
            able: list[Build | Waive] = [build for build in builds if self.has_room(build, built)]
            able += [Waive()] if self._rulings.waive else []
            built.append(able[rng.randrange(len(able))])
        return tuple(built)

    def has_room(self, build: Build, built: Sequence[Build | Waive]) -> bool:
        """Whether a power may have one more of a kind of which it has a number at most, beside those built now."""
        facts, kind = self._variant.powers.get(self._power), build.unit.kind
        if facts is None or kind not in facts.special:
            return True
        there = [unit.kind for unit in self._position.units.get(self._power, ())]
        there += [one.unit.kind for one in built if isinstance(one, Build)]
        return there.count(kind) < facts.special[kind]

    def offers(self) -> Iterator[Offer]:
        """Yield the offers, unit by unit."""
        what = self.due
        for orders in self.units:
            yield from _offers(orders, what.removals)
        for site, builds in self.sites:
            targets = tuple(str(build.unit) for build in builds)
            yield Offer(kind="build", source=site, targets=targets, most=what.builds)
        if what.builds and self._rulings.waive:
            yield Offer(kind="waive", most=what.builds)


def _ways_out(unit: Dislodged) -> tuple[AnyOrder, ...]:
    return (*(Retreat(unit.unit, to) for to in unit.retreats), Disband(unit.unit))


def _one(orders: Sequence[AnyOrder], rng: Randomness) -> AnyOrder:
    return orders[rng.randrange(len(orders))]


def _drawn(things: Sequence[_T], number: int, rng: Randomness) -> list[_T]:
    """Draw some of several things, in the order they come out."""
    left, drawn = list(things), list[_T]()
    while left and len(drawn) < number:
        drawn.append(left.pop(rng.randrange(len(left))))
    return drawn


def _offers(orders: Iterable[AnyOrder], removals: int) -> Iterator[Offer]:
    """Gather the orders of one unit by kind, and by the unit helped."""
    gathered: dict[tuple[str, str, str], list[str]] = {}
    for order in orders:
        if not isinstance(order, Waive):
            kind, note, target = _told(order)
            targets = gathered.setdefault((kind, str(order.unit), note), [])
            if target:
                targets.append(target)
    for (kind, source, note), targets in gathered.items():
        yield Offer(kind=kind, source=source, targets=tuple(targets), note=note, most=removals)


def _told(order: AnyOrder) -> tuple[str, str, str]:
    """Return kind, note and target of an order."""
    kind, note, target = str(order.__struct_config__.tag), "", ""
    match order:
        case Move() | Retreat():
            kind, target = "move_via" if isinstance(order, Move) and order.via else kind, order.to
        case SupportHold():
            target = str(order.of)
        case SupportMove() | Convoy():
            note, target = str(order.of), order.to
        case Convert():
            target = str(order).partition("= ")[2]
        case _:
            pass
    return kind, note, target

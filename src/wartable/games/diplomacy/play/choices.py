"""What a seat may order, unit by unit: worked out only as far as somebody looks.

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
`draw`           (none)              (none): a vote that goes with the orders
`concede`        (none)              powers: the same
===============  ==================  =========================================  ====================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import prod
from typing import NoReturn, TypeVar

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import NotListable
from wartable.engine.values import Action
from wartable.games.diplomacy.choices import Choices
from wartable.games.diplomacy.due import Due, due
from wartable.games.diplomacy.orders import (
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
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.checks import refusal
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position import Dislodged

_T = TypeVar("_T")
NONE_DUE = Due()
HOLDS = 8
"""One unit of so many is sampled to hold."""


class OrderChoices:
    """The legal decisions of a seat that is asked.

    `sample` orders every unit, never votes, and orders nothing in advance: what it gives is meant to be played.
    `count` counts the ways to order the units, votes and orders in advance apart.
    """

    listable = False

    def __init__(self, rules: Rules, state: DiplomacyState, seat: int) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat

    @property
    def power(self) -> Power:
        """The power that orders."""
        return self._state.powers[self._seat]

    @cached_property
    def due(self) -> Due:
        """What it has to decide."""
        return due(self._rules.variant, self._state.position).get(self.power, NONE_DUE)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Orders) and refusal(self._rules, self._state, self._seat, action) is None

    def __iter__(self) -> Iterator[Action]:
        self._refuse_listing()

    def _refuse_listing(self) -> NoReturn:
        raise NotListable("There are too many sets of orders to list; sample them, or look at the structure.")

    @cached_property
    def _moves(self) -> Choices:
        return Choices(self._rules.variant, self._state.position, self._rules.rulings)

    @cached_property
    def units(self) -> tuple[tuple[AnyOrder, ...], ...]:
        """The possible orders of each unit that may be ordered now; for removals of every unit."""
        what = self.due
        if what.units:
            return tuple(tuple(self._moves.orders(unit)) for unit in what.units)
        if what.retreats:
            return tuple(_ways_out(unit) for unit in what.retreats)
        removable = self._state.position.units.get(self.power, ()) if what.removals else ()
        return tuple((Disband(unit),) for unit in removable)

    @cached_property
    def sites(self) -> tuple[tuple[Province, tuple[Build, ...]], ...]:
        """What may be built in each centre."""
        return tuple((site, tuple(self._buildable(site))) for site in self.due.sites)

    def _buildable(self, site: Province) -> Iterator[Build]:
        variant = self._rules.variant
        coasts = variant.provinces[site].coasts
        units = [Unit("A", site), *(Unit("F", f"{site}/{coast}") for coast in coasts), Unit("F", site)]
        for unit in units:
            standing = variant.armies if unit.kind == "A" else variant.fleets
            if unit.at in standing and Orders((Build(unit),)) in self:
                yield Build(unit)

    def count(self) -> int:
        """Return in how many ways the units can be ordered, every one of them."""
        if self.due.builds:
            return sum(self._ways_to_build(number) for number in range(self.due.builds + 1))
        if self.due.removals:
            return sum(1 for _ in combinations(self.units, min(self.due.removals, len(self.units))))
        return prod(len(orders) for orders in self.units)

    def _ways_to_build(self, number: int) -> int:
        return sum(prod(len(builds) for _, builds in chosen) for chosen in combinations(self.sites, number))

    def sample(self, rng: Randomness) -> Orders:
        """Return orders for every unit, drawn unit by unit; as many builds or removals as are due, or waived builds."""
        if self.due.builds:
            return Orders(self._some_builds(rng))
        if self.due.removals:
            return Orders(tuple(orders[0] for orders in _drawn(self.units, self.due.removals, rng)))
        if self.due.units:
            return Orders(tuple(self._order(unit, rng) for unit in self.due.units))
        return Orders(tuple(_one(orders, rng) for orders in self.units))

    def _order(self, unit: Unit, rng: Randomness) -> AnyOrder:
        """Draw an order without listing them all: a hold now and then, else of any sort alike."""
        return Hold(unit) if rng.randrange(HOLDS) == 0 else self._moves.draw(unit, rng)

    def _some_builds(self, rng: Randomness) -> tuple[AnyOrder, ...]:
        chosen = _drawn(self.sites, self.due.builds, rng)
        waivable = self._rules.rulings.waive
        return tuple(_one((*builds, Waive()) if waivable else builds, rng) for _, builds in chosen)

    def structure(self) -> tuple[Offer, ...]:
        """Return the offers, unit by unit, then the votes."""
        what = self.due
        builds = (_build_offer(site, builds, what.builds) for site, builds in self.sites)
        waive = (Offer(kind="waive", most=what.builds),) if what.builds and self._rules.rulings.waive else ()
        units = (offer for orders in self.units for offer in _offers(orders, what.removals))
        return (*units, *builds, *waive, *self._votes())

    def _votes(self) -> Iterator[Offer]:
        options, others = self._rules.options, [one for one in self._state.survivors if one != self.power]
        if self._state.position.phase.kind != "movement":
            return
        if options.draws != "off":
            yield Offer(kind="draw")
        if options.concessions and others:
            yield Offer(kind="concede", targets=tuple(others))


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


# --- offers


def _build_offer(site: Province, builds: Iterable[Build], most: int) -> Offer:
    return Offer(kind="build", source=site, targets=tuple(str(build.unit) for build in builds), most=most)


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

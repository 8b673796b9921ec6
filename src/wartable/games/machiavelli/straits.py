"""Straits: a hostile fleet in the province that controls one closes its edge (machiavelli 5.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from wartable.games.adjudication.results import Why
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.maps import place_of, small
from wartable.games.machiavelli.reading import Read
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Place, Position, Power, Unit

RULE = "machiavelli 5.10"


class Straits(msgspec.Struct, frozen=True):
    """The straits in one campaign; `holders` are the powers whose fleets hold each, by the controlling province."""

    rules: Rules
    holders: Mapping[Place, frozenset[Power]]
    allowed: frozenset[tuple[Power, Power]]

    def closed(self, power: Power, one: Place, other: Place) -> Place:
        """Return the province whose fleet keeps a power from going between two places; empty where none does."""
        for strait, edge in self.rules.board.straits.items():
            if {one, other} == set(edge) and any(self._hostile(holder, power) for holder in self.holders[strait]):
                return strait
        return ""

    def _hostile(self, holder: Power, power: Power) -> bool:
        return holder not in {power, AUTONOMOUS} and (holder, power) not in self.allowed

    def why(self, strait: Place) -> Why:
        """Return the reason for what is stopped."""
        sentence = f"The strait of {self.rules.place(strait)} is closed by the fleet there."
        return Why("void.strait", sentence, {"strait": strait}, RULE)


def straits_of(rules: Rules, position: Position, reads: Iterable[Read], came: Iterable[Unit] = ()) -> Straits:
    """Return the straits as they are in a campaign; `came` are fleets that get into a province that controls one.

    Where only standing fleets count, one that is ordered to convert does not.
    """
    strict = rules.options.straits_close == "standing"
    leaving = {read.unit.number for read in reads if strict and isinstance(read.order, orders.Convert)}
    holders: dict[Place, set[Power]] = {strait: set() for strait in rules.board.straits}
    for unit in (*position.units, *came):
        if unit.kind == "F" and unit.place in holders and unit.number not in leaving:
            holders[unit.place].add(unit.owner)
    return Straits(rules, {place: frozenset(those) for place, those in holders.items()}, frozenset(position.allowed))


def stopped(straits: Straits, reads: Iterable[Read]) -> Iterator[tuple[Read, Why]]:
    """Yield the orders that a closed strait stops: advances, supports, and armies that are carried through it."""
    known = tuple(reads) if any(straits.holders.values()) else ()
    for read in known:
        strait = _in_the_way(straits, read, known)
        if strait:
            yield read, straits.why(strait)


def _in_the_way(straits: Straits, read: Read, reads: tuple[Read, ...]) -> Place:
    unit, order = read.unit, read.order
    if isinstance(order, orders.Advance) and unit.kind == "A":
        return _carried_through(straits, unit, order, reads)
    if unit.kind != "F":
        return ""
    if isinstance(order, orders.Advance):
        return straits.closed(unit.owner, unit.place, place_of(order.to))
    if isinstance(order, orders.Support):
        return straits.closed(unit.owner, unit.place, place_of(order.to) or order.of.place)
    return ""


def _carried_through(straits: Straits, army: Unit, order: orders.Advance, reads: tuple[Read, ...]) -> Place:
    """Return the strait without which the fleets that carry an army would bring it to where it goes."""
    target = place_of(order.to)
    fleets = {
        read.unit.place
        for read in reads
        if isinstance(read.order, orders.Transport)
        and read.order.of.place == army.place
        and place_of(read.order.to) == target
        and (not order.path or read.unit.place in order.path)
    }
    if not fleets:
        return ""
    closed = {
        strait
        for strait, edge in straits.rules.board.straits.items()
        if straits.closed(army.owner, *edge) and {*edge} <= fleets | {army.place, target}
    }
    if closed and not _connected(straits, army, target, fleets):
        return min(closed)
    return ""


def _connected(straits: Straits, army: Unit, target: Place, fleets: set[Place]) -> bool:
    """Whether fleets make a way for an army over no closed strait."""
    near: dict[Place, set[Place]] = {}
    for here, ends in straits.rules.map.steps["F"].items():
        near.setdefault(place_of(here), set()).update(small(end)[0] for end in ends)
    reached, fresh = {army.place}, [army.place]
    while fresh:
        here = fresh.pop()
        for there in near.get(here, set()) & (fleets | {target}) - reached:
            if (here != army.place or there != target) and not straits.closed(army.owner, here, there):
                reached.add(there)
                if there != target:
                    fresh.append(there)
    return target in reached

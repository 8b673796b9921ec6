"""Orders of figures read: where the ring-bearer, the riders, the Great Eagles and the Nazgul go; calls of the Dead.

Figures go over borders by land and over mountains, never by sea, and do nothing else (ring-diplomacy Y21, Y30).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.orders import (
    AnyOrder,
    Call,
    Hold,
    Move,
    Power,
    Province,
    Unit,
    UnitKind,
    Waive,
    province_of,
)
from wartable.games.adjudication.results import Judged, Why
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.stages import OrdersOf
from wartable.games.adjudication.units import UnitsOf
from wartable.games.adjudication.words import place_words
from wartable.games.ring_figures.figures import HIDDEN, Figures
from wartable.games.ring_figures.kinds import BEARER, FIGURES, NAZGUL, RIDERS
from wartable.games.ring_figures.realm import Realm, steps_of
from wartable.games.ring_figures.ways import between

RULE = "ring-diplomacy Y22"


class Course(msgspec.Struct, frozen=True):
    """Where a figure goes in a phase: who ordered it, from where, to where, and through which province if two."""

    kind: UnitKind
    power: Power
    start: Province
    to: Province
    between: Province = ""
    order: AnyOrder | None = None


class Errand(msgspec.Struct, frozen=True):
    """What reading the orders of figures needs."""

    on: Realm
    units: UnitsOf
    figures: Figures
    eagles: Power
    """Who orders the Great Eagles and Gandalf; the empty string for nobody."""
    rulings: MovementRulings

    def may_order(self, power: Power, kind: UnitKind) -> bool:
        """Whether a power orders a figure; a game master may write hidden ones under whoever moves them."""
        if kind == BEARER:
            return power == HIDDEN or self.on.side(power) == "good"
        if kind == RIDERS:
            return power in {HIDDEN, "mordor"}
        return power == self.leader(kind)

    def leader(self, kind: UnitKind) -> Power:
        """Return who orders a figure; the hidden ones under a name of their own."""
        if kind in {BEARER, RIDERS}:
            return HIDDEN
        return "mordor" if kind == NAZGUL else self.eagles


class GivenCall(msgspec.Struct, frozen=True):
    """A call of the Dead that counts."""

    power: Power
    order: Call


Courses: TypeAlias = dict[UnitKind, Course]


def courses_of(errand: Errand, orders: OrdersOf) -> tuple[Courses, list[Judged]]:
    """Return the course of each figure on the board, and the orders for figures that do not count."""
    refused: list[Judged] = []
    chosen: dict[UnitKind, list[tuple[Power, AnyOrder]]] = {}
    for power, those in orders.items():
        for order in those:
            if isinstance(order, Waive | Call) or order.unit.kind not in FIGURES:
                continue
            if isinstance(order, Hold | Move):
                why = figure_fault(errand, power, order)
            else:
                why = _fault("figure.only_moves", "Illegal: it stands beside other units, and moves or stays.", order)
            if why is None:
                chosen.setdefault(order.unit.kind, []).append((power, order))
            else:
                refused.append(Judged(power, order, "illegal", why))
    courses: Courses = {}
    for kind, start in errand.figures.at.items():
        if kind in FIGURES:
            courses[kind] = _course(errand, kind, start, chosen.get(kind, []), refused)
    return courses, refused


def _course(
    errand: Errand, kind: UnitKind, start: Province, given: list[tuple[Power, AnyOrder]], refused: list[Judged]
) -> Course:
    """Return the course of a figure by the one order that counts; of different ones as the rulings say (4.D.3)."""
    if len({order for _, order in given}) > 1:
        rule = errand.rulings.double_orders
        kept = given[:1] if rule == "first" else given[-1:] if rule == "last" else []
        for power, order in given:
            if (power, order) not in kept:
                sentence = "It was given different orders, and this one does not count."
                refused.append(Judged(power, order, "illegal", _fault("double", sentence, order)))
        given = kept
    if not given:
        return Course(kind, errand.leader(kind), start, start)
    power, order = given[0]
    if not isinstance(order, Move):
        return Course(kind, power, start, start, order=order)
    return Course(kind, power, start, order.to, order.path[0] if order.path else "", order)


def figure_fault(errand: Errand, power: Power, order: Hold | Move) -> Why | None:
    """Say why a power may not give an order to a figure; None where it may."""
    kind, name = order.unit.kind, errand.on.map.kinds[order.unit.kind].name
    if errand.figures.at.get(kind) != order.unit.at:
        where = place_words(errand.on.map, order.unit.at)
        return _fault("no_unit", f"Illegal: {name} cannot be ordered in {where}.", order)
    if not errand.may_order(power, kind):
        return _fault("foreign_unit", f"Illegal: {name} is not this power's to order.", order)
    if isinstance(order, Move) and (wrong := _way_fault(errand, order)):
        return _fault("not_adjacent", f"Illegal: {name} {wrong}.", order)
    return None


def _way_fault(errand: Errand, order: Move) -> str:
    """Say what is wrong with the way of a move; the empty string where nothing is."""
    on, start, to = errand.on, order.unit.at, order.to
    if to not in on.map.provinces:
        return f"finds no province {to} on this map"
    if start == to:
        return "is there already, and nothing moves to where it stands"
    if not order.path:
        return "" if to in on.wild.get(start, ()) else "cannot reach that province"
    if steps_of(on, order.unit.kind) < 2:
        return "goes one province a turn"
    (through, *more) = order.path
    if more or through not in between(on.map, order.unit.kind, start, to):
        return "finds no way through there"
    return ""


def dead_called(errand: Errand, orders: OrdersOf) -> tuple[GivenCall | None, list[Judged]]:
    """Return the call of the Dead that counts, and those that do not (ring-diplomacy Y22.5)."""
    calls = [(power, order) for power, those in orders.items() for order in those if isinstance(order, Call)]
    refused = [
        Judged(power, order, "illegal", why) for power, order in calls if (why := call_fault(errand, power, order))
    ]
    legal = [GivenCall(power, order) for power, order in calls if call_fault(errand, power, order) is None]
    places = {one.order.unit.at for one in legal}
    if len(places) > 1:
        sentence = "The Dead are called to one province, and this is another call."
        refused += [Judged(one.power, one.order, "illegal", _fault("double", sentence, one.order)) for one in legal]
        return None, refused
    return (legal[0] if legal else None), refused


def call_fault(errand: Errand, power: Power, order: Call) -> Why | None:
    """Say why a power may not call the Dead to a province; None where it may."""
    if power != "gondor":
        return _fault("dead.not_gondor", "Illegal: only Gondor calls the Dead.", order)
    if not errand.figures.dead:
        return _fault("dead.spent", "Illegal: the Dead have come already, and they come once.", order)
    if not _holds_good(errand, order.unit.at):
        where = place_words(errand.on.map, order.unit.at)
        return _fault("dead.nobody_there", f"Illegal: no good unit stands in {where}.", order)
    return None


def _holds_good(errand: Errand, place: Province) -> bool:
    units: Iterable[tuple[Power, Province]] = (
        (power, unit.at) for power, those in errand.units.items() for unit in those
    )
    return any(province_of(at) == place and errand.on.side(power) == "good" for power, at in units)


def _fault(code: str, sentence: str, order: AnyOrder) -> Why:
    return Why(f"illegal.{code}", sentence, {"order": str(order)}, RULE)


def moves_of(on: Realm, kind: UnitKind, start: Province) -> Iterator[Move]:
    """Yield the moves of a figure, each province once, by the first way."""
    unit = Unit(kind, start)
    near = on.wild.get(start, frozenset())
    for place in on.map.provinces:
        if place in near:
            yield Move(unit, place)
        elif steps_of(on, kind) > 1 and (way := next(between(on.map, kind, start, place), None)):
            yield Move(unit, place, path=(way,))


def with_way(on: Realm, order: AnyOrder) -> AnyOrder:
    """Return a figure's move over two provinces with the first way where it names none; others as they are."""
    if not isinstance(order, Move) or order.path or order.unit.kind not in FIGURES:
        return order
    start, kind = order.unit.at, order.unit.kind
    if steps_of(on, kind) < 2 or order.to in on.wild.get(start, ()) or order.to not in on.map.provinces:
        return order
    way = next(between(on.map, kind, start, order.to), None)
    return order if way is None else Move(order.unit, order.to, path=(way,))

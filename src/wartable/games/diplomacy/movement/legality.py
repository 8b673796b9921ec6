"""Whether one order could work for some set of other orders, given the units on the board (DATC 4.E.1).

Reading an order gives either a `Reading`, what it asks for in numbers, or a `Fault` that says what is wrong with it.
An illegal order is dropped and its unit holds; a legal one that fits no order of another unit is merely void.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from wartable.games.diplomacy.movement.destinations import destination
from wartable.games.diplomacy.movement.faults import Fault, fault_words
from wartable.games.diplomacy.movement.muster import ARMY, FLEET, NOBODY, Muster, mustered
from wartable.games.diplomacy.naming import misnamed
from wartable.games.diplomacy.orders import (
    AnyOrder,
    Convert,
    Convoy,
    Hold,
    Location,
    Move,
    Power,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import Why
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant

HOLD, MOVE, SUPPORT, CONVOY, CONVERT = range(5)
"""What a unit does."""
Reading: TypeAlias = tuple[int, int, int, int, int]
"""The unit, what it does, the unit it helps, the space it aims at, and the location it names; else `NOBODY`.

A move that is more than a plain step, so that its way is still to be decided, has its own unit for the one it helps.
"""


def check(variant: Variant, position: Position, power: Power, order: AnyOrder, rulings: Rulings) -> Why | None:
    """Say why an order of a power is illegal in a movement phase; `None` where it could work for some other orders."""
    muster = mustered(variant, position, rulings)
    found = read(muster, power, order, rulings)
    return fault_words(muster, found) if isinstance(found, Fault) else None


def read(muster: Muster, power: Power, order: AnyOrder, rulings: Rulings) -> Reading | Fault:
    """Read an order of a power: who it is for first, then what it asks for."""
    reader = _READERS.get(type(order))
    if reader is None or isinstance(order, Waive):
        return Fault("illegal.wrong_phase", order)
    written = order.unit
    space = muster.network.space_named.get(written.at)
    unit = muster.find(written) if space is None else muster.at[space]
    if unit == NOBODY:
        return Fault("illegal.no_unit", order)
    if muster.owner[unit] != power:
        return Fault("illegal.foreign_unit", order, unit=unit)
    if written != muster.units[unit] and (wrong := misnamed(muster.units[unit], written, rulings)):
        return Fault(wrong, order, unit=unit)
    return reader(muster, unit, order, rulings)


def _read_hold(_muster: Muster, unit: int, _order: Hold, _rulings: Rulings) -> Reading:
    return unit, HOLD, NOBODY, NOBODY, NOBODY


def _read_move(muster: Muster, unit: int, order: Move, rulings: Rulings) -> Reading | Fault:
    """Read a move: a fleet goes one step; an army one step, or over the sea where fleets could carry it."""
    network = muster.network
    near = network.way_named[muster.kind[unit]][muster.location[unit]].get(order.to)
    if near is not None and not order.via:
        return unit, MOVE, NOBODY, network.space_of[near], near
    place, wrong = destination(muster, unit, order.to, rulings)
    if wrong:
        return _no_way(muster, unit, network.space_named.get(order.to, NOBODY), order, wrong)
    target = network.space_of[place]
    step = muster.direct(unit) >> target & 1
    if step and not (order.via and muster.kind[unit] == ARMY):
        return unit, MOVE, NOBODY, target, place
    if (wrong := _far(muster, unit, target, order, rulings)) and not (step and _land_anyway(rulings)):
        return _no_way(muster, unit, target, order, wrong)
    return unit, MOVE, unit, target, place


def _no_way(muster: Muster, unit: int, target: int, order: AnyOrder, wrong: str) -> Fault:
    """Return what is wrong with an order for which a unit would have to go somewhere: perhaps the way is closed now."""
    if target != NOBODY and muster.why_closed(unit, target):
        return Fault("illegal.closed", order, unit=unit, target=target)
    return Fault(wrong, order, unit=unit, target=target)


def _land_anyway(rulings: Rulings) -> bool:
    """Whether an army that may walk does so though its order asks for a convoy which cannot be."""
    return rulings.land_fallback or rulings.adjacent_convoy in {"swap_1971", "intent_1982"}


def _far(muster: Muster, unit: int, target: int, order: Move, rulings: Rulings) -> str:
    """Return what is wrong with a move that is no single step: it must be one of two steps, or a possible convoy."""
    if order.path and muster.two_steps(unit) >> target & 1:
        return _wrong_between(muster, unit, target, order.path, rulings)
    if muster.kind[unit] == FLEET:
        return "illegal.not_adjacent"
    if rulings.convoy_path == "required" and not order.path:
        return "illegal.no_path_written"
    if not muster.carried(unit, target):
        return "illegal.no_fleets" if muster.network.coastal >> target & 1 else "illegal.not_adjacent"
    return ""


def _wrong_between(muster: Muster, unit: int, target: int, path: tuple[Location, ...], rulings: Rulings) -> str:
    """Check the space between of a move over two spaces (ring diplomacy)."""
    network = muster.network
    between = network.space_named.get(path[0], NOBODY)
    if between == NOBODY or len(path) != 1 or not muster.direct(unit) >> between & 1:
        return "illegal.path_broken"
    ways = [way for way in network.ways[muster.kind[unit]][muster.location[unit]] if network.space_of[way] == between]
    if not any(network.steps[muster.kind[unit]][way] >> target & 1 for way in ways):
        return "illegal.path_broken"
    there = muster.at[between]
    if rulings.via_blocked and there != NOBODY and muster.owner[there] != muster.owner[unit]:
        return "illegal.path_blocked"
    return ""


def _read_support_hold(muster: Muster, unit: int, order: SupportHold, rulings: Rulings) -> Reading | Fault:
    subject, wrong = _helped(muster, unit, order.of, rulings)
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    target = muster.space[subject]
    if not muster.direct(unit) >> target & 1:
        return _no_way(muster, unit, target, order, "illegal.support_out_of_reach")
    return unit, SUPPORT, subject, target, NOBODY


def _read_support_move(muster: Muster, unit: int, order: SupportMove, rulings: Rulings) -> Reading | Fault:
    """Read a support: the unit could go there itself, and the move is possible without it as a convoyer."""
    subject, wrong = _helped(muster, unit, order.of, rulings)
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    network = muster.network
    near = network.way_named[muster.kind[subject]][muster.location[subject]].get(order.to)
    if near is not None:
        place = near
    else:
        place, wrong = destination(muster, subject, order.to, rulings, supported=True)
        if wrong:
            return Fault("illegal.support_impossible_move", order, unit=unit, subject=subject)
    target = network.space_of[place]
    if not muster.direct(unit) >> target & 1:
        return _no_way(muster, unit, target, order, "illegal.support_out_of_reach")
    if near is None and not (
        muster.direct(subject) >> target & 1
        or muster.two_steps(subject) >> target & 1
        or muster.carried(subject, target, without=unit)
    ):
        return Fault("illegal.support_impossible_move", order, unit=unit, subject=subject)
    return unit, SUPPORT, subject, target, place


def _helped(muster: Muster, unit: int, written: Unit, rulings: Rulings) -> tuple[int, str]:
    """Find the unit that an order helps; returns what is wrong with it as well, empty if nothing."""
    space = muster.network.space_named.get(written.at)
    subject = muster.find(written) if space is None else muster.at[space]
    if subject == unit:
        return subject, "illegal.helps_itself"
    if subject == NOBODY:
        return NOBODY, "illegal.nobody_there"
    return subject, "" if written == muster.units[subject] else misnamed(muster.units[subject], written, rulings)


def _read_convoy(muster: Muster, unit: int, order: Convoy, rulings: Rulings) -> Reading | Fault:
    """Read a convoy: a fleet at sea carries an army from coast to coast, if it lies on some route that needs it."""
    wrong = _cannot_carry(muster, unit)
    subject = NOBODY
    if not wrong:
        subject, wrong = _helped(muster, unit, order.of, rulings)
    if not wrong and muster.kind[subject] == FLEET:
        wrong = "illegal.convoy_fleet"
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    place, wrong = destination(muster, subject, order.to, rulings)
    if wrong:
        return Fault("illegal.no_route", order, unit=unit, subject=subject)
    target = muster.network.space_of[place]
    useful = 0
    if muster.network.coastal >> target & 1:
        useful = muster.network.seas.useful(muster.space[subject], target, muster.fleets)
    if not useful >> muster.space[unit] & 1:
        return Fault("illegal.no_route", order, unit=unit, subject=subject)
    return unit, CONVOY, subject, target, NOBODY


def _cannot_carry(muster: Muster, unit: int) -> str:
    if muster.kind[unit] == ARMY:
        return "illegal.army_convoys"
    return "" if muster.network.sea >> muster.space[unit] & 1 else "illegal.not_at_sea"


def _read_convert(muster: Muster, unit: int, order: Convert, rulings: Rulings) -> Reading | Fault:
    """Read a conversion: a unit on a coast becomes the other kind (Middle-Earth Diplomacy VIII, rule 2)."""
    if not muster.variant.conversion:
        return Fault("illegal.no_conversion", order, unit=unit)
    space = muster.space[unit]
    if not muster.network.coastal >> space & 1:
        return Fault("illegal.convert_inland", order, unit=unit)
    if muster.kind[unit] == FLEET or not muster.network.split >> space & 1:
        return unit, CONVERT, NOBODY, NOBODY, space
    place = muster.network.number.get(f"{muster.network.spaces[space]}/{order.coast}", NOBODY)
    if place == NOBODY and not order.coast and rulings.build_coast == "first":
        place = next(place for place, of in enumerate(muster.network.space_of) if of == space and place != space)
    if place == NOBODY:
        return Fault("illegal.convert_coast", order, unit=unit)
    return unit, CONVERT, NOBODY, NOBODY, place


_READERS: Mapping[type, Callable[[Muster, int, Any, Rulings], Reading | Fault]] = {
    Hold: _read_hold,
    Move: _read_move,
    SupportHold: _read_support_hold,
    SupportMove: _read_support_move,
    Convoy: _read_convoy,
    Convert: _read_convert,
}

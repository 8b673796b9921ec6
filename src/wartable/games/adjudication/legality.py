"""Whether one order could work for some set of other orders, given the units on the board (DATC 4.E.1).

Reading an order gives either its unit and task, what it asks for in numbers, or a `Fault` that says what is wrong.
An illegal order is dropped and its unit holds; a legal one that fits no order of another unit is merely void.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from wartable.games.adjudication import orders
from wartable.games.adjudication.compiled import CONVERT, CONVOY, HOLD, MOVE, SUPPORT, Task
from wartable.games.adjudication.destinations import destination
from wartable.games.adjudication.faults import Fault, fault_words
from wartable.games.adjudication.naming import misnamed
from wartable.games.adjudication.network import Network
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.units import NOBODY, Units

Reading: TypeAlias = tuple[int, Task]
"""The unit, and its task."""


def check(units: Units, power: orders.Power, order: orders.AnyOrder, rulings: MovementRulings) -> Why | None:
    """Say why an order of a power is illegal; `None` where it could work for some other orders."""
    found = read(units, power, order, rulings)
    return fault_words(units, found) if isinstance(found, Fault) else None


def read(units: Units, power: orders.Power, order: orders.AnyOrder, rulings: MovementRulings) -> Reading | Fault:
    """Read an order of a power: who it is for first, then what it asks for."""
    reader = _READERS.get(type(order))
    if reader is None or isinstance(order, orders.Waive):
        return Fault("illegal.wrong_phase", order)
    written = order.unit
    space = units.network.space_named.get(written.at)
    unit = units.find(written) if space is None else units.at[space]
    if unit == NOBODY:
        return Fault("illegal.no_unit", order)
    if units.owner[unit] != power:
        return Fault("illegal.foreign_unit", order, unit=unit)
    if written != units.unit[unit] and (wrong := misnamed(units.unit[unit], written, rulings)):
        return Fault(wrong, order, unit=unit)
    return reader(units, unit, order, rulings)


def _read_hold(_units: Units, unit: int, order: orders.Hold, _rulings: MovementRulings) -> Reading:
    return unit, (HOLD, NOBODY, NOBODY, NOBODY, None, order)


def _read_move(units: Units, unit: int, order: orders.Move, rulings: MovementRulings) -> Reading | Fault:
    """Read a move: a unit goes one step, or two where it may; an army also over the sea where fleets could carry it."""
    network = units.network
    over_two = bool(order.path and not order.via and units.two_steps(unit))
    if (units.through or units.barred) and (fault := _not_allowed(units, unit, order, over_two=over_two)):
        return fault
    near = network.way_named[units.kind[unit]][units.location[unit]].get(order.to)
    if near is not None and not order.via and not over_two:
        return unit, (MOVE, network.space_of[near], near, NOBODY, None, order)
    place, wrong = destination(units, unit, order.to, rulings)
    if wrong:
        return _no_way(units, unit, network.space_named.get(order.to, NOBODY), order, wrong)
    target = network.space_of[place]
    step = units.direct(unit) >> target & 1
    if step and not over_two and not (order.via and units.is_carried(unit)):
        return unit, (MOVE, target, place, NOBODY, None, order)
    if (wrong := _far(units, unit, target, order, rulings)) and not (step and _land_anyway(rulings)):
        return _no_way(units, unit, target, order, wrong)
    return unit, (MOVE, target, place, units.space[unit], None, order)


def _not_allowed(units: Units, unit: int, order: orders.Move, *, over_two: bool) -> Fault | None:
    """Return what conditions have against a move, wherever its unit might go."""
    if units.through and order.path and not order.via and not over_two:
        return Fault("illegal.one_step", order, unit=unit)
    target = units.network.space_named.get(order.to, NOBODY)
    return Fault("illegal.barred", order, unit=unit, target=target) if units.why_barred(unit, target) else None


def _no_way(units: Units, unit: int, target: int, order: orders.AnyOrder, wrong: str) -> Fault:
    """Return what is wrong with an order for which a unit would have to go somewhere: perhaps the way is closed now."""
    if target != NOBODY and units.why_closed(unit, target):
        return Fault("illegal.closed", order, unit=unit, target=target)
    return Fault(wrong, order, unit=unit, target=target)


def _land_anyway(rulings: MovementRulings) -> bool:
    """Whether an army that may walk does so though its order asks for a convoy which cannot be."""
    return rulings.land_fallback or rulings.adjacent_convoy in {"swap_1971", "intent_1982"}


def _far(units: Units, unit: int, target: int, order: orders.Move, rulings: MovementRulings) -> str:
    """Return what is wrong with a move that is no single step: it must be one of two steps, or a possible convoy."""
    if order.path and units.two_steps(unit) >> target & 1:
        return _wrong_between(units, unit, target, order.path, rulings)
    if not units.is_carried(unit):
        return "illegal.not_adjacent"
    if rulings.convoy_path == "required" and not order.path:
        return "illegal.no_path_written"
    if not units.carried(unit, target):
        return "illegal.no_fleets" if units.network.coastal >> target & 1 else "illegal.not_adjacent"
    return ""


def _wrong_between(
    units: Units, unit: int, target: int, path: tuple[orders.Location, ...], rulings: MovementRulings
) -> str:
    """Check the space between of a move over two spaces (ring diplomacy)."""
    network = units.network
    between = network.space_named.get(path[0], NOBODY)
    if between == NOBODY or len(path) != 1 or not units.strides(unit) >> between & 1:
        return "illegal.path_broken"
    ways = [way for way in network.walks[units.kind[unit]][units.location[unit]] if network.space_of[way] == between]
    if not any(network.strides[units.kind[unit]][way] >> target & 1 for way in ways):
        return "illegal.path_broken"
    there = units.at[between]
    if rulings.via_blocked and there != NOBODY and units.owner[there] != units.owner[unit]:
        return "illegal.path_blocked"
    return ""


def _read_support_hold(units: Units, unit: int, order: orders.SupportHold, rulings: MovementRulings) -> Reading | Fault:
    subject, wrong = _helped(units, unit, order.of, rulings)
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    target = units.space[subject]
    if not units.helps(unit) >> target & 1:
        return _no_help(units, unit, target, order)
    return unit, (SUPPORT, target, NOBODY, target, None, order)


def _read_support_move(units: Units, unit: int, order: orders.SupportMove, rulings: MovementRulings) -> Reading | Fault:
    """Read a support: the unit could go there itself, and the move is possible without it as a convoyer."""
    subject, wrong = _helped(units, unit, order.of, rulings)
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    network = units.network
    near = network.way_named[units.kind[subject]][units.location[subject]].get(order.to)
    if near is not None:
        place = near
    else:
        place, wrong = destination(units, subject, order.to, rulings, supported=True)
        if wrong:
            return Fault("illegal.support_impossible_move", order, unit=unit, subject=subject)
    target = network.space_of[place]
    if not units.helps(unit) >> target & 1:
        return _no_help(units, unit, target, order)
    if units.barred and units.why_barred(subject, target):
        return Fault("illegal.barred", order, unit=unit, subject=subject, target=target)
    if near is None and not (
        units.direct(subject) >> target & 1
        or units.two_steps(subject) >> target & 1
        or units.carried(subject, target, without=unit)
    ):
        return Fault("illegal.support_impossible_move", order, unit=unit, subject=subject)
    return unit, (SUPPORT, target, place, units.space[subject], None, order)


def _no_help(units: Units, unit: int, target: int, order: orders.AnyOrder) -> Fault:
    """Return why a unit gives no support in a space: it may get there over a crossing, or not at all."""
    start = units.unit[unit]
    if units.direct(unit) >> target & 1 or (start.kind, start.at, units.network.spaces[target]) in units.missing:
        return Fault("illegal.support_over_crossing", order, unit=unit, target=target)
    return _no_way(units, unit, target, order, "illegal.support_out_of_reach")


def _helped(units: Units, unit: int, written: orders.Unit, rulings: MovementRulings) -> tuple[int, str]:
    """Find the unit that an order helps; returns what is wrong with it as well, empty if nothing."""
    space = units.network.space_named.get(written.at)
    subject = units.find(written) if space is None else units.at[space]
    if subject == unit:
        return subject, "illegal.helps_itself"
    if subject == NOBODY:
        return NOBODY, "illegal.nobody_there"
    return subject, "" if written == units.unit[subject] else misnamed(units.unit[subject], written, rulings)


def _read_convoy(units: Units, unit: int, order: orders.Convoy, rulings: MovementRulings) -> Reading | Fault:
    """Read a convoy: a fleet at sea carries an army from coast to coast, if it lies on some route that needs it."""
    wrong = _cannot_carry(units, unit)
    subject = NOBODY
    if not wrong:
        subject, wrong = _helped(units, unit, order.of, rulings)
    if not wrong and not units.is_carried(subject):
        wrong = "illegal.convoy_fleet"
    if wrong:
        return Fault(wrong, order, unit=unit, subject=subject)
    place, wrong = destination(units, subject, order.to, rulings)
    if wrong:
        return Fault("illegal.no_route", order, unit=unit, subject=subject)
    target = units.network.space_of[place]
    useful = 0
    if units.network.coastal >> target & 1:
        useful = units.network.seas.useful(units.space[subject], target, units.fleets)
    if not useful >> units.space[unit] & 1:
        return Fault("illegal.no_route", order, unit=unit, subject=subject)
    return unit, (CONVOY, target, NOBODY, units.space[subject], None, order)


def _cannot_carry(units: Units, unit: int) -> str:
    if not units.network.kinds[units.kind[unit]].carries:
        return "illegal.army_convoys"
    return "" if units.network.carrying >> units.space[unit] & 1 else "illegal.not_at_sea"


def _read_convert(units: Units, unit: int, order: orders.Convert, rulings: MovementRulings) -> Reading | Fault:
    """Read a conversion: a unit becomes another kind where it stands, or by a move into another space of its province.

    Source: Middle-Earth Diplomacy VIII, rule 2, for the former; machiavelli 7 for the latter.
    """
    network, kind = units.network, units.kind[unit]
    goal = _conversion_space(units, unit, order)
    if goal == NOBODY:
        return Fault("illegal.no_conversion", order, unit=unit)
    afloat = network.kinds[network.letters[order.kind]].afloat
    if (afloat or network.kinds[kind].afloat) and not network.coastal >> goal & 1:
        return Fault("illegal.convert_inland", order, unit=unit)
    if units.why_closed(unit, goal):
        return Fault("illegal.closed", order, unit=unit, target=goal)
    place = _converted_at(network, goal, order.coast, rulings) if afloat else goal
    if place == NOBODY:
        return Fault("illegal.convert_coast", order, unit=unit)
    if goal == units.space[unit]:
        return unit, (CONVERT, NOBODY, place, NOBODY, None, order)
    return unit, (MOVE, goal, place, NOBODY, None, order)


def _conversion_space(units: Units, unit: int, order: orders.Convert) -> int:
    """Return the space of the new unit, or `NOBODY` where units of this kind do not become of that kind there."""
    network = units.network
    slot = network.kinds[units.kind[unit]].becomes.get(order.kind)
    province = network.province[units.space[unit]]
    return NOBODY if slot is None else network.space_named.get(f"{province}/{slot}" if slot else province, NOBODY)


def _converted_at(network: Network, space: int, coast: str, rulings: MovementRulings) -> int:
    """Return on which coast of a space a new fleet lies (4.B.7)."""
    if not network.split >> space & 1:
        return space
    place = network.number.get(f"{network.spaces[space]}/{coast}", NOBODY)
    if place == NOBODY and not coast and rulings.build_coast == "first":
        place = next(place for place, of in enumerate(network.space_of) if of == space and place != space)
    return place


_READERS: Mapping[type, Callable[[Units, int, Any, MovementRulings], Reading | Fault]] = {
    orders.Hold: _read_hold,
    orders.Move: _read_move,
    orders.SupportHold: _read_support_hold,
    orders.SupportMove: _read_support_move,
    orders.Convoy: _read_convoy,
    orders.Convert: _read_convert,
}

"""What is wrong with an illegal order, as a code, a sentence with its facts, and the issue of DATC it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wartable.games.adjudication.orders import AnyOrder, Convoy, Location, Move, SupportHold, SupportMove, Waive
from wartable.games.adjudication.results import Fact, Why
from wartable.games.adjudication.units import NOBODY, Units
from wartable.games.adjudication.words import place_words, power_words, unit_words

FAULTS: Mapping[str, tuple[str, str]] = {
    "illegal.wrong_phase": ("“{order}” is no order for a movement phase", "DATC 4.E.1"),
    "illegal.no_unit": ("no unit stands in {place}", "DATC 4.E.1"),
    "illegal.foreign_unit": ("{unit} belongs to {owner}, so only {owner} may order it", "DATC 6.A.6"),
    "illegal.wrong_kind": ("the unit in {place} is {unit}, not what the order says", "DATC 4.C.2"),
    "illegal.wrong_coast": ("{unit} stands on another coast than the order says", "DATC 4.B.5"),
    "illegal.meaningless_coast": ("the order names a coast where there is none to name", "DATC 4.B.6"),
    "illegal.double": ("{unit} was given different orders, and none of them counts", "DATC 4.D.3"),
    "illegal.superseded": ("another order for {unit} counts in place of this one", "DATC 4.D.3"),
    "illegal.repeated": ("{unit} was given this very order already", "DATC 4.D.3"),
    "illegal.unknown_place": ("there is no province {to} on this map", "DATC 4.E.1"),
    "illegal.same_place": ("{mover} is in {to} already, and no unit moves to where it stands", "DATC 6.A.4, 6.A.5"),
    "illegal.army_at_sea": ("an army cannot enter {to}", "DATC 6.A.2"),
    "illegal.fleet_inland": ("{to} has no coast that a fleet could enter", "DATC 6.A.3"),
    "illegal.not_adjacent": ("{unit} cannot reach {to}", "DATC 6.A.1, 6.A.9"),
    "illegal.closed": ("{unit} cannot go to {target} now, as {closed}", ""),
    "illegal.barred": ("{mover} may not go to {target}, as {barred}", ""),
    "illegal.support_over_crossing": (
        "{unit} gets to {target} only over a way that no support is given over",
        "",
    ),
    "illegal.coast_missing": ("the order must say which coast of {to} is meant", "DATC 4.B.1, 4.B.2, 4.B.4"),
    "illegal.coast_out_of_reach": ("{unit} cannot reach {to}", "DATC 4.B.3"),
    "illegal.no_path_written": ("{to} is no neighbour, and the order names no fleets to carry the army", "DATC 4.A.6"),
    "illegal.no_fleets": ("no chain of fleets now at sea could carry {unit} to {to}", "DATC 6.D.32, 6.F.1"),
    "illegal.path_broken": ("the way it names does not lead {unit} to {to}", "DATC 4.A.6"),
    "illegal.one_step": ("{unit} goes one province at a time, so its order names none between", ""),
    "illegal.path_blocked": ("a foreign unit stands in the space that {unit} would pass through", "ring diplomacy"),
    "illegal.nobody_there": ("no unit stands in {place_of}, so there is nothing to help", "DATC 4.E.1"),
    "illegal.helps_itself": ("a unit cannot help itself", "DATC 6.A.8"),
    "illegal.support_out_of_reach": (
        "{unit} supports only what happens where it could go itself, and it cannot go to {target}",
        "DATC 6.A.10, 6.B.5",
    ),
    "illegal.support_impossible_move": (
        "{subject} cannot go to {to}, at least not while {unit} does nothing but support",
        "DATC 4.E.1, 6.D.22, 6.D.31",
    ),
    "illegal.army_convoys": ("only fleets convoy, and {unit} is none", "DATC 6.F.1"),
    "illegal.not_at_sea": ("a fleet convoys only from a sea space, and {unit} is on the coast", "DATC 6.F.1"),
    "illegal.convoy_fleet": ("only armies are convoyed, and {subject} is none", "DATC 6.A.7"),
    "illegal.no_route": (
        "{unit} lies on no route that needs it by which the fleets now at sea could carry {subject} to {to}",
        "DATC 6.G.7, 6.G.19",
    ),
    "illegal.no_conversion": ("units do not convert in this game", "DATC 4.E.1"),
    "illegal.convert_inland": ("{unit} is not on a coast, and only there may a unit convert", "Middle-Earth VIII 2.4"),
    "illegal.convert_coast": ("the order must say on which coast of {place} the new fleet lies", "DATC 4.B.7"),
}
"""Sentence and rule by code."""


KEPT = 1 << 12
"""Sentences that are kept for one map; then all of them are forgotten, so that memory stays flat."""


class Fault(NamedTuple):
    """What is wrong with an order, not yet in words; units and the target are numbers of the units and its network."""

    code: str
    order: AnyOrder
    unit: int = NOBODY
    subject: int = NOBODY
    target: int = NOBODY


def fault_words(units: Units, fault: Fault) -> Why:
    """Return why an order is illegal, as a sentence with its facts, which are shared and so read only."""
    known: dict[object, Why] = vars(units.network).setdefault("faults", {})
    unit = (units.unit[fault.unit], units.owner[fault.unit]) if fault.unit != NOBODY else None
    closed = units.why_closed(fault.unit, fault.target) if fault.code == "illegal.closed" else ""
    if fault.code == "illegal.barred":
        closed = units.why_barred(fault.unit if fault.subject == NOBODY else fault.subject, fault.target)
    case = fault.code, fault.order, unit, fault.subject != NOBODY and units.unit[fault.subject], fault.target, closed
    why = known.get(case)
    if why is None:
        if len(known) >= KEPT:
            known.clear()
        why = known[case] = _in_words(units, fault)
    return why


def _in_words(units: Units, fault: Fault) -> Why:
    sentence, rule = FAULTS[fault.code]
    facts: dict[str, Fact] = {"order": str(fault.order)}
    if fault.unit != NOBODY:
        facts["unit"] = str(units.unit[fault.unit])
    return Why(fault.code, f"Illegal: {sentence.format_map(_words(units, fault))}.", facts, rule)


def _words(units: Units, fault: Fault) -> dict[str, str]:
    """Put into words whatever a sentence may name."""
    on, (_, order, unit, subject, target) = units.map, fault
    words = {"order": str(order), "unit": "the unit"}
    if not isinstance(order, Waive):
        words["place"] = place_words(on, order.unit.at)
    if unit != NOBODY:
        words["unit"] = words["mover"] = unit_words(on, units.unit[unit])
        words["owner"] = power_words(on, units.owner[unit])
    if isinstance(order, SupportHold | SupportMove | Convoy):
        words["place_of"] = place_words(on, order.of.at)
        words["subject"] = words["mover"] = unit_words(on, units.unit[subject] if subject != NOBODY else order.of)
    to = _to(order)
    words["to"] = place_words(on, to) if to else ""
    if target != NOBODY:
        words["target"] = place_words(on, units.network.spaces[target])
        words["closed"] = units.why_closed(unit, target)
        words["barred"] = units.why_barred(subject if subject != NOBODY else unit, target)
    return words


def _to(order: AnyOrder) -> Location:
    return order.to if isinstance(order, Move | SupportMove | Convoy) else ""

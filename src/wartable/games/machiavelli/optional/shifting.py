"""Strategic movement: after the retreats each power may shift two armies or fleets through empty provinces of its own.

Shifts are written in secret and carried out by powers, the one with most cities first. A way leads through fields that
are empty and whose province the power controls, without rebels; an army also goes over seas in which a fleet of its
power stands. That besiegers stay, that equal powers go in the order of the scenario, and that a fleet enters no sea,
which nobody controls, is reconstructed.
Source: rules/machiavelli.md 14, strategic movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wartable.games.machiavelli.events import Reason, Shifted
from wartable.games.machiavelli.maps import location, place_of, small
from wartable.games.machiavelli.money_events import Refused
from wartable.games.machiavelli.orders import UnitName
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Position, Power, Unit

RULE = "machiavelli 14"
MOST = 2
"""Units that a power shifts after a campaign."""


class Shift(msgspec.Struct, frozen=True):
    """A unit with the place it is shifted to: `SHIFT A pavia - como`."""

    unit: UnitName
    to: str

    def __str__(self) -> str:
        return f"SHIFT {self.unit} - {self.to}"


def goals(rules: Rules, position: Position, unit: Unit) -> tuple[str, ...]:
    """Return where a unit may be shifted to, places with their coasts, in alphabetical order."""
    if unit.kind == "G" or any(siege.by == unit.number for siege in position.sieges):
        return ()
    reached: set[str] = set()
    left = [location(rules.board, unit)]
    seen = set(left)
    while left:
        for at in _next(rules, position, unit, left.pop()):
            if at in seen:
                continue
            seen.add(at)
            left.append(at)
            if rules.is_land(place_of(at)):
                reached.add("/".join(filter(None, small(at))))
    return tuple(sorted(reached - {unit.place}))


def _next(rules: Rules, position: Position, unit: Unit, at: str) -> Iterator[str]:
    """Yield the locations one step on from another that a unit may go through."""
    steps = rules.map.steps
    if unit.kind == "F":
        yield from (to for to in steps["F"].get(at, ()) if _open(rules, position, unit.owner, place_of(to)))
        return
    yield from (to for to in steps["A"].get(at, ()) if _open(rules, position, unit.owner, to))
    fleets = {one.place for one in position.of(unit.owner) if one.kind == "F" and not rules.is_land(one.place)}
    yield from sorted(fleets & rules.board.around(at) - {at})
    if not rules.is_land(at):
        shores = (to for to in rules.board.around(at) if to in steps["A"])
        yield from (to for to in shores if _open(rules, position, unit.owner, to))


def _open(rules: Rules, position: Position, power: Power, place: str) -> bool:
    """Whether a unit of a power may be shifted through a province: its own, without a unit in the field or rebels."""
    if not rules.is_land(place) or position.provinces.get(place) != power or position.at(place) is not None:
        return False
    filled = rules.board.provinces[place].fills and position.at(place, "city") is not None
    return not filled and not any(position.rebels(place))


def shift_fault(rules: Rules, position: Position, power: Power, shift: Shift) -> Reason | None:
    """Return why a power cannot shift a unit as things stand; None where it can."""
    found = _found(rules, position, power, shift)
    return found if isinstance(found, Reason) else None


def _found(rules: Rules, position: Position, power: Power, shift: Shift) -> tuple[Unit, str] | Reason:
    """Return the unit that a power shifts and the place it comes to, with its coast; or why it cannot."""
    unit = position.unit_of(power, shift.unit.kind, shift.unit.place)
    if unit is None:
        return Reason("shift.no_unit", f"There is no {shift.unit} of this power.", {}, RULE)
    ways = goals(rules, position, unit)
    to = next((way for way in ways if shift.to in (way, place_of(way))), None)
    if to is None:
        open_to = ", ".join(ways) or "nowhere"
        return Reason("shift.no_way", f"{shift.unit} cannot be shifted there. It may go to: {open_to}.", {}, RULE)
    return unit, to


def in_order(position: Position) -> tuple[Power, ...]:
    """Return the powers as they shift: those with most cities first."""
    cities = list(position.cities.values())
    return tuple(sorted(position.powers, key=lambda power: -cities.count(power)))


def shifted(rules: Rules, position: Position, given: Mapping[Power, Sequence[Shift]]) -> Outcome:
    """Carry out the shifts of all powers, each as things stand when its turn comes."""
    events: list[Shifted | Refused] = []
    for power in in_order(position):
        for shift in tuple(given.get(power, ()))[:MOST]:
            found = _found(rules, position, power, shift)
            if isinstance(found, Reason):
                events.append(_refused(position, power, shift, found))
                continue
            unit, to = found
            position = moved(position, unit, to).tidied()
            events.append(Shifted(year=position.year, season=position.season, unit=unit, to=to))
    return Outcome(position, tuple(events))


def moved(position: Position, unit: Unit, to: str) -> Position:
    """Return a position with a unit in another place, which may name a coast: `provence/nc`."""
    place, _, coast = to.partition("/")
    after = replace(unit, place=place, coast=coast)
    return replace(position, units=tuple(after if one == unit else one for one in position.units))


def _refused(position: Position, power: Power, shift: Shift, why: Reason) -> Refused:
    return Refused(
        year=position.year, season=position.season, power=power, text=str(shift), why=why, private_to=(power,)
    )

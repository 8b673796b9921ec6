"""Where a move goes: the location an order means by what it writes, with or without a coast (DATC 4.B)."""

from __future__ import annotations

from wartable.games.adjudication.orders import Location, province_of
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.units import NOBODY, Units


def destination(
    units: Units, unit: int, to: Location, rulings: MovementRulings, *, supported: bool = False
) -> tuple[int, str]:
    """Return the location a unit's move means, and what is wrong with it (a code, empty if nothing).

    For a fleet the location is one step away, or two for units that may walk them. For an army it is only a place it
    could stand in; whether it gets there is another question. In a support (`supported`) the coast may be left out
    where the ruling on 4.B.4 allows; it is then the space as a whole.
    """
    place = units.network.number.get(to, NOBODY)
    if place == NOBODY:
        place = units.network.number.get(province_of(to), NOBODY)
        if place == NOBODY:
            return NOBODY, "illegal.unknown_place"
        if rulings.coast_meaningless == "illegal":
            return NOBODY, "illegal.meaningless_coast"
    space = units.network.space_of[place]
    if space == units.space[unit]:
        return NOBODY, "illegal.same_place"
    if not units.is_afloat(unit):
        return _on_land(units, unit, place, rulings)
    return _afloat(units, unit, place, rulings, supported=supported)


def _on_land(units: Units, unit: int, place: int, rulings: MovementRulings) -> tuple[int, str]:
    space = units.network.space_of[place]
    if not units.network.habitat[units.kind[unit]] >> space & 1:
        return NOBODY, "illegal.army_at_sea"
    if place != space and rulings.coast_meaningless == "illegal":
        return NOBODY, "illegal.meaningless_coast"
    return space, ""


def _afloat(units: Units, unit: int, place: int, rulings: MovementRulings, *, supported: bool) -> tuple[int, str]:
    """Find the coast a fleet gets to (4.B.1 to 4.B.4)."""
    network = units.network
    space = network.space_of[place]
    near = units.direct(unit) | units.two_steps(unit)
    if not near >> space & 1:
        return NOBODY, _why_not_there(units, space)
    if not network.split >> space & 1:
        return space, ""
    coasts = _coasts_in_reach(units, unit, space)
    if supported and rulings.support_coast == "required" and place == space:
        return NOBODY, "illegal.coast_missing"
    if place in coasts or (supported and (place == space or rulings.support_coast == "ignored")):
        return place, ""
    if place != space:
        mended, wrong = rulings.coast_unreachable == "other", "illegal.coast_out_of_reach"
    elif len(coasts) == 1:
        mended, wrong = rulings.coast_implied == "only", "illegal.coast_missing"
    else:
        mended, wrong = rulings.coast_missing == "first", "illegal.coast_missing"
    return (coasts[0], "") if mended else (NOBODY, wrong)


def _why_not_there(units: Units, space: int) -> str:
    """Say why a fleet gets nowhere near a space."""
    afloat = units.network.sea | units.network.coastal
    return "illegal.not_adjacent" if afloat >> space & 1 else "illegal.fleet_inland"


def _coasts_in_reach(units: Units, unit: int, space: int) -> list[int]:
    ways = units.network.ways[units.kind[unit]]
    reach = set(ways[units.location[unit]])
    if units.two_steps(unit):
        reach.update(far for near in tuple(reach) for far in ways[near])
    return [place for place in sorted(reach) if units.network.space_of[place] == space]

"""Rebellions that begin: where rebels rise, and which provinces can be made to (machiavelli 12.3)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.games.machiavelli.events import Reason, RebellionBegan
from wartable.games.machiavelli.optional.homes import is_home
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import NOBODY, Place, Position, Power, Rebellion, SpaceKind

RULE = "machiavelli 12.3"


def at_home(rules: Rules, position: Position, place: Place) -> bool:
    """Whether a province is home to its controller."""
    holder = position.provinces.get(place)
    return bool(holder) and is_home(rules, position, place, holder or NOBODY)


def risers(rules: Rules, position: Position, place: Place) -> tuple[Rebellion, ...]:
    """Return the rebels that would rise in a province: always against who controls it, and only where none are."""
    holder = position.provinces.get(place)
    if not holder or (rules.board.provinces[place].fills and (position.at(place) or position.at(place, "city"))):
        return ()
    there = {one.space for one in position.rebels(place)}
    return tuple(Rebellion(place, space, holder) for space in _spaces(rules, position, place) if space not in there)


def _spaces(rules: Rules, position: Position, place: Place) -> tuple[SpaceKind, ...]:
    """Return where rebels rise: in the field, and in a city with walls and without garrison; or in one of the two."""
    open_city = rules.walled(place) and position.at(place, "city") is None
    if rules.options.rebellion_marker == "one":
        return ("city",) if open_city else ("field",)
    return ("field", "city") if open_city else ("field",)


def rebellion_fault(rules: Rules, position: Position, place: Place, letter: Letter) -> Reason | None:
    """Return why a province cannot be paid to rebel by expense C or D; None where it can."""
    name, holder = rules.place(place), position.provinces.get(place)
    if not holder:
        return Reason(
            "rebel.uncontrolled", f"Nobody controls {name}, so that nobody can be rebelled against.", {}, RULE
        )
    home = at_home(rules, position, place)
    if home != (letter == "D"):
        told = "a home province" if home else "a conquered province"
        return Reason("rebel.wrong_kind", f"{name} is {told} of {rules.power(holder)}.", {}, "machiavelli 12.2")
    if not risers(rules, position, place):
        return Reason("rebel.already", f"{name} rebels already, or is too well guarded.", {}, RULE)
    return None


def rise(rules: Rules, position: Position, place: Place, why: Reason) -> Outcome:
    """Return the position with rebels in a province."""
    new = risers(rules, position, place)
    if not new:
        return Outcome(position)
    spaces = {one.space for one in new}
    event = RebellionBegan(
        year=position.year,
        season=position.season,
        place=place,
        field="field" in spaces,
        city="city" in spaces,
        against=new[0].against,
        why=why,
    )
    return Outcome(replace(position, rebellions=tuple(sorted((*position.rebellions, *new)))), (event,))


def guarded(position: Position, place: Place, power: Power) -> bool:
    """Whether a power has a unit or a garrison in a province."""
    return any(unit.place == place and unit.owner == power for unit in position.units)

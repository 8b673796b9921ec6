"""How many special units a power may have, and of which classes (machiavelli 3.1)."""

from __future__ import annotations

from wartable.games.machiavelli.maps import CLASSES
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power, UnitClass

REGULAR: UnitClass = "regular"


def special_fault(
    rules: Rules, position: Position, power: Power, unit_class: UnitClass, *, bribed: bool = False
) -> str:
    """Return why a power may not get a unit of a class now; empty where it may."""
    if unit_class == REGULAR:
        return ""
    most = rules.most_of(power, unit_class)
    if most is not None:
        return _too_many(rules, position, power, unit_class, most)
    return _by_options(rules, position, power, unit_class, bribed=bribed)


def _by_options(rules: Rules, position: Position, power: Power, unit_class: UnitClass, *, bribed: bool) -> str:
    """Return why a power may not get a special unit of Italy (machiavelli 3.1)."""
    called = CLASSES[unit_class].name
    if not rules.options.special_units:
        return "There are no special units in this game."
    limits = rules.options.special_unit_limits
    if limits == "per_power_table_bribes_exempt" and bribed:
        return ""
    allowed = rules.scenario.powers[power].specials
    if limits != "one" and allowed and unit_class not in allowed:
        return f"{rules.power(power)} has no {called}."
    if any(unit.unit_class != REGULAR for unit in position.of(power)):
        return f"{rules.power(power)} has a special unit already; each power has one at a time."
    return ""


def _too_many(rules: Rules, position: Position, power: Power, unit_class: UnitClass, most: int) -> str:
    """Return why a power may not get one more of a class of which it may have some number (machiavelli 18.5)."""
    called = CLASSES[unit_class].name
    if not most:
        return f"{rules.power(power)} has no {called}."
    if sum(unit.unit_class == unit_class for unit in position.of(power)) >= most:
        return f"{rules.power(power)} has {called} already, and may have {most}."
    return ""

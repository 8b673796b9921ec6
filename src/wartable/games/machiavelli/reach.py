"""Whom money reaches: a briber needs a unit, or in some editions a province, in the place of its target or next to it.

Source: rules/machiavelli.md 12.2, adjacency.
"""

from __future__ import annotations

from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Place, Position, Power
from wartable.games.machiavelli.tables import is_apart


def reached_from(rules: Rules, position: Position, power: Power, place: Place) -> str:
    """Return what lets a power spend in a place, as `A pavia` or a province that it controls; empty if nothing does."""
    near = rules.board.around(place)
    units = [unit for unit in position.units if unit.owner == power and unit.place in near and not is_apart(unit)]
    if units:
        nearest = next((unit for unit in units if unit.place == place), units[0])
        return f"{nearest.kind} {nearest.place}"
    if rules.options.bribe_adjacency == "unit_or_control":
        return min((at for at in near if position.provinces.get(at) == power), default="")
    return ""


def reaches(rules: Rules, position: Position, power: Power, place: Place) -> bool:
    """Whether a power may spend money on what is in a place."""
    return rules.options.bribe_adjacency == "off" or bool(reached_from(rules, position, power, place))

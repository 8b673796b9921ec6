"""Rebellions that end: put down by a field unit that holds, or freed by units of other powers (machiavelli 12.3)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from wartable.games.machiavelli.events import Reason, RebellionEnded
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Position, Power, Rebellion, Unit
from wartable.games.machiavelli.tables import is_apart

RULE = "machiavelli 12.3"


def ended(
    rules: Rules,
    position: Position,
    entered: Collection[int],
    held: Collection[int] = (),
    struck: Collection[Power] = (),
) -> Outcome:
    """Return the position without the rebellions that units put down or free.

    `entered` and `held` are numbers of units that came into a field, or held in one undislodged; holds of a power that
    was struck by assassins put nothing down.
    """
    fields = {unit.place: unit for unit in position.units if unit.space == "field" and not is_apart(unit)}
    left: list[Rebellion] = []
    events: list[RebellionEnded] = []
    for one in position.rebellions:
        unit = fields.get(one.place)
        why = _why(rules, one, unit, entered, held, struck) if unit is not None else None
        if why is None:
            left.append(one)
        else:
            events.append(_told(position, one, why))
    if not events:
        return Outcome(position)
    return Outcome(replace(position, rebellions=tuple(left)).tidied(), tuple(events))


def _why(
    rules: Rules, one: Rebellion, unit: Unit, entered: Collection[int], held: Collection[int], struck: Collection[Power]
) -> Reason | None:
    """Return why rebels are gone: the reason names the unit."""
    owner = rules.power(unit.owner)
    if unit.owner not in {one.against, AUTONOMOUS} and unit.number in entered:
        return Reason("rebels.freed", f"Freed by {owner}.", {"unit": str(unit)}, RULE)
    if one.space == "field" and unit.owner == one.against and unit.number in held and unit.owner not in struck:
        return Reason("rebels.put_down", f"Put down by {owner}, whose unit held there.", {"unit": str(unit)}, RULE)
    return None


def _told(position: Position, one: Rebellion, why: Reason) -> RebellionEnded:
    field = one.space == "field"
    return RebellionEnded(
        year=position.year,
        season=position.season,
        place=one.place,
        field=field,
        city=not field,
        against=one.against,
        why=why,
    )

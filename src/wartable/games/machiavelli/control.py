"""Who controls provinces and cities: whoever was there last, or is there after fall (machiavelli 9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.games.machiavelli.events import ControlChanged, Reason
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import AUTONOMOUS, NOBODY, Place, Position, Power, Unit

RULE = "machiavelli 9.1"


def counted(rules: Rules, position: Position, *, end_of_fall: bool = False) -> Outcome:
    """Return the position with control as the units have it; where control changes after fall only then."""
    if rules.options.control_timing == "fall" and not end_of_fall:
        return Outcome(position)
    provinces, cities = dict(position.provinces), dict(position.cities)
    units: dict[Place, dict[str, Unit]] = {}
    for unit in position.units:
        if rules.is_land(unit.place):
            units.setdefault(unit.place, {})[unit.space] = unit
    for place, there in units.items():
        province, city = _holders(rules, place, there)
        if province is not None:
            provinces[place] = province
        if city is not None and place in rules.board.counting:
            cities[place] = city
    after = replace(position, provinces=provinces, cities=cities).tidied()
    return Outcome(after, tuple(_changes(position, after)))


def _holders(rules: Rules, place: Place, there: dict[str, Unit]) -> tuple[Power | None, Power | None]:
    """Return who takes the province and who takes its city; `None` where that stays as it is."""
    field, garrison = there.get("field"), there.get("city")
    if rules.board.provinces[place].fills or field is None or garrison is None:
        owner = _controller(field or garrison)
        return owner, owner
    if field.owner != garrison.owner and not rules.options.mixed_control:
        return NOBODY, NOBODY
    return _controller(field), _controller(garrison)


def _controller(unit: Unit | None) -> Power:
    return NOBODY if unit is None or unit.owner == AUTONOMOUS else unit.owner


def _changes(before: Position, after: Position) -> Iterator[ControlChanged]:
    for city, old, new in ((False, before.provinces, after.provinces), (True, before.cities, after.cities)):
        if old == new:
            continue
        for place in sorted(set(old) | set(new)):
            one, other = old.get(place, NOBODY), new.get(place, NOBODY)
            if one != other:
                yield ControlChanged(
                    year=after.year,
                    season=after.season,
                    place=place,
                    city=city,
                    before=one,
                    after=other,
                    why=Reason("control.unit", "By the units that are there.", {}, RULE),
                )

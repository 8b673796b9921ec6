"""Who controls provinces and cities: whoever was there last, or is there after fall (machiavelli 9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from wartable.games.machiavelli.events import ControlChanged, Reason
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import AUTONOMOUS, NOBODY, Place, Position, Power, Unit
from wartable.games.machiavelli.tables import is_apart

RULE = "machiavelli 9.1"


def counted(rules: Rules, position: Position, *, end_of_fall: bool = False) -> Outcome:
    """Return the position with control as the units have it; where control changes after fall only then."""
    if rules.options.control_timing == "fall" and not end_of_fall:
        return Outcome(position)
    units: dict[Place, dict[str, Unit]] = {}
    for unit in position.units:
        if rules.is_land(unit.place) and not is_apart(unit):
            units.setdefault(unit.place, {})[unit.space] = unit
    provinces: dict[Place, Power] = {}
    cities: dict[Place, Power] = {}
    for place, there in units.items():
        province, city = _holders(rules, place, there)
        if province is not None and _takes(rules, position, province, position.provinces.get(place, NOBODY)):
            provinces[place] = province
        counts = place in rules.board.counting
        if city is not None and counts and _takes(rules, position, city, position.cities.get(place, NOBODY)):
            cities[place] = city
    if not provinces and not cities:
        return Outcome(position)
    after = replace(
        position, provinces={**position.provinces, **provinces}, cities={**position.cities, **cities}
    ).tidied()
    return Outcome(after, (*_changes(position, provinces, city=False), *_changes(position, cities, city=True)))


def _takes(rules: Rules, position: Position, power: Power, holder: Power) -> bool:
    """Whether a power, or nobody, takes what another holds: it may not where it has to spare that one."""
    if power == holder:
        return False
    return not (power and holder and rules.spares(position, power, holder))


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


def _changes(before: Position, changed: Mapping[Place, Power], *, city: bool) -> Iterator[ControlChanged]:
    old = before.cities if city else before.provinces
    for place, power in sorted(changed.items()):
        yield ControlChanged(
            year=before.year,
            season=before.season,
            place=place,
            city=city,
            before=old.get(place, NOBODY),
            after=power,
            why=Reason("control.unit", "By the units that are there.", {}, RULE),
        )

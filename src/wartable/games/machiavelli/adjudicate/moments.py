"""A position together with what is to be decided in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.fields import check_fields
from wartable.games.machiavelli.faults import stand_fault
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import CITY
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, SEASONS, Position, Unit

Step: TypeAlias = Literal["year", "units", "campaign", "retreats", "shifts"]
"""What comes: famine and income of a year, its units, a campaign, or the retreats and shifts after it."""
STEPS: tuple[Step, ...] = get_args(Step)


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A position, and what powers decide in it; `dislodged` are the units that retreat."""

    step: Step
    position: Position
    dislodged: tuple[Dislodged, ...] = ()


def first_moment(rules: Rules) -> Moment:
    """Return the beginning of the scenario, before its first income."""
    return Moment(step="year", position=opening(rules))


def moment_from_json(rules: Rules, text: str, kind: type[Moment] = Moment) -> Moment:
    """Read what `--json` gives as `next`; raises `BadData` with everything that is wrong.

    `kind` is that of the game, whose positions may have more to them.
    """
    try:
        data: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        check_fields(data, kind)
        moment = msgspec.convert(data, kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        message = f"This is no position: {error}"
        raise BadData(message) from error
    return checked(rules, moment)


def checked(rules: Rules, moment: Moment) -> Moment:
    """Return a moment with its position in order; raises `BadData` with everything that cannot be."""
    if faults := list(_faults(rules, moment)):
        raise BadData("\n".join(faults))
    position = msgspec.structs.replace(moment.position, born=max(moment.position.born, _highest(moment)))
    return msgspec.structs.replace(moment, position=position.tidied())


def _highest(moment: Moment) -> int:
    away = (one.unit.number for one in moment.dislodged)
    return max((0, *(unit.number for unit in moment.position.units), *away))


def _faults(rules: Rules, moment: Moment) -> Iterator[str]:
    position = moment.position
    unknown = list(_unknown(rules, moment))
    yield from unknown
    if unknown:
        return
    yield from _unit_faults(rules, position.units)
    yield from _mark_faults(rules, moment)
    for power, account in position.accounts.items():
        if account.treasury < 0:
            yield f"{rules.power(power)} has {account.treasury} ducats; a treasury is never below 0."


def _unknown(rules: Rules, moment: Moment) -> Iterator[str]:
    """Yield names that neither board nor scenario has, and accounts that are missing."""
    position, scenario = moment.position, rules.scenario
    units = (*position.units, *(one.unit for one in moment.dislodged))
    places = [*position.provinces, *position.cities, *position.famine, *position.storms]
    places += (siege.place for siege in position.sieges)
    places += (one.place for one in position.rebellions)
    places += (unit.place for unit in units)
    ways = {way for one in moment.dislodged for way in (*one.retreats, one.attacker)} - {CITY, ""}
    places += map(place_of, ways)
    owners = {*position.accounts, *position.provinces.values(), *position.cities.values()}
    owners |= {*position.countries.values(), *(one.against for one in position.rebellions)}
    owners |= {unit.owner for unit in units} - {AUTONOMOUS}
    yield from (f"There is no place {place!r} on this board." for place in places if place not in rules.board.provinces)
    powers = ", ".join(scenario.powers)
    yield from (
        f"There is no power {one!r}; there are {powers}." for one in sorted(owners) if one not in scenario.powers
    )
    yield from (f"There is no country {one!r}." for one in position.countries if one not in scenario.countries)
    yield from (f"{one} has no account; give it one." for one in scenario.powers if one not in position.accounts)


def _unit_faults(rules: Rules, units: Iterable[Unit]) -> Iterator[str]:
    spaces: Counter[tuple[str, str]] = Counter()
    for unit in units:
        fills = rules.board.provinces[unit.place].fills
        spaces[unit.place, "field" if fills else unit.space] += 1
        if unit.place in rules.scenario.out:
            yield f"{unit} cannot be: {rules.place(unit.place)} is not in play."
        elif unit.kind == "G":
            if not rules.walled(unit.place):
                yield f"{unit} cannot be: {rules.place(unit.place)} has no fortified city."
        elif fault := stand_fault(rules.scenario, rules.board, unit):
            yield f"{unit} {fault}."
    for (place, space), count in spaces.items():
        if count > 1:
            yield f"{count} units are in the {space} of {rules.place(place)}; one is right."


def _mark_faults(rules: Rules, moment: Moment) -> Iterator[str]:
    position = moment.position
    numbers = [unit.number for unit in (*position.units, *(one.unit for one in moment.dislodged))]
    if len(set(numbers)) < len(numbers):
        yield "Two units have the same number; each has one of its own."
    for siege in position.sieges:
        if siege not in position.tidied().sieges:
            yield f"{rules.place(siege.place)} is not besieged: it needs somebody in the city, and a unit in the field."
    if moment.step == "retreats" and not (moment.dislodged or rules.due_beside(position)):
        yield "Retreats, but no unit is dislodged; name one, as in `dislodged: A pavia from como to turin, city`."
    if moment.step in {"year", "units"} and position.season != SEASONS[0]:
        yield f"Income and units come in spring, not in {position.season}."

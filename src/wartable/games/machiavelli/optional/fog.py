"""Fog of war: a power sees where it stands and what it controls, what its diplomats watch, and what borders on these.

A diplomat is an expense; it watches a province until it is found out, for which dice are thrown after fall. That one
die of each power is read for all its diplomats, so that the number of dice tells nothing, that who controls the
province learns of a diplomat that is found, that marks of famine, plague and storms are seen by all, and that everybody
knows how many cities, provinces and units each power has, is reconstructed.
Source: rules/machiavelli.md 14, fog of war, diplomats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli.events import DiplomatFound, Reason
from wartable.games.machiavelli.money_events import Maintained
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import NOBODY, Diplomat, Place, Position, Power, Unit
from wartable.games.machiavelli.tables import DIE, tables

RULE = "machiavelli 14"
T = TypeVar("T")
Drawing: TypeAlias = Callable[[int], int]
"""Draws a number from 0 on, below one that is given."""


def sight(rules: Rules, position: Position, power: Power, left: Collection[Place] = ()) -> frozenset[Place]:
    """Return the places that a power sees; `left` are those where its dislodged units are still."""
    if not power:
        return frozenset()
    stands = {unit.place for unit in position.units if unit.owner == power} | {*left}
    holders = (*position.provinces.items(), *position.cities.items())
    held = {place for place, holder in holders if holder == power}
    watched = {one.place for one in position.extra.diplomats if one.power == power}
    return frozenset(near for place in stands | held | watched for near in rules.board.around(place))


def sights(rules: Rules, position: Position) -> Mapping[Power, tuple[Place, ...]]:
    """Return the places that each power sees, in alphabetical order."""
    return {power: tuple(sorted(sight(rules, position, power))) for power in position.powers}


def cleared(position: Position, power: Power, places: frozenset[Place]) -> Position:
    """Return the position as far as a power that sees some places knows it; accounts stay as they are."""
    extra = position.extra
    return replace(
        position,
        units=tuple(unit for unit in position.units if unit.place in places),
        provinces=_within(position.provinces, places),
        cities=_within(position.cities, places),
        sieges=tuple(siege for siege in position.sieges if siege.place in places),
        rebellions=tuple(one for one in position.rebellions if one.place in places),
        allowed=tuple(pair for pair in position.allowed if power in pair),
        extra=replace(
            extra,
            tenures=_within(extra.tenures, places),
            hires=tuple(one for one in extra.hires if one.power == power),
            diplomats=tuple(one for one in extra.diplomats if one.power == power),
            sights={power: tuple(sorted(places))} if power else {},
        ),
    )


def _within(found: Mapping[Place, T], places: frozenset[Place]) -> dict[Place, T]:
    return {place: one for place, one in found.items() if place in places}


def witnesses(rules: Rules, position: Position, event: Event) -> tuple[Power, ...] | None:
    """Return the powers that may know of what is told: who sees the place, and whom it is about; None: all."""
    if isinstance(event, Maintained):
        return (event.power,)
    units = [unit for name in ("unit", "besieger") if isinstance(unit := getattr(event, name, None), Unit)]
    places = {unit.place for unit in units} | {place for place in (getattr(event, "place", ""),) if place}
    if not places:
        return None
    about = {unit.owner for unit in units}
    about |= {getattr(event, name, NOBODY) for name in ("power", "before", "after", "against")}
    return tuple(power for power in position.powers if power in about or places & sight(rules, position, power))


# --- diplomats


def least(position: Position, power: Power, place: Place) -> int:
    """Return what a diplomat costs in a place, in ducats: less in a province of one's own."""
    facts = tables()
    return facts.diplomats.at_home if position.provinces.get(place) == power else facts.expenses["P"].ducats


def diplomat_fault(rules: Rules, position: Position, power: Power, place: Place) -> Reason | None:
    """Return why a power cannot send a diplomat to a place; None where it can."""
    if not rules.is_land(place):
        return Reason("diplomat.sea", f"{rules.place(place)} is a sea; diplomats go to provinces.", {}, RULE)
    if Diplomat(place, power) in position.extra.diplomats:
        return Reason("diplomat.there", f"A diplomat is in {rules.place(place)} already.", {}, RULE)
    return None


def hunted(rules: Rules, position: Position) -> tuple[int, ...]:
    """Return the sides of the dice by which diplomats are found out: one for each power."""
    return (DIE,) * len(position.powers) if rules.options.fog and rules.options.money else ()


def found_out(rules: Rules, position: Position, faces: Sequence[int]) -> Outcome:
    """Remove the diplomats that are found out, and those of powers that are out of the game."""
    rolled = dict(zip(position.powers, faces, strict=True))
    kept: list[Diplomat] = []
    events: list[Event] = []
    for one in position.extra.diplomats:
        if one.power not in rolled:
            continue
        holder, facts = position.provinces.get(one.place, NOBODY), tables().diplomats
        most = 0 if holder == one.power else facts.found_abroad if holder else facts.found_free
        if rolled[one.power] > most:
            kept.append(one)
        else:
            events.append(_told(rules, position, one, holder))
    return Outcome(position.with_extra(diplomats=tuple(kept)), tuple(events))


def _told(rules: Rules, position: Position, one: Diplomat, holder: Power) -> DiplomatFound:
    sentence = f"It watched {rules.place(one.place)}."
    return DiplomatFound(
        year=position.year,
        season=position.season,
        place=one.place,
        power=one.power,
        why=Reason("diplomat.found", sentence, {}, RULE),
        private_to=tuple(filter(None, (one.power, holder))),
    )


# --- what cannot be seen, as it might be


def imagined(rules: Rules, position: Position, power: Power, places: frozenset[Place], pick: Picker) -> Position:
    """Return the position with what a power does not see drawn anew: who controls what, and where units stand.

    Each power keeps as many provinces, cities and units as all know it to have.
    """
    known = cleared(position, power, places)
    dark = [place for place in rules.board.provinces if place not in places and place not in rules.scenario.out]
    land = [place for place in dark if rules.is_land(place)]
    counting = {*rules.board.counting, *position.cities}
    provinces = _dealt(rules, position, land, _hidden(position.provinces, places), pick)
    cities = _dealt(rules, position, [one for one in land if one in counting], _hidden(position.cities, places), pick)
    spaces = [*dark, *(f"{place}/" for place in land if rules.walled(place) and not rules.board.provinces[place].fills)]
    units = tuple(_placed(rules, position, spaces, places, pick))
    after = replace(
        known,
        units=(*known.units, *units),
        provinces={**known.provinces, **provinces},
        cities={**known.cities, **cities},
        extra=replace(known.extra, sights=_within(position.extra.sights, frozenset({power}))),
    )
    return after.tidied()


class Picker:
    """Draws things at random."""

    def __init__(self, below: Drawing) -> None:
        self._below = below

    def take(self, things: list[Place], wanted: Collection[Place] = ()) -> Place:
        """Draw one of some places, of the wanted ones where there are any, and take it out."""
        able = [one for one in things if one in wanted] or things
        found = able[self._below(len(able))]
        things.remove(found)
        return found


def _hidden(holders: Mapping[Place, Power], places: frozenset[Place]) -> list[Power]:
    return sorted(power for place, power in holders.items() if place not in places)


def _dealt(
    rules: Rules, position: Position, places: Sequence[Place], holders: Sequence[Power], pick: Picker
) -> dict[Place, Power]:
    """Deal places to their holders, those of home countries to who holds these."""
    left, country = list(places), rules.scenario.country_of
    homes = {
        power: {one for one in places if position.countries.get(country.get(one, "")) == power} for power in holders
    }
    return {pick.take(left, homes[power]): power for power in holders}


def _placed(
    rules: Rules, position: Position, spaces: list[str], places: frozenset[Place], pick: Picker
) -> Iterator[Unit]:
    """Place the units that are not seen: garrisons of nobody in cities, the others wherever there is room."""
    unseen = [unit for unit in position.units if unit.place not in places]
    for unit in sorted(unseen, key=lambda one: (one.owner in rules.scenario.powers, one.number)):
        nobodys = unit.owner not in rules.scenario.powers
        at = pick.take(spaces, [one for one in spaces if one.endswith("/")] if nobodys else ())
        place = at.rstrip("/")
        inside = at.endswith("/") or rules.board.provinces[place].fills
        kind = "G" if inside else "A" if rules.is_land(place) else "F"
        yield replace(unit, kind=kind, place=place, coast="", unit_class="regular")

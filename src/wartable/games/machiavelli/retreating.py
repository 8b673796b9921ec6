"""Retreats: dislodged units go where they may, all with strength 1, or leave the board (machiavelli 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wartable.games.adjudication.results import Why
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import CITY, Retreat
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power, Unit
from wartable.games.machiavelli.tables import is_apart

RULE = "machiavelli 8"


def city_open(rules: Rules, position: Position, unit: Unit) -> bool:
    """Whether a dislodged unit may go into the city of its province: walled, empty, quiet, for a fleet a port."""
    place = unit.place
    if is_apart(unit):
        return False
    if rules.board.provinces[place].fills or not rules.walled(place) or (unit.kind == "F" and not rules.port(place)):
        return False
    return position.at(place, "city") is None and not any(position.rebels(place, "city"))


class RetreatJudged(msgspec.Struct, frozen=True):
    """What became of a dislodged unit: where it is now, or why it is lost."""

    unit: Unit
    after: Unit | None
    why: Why


class RetreatsResult(msgspec.Struct, frozen=True):
    """The retreats of a campaign; `entered` are the units, by number, that came into a field."""

    judged: tuple[RetreatJudged, ...]
    position: Position
    entered: frozenset[int]

    @property
    def lost(self) -> tuple[Unit, ...]:
        """The units that left the board."""
        return tuple(one.unit for one in self.judged if one.after is None)


def retreat(
    rules: Rules, position: Position, dislodged: Sequence[Dislodged], given: Mapping[Power, Sequence[Retreat]]
) -> RetreatsResult:
    """Carry out retreats; a unit without a legal order disbands, and units that go to one space are all lost."""
    ways = {one.unit.number: _way(one, given.get(one.unit.owner, ())) for one in dislodged}
    crowd = Counter(_space(one, ways[one.unit.number]) for one in dislodged if ways[one.unit.number])
    judged = tuple(_judged(rules, one, ways[one.unit.number], crowd) for one in dislodged)
    there = tuple(one.after for one in judged if one.after is not None)
    after = replace(position, units=(*position.units, *there)).tidied()
    return RetreatsResult(judged, after, frozenset(unit.number for unit in there if unit.kind != "G"))


def _way(one: Dislodged, given: Sequence[Retreat]) -> str:
    """Return where a unit is ordered to go, if it may; empty where it leaves the board."""
    for order in given:
        if order.unit.place == one.unit.place and order.unit.kind == one.unit.kind:
            to = order.to
            found = [way for way in one.retreats if way == to or place_of(way) == to]
            return found[0] if found else ""
    return ""


def _space(one: Dislodged, way: str) -> str:
    return f"{one.unit.place}/{CITY}" if way == CITY else place_of(way)


def _judged(rules: Rules, one: Dislodged, way: str, crowd: Counter[str]) -> RetreatJudged:
    if not way:
        code, words = ("retreat.nowhere", "has nowhere to go") if not one.retreats else ("retreat.disband", "disbands")
        sentence = f"{one.unit.kind} {rules.place(one.unit.place)} {words}."
        return RetreatJudged(one.unit, None, Why(code, sentence, {"retreats": one.retreats}, RULE))
    others = crowd[_space(one, way)]
    where = f"the city of {rules.place(one.unit.place)}" if way == CITY else rules.place(place_of(way))
    if others > 1:
        sentence = f"{others} units retreat to {where} at once, so all of them are lost."
        return RetreatJudged(one.unit, None, Why("retreat.collision", sentence, {"units": others}, RULE))
    place, _, coast = way.partition("/")
    after = replace(one.unit, kind="G", coast="") if way == CITY else replace(one.unit, place=place, coast=coast)
    return RetreatJudged(one.unit, after, Why("retreat.free", f"Retreats to {where}.", {"to": way}, RULE))

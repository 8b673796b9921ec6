"""The steps of a campaign from movement on, as pure functions that a game and the runner of cases share.

Source: rules/machiavelli.md 2.2, steps 7 to 13.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli import control, uprisings
from wartable.games.machiavelli.campaign import OrdersOf, judge
from wartable.games.machiavelli.events import Reason, UnitLost
from wartable.games.machiavelli.orders import Retreat
from wartable.games.machiavelli.reading import Reader
from wartable.games.machiavelli.results import CampaignResult, Dislodged
from wartable.games.machiavelli.retreating import RetreatsResult, retreat
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power, Unit
from wartable.games.machiavelli.tables import is_apart


class Moved(msgspec.Struct, frozen=True):
    """A movement with what followed from it at once: control, and rebellions that units ended."""

    result: CampaignResult
    position: Position
    events: tuple[Event, ...]


def move(
    rules: Rules,
    position: Position,
    orders: OrdersOf,
    struck: frozenset[Power] = frozenset(),
    *,
    reader: Reader | None = None,
    told: bool = True,
) -> Moved:
    """Carry out steps 7 and 8: movement, control, rebellions in fields, control again.

    For the last two arguments see `judge`.
    """
    return moved(rules, judge(rules, position, orders, struck, reader=reader, told=told), struck)


def moved(rules: Rules, result: CampaignResult, struck: frozenset[Power] = frozenset()) -> Moved:
    """Carry out what follows a movement at once."""
    after = result.position
    events: list[Event] = [_lost(after, unit, why.code, why.sentence, why.rule) for unit, why in result.lost]
    followed = _followed(rules, after, result.entered, result.held, struck)
    return Moved(result, followed.position, (*events, *followed.events))


def _followed(
    rules: Rules,
    position: Position,
    entered: Collection[int],
    held: Collection[int] = (),
    struck: Collection[Power] = (),
) -> Outcome:
    """Return the position after control, rebellions that units ended, and control again."""
    first = control.counted(rules, position)
    quiet = uprisings.ended(rules, first.position, entered, held, struck)
    if not quiet.events:  # then nothing is left to count
        return first
    last = control.counted(rules, quiet.position)
    return Outcome(last.position, (*first.events, *quiet.events, *last.events))


def _lost(position: Position, unit: Unit, code: str, sentence: str, rule: str) -> UnitLost:
    return UnitLost(year=position.year, season=position.season, unit=unit, why=Reason(code, sentence, {}, rule))


class Retreated(msgspec.Struct, frozen=True):
    """The retreats of a campaign with what followed from them."""

    result: RetreatsResult
    position: Position
    events: tuple[Event, ...]


def fall_back(
    rules: Rules, position: Position, dislodged: Sequence[Dislodged], orders: Mapping[Power, Sequence[Retreat]]
) -> Retreated:
    """Carry out steps 9 and 10: retreats, control, rebellions that they end, control again."""
    result = retreat(rules, position, dislodged, orders)
    after = result.position
    events: list[Event] = [
        _lost(after, one.unit, one.why.code, one.why.sentence, one.why.rule)
        for one in result.judged
        if one.after is None
    ]
    followed = _followed(rules, after, result.entered)
    return Retreated(result, followed.position, (*events, *followed.events))


def struck_down(
    rules: Rules, position: Position, places: Sequence[Place], code: str, sentence: str, rule: str
) -> Outcome:
    """Return the position without the units in some places, which famine, plague or storms take, garrisons too."""
    lost = tuple(unit for unit in position.units if unit.place in places and not is_apart(unit))
    if not lost:
        return Outcome(position)
    events = tuple(_lost(position, unit, code, sentence.format(place=rules.place(unit.place)), rule) for unit in lost)
    return Outcome(position.without(*lost), events)


def starved(rules: Rules, position: Position) -> Outcome:
    """End the famine after spring: units in marked provinces die, and the markers go (machiavelli 13.3)."""
    found = struck_down(
        rules,
        position,
        position.famine,
        "lost.famine",
        "Starved in {place}.",
        "machiavelli 13.3",
    )
    return Outcome(replace(found.position, famine=()), found.events)


def after_fall(rules: Rules, position: Position) -> Outcome:
    """Return the position with control as it is counted after fall, where it is only then (machiavelli 9.1)."""
    return control.counted(rules, position, end_of_fall=True)

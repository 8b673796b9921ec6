"""Positions and orders of Middle-earth written as game masters write them, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from wartable.engine.options import build
from wartable.engine.values import Action, Event
from wartable.games.machiavelli.adjudicate.letters import read_letters
from wartable.games.machiavelli.adjudicate.phase import given_dice, judge
from wartable.games.machiavelli.adjudicate.textform import read_moment
from wartable.games.machiavelli.events import Told
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import LotrPosition, as_lotr
from wartable.games.machiavelli.lotr.rules import LotrRules, lotr_rules
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.state import Power, Unit

SUMMER = "summer 3001 campaign"
"""A campaign in which nothing is rolled for."""


def game(**options: Any) -> LotrRules:
    """Return the rules of the game with some options."""
    return lotr_rules(rules_of(build(LotrOptions, options)))


def position(text: str, head: str = SUMMER, **options: Any) -> LotrPosition:
    """Return the position that a text says."""
    return as_lotr(read_moment(game(**options), f"{head}\n{text}").position)


class Played(msgspec.Struct, frozen=True):
    """A step that was judged: what was told, the position after it, who has to retreat, and how the game ended."""

    events: tuple[Event, ...]
    after: LotrPosition
    dislodged: tuple[Dislodged, ...]
    end: str
    winners: tuple[Power, ...] = ()

    def result(self, order: str) -> str:
        """Return what became of the order for a unit that is named as `A belfalas`."""
        found = [
            one.result
            for event in self.events
            if isinstance(event, OrdersRevealed)
            for one in event.judged
            if str(one.order).startswith(order)
        ]
        (result,) = found
        return result

    @property
    def units(self) -> list[str]:
        """The units after it, but for garrisons of nobody."""
        return sorted(str(unit) for unit in self.after.units if unit.owner != "autonomous")

    def unit(self, place: str) -> Unit:
        """Return the unit in the field of a place."""
        found = self.after.at(place)
        assert found is not None
        return found

    @property
    def codes(self) -> list[str]:
        """The codes of the reasons that were told."""
        return [event.why.code for event in self.events if isinstance(event, Told) and event.why is not None]


def played(
    text: str,
    orders: str = "",
    *,
    head: str = SUMMER,
    dice: Iterable[int] = (),
    reactions: Mapping[Power, Action] = {},
    **options: Any,
) -> Played:
    """Judge a step from texts; lines of orders that cannot be read fail the test."""
    rules = game(**options)
    moment = read_moment(rules, f"{head}\n{text}")
    written = read_letters(LOTR_MACHIAVELLI, rules, moment, orders)
    assert written.unread == ()
    verdict = judge(LOTR_MACHIAVELLI, rules, moment, written.given, given_dice(dice), reactions)
    after = verdict.next.position if verdict.next else moment.position
    dislodged = verdict.next.dislodged if verdict.next else ()
    ending = verdict.ending
    return Played(
        verdict.events, as_lotr(after), dislodged, ending.reason if ending else "", ending.powers if ending else ()
    )

"""What the game tells beside its steps: campaigns that open, orders revealed, retreats, the end."""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event
from wartable.games.machiavelli import events as steps
from wartable.games.machiavelli.play.state import EndKind
from wartable.games.machiavelli.results import Judged
from wartable.games.machiavelli.state import Power, Season, Unit


class CampaignOpened(Event, frozen=True, kw_only=True, tag="campaign_opened"):
    """A campaign of a year begins."""

    year: int
    season: Season


class OrdersRevealed(steps.Told, frozen=True, kw_only=True, tag="orders_revealed"):
    """The orders of one power in a campaign, each with its result and reason."""

    seat: int | None
    power: Power
    judged: tuple[Judged, ...]


class Retreated(steps.Told, frozen=True, kw_only=True, tag="retreated"):
    """A dislodged unit retreated, for the reason told."""

    unit: Unit


class DrawVoted(Event, frozen=True, kw_only=True, tag="draw_voted"):
    """These powers voted for a draw, of those in `sharing` where that is chosen, and it did not come."""

    powers: tuple[Power, ...]
    sharing: tuple[Power, ...] = ()


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over; `powers` share the first place."""

    reveals: ClassVar[bool] = True

    kind: EndKind
    powers: tuple[Power, ...]
    reason: str

"""The state of a game: the position, what was ordered in this campaign, who is dislodged, what was judged last."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from wartable.games.flow.tasks import FlowState
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.tasks import AnyTask
from wartable.games.machiavelli.results import Dislodged, Judged
from wartable.games.machiavelli.state import Position, Power, Season

EndKind: TypeAlias = Literal["victory", "draw", "concession", "last_year", "alone", "nobody", "sudden_death"]
"""How a game may end: cities and countries, votes, the calendar, one power or none; in Middle-earth by the Ring."""


class Ending(msgspec.Struct, frozen=True):
    """How the game ended: the powers that share the first place, and the reason in words."""

    kind: EndKind
    powers: tuple[Power, ...]
    reason: str


class Report(msgspec.Struct, frozen=True):
    """The movement judged last: every order with its result and reason."""

    year: int
    season: Season
    judged: tuple[Judged, ...]


class MachiavelliState(FlowState, frozen=True, kw_only=True):
    """One moment of a game; `powers` says which power each seat plays.

    Secret are the answers in a task of the agenda until all are in, and of `position` the accounts of other powers
    where treasuries are. `orders` are those that were revealed in this campaign, by seat, until they are done.
    `fallen` are the powers that are out, the first one first. `number` counts questions to players.
    """

    options: MachiavelliOptions
    powers: tuple[Power, ...]
    position: Position
    agenda: tuple[AnyTask, ...] = ()
    orders: tuple[CampaignOrders, ...] = ()
    struck: tuple[Power, ...] = ()
    dislodged: tuple[Dislodged, ...] = ()
    last: Report | None = None
    fallen: tuple[Power, ...] = ()
    ending: Ending | None = None

    def __hash__(self) -> int:
        """Hash what changes with every move; mappings inside cannot be hashed, and need not be."""
        return hash((self.step, self.agenda, self.position.units, self.ending))

    def seat_of(self, power: Power) -> int | None:
        """Return the seat that plays a power; None for nobody's."""
        return self.powers.index(power) if power in self.powers else None

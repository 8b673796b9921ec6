"""Figures that are asked about together: whose they are, whether and how fast they may go, what is around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from wartable.engine.errors import IllegalAction, Reason
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.play.moving import company, pace_of_team, still, surroundings
from wartable.games.ring_of_power.play.reasons import mine, reason
from wartable.games.ring_of_power.play.ships import kept_aboard, reach
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.paths import PathFault
from wartable.games.ring_of_power.terrain.speeds import Pace


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a way or a retreat: whose it is, where, a stable code, a sentence and the rule."""

    figure: int | None
    at: Point | None
    code: str
    message: str
    rule: str


def told(fault: PathFault | Reason, figure: int | None = None, at: Point | None = None) -> Fault:
    """Return a fault of the judge, or a reason of the rules, as it is told."""
    if isinstance(fault, PathFault):
        code, message = f"ring.{fault.code}", fault.sentence
        return Fault(figure=figure, at=fault.at or at, code=code, message=message, rule=f"ring-of-power {fault.rule}")
    return Fault(figure=figure, at=at, code=fault.code, message=fault.message, rule=fault.rule)


class Team:
    """Figures of one player. Others than the mover are looked at as they will stand when their next movement begins."""

    def __init__(self, world: World, state: RingState, numbers: Sequence[int]) -> None:
        """Find the figures; raises `IllegalAction` for such as are not there, named twice or of several players."""
        first = state.by_id.get(numbers[0]) if numbers else None
        if first is None and not numbers:
            raise IllegalAction(reason("nobody", "Name at least one figure.", "C1"))
        self.player = -1 if first is None else first.mover
        found = mine(world, state, self.player, tuple(numbers))
        if isinstance(found, Reason):
            raise IllegalAction(found)
        self.world, self.state, self.figures = world, state, found

    @property
    def moves_now(self) -> bool:
        """Whether it is their player's movement, so that a move could be made."""
        return self.state.agenda[:1] == (Movement(self.player),)

    @cached_property
    def scene(self) -> Scene:
        """The table as it is, or, where their movement this turn is over, as it will be in the next turn."""
        to_come = any(isinstance(task, Movement) and task.player == self.player for task in self.state.agenda)
        later = msgspec.structs.replace(self.state, turn=self.state.turn + 1)
        return Scene(self.world, self.state if to_come else later)

    @cached_property
    def ship(self) -> Figure | None:
        """The ship that all of them are aboard of, so that they might land; None where they are not."""
        lead = self.figures[0]
        together = lead.at_sea and all(one.quarters == lead.quarters for one in self.figures)
        return self.state.by_id[lead.aboard] if together else None

    def hindrance(self) -> Reason | None:
        """Say why they may not move, or not together; None when they may."""
        if self.ship is not None:
            return next((why for one in self.figures if (why := kept_aboard(self.scene, one))), None)
        return next((fault for one in self.figures if (fault := still(self.scene, one))), None) or company(
            self.world, self.state, self.figures
        )

    @cached_property
    def pace(self) -> Pace:
        """The pace of the slowest, with what they carry."""
        return pace_of_team(self.scene, self.figures)

    @cached_property
    def who(self) -> Around:
        """Enemies, taken points and open gates around them."""
        return surroundings(self.scene, self.player, self.figures)

    @property
    def allowance(self) -> int:
        """How far a whole move leads on clear ground (of a ship: on open water; ashore: from it), in 1/1000 inch."""
        if self.ship is not None:
            return mil(reach(self.world))
        kinds = list(self.world.charts.terrain)
        return self.pace.speeds[kinds.index("sea" if self.pace.sails else "clear")]

    @cached_property
    def starts(self) -> tuple[Point, ...]:
        """The points where their move may begin: where the first stands, or each door of the place that they are in."""
        lead = self.figures[0]
        return doors(self.world, self.world.place(lead.inside)) if lead.inside else (lead.point,)

    def stand(self, lead: Point) -> list[Point]:
        """Return where each begins if the first begins at a point: where it stands, or by the same door."""
        return [lead if one.inside else one.point for one in self.figures]

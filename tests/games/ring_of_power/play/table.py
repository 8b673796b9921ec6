"""Helpers of the play's tests: a campaign that is driven by hand, with dice that are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar

from wartable.engine.chance import Drawn, Roll, Rolled, answer_with
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, world_of
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER

E = TypeVar("E", bound=Event)
Faces = Callable[[str, int], tuple[int, ...]]
"""Given the name of what is rolled and the number of dice, the faces."""


class Campaign:
    """A campaign under way, and everything that was told."""

    def __init__(self, scenario: str, faces: Faces | None = None, seats: int = 2, **options: object) -> None:
        """Begin a scenario; dice come from `faces`, else from a seeded generator."""
        self.options = RingOptions(scenario=scenario, **options)  # type: ignore[arg-type]
        self.state: RingState = RING_OF_POWER.start(self.options, seats)
        self.world: World = world_of(self.options)
        self.events: list[Event] = []
        self.faces = faces
        self._rng = Random(7)

    def put(self, state: RingState) -> None:
        """Go on from another state."""
        self.state = state

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked, after all dice have been thrown."""
        while RING_OF_POWER.to_act(self.state) == (CHANCE,):
            self._throw()
        seats = RING_OF_POWER.to_act(self.state)
        return seats[0] if seats else None

    def _throw(self) -> None:
        request = RING_OF_POWER.request(self.state)
        answer = answer_with(request, self._rng)
        if self.faces and isinstance(request, Roll):
            answer = Rolled(self.faces(request.purpose, len(request.dice)))
        elif self.faces:
            answer = Drawn(0)
        self._apply(CHANCE, answer)

    def _apply(self, seat: Seat, action: Action) -> None:
        step = RING_OF_POWER.apply(self.state, seat, action)
        self.state = step.state
        self.events += step.events
        assert not list(RING_OF_POWER.invariants(self.state)), list(RING_OF_POWER.invariants(self.state))

    def do(self, action: Action) -> None:
        """Let whoever is asked do something."""
        seat = self.asked
        assert seat is not None
        self._apply(seat, action)

    def refusal(self, action: Action) -> str:
        """Return the code of the reason why whoever is asked may not do something; empty if he may."""
        seat = self.asked
        assert seat is not None
        reason = RING_OF_POWER.explain(self.state, seat, action)
        return reason.code if reason else ""

    def by_default(self, until: Callable[[RingState], bool]) -> None:
        """Let everybody do what the rules do for the absent, until a state fits."""
        while self.asked is not None and not until(self.state):
            seat = self.asked
            self._apply(seat, RING_OF_POWER.default(self.state, seat))

    def told(self, kind: type[E]) -> list[E]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def count(self, **units: int) -> Mapping[str, int]:
        """Return how many of some units are on the table."""
        return {unit: sum(figure.unit == unit for figure in self.state.figures) for unit in units}


def asks(state: RingState) -> str:
    """Return the kind of what a combat asks somebody, or an empty string."""
    task = state.agenda[0] if state.agenda else None
    decision = task.stage.awaits if isinstance(task, Clash) and task.stage else None
    return decision.kind if isinstance(decision, Decision) else ""

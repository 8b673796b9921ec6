"""Open votes: all are asked at once and see who has voted what; a vote may be taken back until the last is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.flow.plain import PlainGame
from wartable.engine.values import Action, Seat, Standing
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import FlowState, Together


class Vote(Action, frozen=True, tag="vote"):
    yes: bool


class Ballot(Together, frozen=True, tag="ballot"):
    """Everybody votes, in the open."""

    given: tuple[tuple[Seat, Vote], ...] = ()


class VoteState(FlowState, frozen=True, kw_only=True):
    turn: int = 0
    points: tuple[int, ...]
    left: int
    agenda: tuple[Ballot, ...] = ()


def count(run: Run[Any, VoteState], task: Ballot, given: tuple[tuple[Seat, Vote], ...]) -> None:  # noqa: ARG001
    """A point for everybody who has voted yes; then the next vote."""
    state, yes = run.state, {seat for seat, vote in given if vote.yes}
    points = tuple(own + (seat in yes) for seat, own in enumerate(state.points))
    run.change(turn=state.turn + 1, points=points, left=state.left - 1)
    if run.state.left:
        run.push(Ballot(tuple(map(Seat, range(len(points))))))


def votes(rules: Any, state: VoteState, task: Ballot, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield from (Vote(yes=False), Vote(yes=True))


class VoteGame(PlainGame):
    key = "tiny-votes"
    title = "Votes"
    rounds = 4
    action_types = (Vote,)
    state_type = VoteState
    flow = Flow(
        {Ballot: Handler(awaits=asks("vote"), takes=count, asks_for=(Vote,), every=votes, prompt="Vote", title="Vote")}
    )

    def _start(self, options: Any, seats: int) -> VoteState:  # noqa: ARG002
        self.check_seats(seats)
        ballot = Ballot(tuple(map(Seat, range(seats))))
        return VoteState(points=(0,) * seats, left=self.rounds, agenda=(ballot,))

    def standing(self, options: Any) -> tuple[Standing, ...]:  # noqa: ARG002
        return (
            Standing(key="no", title="Vote no this time"),
            Standing(key="yes", title="Vote yes for ever", lasts="game"),
        )

    def settled(self, state: VoteState, seat: Seat, key: str) -> Action | None:  # noqa: ARG002
        return Vote(yes={"yes": True, "no": False}[key])


VOTES = VoteGame()

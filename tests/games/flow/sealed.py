"""Two secret steps in one turn: bids are revealed together, then everybody who bid picks a prize in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.games.flow.plain import Happened, PlainGame
from wartable.engine.values import Action, Seat
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import FlowState, Task, Together

TURNS = 3


class Bid(Action, frozen=True, tag="bid"):
    coins: int


class Pick(Action, frozen=True, tag="pick"):
    prize: int


class BeginTurn(Task, frozen=True, tag="begin_turn"):
    """A turn begins."""


class Bids(Together, frozen=True, tag="bids"):
    """Everybody bids in secret."""

    given: tuple[tuple[Seat, Bid], ...] = ()


class Picks(Together, frozen=True, tag="picks"):
    """Those who bid something pick in secret; who picks alone has the prize."""

    given: tuple[tuple[Seat, Pick], ...] = ()


class SealedState(FlowState, frozen=True, kw_only=True):
    turn: int
    points: tuple[int, ...]
    agenda: tuple[BeginTurn | Bids | Picks, ...] = ()


class SealedView(msgspec.Struct, frozen=True):
    turn: int
    points: tuple[int, ...]
    answered: tuple[int, ...]
    own: Bid | Pick | None


def begin(run: Run[Any, SealedState], task: BeginTurn) -> None:  # noqa: ARG001
    run.change(turn=run.state.turn + 1)
    run.push(Bids(tuple(map(Seat, range(len(run.state.points))))))


def bid(run: Run[Any, SealedState], task: Bids, given: tuple[tuple[Seat, Bid], ...]) -> None:  # noqa: ARG001
    run.push(Picks(tuple(sorted(seat for seat, answer in given if answer.coins))))
    for seat, answer in sorted(given):
        run.say(Happened(seat=seat, what=f"bids {answer.coins}"))


def pick(run: Run[Any, SealedState], task: Picks, given: tuple[tuple[Seat, Pick], ...]) -> None:  # noqa: ARG001
    wanted, points = Counter(answer.prize for _, answer in given), list(run.state.points)
    for seat, answer in given:
        points[seat] += wanted[answer.prize] == 1
    run.change(points=tuple(points))


def bids(rules: Any, state: Any, task: Any, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield from map(Bid, range(3))


def prizes(rules: Any, state: Any, task: Any, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield from map(Pick, range(2))


HANDLERS = {
    BeginTurn: Handler(begin),
    Bids: Handler(
        awaits=asks("orders", secret=True, about="bids"),
        takes=bid,
        asks_for=(Bid,),
        every=bids,
        prompt="Bid",
        title="Bid",
        stage="bid",
    ),
    Picks: Handler(
        awaits=asks("orders", secret=True, brief=True, about="picks"),
        takes=pick,
        asks_for=(Pick,),
        every=prizes,
        prompt="Pick",
        title="Pick",
        stage="pick",
    ),
}


class SealedGame(PlainGame):
    key = "tiny-sealed"
    title = "Sealed bids"
    blurb = replace(PlainGame.blurb, absent="they bid nothing")
    action_types = (Bid, Pick)
    state_type = SealedState
    hidden = True
    flow = Flow(HANDLERS)

    def _start(self, options: Any, seats: int) -> Any:  # noqa: ARG002
        self.check_seats(seats)
        return self.flow.begun(None, SealedState(turn=-1, points=(0,) * seats, agenda=(BeginTurn(),) * TURNS))

    def view(self, state: SealedState, seat: Seat | None) -> SealedView:
        task = state.agenda[0] if state.agenda else None
        given: dict[Seat, Any] = dict(task.given) if isinstance(task, Together) else {}
        own = None if seat is None else given.get(seat)
        return SealedView(state.turn, state.points, tuple(sorted(given)), own)

    def keeps_secrets(self, state: SealedState) -> bool:
        return self.resample(state, None, Random(0)) is not state


SEALED = SealedGame()


class ToldOnce(SealedGame):
    """Forgets that the second secret step of a turn is another question."""

    def step(self, state: Any) -> int:
        return int(state.turn)


class OpenBids(SealedGame):
    """Shows who has bid what before all have."""

    def view(self, state: Any, seat: Seat | None) -> Any:  # noqa: ARG002
        return replace(state)

"""Effects within effects, and an order of turns that an option chooses: dice that may be rolled again."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from tests.games.flow.plain import Happened, PlainGame
from wartable.engine.chance import Roll, Shuffle
from wartable.engine.options import About, Options
from wartable.engine.values import Action, Seat
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import FlowState, OfSeat, Task

ROUNDS = 2


class OrderOptions(Options, frozen=True, kw_only=True):
    order: Annotated[
        Literal["around", "back", "drawn"],
        About(
            "Order",
            "Who follows whom.",
            choices={"around": "Around the table", "back": "Against the sun", "drawn": "Drawn anew each round"},
        ),
    ] = "around"


class Throw(Action, frozen=True, tag="throw"):
    dice: int


class BeginRound(Task, frozen=True, tag="begin_round"):
    """A round begins: the order of the turns is settled."""


class Turn(OfSeat, frozen=True, tag="turn"):
    """A player says how many dice they throw."""


class Gain(Task, frozen=True, tag="gain"):
    """A die brings a point from 4 on; with a 6 two more are thrown before everything else."""

    seat: Seat
    depth: int = 0


class OrderState(FlowState, frozen=True, kw_only=True):
    options: OrderOptions
    points: tuple[int, ...]
    turn: int = -1
    thrown: tuple[int, ...] = ()
    """How deep in other effects each die was thrown, in order."""
    agenda: tuple[BeginRound | Turn | Gain, ...] = ()


def drawn(rules: OrderOptions, state: OrderState, task: BeginRound) -> Shuffle | None:  # noqa: ARG001
    return Shuffle("order", len(state.points)) if rules.order == "drawn" else None


def begin(run: Run[OrderOptions, OrderState], task: BeginRound) -> None:
    around = range(len(run.state.points))
    ordered(run, task, tuple(around if run.rules.order == "around" else reversed(around)))


def ordered(run: Run[OrderOptions, OrderState], task: BeginRound, order: tuple[int, ...]) -> None:  # noqa: ARG001
    run.change(turn=run.state.turn + 1)
    run.push(*(Turn(Seat(seat)) for seat in order))


def throw(run: Run[OrderOptions, OrderState], task: Turn, action: Throw) -> None:
    run.push(*(Gain(task.seat) for _ in range(action.dice)))


def gain(run: Run[OrderOptions, OrderState], task: Gain, faces: tuple[int, ...]) -> None:
    points = list(run.state.points)
    points[task.seat] += faces[0] > 3
    run.change(points=tuple(points), thrown=(*run.state.thrown, task.depth))
    run.say(Happened(seat=task.seat, what=f"rolls {faces[0]}"))
    if faces[0] == 6:
        run.push(*(Gain(task.seat, task.depth + 1) for _ in range(2)))


HANDLERS = {
    BeginRound: Handler(begin, awaits=drawn, takes=ordered, title="Settle the order"),
    Turn: Handler(
        awaits=asks(),
        takes=throw,
        asks_for=(Throw,),
        every=lambda rules, state, task, seat: map(Throw, range(3)),  # noqa: ARG005
        prompt="Throw up to two dice",
        title="Throw",
    ),
    Gain: Handler(awaits=lambda rules, state, task: Roll("gain", (6,)), takes=gain, title="Gain"),  # noqa: ARG005
}


class OrderGame(PlainGame):
    key = "tiny-order"
    title = "Order"
    options_type = OrderOptions
    presets: ClassVar[Any] = {key: OrderOptions(order=key) for key in ("around", "back", "drawn")}
    action_types = (Throw,)
    state_type = OrderState
    flow = Flow(HANDLERS)

    def _start(self, options: OrderOptions, seats: int) -> Any:
        self.check_seats(seats)
        state = OrderState(options=options, points=(0,) * seats, agenda=(BeginRound(),) * ROUNDS)
        return self.flow.begun(options, state)


ORDER = OrderGame()

"""Reactions with hidden hands: an attack may be blocked by any other player, and each block be broken in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from tests.games.flow.plain import Happened, PlainGame
from wartable.engine.chance import Shuffle
from wartable.engine.values import Action, Seat, Standing
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import FlowState, InOrder, OfSeat, Task

HAND = 3
TURNS = 6
Card: TypeAlias = Literal["block", "break", "nothing"]
DECK: tuple[Card, ...] = ("block", "break", "nothing") * 5


class Attack(Action, frozen=True, tag="attack"):
    target: int


class Pass(Action, frozen=True, tag="pass"):
    pass


class Play(Action, frozen=True, tag="play"):
    card: Card


class Deal(Task, frozen=True, tag="deal"):
    """Hands are dealt."""


class Turn(OfSeat, frozen=True, tag="turn"):
    """A player attacks somebody or lets it be."""


class Declared(InOrder, frozen=True, tag="declared"):
    """Who holds cards may play one against what was played last."""

    against: Literal["attack", "block", "break"]


class Resolve(Task, frozen=True, tag="resolve"):
    """What has been declared happens, if it has not been stopped."""

    attacker: Seat
    target: Seat
    stopped: bool = False


class HandState(FlowState, frozen=True, kw_only=True):
    turn: int
    points: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    played: tuple[Card, ...] = ()
    agenda: tuple[Deal | Turn | Declared | Resolve, ...] = ()


class HandView(msgspec.Struct, frozen=True):
    turn: int
    points: tuple[int, ...]
    counts: tuple[int, ...]
    hand: tuple[Card, ...]
    stage: str


def window(state: HandState, against: Literal["attack", "block", "break"], first: int) -> Declared:
    """Return the window of those who could publicly have something to play, from a seat on around the table."""
    around = (Seat((first + number) % len(state.hands)) for number in range(len(state.hands)))
    return Declared(tuple(seat for seat in around if state.hands[seat]), against)


def deal(run: Run[Any, HandState], task: Deal, order: tuple[int, ...]) -> None:  # noqa: ARG001
    rows = [order[first : first + HAND] for first in range(0, HAND * len(run.state.hands), HAND)]
    run.change(hands=tuple(tuple(sorted(DECK[index] for index in row)) for row in rows))


def take_turn(run: Run[Any, HandState], task: Turn, action: Action) -> None:
    state = run.state
    run.change(turn=state.turn + 1)
    if isinstance(action, Attack):
        run.push(window(state, "attack", task.seat + 1), Resolve(task.seat, Seat(action.target)))


def react(run: Run[Any, HandState], task: Declared, action: Action) -> None:
    """Play a card: it stops what it is played against, and may itself be answered before that."""
    if not isinstance(action, Play):
        return
    state, seat = run.state, run.seat
    left = list(state.hands[seat])
    left.remove(action.card)
    hands = (*state.hands[:seat], tuple(left), *state.hands[seat + 1 :])
    run.change(played=(*state.played, action.card), hands=hands)
    run.change(agenda=tuple(_turned(one) for one in state.agenda if not isinstance(one, Declared)))
    run.push(window(run.state, "break" if task.against == "block" else "block", seat + 1))
    run.say(Happened(seat=seat, what=f"plays {action.card}"))


def _turned(task: Any) -> Any:
    return replace(task, stopped=not task.stopped) if isinstance(task, Resolve) else task


def playable(rules: Any, state: HandState, task: Declared, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield Pass()
    wanted = "break" if task.against == "block" else "block"
    if wanted in state.hands[seat]:
        yield Play(wanted)


def resolve(run: Run[Any, HandState], task: Resolve) -> None:
    if not task.stopped:
        points = list(run.state.points)
        points[task.target] -= 1
        run.change(points=tuple(points))


def attacks(rules: Any, state: HandState, task: Turn, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield Pass()
    yield from (Attack(other) for other in range(len(state.hands)) if other != seat)


HANDLERS = {
    Deal: Handler(awaits=lambda rules, state, task: Shuffle("hands", len(DECK), ()), takes=deal),  # noqa: ARG005
    Turn: Handler(
        awaits=asks(),
        takes=take_turn,
        asks_for=(Attack, Pass),
        every=attacks,
        prompt="Attack somebody",
        title="Attack",
        stage="attack",
        rule="hands 1",
    ),
    Declared: Handler(
        awaits=asks("reaction", brief=True, about="attack.declared"),
        takes=react,
        asks_for=(Play, Pass),
        every=playable,
        prompt=lambda rules, state, task, seat: f"Answer the {task.against}",  # noqa: ARG005
        title="React",
        stage="react",
        rule="hands 2",
    ),
    Resolve: Handler(run=resolve),
}


STANDING = (
    Standing(key="pass", title="Pass until my next turn", lasts="turn"),
    Standing(key="block", title="Play a block on the first attack on me"),
)


class HandGame(PlainGame):
    key = "tiny-hands"
    title = "Hands"
    action_types = (Attack, Pass, Play)
    state_type = HandState
    hidden = True
    flow = Flow(HANDLERS)

    def _start(self, options: Any, seats: int) -> HandState:  # noqa: ARG002
        self.check_seats(seats)
        turns = (Turn(Seat(number % seats)) for number in range(TURNS))
        return HandState(turn=0, points=(0,) * seats, hands=((),) * seats, agenda=(Deal(), *turns))

    def standing(self, options: Any) -> tuple[Standing, ...]:  # noqa: ARG002
        return STANDING

    def settled(self, state: HandState, seat: Seat, key: str) -> Action | None:
        """Pass, or block an attack on oneself, if there is a card for it."""
        task = state.agenda[0]
        if not isinstance(task, Declared):
            return None
        if key == "pass":
            return Pass()
        attack = next(one for one in state.agenda if isinstance(one, Resolve))
        blocks = task.against == "attack" and attack.target == seat and "block" in state.hands[seat]
        return Play("block") if blocks else None

    def view(self, state: HandState, seat: Seat | None) -> HandView:
        counts, hand = tuple(map(len, state.hands)), () if seat is None else state.hands[seat]
        return HandView(state.turn, state.points, counts, hand, self.flow.stage(state))

    def resample(self, state: HandState, seat: Seat | None, rng: Random) -> HandState:
        known = (*state.played, *(() if seat is None else state.hands[seat]))
        cards = list((Counter(DECK) - Counter(known)).elements())
        rng.shuffle(cards)
        hands = [
            hand if other == seat else tuple(sorted(cards.pop() for _ in hand))
            for other, hand in enumerate(state.hands)
        ]
        return replace(state, hands=tuple(hands))


HANDS = HandGame()

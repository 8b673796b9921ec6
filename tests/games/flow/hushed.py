"""Reactions in secret: an attack may be blocked by all who hold cards, asked at once and unseen by each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.flow.hands import HANDLERS, Attack, Card, HandGame, HandState, Pass, Play, Resolve, Turn
from tests.games.flow.plain import Happened
from wartable.engine.values import Action, Seat, Standing
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import Together


class Window(Together, frozen=True, tag="window"):
    """Who holds cards may block the attack, in secret."""

    given: tuple[tuple[Seat, Play | Pass], ...] = ()


class HushedState(HandState, frozen=True, kw_only=True):
    agenda: tuple[Turn | Window | Resolve, ...] = ()  # type: ignore[assignment]  # a window of its own


def take_turn(run: Run[Any, HushedState], task: Turn, action: Action) -> None:
    state = run.state
    run.change(turn=state.turn + 1)
    if isinstance(action, Attack):
        seats = tuple(Seat(seat) for seat, hand in enumerate(state.hands) if hand and seat != task.seat)
        run.push(Window(seats), Resolve(task.seat, Seat(action.target)))


def react(run: Run[Any, HushedState], task: Window, given: tuple[tuple[Seat, Action], ...]) -> None:  # noqa: ARG001
    """Play the first block in the order of seats; the others stay in hand."""
    for seat, action in sorted(given, key=lambda one: one[0]):
        if isinstance(action, Play):
            hands = list(run.state.hands)
            left = list(hands[seat])
            left.remove(action.card)
            hands[seat] = tuple(left)
            run.change(hands=tuple(hands), played=(*run.state.played, action.card), agenda=run.state.agenda[1:])
            run.say(Happened(seat=seat, what=f"plays {action.card}"))
            return


def playable(rules: Any, state: HushedState, task: Window, seat: Seat) -> Iterator[Action]:  # noqa: ARG001
    yield Pass()
    if "block" in state.hands[seat]:
        yield Play("block")


class HushedGame(HandGame):
    key = "tiny-hushed"
    title = "Hushed"
    state_type = HushedState  # type: ignore[assignment]  # with that window
    flow = Flow(
        {
            Turn: HANDLERS[Turn]._replace(takes=take_turn),
            Window: Handler(
                awaits=asks("reaction", secret=True, brief=True, about="attack.declared"),
                takes=react,
                asks_for=(Play, Pass),
                every=playable,
                prompt="Answer the attack",
            ),
            Resolve: HANDLERS[Resolve],
        }
    )

    def _start(self, options: Any, seats: int) -> HushedState:  # noqa: ARG002
        hands: tuple[tuple[Card, ...], ...] = (("nothing",), ("block", "block"), ("nothing",))
        turns = tuple(Turn(Seat(number)) for number in (0, 1, 2, 0, 1, 2))
        state: HushedState = self.flow.begun(None, HushedState(turn=0, points=(0,) * seats, hands=hands, agenda=turns))
        return state

    def standing_now(self, state: HandState, options: Any, seat: Seat) -> tuple[Standing, ...]:
        """Return what a hand allows."""
        return tuple(one for one in self.standing(options) if one.key == "pass" or "block" in state.hands[seat])

    def settled(self, state: HandState, seat: Seat, key: str) -> Action | None:
        """Pass, or block an attack on oneself, if there is a card for it."""
        if not isinstance(state.agenda[0], Window):
            return None
        if key == "pass":
            return Pass()
        attack = next(one for one in state.agenda if isinstance(one, Resolve))
        return Play("block") if attack.target == seat and "block" in state.hands[seat] else None


HUSHED = HushedGame()

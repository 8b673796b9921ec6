"""What a game with simultaneous rounds answers in its own way: whose turn it is, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.game import Inquiry
from wartable.engine.told import Told
from wartable.engine.values import Action, Event, Seat, Standing, State
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.notation import parse_action
from wartable.games.conquest.core.options import FamilyOptions
from wartable.games.conquest.core.turn import R, S
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous import targeting
from wartable.games.conquest.simultaneous.actions import NameTargets
from wartable.games.conquest.simultaneous.fighting import clash_of
from wartable.games.conquest.simultaneous.forecast import ROUND_INQUIRIES, RoundAnswer, answer_of
from wartable.games.conquest.simultaneous.handlers import FIGHT_ON, RULES, WHEN
from wartable.games.conquest.simultaneous.hooks import Hooks
from wartable.games.conquest.simultaneous.study import RoundsStudy
from wartable.games.conquest.simultaneous.tasks import (
    NamingTargets,
    Withdrawing,
    WritingMoves,
    WritingPlacements,
    WritingStrategic,
)
from wartable.games.flow.handler import Handler
from wartable.games.flow.machine import not_asked_for

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741 - the letter of the options type
NOT_ASKED = "turn.not_yours"
WRITTEN = (WritingPlacements, WritingMoves, NamingTargets, Withdrawing, WritingStrategic)
"""What all answer at the same time."""
SINGLE, FIGHTS_ON = "battle.single", "battle.fight_on"
"""The standing answers about battles."""
STANDING = (
    Standing(key=SINGLE, title="Against a single enemy: aim all dice", lasts="game", proposed=True),
    Standing(key=FIGHTS_ON, title="Fight on after every round", lasts="game"),
)
PAIR = 2
"""Sides of a battle in which there is nothing to choose."""


def not_now(book: str, rules: Mapping[type[Action], str], handler: Handler, action: Action) -> Reason:
    """Say why an action of a kind is refused that a step of a round does not ask for, and when it is made."""
    if not RULES.keys() >= set(handler.asks_for):  # no step of a round
        return not_asked_for(handler, action)
    words = handler.prompt if isinstance(handler.prompt, str) and handler.prompt else handler.title
    message = f"{WHEN[type(action)]} " if type(action) in WHEN else ""
    rule = rules.get(type(action)) or RULES.get(type(action), "")
    return Reason(
        code="action.not_now",
        message=f"{message}Now is the time to: {words[:1].lower()}{words[1:]}.",
        rule=f"{book} {rule}" if rule else handler.rule,
    )


class RoundsGame(ConquestGame[R, S, O], Generic[R, S, O]):
    """A game of the family that can be played in turns or in simultaneous rounds."""

    book: ClassVar[str]
    """The rulebook that refusals name."""
    round_state_type: ClassVar[type[State]]
    """The type of states with simultaneous rounds."""
    course: ClassVar[Hooks[Any, Any]]
    """What the game says of its simultaneous rounds."""
    out_of_step: ClassVar[Mapping[type[Action], str]] = {}
    """The rule of the round by which each further kind of decision is made at its time."""

    @cached_property
    def study(self) -> RoundsStudy[S]:
        """What statistics follow."""
        return RoundsStudy()

    def in_rounds(self, options: Any) -> bool:  # noqa: ANN401 - options of the game
        """Whether options say that all move at the same time."""
        return bool(options.moves == "simultaneous")

    def state_type_by(self, options: O) -> type[State]:
        """Return the type of states, which hold more where there are simultaneous rounds."""
        return self.round_state_type if self.in_rounds(options) else self.state_type

    def clock(self, state: S) -> tuple[int, Seat | None]:
        """Return the number of whole rounds played and whose turn it is: everybody's in a simultaneous step."""
        task: Any = state.agenda[0] if state.agenda else None
        if isinstance(task, WRITTEN):
            return state.turn, None
        return super().clock(state)

    def parse(self, state: S, seat: Seat, text: str) -> Action:
        """Read a notation; where players move in turns, those of rounds are not among what may be written."""
        if self.in_rounds(state.options):
            return super().parse(state, seat, text)
        forms = {kind: form for kind, form in self.forms.items() if kind not in RULES}
        return parse_action(self._rules(state.options), text, forms)

    def has_secret_answers(self, state: S) -> bool:
        """Whether a secret answer of somebody is in."""
        task: Any = state.agenda[0] if state.agenda else None
        return isinstance(task, WRITTEN) and bool(task.given)

    def explain(self, state: S, seat: Seat, action: Action) -> Reason | None:
        """Say why an action is not allowed; in a round, by which rule it is not the seat's now."""
        reason = super().explain(state, seat, action)
        if reason is None or reason.rule or reason.code != NOT_ASKED or not self.in_rounds(state.options):
            return reason
        rule = self.out_of_step.get(type(action)) or RULES.get(type(action))
        if not rule:
            return reason
        return replace(
            reason, message=f"{WHEN.get(type(action), '')} {reason.message}".strip(), rule=f"{self.book} {rule}"
        )

    def standing(self, options: O) -> tuple[Standing, ...]:
        """Return what a player may settle in advance, about the set-up and about battles."""
        return (*super().standing(options), *(STANDING if self.in_rounds(options) else ()))

    def settled(self, state: S, seat: Seat, key: str) -> Action | None:
        """Return what a standing answer about battles says to the question that is asked."""
        task: Any = state.agenda[0] if state.agenda else None
        if key == FIGHTS_ON and isinstance(task, Withdrawing) and seat in task.seats:
            return FIGHT_ON
        two = isinstance(task, NamingTargets) and seat in task.seats and len(clash_of(state).battle.sides) == PAIR
        if key == SINGLE and two:
            return targeting.default(self, None, state, seat)
        return super().settled(state, seat, key)

    def round_answer(self, state: S, seat: Seat | None, inquiry: Inquiry) -> RoundAnswer | None:
        """Return what a seat is told of the round, as the exact odds of a battle that is on."""
        if isinstance(inquiry, ROUND_INQUIRIES):
            return answer_of(self.course, self._rules(state.options), state, seat, inquiry)
        super().answer(state, seat, inquiry)  # refuses it
        return None

    def omissions(self, state: S, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return which dice and which bonus a side leaves unused in a battle."""
        task: Any = state.agenda[0] if state.agenda else None
        if isinstance(action, NameTargets) and isinstance(task, NamingTargets) and seat in task.asked:
            return tuple(targeting.unused(state, seat, action))
        return super().omissions(state, seat, action)

    def told(self, state: S, event: Event) -> Told:
        """Return what the log shows of an event; a new round opens a turn."""
        told = super().told(state, event)
        return replace(told, begins_turn=True) if isinstance(event, e.RoundBegan) else told

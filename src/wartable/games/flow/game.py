"""The contract kept by the machine: who is asked and why, what is legal, what an answer does."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from wartable.engine.actions import Actions
from wartable.engine.chance import Request, fits
from wartable.engine.errors import Reason
from wartable.engine.game import Game
from wartable.engine.options import Options
from wartable.engine.values import CHANCE, Action, Asked, Event, Seat, State
from wartable.games.flow.handler import Ask, Handler, Wait
from wartable.games.flow.machine import Flow, TaskActions
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import Together

_CHANCE = (CHANCE,)
S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the options type


class FlowGame(Game[S, O], Generic[S, O]):
    """A game whose state has an agenda. To implement beside the rest of the contract: `flow` and `rules`."""

    flow: Flow
    """The table of handlers."""

    @abstractmethod
    def rules(self, state: S) -> Any:  # noqa: ANN401 - those of the game
        """Return what handlers know beside the state: the compiled options, say."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return whom the first task asks."""
        wait = self._awaited(state)
        return () if wait is None else wait.seats if isinstance(wait, Ask) else _CHANCE

    def request(self, state: S) -> Request:
        """Return what the first task wants of chance."""
        wait = self._awaited(state)
        if wait is None or isinstance(wait, Ask):
            raise AssertionError(wait)
        return wait

    def asked(self, state: S) -> Asked | None:
        """Return whom the first task asks, and why."""
        wait = self._awaited(state)
        if not isinstance(wait, Ask):
            return None
        turn, whose = self.clock(state)
        return Asked(
            seats=wait.seats,
            kind=wait.kind,
            secret=wait.secret,
            step=self.step(state),
            turn=turn,
            whose=whose,
            brief=wait.brief,
            about=wait.about,
            at_once=wait.at_once,
        )

    def step(self, state: Any) -> int:  # noqa: ANN401 - a state that counts its questions
        """Return the number of the question that is asked."""
        number: int = state.step
        return number

    def default(self, state: S, seat: Seat) -> Action:
        """Return what the first task does with a seat that is absent."""
        task, handler = self._first_task(state)
        if handler.default is None:
            return next(iter(self._legal(state, seat)))
        return handler.default(self.rules(state), state, task, seat)

    def prompt(self, state: S, seat: Seat) -> str:
        """Return what the first task asks."""
        task, handler = self._first_task(state)
        words = handler.prompt
        return words if isinstance(words, str) else words(self.rules(state), state, task, seat)

    def resample(self, state: S, seat: Seat | None, rng: Random) -> S:
        """Draw anew what others have answered in a secret step; games with more secrets go on from there."""
        agenda = self._agenda(state)
        task = agenda[0] if agenda else None
        if not isinstance(task, Together) or not task.given:
            return state
        rules, wait = self.rules(state), self._awaited(state)
        if not isinstance(wait, Ask) or not wait.secret:
            return state
        given = tuple(
            (other, answer if other == seat else TaskActions(self.flow, rules, state, other).sample(rng))
            for other, answer in task.given
        )
        return replace(state, agenda=(replace(task, given=given), *agenda[1:]))

    def advance(self, state: S, seat: Seat, action: Action) -> S:
        """Return the state after an action, as strict as `apply`: what is not plainly legal goes the long way."""
        rules = self.rules(state)
        wait = self.flow.awaited(rules, state)
        if isinstance(wait, Ask):
            legal = seat in wait.seats and self.flow.explain(rules, state, seat, action) is None
        else:
            legal = wait is not None and seat == CHANCE and fits(wait, action)
        return self._done(rules, state, seat, action, None) if legal else super().advance(state, seat, action)

    def _legal(self, state: S, seat: Seat) -> Actions:
        return TaskActions(self.flow, self.rules(state), state, seat)

    def _explain(self, state: S, seat: Seat, action: Action) -> Reason | None:
        return self.flow.explain(self.rules(state), state, seat, action)

    def _apply(self, state: S, seat: Seat, action: Action, tell: list[Event] | None) -> S:
        return self._done(self.rules(state), state, seat, action, tell)

    def _done(self, rules: Any, state: S, seat: Seat, action: Action, tell: list[Event] | None) -> S:  # noqa: ANN401
        run: Run[Any, S] = self.flow.runs(rules, state, tell)
        self.flow.take(run, seat, action)
        return run.state

    def _awaited(self, state: S) -> Wait | None:
        return self.flow.awaited(self.rules(state), state)

    def _agenda(self, state: Any) -> tuple[Any, ...]:  # noqa: ANN401
        agenda: tuple[Any, ...] = state.agenda
        return agenda

    def _first_task(self, state: S) -> tuple[Any, Handler]:
        task = self._agenda(state)[0]
        return task, self.flow.handlers[type(task)]

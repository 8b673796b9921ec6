"""The machine: runs the first task of an agenda until one waits, and brings answers to the task that waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from wartable.engine.actions import Offer, offer_of
from wartable.engine.chance import Drawn, Randomness, Rolled, Shuffled
from wartable.engine.errors import NotListable, Reason
from wartable.engine.values import Action, Seat
from wartable.games.flow.handler import Ask, Handler, Wait
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import InOrder, Together

_RULES = re.compile(r" \(`[\w-]+ [\w.]+`(?:, `[\w-]+ [\w.]+`)*\)")
"""The rules that a docstring names in brackets; a table has them in a column of their own."""


class Flow:
    """The turns of one game: a handler for each type of task."""

    def __init__(
        self,
        handlers: Mapping[Any, Handler],
        *,
        runs: type[Run[Any, Any]] = Run,
        over: Callable[[Any], bool] = lambda run: False,  # noqa: ARG005
        not_now: Callable[[Handler, Action], Reason] | None = None,
    ) -> None:
        """Take the handlers; `over` is called before each task, and nothing more is done when it returns true.

        `not_now` says why an action of a kind is refused that the task does not ask for.
        """
        self.handlers = handlers
        self.runs = runs
        self._over = over
        self._not_now = not_now or not_asked_for

    def awaited(self, rules: Any, state: Any) -> Wait | None:  # noqa: ANN401 - those of the game
        """Return what the first task waits for; None when nothing is left to do."""
        if not state.agenda:
            return None
        task = state.agenda[0]
        awaits = self.handlers[type(task)].awaits
        wait = awaits(rules, state, task) if awaits else None
        return None if isinstance(wait, Ask) and not wait.seats else wait

    def explain(self, rules: Any, state: Any, seat: Seat, action: Action) -> Reason | None:  # noqa: ANN401
        """Say why the first task does not take an action of a seat that it asks; None when it does."""
        task = state.agenda[0]
        handler = self.handlers[type(task)]
        if not isinstance(action, handler.asks_for):
            return self._not_now(handler, action)
        if handler.explains is not None:
            return handler.explains(rules, state, task, seat, action)
        legal = handler.every is None or action in handler.every(rules, state, task, seat)
        return None if legal else Reason(code="action.not_open", message="This cannot be done.", rule=handler.rule)

    def take(self, run: Run[Any, Any], seat: Seat, answer: Action) -> None:
        """Give an answer to the first task, then go on until something else is waited for."""
        task = run.state.agenda[0]
        if isinstance(task, Together):
            given: Any = (*task.given, (seat, answer))
            if task.seats != (seat,):
                run.change(agenda=(task.with_answer(seat, answer), *run.state.agenda[1:]))
                return
        else:
            given = _plain(answer)
        run.pop()
        if isinstance(task, InOrder):
            run.push(replace(task, seats=task.seats[1:]))
        takes = self.handlers[type(task)].takes
        if takes is None:
            message = f"{type(task).__name__} takes no answer."
            raise TypeError(message)
        run.seat = seat
        takes(run, task, given)
        self.go_on(run)

    def go_on(self, run: Run[Any, Any]) -> None:
        """Run tasks until one waits, or nothing is left to do."""
        while not self._over(run) and run.state.agenda:
            wait = self.awaited(run.rules, run.state)
            if wait is not None:
                if isinstance(wait, Ask):
                    run.count()
                return
            task = run.pop()
            self.handlers[type(task)].run(run, task)

    def begun(self, rules: Any, state: Any) -> Any:  # noqa: ANN401
        """Return a first state brought to where somebody is asked."""
        run = self.runs(rules, state, None)
        self.go_on(run)
        return run.state

    def stage(self, state: Any) -> str:  # noqa: ANN401
        """Return the stage of the turn that people see: that of the first task that has one."""
        found = (self.handlers[type(task)].stage for task in state.agenda)
        return next(filter(None, found), "")

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages of a turn in their order, for those who show how far it is."""
        return tuple(dict.fromkeys(handler.stage for handler in self.handlers.values() if handler.stage))

    def table(self) -> str:
        """Return the tasks that players see as a Markdown table."""
        lines = ["| step | what it is | who decides | what may be done | rule |", "|---|---|---|---|---|"]
        lines += [_row(kind, handler) for kind, handler in self.handlers.items() if handler.title]
        return "\n".join(lines)


def _row(kind: type, handler: Handler) -> str:
    words = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    meaning = _RULES.sub("", words).replace(f" ({handler.rule})", "")
    who = "players" if handler.asks_for else "chance" if handler.awaits else "nobody"
    return f"| {handler.title} | {meaning} | {who} | {', '.join(_tags(handler)) or '-'} | {handler.rule} |"


def _tags(handler: Handler) -> Iterator[str]:
    return (str(kind.__struct_config__.tag).replace("_", " ") for kind in handler.asks_for)


def not_asked_for(handler: Handler, action: Action) -> Reason:
    """Say that a task asks for something else, and what."""
    del action
    words = handler.prompt if isinstance(handler.prompt, str) else ""
    message = f"{words} first." if words else f"Now is the time to {' or '.join(_tags(handler))}."
    return Reason(code="action.not_now", message=message, rule=handler.rule)


def _plain(answer: Action) -> Any:  # noqa: ANN401 - faces, an index, an order, or the action itself
    if isinstance(answer, Rolled):
        return answer.faces
    if isinstance(answer, Drawn):
        return answer.index
    return answer.order if isinstance(answer, Shuffled) else answer


class TaskActions:
    """The legal actions of a seat that the first task asks."""

    def __init__(self, flow: Flow, rules: Any, state: Any, seat: Seat) -> None:  # noqa: ANN401
        """Look at the task that waits."""
        self._flow = flow
        self._handler = flow.handlers[type(state.agenda[0])]
        self._at = (rules, state, state.agenda[0], seat)

    @property
    def listable(self) -> bool:
        """Whether the task lists them."""
        return self._handler.every is not None

    def __contains__(self, action: object) -> bool:
        rules, state, _, seat = self._at
        return isinstance(action, Action) and self._flow.explain(rules, state, seat, action) is None

    def __iter__(self) -> Iterator[Action]:
        if self._handler.every is None:
            raise NotListable("There are too many ways to do this: sample them, or look at the structure.")
        return iter(self._handler.every(*self._at))

    def count(self) -> int | None:
        """Return how many there are, or None where they are not listed."""
        return sum(1 for _ in self) if self.listable else None

    def sample(self, rng: Randomness) -> Action:
        """Return one at random."""
        if self._handler.sample is not None:
            return self._handler.sample(*self._at, rng)
        every = tuple(self)
        return every[rng.randrange(len(every))]

    def structure(self) -> tuple[Offer, ...]:
        """Return what may be chosen: what the task offers, or an entry for each kind of action."""
        if self._handler.offers is not None:
            return tuple(self._handler.offers(*self._at))
        every = tuple(self) if self.listable else ()
        return tuple(offer_of(kind, every) for kind in self._handler.asks_for)

"""A game under way in a case: its position, what was told so far, and decisions one after the other."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from wartable.board.compiled import bits
from wartable.engine.errors import BadData, IllegalAction
from wartable.engine.values import CHANCE, Action, Event
from wartable.engine.words import hint
from wartable.games.conquest.cases.form import Case
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState

R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=ConquestState)


class DoneAlready(BadData):
    """The game has done by itself what a step says otherwise, because nothing else was possible."""


class Table(Generic[R, S]):
    """One game in one case."""

    def __init__(self, game: ConquestGame[Any, S, Any], case: Case, state: S) -> None:
        """Sit down before a position."""
        self.game = game
        self.case = case
        self.state = state
        self.rules: R = game.rules(state)
        self.events: list[Event] = []
        """Everything told since the position was put up."""
        self.later: list[Any] = []
        """Steps that wait until the game comes to what they are about."""

    def act(self, seat: int, action: Action) -> None:
        """Do an action, or give an answer of chance; raises `IllegalAction` where it is refused."""
        step = self.game.apply(self.state, seat, action)  # type: ignore[arg-type]
        self.state = step.state
        self.events += step.events
        for fault in self.game.invariants(self.state):
            raise BadData(f"the position that followed is impossible: {fault}")

    def refusal(self, seat: int, action: Action) -> IllegalAction | None:
        """Return why an action is refused; it must then not be listed either. None where it is allowed."""
        reason = self.game.explain(self.state, seat, action)  # type: ignore[arg-type]
        if reason is None:
            return None
        if seat in self.game.to_act(self.state) and action in self.game.legal(self.state, seat):  # type: ignore[arg-type]
            raise BadData(f"{self.game.format(action)} is refused, and listed among what is legal")
        return IllegalAction(reason)

    @property
    def chance(self) -> bool:
        """Whether dice or cards are awaited."""
        return self.game.to_act(self.state) == (CHANCE,)

    def last(self, kind: type[Event] | tuple[type[Event], ...]) -> Any:  # noqa: ANN401 - an event of that kind
        """Return the last event of a kind; None where there was none."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def space(self, name: str) -> int:
        """Return a territory by its id; raises `BadData` for one that the board does not have."""
        index = self.rules.board.index
        if name not in index:
            raise BadData(f"There is no territory {name!r} on this board. {hint(name, index)}")
        return index[name]

    def mask(self, names: tuple[str, ...]) -> int:
        """Return territories as a mask."""
        return sum(1 << space for space in {self.space(name) for name in names})

    def ids(self, mask: int) -> tuple[str, ...]:
        """Return the ids of a mask."""
        return tuple(self.rules.id(space) for space in bits(mask))

    def held(self, name: str) -> list[object]:
        """Return owner and units of a territory as files write them."""
        space = self.space(name)
        owner, units = self.state.owner(space), self.state.armies[space]
        return [("neutral" if units else None) if owner == NOBODY else owner, units]

"""The course of the game in one object, and how tasks between the steps are handled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from wartable.engine.actions import Offer
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr.actions import NameCapital
from wartable.games.conquest.lotr.adventure import reaction_windows
from wartable.games.conquest.lotr.explain import no, not_yours
from wartable.games.conquest.lotr.opening import capital_choices
from wartable.games.conquest.lotr.rounds import LotrRounds
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import (
    Going,
    Journey,
    Leaving,
    NamingCapitals,
    Reacting,
    RingRolled,
    SeatJourney,
    Stage,
)
from wartable.games.conquest.simultaneous.handlers import handlers
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run

Running: TypeAlias = Callable[[LotrRules, LotrState, Any, Tell], LotrState]


class LotrCourse(LotrRounds):
    """The course of a game: set-up, turns or rounds, attacks, cards, the Fellowship, the ends."""


COURSE = LotrCourse()
"""What is done in the game."""


def running(effect: Running) -> Callable[[Run[Any, Any], Any], None]:
    """Return the handler of a task that waits for nothing, from what it does to a state."""

    def run(run: Run[Any, Any], task: Any) -> None:  # noqa: ANN401 - a task of the game
        run.state = effect(run.rules, run.state, task, run.tell)

    return run


def _named(run: Run[Any, Any], _task: NamingCapitals, given: tuple[tuple[Seat, NameCapital], ...]) -> None:
    run.state = COURSE.capitals_named(run.rules, run.state, given, run.tell)


def _capital(
    rules: LotrRules, state: LotrState, _task: NamingCapitals, seat: Seat, action: NameCapital
) -> Reason | None:
    wrong = not_yours(rules, state, seat, action.space, "Choose one of your own strongholds.", "V3")
    if wrong is not None:
        return wrong
    choice = capital_choices(rules, state, seat)
    if choice >> rules.board.index[action.space] & 1:
        return None
    names = rules.listed(choice)
    return no("capital.no_stronghold", "The capital is one of your own strongholds.", "V3", names)


def _capitals(rules: LotrRules, state: LotrState, _task: NamingCapitals, seat: Seat) -> Iterator[Action]:
    return map(NameCapital, rules.board.names(capital_choices(rules, state, seat)))


def _places(rules: LotrRules, state: LotrState, _task: NamingCapitals, seat: Seat) -> tuple[Offer, ...]:
    return (Offer(kind="capital", targets=rules.board.names(capital_choices(rules, state, seat))),)


INTERRUPTS: Mapping[type, Handler] = {
    NamingCapitals: Handler(
        awaits=asks("orders", secret=True, about="capitals"),
        takes=_named,
        asks_for=(NameCapital,),
        explains=_capital,
        every=_capitals,
        offers=_places,
        prompt="Choose your capital",
        title="Choose capitals",
        stage="setup",
        rule="lotr-risk V3",
    ),
    Reacting: reaction_windows.handler(COURSE.all_lost),
    Stage: Handler(run=running(COURSE.stage)),
    Journey: Handler(run=running(COURSE.journey), stage="fellowship"),
    Leaving: Handler(run=running(COURSE.leave), stage="fellowship"),
    RingRolled: Handler(run=running(COURSE.roll_counts), stage="fellowship"),
    Going: Handler(run=running(COURSE.go), stage="fellowship"),
    SeatJourney: Handler(run=running(COURSE.seat_journey), stage="fellowship"),
    **handlers(COURSE),
}
"""How tasks between the steps are handled."""

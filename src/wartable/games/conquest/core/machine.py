"""The steps of a game as a table: what each asks, offers, checks and does; documentation is drawn from it too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.chance import Draw, Randomness, Request
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Event, Seat
from wartable.games.conquest.core.tasks import Step
from wartable.games.conquest.core.tell import filled
from wartable.games.flow.handler import Handler, asks

Check: TypeAlias = Callable[[Any, Any, Seat, Any], Reason | None]
"""Why an action of its kind is refused, from rules, state, seat and action; None where it is legal."""
Effect: TypeAlias = Callable[[Any, Any, Seat, Any, list[Event] | None], Any]
"""What an action or an answer of chance does, from rules, state, seat, action and the list of what is told.

The step that was answered is still the first of the agenda; what is done takes it off, or puts others before it.
"""
Wanted: TypeAlias = Callable[[Any, Any, Any], Request]
"""What is wanted of chance, from rules, state and step."""


class PhaseRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the machine.

    `actions` is empty where chance is asked (or nobody, when the game is over). `shown` is the phase people see,
    `hint` what to say to one who tries something of another phase.
    """

    shown: str
    title: str
    actions: tuple[type[Action], ...] = ()
    then: tuple[str, ...] = ()
    rule: str = ""
    hint: str = ""
    prompt: str = ""
    """What is asked, with `{left}` for armies in hand and `{target}` for a conquered territory."""

    @property
    def chance(self) -> bool:
        """Whether dice or a draw are awaited."""
        return not self.actions and bool(self.then)


class Menu(NamedTuple):
    """What a step offers a seat: every action, one at random, and both as people choose."""

    every: Callable[[Any, Any, int], Iterable[Action]]
    sample: Callable[[Any, Any, int, Randomness], Action]
    offers: Callable[[Any, Any, int], Iterable[Offer]]
    also: tuple[Action, ...] = ()
    """What may always be done besides, with nothing to choose about it: end the turn, say."""
    whole: Callable[[Any, Any, int], bool] = lambda _rules, _state, _seat: True
    """Whether `every` yields all of them, or only some of too many to list."""


class Machine(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The steps of one game. What is listed by phase is listed by the tags of the steps."""

    steps: tuple[type[Step], ...]
    rows: Mapping[str, PhaseRow]
    offers: Mapping[str, Menu]
    """By phase, where a seat is asked."""
    checks: Mapping[type[Action], Check]
    """The check of each kind of action, the same in every phase that allows it."""
    effects: Mapping[type[Action], Effect]
    """What a decision does, by kind."""
    answers: Mapping[str, Effect]
    """What an answer of chance does, by phase."""
    requests: Mapping[str, Wanted]
    """What is wanted of chance, by phase."""
    default: Callable[[Any, Any, int], Action]
    """What is done for an absent seat, from rules, state and seat."""
    wrong_phase: Callable[[Any, Any, int, type[Action]], Reason]
    """Why an action of a kind is refused that the phase does not allow."""

    @cached_property
    def by_tag(self) -> Mapping[str, type[Step]]:
        """The steps by their tags, which are the names of the phases."""
        return {str(step.__struct_config__.tag): step for step in self.steps}

    @cached_property
    def menus(self) -> Mapping[type[Step], Menu]:
        """What the steps offer in which a seat is asked."""
        return {self.by_tag[tag]: menu for tag, menu in self.offers.items()}

    @cached_property
    def moves(self) -> Mapping[type[Step], Mapping[type[Action], tuple[Check, Effect]]]:
        """Check and effect of each kind of action in the steps that allow it."""
        return {
            step: {kind: (self.checks[kind], self.effects[kind]) for kind in self.rows[tag].actions}
            for tag, step in self.by_tag.items()
            if not step.chance
        }

    @cached_property
    def chance(self) -> Mapping[type[Step], Effect]:
        """What is done with the answer in the steps that wait for dice or a draw."""
        return {self.by_tag[tag]: effect for tag, effect in self.answers.items()}

    @cached_property
    def wanted(self) -> Mapping[type[Step], Wanted]:
        """What those steps want of chance."""
        return {self.by_tag[tag]: wanted for tag, wanted in self.requests.items()}

    def refusal(self, rules: Any, state: Any, seat: Seat, action: Action) -> Reason | None:  # noqa: ANN401 - those of the game
        """Say why a seat may not do this in a step of its own, or None when it may."""
        kind = type(action)
        move = self.moves[type(state.agenda[0])].get(kind)
        return move[0](rules, state, seat, action) if move else self.wrong_phase(rules, state, seat, kind)

    def handlers(self) -> Mapping[type, Handler]:
        """Return the steps as the machine of all families handles tasks."""
        return {step: self._handler(step, self.rows[tag]) for tag, step in self.by_tag.items()}

    def _handler(self, step: type[Step], row: PhaseRow) -> Handler:
        def explains(rules: Any, state: Any, _task: Any, seat: Seat, action: Any) -> Reason | None:  # noqa: ANN401
            return self.refusal(rules, state, seat, action)

        def default(rules: Any, state: Any, _task: Any, seat: Seat) -> Action:  # noqa: ANN401
            return self.default(rules, state, seat)

        def prompt(rules: Any, state: Any, _task: Any, seat: Seat) -> str:  # noqa: ANN401
            return filled(row.prompt, rules, state, seat)

        return Handler(
            awaits=self.wanted[step] if step.chance else asks(),
            explains=explains,
            asks_for=row.actions,
            default=default,
            prompt=prompt,
            title=row.title,
            stage=row.shown,
            rule=row.rule,
        )

    def table(self) -> str:
        """Return the machine as a Markdown table, as it stands in the rules page."""
        lines = ["| step | who decides | what may be done | what may follow | rule |", "|---|---|---|---|---|"]
        lines += [self._line(row) for row in self.rows.values()]
        return "\n".join(lines)

    def _line(self, row: PhaseRow) -> str:
        who = "chance" if row.chance else "the player" if row.actions else "nobody"
        kinds = ", ".join(str(kind.__struct_config__.tag).replace("_", " ") for kind in row.actions) or "-"
        after = ", ".join(self.rows[phase].title.lower() for phase in row.then) or "-"
        return f"| {row.title} | {who} | {kinds} | {after} | {row.rule} |"


def _draw_card(rules: Any, state: Any, step: Step) -> Request:  # noqa: ANN401 - those of the game
    return Draw("card", rules.cards.drawable(state.cards).bit_count(), audience=(step.seat,))


DRAW_CARD: Wanted = _draw_card
"""A card of those that may be drawn, seen by its new holder alone."""
REQUESTS: Mapping[str, Wanted] = {
    "battle": lambda rules, state, fight: rules.toss(state, fight).request,
    "draw": DRAW_CARD,
}
"""What is wanted of chance in the steps that games of the family share."""

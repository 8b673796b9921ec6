"""The shape of a game's turns as a table: what each phase asks, offers, checks; documentation is drawn from it too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Event

Check: TypeAlias = Callable[[Any, Any, Any], Reason | None]
"""Why an action of its kind is refused, from rules, state and action; None where it is legal."""
Deed: TypeAlias = Callable[[Any, Any, Any, list[Event] | None], Any]
"""What an action or an answer of chance does, from rules, state, action and the list of what is told."""


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
    """What a phase offers: every action, one at random, and both as people choose."""

    every: Callable[[Any, Any], Iterable[Action]]
    sample: Callable[[Any, Any, Randomness], Action]
    offers: Callable[[Any, Any], Iterable[Offer]]
    also: tuple[Action, ...] = ()
    """What may always be done besides, with nothing to choose about it: end the turn, say."""
    whole: Callable[[Any, Any], bool] = lambda _rules, _state: True
    """Whether `every` yields all of them, or only some of too many to list."""


class Machine(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The turns of one game."""

    rows: Mapping[str, PhaseRow]
    menus: Mapping[str, Menu]
    """By phase, where a seat is asked."""
    kinds: Mapping[type[Action], Check]
    """The check of each kind of action, the same in every phase that allows it."""
    wrong_phase: Callable[[Any, Any, type[Action]], Reason]
    """Why an action of a kind is refused that the phase does not allow."""

    @cached_property
    def checks(self) -> Mapping[str, Mapping[type[Action], Check]]:
        """The check of each kind of action in the phases that allow it; none in those that wait for chance."""
        return {phase: {kind: self.kinds[kind] for kind in row.actions} for phase, row in self.rows.items()}

    @cached_property
    def chance(self) -> frozenset[str]:
        """The phases that wait for dice or a draw."""
        return frozenset(phase for phase, row in self.rows.items() if row.chance)

    def refusal(self, rules: Any, state: Any, action: Action) -> Reason | None:  # noqa: ANN401 - those of the game
        """Say why the seat whose turn it is may not do this, or None when it may."""
        kind = type(action)
        check = self.checks[state.phase].get(kind)
        return check(rules, state, action) if check else self.wrong_phase(rules, state, kind)

    def table(self) -> str:
        """Return the machine as a Markdown table, as it stands in the rules page."""
        lines = ["| step | who decides | what may be done | what may follow | rule |", "|---|---|---|---|---|"]
        lines += [self._line(row) for row in self.rows.values()]
        return "\n".join(lines)

    def _line(self, row: PhaseRow) -> str:
        who = "chance" if row.chance else "the player" if row.actions else "nobody"
        deeds = ", ".join(str(kind.__struct_config__.tag).replace("_", " ") for kind in row.actions) or "-"
        after = ", ".join(self.rows[phase].title.lower() for phase in row.then) or "-"
        return f"| {row.title} | {who} | {deeds} | {after} | {row.rule} |"

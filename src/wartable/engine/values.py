"""The values that pass through the contract: states, actions, events, outcomes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Literal, NewType, TypeAlias, TypeVar

import msgspec

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; `CHANCE` is the seat of dice and shuffles."""

CHANCE = Seat(-1)

_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """Return a text of the rules with the players' names: rules know no names and say `seat 2` for the second."""
    return _SEAT.sub(lambda found: _name(found, names), text)


def _name(found: re.Match[str], names: Sequence[str]) -> str:
    number = int(found[1])
    return names[number - 1] if 1 <= number <= len(names) else found[0]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Who is asked, and why: everything that words, clocks, drafts, undo and notices need to know of a question.

    `turn` is what people count, and `whose` it is (None: everybody's). `step` grows with every new question that is
    answered in secret, also within a turn: drafts and ready flags are for one step. `brief` marks a question with
    little to decide, for which a table may grant less time. `about` is a stable code of the occasion, as
    `attack.declared`.
    """

    seats: tuple[Seat, ...]
    kind: Literal["turn", "orders", "reaction", "vote", "consent"] = "turn"
    secret: bool = False
    """Whether all decide at the same time, unseen by the others, and are revealed together."""
    step: int
    turn: int
    whose: Seat | None
    brief: bool = False
    about: str = ""
    at_once: bool = False
    """Whether an answer other than the default ends what is asked in secret, without those of the others: the game
    asks them again. A card is shown as soon as it is played."""


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """A phase that is to come, as a timetable names it: `Spring 1901, orders`.

    `about` and `brief` are as in `Asked`; `maybe` says that it is left out where nobody has anything to decide.
    """

    title: str
    about: str = ""
    brief: bool = False
    maybe: bool = False


class State(msgspec.Struct, frozen=True):
    """Base of every game state: an immutable value; equal positions are equal values."""


class Action(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """Base of every decision. Subclasses set `tag="..."`; the tag is part of the public format."""


class Event(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, gc=False):
    """Base of everything that is told. `audience` is None for all, else the seats that may know.

    `reveals` (of the class) is true where the event tells somebody what he could not know before, so that
    what led to it cannot be taken back.
    """

    reveals: ClassVar[bool] = False
    audience: tuple[Seat, ...] | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether a seat (None: a spectator) may know of this."""
        return self.audience is None or (seat is not None and seat in self.audience)


S_co = TypeVar("S_co", bound=State, covariant=True)


class Step(msgspec.Struct, Generic[S_co], frozen=True):
    """What `apply` gives: the state after, and what is told of the way there."""

    state: S_co
    events: tuple[Event, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. `ranks` holds 1 for the best, equal numbers for ties; `scores` are in the game's own unit."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str

    @property
    def figures(self) -> tuple[tuple[float, ...], ...]:
        """Ranks and scores: all but the words."""
        return self.ranks, self.scores

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of rank 1."""
        return tuple(Seat(seat) for seat, rank in enumerate(self.ranks) if rank == 1)


Measures: TypeAlias = Mapping[str, tuple[float, ...]]
"""Named figures per seat that tell who is ahead, the deciding one first: `{"territories": (11, 7, 14)}`."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may settle in advance: `Pass until my next turn`.

    It lasts for one answer, up to the seat's next turn, or until it is withdrawn. `proposed` are those that suit most
    players where nobody can be asked in time.
    """

    key: str
    title: str
    lasts: Literal["once", "turn", "game"] = "once"
    proposed: bool = False


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What an action is expected to lead to, exactly computed, before it is chosen.

    `chance` is the probability of success; losses are means in units; `own_left` and `other_left` are the
    probabilities of ending with each number of units, as (number, probability), over all ways to end;
    `chips` names the modifiers already counted.
    """

    chance: float
    own_loss: float
    other_loss: float
    own_left: tuple[tuple[int, float], ...]
    other_left: tuple[tuple[int, float], ...]
    chips: tuple[str, ...] = ()


class DiceUse(msgspec.Struct, frozen=True, kw_only=True):
    """Dice thrown for one seat: faces of dice with `sides` faces, what they brought and what was to be expected."""

    seat: Seat
    sides: int
    faces: tuple[int, ...]
    due: float
    """What fair dice show in all; more than the mean of the faces where a die cannot show a 1."""
    gained: float
    expected: float

"""What a log shows of an event beside its sentence, and how a position is to be drawn."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

import msgspec

from wartable.engine.values import Event, Seat

NOBODY = Seat(-1)
"""Whose the pieces are that no player has."""


class Dice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Dice told of by one log line, each hand from the highest.

    `bonus` is what is added to the highest die of either side, `pairs` how many are compared at most (0: all),
    `lost` the armies that attacker and defender lost.
    """

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    bonus: tuple[int, int] = (0, 0)
    pairs: int = 0
    lost: tuple[int, int] = (0, 0)


class Told(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Who did what an event tells of, against whom, on which spaces, with what dice.

    A seat is None where it is nobody's doing, and `NOBODY` for pieces that no player has, as those of a neutral army.
    `begins_turn` marks what opens a new turn: it belongs to that, though its step ended the turn before.
    """

    seat: Seat | None = None
    against: Seat | None = None
    spaces: tuple[str, ...] = ()
    dice: Dice | None = None
    begins_turn: bool = False


def spaces_of(event: Event, known: Container[str], besides: Container[str] = ()) -> tuple[str, ...]:
    """Return the spaces that an event names in its fields, in their order, each once; `known` are those there are.

    The fields `besides` name something else, which may be called as a space is.
    """
    values = (getattr(event, name) for name in _fields(type(event)) if name not in besides)
    return tuple(dict.fromkeys(value for value in _words(values) if value in known))


@cache
def _fields(kind: type[Event]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name != "audience")


def _words(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            yield from value


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a position is drawn: in the player colours of the seats, on a light or dark page, so many pixels wide.

    Without a `width` the game takes its usual one. `events` are those that led there, for a game that shows them.
    """

    colours: Sequence[int]
    theme: Literal["light", "dark"] = "light"
    width: int | None = None
    events: Sequence[Event] = ()

"""What goes over the wire of a table's pace: how long turns may take, and a vote on the clock that is open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MONTHS_2 = 5_184_000
"""The longest time for a turn, 60 days in seconds."""
WEEKS_2 = 1_209_600
"""After so many seconds a pause ends by itself where a table does not say otherwise: two weeks."""


class Pace(Struct, frozen=True, kw_only=True):
    """How long turns may take. `seconds` for each turn (0: as long as one likes), `short` for brief ones (0: the same).

    Reactions that are asked in secret stay open for `window` seconds, whoever has answered, so that nobody learns from
    a pause what others hold (0: until all have answered; null is what suits the game: 20 seconds where turns take no
    more than an hour, else 0). Players at one screen settle them in advance, or pass; with `curtain`,
    and where it is nobody's turn, they are asked.

    Who misses so many deadlines in a row is away (`misses` 0: never): from then on `absent` decides for him until he
    comes back, the rules or a bot; empty is what suits the game: the rules where all decide at once, else a bot. In
    games by turns of an hour and more that is when their own turn ends, so that they may come before. Who misses
    `offer` in a row (0: never) is away, too, and the seat is offered: whoever takes it plays on, unless its player
    comes back before. The first `excused` misses of each player in a game do not count. Only people may sit down who
    have met so many of a hundred of their last deadlines (`reliable`), and without a history only where `newcomers`
    may.

    With `closes_at`, hours and minutes as 18:00, a turn lasts its seconds at least and then until that time of day in
    `zone`. With `weekdays` (0 is Monday; none: all) it ends on no other day; with `rest_days` the other days do not
    count as time of a turn.

    `times` grants other seconds to kinds of phases, by the codes in `phases` of the game. Where all decide in secret
    a phase closes when all are ready (`early`), but `least` seconds after its beginning, or at its hour alone.
    The first deadline that a player misses is put off by `grace` seconds. Each player may take so many days of
    `holidays` in a game, `holidays_at_once` without a break (0: any number); meanwhile the clock stands. A `pause`
    takes the votes of all players who are there, or of more than half, and ends by itself after `longest_pause` seconds
    (0: never). Who is not ready is reminded so many seconds before a deadline. Where a turn takes less than an hour,
    each player has a store of `bank` seconds for turns that take longer, to which every turn adds an `increment`.
    """

    seconds: Annotated[int, Meta(ge=0, le=MONTHS_2)] = 0
    short: Annotated[int, Meta(ge=0, le=MONTHS_2)] = 0
    window: Annotated[int, Meta(ge=0, le=600)] | None = None
    curtain: bool = False
    misses: Annotated[int, Meta(ge=0, le=20)] = 2
    absent: Literal["", "rules", "bot"] = ""
    offer: Annotated[int, Meta(ge=0, le=20)] = 0
    excused: Annotated[int, Meta(ge=0, le=20)] = 0
    reliable: Annotated[int, Meta(ge=0, le=100)] = 0
    newcomers: bool = True
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    closes_at: Annotated[str, Meta(pattern=r"^(\d{2}:\d{2})?$")] = ""
    weekdays: tuple[int, ...] = ()
    rest_days: bool = False
    times: dict[str, Annotated[int, Meta(ge=0, le=MONTHS_2)]] = {}
    early: bool = True
    least: Annotated[int, Meta(ge=0, le=MONTHS_2)] = 0
    grace: Annotated[int, Meta(ge=0, le=MONTHS_2)] = 0
    holidays: Annotated[int, Meta(ge=0, le=365)] = 0
    holidays_at_once: Annotated[int, Meta(ge=0, le=365)] = 0
    pause: Literal["all", "majority"] = "all"
    longest_pause: Annotated[int, Meta(ge=0, le=MONTHS_2)] = WEEKS_2
    reminders: tuple[int, ...] = ()
    bank: Annotated[int, Meta(ge=0, le=7200)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class OpenVote(Struct, frozen=True, kw_only=True):
    """A vote to let the clock rest (`pause`) or go on (`resume`): who asks for it, how many agree, how many have to.

    `mine` says that I am asked: I play here, and have neither agreed nor refused.
    """

    about: Literal["pause", "resume"]
    by: tuple[str, ...]
    agreed: int
    needed: int
    mine: bool

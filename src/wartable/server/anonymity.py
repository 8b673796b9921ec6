"""Anonymous tables: nobody learns who plays what before the end; the sides speak.

Who sits somewhere is put `behind` the name shown as soon as they sit down. All that is told of a table is made of what
is shown, so names can leave by no address. Once the game is over they are put back, and everybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from wartable.engine.words import listed
from wartable.server.entering import seats_job, table_values, told
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow
from wartable.server.seating import COLOURS, free_name
from wartable.server.sides import rule_of, sides_at
from wartable.server.table import Table
from wartable.server.wire import SidesRule
from wartable.server.writer import Job, in_turn

NOBODY = "Somebody"
"""Who speaks at an anonymous table before sides are given."""

MAKER = "The creator of the table"
"""Whose word it is where only the maker of an anonymous table may do something: the side they play tells too much."""


class Behind(msgspec.Struct, frozen=True, array_like=True):
    """Who is hidden behind a seat: what they would be shown as."""

    name: str
    avatar: str
    colour: int


def is_hidden(seats: Sequence[SeatRow]) -> bool:
    """Whether somebody at the table is hidden behind a seat."""
    return any(chair.behind for chair in seats)


def veiled(seats: Sequence[SeatRow], sides: Sequence[str] = ()) -> list[SeatRow]:
    """Return seats whose people are hidden behind the side they play, or, where there are none yet, behind a number.

    Colours go by the seat at all of them, so that none tells whose it was.
    """
    hidden: list[SeatRow] = []
    for chair in seats:
        colour = chair.seat % COLOURS + 1
        if chair.kind not in ("human", "local"):
            hidden.append(replace(chair, colour=colour))
            continue
        hidden_one = chair.behind or msgspec.json.encode(Behind(chair.name, chair.avatar, chair.colour)).decode()
        others = [one for one in seats if one.kind == "bot"]
        name = free_name(others, sides[chair.seat] if chair.seat < len(sides) else f"Player {chair.seat + 1}")
        hidden.append(replace(chair, name=name, avatar="", colour=colour, behind=hidden_one))
    return hidden


def hide(table: Table, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return seats as they are shown at a table that has not begun."""
    return veiled(seats) if rule_of(table.row).anonymous else list(seats)


def hide_behind_sides(table: Table) -> None:
    """Show the people of an anonymous table whose game begins as what they play."""
    if rule_of(table.row).anonymous:
        table.seats = veiled(table.seats, sides_at(table, len(table.seats)))


def opened(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return seats under the names of those who sit there."""
    open_seats = [chair for chair in seats if not chair.behind]
    for chair in seats:
        if chair.behind:
            was = msgspec.json.decode(chair.behind, type=Behind)
            name = free_name(open_seats, was.name)
            open_seats.append(replace(chair, name=name, avatar=was.avatar, colour=was.colour, behind=""))
    return sorted(open_seats, key=lambda chair: chair.seat)


def renamed(chair: SeatRow, player: PlayerRow) -> SeatRow:
    """Return a hidden seat that somebody else is behind now, or under another name; nobody sees a difference."""
    return replace(chair, behind=behind(player))


def behind(player: PlayerRow) -> str:
    """Return what is kept (JSON) of whoever is hidden behind a seat."""
    return msgspec.json.encode(Behind(player.name, player.avatar, player.colour)).decode()


def left(chair: SeatRow) -> SeatRow:
    """Return a hidden seat that nobody is behind for the time being."""
    return replace(chair, behind=msgspec.json.encode(Behind(chair.name, "", chair.colour)).decode())


def check_change(table: Table, wish: SidesRule) -> None:
    """Refuse to hide names that others have seen, or to tell those of people who sat down unnamed. Raises `Refused`."""
    if wish.anonymous == rule_of(table.row).anonymous:
        return
    others = any(chair.player_id not in (None, table.row.creator) for chair in table.seats)
    if others or table.chat:
        message = "Others have been at this table already, so hiding names can no longer be turned on or off."
        raise Refused(409, "sides.late", message)


def speaker(table: Table, player: PlayerRow) -> tuple[str, int]:
    """Return the name and colour under which somebody speaks at a table."""
    own = next((chair for chair in table.seats if chair.player_id == player.id and chair.kind == "human"), None)
    if not rule_of(table.row).anonymous or table.row.status == "finished":
        return player.name, own.colour if own else player.colour
    if table.row.status == "open":
        return NOBODY, 0
    return (own.name, own.colour) if own else (called(table, player), 0)


def called(table: Table, player: PlayerRow) -> str:
    """Return what somebody is called who does something at a table: by name, or where names are hidden by the side."""
    if not rule_of(table.row).anonymous:
        return player.name
    return listed([chair.name for chair in table.seats if chair.player_id == player.id]) or NOBODY


def maker(table: Table, player: PlayerRow) -> str:
    """Return what the maker of a table is called when they do what they alone may do."""
    return MAKER if rule_of(table.row).anonymous else player.name


def with_names(table: Table, job: Job) -> Job:
    """Return a change, and with it, in one piece, the telling of all names where the game is over by it."""
    if table.row.status != "finished" or not is_hidden(table.seats):
        return job
    table.seats = opened(table.seats)
    sides = sides_at(table, len(table.seats))
    people = [chair.seat for chair in table.seats if chair.kind != "bot"]
    played = [f"seat {seat + 1} played {sides[seat] if sides else f'in place {seat + 1}'}" for seat in people]
    entry = told(table, "names", f"The names are told: {listed(played)}.")
    also = in_turn(job.also, seats_job(table))
    return Job(entries=[*job.entries, entry], table=table_values(table), also=also)

"""Who looks at a table: a player (or a stranger), his seats, and the seat he looks through."""

from __future__ import annotations

from msgspec import Struct

from wartable.engine.values import CHANCE, Seat
from wartable.server.problems import Refused
from wartable.server.table import Table


class Viewer(Struct, frozen=True):
    """A point of view. `look` is None for the public view; only `seats` may act."""

    seats: tuple[int, ...]
    look: Seat | None


def seats_seen(table: Table, player: str | None) -> tuple[int, ...]:
    """Return the seats a player may look through: his own, resigned ones too."""
    own = (chair for chair in table.seats if player is not None and chair.player_id == player)
    return tuple(chair.seat for chair in own if chair.kind != "open")


def is_master(table: Table, player: str | None) -> bool:
    """Whether a player is the game master of a table: sees all sides and plays none."""
    return bool(player) and table.row.master == player


def leads(table: Table, player: str) -> bool:
    """Whether a player may close turns and give time: the game master where there is one, else who made the table."""
    return (table.row.master or table.row.creator) == player


def viewer_of(table: Table, player: str | None, wanted: int | None) -> Viewer:
    """Return the viewer a player is; `wanted` names one of his seats. Raises `Refused` for another's seat.

    Once a game is over everything is told, and anybody may look through any of its seats; a game master may before.
    Without a wish: his seat that is asked and not ready yet, else his first; he may still look through a resigned one.
    """
    own, seats = seats_seen(table, player), table.seats_of(player)
    if wanted is not None:
        told = table.row.status == "finished" or is_master(table, player)
        if wanted not in own and not (told and 0 <= wanted < len(table.seats)):
            raise Refused(403, "seat.not_yours", f"Seat {wanted + 1} is not yours to look through.")
        return Viewer(seats, Seat(wanted))
    if table.match is None or not own:
        return Viewer(seats, Seat(own[0]) if own else None)
    asked = [seat for seat in table.match.to_act if seat != CHANCE and seat in seats]
    asked = [seat for seat in asked if seat not in table.ready] or asked
    return Viewer(seats, Seat(asked[0] if asked else (seats or own)[0]))

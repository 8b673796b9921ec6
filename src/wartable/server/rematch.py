"""A finished game played again: one table for all who played, where everybody's seat is kept until they come."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert

from wartable.server import dice_parts
from wartable.server.cards import is_member
from wartable.server.change import change
from wartable.server.entering import Origin, new_entry
from wartable.server.hub import Hub
from wartable.server.lobby import laid, new_row
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow, TableRow, as_dict
from wartable.server.schema import tables
from wartable.server.seating import keep_for, kept_for
from wartable.server.store import replace_seats
from wartable.server.table import Table
from wartable.server.writer import Job


async def again(hub: Hub, player: PlayerRow, old: Table) -> tuple[str, int | None]:
    """Return the table at which a finished game is played again, and the seat there that the player is to take.

    There is one for all: it is made by the first who asks, and after that only where it is gone, or has begun without
    the one who asks. The caller holds the old table. Raises `Refused`.
    """
    if not is_member(old.row, old.seats, player.id):
        raise Refused(403, "table.not_yours", "Only its players may play it again.")
    if old.row.status != "finished":
        raise Refused(409, "game.running", "This game is not over yet.")
    found = await _joined(hub, player, old)
    if found is not None:
        return found
    await _made(hub, player, old)
    return await _joined(hub, player, old) or (old.followed.table if old.followed else old.id, None)


async def _joined(hub: Hub, player: PlayerRow, old: Table) -> tuple[str, int | None] | None:
    """Return the table made for this game before, with the seat to take; None where the player has no place there."""
    there = await hub.store.card(old.followed.table) if old.followed else None
    if there is None:
        return None
    if any(chair.player_id == player.id and chair.kind != "open" for chair in there.seats):
        return there.row.id, None
    if there.row.status != "open":
        return None
    kept = [chair for chair in there.seats if kept_for(chair, player.id)]
    free = [chair for chair in there.seats if chair.kind == "open" and chair.player_id is None]
    # Of those kept the first is the player's own: the others are for people at the same screen.
    seat = next((chair.seat for chair in [*sorted(kept, key=lambda one: one.level != ""), *free]), None)
    return there.row.id, seat


async def _made(hub: Hub, player: PlayerRow, old: Table) -> None:
    """Make the table and say so at the old one, in one piece; does nothing where somebody else was quicker."""
    was, before = old.row, old.followed
    row = new_row(was.game, was.preset, was.options, player, private=was.private, title=was.title)
    row = replace(row, pace=was.pace, press=was.press, sides=was.sides)
    chairs = [_chair(chair, player) for chair in old.seats]
    everybody = all(chair.kind != "open" for chair in chairs)
    dice = dice_parts.before(joined=old.mixing.joined)
    new, first = await laid(hub, row, chairs, player, start=everybody, dice=dice)

    def make(table: Table) -> Job:
        if table.followed != before:
            return Job()
        said = msgspec.json.encode({"what": "again", "table": row.id})
        entry = new_entry(table, "lobby", None, said, Origin(player=player.id))
        table.enter(entry)
        return Job(entries=[entry, *first.entries], also=lambda connection: _add(connection, new.row, new.seats))

    await change(hub, old, make)


def _chair(chair: SeatRow, player: PlayerRow) -> SeatRow:
    """Return a seat as it is at the new table: bots and the player stay, for others it is kept."""
    if chair.kind == "bot":
        return chair
    if chair.player_id != player.id:
        return keep_for(chair)
    return replace(chair, resigned=False, missed=0, away=False, level="")


def _add(connection: Connection, row: TableRow, chairs: list[SeatRow]) -> None:
    connection.execute(insert(tables), as_dict(row))
    replace_seats(connection, row.id, chairs)

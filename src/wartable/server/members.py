"""What goes with the people who sit at tables: their names there, and the private links to their seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from wartable.server import anonymity, ids, names
from wartable.server.change import change
from wartable.server.entering import Origin, new_entry, row_job, seats_job
from wartable.server.hub import Hub
from wartable.server.playable import Retired
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow
from wartable.server.schema import tables
from wartable.server.seating import free_name
from wartable.server.table import Table
from wartable.server.writer import Job, in_turn

Seats = Sequence[SeatRow]


class Link(msgspec.Struct, frozen=True):
    """Where a private seat link leads: the table, whether everybody may watch it, the player and his name there."""

    table: str
    public: bool
    player: str
    name: str


async def read_link(hub: Hub, token: str) -> Link | None:
    """Return where a private seat link leads, or None where it is not (any more) good.

    It is its player's link, whatever the number of his seat: seats move up when open ones drop out at the start.
    """
    read = ids.read_seat_token(token)
    if read is None:
        return None
    table_id, seat, signature = read
    try:
        async with hub.held(table_id, fresh=True) as table:
            row, chairs = table.row, tuple(table.seats)
    except Retired as error:
        row, chairs = error.loaded.row, error.loaded.seats
    for chair in chairs:
        player = chair.player_id
        if player and ids.signed(hub.store.key, signature, table_id, seat, player, chair.link):
            return Link(table_id, not row.private, player, chair.name)
    return None


async def renew_link(hub: Hub, table: Table, player: PlayerRow) -> None:
    """Give a player's seats a new private link; those given out before lead nowhere. Raises `Refused`."""
    if all(chair.player_id != player.id or chair.kind == "open" for chair in table.seats):
        raise Refused(403, "seat.none", "You have no seat at this table, so there is no link to renew.")
    word = ids.short_id()
    await _reseat(hub, table, player, "link", lambda chairs: _of(chairs, player.id, lambda c: replace(c, link=word)))


async def rename(hub: Hub, player: PlayerRow, was: str) -> None:
    """Show a player's new name and avatar wherever he sits; finished games keep the name they were played under.

    Tables of his that are called after him by the name he had, `was`, are called after the new one.
    """
    for loaded in await hub.store.tables_of(player.id, None):
        if loaded.row.status == "finished" or anonymity.is_hidden(loaded.seats):
            continue  # of those who are hidden no byte may change with a name
        if _renamed(loaded.seats, player) == list(loaded.seats):
            continue
        with suppress(Refused):  # dissolved meanwhile, or not to be opened here
            async with hub.held(loaded.row.id) as table:
                usual = names.of_table(was, table.game.title)
                title = names.of_table(player.name, table.game.title) if table.row.title == usual else table.row.title
                await _reseat(hub, table, player, "name", lambda chairs: _renamed(chairs, player), title)


async def hand_over(hub: Hub, link: Link, player: PlayerRow) -> None:
    """Give another player all that the one of a link has at its table: his seats, and the table where it is his."""

    def to(chair: SeatRow) -> SeatRow:
        return replace(chair, player_id=player.id)

    async with hub.held(link.table) as table:
        if table.row.creator == link.player:
            await hub.store.do(lambda connection: _new_creator(connection, link, player))
            table.row = replace(table.row, creator=player.id)
        await _reseat(hub, table, player, "handed", lambda chairs: _renamed(_of(chairs, link.player, to), player))


async def _reseat(
    hub: Hub, table: Table, player: PlayerRow, what: str, redo: Callable[[Seats], list[SeatRow]], title: str = ""
) -> None:
    """Change what is written of the seats of a table, and what it is called, at any time before its game is over."""

    def make(table: Table) -> Job:
        table.seats = redo(table.seats)
        table.row = replace(table.row, title=title or table.row.title)
        entry = new_entry(table, "lobby", None, msgspec.json.encode({"what": what}), Origin(player=player.id))
        table.enter(entry)
        return Job(entries=[entry], also=in_turn(row_job(table.row, "title"), seats_job(table)))

    await change(hub, table, make)


def _of(chairs: Seats, player: str, redo: Callable[[SeatRow], SeatRow]) -> list[SeatRow]:
    """Return the seats, those of one player changed."""
    return [redo(chair) if chair.player_id == player else chair for chair in chairs]


def _renamed(chairs: Seats, player: PlayerRow) -> list[SeatRow]:
    """Return the seats, the player's own in his present name; those he keeps for others have theirs."""
    return [
        _shown_as(chair, chairs, player) if chair.kind == "human" and chair.player_id == player.id else chair
        for chair in chairs
    ]


def _shown_as(chair: SeatRow, chairs: Seats, player: PlayerRow) -> SeatRow:
    if chair.behind:
        return anonymity.renamed(chair, player)
    return replace(chair, name=free_name([c for c in chairs if c is not chair], player.name), avatar=player.avatar)


def _new_creator(connection: Connection, link: Link, player: PlayerRow) -> None:
    connection.execute(tables.update().where(tables.c.id == link.table).values(creator=player.id))

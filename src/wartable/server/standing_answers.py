"""Standing answers: what a seat settles in advance, given by the server as soon as the seat is asked.

They are rows of their own that only their seat ever sees, and nothing tells others that one was made or withdrawn.
Whatever asks a question commits the answers to it in the same piece, so that no pause and no stored time tells who had
settled what. An answer that is given is an entry like any other; the row is then gone, or stays, as it lasts.
"""

from __future__ import annotations

from functools import partial

from wartable.server.change import asked_on_turn, change
from wartable.server.hub import Hub
from wartable.server.play import check_running, own_seat
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.standing_rows import StandingRow, drop_standing, put_standing, standing_of
from wartable.server.table import Table
from wartable.server.wire_standing import Offered, StandingAnswers, StandingWish
from wartable.server.writer import Job


async def read(hub: Hub, table: Table, player: PlayerRow, seat: int) -> StandingAnswers:
    """Return what a player's own seat may settle in advance, and what it has settled."""
    own_seat(table, player, seat)
    check_running(table)
    rows = await hub.store.read(partial(standing_of, table_id=table.id))
    held = {row.key for row in rows if row.seat == seat and row.player_id == player.id}
    return StandingAnswers(
        seat=seat,
        offered=tuple(
            Offered(key=one.key, title=one.title, lasts=one.lasts, on=one.key in held)
            for one in table.game.standing(table.running().options)
        ),
    )


async def save(hub: Hub, table: Table, player: PlayerRow, wish: StandingWish) -> StandingAnswers:
    """Settle something in advance, or withdraw it; what is asked already is answered at once.

    The caller holds the table. Raises `Refused`.
    """
    seat = own_seat(table, player, wish.seat)
    check_running(table)
    if wish.key not in {one.key for one in table.game.standing(table.running().options)}:
        raise Refused(404, "standing.unknown", f"{table.game.title} has no such answer to give in advance.")
    turn = table.game.clock(table.running().state)[0] if asked_on_turn(table, seat) else -1
    row = StandingRow(table_id=table.id, seat=seat, key=wish.key, turn=turn, player_id=player.id)
    write = partial(put_standing, row=row) if wish.on else partial(drop_standing, rows=[row])
    await hub.store.writer.commit(Job(also=write))
    await change(hub, table, lambda _: Job())
    if table.row.status != "running":
        return StandingAnswers(seat=seat, offered=())
    return await read(hub, table, player, seat)

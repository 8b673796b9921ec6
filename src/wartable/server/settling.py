"""What players settle in advance: a seat's own standing answers are looked at, made and withdrawn."""

from __future__ import annotations

from functools import partial

from wartable.engine.values import Seat
from wartable.server.change import change
from wartable.server.drafts import close
from wartable.server.hub import Hub
from wartable.server.play import check_running, own_seat
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.standing_answers import Settlement, offered, standing_at, turn_of
from wartable.server.standing_rows import StandingRow, standing_of
from wartable.server.table import Table
from wartable.server.wire_standing import Offered, StandingAnswers, StandingWish

MOST = 200
"""At most so many standing answers of a seat are kept; all are looked at with every change of a table."""


async def read(hub: Hub, table: Table, player: PlayerRow, seat: int) -> StandingAnswers:
    """Return what a player's own seat may settle in advance, and what it has settled."""
    own_seat(table, player, seat)
    check_running(table)
    rows = await hub.store.read(partial(standing_of, table_id=table.id))
    held = [row.key for row in rows if row.seat == seat and row.player_id == player.id]
    others = {key: one for key in held if (one := standing_at(table, key))}
    return StandingAnswers(
        seat=seat,
        offered=tuple(
            Offered(key=one.key, title=one.title, lasts=one.lasts, proposed=one.proposed, on=one.key in held)
            for one in (offered(table, Seat(seat)) | others).values()
        ),
    )


async def save(hub: Hub, table: Table, player: PlayerRow, wish: StandingWish) -> StandingAnswers:
    """Settle something in advance, or withdraw it; what is asked already is answered in the same piece.

    The caller holds the table. Raises `Refused`.
    """
    rows = await hub.store.read(partial(standing_of, table_id=table.id))
    mine = [row for row in rows if (row.seat, row.player_id) == (wish.seat, player.id)]

    def make(table: Table) -> Settlement:
        seat = own_seat(table, player, wish.seat)
        check_running(table)
        if standing_at(table, wish.key) is None:
            raise Refused(404, "standing.unknown", f"{table.game.title} has no such answer to give in advance.")
        if wish.on and len(mine) >= MOST and all(row.key != wish.key for row in mine):
            raise Refused(
                409,
                "standing.many",
                f"You already have {MOST} answers in advance, the most possible; remove one first.",
            )
        turn = turn_of(table, seat)
        row = StandingRow(table_id=table.id, seat=seat, key=wish.key, turn=turn, player_id=player.id)
        return Settlement(row=row, on=wish.on)

    await change(hub, table, make)
    if table.secret:
        await close(hub, table)
    if table.row.status != "running":
        return StandingAnswers(seat=wish.seat, offered=())
    return await read(hub, table, player, wish.seat)

"""Orders that a game master enters for a side whose player sent them in another way, by mail say.

They are the draft of that side, which its player sees and may change like any other of theirs. Everybody is told that
they were entered, and nobody what they are.
"""

from __future__ import annotations

from functools import partial

import msgspec

from wartable.engine.values import Action, Seat, named
from wartable.server.change import change
from wartable.server.draft_rows import DraftRow
from wartable.server.drafts import close, rows_of, store_job
from wartable.server.entering import table_values, told
from wartable.server.hub import Hub
from wartable.server.masters import check_master, needed_note
from wartable.server.problems import Refused
from wartable.server.remembered import Drafted
from wartable.server.rows import PlayerRow
from wartable.server.sides import side_of
from wartable.server.table import Table
from wartable.server.wire_master import Entered, EntryWish
from wartable.server.writer import Job


async def enter(hub: Hub, table: Table, player: PlayerRow, wish: EntryWish) -> Entered:
    """Store what a side means to decide in place of its draft, tell everybody so, and return how it was read.

    The caller holds the table.
    Raises `Refused`, `BadNotation`, or `IllegalAction` where orders that cannot be entered are to be ready.
    """
    note = needed_note(wish.note)
    check_master(table, player)
    seat = _seat(table, wish)
    action = table.game.parse(table.running().state, seat, wish.text)
    stored = (await rows_of(hub, table)).get(seat)
    row = DraftRow(
        table_id=table.id,
        seat=seat,
        step=wish.step,
        revision=stored.revision + 1 if stored else 1,
        body=msgspec.json.encode(action).decode(),
        ready=wish.ready,
        player_id=table.seats[seat].player_id or "",
    )
    await change(hub, table, partial(_entered, player=player, row=row, action=action, note=note))
    table.note_draft(seat, Drafted(row.step, row.revision, row.ready))
    state = table.running().state
    reason = table.game.explain(state, seat, action)
    entered = Entered(
        text=table.game.format(action),
        problem=named(reason.message, table.names) if reason else "",
        omissions=() if reason else table.game.omissions(state, seat, action),
    )
    await close(hub, table)
    return entered


def _seat(table: Table, wish: EntryWish) -> Seat:
    """Return the seat whose orders can be entered; raises `Refused`."""
    if wish.seat >= len(table.seats):
        raise Refused(404, "seat.unknown", f"There is no seat {wish.seat + 1} at this table.")
    chair = table.seats[wish.seat]
    if not chair.by_person or chair.player_id is None:
        why = "has no player now, so nobody can have sent orders" if chair.kind == "human" else "is played by a bot"
        raise Refused(409, "master.no_player", f"{side_of(table, wish.seat)} {why}.")
    if table.hushed:
        message = (
            "Only the players themselves answer what others do: entering an answer would show that they were asked."
        )
        raise Refused(409, "master.hushed", message)
    if wish.step != table.question:
        raise Refused(409, "master.late", "The game has gone on since then: look again, and enter what is asked now.")
    return Seat(wish.seat)


def _entered(table: Table, player: PlayerRow, row: DraftRow, action: Action, note: str) -> Job:
    check_master(table, player)
    job = store_job(table, row, action)
    entry = told(
        table, "gavel", f"The game master enters orders of {side_of(table, row.seat)}, as they were sent. {note}"
    )
    return Job(entries=[*job.entries, entry], table=table_values(table), also=job.also)

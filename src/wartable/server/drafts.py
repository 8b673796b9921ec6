"""Secret decisions on the way: drafts that are saved with every change, ready flags, and the reveal when all are in.

A draft is a row of its own that only its seat ever sees; nothing tells others that it has changed. Whether a seat is
ready is public and therefore an entry, and so is whatever is changed while the flag is up: entries are in one order
everywhere, so no draft can be changed unnoticed while another process reveals it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection

from wartable.engine.errors import IllegalAction, Reason
from wartable.engine.record import decode_action
from wartable.engine.values import Action, Seat, named
from wartable.server import catalogue
from wartable.server.change import ATTEMPTS, change
from wartable.server.clocks import window_of
from wartable.server.draft_rows import DraftRow, drafts_of, drop_drafts, newest_drafts, put_draft
from wartable.server.entering import Origin, decide, new_entry, returned, seats_job, table_values
from wartable.server.hub import Hub
from wartable.server.play import check_running, own_seat
from wartable.server.problems import Refused, convert_action
from wartable.server.rows import EntryRow, PlayerRow
from wartable.server.standing_answers import Covered, Reveal, StaleAnswers, covering, held_at, spent
from wartable.server.table import Table
from wartable.server.wire import Problem
from wartable.server.wire_drafts import Draft, DraftWish
from wartable.server.writer import Job


async def read(hub: Hub, table: Table, player: PlayerRow, seat: int) -> Draft:
    """Return the draft of a player's own seat for the present turn; an empty one where there is none."""
    own_seat(table, player, seat)
    _check_drafts(table)
    row = (await rows_of(hub, table)).get(seat)
    if row is None or row.step != table.question:
        return Draft(seat=seat, step=table.question, revision=0, action=None, ready=False, problem=None, omissions=())
    return _told(table, row, decode_action(table.game, row.body))


async def save(hub: Hub, table: Table, player: PlayerRow, wish: DraftWish) -> Draft:
    """Store a draft; with the last ready flag the turn closes. The caller holds the table.

    Raises `Refused`, or `IllegalAction` where a decision that cannot be entered is declared ready.
    """
    seat = own_seat(table, player, wish.seat)
    action = convert_action(catalogue.actions_of(table.game), wish.action)
    body = msgspec.json.encode(action).decode()
    row = DraftRow(
        table_id=table.id,
        seat=seat,
        step=wish.step,
        revision=wish.revision,
        body=body,
        ready=wish.ready,
        player_id=player.id,
    )
    _check_wish(table, row, action)
    stored = (await rows_of(hub, table)).get(seat)
    if stored != row:
        _check_newer(stored, row, wish.base)
        await change(hub, table, partial(_stored, row=row, action=action))
    table.note_draft(seat, row.step, row.revision)
    told = _told(table, row, action)
    return msgspec.structs.replace(told, closed=await close(hub, table) or table.question != row.step)


def _stored(table: Table, row: DraftRow, action: Action) -> Job:
    """Return what has to be committed for a draft: itself, and an entry where others must know."""
    _check_wish(table, row, action)
    entries: list[EntryRow] = []
    if row.ready or table.seats[row.seat].away:
        entries += returned(table, row.player_id)
    seats = seats_job(table) if entries else None
    if row.ready or row.seat in table.ready:
        said = msgspec.json.encode({"ready": row.ready, "turn": row.step})
        entries.append(new_entry(table, "ready", row.seat, said, Origin(player=row.player_id)))
        table.enter(entries[-1])
    return Job(
        entries=entries,
        table=table_values(table) if entries else None,
        also=partial(_put, row=row, seats=seats),
    )


def _put(connection: Connection, row: DraftRow, seats: Callable[[Connection], None] | None) -> None:
    put_draft(connection, row)
    if seats:
        seats(connection)


def _check_wish(table: Table, row: DraftRow, action: Action) -> None:
    _check_drafts(table)
    if row.step != table.question:
        raise Refused(409, "draft.turn", "That turn is over; look at the board and write for the present one.")
    if row.seat not in table.running().to_act:
        raise Refused(409, "draft.not_asked", f"Seat {row.seat + 1} has nothing to decide now.")
    if row.ready and (reason := _reason(table, row.seat, action)):
        raise IllegalAction(reason)


def _check_drafts(table: Table) -> None:
    check_running(table)
    if not table.secret:
        raise Refused(409, "draft.none", "Nothing is decided in secret now: decide at once, there are no drafts.")


def _check_newer(stored: DraftRow | None, row: DraftRow, base: int | None) -> None:
    """Refuse a draft older than the one stored, or written by somebody who had not seen that one.

    The browser sent it earlier, or another window of the same player has gone on.
    """
    there = stored.revision if stored is not None and stored.step == row.step else 0
    if there < row.revision and (base is None or base == there):
        return
    message = f"Revision {there} of this draft is stored already, perhaps from another window; fetch it."
    raise Refused(409, "draft.stale", message)


def _reason(table: Table, seat: int, action: Action) -> Reason | None:
    reason = table.game.explain(table.running().state, Seat(seat), action)
    if reason is None:
        return None
    return msgspec.structs.replace(reason, message=named(reason.message, table.names))


def _told(table: Table, row: DraftRow, action: Action) -> Draft:
    """Return a draft with what is wrong with it and what it leaves open."""
    state, seat = table.running().state, Seat(row.seat)
    reason = _reason(table, row.seat, action)
    problem = Problem(code=reason.code, message=reason.message, rule=reason.rule, fix=reason.fix) if reason else None
    return Draft(
        seat=row.seat,
        step=row.step,
        revision=row.revision,
        action=action,
        ready=row.ready,
        problem=problem,
        omissions=() if reason else table.game.omissions(state, seat, action),
    )


async def watch(hub: Hub) -> None:
    """Tell windows that are open here of drafts saved through other processes."""
    tables = {table.id: table for table in hub.listened() if table.match is not None and table.secret}
    if tables:
        for table_id, seat, step, revision in await hub.store.read(partial(newest_drafts, table_ids=list(tables))):
            tables[table_id].note_draft(seat, step, revision)


async def rows_of(hub: Hub, table: Table) -> Mapping[int, DraftRow]:
    """Return the drafts of a table by seat, those of past steps too."""
    return await hub.store.read(lambda connection: drafts_of(connection, table.id))


async def close(hub: Hub, table: Table) -> bool:
    """Enter the drafts of a step in one piece once all seats asked are ready; says whether it did.

    Seats that have settled what they say count as ready; reactions that stay open for their time are closed by the
    clock. The caller holds the table. What another process changed while the drafts were read is read again.
    """
    for _ in range(ATTEMPTS):
        if not table.secret or table.match is None or table.match.outcome or window_of(table):
            return False
        seq, open_seats = table.seq, [seat for seat in table.match.to_act if seat not in table.ready]
        settled = covering(table, await held_at(hub.store, table) or (), open_seats)
        if settled is None:
            return False
        rows = await rows_of(hub, table)
        if any(not _counts(table, rows.get(seat)) for seat in table.ready):
            return False
        before = table.step
        with suppress(StaleAnswers):
            await change(hub, table, partial(_revealed, seq=seq, rows=rows, settled=settled))
        if table.step > before:
            return True
    return False


def _counts(table: Table, row: DraftRow | None) -> bool:
    return row is not None and row.ready and row.step == table.question


def _revealed(table: Table, seq: int, rows: Mapping[int, DraftRow], settled: Sequence[Covered]) -> Job:
    """Make the decisions of drafts and standing answers; nothing where the table has moved on since they were read."""
    if table.seq != seq:
        return Job()
    made: list[EntryRow] = []
    said = {one.row.seat: (one.action, one.row.player_id) for one in settled}
    used = [one.row for one in settled if spent(table, one.row)]
    for seat in table.running().to_act:
        if seat not in said:
            said[seat] = (decode_action(table.game, rows[seat].body), rows[seat].player_id)
        action, player = said[seat]
        made += decide(table, seat, action, Origin(player=player))
    drop = partial(_dropped, table_id=table.id)
    return Reveal(entries=made, table=table_values(table), also=drop, given=[one.row for one in settled], used=used)


def _dropped(connection: Connection, table_id: str) -> None:
    drop_drafts(connection, table_id)


def as_it_is(table: Table, seat: Seat, row: DraftRow | None) -> Action | None:
    """Return what a draft of the present turn says, if it can be done."""
    if row is None or row.step != table.question:
        return None
    action = decode_action(table.game, row.body)
    return action if _reason(table, seat, action) is None else None

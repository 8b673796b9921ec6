"""Secret decisions on the way: drafts that are saved with every change, ready flags, and the reveal when all are in.

A draft is a row of its own that only its seat ever sees; nothing tells others that it has changed. Whether a seat is
ready is public and therefore an entry, and so is whatever is changed while the flag is up: entries are in one order
everywhere, so no draft can be changed unnoticed while another process reveals it.

Of answers in a reaction window nothing at all is entered before they are revealed: that somebody has pressed a key
would tell that they had settled nothing. Then the table's row is held while a draft is stored, and while all are
revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection, update

from wartable.engine.errors import IllegalAction, Reason, WartableError
from wartable.engine.record import decode_action
from wartable.engine.values import Action, Seat, named
from wartable.server import catalogue
from wartable.server.change import ATTEMPTS, change
from wartable.server.clocks import held_back
from wartable.server.draft_rows import DraftRow, drafts_of, drop_drafts, newest_drafts, put_draft
from wartable.server.entering import Origin, decide, new_entry, returned, seats_job, table_values
from wartable.server.hub import Hub
from wartable.server.play import check_running, own_seat
from wartable.server.problems import Refused, convert_action
from wartable.server.remembered import Drafted
from wartable.server.rows import EntryRow, PlayerRow
from wartable.server.schema import tables
from wartable.server.standing_answers import Covered, Reveal, StaleAnswers, covering, held_at, spent
from wartable.server.standing_rows import hold
from wartable.server.table import Table
from wartable.server.windows import window_of
from wartable.server.wire import Problem
from wartable.server.wire_drafts import Draft, DraftWish
from wartable.server.writer import Conflict, Job


class StaleDrafts(WartableError):
    """A draft was saved while its turn was being closed by another process: read them again."""


async def read(hub: Hub, table: Table, player: PlayerRow, seat: int, step: int | None = None) -> Draft:
    """Return the draft of a player's own seat for the present turn; an empty one where there is none.

    Whoever names the `step` they mean may ask too late: that is no fault, and they are told which step it is now.
    """
    own_seat(table, player, seat)
    late = step is not None and table.row.status != "open" and step != table.question
    if not late:
        _check_drafts(table)
    row = None if late else (await rows_of(hub, table)).get(seat)
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
        await change(hub, table, partial(store_job, row=row, action=action))
    table.note_draft(seat, Drafted(row.step, row.revision, row.ready))
    told = _told(table, row, action)
    return msgspec.structs.replace(told, closed=await close(hub, table) or table.question != row.step)


def store_job(table: Table, row: DraftRow, action: Action) -> Job:
    """Return what has to be committed for a draft: itself, and an entry where others must know."""
    _check_wish(table, row, action)
    if table.hushed:
        return Job(also=partial(_put_quietly, row=row, seq=table.seq, asked=_asked_without(table, row)))
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


def _put_quietly(connection: Connection, row: DraftRow, seq: int, asked: str) -> None:
    """Store an answer of which no entry tells; its player alone sees in their list whether they are waited for."""
    if hold(connection, row.table_id) != seq:
        raise Conflict(f"Table {row.table_id} went on while a draft was saved.")
    put_draft(connection, row)
    connection.execute(update(tables).where(tables.c.id == row.table_id).values(asked=asked))


def _asked_without(table: Table, row: DraftRow) -> str:
    """Return what people are asked, as the table's row keeps it, after an answer or its being taken back."""
    asked: dict[str, str] = msgspec.json.decode(table.row.asked)
    asked.pop(str(row.seat), None)
    if not row.ready:
        asked[str(row.seat)] = table.game.prompt(table.running().state, Seat(row.seat))
    table.row = msgspec.structs.replace(table.row, asked=msgspec.json.encode(asked).decode())
    return table.row.asked


def _check_wish(table: Table, row: DraftRow, action: Action) -> None:
    _check_drafts(table)
    if table.seats[row.seat].player_id != row.player_id:
        raise Refused(403, "seat.not_yours", f"Somebody else plays seat {row.seat + 1} now.")
    if row.step != table.question:
        raise Refused(409, "draft.turn", "That turn is over; look at the board and write orders for the current turn.")
    if row.seat not in table.running().to_act:
        raise Refused(409, "draft.not_asked", f"Seat {row.seat + 1} has nothing to decide now.")
    if row.ready and (reason := _reason(table, row.seat, action)):
        raise IllegalAction(reason)


def _check_drafts(table: Table) -> None:
    check_running(table)
    if not table.secret:
        raise Refused(
            409, "draft.none", "There are no secret decisions now, so there are no drafts: send the decision itself."
        )


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
    there = {table.id: table for table in hub.listened() if table.match is not None and table.secret}
    if there:
        found = await hub.store.read(partial(newest_drafts, table_ids=list(there)))
        for table_id, seat, step, revision, ready in found:
            there[table_id].note_draft(seat, Drafted(step, revision, ready))


async def rows_of(hub: Hub, table: Table) -> Mapping[int, DraftRow]:
    """Return the drafts of a table by seat, those of past steps too."""
    return await hub.store.read(lambda connection: drafts_of(connection, table.id))


async def secret_rows(hub: Hub, table: Table) -> Mapping[int, DraftRow]:
    """Return the drafts of a table by seat; none, without a look, where seats decide openly."""
    return await rows_of(hub, table) if table.secret else {}


async def close(hub: Hub, table: Table) -> bool:
    """Enter the drafts of a step in one piece once all seats asked are ready; says whether it did.

    Where a table closes phases at their hour alone, or not before some time, the clock does it then.
    Seats that have settled what they say count as ready; reactions that stay open for their time are closed by the
    clock, or by an answer that is carried out at once. The caller holds the table. What another process changed while
    the drafts were read is read again.
    """
    for _ in range(ATTEMPTS):
        if table.match is None or table.match.outcome or not table.secret or held_back(table):
            return False
        seq, rows = table.seq, await rows_of(hub, table)
        settled = await _settled(hub, table, rows)
        if settled is None:
            return False
        before = table.step
        with suppress(StaleAnswers, StaleDrafts):
            await change(hub, table, partial(_revealed, seq=seq, rows=rows, settled=settled))
        if table.step > before:
            return True
    return False


async def _settled(hub: Hub, table: Table, rows: Mapping[int, DraftRow]) -> Sequence[Covered] | None:
    """Return what is given for seats without a draft that counts; None while they are waited for."""
    asked = table.running().to_act
    if not table.hushed and any(not _counts(table, rows.get(seat)) for seat in table.ready):
        return None
    ready = tuple(seat for seat in asked if (_counts(table, rows.get(seat)) if table.hushed else seat in table.ready))
    left = [seat for seat in asked if seat not in ready]
    if table.hushed and any(_at_once(table, seat, rows[seat]) for seat in ready):
        return [Covered(seat, table.game.default(table.running().state, seat), None) for seat in left]
    if window_of(table):
        return None
    return covering(table, await held_at(hub.store, table) or (), left)


def _at_once(table: Table, seat: Seat, row: DraftRow) -> bool:
    """Whether an answer ends what is asked: a card that is played, say, and no pass."""
    asked, game = table.asked, table.game
    if asked is None or not asked.at_once:
        return False
    return decode_action(game, row.body) != game.default(table.running().state, seat)


def _counts(table: Table, row: DraftRow | None) -> bool:
    return row is not None and row.ready and row.step == table.question


def _revealed(table: Table, seq: int, rows: Mapping[int, DraftRow], settled: Sequence[Covered]) -> Job:
    """Make the decisions of drafts and standing answers; nothing where the table has moved on since they were read."""
    if table.seq != seq:
        return Job()
    made: list[EntryRow] = []
    said = {one.seat: (one.action, table.seats[one.seat].player_id) for one in settled}
    given = [one.row for one in settled if one.row]
    used = [row for row in given if spent(table, row)]
    hushed = table.hushed
    for seat in table.running().to_act:
        if seat not in said:
            said[seat] = (decode_action(table.game, rows[seat].body), rows[seat].player_id)
        action, player = said[seat]
        made += decide(table, seat, action, Origin(player=player))
    drop = partial(swept, table_id=table.id, rows=rows) if hushed else partial(drop_drafts, table_id=table.id)
    return Reveal(entries=made, table=table_values(table), also=drop, given=given, used=used)


def swept(connection: Connection, table_id: str, rows: Mapping[int, DraftRow]) -> None:
    """Drop the drafts that have been entered; raises `StaleDrafts` where others are there by now."""
    hold(connection, table_id)
    if drafts_of(connection, table_id) != rows:
        raise StaleDrafts(f"Drafts of table {table_id} were saved while its turn was being closed.")
    drop_drafts(connection, table_id)


def as_it_is(table: Table, seat: Seat, row: DraftRow | None) -> Action | None:
    """Return what a draft of the present turn says, if it can be done; a reaction counts only once it is given."""
    if row is None or row.step != table.question or (table.hushed and not row.ready):
        return None
    action = decode_action(table.game, row.body)
    return action if _reason(table, seat, action) is None else None

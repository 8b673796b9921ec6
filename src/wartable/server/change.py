"""How a table changes: entries are made, committed, and only then told; whoever comes second decides anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection

from wartable.engine.errors import IllegalAction
from wartable.engine.values import CHANCE, Action, Seat, named
from wartable.server.clocks import timing_of, with_timing, wound
from wartable.server.hub import Hub, unknown_table
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, now
from wartable.server.standing_rows import StandingRow, drop_standing, standing_of
from wartable.server.store import replace_seats
from wartable.server.table import Table
from wartable.server.thinking import Chosen, chance_of
from wartable.server.writer import Conflict, Job

MOST_ANSWERS = 500
"""At most so many entries are made of standing answers in one piece."""
ATTEMPTS = 8
"""So often a change is tried anew when another process was quicker."""


CLOCK = {"name": "Clock", "colour": 0}
"""Who speaks in the chat of deadlines: no player, hence no player's colour."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a decision comes from: a player with his idempotency key, or (both None) a bot with its reason."""

    player: str | None = None
    key: str | None = None
    why: str = ""


Make = Callable[[Table], Job]
"""Makes a change in memory and returns what has to be committed for it; refuses by raising."""


async def change(hub: Hub, table: Table, make: Make) -> None:
    """Make a change and commit it; the caller holds the table.

    Raises what `make` raises, and `Conflict` only where a key was used before. Memory equals the entries again after
    every failure.
    """
    for _ in range(ATTEMPTS):
        held = await _held(hub, table)
        job = await _made(hub, table, partial(_answered, make=make, held=held))
        try:
            await hub.store.writer.commit(job)
        except Conflict:
            await hub.reload(table)
            if table.gone:
                raise unknown_table() from None
            if await _spent(hub, job):
                raise
            continue
        except BaseException:
            await hub.reload(table)
            raise
        table.wake()
        if _due(table, await _held(hub, table)) is None:
            return
        make = _nothing  # a standing answer was made meanwhile, and answers what is asked now
    if make is _nothing:
        return
    raise Refused(409, "table.busy", "Too many things happened at this table at once; please try again.")


def _nothing(table: Table) -> Job:
    del table
    return Job()


async def _held(hub: Hub, table: Table) -> Sequence[StandingRow]:
    """Return the standing answers at a table; nothing is read for games without any."""
    if table.match is None or not table.game.standing(table.match.options):
        return ()
    return await hub.store.read(partial(standing_of, table_id=table.id))


def _answered(table: Table, make: Make, held: Sequence[StandingRow]) -> Job:
    """Make a change, and with it, in one piece, the standing answers to what it asks."""
    job, made, spent = make(table), list[EntryRow](), list[StandingRow]()
    while len(made) < MOST_ANSWERS and (due := _due(table, [row for row in held if row not in spent])):
        row, action = due
        made += decide(table, Seat(row.seat), action, Origin(player=row.player_id))
        spent += [row] if _lasting(table, row) == "once" else []
    spent += [row for row in held if row not in spent and (_run_out(table, row) or table.running().outcome)]
    if not made and not spent:
        return job
    before = job.also

    def also(connection: Connection) -> None:
        if before:
            before(connection)
        drop_standing(connection, spent)

    return Job(entries=[*job.entries, *made], table=standing(table) if made else job.table, also=also)


def _due(table: Table, rows: Sequence[StandingRow]) -> tuple[StandingRow, Action] | None:
    """Return the first standing answer to what is asked now; None where there is none."""
    asked = table.asked if rows and not table.mixing.pending else None
    if asked is None or asked.secret:
        return None
    state = table.running().state
    for row in rows:
        seat, chair = Seat(row.seat), table.seats[row.seat]
        if seat in asked.seats and chair.player_id == row.player_id and not chair.given_up and not _run_out(table, row):
            action = table.game.settled(state, seat, row.key)
            if action is not None and table.game.explain(state, seat, action) is None:
                return row, action
    return None


def _lasting(table: Table, row: StandingRow) -> str:
    offered = table.game.standing(table.running().options)
    return next((one.lasts for one in offered if one.key == row.key), "once")


def _run_out(table: Table, row: StandingRow) -> bool:
    """Whether a standing answer lasted up to the turn of its seat that is on now."""
    on_turn = _lasting(table, row) == "turn" and asked_on_turn(table, row.seat)
    return on_turn and table.game.clock(table.running().state)[0] != row.turn


def asked_on_turn(table: Table, seat: int) -> bool:
    """Whether a seat is asked because it is its turn."""
    asked = table.asked
    return asked is not None and asked.kind == "turn" and seat in asked.seats


async def _made(hub: Hub, table: Table, make: Make) -> Job:
    before = (table.step, table.seq, table.row)
    try:
        return make(table)
    except Exception:
        if (table.step, table.seq, table.row) != before:
            await hub.reload(table)
        raise


async def _spent(hub: Hub, job: Job) -> bool:
    """Whether a job failed because its idempotency key has been used."""
    for entry in job.entries:
        if entry.key and await hub.store.entry_by_key(entry.table_id, entry.player_id or "", entry.key):
            return True
    return False


def decide(table: Table, seat: Seat, action: Action, origin: Origin) -> list[EntryRow]:
    """Make a player's decision and let the dice answer it; return the entries. Raises `IllegalAction`."""
    match = table.running()
    before = match.state
    try:
        match.act(seat, action, origin.why)
    except IllegalAction as error:
        reason = error.reason
        raise IllegalAction(msgspec.structs.replace(reason, message=named(reason.message, table.names))) from error
    return _entered(table, seat, action, origin, chance_of(match.game, before, seat, action))


def repeat(table: Table, chosen: Chosen) -> list[EntryRow]:
    """Make a decision that a bot has thought out and let the dice answer it; return the entries."""
    table.running().act(chosen.seat, chosen.action, chosen.why)
    return _entered(table, chosen.seat, chosen.action, Origin(why=chosen.why), chosen.odds)


def _entered(table: Table, seat: Seat, action: Action, origin: Origin, odds: float | None) -> list[EntryRow]:
    """Enter the decision just made, and let the dice answer it."""
    entry = new_entry(table, "act", seat, msgspec.json.encode(action), origin, odds)
    table.stamp(entry)
    return [entry, *roll(table)]


def roll(table: Table) -> list[EntryRow]:
    """Let the dice answer as long as they are asked; return the entries. Until they are made nothing is rolled."""
    match, made = table.running(), list[EntryRow]()
    if table.mixing.pending:
        return made
    while match.to_act == (CHANCE,):
        answer = match.source.answer(match.rolls, match.game.request(match.state))
        entry = new_entry(table, "chance", CHANCE, msgspec.json.encode(answer), Origin())
        match.act(CHANCE, answer)
        table.stamp(entry)
        made.append(entry)
    return made


def new_entry(
    table: Table, kind: str, seat: int | None, body: bytes, origin: Origin, odds: float | None = None
) -> EntryRow:
    """Return the entry that comes next at a table."""
    return EntryRow(
        table_id=table.id,
        seq=table.seq + 1,
        kind=kind,
        seat=seat,
        body=body.decode(),
        player_id=origin.player,
        key=origin.key,
        why=origin.why,
        odds=odds,
        at=now(),
    )


def noted(
    table: Table, kind: str, said: Mapping[str, Any], player: str | None = None, seat: int | None = None
) -> EntryRow:
    """Enter something that is no decision, and return the entry."""
    entry = new_entry(table, kind, seat, msgspec.json.encode(said), Origin(player=player))
    table.enter(entry)
    return entry


def standing(table: Table) -> dict[str, Any]:
    """Bring the table's row up to how the match stands, and return it for the database."""
    if table.match is not None:
        table.row = msgspec.structs.replace(table.row, **_facts(table))
        timing, deadline = wound(table)
        table.row = msgspec.structs.replace(table.row, timing=timing, deadline=deadline)
    row = table.row
    return {
        "id": row.id,
        "rules_version": row.rules_version,
        "status": row.status,
        "updated": row.updated,
        "turn": row.turn,
        "asked": row.asked,
        "bots_due": row.bots_due,
        "owners": row.owners,
        "outcome": row.outcome,
        "timing": row.timing,
        "deadline": row.deadline,
    }


def _facts(table: Table) -> dict[str, Any]:
    match, game = table.running(), table.game
    state, outcome = match.state, match.outcome
    away = [seat for seat in match.to_act if seat != CHANCE and table.seats[seat].away]
    people = {str(seat): game.prompt(state, seat) for seat in [*table.waited, *away]}
    return {
        "status": "finished" if outcome else "running",
        "updated": now(),
        "turn": game.clock(state)[0],
        "asked": msgspec.json.encode(people).decode(),
        "bots_due": bool(table.bots_asked()),
        "owners": msgspec.json.encode(game.show.owners(state)).decode(),
        "outcome": msgspec.json.encode(outcome).decode(),
    }


def returned(table: Table, player: str) -> list[EntryRow]:
    """Count a player as there again, if he was away or had missed deadlines; return the entry that tells so.

    Where everybody was away the clock had stopped: it is wound anew.
    """
    mine = [chair.seat for chair in table.people if chair.player_id == player and (chair.missed or chair.away)]
    if not mine:
        return []
    if table.deserted:
        stopped = msgspec.structs.replace(timing_of(table.row.timing), until=None, left=None)
        table.row = with_timing(table.row, stopped)
    for seat in mine:
        table.seats[seat] = msgspec.structs.replace(table.seats[seat], missed=0, away=False, level="")
    return [noted(table, "clock", {"what": "back", "seats": mine}, player)]


def seats_job(table: Table) -> Callable[[Connection], None]:
    """Return the write that stores a table's seats as they are now."""
    chairs = tuple(table.seats)
    return lambda connection: replace_seats(connection, table.id, chairs)

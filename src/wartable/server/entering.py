"""What is entered at a table: decisions, the answers of its dice, and what is only noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection

from wartable.engine.errors import IllegalAction
from wartable.engine.values import CHANCE, Action, Seat, named
from wartable.server.clocks import welcomed, wound
from wartable.server.rows import EntryRow, TableRow, now
from wartable.server.schema import tables
from wartable.server.store import replace_seats
from wartable.server.table import Table
from wartable.server.thinking import Chosen, chance_of
from wartable.server.timing import timing_of, with_timing

CLOCK = {"name": "Clock", "colour": 0}
"""Who speaks in the chat of deadlines: no player, hence no player's colour."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a decision comes from: a player with his idempotency key, or (both None) a bot with its reason."""

    player: str | None = None
    key: str | None = None
    why: str = ""


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


def told(table: Table, kind: str, text: str, player: str | None = None) -> EntryRow:
    """Enter a sentence of the log that is no move, in which seats stand for their players; return the entry."""
    return noted(table, "note", {"kind": kind, "text": text}, player)


def unready(table: Table, seats: list[int]) -> list[EntryRow]:
    """Take back that seats are ready; return the entries."""
    return [noted(table, "ready", {"ready": False, "turn": table.question}, None, seat) for seat in seats]


def table_values(table: Table) -> dict[str, Any]:
    """Bring the table's row up to how the match stands, and return it for the database."""
    if table.match is not None:
        timing, deadline = wound(table)
        table.row = msgspec.structs.replace(table.row, timing=timing, deadline=deadline)
        table.row = msgspec.structs.replace(table.row, **_facts(table))  # whether bots are due depends on the clock
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

    Where the clock had stopped, as everybody was away, or had run out before them, it is wound anew.
    """
    mine = [chair.seat for chair in table.people if chair.player_id == player and (chair.missed or chair.away)]
    if not mine:
        return []
    away = [seat for seat in mine if table.seats[seat].away]
    table.row = with_timing(table.row, welcomed(table, timing_of(table.row.timing), away))
    offered = [seat for seat in mine if table.seats[seat].offered]
    for seat in mine:
        table.seats[seat] = msgspec.structs.replace(table.seats[seat], missed=0, away=False, offered=False, level="")
    made = [noted(table, "clock", {"what": "back", "seats": mine}, player)]
    made += [
        told(table, "seat", f"{table.seats[seat].name} is back, so this seat is no longer free.") for seat in offered
    ]
    return made


def seats_job(table: Table) -> Callable[[Connection], None]:
    """Return the write that stores a table's seats as they are now."""
    chairs = tuple(table.seats)
    return lambda connection: replace_seats(connection, table.id, chairs)


def row_job(row: TableRow, *names: str) -> Callable[[Connection], None]:
    """Return the write that stores some values of a table's row."""
    change = tables.update().where(tables.c.id == row.id).values({name: getattr(row, name) for name in names})

    def work(connection: Connection) -> None:
        connection.execute(change)

    return work

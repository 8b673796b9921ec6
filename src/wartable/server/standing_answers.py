"""Standing answers: what seats have settled in advance, given by the server as soon as they are asked.

They are rows of their own that only their seat ever sees, and nothing tells others that one was made or withdrawn.
Whatever asks a question commits the answers to it in the same piece, so that no pause and no stored time tells who had
settled what. An answer that is given is an entry like any other; the row is then gone, or stays, as it lasts. Whoever
takes back an answer that was given for them decides for themselves: what would give it again is dropped.

Where several are asked in secret, standing answers are entered with those of all others, in one piece when the last one
is in: until then a seat that has settled something looks like one that still thinks. Seats of a reaction window that
are not asked in person answer at once, whatever they have settled; else they do what the rules do for the absent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from wartable.engine.errors import WartableError
from wartable.engine.values import Action, Seat, Standing
from wartable.server.entering import Origin, decide, table_values
from wartable.server.rows import EntryRow
from wartable.server.standing_rows import Rows, StandingRow, change_standing, standing_of
from wartable.server.store import Store
from wartable.server.table import Table
from wartable.server.windows import unasked, window_of
from wartable.server.writer import Job, in_turn

MOST_ANSWERS = 500
"""So many entries made of standing answers in one piece are taken for a circle, which is broken: see `_given`."""

Make = Callable[[Table], Job]
"""Makes a change in memory and returns what has to be committed for it; refuses by raising."""


class Settlement(Job, kw_only=True):
    """A standing answer is made, or withdrawn (`on` false)."""

    row: StandingRow
    on: bool


def settled_by_seat(table: Table, rows: Rows) -> dict[int, Covered]:
    """Return the standing answers to the question that is asked, by seat."""
    seats = table.asked.seats if table.asked else ()
    return {seat: one for seat in seats if (one := _covered(table, rows, seat))}


class Reveal(Job, kw_only=True):
    """Secret answers are revealed, those of these rows among them; some of the rows are gone then."""

    given: Rows = ()
    used: Rows = ()


class StaleAnswers(WartableError):
    """A standing answer was withdrawn through another process while it was given: read them again."""


async def held_at(store: Store, table: Table) -> Rows | None:
    """Return the standing answers at a table; None, and nothing is read, for games without any."""
    if table.match is None or not table.game.standing(table.running().options):
        return None
    return await store.read(partial(standing_of, table_id=table.id))


def standing_at(table: Table, key: str) -> Standing | None:
    """Return what may be settled in advance at a table by its key; None where there is nothing of the kind."""
    return table.game.standing_of(table.running().options, key)


def offered(table: Table, seat: Seat) -> dict[str, Standing]:
    """Return what a seat may settle in advance now, by its key."""
    match = table.running()
    return {one.key: one for one in table.game.standing_now(match.state, match.options, seat)}


class Covered(NamedTuple):
    """An answer that is due without its player: from a standing one (None: what the rules do for the absent)."""

    seat: Seat
    action: Action
    row: StandingRow | None


def covering(table: Table, rows: Rows, seats: Collection[Seat]) -> list[Covered] | None:
    """Return the standing answers of some seats to the question that is asked; None unless each of them has one."""
    found: list[Covered] = []
    for seat in seats:
        one = _covered(table, rows, seat)
        if one is None:
            return None
        found.append(one)
    return found


def _covered(table: Table, rows: Rows, seat: Seat) -> Covered | None:
    """Return what a seat has settled for the question that is asked, the first of its answers that fits."""
    return next((Covered(seat, said, row) for row in rows if row.seat == seat and (said := _answer(table, row))), None)


def answered(table: Table, make: Make, held: Rows | None) -> Job:
    """Make a change, and with it, in one piece, the standing answers to what it asks."""
    seq, question = table.seq, table.question if table.match else None
    job = make(table)
    if held is None:
        return _with_the_unasked(table, job)
    if isinstance(job, Reveal) and any(row not in held for row in job.given):
        raise StaleAnswers(f"Standing answers of table {table.id} changed while secret answers were revealed.")
    rows = [row for row in _settled(held, job) if _holds(table, row)]
    rows = [row for row in rows if not _taken_back(job, row) or _answer(table, row) is None]
    if not job.entries and rows == held:
        return job
    made, left = _given(table, rows, question)
    also = in_turn(job.also, lambda connection: change_standing(connection, table.id, seq, held, left))
    return Job(entries=[*job.entries, *made], table=table_values(table) if made else job.table, also=also)


def _with_the_unasked(table: Table, job: Job) -> Job:
    """Add what those do who are not asked in person, in a game without standing answers."""
    if table.match is None or not job.entries or not table.hushed:
        return job
    made, _ = _given(table, (), table.question)
    return Job(entries=[*job.entries, *made], table=table_values(table), also=job.also) if made else job


def _settled(held: Rows, job: Job) -> Rows:
    """Return the standing answers with the one that a change makes, or without those that it withdraws or uses up."""
    if isinstance(job, Reveal):
        return [row for row in held if row not in job.used]
    if not isinstance(job, Settlement):
        return held
    others = [row for row in held if (row.seat, row.key) != (job.row.seat, job.row.key)]
    return sorted([*others, job.row] if job.on else others, key=lambda row: (row.seat, row.key))


def _taken_back(job: Job, row: StandingRow) -> bool:
    """Whether the seat of a standing answer takes something back."""
    return any(entry.kind == "undo" and entry.seat == row.seat for entry in job.entries)


def _given(table: Table, rows: Rows, question: int | None) -> tuple[list[EntryRow], Rows]:
    """Give the answers that are due, one after the other; return the entries, and the rows that are left.

    Rows that answer each other for ever are dropped when that has been noticed, and their players are asked. The
    `question` is the one that was there before.
    """
    made, given = list[EntryRow](), list[StandingRow]()
    while True:
        rows = [row for row in rows if _holds(table, row)]
        due = _due(table, rows, question)
        if not due:
            return made, rows
        there = [one.row for one in due if one.row]
        given += there
        if there and len(made) >= MOST_ANSWERS:
            return made, [row for row in rows if row not in given]
        used = [row for row in there if spent(table, row)]
        for one in due:
            made += decide(table, one.seat, one.action, Origin(player=table.seats[one.seat].player_id))
        rows = [row for row in rows if row not in used]


def spent(table: Table, row: StandingRow) -> bool:
    """Whether a standing answer is gone once it has been given."""
    one = standing_at(table, row.key)
    return one is not None and one.lasts == "once"


def _due(table: Table, rows: Rows, question: int | None) -> list[Covered]:
    """Return the answer that is due first; in secret all together, where no draft is there and all seats have one.

    A reaction window that was open before the change is closed by whoever knows the drafts: see `drafts.close`.
    """
    asked = table.asked
    if asked is None:
        return []
    if apart := unasked(table):
        return [_covered(table, rows, apart[0]) or _absent(table, apart[0])]
    if asked.secret:
        waits = table.ready or window_of(table) or (table.hushed and asked.step == question)
        return [] if waits else covering(table, rows, asked.seats) or []
    first = next((Covered(Seat(row.seat), said, row) for row in rows if (said := _answer(table, row))), None)
    return [first] if first else []


def _absent(table: Table, seat: Seat) -> Covered:
    return Covered(seat, table.game.default(table.running().state, seat), None)


def _answer(table: Table, row: StandingRow) -> Action | None:
    """Return what a standing answer says to the question that is asked now; None where it says nothing."""
    asked, seat = table.asked, Seat(row.seat)
    if asked is None or seat not in asked.seats or table.mixing.pending:
        return None
    state = table.running().state
    action = table.game.settled(state, seat, row.key)
    return action if action is not None and table.game.explain(state, seat, action) is None else None


def _holds(table: Table, row: StandingRow) -> bool:
    """Whether a standing answer is still to be kept: the game is on, its player there, its time not over."""
    chair, one = table.seats[row.seat], standing_at(table, row.key)
    if table.running().outcome or one is None or chair.player_id != row.player_id or chair.given_up:
        return False
    if table.game.spent(table.running().state, row.key):
        return False
    return one.lasts != "turn" or turn_of(table, row.seat) in (-1, row.turn)


def turn_of(table: Table, seat: int) -> int:
    """Return the number of the turn where it is a seat's own, or everybody's in which it is asked; else -1."""
    asked = table.asked
    if asked is None:
        return -1
    own = asked.whose == seat or (asked.whose is None and asked.kind == "turn" and seat in asked.seats)
    return asked.turn if own else -1

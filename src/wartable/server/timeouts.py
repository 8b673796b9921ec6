"""Turns closed for those who do not come: when their time has run out, or at the word of the table's maker.

Whatever closes a turn is an entry, and entries are in one order everywhere: of several processes that notice the same
deadline the first one closes the turn, and the others find that nothing is due any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection

from wartable.engine.values import Seat
from wartable.engine.words import counted, listed
from wartable.server import absence, catalogue, dice_parts
from wartable.server.absence import CLOSED, OUT_OF_TIME
from wartable.server.anonymity import is_hidden, maker
from wartable.server.change import ATTEMPTS, change
from wartable.server.clock_controls import spoken
from wartable.server.clocks import ends
from wartable.server.draft_rows import DraftRow
from wartable.server.drafts import StaleDrafts, as_it_is, secret_rows, swept
from wartable.server.entering import CLOCK, Origin, decide, noted, seats_job, table_values, told
from wartable.server.hub import Hub
from wartable.server.play import check_running
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, PlayerRow, SeatRow
from wartable.server.standing_answers import Covered, Reveal, StaleAnswers, held_at, settled_by_seat, spent
from wartable.server.standing_rows import Rows
from wartable.server.table import Table
from wartable.server.timing import ends_of, pace_of, timing_of, with_timing
from wartable.server.viewer import is_master, leads
from wartable.server.windows import window_of
from wartable.server.writer import Job

MOST = 1000
"""At most so many decisions end one turn; where they do not, the turn goes on until its next deadline."""

Drafts = Mapping[int, DraftRow]


class In(NamedTuple):
    """What is there when a turn is closed: drafts, and what seats have settled in advance."""

    drafts: Drafts
    settled: Mapping[int, Covered]


async def run_out(hub: Hub, table: Table) -> bool:
    """Close the turn whose time has run out; false where none has (any more). The caller holds the table.

    While the dice are being made no turn is on yet: what ends then is the time to add to them.
    """
    if table.mixing.pending:
        return await dice_parts.run_out(hub, table)
    return await _closed(hub, table, due, _ran_out)


def due(table: Table) -> bool:
    """Whether somebody's time has run out."""
    deadline = ends_of(table.row)
    return table.row.status == "running" and deadline is not None and deadline <= table.now()


async def force(hub: Hub, table: Table, player: PlayerRow, step: int) -> None:
    """Close a turn without a clock at the word of whoever made the table: drafts count as they are.

    Who has none, and whoever is asked in a game by turns, does what the rules do for the absent. Everybody is told so
    in the chat. Bots that still think are waited for. Raises `Refused`.
    """

    def wanted(table: Table) -> bool:
        _check_forced(table, player, step)
        return True

    if not await _closed(hub, table, wanted, partial(_forced, player=player)):
        raise Refused(409, "table.busy", "Too many things happened at this table at once; please try again.")


async def _closed(hub: Hub, table: Table, wanted: Callable[[Table], bool], close: Callable[[Table, In], Job]) -> bool:
    """Close a turn while that is wanted; what another process did while the drafts were read is looked at anew."""
    for _ in range(ATTEMPTS):
        if not wanted(table):
            return False
        seq, closed = table.seq, False
        rows = await secret_rows(hub, table)
        held: Rows = await held_at(hub.store, table) or () if table.secret else ()

        def make(table: Table, seq: int = seq, rows: Drafts = rows, held: Rows = held) -> Job:
            nonlocal closed
            closed = table.seq == seq
            return close(table, In(rows, settled_by_seat(table, held))) if closed else Job()

        try:
            await change(hub, table, make)
        except (StaleDrafts, StaleAnswers):
            continue
        if closed:
            return True
    return False


def _check_forced(table: Table, player: PlayerRow, step: int) -> None:
    check_running(table)
    if not leads(table, player.id):
        who = "the game master" if table.row.master else "the creator of the table"
        raise Refused(403, "table.not_yours", f"Only {who} may close a turn before all are ready.")
    if step != table.question:
        raise Refused(409, "draft.turn", "That turn is over already.")
    if not (table.people_asked or absence.expected(table)):
        raise Refused(409, "draft.nobody", "Only bots have still to decide.")
    if is_master(table, player.id):
        return
    if timing_of(table.row.timing).paused:
        raise Refused(409, "clock.paused", "All agreed to a pause; the turn can be closed when the clock runs again.")
    if timing_of(table.row.timing).holidays:
        raise Refused(409, "clock.holiday", "Somebody is on holiday; the turn can be closed when the clock runs again.")
    if ends_of(table.row) is not None:
        raise Refused(409, "clock.runs", "The clock will close this turn; you can give more time, or vote for a pause.")


def _forced(table: Table, given: In, player: PlayerRow) -> Job:
    late = [table.names[seat] for seat in table.waited]
    text = "I close this turn." if table.hushed else f"I close this turn. Not ready: {listed(late) or 'nobody'}."
    said = {"name": maker(table, player), "colour": 0 if is_hidden(table.seats) else player.colour, "text": text}
    made = [noted(table, "chat", said, player.id)]
    if is_master(table, player.id):
        made = [told(table, "gavel", f"The game master closes the turn.{text.removeprefix('I close this turn.')}")]
    kept = {*given.settled, *(seat for seat in table.people_asked if _drafted(table, seat, given))}
    unsent = [seat for seat in table.people_asked if seat not in kept]
    made.append(noted(table, "clock", {"what": "closed", "seats": unsent}, player.id))
    if absence.expected(table):
        table.row = with_timing(table.row, replace(timing_of(table.row.timing), until=table.now(), left=None))
    also = partial(swept, table_id=table.id, rows=given.drafts)
    return _closing(table, table.people_asked, given, made, CLOSED, also)


def _closing(
    table: Table, people: Sequence[Seat], given: In, made: list[EntryRow], why: str, also: Callable[[Connection], None]
) -> Reveal:
    """Return the end of a turn, with the decisions of people after what has been noted."""
    rows = [one.row for one in given.settled.values() if one.row]
    used = [row for row in rows if spent(table, row) and not _drafted(table, row.seat, given)]
    made = [*made, *_decided(table, people, given, why)]
    return Reveal(entries=made, table=table_values(table), also=also, given=rows, used=used)


def _ran_out(table: Table, given: In) -> Job:
    """End the turn for all who are asked; who sent nothing that can be done has missed it, but never a reaction."""
    people = table.people_asked
    asked = people if table.hushed else table.waited
    late = [seat for seat in asked if seat not in given.settled and not _drafted(table, seat, given)]
    made = list[EntryRow]()
    if not window_of(table):
        if forgiven := _forgiven(table, late):
            return _put_off(table, forgiven)
        for seat in set(people) - set(late):
            table.seats[seat] = replace(table.seats[seat], missed=0)
        made = _missed(table, late)
    seats, table_id = seats_job(table), table.id

    def also(connection: Connection) -> None:
        seats(connection)
        swept(connection, table_id, given.drafts)

    return _closing(table, people, given, made, OUT_OF_TIME, also)


def _forgiven(table: Table, late: Sequence[Seat]) -> list[Seat]:
    """Return those late whose first missed deadline this is, where a table forgives it, and puts it off once a turn."""
    timing = timing_of(table.row.timing)
    if not pace_of(table.row.pace).grace or timing.overdue:
        return []
    return [seat for seat in late if seat not in timing.forgiven]


def _put_off(table: Table, forgiven: Sequence[Seat]) -> Job:
    """Give those who have missed their first deadline more time, and tell the table who is late."""
    timing, at, grace = timing_of(table.row.timing), table.now(), float(pace_of(table.row.pace).grace)
    until = ends(table, at, grace)
    later = replace(
        timing,
        until=until,
        granted=until - at,
        reminded=0.0,
        since=ends_of(table.row),
        overdue=tuple(map(int, forgiven)),
        forgiven=(*timing.forgiven, *map(int, forgiven)),
    )
    table.row = with_timing(table.row, later)
    who = listed([table.seats[seat].name for seat in forgiven])
    text = f"{who} {'is' if len(forgiven) == 1 else 'are'} late: {spoken(until - at)} more, once for each player."
    made = [
        noted(table, "clock", {"what": "grace", "seats": forgiven}),
        noted(table, "chat", {**CLOCK, "text": text}),
    ]
    return Job(entries=made, table=table_values(table))


def _drafted(table: Table, seat: int, given: In) -> bool:
    """Whether a seat has drafted what can be done."""
    return as_it_is(table, Seat(seat), given.drafts.get(seat)) is not None


def _missed(table: Table, late: Sequence[Seat]) -> list[EntryRow]:
    """Count a deadline as missed, once for each turn; nobody waits any more for who has missed too many."""
    timing = timing_of(table.row.timing)
    late = [seat for seat in late if seat not in timing.late]
    if not late:
        return [noted(table, "clock", {"what": "over"})]
    used, most = dict(timing.excused), pace_of(table.row.pace).excused
    excused = [seat for seat in late if used.get(seat, 0) < most]
    used |= {seat: used.get(seat, 0) + 1 for seat in excused}
    table.row = with_timing(table.row, replace(timing, late=(*timing.late, *late), excused=used))
    for seat in late:
        if seat not in excused:
            table.seats[seat] = _later(table, table.seats[seat])
    said = [_told_late(table, [table.seats[seat] for seat in late])]
    said += [f"It does not count for {table.seats[seat].name} ({used[seat]} of {most})." for seat in excused]
    return [
        noted(table, "clock", {"what": "late", "seats": late} | ({"excused": excused} if excused else {})),
        noted(table, "chat", {**CLOCK, "text": f"The time ran out. {' '.join(said)}"}),
        *_offered(table, late),
    ]


def _later(table: Table, chair: SeatRow) -> SeatRow:
    pace = pace_of(table.row.pace)
    missed = chair.missed + 1
    offered = 0 < pace.offer <= missed
    away = offered or 0 < pace.misses <= missed
    level = catalogue.usual_bot(table.row.game) if away and pace.absent == "bot" else ""
    return replace(chair, missed=missed, away=away, offered=offered, level=level)


def _offered(table: Table, late: Sequence[Seat]) -> list[EntryRow]:
    """Tell everybody in the log which seats may be taken over from now on."""
    chairs = [table.seats[seat] for seat in late if table.seats[seat].offered]
    text = "{} has missed {}: others may take this seat until its player comes back."
    return [told(table, "seat", text.format(chair.name, _deadlines(chair.missed))) for chair in chairs]


def _deadlines(count: int) -> str:
    return counted(count, "deadline")


def _told_late(table: Table, chairs: Sequence[SeatRow]) -> str:
    """Say who has missed a deadline, and who decides for those who are away from now on."""
    said = [f"{listed([chair.name for chair in chairs])} {'has' if len(chairs) == 1 else 'have'} missed it."]
    for level, who in ((False, "the rules decide"), (True, "a bot decides")):
        away = [chair for chair in chairs if chair.away and bool(chair.level) is level]
        if away:
            verb = "is" if len(away) == 1 else "are"
            when = " when a turn is over" if absence.gives_time(table) else ""
            names = listed([chair.name for chair in away])
            said.append(f"{names} {verb} away: {who}{when} until the player is back.")
    return " ".join(said)


def _decided(table: Table, people: Sequence[Seat], given: In, why: str) -> list[EntryRow]:
    """Make the decisions of people as they are drafted or settled; others, and games by turns, take the default."""
    if not table.secret:
        return _by_default(table, people, why)
    made: list[EntryRow] = []
    silent = bool(window_of(table))
    for seat in people:
        row = given.drafts.get(seat)
        action = as_it_is(table, seat, row)
        if (action is None or row is None) and seat in given.settled:
            made += decide(table, seat, given.settled[seat].action, Origin(player=table.seats[seat].player_id))
        elif action is None or row is None:
            # Silence in a window is an answer like any other: nothing may tell it from one that was given.
            said = Origin(player=table.seats[seat].player_id) if silent else Origin(why=why)
            made += decide(table, seat, table.game.default(table.running().state, seat), said)
        else:
            made += decide(table, seat, action, Origin(player=row.player_id))
    return made


def _by_default(table: Table, people: Sequence[Seat], why: str) -> list[EntryRow]:
    """Do what the rules do for the absent until the turn is over or somebody else is asked."""
    match, game = table.running(), table.game
    turn, made = game.clock(match.state), list[EntryRow]()
    for _ in range(MOST):
        seat = next((seat for seat in match.to_act if seat in people), None)
        if seat is None or game.clock(match.state) != turn:
            break
        made += decide(table, seat, game.default(match.state, seat), Origin(why=why))
    return made

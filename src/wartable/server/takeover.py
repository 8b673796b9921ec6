"""Seats that somebody else takes over: those offered because their player misses deadlines, and those of a link.

Whoever takes a seat gets all that it has at the table: pieces, cards, the log as it knows it. What its player has begun
or kept for themselves goes with them: drafts, answers in advance, letters begun, marks, and whose letters they hid.
Letters belong to whoever wrote and received them: see `Former`.
"""

from __future__ import annotations

from msgspec.structs import replace
from sqlalchemy import Connection, delete

from wartable.engine.values import Seat
from wartable.server import absence, anonymity, ids, lobby, press_rules, reliability, seating
from wartable.server.change import change
from wartable.server.clock_controls import spoken, taken_back
from wartable.server.clocks import ends, time_for
from wartable.server.entering import noted, seats_job, table_values, told, unready
from wartable.server.hub import Hub
from wartable.server.play import check_mixed, check_running
from wartable.server.problems import Refused
from wartable.server.remembered import Former
from wartable.server.rows import EntryRow, PlayerRow, SeatRow
from wartable.server.schema import drafts, letter_drafts, letters_muted, letters_read, standing
from wartable.server.sides import side_of
from wartable.server.table import Table
from wartable.server.timing import timing_of, with_timing
from wartable.server.viewer import is_master
from wartable.server.windows import window_of
from wartable.server.wire_master import SeatOffer, TakeWish
from wartable.server.writer import Job, in_turn

_BEGUN = (drafts, standing, letter_drafts, letters_read, letters_muted)
"""What belongs to the player of a seat and not to the seat."""


def is_free(chair: SeatRow) -> bool:
    """Whether a seat of a running game waits for somebody who takes it by a link."""
    return chair.kind == "human" and chair.player_id is None


def left(table: Table, chair: SeatRow) -> list[EntryRow]:
    """Note who has played a seat until now, and from when on; nothing where that is nobody. Return the entry."""
    if chair.player_id is None:
        return []
    former = Former(seat=chair.seat, player=chair.player_id, since=chair.since, until=table.now())
    return [noted(table, "lobby", {"what": "left", "former": former}, chair.player_id, chair.seat)]


def drop_begun(connection: Connection, table_id: str, seat: int) -> None:
    """Drop what belongs to the player who leaves a seat."""
    for kind in _BEGUN:
        connection.execute(delete(kind).where(kind.c.table_id == table_id, kind.c.seat == seat))


async def take(hub: Hub, table: Table, player: PlayerRow, wish: TakeWish) -> None:
    """Sit down on a seat that is offered, or was freed, by the code of its link; the caller holds the table.

    Raises `Refused`: of two who come at once the second finds that the seat is gone.
    """
    if not wish.code:
        lobby.check_view(table, player.id, wish.invite)
        await reliability.check(hub.store, table, player)

    def make(table: Table) -> Job:
        check_running(table)
        check_mixed(table)
        chair = _by_code(table, wish.code) if wish.code else _offered(table, wish.seat)
        _check_taker(table, player, chair.seat)
        return _taken(table, chair, player)

    await change(hub, table, make)


def _by_code(table: Table, code: str) -> SeatRow:
    number, _, word = code.partition(".")
    chair = table.seats[int(number)] if number.isdecimal() and int(number) < len(table.seats) else None
    if chair is None or not is_free(chair) or not word or chair.link != word:
        raise Refused(404, "seat.gone", "Somebody has taken this seat. You can watch, or see other free seats.")
    return chair


def _offered(table: Table, seat: int | None) -> SeatRow:
    if seat is None or seat >= len(table.seats):
        raise Refused(404, "seat.unknown", "There is no such seat at this table.")
    if not table.seats[seat].offered:
        message = f"{side_of(table, seat)} has a player. You can watch, or see other free seats."
        raise Refused(409, "seat.gone", message)
    return table.seats[seat]


def _check_taker(table: Table, player: PlayerRow, seat: int) -> None:
    if table.seats[seat].player_id == player.id:
        raise Refused(409, "seat.yours", "This seat is still yours: say that you are back, and play on.")
    if any(chair.player_id == player.id for chair in table.seats):
        raise Refused(409, "seat.already", "You play at this table already.")
    if is_master(table, player.id) or player.id in table.masters:
        raise Refused(409, "master.plays", "You have been game master and have seen all orders, so you cannot play.")
    if any(one.player == player.id and one.seat != seat for one in table.former):
        message = "You have played another seat here and know its secrets, so you can take only that one."
        raise Refused(409, "seat.former", message)


def _taken(table: Table, chair: SeatRow, player: PlayerRow) -> Job:
    """Give a seat to its new player; where the game waits for it no more, let it do so."""
    seat, lost = Seat(chair.seat), chair.player_id
    _begin_anew(table, seat)
    made = unready(table, [seat] if seat in table.ready else []) + left(table, chair)
    base = replace(
        chair,
        kind="human",
        player_id=player.id,
        link=ids.short_id(),
        missed=0,
        away=False,
        offered=False,
        level="",
        since=0.0 if press_rules.rule_at(table).inherited else table.now(),
    )
    others = [one for one in table.seats if one is not chair]
    name = seating.free_name(others, player.name)
    shown = anonymity.renamed(base, player) if chair.behind else replace(base, name=name, avatar=player.avatar)
    table.seats[seat] = shown
    made.append(noted(table, "lobby", {"what": "taken"}, player.id))
    made += taken_back(table, seat, player)
    longer = _given_time(table, seat)
    stays = f" This turn stays open for {spoken(longer)}, so that they can decide." if longer else ""
    made.append(told(table, "seat", f"{side_of(table, seat)} has a player again.{stays}"))
    lose = reliability.losing(lost) if lost and not chair.behind else None
    also = in_turn(seats_job(table), lambda connection: drop_begun(connection, table.id, seat), lose)
    return Job(entries=made, table=table_values(table), also=also)


def first_time(table: Table) -> float:
    """Return the seconds that a new player has at least for a first decision: half of what the turn is given."""
    return 0.0 if window_of(table) else time_for(table) / 2


def _given_time(table: Table, seat: Seat) -> float:
    """Put the end of a turn off that would leave a new player too little time; return how long it lasts, 0 if it stays.

    Where seats decide in turns, the time of a new player begins anew in any case.
    """
    timing, at, least = timing_of(table.row.timing), table.now(), first_time(table)
    if not (table.secret and timing.timed and seat in table.running().to_act) or timing.rest(at) >= least:
        return 0.0
    left = least if timing.standing else ends(table, at, least) - at
    table.row = with_timing(table.row, replace(timing, granted=max(timing.granted, left)).lasting(left, at))
    return left


async def offer(hub: Hub, table: Table, player: PlayerRow | None, seat: int) -> SeatOffer:
    """Return what somebody may know of a free seat before taking it, and why they may not take it, if so."""
    known = await hub.store.read(lambda connection: reliability.histories(connection, [player.id] if player else []))
    history = known.get(player.id, reliability.History()) if player else reliability.History()
    problem, first = "", 0.0
    try:
        check_running(table)
        first = first_time(table)
        chair = table.seats[seat] if seat < len(table.seats) and is_free(table.seats[seat]) else _offered(table, seat)
        if player is not None:
            _check_taker(table, player, chair.seat)
            if chair.offered:
                await reliability.check(hub.store, table, player)
    except Refused as error:
        problem = error.problem.message
    return SeatOffer(problem=problem, first=round(first), met=history.met, of=len(history.recent))


def _begin_anew(table: Table, seat: Seat) -> None:
    """Let the clock begin anew that stood, or ran for who was away, and forget what the player has used up of it."""
    timing = timing_of(table.row.timing)
    if table.deserted or seat in absence.expected(table):
        timing = replace(timing, until=None, left=None)
    timing = replace(
        timing,
        votes=tuple(one for one in timing.votes if one != seat),
        refused=tuple(one for one in timing.refused if one != seat),
        forgiven=tuple(one for one in timing.forgiven if one != seat),
        excused={one: count for one, count in timing.excused.items() if one != seat},
        aside={names: left for names, left in timing.aside.items() if names != str(seat)},
        taken={one: seconds for one, seconds in timing.taken.items() if one != seat},
    )
    table.row = with_timing(table.row, timing)

"""The game master: sees all orders and plays no side, closes, extends, writes to all, replaces a player.

Whatever a game master does to a game is told to everybody in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from wartable.engine.record import decode_action
from wartable.engine.values import CHANCE, Seat
from wartable.server import anonymity, ids, names, seating
from wartable.server.change import change
from wartable.server.draft_rows import DraftRow
from wartable.server.drafts import secret_rows
from wartable.server.entering import noted, row_job, seats_job, table_values, told, unready
from wartable.server.hub import Hub
from wartable.server.play import check_mixed, check_running
from wartable.server.press import stored, unseated_letter
from wartable.server.press import told as letter_told
from wartable.server.press_rows import (
    ALL,
    NO_SEAT,
    LetterRow,
    Reader,
    add_letter,
    letter_by_key,
    name_with_master,
)
from wartable.server.press_rules import reached_by_master
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow
from wartable.server.sides import side_of
from wartable.server.table import Table
from wartable.server.takeover import drop_begun, is_free, left
from wartable.server.viewer import is_master
from wartable.server.wire_master import MasterWish, Overseen, Replaced, ReplaceWish, WordWish
from wartable.server.wire_press import LETTER_MOST, Letter
from wartable.server.writer import Job, in_turn

NAME = "Game master"
"""Whose word it is, in letters and in the log."""

NOTE_MOST = 500
"""Characters of what everybody is told of an act."""


def check_master(table: Table, player: PlayerRow) -> None:
    """Refuse who is not the game master of a running table."""
    if not is_master(table, player.id):
        raise Refused(403, "master.not_you", "Only the game master of this table may do that.")
    check_running(table)


def needed_note(text: str) -> str:
    """Return what everybody is told; raises `Refused` where that is nothing."""
    if not names.clean(text, "note", NOTE_MOST):
        raise Refused(400, "master.note", "The table must be told why.")
    return names.clean(text, "note", NOTE_MOST)


async def set_seat(hub: Hub, table: Table, player: PlayerRow, wish: MasterWish) -> None:
    """Take the game master's seat, leave it, or say whether there is one; the caller holds the table."""

    def make(table: Table) -> Job:
        before, after = table.row.master, {"none": None, "free": "", "mine": player.id}[wish.seat]
        _check_seat(table, player, after)
        if after == before:
            return Job()
        table.row = replace(table.row, master=after)
        made = [noted(table, "lobby", {"what": "master"}, before or player.id)]
        if table.match is not None:
            what = "is now game master" if after else "is no longer game master"
            made.append(told(table, "gavel", f"{player.name} {what}."))
        drop = partial(drop_begun, table_id=table.id, seat=NO_SEAT)  # what one has begun to write is theirs alone
        return Job(entries=made, table=table_values(table), also=in_turn(row_job(table.row, "master"), drop))

    await change(hub, table, make)


def _check_seat(table: Table, player: PlayerRow, after: str | None) -> None:
    before, maker, on = table.row.master, table.row.creator == player.id, table.row.status
    if on == "finished":
        raise Refused(409, "game.over", "The game is over; nothing more can be done.")
    if before and before != player.id:
        raise Refused(409, "master.taken", "This table has a game master, who has to step down first.")
    if before == player.id and (after is None or on == "open"):
        return
    if after and any(chair.player_id == player.id for chair in table.seats):
        raise Refused(409, "master.plays", "A game master does not play: leave your seat first.")
    if not (maker or (after and before == "" and on == "open")):
        raise Refused(403, "table.not_yours", "Only the creator of the table may do that.")
    if after == "" and on == "running":
        raise Refused(
            409, "table.started", "The game has started: only the creator of the table can now name a game master."
        )


async def overview(hub: Hub, table: Table, player: PlayerRow) -> tuple[Overseen, ...]:
    """Return every seat with its player and what is drafted; raises `Refused` for everybody but the game master."""
    check_master(table, player)
    rows = await secret_rows(hub, table)
    here = {listener.player for listener in table.listeners} | table.elsewhere
    people = anonymity.opened(table.seats)
    return tuple(_overseen(table, chair, rows, here=chair.player_id in here) for chair in people)


def _overseen(table: Table, chair: SeatRow, rows: Mapping[int, DraftRow], *, here: bool) -> Overseen:
    seat, match, game = Seat(chair.seat), table.running(), table.game
    row = rows.get(seat)
    row = row if row is not None and row.step == table.question else None
    action = decode_action(game, row.body) if row else None
    reason = game.explain(match.state, seat, action) if action is not None else None
    return Overseen(
        seat=seat,
        kind=chair.kind,  # type: ignore[arg-type]
        player=chair.name,
        asked=seat in match.to_act and seat != CHANCE,
        ready=seat in table.ready,
        here=here or chair.kind == "bot",
        away=chair.away,
        missed=chair.missed,
        action=action,
        text="" if action is None else game.format(action),
        problem=reason.message if reason else "",
        omissions=() if action is None or reason else game.omissions(match.state, seat, action),
        free=is_free(chair),
    )


async def write(hub: Hub, table: Table, player: PlayerRow, wish: WordWish) -> Letter:
    """Write to a side alone, or to everybody: a letter to all, and a line of the log. Raises `Refused`.

    A key used before sends nothing and leads to its letter.
    """
    check_master(table, player)
    text = names.required(wish.text, "letter", LETTER_MOST, lines=True)
    conversation = ALL if wish.to is None else name_with_master(_written_to(table, wish.to))
    who = Reader(None, master=player.id)
    if found := await hub.store.read(lambda one: letter_by_key(one, table.id, player.id, wish.key)):
        if (found.conversation, found.text) != (conversation, text):
            raise Refused(409, "key.reused", "This key belongs to another letter; every letter needs a new one.")
        return letter_told(found, who, player.id)
    row = unseated_letter(table, player.id, conversation, text, at=hub.now(), key=wish.key, name=NAME)
    if conversation == ALL:
        await _write_to_all(hub, table, player, row)
        return letter_told(row, who, player.id)
    return letter_told(await stored(hub, table, row), who, player.id)


def _written_to(table: Table, seat: int) -> int:
    """Return the seat that a game master writes to; raises `Refused` where nobody reads it."""
    if seat >= len(table.seats):
        raise Refused(404, "seat.unknown", f"There is no seat {seat + 1} at this table.")
    if seat not in reached_by_master(table):
        why = "has no player now" if is_free(table.seats[seat]) else "is played by a bot, which reads no letters"
        raise Refused(409, "press.reader", f"{side_of(table, seat)} {why}.")
    return seat


async def _write_to_all(hub: Hub, table: Table, player: PlayerRow, row: LetterRow) -> None:
    def make(table: Table) -> Job:
        check_master(table, player)
        entry = told(table, "gavel", f"The game master to all: {' '.join(row.text.split())}")
        return Job(entries=[entry], also=partial(add_letter, row=row))

    await change(hub, table, make)
    table.note_letter(ALL, row.at)


async def give_seat(hub: Hub, table: Table, player: PlayerRow, wish: ReplaceWish) -> Replaced:
    """Take a seat from its player, who only looks on from now; a bot plays on, or whoever takes it by the link."""
    code = "" if wish.level else ids.short_id(16)
    note = needed_note(wish.note)

    def make(table: Table) -> Job:
        check_master(table, player)
        check_mixed(table)
        chair = _replaceable(table, wish.seat)
        made = unready(table, [wish.seat] if wish.seat in table.ready else [])
        made += left(table, chair)
        table.seats[wish.seat] = _given(table, chair, wish.level, code)
        who = "a bot plays on" if wish.level else "somebody else may take the seat"
        whose = side_of(table, wish.seat)
        made.append(told(table, "gavel", f"The game master replaces the player of {whose}: {who}. {note}"))
        drop = partial(drop_begun, table_id=table.id, seat=wish.seat)
        return Job(entries=made, table=table_values(table), also=in_turn(seats_job(table), drop))

    await change(hub, table, make)
    invited = f"&invite={table.row.invite}" if table.row.private else ""
    return Replaced(link=f"/table/{table.id}?take={wish.seat}.{code}{invited}" if code else "")


def _replaceable(table: Table, seat: int) -> SeatRow:
    if seat >= len(table.seats):
        raise Refused(404, "seat.unknown", f"There is no seat {seat + 1} at this table.")
    return table.seats[seat]


def _given(table: Table, chair: SeatRow, level: str, code: str) -> SeatRow:
    """Return a seat without its player: a bot's, or one whose decisions the rules make until somebody takes it."""
    others = [one for one in table.seats if one is not chair]
    if level:
        return replace(seating.bot(table.row.game, chair.seat, others, level), colour=chair.colour)
    name = chair.name if chair.behind else f"Seat {chair.seat + 1}"
    base = SeatRow(seat=chair.seat, kind="human", name=name, colour=chair.colour, link=code, away=True)
    return anonymity.left(base) if chair.behind else base

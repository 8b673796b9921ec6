"""Corrections: what a seat decided last, in secret with the others, is entered anew as it should have been.

That is done by the game's own rules, of any game: the decisions of that question are taken back, and entered again with
the one that was wrong. So the record stays one that can be replayed, and what changes can be said before it is done.
Games in which seats decide openly, one after the other, are not corrected: there players take back themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection

from wartable.engine.driver import Match, Move
from wartable.engine.errors import IllegalAction
from wartable.engine.record import decode_action
from wartable.engine.values import CHANCE, Action, Seat, named
from wartable.server.change import change
from wartable.server.draft_rows import DraftRow, put_draft
from wartable.server.drafts import secret_rows
from wartable.server.entering import Origin, decide, noted, table_values, told, unready
from wartable.server.hub import Hub
from wartable.server.log import decided_together, sentences
from wartable.server.masters import check_master, needed_note
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.sides import side_of
from wartable.server.table import Table
from wartable.server.timing import timing_of, with_timing
from wartable.server.wire_master import Correctable, Correction, CorrectionWish, LostOrder
from wartable.server.writer import Job

OPENLY = (
    "In this game players decide openly, one after the other. They can take their decisions back themselves, so a "
    "game master cannot correct them."
)
NOTHING = "Nothing has been decided yet, so there is nothing to correct."
SINCE = "Players have decided openly since then, so earlier decisions can no longer be corrected."


class Last(NamedTuple):
    """The last decisions that seats made in secret together: the step before them, and each by its seat in order."""

    step: int
    said: Mapping[Seat, Action]


def last_of(table: Table) -> Last | str:
    """Return the last decisions made in secret, or say why there are none that can be corrected."""
    match = table.running()
    step = len(match.moves)
    while step and match.moves[step - 1].entry.seat == CHANCE:
        step -= 1
    if not step:
        return NOTHING
    together = decided_together(table, step)
    if together is None:
        return SINCE if any(table.was_secret(one) for one in range(1, step)) else OPENLY
    step = min(together.values()) - 1
    while step and match.moves[step - 1].entry.seat == CHANCE:
        step -= 1
    return Last(step, {seat: match.moves[at - 1].entry.action for seat, at in reversed(together.items())})


def correctable(table: Table) -> tuple[Correctable | None, str]:
    """Return what a game master may correct, in notation; or else why nothing can be."""
    last = last_of(table)
    if isinstance(last, str):
        return None, last
    texts = {int(seat): table.game.format(action) for seat, action in last.said.items()}
    return Correctable(step=last.step, texts=texts), ""


class _Corrected(NamedTuple):
    """The last decisions, with one of them as it should have been, and the game as it would stand."""

    last: Last
    said: Mapping[Seat, Action]
    match: Match


def _corrected(table: Table, wish: CorrectionWish) -> _Corrected:
    """Work a correction out beside the game, which stays as it is; raises `Refused`, `BadNotation`, `IllegalAction`."""
    last = last_of(table)
    if isinstance(last, str):
        raise Refused(409, "master.openly", last)
    if wish.step != last.step:
        raise Refused(
            409, "master.late", "The game has gone on since then: look again, and correct the latest decision."
        )
    seat = Seat(wish.seat)
    if seat not in last.said:
        raise Refused(409, "master.not_asked", f"Seat {wish.seat + 1} had nothing to decide then.")
    match = copy(table.running())
    match.moves = list(match.moves)
    match.take_back(last.step)
    said = {**last.said, seat: table.game.parse(match.state, seat, wish.text)}
    if said[seat] == last.said[seat]:
        raise Refused(409, "master.same", "That is what was decided already: change the text first.")
    try:
        for one, action in said.items():
            match.act(one, action)
            match.answer_chance()
    except IllegalAction as error:
        raise Refused.because(replace(error.reason, message=named(error.reason.message, table.names))) from error
    return _Corrected(last, said, match)


async def preview(hub: Hub, table: Table, player: PlayerRow, wish: CorrectionWish) -> Correction:
    """Say what a correction would change, and change nothing."""
    check_master(table, player)
    rows = await secret_rows(hub, table)
    return _told(table, wish, _corrected(table, wish), rows)


def _told(table: Table, wish: CorrectionWish, new: _Corrected, rows: Mapping[int, DraftRow]) -> Correction:
    seat, game = Seat(wish.seat), table.game
    before, after = (_sentences(table, one.moves[new.last.step :]) for one in (table.running(), new.match))
    return Correction(
        old=game.format(new.last.said[seat]),
        new=game.format(new.said[seat]),
        gone=tuple(line for line in before if line not in after),
        come=tuple(line for line in after if line not in before),
        lost=tuple(_lost(table, new.match, rows.values())),
    )


def _sentences(table: Table, moves: Sequence[Move]) -> list[str]:
    """Return what some moves told everybody."""
    return sentences(table, [event for move in moves for event in move.events if event.heard_by(None)])


def _lost(table: Table, match: Match, rows: Iterable[DraftRow]) -> Iterable[LostOrder]:
    """Yield the drafts that could be entered as the game stands, and could not after a correction."""
    state, game = table.running().state, table.game
    for row in rows:
        seat, action = Seat(row.seat), decode_action(game, row.body)
        if row.step != table.question or game.explain(state, seat, action) is not None:
            continue
        reason = game.explain(match.state, seat, action)
        if match.outcome is not None or reason is not None:
            why = reason.message if reason else "The game is over."
            yield LostOrder(seat=row.seat, text=game.format(action), why=named(why, table.names))


async def correct(hub: Hub, table: Table, player: PlayerRow, wish: CorrectionWish) -> Correction:
    """Correct the last decision of a seat, tell everybody what and why, and begin the clock anew."""
    note = needed_note(wish.note)
    check_master(table, player)
    rows = await secret_rows(hub, table)
    said = _told(table, wish, _corrected(table, wish), rows)

    def make(table: Table) -> Job:
        check_master(table, player)
        new = _corrected(table, wish)
        made = unready(table, list(table.ready))
        made.append(noted(table, "undo", {"to": new.last.step, "wanted": None}, player.id, wish.seat))
        for seat, action in new.said.items():
            made += decide(table, seat, action, Origin(player=table.seats[seat].player_id))
        made.append(told(table, "gavel", _sentence(table, wish, said, note)))
        timing = timing_of(table.row.timing)
        table.row = with_timing(table.row, replace(timing, turn=None, seats=(), step=-1, until=None, left=None))
        return Job(entries=made, table=table_values(table), also=partial(_unready_rows, rows=rows))

    await change(hub, table, make)
    return said


def _sentence(table: Table, wish: CorrectionWish, said: Correction, note: str) -> str:
    return f"The game master corrects what {side_of(table, wish.seat)} decided: not {said.old}, but {said.new}. {note}"


def _unready_rows(connection: Connection, rows: Mapping[int, DraftRow]) -> None:
    """Let no draft count that was ready before the position changed; what it says stays."""
    for row in rows.values():
        if row.ready:
            put_draft(connection, replace(row, ready=False))

"""What a viewer is told of a table: updates, snapshots, past moments. Nothing leaves here that he may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.driver import Match
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Outcome, Seat, named
from wartable.server.cards import chat_line, table_for
from wartable.server.clocks import clock_info
from wartable.server.log import lines_between, page_of_lines, sentences
from wartable.server.problems import Refused
from wartable.server.table import Table
from wartable.server.viewer import Viewer
from wartable.server.wire_play import LogPage, Moment, OutcomeInfo, Snapshot, UndoInfo, Update

LOG_SENT = 300
"""A snapshot, and each page of what came before, brings about so many lines of log."""


MOST_STEPS = 300
"""An update tells of at most so many steps: whoever has missed more loads the game anew."""


def update_json(table: Table, viewer: Viewer, start: int) -> bytes:
    """Return what happened after step `start`, and how things stand, as JSON; made once for all who look alike.

    Of more than `MOST_STEPS` only the last are told; the update says from where it tells.
    """
    start = max(start, table.step - MOST_STEPS)
    made: bytes = table.kept((viewer, start), lambda: msgspec.json.encode(_update(table, viewer, start)))
    return made


def _update(table: Table, viewer: Viewer, start: int) -> Update:
    match, game = table.running(), table.game
    turn, seat = game.clock(match.state)
    points, marks = table.chart.since(start)
    mine = [one for one in match.to_act if one != CHANCE and one in viewer.seats]
    return Update(
        seq=table.seq,
        step=table.step,
        from_step=start,
        turn=turn,
        seat=seat,
        status="finished" if match.outcome else "running",
        look=viewer.look,
        view=game.view(match.state, viewer.look),
        events=_events(match, viewer, start),
        log=tuple(lines_between(table, viewer, start, table.step)),
        asked=table.asked,
        to_act=tuple(one for one in match.to_act if one != CHANCE),
        ready=table.ready_to(viewer.seats),
        sides=game.sides(match.state),
        prompts={one: game.prompt(match.state, one) for one in mine},
        offers={one: _offers(match, one) for one in mine if one == viewer.look or not table.secret},
        undo=undo_info(table, viewer),
        outcome=outcome_info(match.outcome, table.names),
        points=points,
        marks=marks,
        clock=clock_info(table),
    )


def _events(match: Match, viewer: Viewer, start: int) -> tuple[Any, ...]:
    heard = (event for move in match.moves[start:] for event in move.events if event.heard_by(viewer.look))
    return tuple(heard)


def _offers(match: Match, seat: Seat) -> tuple[Offer, ...]:
    return match.game.legal(match.state, seat).structure()


def undo_info(table: Table, viewer: Viewer) -> UndoInfo:
    """Return what the viewer's last mover may take back."""
    match = table.running()
    seat = _undoer(table, viewer)
    if seat is None or not match.moves or table.row.status != "running":
        reason = "You are watching." if not viewer.seats else "There is nothing to take back."
        return UndoInfo(allowed=False, seat=seat, label="Undo", reason=reason, earliest=table.step)
    rule = undo_of(match, seat)
    label = f"Undo: {match.game.format(match.moves[-1].entry.action)}" if rule.allowed else "Undo"
    reason = "" if rule.allowed or rule.reason is None else named(rule.reason.message, table.names)
    return UndoInfo(allowed=rule.allowed, seat=seat, label=label, reason=reason, earliest=rule.earliest)


def _undoer(table: Table, viewer: Viewer) -> Seat | None:
    """Return the viewer's seat that moved last, else the one he looks through; of secret moves he sees no other's."""
    last = table.stamps[-1].seat if table.stamps else None
    if last in viewer.seats and not table.was_secret(table.step):
        return Seat(last)
    return viewer.look if viewer.look in viewer.seats else None


def outcome_info(outcome: Outcome | None, names: Sequence[str]) -> OutcomeInfo | None:
    """Return how a game ended, in the players' names."""
    if outcome is None:
        return None
    return OutcomeInfo(
        ranks=outcome.ranks,
        scores=outcome.scores,
        reason=named(outcome.reason, names),
        winners=tuple(outcome.winners),
    )


def snapshot(table: Table, player: str | None, viewer: Viewer, key: bytes) -> Snapshot:
    """Return everything a browser needs to show a table from now on."""
    running = table.match is not None
    log = log_page(table, viewer, table.step) if running else LogPage(lines=(), start=0)
    return Snapshot(
        table=table_for(table, player, key),
        seq=table.seq,
        step=table.step,
        update=_update(table, viewer, table.step) if running else None,
        log=log.lines,
        log_start=log.start,
        series=table.chart.series(),
        chat=tuple(chat_line(line) for line in table.chat),
        commitment=table.dice.commitment,
        marks=tuple(table.chart.marks),
    )


def log_page(table: Table, viewer: Viewer, end: int) -> LogPage:
    """Return the lines of the moves up to a step, as many as one page holds."""
    lines, start = page_of_lines(table, viewer, LOG_SENT, min(end, table.step))
    return LogPage(lines=lines, start=start)


def moment(table: Table, viewer: Viewer, step: int) -> Moment:
    """Return the board after a step as the viewer sees it; raises `Refused` past the end."""
    match = table.running()
    if not 0 <= step <= table.step:
        raise Refused(404, "step.unknown", f"This game has {table.step} steps; there is no step {step}.")
    state = match.state_at(step)
    turn, seat = match.game.clock(state)
    heard = [e for e in match.moves[step - 1].events if e.heard_by(viewer.look)] if step else []
    return Moment(
        step=step,
        turn=turn,
        seat=seat,
        view=match.game.view(state, viewer.look),
        events=tuple(heard),
        text=" ".join(sentences(table, heard)),
    )

"""The undo rule: how far a player may fairly take back.

A player may take back to the last event that revealed something, rolled dice, or passed the move to someone else.
"""

from __future__ import annotations

import msgspec

from wartable.engine.driver import Match, Move
from wartable.engine.errors import Reason
from wartable.engine.values import CHANCE, Seat


class Undo(msgspec.Struct, frozen=True):
    """How far a seat may take back: to any step from `earliest` to the present; `reason` says why not further."""

    earliest: int
    present: int
    reason: Reason | None

    @property
    def allowed(self) -> bool:
        """Whether anything at all can be taken back."""
        return self.earliest < self.present


def undo_of(match: Match, seat: Seat) -> Undo:
    """Return how far a seat may take back in a match."""
    present = len(match.moves)
    if match.to_act and seat not in match.to_act and not _waits_with_others(match, seat):
        return Undo(present, present, _passed(match))
    for step in range(present, 0, -1):
        barrier = _barrier(match, step, seat)
        if barrier is not None:
            return Undo(step, present, barrier)
    return Undo(0, present, _FIRST)


_FIRST = Reason(code="undo.start", message="This is the beginning of the game: there is nothing to take back.")


def _waits_with_others(match: Match, seat: Seat) -> bool:
    """Whether the last move is this seat's own part of a choice that others still make in secret."""
    return bool(match.moves) and match.moves[-1].entry.seat == seat


def _passed(match: Match) -> Reason:
    last = match.moves[-1] if match.moves else None
    if last is None:
        return _FIRST
    return Reason(code="undo.passed", message="The move has passed on, so this can no longer be taken back.")


def _barrier(match: Match, step: int, seat: Seat) -> Reason | None:
    """Say what forbids taking back the move that led to `step`."""
    move = match.moves[step - 1]
    if move.entry.seat == CHANCE:
        return Reason(code="undo.dice", message="Dice have been rolled, so this stands.")
    if move.entry.seat != seat:
        who = f"Seat {move.entry.seat + 1}"
        return Reason(code="undo.other", message=f"{who} has moved since, so this can no longer be taken back.")
    if _revealed(move) or _ended_secret(match, step):
        return Reason(code="undo.revealed", message="Something hidden has been shown, so this stands.")
    if seat not in match.game.to_act(match.state_at(step)) and not _own_secret(match, step):
        return _passed(match)
    return None


def _own_secret(match: Match, step: int) -> bool:
    """Whether the move was one of several secret choices not all of which are in."""
    asked_before = match.game.to_act(match.state_at(step - 1))
    asked_after = match.game.to_act(match.state_at(step))
    return len(asked_before) > 1 and set(asked_after) < set(asked_before) and bool(asked_after)


def _ended_secret(match: Match, step: int) -> bool:
    """Whether the move was the last of several made in secret: what the others have chosen is open then."""
    before = match.game.asked(match.state_at(step - 1))
    if before is None or not before.secret:
        return False
    after = match.game.asked(match.state_at(step))
    return after is None or after.step != before.step


def _revealed(move: Move) -> bool:
    return any(event.reveals for event in move.events)

"""A bot asked for a decision: what it raises, or returns in its place, is told with the place in its file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, cast

import wartable
from wartable.engine.driver import Decision, Policy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat

_PACKAGE = Path(wartable.__file__).parent


class BotFault(WartableError):
    """What a bot did in place of deciding; what it raised is the cause, with its whole traceback."""


def ask(player: Policy, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
    """Return what a player decides; raises `BotFault` where it raises anything, or returns something else."""
    try:
        decision = cast("object", player.decide(game, state, seat, rng))  # a file of anybody may return anything
    except Exception as error:
        raise BotFault(f"failed with {type(error).__name__}: {error} ({_where(error, player)})") from error
    if not isinstance(decision, Decision):
        raise BotFault(f"returned {decision!r}: a decision is Decision(action, why)")
    return decision


def _where(error: Exception, player: Policy) -> str:
    """Return file and line that an error comes from: the last outside of this package, or else where it decides."""
    frames = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    others = [frame for frame in frames if not Path(frame[0]).is_relative_to(_PACKAGE)]
    code = getattr(player.decide, "__code__", None)  # called with the wrong arguments, it has no frame
    file, line = (others or frames)[-1] if others or code is None else (code.co_filename, code.co_firstlineno)
    return f"{file}, line {line}"

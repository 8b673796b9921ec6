"""Players by name, a fresh one for every game, so that none remembers another; whoever fails is named."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wartable import bots
from wartable.bots.asking import BotFault, ask
from wartable.engine.driver import Decision, Policy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat


def make_players(game: AnyGame, names: Sequence[str]) -> list[Policy]:
    """Return a fresh policy per name; raises `WartableError` naming the nearest where there is none."""
    return [bots.get(game, name) for name in names]


class BotFailed(WartableError):
    """A bot failed, or chose what is not allowed; the message names it, its seat, the game, and the place in its file.

    What went wrong is the cause (`__cause__`), with its whole traceback.
    """


class Watched:
    """The players of one game, told apart when one of them fails."""

    def __init__(self, names: Sequence[str], players: Sequence[Policy], number: int) -> None:
        self._names, self._number, self._last = names, number, Seat(0)
        self.players = [_WatchedPlayer(self, player) for player in players]

    def decide(self, player: Policy, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Let a player decide; raises `BotFailed` where it raises anything, or returns something else."""
        self._last = seat
        try:
            return ask(player, game, state, seat, rng)
        except BotFault as fault:
            raise self._failed(str(fault)) from fault.__cause__

    def refused(self, error: WartableError) -> BotFailed:
        """Return what is said of whoever decided last, whose decision was refused with `error`."""
        return self._failed(f"chose what is not allowed: {error}")

    def _failed(self, what: str) -> BotFailed:
        return BotFailed(f"Game {self._number}: {self._names[self._last]} on seat {self._last + 1} {what}")


class _WatchedPlayer:
    def __init__(self, watch: Watched, player: Policy) -> None:
        self._watch, self._player = watch, player

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        return self._watch.decide(self._player, game, state, seat, rng)

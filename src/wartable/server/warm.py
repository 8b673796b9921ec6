"""Loads every game and every type that is read once, in one thread, before requests meet them in several.

The first reading of a struct type by msgspec is not safe in two threads at once (it has crashed the process), and games
read their boards and tables on first use.
"""

from __future__ import annotations

import contextlib
from functools import cache

import msgspec
from structlog import get_logger

from wartable.board.library import space_ids
from wartable.engine import registry
from wartable.engine.errors import WartableError
from wartable.engine.fields import check_fields
from wartable.engine.game import AnyGame
from wartable.engine.record import action_decoder
from wartable.server import catalogue

log = get_logger("wartable.server")


@cache
def warm_up() -> None:
    """Load all games with their boards and data, once; one that cannot be loaded is told of and left out."""
    for key in registry.keys():  # noqa: SIM118 - no mapping
        try:
            _load(registry.get(key))
            catalogue.game_info(key)
        except Exception:
            log.exception("game left out", game=key)
    _meet(msgspec.Struct)


def _meet(kind: type[msgspec.Struct]) -> None:
    """Let msgspec look at all struct types; some are never read, and name types that only checkers know."""
    for one in kind.__subclasses__():
        with contextlib.suppress(TypeError, NameError):
            msgspec.json.Decoder(one)
        _meet(one)


def _load(game: AnyGame) -> None:
    action_decoder(game)
    for kinds in (catalogue.actions_of(game), catalogue.inquiries_of(game)):
        with contextlib.suppress(msgspec.ValidationError):
            check_fields({}, kinds)
            msgspec.convert({}, kinds)
    for options in game.presets.values():
        catalogue.stored_options(game, catalogue.options_text(options))
        board = game.show.board_key(options)
        if board:
            space_ids(board)
        if game.late:
            continue
        for seats in range(game.seats[0], game.seats[1] + 1):
            with contextlib.suppress(WartableError):
                game.start(options, seats)

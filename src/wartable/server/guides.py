"""The rules of games for players: a file for each game, beside the numbered rules or in the folder of its package."""

from __future__ import annotations

import sys
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from wartable.board.fileformat import read_yaml
from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.server.problems import Refused
from wartable.server.wire_guide import Guide


@cache
def guide(key: str) -> Guide:
    """Return the rules of a game for players.

    They are `data/guides/KEY.yaml`, or of an installed game `KEY.guide.yaml` beside its module. Raises `UnknownGame`,
    and `Refused` for a game that brings none.
    """
    game = registry.get(key)
    text = _text(game)
    if text is None:
        raise Refused(404, "guide.none", f"{game.title} has no rules in pictures; read its full rules instead.")
    return msgspec.convert(read_yaml(text), Guide)


def _text(game: AnyGame) -> str | None:
    ours = resources.files("wartable") / "data" / "guides" / f"{game.key}.yaml"
    if ours.is_file():
        return ours.read_text("utf-8")
    module = sys.modules[type(game).__module__].__file__
    own = Path(module).with_name(f"{game.key}.guide.yaml") if module else None
    return own.read_text("utf-8") if own and own.is_file() else None

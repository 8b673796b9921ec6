"""The registry: games of this package, of other packages and of the running process."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from tests.engine.tiny_orders import RING_GAME, RingGame
from wartable.engine import registry
from wartable.engine.errors import UnknownGame, WartableError
from wartable.engine.plugins import Plugins


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> dict[str, EntryPoint]:
    """Entry points as if another package had announced them, and nobody else."""
    empty = Plugins(registry.GROUP, "game", registry._read, lambda game: game.key)
    points: dict[str, EntryPoint] = {}
    empty.announced = points
    monkeypatch.setattr(registry, "GAMES", empty)
    return points


def _point(key: str, value: str) -> EntryPoint:
    return EntryPoint(name=key, value=value, group=registry.GROUP)


def test_a_game_announced_by_another_package_is_found(announced: dict[str, EntryPoint]) -> None:
    announced["tiny-ring"] = _point("tiny-ring", "tests.engine.tiny_orders:RING_GAME")

    assert registry.keys() == ("tiny-ring",)
    assert registry.get("tiny-ring") is RING_GAME


def test_a_maker_of_a_game_may_be_announced(announced: dict[str, EntryPoint]) -> None:
    announced["tiny-ring"] = _point("tiny-ring", "tests.engine.tiny_orders:RingGame")

    assert isinstance(registry.get("tiny-ring"), RingGame)


def test_a_wrong_key_is_told_to_its_author(announced: dict[str, EntryPoint]) -> None:
    announced["other"] = _point("other", "tests.engine.tiny_orders:RING_GAME")

    with pytest.raises(WartableError, match="key 'tiny-ring'"):
        registry.get("other")


def test_what_is_no_game_is_told_to_its_author(announced: dict[str, EntryPoint]) -> None:
    announced["pi"] = _point("pi", "math:pi")

    with pytest.raises(WartableError, match=r"entry point pi of group wartable.games gives 3.14.*no Game"):
        registry.get("pi")


def test_an_unknown_key_names_the_nearest(announced: dict[str, EntryPoint]) -> None:
    announced["tiny-ring"] = _point("tiny-ring", "tests.engine.tiny_orders:RING_GAME")

    with pytest.raises(UnknownGame, match="Did you mean tiny-ring"):
        registry.get("tiny-rung")
    with pytest.raises(UnknownGame, match="Installed: tiny-ring"):
        registry.get("chess")


@pytest.mark.usefixtures("announced")
def test_games_can_be_added_in_the_process() -> None:
    registry.register(RING_GAME)
    try:
        assert registry.get("tiny-ring") is RING_GAME
        with pytest.raises(ValueError, match="already"):
            registry.register(RING_GAME)
    finally:
        registry.unregister("tiny-ring")

    with pytest.raises(UnknownGame, match="Installed: none"):
        registry.get("tiny-ring")

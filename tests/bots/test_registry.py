"""Bots by name: ours, those of other packages, and what is said when there is none."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from tests.engine.tiny_hidden import PostGame
from wartable import bots
from wartable.bots import registry
from wartable.engine import registry as games
from wartable.engine.driver import DefaultPolicy, RandomPolicy
from wartable.engine.errors import UnknownGame, WartableError
from wartable.engine.plugins import Plugins
from wartable.games.conquest.classic.game import RISK

RIVAL = bots.Bot(key="hard", title="Rival", line="Is called as ours.", plays=lambda _: True, make=DefaultPolicy)
IDLER = bots.Bot(key="idler", title="Idler", line="Does what the rules do.", plays=lambda _: True, make=DefaultPolicy)


def test_risk_has_four_levels_from_weak_to_strong() -> None:
    assert [key for key, _, _ in bots.bots_for("risk")] == ["random", "easy", "medium", "hard"]


@pytest.mark.parametrize("game", ["diplomacy", "middle-earth-viii"])
def test_diplomacy_has_levels_of_its_own(game: str) -> None:
    assert [key for key, _, _ in bots.bots_for(game)] == ["random", "easy", "medium", "hard"]
    assert not isinstance(bots.get(games.get(game), "easy"), type(bots.get(RISK, "easy")))


def test_every_level_is_described_by_a_sentence() -> None:
    for key, title, line in bots.bots_for("risk"):
        assert title == key.capitalize()
        assert line.endswith(".")


def test_other_games_are_played_by_chance_only() -> None:
    assert [bot.key for bot in bots.bots_of(PostGame())] == ["random"]


def test_each_table_gets_its_own_player() -> None:
    assert isinstance(bots.get(RISK, "random"), RandomPolicy)
    assert bots.get(RISK, "hard") is not bots.get(RISK, "hard")


def test_a_wrong_name_is_answered_by_the_nearest() -> None:
    with pytest.raises(WartableError, match=r"No bot 'hardd' plays .*Did you mean hard"):
        bots.get(RISK, "hardd")
    with pytest.raises(WartableError, match="There are: random"):
        bots.get(PostGame(), "grandmaster")


def test_bots_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(UnknownGame):
        bots.bots_for("rusk")


def test_a_bot_can_be_added_and_removed_in_a_process() -> None:
    bots.register(IDLER)
    try:
        assert isinstance(bots.get(RISK, "idler"), DefaultPolicy)
        with pytest.raises(ValueError, match="'idler' already"):
            bots.register(IDLER)
    finally:
        bots.unregister("idler")
    assert "idler" not in [bot.key for bot in bots.bots_of(RISK)]


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> dict[str, EntryPoint]:
    """Entry points as if another package had announced them."""
    points = dict(registry.BOTS.announced)
    found = Plugins(bots.GROUP, "bot", registry._read, registry._key_of, registry.OWN)
    found.announced = points
    monkeypatch.setattr(registry, "BOTS", found)
    return points


def test_other_packages_announce_bots_by_entry_points(announced: dict[str, EntryPoint]) -> None:
    announced["idler"] = EntryPoint("idler", "tests.bots.test_registry:IDLER", bots.GROUP)

    assert [key for key, _, _ in bots.bots_for("risk")][-1] == "idler"


def test_an_entry_point_that_gives_no_bot_is_named(announced: dict[str, EntryPoint]) -> None:
    announced["wrong"] = EntryPoint("wrong", "wartable.engine.driver:DefaultPolicy", bots.GROUP)

    with pytest.raises(WartableError, match=r"entry point wrong .* is no Bot"):
        bots.get(RISK, "wrong")


def test_a_bot_that_cannot_be_loaded_is_left_out_and_the_others_play_on(announced: dict[str, EntryPoint]) -> None:
    announced["wrong"] = EntryPoint("wrong", "wartable.nowhere:BOT", bots.GROUP)

    assert [key for key, _, _ in bots.bots_for("risk")] == ["random", "easy", "medium", "hard"]
    assert "ModuleNotFoundError" in str(bots.left_out()["wrong"])


def test_a_bot_of_ours_is_not_taken_over_by_another_package(announced: dict[str, EntryPoint]) -> None:
    announced["hard"] = EntryPoint("hard", "tests.bots.test_registry:RIVAL", bots.GROUP)

    assert type(bots.get(RISK, "hard")).__name__ == "HardPolicy"
    assert [key for key, _, _ in bots.bots_for("risk")] == ["random", "easy", "medium", "hard"]

"""A further family of games touches no file but its own and one line each of entry points: it shows up everywhere."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from litestar import get
from litestar.testing import TestClient

from tests.cli.conftest import Wartable
from tests.engine.tiny_orders import RING_GAME
from wartable import bots, tools
from wartable.bots.registry import BOTS
from wartable.engine import registry
from wartable.engine.driver import DefaultPolicy
from wartable.server import catalogue
from wartable.server.app import create_app
from wartable.server.settings import Settings
from wartable.tools import Command, OwnFiles, Tools
from wartable.tools.registry import TOOLS

HERE = "tests.cli.test_further_family"
GAME = RING_GAME
BOT = bots.Bot(
    key="waiter", title="Waiter", line="Does what the rules do.", plays=lambda game: game is GAME, make=DefaultPolicy
)


@get("/api/tiny-ring/odds")
async def odds() -> dict[str, float]:
    """Return the odds of a tool."""
    return {"win": 0.5}


def toss() -> None:
    """Say how a tool's command went."""
    sys.stdout.write("heads\n")


class Rings(OwnFiles):
    """Files that only the family of this test knows."""

    what = "a ring (FILE.ring)"

    def knows(self, path: Path) -> bool:
        return path.suffix == ".ring"

    def check(self, path: Path) -> tuple[()]:  # noqa: ARG002
        return ()

    def bring(self, path: Path, how: tools.Bringing) -> Any:  # noqa: ARG002
        yield f"{path.stem} is brought in"


RINGS = Rings()
ROUTES = [odds]
BROUGHT = Tools(
    key="tiny-ring",
    routes=f"{HERE}:ROUTES",
    commands=(Command("toss", f"{HERE}:toss", "Toss a coin."),),
    files=(f"{HERE}:RINGS",),
)


@pytest.fixture(autouse=True)
def announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three lines of entry points, as an installed package has them; one of a fourth package leads nowhere."""
    for kept, name, value in (
        (registry.GAMES, GAME.key, "tests.engine.tiny_orders:RING_GAME"),
        (BOTS, BOT.key, f"{HERE}:BOT"),
        (TOOLS, BROUGHT.key, f"{HERE}:BROUGHT"),
        (TOOLS, "broken", "no_such_package:TOOLS"),
    ):
        monkeypatch.setattr(kept, "announced", {**kept.announced, name: EntryPoint(name, value, kept.group)})


def test_its_game_and_its_bot_are_offered_in_the_lobby(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.sqlite3", bot_workers=0))) as client:
        (offered,) = (game for game in client.get("/api/games").json() if game["key"] == GAME.key)

    assert [bot["key"] for bot in offered["bots"]] == ["random", BOT.key]
    assert "waiter" not in [bot.key for bot in catalogue.bots_of("risk")]


def test_its_bot_plays(tmp_path: Path, wartable: Wartable) -> None:
    said = wartable("simulate", GAME.key, "--seats", "waiter,waiter,waiter", "--games", 2, "--records", tmp_path)

    assert said.status == 0, said.err
    assert len(list(tmp_path.iterdir())) == 2


def test_its_tool_has_addresses_and_commands(tmp_path: Path, wartable: Wartable) -> None:
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.sqlite3", bot_workers=0))) as client:
        assert client.get("/api/tiny-ring/odds").json() == {"win": 0.5}
        assert "/api/tiny-ring/odds" in client.get("/api/schema/openapi.json").json()["paths"]

    assert "toss" in wartable("--help").out
    assert wartable("toss").out == "heads\n"


def test_its_files_are_known_by_their_kind(tmp_path: Path, wartable: Wartable) -> None:
    file = tmp_path / "nenya.ring"

    assert wartable("check", file).out == f"{file}: no fault found.\n"
    assert wartable("import", file).out == "nenya is brought in\n"
    (tmp_path / "x.gif").touch()
    assert "a ring (FILE.ring)" in wartable("import", tmp_path / "x.gif").err


def test_tools_that_cannot_be_loaded_are_told_of_and_leave_the_others_as_they_are(wartable: Wartable) -> None:
    said = wartable("odds", 3, 2)

    assert said.status == 0
    assert "the set of tools 'broken' is left out: The entry point broken" in said.err
    assert "No module named 'no_such_package'" in said.err


def test_a_command_of_ours_is_not_taken_over(monkeypatch: pytest.MonkeyPatch, wartable: Wartable) -> None:
    taken = Tools(key="taken", commands=(Command("games", f"{HERE}:toss", "Toss a coin."),))
    monkeypatch.setattr(TOOLS, "_added", {"taken": taken})

    assert "heads" not in wartable("games").out

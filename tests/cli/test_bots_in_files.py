from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Wartable
from wartable import bots
from wartable.bots import files
from wartable.engine import registry
from wartable.engine.driver import RandomPolicy
from wartable.engine.errors import WartableError

SOURCE = '''
from beside import WORD
from wartable.bots import Bot
from wartable.engine.driver import RandomPolicy

class Bold(RandomPolicy):
    """Leaves it to chance.

    More of it.
    """

WAITER = Bot(key="waiter", title="Waiter", line=WORD, plays=lambda game: game.key == "risk", make=Bold)
HARD = Bot(key="hard", title="Hard", line=WORD, plays=lambda _: True, make=Bold)
NUMBER = 7

class NoBot:
    pass

class Needy(Bold):
    def __init__(self, depth):
        pass
'''


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.VARIABLE, "")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "beside.py").write_text("WORD = 'Waits.'\n")
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    return file


def test_a_class_of_a_file_is_a_bot_for_every_game(mine: Path) -> None:
    assert bots.bring(f"{mine}:Bold") == "bold"

    (bot,) = (one for one in bots.bots_of(registry.get("diplomacy")) if one.key == "bold")
    assert (bot.title, bot.line) == ("Bold", "Leaves it to chance.")
    assert isinstance(bots.get(registry.get("risk"), "bold"), RandomPolicy)


def test_a_bot_of_a_file_says_itself_what_it_plays(mine: Path) -> None:
    assert bots.bring(f"{mine}:WAITER") == bots.bring(f"{mine}:WAITER") == "waiter"

    assert "waiter" in {bot.key for bot in bots.bots_of(registry.get("risk"))}
    assert "waiter" not in {bot.key for bot in bots.bots_of(registry.get("diplomacy"))}


def test_processes_that_are_begun_know_it_too(mine: Path) -> None:
    bots.bring(f"{mine}:Bold")
    bots.bring(f"{mine}:WAITER")

    assert os.environ[files.VARIABLE] == f"{mine}:Bold,{mine}:WAITER"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine.py:Bald", "has no Bald. Did you mean Bold?"),
        ("none.py:Bold", "there is no such file."),
        ("mine.py:NUMBER", "gives 7, which is no Bot."),
        ("mine.py:NoBot", "has no method decide(self, game, state, seat, rng), so it is no bot."),
        (
            "mine.py:Needy",
            "cannot be made: TypeError: Needy.__init__() missing 1 required positional argument: 'depth'",
        ),
        ("mine.py:HARD", "'hard' is in use"),
        ("broken.py:Bold", "cannot be run: ZeroDivisionError: division by zero"),
        ("mine.py", "write a bot in a file as FILE.py:NAME"),
    ],
)
def test_what_is_no_bot_is_refused_and_leaves_nothing_behind(mine: Path, name: str, said: str) -> None:
    (mine.parent / "broken.py").write_text("1 / 0\n")

    with pytest.raises(WartableError, match=re.escape(said)):
        bots.bring(f"{mine.parent}/{name}")
    assert os.environ[files.VARIABLE] == ""


def test_simulations_take_it_in_every_process(mine: Path, wartable: Wartable, tmp_path: Path) -> None:
    rows = tmp_path / "games.csv"
    said = wartable("simulate", "risk", "--seats", f"{mine}:Bold,random", "--games", 9, "--jobs", 2, "--csv", rows,
                    "--option", "turn_limit=3")  # fmt: skip

    assert "seat 1 (bold)" in said.out
    header, *games = rows.read_text().splitlines()
    assert header.startswith("game,seed,deal,player_1,player_2,turns,decisions,reason,grade,winners,rank_1,")
    assert [row.split(",")[:5] for row in games] == [
        [str(number), "1", str(number), "bold", "random"] for number in range(9)
    ]


def test_a_file_without_such_a_bot_is_a_command_misused(mine: Path, wartable: Wartable) -> None:
    said = wartable("simulate", "risk", "--seats", f"{mine}:Bald,random")

    assert said.status == 2
    assert said.err.endswith("mine.py has no Bald. Did you mean Bold?\n")


def test_a_server_is_not_begun_with_a_bot_that_cannot_be_run(
    mine: Path, wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It served no game at all."""
    monkeypatch.setenv(files.VARIABLE, f"{mine}:Bold,{mine}:NUMBER")
    said = wartable("serve", "--database", f"sqlite:///{mine.parent}/games.sqlite3", "--port", 0)

    assert (said.status, said.out) == (2, "")
    assert said.err == f"wartable: WARTABLE_BOTS: {mine}:NUMBER gives 7, which is no Bot.\n"

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from wartable.bots import files
from wartable.bots.registry import BOTS, GROUP
from wartable.cli.app import run
from wartable.engine.errors import WartableError
from wartable.lab.players import BotFailed
from wartable.lab.simulate import Plan, simulate

SOURCE = """
from wartable.engine.driver import Decision

class Breaks:
    def decide(self, game, state, seat, rng):
        raise KeyError("alaska")

class Bare:
    def decide(self, game, state, seat, rng):
        return "attack"

class Stubborn:
    first = None

    def decide(self, game, state, seat, rng):
        self.first = self.first or game.legal(state, seat).sample(rng)
        return Decision(self.first, "Once more.")
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.VARIABLE, "")
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    return file


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Breaks", "breaks on seat 1 failed with KeyError: 'alaska' ({file}, line 6)."),
        ("Bare", "bare on seat 1 returned 'attack': a decision is Decision(action, why)."),
        ("Stubborn", "stubborn on seat 1 chose what is not allowed: "),
    ],
)
@pytest.mark.parametrize("records", ["", "records"], ids=["quick", "recorded"])
def test_a_bot_that_fails_is_named_with_what_it_did(
    mine: Path, name: str, said: str, records: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "risk", "--seats", f"{mine}:{name},random", "--games", "1"]
    status = run([*words, *(["--records", str(mine.parent / records)] if records else [])])

    told = capsys.readouterr().err
    assert status == 1
    assert told.startswith(f"wartable: Game 0: {said.format(file=mine)}")
    assert "Traceback" not in told


def test_what_a_bot_raised_is_kept_as_the_cause(mine: Path) -> None:
    from wartable import bots  # noqa: PLC0415 - the environment of the test is set first

    plan = Plan(game="risk", options={}, seats=(bots.bring(f"{mine}:Breaks"), "random"), games=1, seed="1")
    with pytest.raises(BotFailed) as failed:
        simulate(plan)
    assert isinstance(failed.value.__cause__, KeyError)


def test_a_file_without_a_name_is_told_how_to_name_a_bot(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "risk", "--seats", f"{mine},random", "--games", "1"]) == 2
    assert "write a bot in a file as FILE.py:NAME" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("wartable.nowhere:BOT", "cannot be loaded from wartable.nowhere:BOT: ModuleNotFoundError"),
        ("wartable.bots.registry:RANDOM", "announce it as random = 'wartable.bots.registry:RANDOM'"),
    ],
)
def test_a_bot_that_is_announced_wrongly_is_told_what_would_be_right(
    value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(BOTS), "announced", {"turtle": EntryPoint("turtle", value, GROUP)})
    with pytest.raises(WartableError, match=said):
        BOTS.find("turtle")


def test_a_bot_that_is_announced_wrongly_stops_no_game_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    points = {**BOTS.announced, "turtle": EntryPoint("turtle", "wartable.nowhere:BOT", GROUP)}
    monkeypatch.setitem(vars(BOTS), "announced", points)
    monkeypatch.setattr(BOTS, "_broken", {})

    assert run(["simulate", "risk", "--seats", "random,random", "--games", "1", "--option", "turn_limit=1"]) == 0
    assert "wartable: the bot 'turtle' is left out: The entry point turtle" in capsys.readouterr().err
    assert run(["simulate", "risk", "--seats", "turtle,random", "--games", "1"]) == 2
    assert "cannot be loaded from wartable.nowhere:BOT" in capsys.readouterr().err


def test_a_file_of_rows_without_a_folder_is_told_before_the_games_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "none" / "rows.csv"
    assert run(["simulate", "risk", "--seats", "random,random", "--games", "100000", "--csv", str(rows)]) == 2
    assert capsys.readouterr().err == f"wartable: --csv {rows}: there is no folder {rows.parent}.\n"

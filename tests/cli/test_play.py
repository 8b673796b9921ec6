from __future__ import annotations

import importlib.metadata
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import wartable as wartable_package
from tests.cli.conftest import Wartable
from tests.processes import started
from wartable.cli import play
from wartable.cli.play import free_listener, own_database, table_wish, usual_seats
from wartable.cli.usage import BadUsage
from wartable.engine import registry

RISK = registry.get("risk")


def test_the_usual_seats_are_you_and_three_bots() -> None:
    assert usual_seats(RISK, "engine") == ("human", "medium", "medium", "medium")


def test_games_for_many_are_set_with_a_seat_for_every_power() -> None:
    for key in ("diplomacy", "middle-earth-viii", "ring-diplomacy", "lotr-machiavelli"):
        game = registry.get(key)
        assert usual_seats(game, next(iter(game.presets))) == ("human", *["medium"] * (game.seats[1] - 1))


def test_a_preset_for_two_is_set_for_two() -> None:
    """Rule Y06."""
    assert usual_seats(registry.get("ring-diplomacy"), "two-player") == ("human", "medium")
    assert usual_seats(registry.get("balance-of-power"), "two-player") == ("human", "medium")


def test_seats_become_wishes() -> None:
    wish = table_wish(RISK, "missions", ["turn_limit=9"], "human,human,hard,open", "5")

    assert wish["seats"] == [{"kind": "me"}, {"kind": "local"}, {"kind": "bot", "level": "hard"}, {"kind": "open"}]
    assert wish["start"] is False
    assert (wish["preset"], wish["options"], wish["seed"]) == ("missions", {"turn_limit": 9}, "5")


def test_a_table_without_open_seats_begins_at_once() -> None:
    wish = table_wish(RISK, None, None, None, None)

    assert wish["start"] is True
    assert wish["preset"] == next(iter(RISK.presets))
    assert "seed" not in wish


def test_a_port_in_use_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with free_listener(port) as free:
            assert free.getsockname()[1] > port
        with pytest.raises(BadUsage, match=f"port {port} is in use"):
            free_listener(port, tries=1)


def test_games_are_kept_in_the_users_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    address = own_database()

    if sys.platform.startswith("linux"):
        assert address == f"sqlite:///{tmp_path}/wartable/wartable.sqlite3"
        assert (tmp_path / "wartable").is_dir()


@contextmanager
def playing(tmp_path: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `wartable play` for real; give the address it prints."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    command = [sys.executable, "-m", "wartable", "play", *words, "--no-browser", "--port", "0", "--database", database]
    with started(command) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+(/\S*)", line)
            assert found is not None, line + (process.stderr.read() if process.stderr and not line else "")
            yield found[0], process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


@pytest.mark.server
def test_play_opens_a_fresh_table_whose_seat_is_yours(tmp_path: Path) -> None:
    with playing(tmp_path, "risk", "--seats", "human,easy,random", "--seed", "3") as (address, _):
        with httpx.Client(follow_redirects=True) as client:
            page = client.get(address)
            table = page.url.path.rsplit("/", 1)[-1]
            shown = client.get(page.url.join(f"/api/tables/{table}")).json()

        assert page.status_code == 200
        assert "<script" in page.text
        assert [seat["kind"] for seat in shown["seats"]] == ["human", "bot", "bot"]
        assert shown["my_seats"] == [0]
        assert shown["status"] == "running"


@pytest.mark.server
def test_a_wartable_that_runs_already_is_used(
    tmp_path: Path, wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with playing(tmp_path) as (address, _):
        port = int(address.rstrip("/").rsplit(":", 1)[-1])
        monkeypatch.setattr(play, "USUAL_PORT", port)
        said = wartable("play", "risk", "--seats", "human,random", "--no-browser")

    assert said.status == 0
    assert "running already" in said.out
    assert f"http://127.0.0.1:{port}/seat/" in said.out


@pytest.mark.server
def test_play_without_a_game_opens_the_home_page_and_stops_at_once(tmp_path: Path) -> None:
    with playing(tmp_path) as (address, process):
        assert address.endswith("/")
        assert httpx.get(address).status_code == 200
        assert process.poll() is None

    assert process.returncode == 0


@pytest.mark.server
@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("nonsense://somewhere/x", "'nonsense://somewhere/x' is no address of a database"),
        ("sqlite:///{folder}/notes.txt", "file is not a database"),
        ("sqlite:///{folder}/notes.txt/games.sqlite3", "notes.txt"),
        ("http://", "is no address of a database"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path, database: str, sentence: str) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary, this is no database at all, however long it may be. " * 20)
    command = [sys.executable, "-m", "wartable", "serve", "--port", "0", "--database", database.format(folder=tmp_path)]

    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode in {1, 2}
    assert ended.stderr.startswith("wartable: "), ended.stderr
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_host_is_told_where_the_server_listens(
    wartable: Wartable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def started(listeners: list[socket.socket], ready: Callable[[], object], **_: object) -> None:
        ready()
        for one in listeners:
            one.close()

    monkeypatch.setattr("wartable.cli.play._run_server", started)

    said = wartable("serve", "--database", f"sqlite:///{tmp_path}/games.sqlite3", "--port", "0")

    assert re.search(r"listens on http://127\.0\.0\.1:[1-9]\d*\. Ctrl-C", said.err)


def test_the_package_tells_its_version() -> None:
    assert importlib.metadata.version("wartable") == wartable_package.__version__
    with pytest.raises(AttributeError, match="no attribute 'versoin'"):
        wartable_package.versoin  # noqa: B018

"""Commands called as somebody new might call them: a sentence and the right status, never a traceback."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Wartable
from tests.processes import started
from tests.server.live import wait_for
from wartable.cli.play import listeners_on
from wartable.cli.usage import BadUsage

COMMAND = [sys.executable, "-m", "wartable"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "10", "7.5"), "7.5 is no whole number"),
        (("odds", "ten", "7"), "ten is no whole number"),
        (("odds", "10", "7", "--attack-dice", "2.5"), "2.5 is no whole number"),
        (("odds", "10", "7", "--cap", "x"), "x is no whole number"),
        (("odds",), "See wartable odds --help."),
        (("games", "risk", "diplomacy"), "Nothing is to be done with diplomacy. See wartable games --help."),
        (("simulate", "risk", "--seats", "easy,easy", "--games", "1.5"), "1.5 is no whole number"),
        (("simulate", "risk", "--seats", "easy,easy", "--jobs", "-2"), "Must be > 0"),
        (("conform", "risk", "--games", "0"), "Must be > 0"),
        (("check",), "name a map file"),
        (("map", "risk", "-o", "x.svg", "--at", "5"), "name by --record"),
        (("play", "risk", "--port", "-1"), "Must be >= 0"),
        (("play", "--port", "70000"), "Must be <= 65535"),
        (("serve", "--database", "x.sqlite3", "--port", "70000"), "Must be <= 65535"),
        (("serve", "--database", "x.sqlite3", "--host", "no such host", "--port", "0"), "--host no such host"),
    ],
)
def test_words_that_mean_nothing_are_misuse(wartable: Wartable, words: tuple[str, ...], sentence: str) -> None:
    said = wartable(*words)

    assert (said.status, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.startswith("wartable: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_an_empty_record_is_called_empty(wartable: Wartable, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty.jsonl").touch()

    said = wartable(command, tmp_path / "empty.jsonl")

    assert (said.status, said.err) == (1, "wartable: The record is empty.\n")


def test_a_map_file_that_is_missing_or_no_text_is_told_without_numbers_of_the_system(
    wartable: Wartable, tmp_path: Path
) -> None:
    (tmp_path / "noise.yaml").write_bytes(b"\xff\xfe\x00\xd8")

    missing, noise = wartable("check", tmp_path / "missing.yaml"), wartable("check", tmp_path / "noise.yaml")

    assert "missing.yaml: cannot be read as a YAML text file: No such file or directory" in missing.out
    assert "noise.yaml: cannot be read as a YAML text file: it is no text" in noise.out
    assert (missing.status, noise.status) == (1, 1)


@pytest.mark.parametrize("command", ["import", "variant"])
@pytest.mark.parametrize("name", ["missing", "missing.map", "missing.zip"])
def test_a_file_that_is_not_there_is_said_to_be_missing(
    wartable: Wartable, tmp_path: Path, command: str, name: str
) -> None:
    said = wartable(command, tmp_path / name)

    assert said.status in {1, 2}
    assert said.err.startswith("wartable: ")
    assert "No such file or directory" in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("words", [("help",), ("help", "odds")])
def test_help_is_a_command_as_well(wartable: Wartable, words: tuple[str, ...]) -> None:
    said = wartable(*words)

    assert said.status == 0
    assert "Usage: wartable" in said.out


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX closes the output")
@pytest.mark.parametrize("words", ["odds 10 7", "games"])
def test_a_closed_output_is_no_fault(words: str) -> None:
    shell = f"{' '.join(COMMAND)} {words} >&-"

    ended = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_port_in_use_is_told_before_anything_is_loaded(wartable: Wartable, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = wartable("serve", "--database", tmp_path / "games.sqlite3", "--port", port)

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"wartable: --host 127.0.0.1 --port {port}: ")
    assert not (tmp_path / "games.sqlite3").exists()


def test_nothing_is_cleaned_in_a_file_that_is_not_there(wartable: Wartable, tmp_path: Path) -> None:
    said = wartable("clean", "--database", tmp_path / "gamse.sqlite3", "--dry-run")

    assert (said.status, said.out) == (2, "")
    assert said.err.endswith("gamse.sqlite3: there is no such file.\n")
    assert not list(tmp_path.iterdir())


def test_every_address_of_a_name_is_listened_on() -> None:
    listeners = listeners_on("localhost", 0)
    try:
        assert {one.getsockname()[0] for one in listeners} <= {"127.0.0.1", "::1"}
        assert listeners
    finally:
        for one in listeners:
            one.close()


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(BadUsage, match=os.strerror(errno.EADDRNOTAVAIL)):
        listeners_on("192.0.2.1", 0)


@pytest.mark.server
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux shows how far another process has come")
@pytest.mark.parametrize("moment", ["at once", "when it serves"])
def test_ctrl_c_ends_a_server_in_good_order_at_any_moment(tmp_path: Path, moment: str) -> None:
    command = [*COMMAND, "play", "--no-browser", "--port", "0", "--database", f"{tmp_path}/games.sqlite3"]
    with started(command) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        if moment == "at once":
            wait_for(lambda: _is_loading(process.pid))
        else:
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(120) in {0, 130, -signal.SIGINT}  # a shell says 130 of the last, too
        assert process.stderr.read() == ""


def _is_loading(pid: int) -> bool:
    """Whether a process has come as far as to load what our own command needs."""
    return b"msgspec" in Path(f"/proc/{pid}/maps").read_bytes()


@pytest.mark.server
def test_ctrl_c_ends_a_simulation_and_its_workers_without_a_word(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    words = ["simulate", "risk", "--seats", "easy,easy", "--games", "100000", "--jobs", "2", "--records", str(records)]
    with started([*COMMAND, *words]) as process:
        wait_for(lambda: any(records.iterdir()))
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(120) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "risk"), "wartable: --seats is missing. See wartable simulate --help.\n"),
        (("simulate", "risk", "--seats", "easy,easy", "--games", "x"), "x is no whole number. See wartable"),
        (("marks", "nowhere"), 'wartable: There is no board "nowhere" here'),
        (("replay", "nowhere"), "wartable: nowhere: No such file or directory.\n"),
        (("nowhere",), "wartable: There is no command 'nowhere'"),
    ],
)
def test_every_refusal_is_a_sentence(wartable: Wartable, words: tuple[str, ...], said: str) -> None:
    told = wartable(*words)
    assert told.status
    assert said in told.err
    assert told.err.endswith(".\n")

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

from tests.cli.conftest import Wartable
from wartable.cli.app import commands

HEAVY = ("numpy", "scipy", "matplotlib", "litestar", "sqlalchemy", "shapely", "multiprocessing", "rich.progress")


def test_help_lists_every_command(wartable: Wartable) -> None:
    said = wartable("--help")

    assert said.status == 0
    assert all(f"{name} " in said.out for name in commands())


@pytest.mark.parametrize("name", list(commands()))
def test_every_command_has_help(wartable: Wartable, name: str) -> None:
    said = wartable(name, "--help")

    assert said.status == 0
    assert f"Usage: wartable {name}" in said.out


def test_version(wartable: Wartable) -> None:
    assert wartable("--version").out.strip() == version("wartable")


def test_an_unknown_command_gets_the_nearest_one(wartable: Wartable) -> None:
    said = wartable("simulat", "risk")

    assert (said.status, said.out) == (2, "")
    assert said.err == "wartable: There is no command 'simulat'; did you mean simulate?\n"


@pytest.mark.parametrize(
    "words",
    [
        ("games", "rsk"),
        ("games", "--colour"),
        ("simulate", "risk"),
        ("simulate", "risk", "--seats", "easy"),
        ("simulate", "risk", "--seats", "easy,hrad"),
        ("simulate", "risk", "--seats", "easy,,easy"),
        ("simulate", "risk", "--seats", "easy,easy", "--games", "0"),
        ("simulate", "risk", "--seats", "easy,easy", "--preset", "clasic"),
        ("simulate", "risk", "--seats", "easy,easy", "--option", "cards"),
        ("simulate", "risk", "--seats", "easy,easy", "--option", "cards=maybe"),
        ("play", "risk", "--seats", "human"),
        ("play", "risk", "--preset", "none"),
        ("replay", "no-such-file.jsonl"),
        ("verify", "no-such-file.jsonl"),
        ("map", "risk", "-o", "map.gif"),
        ("map", "atlantis", "-o", "map.svg"),
        ("conform", "rsk"),
        ("odds", "ten", "7"),
    ],
    ids=" ".join,
)
def test_misuse_is_one_line_and_status_2(wartable: Wartable, words: tuple[str, ...]) -> None:
    said = wartable(*words)

    assert said.status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("wartable")
    assert len(said.err) > 30


@pytest.mark.parametrize("words", ["--help", "games", "odds 10 7"])
def test_light_commands_load_nothing_heavy(words: str) -> None:
    script = (
        "import json, sys\nfrom wartable.cli.app import run\n"
        f"run({words.split()!r})\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout.splitlines()[-1])

    assert [name for name in HEAVY if name in loaded] == []


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m wartable simulate --help | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)

    assert "Traceback" not in done.stderr

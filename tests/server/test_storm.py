"""A storm: everything dear, broken and half-sent at once, while a person plays at a table of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.server, pytest.mark.slow]

STORM = Path(__file__).parents[2] / "bench" / "storm.py"
MARGIN = 120
"""Megabytes by which the server may have grown for good: pages of memory that the system does not get back."""
MOST = 700
"""Megabytes by which it may grow while the storm lasts."""
WANTED = {"bots", "broken", "drag", "half", "look", "move", "odds", "picture", "stream", "way"}


@pytest.fixture(scope="module", params=[30, pytest.param(120, marks=pytest.mark.strength)])
def seconds(request: pytest.FixtureRequest) -> int:
    """How long it lasts: every core is at work all the while."""
    return int(request.param)


@pytest.fixture(scope="module")
def seen(seconds: int, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the measurement of the same name saw."""
    out = tmp_path_factory.mktemp("storm") / "seen.json"
    subprocess.run(
        [sys.executable, STORM, out], env={**os.environ, "SECONDS": str(seconds), "QUIET": "3"}, check=True, timeout=600
    )
    return json.loads(out.read_text(encoding="utf-8"))


def test_the_server_lives_and_ends_in_good_order(seen: Any) -> None:
    assert seen["alive"]
    assert seen["exit"] == 0


def test_nothing_is_the_servers_mistake(seen: Any) -> None:
    statuses = {name.rpartition(" ")[2] for name in seen["answers"]}

    assert {status for status in statuses if status.startswith("5")} <= {"503"}
    assert "Traceback" not in seen["log"]
    assert len(seen["log"]) < 10_000, seen["log"][:2000]


def test_the_person_is_answered_every_time(seen: Any, seconds: int) -> None:
    assert seen["failed"] == []
    assert seen["requests"] > seconds  # at least one a second; the time that they take is for the bench


def test_everybody_in_the_storm_is_answered(seen: Any) -> None:
    assert {name.split()[0] for name in seen["answers"]} >= WANTED
    for kind in ("drag", "move", "odds", "picture", "way"):
        assert seen["answers"].get(f"{kind} 200"), kind


def test_the_memory_comes_back(seen: Any) -> None:
    memory = seen["memory"]

    assert memory["most"] < memory["before"] + MOST
    assert memory["after"] < memory["before"] + MARGIN

"""The first requests of a fresh process come at once and of every kind: none meets anything half loaded."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.live import NO_CERTIFICATES, answers, wait_for
from tests.server.test_kill import free_port

pytestmark = pytest.mark.server

PROGRAM = """
import sys
from wartable.server.run import serve
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, bot_workers=0, log_level="error"))
"""

MET = """
import msgspec._utils
import wartable.server.app
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant
from wartable.server.wire_pace import Pace
from wartable.server.warm import warm_up
warm_up()
msgspec._utils._eval_type = None
for kind in (Rulings, Variant, Pace):
    msgspec.json.Decoder(kind)
"""
"""Fails where a type is looked at for the first time after all is loaded: two requests at once have crashed so."""


def table(game: str, seats: int) -> dict[str, Any]:
    chairs = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(seats - 1))]
    return {"game": game, "seats": chairs, "start": True}


REQUESTS: list[tuple[str, str, dict[str, Any] | None, int]] = [
    ("GET", "/", None, 200),
    ("GET", "/api/games", None, 200),
    ("GET", "/api/games/risk/rules", None, 200),
    ("GET", "/api/boards/classic", None, 200),
    ("GET", "/api/boards/diplomacy.svg", None, 200),
    ("GET", "/api/odds?attackers=9&defenders=7", None, 200),
    ("GET", "/api/health", None, 200),
    ("POST", "/api/tables", table("risk", 3), 201),
    ("POST", "/api/tables", table("diplomacy", 7), 201),
    ("POST", "/api/tables", table("middle-earth-viii", 8), 201),
]


@pytest.mark.parametrize("start", range(3))
def test_first_requests_that_come_together_are_all_answered(tmp_path: Path, start: int) -> None:  # noqa: ARG001
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([sys.executable, "-c", PROGRAM, f"sqlite:///{tmp_path}/games.sqlite3", str(port)])
    try:
        wait_for(lambda: answers(port, "/") or server.poll() is not None)
        with ThreadPoolExecutor(2 * len(REQUESTS)) as crowd:
            statuses = list(crowd.map(lambda one: send(address, *one[:3]), REQUESTS * 2))
        assert server.poll() is None
    finally:
        server.terminate()
        server.wait(60)

    assert statuses == [status for *_, status in REQUESTS * 2]


def send(address: str, method: str, path: str, body: dict[str, Any] | None) -> int:
    return httpx.request(method, address + path, json=body, timeout=120, verify=NO_CERTIFICATES).status_code


def test_every_type_that_is_read_has_been_met_before_requests_come() -> None:
    done = subprocess.run([sys.executable, "-c", MET], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr

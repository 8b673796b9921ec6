"""The client's types are made of the server's structs: every shape is described, and nothing of it is kept in git."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def described() -> Any:
    """In a process of its own: what other tests have registered must not show in the description."""
    tool = ROOT / "tools" / "describe_api.py"
    return json.loads(subprocess.run([sys.executable, tool], capture_output=True, check=True).stdout)


def test_nothing_generated_is_kept_in_git() -> None:
    kept = subprocess.run(["git", "ls-files", "web"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "web/package.json" in kept
    assert not [line for line in kept.splitlines() if "/generated/" in line or "openapi" in line]


def test_what_the_client_imports_is_described(described: Any) -> None:
    sources = [path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(kind)]
    used = {name for path in sources for name in re.findall(r"generated/([\w-]+)'", path.read_text(encoding="utf-8"))}
    assert {"api", "risk"} <= used <= described.keys()


def test_every_game_describes_what_it_shows_tells_and_takes(described: Any) -> None:
    for name, document in described.items():
        wanted = {"Snapshot", "Update"} if name == "api" else {"view", "event", "action"}
        assert wanted <= document["components"]["schemas"].keys()


def test_a_field_that_is_left_out_where_it_is_the_usual_has_no_default(described: Any) -> None:
    shapes = described["ring-of-power"]["components"]["schemas"]
    assert not [field for field in shapes["Figure"]["properties"].values() if "default" in field]
    assert "default" in shapes["Question"]["properties"]["rule"]

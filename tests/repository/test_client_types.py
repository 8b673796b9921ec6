"""The client's types follow the API: what is stored of its shapes is what the server describes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_stored_shapes_are_those_of_the_api() -> None:
    """In a process of its own: what other tests have registered must not show in the description."""
    tool = ROOT / "tools" / "describe_api.py"
    code = f"import runpy, sys; sys.stdout.write(runpy.run_path({str(tool)!r})['shapes']())"
    described = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    stored = (ROOT / "web" / "openapi.json").read_text(encoding="utf-8")
    fresh = "The API has changed: run `python tools/describe_api.py`, then `npm --prefix web run types`."
    assert stored == described, fresh


def test_every_stored_shape_is_a_type_of_the_client() -> None:
    types = (ROOT / "web" / "src" / "lib" / "openapi.d.ts").read_text(encoding="utf-8")
    shapes = (ROOT / "web" / "openapi.json").read_text(encoding="utf-8")
    assert '"Snapshot": {' in shapes
    assert "        Snapshot: {" in types

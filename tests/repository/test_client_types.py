"""The client's types follow the API: what is stored of its shapes is what the server describes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_stored_shapes_are_those_of_the_api() -> None:
    spec = importlib.util.spec_from_file_location("describe_api", ROOT / "tools" / "describe_api.py")
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stored = tool.TARGET.read_text(encoding="utf-8")
    fresh = "The API has changed: run `python tools/describe_api.py`, then `npm --prefix web run types`."
    assert stored == tool.shapes(), fresh


def test_every_stored_shape_is_a_type_of_the_client() -> None:
    types = (ROOT / "web" / "src" / "lib" / "openapi.d.ts").read_text(encoding="utf-8")
    shapes = (ROOT / "web" / "openapi.json").read_text(encoding="utf-8")
    assert '"Snapshot": {' in shapes
    assert "        Snapshot: {" in types

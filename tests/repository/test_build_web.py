"""The build of the client leaves a checkout as it found it, where that is only installed from."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(tmp_path: Path) -> dict[str, Any]:
    """The build with folders of its own, whose scripts only fetch libraries."""
    found = runpy.run_path(str(ROOT / "tools" / "build_web.py"))
    within: dict[str, Any] = found["build"].__globals__
    web = tmp_path / "web"
    web.mkdir()
    within |= {"WEB": web, "NODE_MODULES": web / "node_modules", "STAMP": tmp_path / "stamp", "is_fresh": lambda: False}
    within["run_scripts"] = lambda *_names: (web / "node_modules" / "vite").mkdir(parents=True, exist_ok=True)
    return within


@pytest.mark.parametrize(("tidy", "before", "left"), [(True, False, False), (True, True, True), (False, False, True)])
def test_libraries_that_an_installation_fetched_are_removed_and_no_others(
    tool: dict[str, Any], *, tidy: bool, before: bool, left: bool
) -> None:
    modules: Path = tool["NODE_MODULES"]
    if before:
        modules.mkdir()
    tool["build"](tidy=tidy)
    assert modules.exists() == left
    assert tool["STAMP"].is_file()

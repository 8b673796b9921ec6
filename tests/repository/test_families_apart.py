"""Server and command line name no game: what a family brings is found, so that a further one changes nothing there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wartable.engine import registry

SOURCE = Path(__file__).parents[2] / "src" / "wartable"
FAMILIES = {path.name for layer in ("games", "bots", "tools") for path in (SOURCE / layer).iterdir() if path.is_dir()}
SHARED = {"__pycache__", "flow", "adjudication", "order_drawing"}
"""Folders beside those of families: machinery that stands above none of them."""


@pytest.mark.parametrize("layer", ["server", "cli"])
def test_no_module_names_a_game_or_a_family(layer: str) -> None:
    folders, games = "|".join(FAMILIES - SHARED), "|".join(registry.keys())
    word = re.compile(rf"[./\"'`]({folders})\b|(?<![\w-])({games})(?![\w-])")
    files = {path.relative_to(SOURCE).as_posix(): path for path in (SOURCE / layer).rglob("*.py")}

    found = {
        f"{name}:{number}: {line.strip()}"
        for name, path in files.items()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if word.search(line)
    }

    assert len(files) > 10
    assert found == set()

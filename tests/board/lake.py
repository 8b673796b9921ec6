"""The sample map, put into a library of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from wartable.board import OwnMap
from wartable.board.library import FOLDERS, install
from wartable.games.conquest.core.maprules import with_rules
from wartable.games.conquest.formats.domination import read_domination

MAPS = Path(__file__).resolve().parents[2] / "examples" / "maps"
LAKE = MAPS / "lake_country.map"


def use_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a folder be the user's only folder of boards."""
    monkeypatch.setenv(FOLDERS, str(folder))
    return folder


def lake() -> OwnMap:
    """Lake Country, not installed."""
    imported = read_domination(LAKE)
    return with_rules(imported.board, imported.rules)


def install_lake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> OwnMap:
    """Lake Country as the only board of the user."""
    use_folder(folder, monkeypatch)
    install(lake())
    return lake()

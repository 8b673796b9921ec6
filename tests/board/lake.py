"""The sample map, put into a library of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from wartable.board import OwnMap, read_domination
from wartable.board.library import FOLDERS, install, own_map

MAPS = Path(__file__).resolve().parents[2] / "examples" / "maps"
LAKE = MAPS / "lake_country.map"


def use_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a folder be the user's only folder of boards."""
    monkeypatch.setenv(FOLDERS, str(folder))
    return folder


def lake() -> OwnMap:
    """Lake Country, not installed."""
    imported = read_domination(LAKE)
    return own_map(imported.board, imported.rules)


def install_lake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> OwnMap:
    """Lake Country as the only board of the user."""
    use_folder(folder, monkeypatch)
    install(lake())
    return lake()

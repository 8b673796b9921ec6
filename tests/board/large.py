"""A large map for tests: 120 squares in ten rows of twelve, in twelve regions of ten."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.lake import use_folder
from wartable.board import OwnMap
from wartable.board.library import install
from wartable.games.conquest.core.maprules import with_rules
from wartable.games.conquest.formats.domination import read_domination

WIDE, HIGH = 12, 10
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def large_map() -> str:
    """The map in the form of Domination."""
    places = [(x, y) for y in range(HIGH) for x in range(WIDE)]
    number = {place: count for count, place in enumerate(places, 1)}
    regions = [f"Region_{count} 5 blue" for count in range(12)]
    countries = [f"{number[x, y]} S_{x}_{y} {y // 5 * 6 + x // 2 + 1} {40 + 60 * x} {40 + 60 * y}" for x, y in places]
    borders = [
        " ".join(str(number[each]) for each in [(x, y), *((x + dx, y + dy) for dx, dy in STEPS)] if each in number)
        for x, y in places
    ]
    parts = [["name Large"], ["[files]", "crd large.cards"], ["[continents]", *regions], ["[countries]", *countries],
             ["[borders]", *borders]]  # fmt: skip
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def install_large(folder: Path, monkeypatch: pytest.MonkeyPatch) -> OwnMap:
    """Make it the only board of the user."""
    use_folder(folder / "boards", monkeypatch)
    source = folder / "large.map"
    source.write_text(large_map(), encoding="utf-8")
    imported = read_domination(source)
    install(with_rules(imported.board, imported.rules))
    return with_rules(imported.board, imported.rules)

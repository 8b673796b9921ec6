"""The common part of the client's game page names no game and no family: a further one is a folder."""

from __future__ import annotations

import re
from pathlib import Path

from wartable.engine import registry

GAME = Path(__file__).parents[2] / "web" / "src" / "pages" / "game"
SHARED = (
    *GAME.glob("*.ts"),
    *GAME.glob("*.svelte"),
    *(path for part in ("frame", "board", "twin") for path in (GAME / part).rglob("*.*")),
)


def families() -> set[str]:
    return {path.relative_to(GAME).parts[0] for path in GAME.rglob("family.ts") if path.parent != GAME}


def test_families_are_found() -> None:
    assert len(families()) >= 3
    assert len(SHARED) > 40


def test_the_common_part_of_the_game_page_imports_no_family() -> None:
    wanted = re.compile(rf"from '[./]+(?:{'|'.join(families())})/")
    assert not [path.name for path in SHARED if wanted.search(path.read_text())]


def test_the_common_part_of_the_game_page_names_no_game() -> None:
    keys = "|".join(map(re.escape, registry.keys()))
    wanted = re.compile(f"['\"`](?:{keys})['\"`]")
    assert not [path.name for path in SHARED if wanted.search(path.read_text())]

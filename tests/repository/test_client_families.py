"""What the client knows of a game lies in its family's folder: no page names one."""

from __future__ import annotations

import re
from pathlib import Path

from wartable.engine import registry

SOURCES = Path(__file__).parents[2] / "web" / "src"
FAMILIES = tuple(SOURCES / "pages" / "game" / name for name in ("conquest", "diplomacy", "machiavelli", "ring"))
SANDBOX = SOURCES / "pages" / "sandbox"
"""A page for one thing only: what the adjudicator of Diplomacy does with positions of all kinds."""


def sources() -> list[Path]:
    kept = [path for kind in ("*.ts", "*.svelte") for path in SOURCES.rglob(kind) if "generated" not in path.parts]
    return [path for path in kept if not path.name.endswith(".test.ts") and "test" not in path.parts]


def test_no_page_outside_of_a_family_names_a_game() -> None:
    named = re.compile("|".join(f"'{re.escape(key)}'" for key in registry.keys()))  # noqa: SIM118 - no mapping
    found = [path for path in sources() if named.search(path.read_text(encoding="utf-8"))]
    assert any(path.is_relative_to(family) for path in found for family in FAMILIES)
    assert not [
        path
        for path in found
        if not path.is_relative_to(SANDBOX) and not any(path.is_relative_to(family) for family in FAMILIES)
    ]


def test_no_page_but_the_sandbox_and_the_lesson_reaches_into_a_family() -> None:
    reach = re.compile(r"(?:from|import\() ?'[^']*(?<!/sandbox)/(?:conquest|diplomacy|machiavelli|ring)/")
    found = {
        path.relative_to(SOURCES).as_posix() for path in sources() if reach.search(path.read_text(encoding="utf-8"))
    }
    outside = {
        path
        for path in found
        if not path.startswith(
            ("pages/game/conquest", "pages/game/diplomacy", "pages/game/machiavelli", "pages/game/ring")
        )
    }
    assert {path for path in outside if not path.startswith("pages/sandbox/")} <= {"pages/learn/FirstTurn.svelte"}

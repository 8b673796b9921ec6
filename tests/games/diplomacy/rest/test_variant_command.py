from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said
from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD
from tests.games.diplomacy.rest.test_formats import ISLES, package, write
from wartable.cli.app import run
from wartable.games.diplomacy.formats.judgemap import read_map
from wartable.games.diplomacy.formats.write import write_variant
from wartable.games.diplomacy.variant import Variant, load_variant_file


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: object) -> Said:
        status = run([str(word) for word in words])
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


@pytest.mark.parametrize("variant", [STANDARD, MIDDLE_EARTH], ids=lambda variant: variant.key)
def test_a_variant_reads_back(variant: Variant, tmp_path: Path) -> None:
    assert load_variant_file(write(tmp_path, "own.yaml", write_variant(variant))) == variant


def test_a_map_is_brought_over_and_judged_on(wartable: Any, tmp_path: Path) -> None:
    said = wartable("variant", write(tmp_path, "isles.map", ISLES), "-o", tmp_path / "isles.yaml")

    assert said.status == 0
    assert said.out.splitlines()[0] == "Isles: 2 powers, 6 provinces, 4 centres, 3 army borders, 5 fleet borders."
    assert load_variant_file(tmp_path / "isles.yaml") == read_map(tmp_path / "isles.map").variant
    orders = write(tmp_path, "orders.txt", "Northmen\nArdland - Camel\nF Bencove - Great Sea\n")
    for game in (tmp_path / "isles.yaml", tmp_path / "isles.map", f"{package(tmp_path)}#Isles"):
        told = wartable("adjudicate", "--game", game, "--orders", orders)
        assert (told.status, told.err) == (0, "")
        assert "F BEN - GRE  moves: " in told.out


def test_misuse_says_what_would_be_right(wartable: Any, tmp_path: Path) -> None:
    isles = write(tmp_path, "isles.map", ISLES)

    assert "written as FILE.yaml" in wartable("variant", isles, "-o", tmp_path / "isles.json").err
    assert wartable("variant", tmp_path / "isles.txt").status == 1
    assert "has no variant 'Iles'. Did you mean Isles?" in wartable("variant", package(tmp_path), "--name", "Iles").err

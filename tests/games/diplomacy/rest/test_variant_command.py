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
    assert wartable("variant", tmp_path / "isles.txt").status == 2
    assert "has no variant 'Iles'. Did you mean Isles?" in wartable("variant", package(tmp_path), "--name", "Iles").err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.yaml", b"", "Expected `object`, got `null`"),
        ("a.yaml", b"\xff\xfe\x00", "a.yaml: it is no text"),
        ("a.yaml", b"[" * 100_000, "nested more than 100 levels deep"),
        ("a.yaml", b"- " * 30_000, "nested more than 100 levels deep"),
        ("a.yaml", b"a: &x [1]\nb: [*x, *x]", "uses an alias"),
        ("a.yaml", b"a: [1,2", "line 2, column 1: did not find expected"),
        ("a.map", b"VICTORY many", "a.map, line 1: 'VICTORY many' is no line of such a map"),
        ("a.zip", b"PK\x03\x04", "cannot be opened as a zip"),
        ("a.txt", b"", "should end in .yaml or .yml or .map or .zip"),
    ],
)
def test_nonsense_is_refused_in_words(wartable: Any, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)

    told = wartable("variant", tmp_path / name)

    assert told.status == 1
    assert said in told.err


@pytest.mark.parametrize("name", ["none.yaml", "none.map", "none.zip"])
def test_a_file_that_is_not_there_is_said_to_be_missing(wartable: Any, tmp_path: Path, name: str) -> None:
    told = wartable("variant", tmp_path / name)

    assert told.status == 2
    assert told.err.strip() == f"wartable: {tmp_path / name}: No such file or directory."

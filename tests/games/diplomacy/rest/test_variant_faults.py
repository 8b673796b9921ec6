from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD
from wartable.cli.app import run
from wartable.games.diplomacy.faults import variant_faults
from wartable.games.diplomacy.formats.write import write_variant


def test_the_maps_of_the_package_have_no_faults() -> None:
    assert variant_faults(STANDARD) == []
    assert variant_faults(MIDDLE_EARTH) == []


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("STP/SC", "STP", "fleet_borders: STP has coasts of its own; say which: STP/NC, STP/SC"),
        ("army_borders:\n", "army_borders:\n  PIC: [PIC]\n", "army_borders: PIC borders on itself"),
        ("army_borders:\n", "army_borders:\n  PIC: [NTH]\n", "army_borders: NTH is a sea, where no armies go"),
        ("fleet_borders:\n", "fleet_borders:\n  KIE: [MUN]\n", "fleet_borders: MUN is inland, where no fleets go"),
        ("army_borders:\n", "rulings: '2032'\narmy_borders:\n", "rulings: there are no rulings '2032'. Did you mean"),
        ("army_borders:\n", "army_borders:\n  PIC: [BEE]\n", "names BEE, which is no province. "),
    ],
)
def test_a_map_nobody_could_play_on_is_refused_by_name(
    right: str, wrong: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write_variant(STANDARD)
    assert right in text
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(right, wrong))

    assert run(["check", str(file)]) == 1
    told = capsys.readouterr()
    assert said in told.out
    assert all(line.startswith("error: mine.yaml: ") for line in told.out.splitlines())
    assert "mine.yaml: mine.yaml" not in told.out

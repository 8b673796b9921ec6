"""Orders and positions of ring diplomacy as people write them, and the command that judges them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

from tests.games.diplomacy.ring.table import Sitting, judged, map_with, position
from wartable.cli.app import run
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.text.jsonform import position_from_json, position_to_json
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.text.textform import read_position, write_position

ON = map_with("everything")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("C west_rohan - enedwaith - dunland", "C west_rohan - enedwaith - dunland"),
        ("cavalry in West Rohan to Enedwaith to Dunland", "C west_rohan - enedwaith - dunland"),
        ("C WRO - ENE - DUN", "C west_rohan - enedwaith - dunland"),
        ("Nazgul minas_morgul - ithilien", "Z minas_morgul - ithilien"),
        ("GEG MTI H", "GEG minas_tirith H"),
        ("Great Eagles Minas Tirith - Rohan's gap - Fangorn", "GEG minas_tirith - gap_of_rohan - fangorn"),
        ("DEAD AT minas_tirith", "DEAD AT minas_tirith"),
        ("RB The Shire - Buckland", "RB the_shire - buckland"),
        ("black riders MMO - NUR", "BRC minas_morgul - nurn"),
        ("uruk-hai Isengard S trolls and orcs moria - lorien", "U fangorn S T moria - lorien"),
        ("worg riders Udun - Dagorlad", "W udun_vale - dead_marshes"),
        ("H minas_tirith S A ithilien", "H minas_tirith S A ithilien"),
        ("M minas_morgul H", "M minas_morgul H"),
        ("B elite archers Dol Amroth", "B H belfalas"),
        ("A dead_marshes - ithilien", "A dead_marshes - ithilien"),
    ],
)
def test_orders_are_read_in_many_styles(text: str, order: str) -> None:
    assert str(read_order(ON, text)) == order


def test_canonical_orders_read_back() -> None:
    table = Sitting("everything")
    text = "RB the_shire - buckland; A mithlond - forlindon; A harlindon H; A evendim_hills S A mithlond - lune_valley"

    action = RING_DIPLOMACY.parse(table.state, table.seat("eriador"), text)

    assert RING_DIPLOMACY.format(action) == text


def test_positions_keep_what_stands_beside_units() -> None:
    first = start(ON)
    driven = judged(
        position({"gondor": "A ithilien"}, {"Z": "minas_morgul", "GEG": "minas_tirith"}, on=ON),
        {"mordor": "Z minas_morgul - ithilien", "gondor": "GEG minas_tirith - ithilien"},
        on=ON,
    ).next

    for before in (first, driven):
        again = read_position(ON, write_position(ON, before))
        assert (figures_of(again).at, again.units, again.dislodged) == (
            figures_of(before).at,
            {power: units for power, units in before.units.items() if units},
            before.dislodged,
        )
        told = position_from_json(ON, json.encode(position_to_json(before)))
        assert figures_of(told).at == figures_of(before).at


def test_the_command_judges_a_phase_stage_by_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "orders.txt").write_text(
        "Gondor\nA MTI H\nGEG MTI - ITH\nMordor\nZ MMO - ITH\nA MMO - ITH\nRohan\nRB SHI - BUC\n", "utf-8"
    )

    status = run(["adjudicate", "--game", "ring-diplomacy", "--orders", str(tmp_path / "orders.txt")])
    said = capsys.readouterr().out

    assert status == 0
    assert "Driven off: the Great Eagles guard Ithilien" in said
    assert "guards it" in said
    assert "beside: Z minas_morgul" in said
    assert "RB buckland" in said


def test_cases_on_this_map_are_run_by_its_own_reader(capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["cases", str(Path(__file__).parent / "data" / "cases.json")])

    assert status == 0
    assert "30 passed, 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "tail"),
    [("tolfalas", "have nowhere to go."), ("lebennin", "they may retreat to Ithilien, Lamedon or Minas Tirith.")],
)
def test_units_that_are_many_have_the_words_of_many(place: str, tail: str) -> None:
    sitting = Sitting().put(
        {"gondor": f"H {place}", "mordor": "T belfalas", "eriador": "A mithlond"},
        {"Z": "belfalas", "RB": "the_shire", "BRC": "khand"},
    )
    sitting.phase({"mordor": f"T belfalas - {place}; Z belfalas - {place}", "gondor": f"H {place} H"})

    told = [RING_DIPLOMACY.tell(event, (), sitting.options) for event in sitting.events]

    (line,) = [line for line in told if line.startswith("Gondorian elite archers")]
    assert line.endswith(tail)

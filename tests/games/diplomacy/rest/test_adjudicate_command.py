from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Said
from wartable.cli.app import run

POSITION = """fall 1901 movement
France: A PAR, A GAS
centres: PAR
Germany: A BUR
centres: MUN
"""
ORDERS = "France\nA PAR - BUR\nA Gas S A Par -> Burgundy\n"


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: object) -> Said:
        status = run([str(word) for word in words])
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


@pytest.fixture
def files(tmp_path: Path) -> list[object]:
    (tmp_path / "position.txt").write_text(POSITION)
    (tmp_path / "orders.txt").write_text(ORDERS)
    return ["--position", tmp_path / "position.txt", "--orders", tmp_path / "orders.txt"]


def test_a_phase_from_files(wartable: Any, files: list[object]) -> None:
    said = wartable("adjudicate", *files)

    assert (said.status, said.err) == (0, "")
    assert "A PAR - BUR          moves: " in said.out
    assert "A BUR H              holds, dislodged: " in said.out
    assert "Germany: the army in Burgundy is dislodged from Paris and may retreat to " in said.out
    assert "fall 1901 retreats" in said.out
    assert "\n  Germany: The army in Burgundy retreats to " in said.out
    assert said.out.splitlines()[-1] == "Sent nothing: Germany."


def test_as_json_and_back_in(wartable: Any, files: list[object], tmp_path: Path) -> None:
    told = msgspec.json.decode(wartable("adjudicate", *files, "--json").out)

    assert [one["result"] for one in told["orders"]] == ["moves", "supports", "holds"]
    assert told["due"] == {"germany": {"retreats": {"A BUR": ["BEL", "MAR", "MUN", "PIC", "RUH"]}}}
    (tmp_path / "next.json").write_bytes(msgspec.json.encode(told["next"]))
    (tmp_path / "retreats.json").write_text('{"GERMANY": ["A BUR R MUN"]}')
    after = msgspec.json.decode(
        wartable(
            "adjudicate", "--position", tmp_path / "next.json", "--orders", tmp_path / "retreats.json", "--json"
        ).out
    )
    assert after["next"]["phase"] == "winter 1901 adjustments"
    assert after["due"] == {"france": {"removals": 1}}


def test_the_first_position_is_the_default_and_rules_may_be_changed(wartable: Any, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("A ISE - DUN\nA FOH = F")
    words = ("adjudicate", "--game", "middle-earth-viii", "--orders", tmp_path / "orders.txt")

    assert "A FOH = F    converts: " in wartable(*words).out
    assert wartable(*words, "--rules", "2023", "--option", "paradox=all_hold").status == 0


def test_options_that_change_the_map_are_taken_too(wartable: Any, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("A ISE - DUN")
    words = ("adjudicate", "--game", "middle-earth-viii", "--orders", tmp_path / "orders.txt", "--option")

    assert "autumn 3000 movement" in wartable(*words, "seasons=two").out
    assert "F GHA H" in wartable(*words, "starting_units=fleets", "--option", "routes=all_break").out
    told = wartable(*words, "seasons=three")
    assert told.status != 0
    assert "The option seasons must be" in told.err


def test_how_text_is_read_is_a_ruling_too(wartable: Any, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("England\nLVP - YOR\n---\nEngland\nA LVP - WAL\n")
    words = ("adjudicate", "--orders", tmp_path / "orders.txt")

    assert "A LVP - WAL  moves: " in wartable(*words).out
    assert "A LVP - WAL  illegal: " in wartable(*words, "--option", "4.D.1=a").out
    assert "Say of every unit" in wartable(*words, "--option", "4.C.1=a").err
    (tmp_path / "orders.txt").write_text('[{"england": ["A LVP - YOR"]}, {"england": ["A LVP - WAL"]}]')
    assert "A LVP - WAL  moves: " in wartable(*words).out


def test_the_map_is_drawn(wartable: Any, files: list[object], tmp_path: Path) -> None:
    assert wartable("adjudicate", *files, "--map", tmp_path / "out.svg").status == 0
    assert (tmp_path / "out.svg").read_text().startswith("<svg")
    assert wartable("adjudicate", *files, "--map", tmp_path / "out.png").status == 0
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--game", "standrd"), 2, "did you mean standard?"),
        (("--rules", "1970"), 2, "did you mean 1971?"),
        (("--option", "4.A.1=z"), 1, "4.A.1"),
        (("--map", "out.pdf"), 2, "FILE.svg"),
    ],
)
def test_misuse_says_what_would_be_right(
    wartable: Any, files: list[object], words: tuple[str, ...], status: int, said: str
) -> None:
    told = wartable("adjudicate", *files, *words)

    assert told.status == status
    assert said in told.err


def test_errors_in_files_name_file_and_line(wartable: Any, files: list[object], tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("France\nA PAR - Burgndy\n")
    told = wartable("adjudicate", *files)

    assert told.status == 1
    assert f'{tmp_path / "orders.txt"}:\nline 2: I know no "Burgndy". Did you mean Burgundy?' in told.err
    assert wartable("adjudicate", "--orders", tmp_path / "none.txt").status == 2
    (tmp_path / "orders.txt").write_bytes(b"\xff\xfe\x00")
    assert "this is no text" in wartable("adjudicate", *files).err

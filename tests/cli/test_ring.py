from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Wartable
from wartable.games.ring_of_power.reading import scenario_keys

FILES = ROOT / "src" / "wartable" / "data" / "ring_of_power" / "scenarios"
HELMS_DEEP = FILES / "helms-deep.yaml"


def test_a_scenario_is_drawn_by_its_key(wartable: Wartable, tmp_path: Path) -> None:
    bare, manned = tmp_path / "bare.svg", tmp_path / "manned.svg"

    said = wartable("map", "--scenario", "helms-deep", "-o", bare)
    wartable("map", "--scenario", "helms-deep", "-o", manned, "--figures")

    assert (said.status, said.err) == (0, "")
    assert "Helm's Deep" in said.out
    assert 'id="place-helms_deep"' in bare.read_text()
    assert 'id="figure-40"' not in bare.read_text()
    assert 'id="figure-40"' in manned.read_text()


def test_a_scenario_is_drawn_from_its_file_as_png(wartable: Wartable, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG pictures are an extra")
    own = tmp_path / "own.yaml"
    own.write_text(HELMS_DEEP.read_text().replace("id: helms-deep", "id: my-helms-deep", 1))
    picture = tmp_path / "own.png"

    said = wartable("map", "--scenario", own, "-o", picture, "--width", 200, "--figures")

    assert (said.status, said.err) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scenario", "helms-dep"), "did you mean helms-deep?"),
        (("--scenario", "none.yaml"), "none.yaml"),
        (("risk", "--scenario", "helms-deep"), "leave out the game"),
        (("risk", "--figures"), "--figures goes with --scenario"),
        ((), "Name a game or board, or a scenario"),
    ],
)
def test_a_map_asked_for_wrongly_is_status_2(
    wartable: Wartable, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    told = wartable("map", *words, "-o", tmp_path / "x.svg")

    assert told.status == 2
    assert said in told.err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("key", scenario_keys())
def test_the_scenarios_of_the_package_are_sound(wartable: Wartable, key: str) -> None:
    said = wartable("check", FILES / f"{key}.yaml")

    assert (said.status, said.err) == (0, "")
    assert "no fault found" in said.out


def test_faults_of_a_scenario_are_findings(wartable: Wartable, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.yaml"
    text = HELMS_DEEP.read_text().replace("schema: wartable-scenario/1\n", "", 1)
    faulty.write_text(text.replace("unit: rohan_foot", "unit: rohan_fot", 1))

    said = wartable("check", faulty)
    found = json.loads(wartable("check", faulty, "--json").out)
    drawn = wartable("map", "--scenario", faulty, "-o", tmp_path / "x.svg")

    assert said.status == drawn.status == 1
    assert "rohan_fot" in said.out
    assert "rohan_fot" in drawn.err
    assert [finding["level"] for finding in found[str(faulty)]] == ["error"]


def test_a_scenario_of_another_edition_of_the_format_is_a_finding(wartable: Wartable, tmp_path: Path) -> None:
    later = tmp_path / "later.yaml"
    later.write_text(HELMS_DEEP.read_text().replace("wartable-scenario/1", "wartable-scenario/9", 1))

    said = wartable("check", later)

    assert said.status == 1
    assert "wartable-scenario/9" in said.out


def test_odds_of_figures_are_told_round_by_round(wartable: Wartable) -> None:
    words = ("odds", "--scenario", "edoras-raid", "--attackers", "lurtz, 3 uruk_hai", "--defenders", "4 rohan_foot")
    said = wartable(*words, "--rounds", 2)
    found = json.loads(wartable(*words, "--rounds", 2, "--json").out)

    assert (said.status, said.err) == (0, "")
    assert "1 round " in said.out
    assert "After 2 rounds:" in said.out
    assert "Lurtz: unhurt" in said.out
    once, twice = found["rounds"]
    assert sum(twice.values()) == pytest.approx(1.0, abs=1e-9)
    assert twice["draw"] < once["draw"]
    assert wartable(*words, "--rounds", 21).status == 2


@pytest.mark.parametrize(
    ("attackers", "status", "said"),
    [("3 uruk_hia", 1, "Did you mean uruk_hai?"), ("3 uruk_hai in fortress", 1, "Only the defenders")],
)
def test_odds_asked_for_wrongly_say_what_was_not_understood(
    wartable: Wartable, attackers: str, status: int, said: str
) -> None:
    told = wartable("odds", "--scenario", "helms-deep", "--attackers", attackers, "--defenders", "orc")

    assert told.status == status
    assert said in told.err


def test_figures_without_a_scenario_are_refused(wartable: Wartable) -> None:
    said = wartable("odds", "3 uruk_hai", "orc")

    assert said.status == 2
    assert "--scenario" in said.err

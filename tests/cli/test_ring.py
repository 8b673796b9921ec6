from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Wartable, without_files
from wartable.games.ring_of_power.reading import FOLDERS, packaged_scenarios

FILES = ROOT / "src" / "wartable" / "data" / "ring_of_power" / "scenarios"
HELMS_DEEP = FILES / "helms-deep.yaml"
SALTMERE = ROOT / "examples" / "ring-of-power" / "saltmere.yaml"


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


@pytest.mark.parametrize("key", packaged_scenarios())
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


def saltmere(folder: Path, was: str, now: str) -> Path:
    """Write the scenario of the examples with something else in it, its faction beside it."""
    file = folder / SALTMERE.name
    text = SALTMERE.read_text()
    assert was in text
    file.write_text(text.replace(was, now, 1))
    shutil.copy(SALTMERE.with_name("hollow_tide.yaml"), folder)
    return file


@pytest.mark.parametrize(
    ("was", "now", "where"),
    [
        ("count: 14", "count: 0", "$.rosters.eel_queen[1].count"),
        ("count: 14", "count: -3", "$.rosters.eel_queen[1].count"),
        ("columns: 7", "columns: 0", "$.rosters.eel_queen[1].formation.columns"),
    ],
)
def test_no_figures_at_all_are_a_fault_of_a_scenario(
    wartable: Wartable, tmp_path: Path, was: str, now: str, where: str
) -> None:
    faulty = saltmere(tmp_path, was, now)

    said = wartable("check", faulty)

    assert said.status == 1
    assert f"Expected `int` >= 1 - at `{where}`" in said.out


def test_a_rule_that_musters_nobody_is_a_fault_of_a_scenario(wartable: Wartable, tmp_path: Path) -> None:
    faulty = saltmere(tmp_path, "units: {drowned: 3}", "units: {drowned: 0}")

    said = wartable("check", faulty)

    assert said.status == 1
    assert " musters 0 drowned; write 1 or more." in said.out


def test_an_id_that_no_import_takes_is_a_fault_of_a_scenario(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDERS, str(tmp_path / "own"))
    file = saltmere(tmp_path, "id: saltmere", "id: helms-deep")

    for told in (wartable("check", file).out, wartable("import", file).err):
        assert "'helms-deep' cannot be the key of an own scenario" in told


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


FACTION = """schema: wartable-faction/1
title: The Shire
units:
  shirriff: {name: Shirriff, nation: shire, race: hobbit, foot: [1, 5, 5], provenance: stated}
"""
"""A faction of one unit type."""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scenario file with a faction beside it; what is imported goes into a folder of this test."""
    monkeypatch.setenv(FOLDERS, str(tmp_path / "imported"))
    text = (FILES / "edoras-raid.yaml").read_text().replace("id: edoras-raid", "id: my-raid", 1)
    file = tmp_path / "my_raid.yaml"
    file.write_text(text.replace("unit: rohan_rider", "unit: shirriff") + "factions: [shire]\n")
    (tmp_path / "shire.yaml").write_text(FACTION)
    return file


def test_an_own_scenario_with_a_faction_is_imported_and_played(wartable: Wartable, own: Path, tmp_path: Path) -> None:
    said = wartable("import", own)
    played = wartable(
        "simulate", "ring-of-power", "--scenario", "my-raid", "--seats", "random,random", "--games", 1, "--option",
        "last_turn=1", "--records", tmp_path / "records",
    )  # fmt: skip

    assert (said.status, said.err) == (0, "")
    assert "wartable play ring-of-power --scenario my-raid" in said.out
    assert (played.status, played.err) == (0, "")
    (record,) = (tmp_path / "records").iterdir()
    header = json.loads(record.read_text().splitlines()[0])
    assert re.fullmatch(r"my-raid@[0-9a-f]{12}", header["options"]["scenario"])
    picture = tmp_path / "end.svg"
    assert wartable("map", "--record", record, "-o", picture).status == 0
    assert "Shirriff" in picture.read_text()
    assert wartable("verify", record).status == 0


def test_a_record_carries_its_scenario_and_one_that_does_not_stays_with_it(
    wartable: Wartable, own: Path, tmp_path: Path
) -> None:
    words = ("simulate", "ring-of-power", "--scenario", "my-raid", "--seats", "random,random", "--games", 1)
    wartable("import", own)
    wartable(*words, "--option", "last_turn=1", "--records", tmp_path / "records")
    (record,) = (tmp_path / "records").iterdir()
    own.write_text(own.read_text().replace("last_turn: 6", "last_turn: 7"))
    wartable("import", own)

    assert wartable("verify", record).status == 0
    old = next(folder for folder in (tmp_path / "imported").iterdir() if "@" in folder.name)
    shutil.rmtree(old)
    for one, status, said in (
        (record, 0, ""),
        (without_files(record), 1, "my-raid has changed since this was begun"),
    ):
        told = subprocess.run(
            [sys.executable, "-m", "wartable", "verify", str(one)], capture_output=True, text=True, check=False
        )
        assert told.returncode == status
        assert said in told.stderr


def test_a_file_is_played_without_being_imported(wartable: Wartable, own: Path, tmp_path: Path) -> None:
    said = wartable(
        "conform", "ring-of-power", "--scenario", own, "--games", 1, "--preset", "default", "--option", "last_turn=1"
    )

    assert (said.status, said.err) == (0, "")
    assert f"scenario {own}: 1 game kept every promise" in said.out
    assert not (tmp_path / "imported").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("factions: [shire]", "factions: [mordor]", "There is no faction mordor"),
        ("factions: [shire]", "factions: shire", "factions is a list of names"),
        ("factions: [shire]", "factions: ['../shire']", "is no name of a faction"),
        ("id: my-raid", "id: edoras-raid", "cannot be the key of an own scenario"),
        ("unit: shirriff", "unit: balrogs", "balrogs"),
    ],
)
def test_a_faulty_scenario_is_not_imported(wartable: Wartable, own: Path, old: str, new: str, said: str) -> None:
    own.write_text(own.read_text().replace(old, new))

    told = wartable("import", own)

    assert told.status == 1
    assert said in told.err


def test_a_faulty_faction_names_its_field(wartable: Wartable, own: Path) -> None:
    (own.parent / "shire.yaml").write_text(FACTION.replace("title:", "name:"))

    told = wartable("import", own)

    assert told.status == 1
    assert "shire.yaml is no faction" in told.err


def test_a_game_without_scenarios_says_so(wartable: Wartable) -> None:
    told = wartable("conform", "risk", "--scenario", "helms-deep")

    assert told.status == 2
    assert "Risk has no scenarios" in told.err


def test_seats_are_those_of_the_scenario(wartable: Wartable) -> None:
    told = wartable("simulate", "ring-of-power", "--scenario", "helms-deep", "--seats", "random,random,random")

    assert told.status == 2
    assert "Ring of Power has 2 seats with these options; 3 were named." in told.err


def test_a_moment_of_a_campaign_is_drawn(wartable: Wartable, tmp_path: Path) -> None:
    wartable(
        "simulate", "ring-of-power", "--seats", "random,random", "--games", 1, "--option", "last_turn=1", "--records",
        tmp_path / "records",
    )  # fmt: skip
    (record,) = (tmp_path / "records").iterdir()
    first, last = tmp_path / "first.svg", tmp_path / "last.svg"

    said = wartable("map", "--record", record, "--at", 0, "-o", first)
    wartable("map", "ring-of-power", "--record", record, "-o", last, "--theme", "dark")

    assert "Raid near Edoras" in said.out
    assert "turn 1" in said.out
    assert 'id="figure-1"' in first.read_text()
    assert first.read_text() != last.read_text()
    assert wartable("map", "risk", "--record", record, "-o", last).status == 2


def test_berserkers_are_said_to_die_of_the_fight(wartable: Wartable) -> None:
    words = ("--attackers", "3 uruk_berserker, 3 uruk_hai", "--defenders", "4 rohan_foot", "--rounds", 2)
    said = wartable("odds", "--scenario", "helms-deep", *words)

    assert said.status == 0
    assert "3 Uruk-hai berserker: take no hits; who fought is dead after the first round" in said.out
    assert "0.000 fall" not in said.out

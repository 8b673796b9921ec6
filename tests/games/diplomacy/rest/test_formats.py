from __future__ import annotations

import zipfile
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tests.games.diplomacy.rest.boards import STANDARD, judged, position
from wartable.engine.errors import BadData
from wartable.games.diplomacy.adjudicate import judge, start
from wartable.games.diplomacy.formats.anymap import read_any_map
from wartable.games.diplomacy.formats.draft import Imported
from wartable.games.diplomacy.formats.jdip import read_package
from wartable.games.diplomacy.formats.judgemap import read_map
from wartable.games.diplomacy.formats.saved import (
    PlayedPhase,
    SavedGame,
    last_position,
    read_saved_games,
    write_saved_game,
)
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.variant import Variant

ISLES = """# two powers on a small sea
BEGIN SPRING 1850 MOVEMENT
VICTORY 3
NORTHMEN (NORTHERN:N) ARD BEN
A ARD
F BEN
_SOUTHMEN CAM
F CAM/EC
UNOWNED DOR

Ardland = ard ard+land
Bencove = ben
Camel (east coast) = cam/ec
Camel (west coast) = cam/wc
Camel = cam kam
Dorn = dor
Great Sea = gre sea big+sea
Peak = pea

LAND ARD ABUTS BEN cam PEA
COAST BEN ABUTS ARD cam GRE Dor
COAST CAM/EC ABUTS GRE
COAST CAM/WC ABUTS GRE
COAST cam ABUTS ARD BEN GRE
COAST DOR ABUTS GRE Ben
WATER GRE ABUTS BEN CAM/EC CAM/WC DOR
SHUT PEA ABUTS ARD
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def check_isles(variant: Variant) -> None:
    assert variant.armies["ARD"] == {"BEN", "CAM"}
    assert variant.armies["DOR"] == frozenset()
    assert variant.fleets["GRE"] == {"BEN", "CAM/EC", "CAM/WC", "DOR"}
    assert variant.fleets["BEN"] == {"GRE", "DOR"}
    assert {code: facts.kind for code, facts in variant.provinces.items()} == {
        "ARD": "inland", "BEN": "coastal", "CAM": "coastal", "DOR": "coastal", "GRE": "sea", "PEA": "impassable",
    }  # fmt: skip
    assert set(variant.provinces["CAM"].coasts) == {"EC", "WC"}
    assert [code for code, facts in variant.provinces.items() if facts.centre] == ["ARD", "BEN", "CAM", "DOR"]
    assert {power: (facts.home, facts.units) for power, facts in variant.powers.items()} == {
        "northmen": (("ARD", "BEN"), ("A ARD", "F BEN")),
        "southmen": (("CAM",), ("F CAM/EC",)),
    }
    assert (variant.calendar.first_year, variant.victory.centres) == (1850, 3)


def test_a_map_file(tmp_path: Path) -> None:
    imported = read_map(write(tmp_path, "isles.map", ISLES))

    check_isles(imported.variant)
    assert imported.notes == ()
    assert imported.variant.powers["northmen"].adjective == "Northern"
    assert str(read_order(imported.variant, "Northern army Ardland - Kam")) == "A ARD - CAM"
    assert str(start(imported.variant).phase) == "Spring 1850 movement"


def test_a_map_that_uses_another_and_changes_it(tmp_path: Path) -> None:
    write(tmp_path, "isles.map", ISLES)
    text = """USE isles
UNPLAYED SOUTHMEN
WESTMEN (WESTERN) DOR
OWNS CAM
A DOR
NORTHMEN -BEN
UNITS
F BEN
AMEND ARD ABUTS -CAM
DROP PEA
RULE BUILD_ANY NO_CHECK
DIRECTIVES PAYOLA
VICTORY 99
END
DUMMY ALL
"""
    imported = read_map(write(tmp_path, "more.map", text))
    variant = imported.variant

    assert set(variant.powers) == {"northmen", "westmen"}
    assert variant.powers["northmen"].home == ("ARD",)
    assert variant.powers["northmen"].units == ("F BEN",)
    assert "PEA" not in variant.provinces
    assert (variant.builds, variant.victory.centres) == ("owned", 3)
    assert len(imported.notes) == 5
    assert "CAM borders ARD for armies only by one side of the file" in imported.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("USE nowhere\n", "nowhere.map, used by broken.map, cannot be read"),
        ("USE broken\n", "uses itself"),
        ("Ardland = ard\n", "has a name but no terrain"),
        (ISLES.replace("GRE Dor", "GRE XXX"), "XXX is named in a border"),
        (ISLES.replace("F BEN", "F ARD"), "'F ARD' cannot stand there"),
        (ISLES.replace("UNOWNED DOR", "UNOWNED ZZZ"), "ZZZ"),
        (ISLES.replace("VICTORY 3", "VICTORY many"), "line 3"),
        (ISLES + "AMEND ZZZ ABUTS ARD\n", "ZZZ is amended before it is there"),
        ("LAND ARD\n", "has no powers"),
        ("LAND\n", "line 1"),
    ],
)
def test_a_broken_map_file_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadData) as raised:
        read_map(write(tmp_path, "broken.map", text))

    assert said in str(raised.value)


def test_a_map_file_with_a_port_says_what_is_lost(tmp_path: Path) -> None:
    imported = read_map(write(tmp_path, "port.map", ISLES.replace("COAST DOR", "PORT DOR")))

    assert imported.notes == ("Dorn is a port there: fleets in it do not convoy here",)


VARIANTS = """<?xml version="1.0"?>
<VARIANTS><DESCRIPTION>small</DESCRIPTION>
 <VARIANT name="Isles" version="1">
  <MAP adjacencyURI="isles_adjacency.xml"/>
  <RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_HOME_ONLY"/>
   <RULEOPTION name="OPTION_WINGS" value="VALUE_WINGS_ENABLED"/></RULEOPTIONS>
  <POWER name="Northmen" adjective="Northern" altnames="Normans"/>
  <POWER name="Southmen" adjective="Southern"/>
  <STARTINGTIME turn="Spring, 1850, Movement"/>
  <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/></VICTORYCONDITIONS>
  <SUPPLYCENTER province="ard" homepower="normans" owner="normans"/>
  <SUPPLYCENTER province="ben" homepower="northmen" owner="northmen"/>
  <SUPPLYCENTER province="cam" homepower="southmen" owner="southmen"/>
  <SUPPLYCENTER province="dor"/>
  <INITIALSTATE province="ard" power="northmen" unit="army"/>
  <INITIALSTATE province="ben" power="northmen" unit="fleet"/>
  <INITIALSTATE province="cam" power="southmen" unit="fleet" unitcoast="ec"/>
 </VARIANT>
</VARIANTS>"""
ADJACENCY = """<?xml version="1.0"?>
<PROVINCES>
 <PROVINCE shortname="ard" fullname="Ardland"><ADJACENCY type="mv" refs="ben cam"/></PROVINCE>
 <PROVINCE shortname="ben" fullname="Bencove">
  <ADJACENCY type="mv" refs="ard cam"/><ADJACENCY type="xc" refs="sea dor"/></PROVINCE>
 <PROVINCE shortname="cam" fullname="Camel">
  <ADJACENCY type="mv" refs="ard ben"/><ADJACENCY type="ec" refs="gre"/><ADJACENCY type="wc" refs="gre"/></PROVINCE>
 <PROVINCE shortname="dor" fullname="Dorn">
  <ADJACENCY type="mv" refs="dor"/><ADJACENCY type="xc" refs="gre ben"/></PROVINCE>
 <PROVINCE shortname="gre" fullname="Great Sea"><UNIQUENAME name="sea"/>
  <ADJACENCY type="xc" refs="ben cam-ec cam/wc dor"/></PROVINCE>
 <PROVINCE shortname="pea" fullname="Peak"><ADJACENCY type="mv" refs="pea"/></PROVINCE>
</PROVINCES>"""


def package(folder: Path, variants: str = VARIANTS, adjacency: str = ADJACENCY) -> Path:
    path = folder / "isles.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("isles/variants.xml", variants)
        packed.writestr("isles/isles_adjacency.xml", adjacency)
    return path


def test_a_jdip_package(tmp_path: Path) -> None:
    (imported,) = read_package(package(tmp_path)).values()

    check_isles(imported.variant)
    assert imported.notes == ("left out: rule OPTION_WINGS = VALUE_WINGS_ENABLED",)


def test_a_jdip_package_of_twelve_powers_gives_each_a_colour_of_its_own(tmp_path: Path) -> None:
    more = "".join(f'<POWER name="Clan {letter}" adjective="Clannish"/>' for letter in "ABCDEFGHIJ")
    whole = VARIANTS.replace("  <STARTINGTIME", f"  {more}\n  <STARTINGTIME")

    (imported,) = read_package(package(tmp_path, whole)).values()

    assert len(imported.variant.powers) == 12
    assert sorted(imported.variant.colours.values()) == list(range(1, 13))


@pytest.mark.parametrize("borders", ["pea", "ard", "ard ben"])
def test_a_province_called_impassable_is_closed_whatever_borders_it_lists(tmp_path: Path, borders: str) -> None:
    """Switzerland of many packages lists its neighbours, and they list it."""
    peak = '<PROVINCE shortname="pea" fullname="Peak"><ADJACENCY type="mv" refs="pea"/>'
    closed = f'<PROVINCE shortname="pea" fullname="Peak" isImpassable="true"><ADJACENCY type="mv" refs="{borders}"/>'
    text = ADJACENCY.replace(peak, closed).replace('refs="ben cam"', 'refs="ben cam pea"')
    assert "isImpassable" in text
    assert "cam pea" in text

    check_isles(read_package(package(tmp_path, adjacency=text))["Isles"].variant)


def test_a_jdip_folder(tmp_path: Path) -> None:
    write(tmp_path, "variants.xml", VARIANTS)
    write(tmp_path, "isles_adjacency.xml", ADJACENCY)

    check_isles(read_package(tmp_path)["Isles"].variant)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<VARIANTS>", "<!DOCTYPE V [<!ENTITY a 'b'>]><VARIANTS>", "entities"),
        ("</VARIANTS>", "", "variants.xml:"),
        ("isles_adjacency.xml", "other.xml", "does not hold it"),
        ("isles_adjacency.xml", "../../../etc/passwd", "names isles/passwd but does not hold it"),
        ("isles_adjacency.xml", ".", "names an adjacency file but does not hold it"),
        ('power="southmen" unit', 'power="gauls" unit', "'gauls', which is no power"),
        ('value="3"', 'value="many"', "variant Isles: invalid literal"),
        ('province="dor"/>', 'province="zzz"/>', "'zzz', which is no province"),
    ],
)
def test_a_broken_package_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadData) as raised:
        read_package(package(tmp_path, VARIANTS.replace(old, new)))

    assert said in str(raised.value)


def test_entities_are_refused_in_every_encoding(tmp_path: Path) -> None:
    text = VARIANTS.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-16"?>')
    path = tmp_path / "isles.zip"
    with zipfile.ZipFile(path, "w") as packed:
        declared = text.replace("<VARIANTS>", "<!DOCTYPE V [<!ENTITY a 'b'>]><VARIANTS>")
        packed.writestr("variants.xml", declared.encode("utf-16"))

    with pytest.raises(BadData, match="entities of its own"):
        read_package(path)


def test_what_is_no_package_at_all(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cannot be opened as a zip"):
        read_package(write(tmp_path, "no.zip", "no"))
    with pytest.raises(BadData, match=r"holds no variants\.xml"):
        read_package(tmp_path)
    with pytest.raises(BadData, match="expected PROVINCES, found VARIANTS"):
        read_package(package(tmp_path, adjacency=VARIANTS))


def test_any_map_by_its_name(tmp_path: Path) -> None:
    maps: list[Imported] = [
        read_any_map(write(tmp_path, "isles.map", ISLES)),
        read_any_map(package(tmp_path)),
        read_any_map(package(tmp_path), "Isles"),
    ]

    assert [sorted(one.variant.powers) for one in maps] == [["northmen", "southmen"]] * 3
    with pytest.raises(BadData, match="Did you mean Isles"):
        read_any_map(package(tmp_path), "Iles")
    with pytest.raises(BadData, match=r"should end in \.yaml"):
        read_any_map(tmp_path / "isles.txt")


def played() -> SavedGame:
    """Two years of few orders: a dislodgement, a retreat, a build."""
    texts = [
        {"france": "A PAR - BUR, A MAR - SPA", "germany": "A MUN - RUH"},
        {"germany": "A RUH - BUR, A BER - MUN"},
        {"france": "A SPA H", "germany": "A MUN S A RUH - BUR, A RUH - BUR"},
    ]
    phases: list[PlayedPhase] = []
    before = start(STANDARD)
    for number in range(5):
        words = texts[number] if number < len(texts) else {}
        verdict = judged(before, words)
        orders = {
            power: [read_order(STANDARD, text, before) for text in given.split(", ")] for power, given in words.items()
        }
        phases.append(PlayedPhase(before, orders, verdict.result.judged))
        before = verdict.next
    return SavedGame("own", STANDARD, (*phases, PlayedPhase(before)), ("NO_PRESS",))


def test_a_saved_game_reads_back_and_replays() -> None:
    game = played()
    (read,) = read_saved_games(write_saved_game(game))

    assert [str(one.position.phase) for one in read.phases] == [str(one.position.phase) for one in game.phases]
    for ours, theirs in zip(game.phases, read.phases, strict=True):
        assert theirs.position.units == {power: ours.position.units.get(power, ()) for power in STANDARD.powers}
        assert theirs.position.owners == ours.position.owners
        assert theirs.orders == ours.orders
    for one, following in zip(read.phases, read.phases[1:], strict=False):
        assert judge(STANDARD, one.position, one.orders).next.phase == following.position.phase


def test_saved_results_are_in_the_words_of_the_format() -> None:
    phases = msgspec.json.decode(write_saved_game(played()))["phases"]

    assert phases[1]["results"]["A RUH"] == ["bounce"]
    assert phases[0]["results"]["A PAR"] == []
    assert [phase["name"] for phase in phases[:3]] == ["S1901M", "F1901M", "W1901A"]
    assert phases[2]["state"]["builds"]["FRANCE"] == {"count": 1, "homes": ["MAR", "PAR"]}


def test_dislodged_units_and_builds_are_written_as_there() -> None:
    lost = position("F1901R", {"turkey": "A BUL"}, {"turkey": "CON"}, dislodged="austria A BUL from CON: SER")
    winter = position("W1901A", {"france": "A PAR"}, {"france": "PAR, BRE"})
    build = [read_order(STANDARD, "B F BRE")]
    game = SavedGame("x", STANDARD, (PlayedPhase(lost), PlayedPhase(winter, {"france": build})), over=True)
    first, last = msgspec.json.decode(write_saved_game(game))["phases"]

    assert first["state"]["units"]["AUSTRIA"] == ["*A BUL"]
    assert first["state"]["retreats"]["AUSTRIA"] == {"A BUL": ["SER"]}
    assert last["orders"] == {"FRANCE": ["F BRE B"]}
    assert last["name"] == "COMPLETED"
    (read,) = read_saved_games(write_saved_game(game))
    assert read.over
    assert [str(one.unit) for one in read.phases[0].position.dislodged] == ["A BUL"]


def test_several_games_stand_on_lines_and_one_may_be_spread_over_many() -> None:
    line = write_saved_game(played())

    assert len(list(read_saved_games(line + line))) == 2
    assert len(list(read_saved_games(msgspec.json.format(line, indent=1)))) == 1
    assert last_position(STANDARD, line) == next(read_saved_games(line)).phases[-1].position


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no", "line 1: this is no saved game"),
        (b'{"map": "atlantis", "phases": []}', "'atlantis', which is not here"),
        (b'{"phases": [{"name": "S1901M", "state": {"name": "", "units": {"GAUL": []}}}]}', "phase S1901M: .*'GAUL'"),
        (b'{"phases": [{"name": "X", "state": {"name": "", "units": {}}}]}', "phase X: I know no phase"),
    ],
)
def test_what_is_no_saved_game_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(BadData, match=said):
        list(read_saved_games(data))


def test_a_game_without_phases_has_no_last_position() -> None:
    with pytest.raises(BadData, match="no saved game of Diplomacy"):
        last_position(STANDARD, b'{"phases": []}')


def test_a_place_that_is_dropped_goes_with_its_coasts_and_all_borders_to_them(tmp_path: Path) -> None:
    write(tmp_path, "isles.map", ISLES)

    variant = read_map(write(tmp_path, "less.map", "USE isles\nDROP CAM\nUNPLAYED SOUTHMEN")).variant

    assert "CAM" not in variant.provinces
    assert variant.armies["ARD"] == variant.fleets["DOR"] - {"GRE"} == {"BEN"}
    assert variant.fleets["GRE"] == {"BEN", "DOR"}


def test_a_long_map_with_as_many_places_dropped_is_read_in_one_go(tmp_path: Path) -> None:
    """Each dropped place once cost a walk over all others: ten seconds for 1,600, a hundred times that for these."""
    places = [f"P{number}" for number in range(16_000)]
    lines = [f"{place} = {place}\nLAND {place} ABUTS {near}" for place, near in pairwise(places)]

    imported = read_map(write(tmp_path, "long.map", "\n".join([ISLES, *lines, *(f"DROP {place}" for place in places)])))

    check_isles(imported.variant)

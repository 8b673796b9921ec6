"""What the sandbox asks: lines of orders read one by one, pictures with and without the outcome."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.server.live import Json, Player
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.rulings import PRESETS, Rulings

POSITION = """
spring 1901 movement
England: F LON; F WAL
France: A BRE; F ENG
"""
PARADOX = "F LON S F WAL - ENG\nF WAL - ENG\nA BRE - LON VIA\nF ENG C A BRE - LON"
CLIENT = Path(__file__).resolve().parents[2] / "web" / "src" / "pages" / "sandbox"


def read(player: Player, text: str, status: int = 200) -> Json:
    return player.post("/api/adjudicate/readings", {"position": POSITION, "text": text}, status)


def test_lines_are_read_in_any_notation(player: Player) -> None:
    found = read(player, "fleet wales to english channel\nbrest -> london by convoy")

    assert [(one["power"], one["order"]) for one in found] == [
        ("england", "F WAL - ENG"),
        ("france", "A BRE - LON VIA"),
    ]
    assert not any(one.get("fault") for one in found)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("F Wales - Belgim", "Belgium"),
        ("F WAL - MUN", "Munich"),
        ("what is this?", "no "),
        ("A PAR - BUR", "Paris"),
    ],
)
def test_a_line_that_cannot_work_says_why(player: Player, line: str, words: str) -> None:
    good, bad = read(player, f"F LON H\n{line}")

    assert good["order"] == "F LON H"
    assert bad["line"] == 2
    assert words in bad["fault"]


@pytest.mark.parametrize(
    ("ruling", "counting"),
    [("last", [False, True, True]), ("combined", [True, True, True]), ("none", [False, True, False])],
)
def test_of_several_sets_of_orders_the_ruling_decides(player: Player, ruling: str, counting: list[bool]) -> None:
    text = "England: F LON H\nFrance: A BRE H\n---\nEngland: F WAL - ENG"
    wish = {"position": POSITION, "text": text, "issues": {"order_sets": ruling}}

    found = player.post("/api/adjudicate/readings", wish, 200)

    assert [not one.get("fault") for one in found] == counting


def test_a_line_says_under_which_heading_it_stands(player: Player) -> None:
    found = read(player, "England\nA BRE H\nF LON - XYZ\n---\nbrest hold")
    wales, _, brest = found

    assert [(one["heading"], one["batch"]) for one in found] == [
        ("england", 0),
        ("england", 0),
        ("", 1),
    ]
    assert wales["fault"]
    assert brest["power"] == "france"


def test_a_replaced_set_is_told_apart_from_what_cannot_be_read(player: Player) -> None:
    first, unread, last = read(player, "England\nF LON H\nF WAL - XYZ\n---\nEngland: F LON - ENG")

    assert [one.get("replaced", False) for one in (first, unread, last)] == [True, True, False]
    assert not last.get("fault")


def test_a_unit_ordered_two_ways_in_one_text_is_asked_about(player: Player) -> None:
    found = read(player, "F LON H\nF WAL H\nF LON - ENG\nF WAL H")

    assert ["Keep one" in (one.get("fault") or "") for one in found] == [True, False, True, False]
    assert "line 3: F LON - ENG" in found[0]["fault"]


def test_a_position_that_cannot_be_read_is_refused(player: Player) -> None:
    wish = {"position": "spring 1901 movement\nEngland\nF MUN", "text": "F LON H"}

    refused = player.post("/api/adjudicate/readings", wish, 400)

    assert "Munich" in refused["message"]


def picture(player: Player, **wish: object) -> bytes:
    answer = player.http.post("/api/adjudicate/picture", json={"position": POSITION, "orders": PARADOX, **wish})
    assert answer.status_code == 200, answer.text
    return answer.content


def test_pictures_show_the_outcome_or_only_the_orders(player: Player) -> None:
    judged, plain = picture(player), picture(player, judged=False)

    assert judged.startswith(b"<svg")
    assert plain.startswith(b"<svg")
    assert judged != plain
    assert picture(player, kind="png").startswith(b"\x89PNG")


def test_the_sandbox_offers_exactly_the_rulings_there_are() -> None:
    offered = json.loads((CLIENT / "issues.json").read_text("utf-8"))
    settled = {one["field"]: [choice["value"] for choice in one["choices"]] for one in offered}

    # The first belongs to a map that is not there yet, the second to games of several phases.
    elsewhere = {"via_blocked", "perpetual_orders"}
    assert set(settled) == set(Rulings.__struct_fields__) - elsewhere
    plain = msgspec.to_builtins(PRESETS["2023"])
    for field, values in settled.items():
        made = {getattr(rulings_with(PRESETS["2023"], {field: value})[0], field) for value in values}
        assert len(made) == len(values), field
        assert plain[field] in made, field


def test_a_line_of_play_goes_out_as_a_saved_game_and_comes_back(player: Player) -> None:
    first = player.post("/api/adjudicate", {"position": POSITION, "orders": PARADOX}, 200)
    orders = {"england": PARADOX.splitlines()[:2], "france": ["A BRE - LON", "F ENG C A BRE - LON"]}
    phases = [
        {"position": first["before"], "orders": orders},
        {"position": first["verdict"]["next"], "orders": {"france": ["F ENG R IRI"]}},
    ]

    saved = player.post("/api/adjudicate/saved", {"phases": phases}, 200)
    again = player.post("/api/adjudicate/games", {"text": json.dumps(saved)}, 200)

    assert [phase["name"] for phase in saved["phases"]] == ["S1901M", "S1901R"]
    assert saved["phases"][0]["results"]["A BRE"] == ["no convoy"]
    assert again["variant"] == "standard"
    assert [phase["orders"] for phase in again["phases"]] == [orders, {"france": ["F ENG R IRI"]}]
    assert again["phases"][1]["position"]["dislodged"][0]["unit"] == "F ENG"


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"phases": []}', '{"phases": [{"name": 3}]}', "[1]"])
def test_what_is_no_saved_game_is_refused(player: Player, text: str) -> None:
    refused = player.post("/api/adjudicate/games", {"text": text}, 400)

    assert "saved game" in refused["message"]


def test_the_maps_of_the_server_are_listed(player: Player) -> None:
    assert [one["key"] for one in player.get("/api/variants")] == ["standard", "middle-earth-viii", "ring-diplomacy"]


MAP = """
Alpha = alp
Beta = bet
Gamma Sea = gam
COAST ALP ABUTS BET GAM
COAST BET ABUTS ALP GAM
WATER GAM ABUTS ALP BET
ONE (ONES) ALP
A ALP
TWO (TWOS) BET
F BET
"""


def test_a_map_file_is_read_and_judged_on_at_once(player: Player) -> None:
    read_map = player.post("/api/variants/read", {"name": "tiny.map", "text": MAP}, 200)
    variant = read_map["variant"]
    assert sorted(variant["provinces"]) == ["ALP", "BET", "GAM"]

    found = player.post("/api/adjudicate", {"variant": variant, "orders": {"two": ["F BET - GAM"]}}, 200)

    assert found["verdict"]["next"]["units"]["two"] == ["F GAM"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("map.exe", MAP, "ends in"),
        ("..", MAP, "ends in"),
        ("x.map", "USE ../../../etc/passwd", "line 1"),
        ("x.map", "USE standard", "cannot be read"),
        ("x.map", "hello", "no map"),
        ("x.yaml", "schema: [", "x.yaml"),
        ("x" * 110 + ".yaml", "key: 1", "yaml"),
    ],
)
def test_what_is_no_map_is_refused_in_words(player: Player, name: str, text: str, words: str) -> None:
    problem = player.post("/api/variants/read", {"name": name, "text": text}, 400)

    assert words in problem["message"]


@pytest.mark.parametrize("board", ["{folder}/secret.yaml", "{folder}", ""])
def test_a_map_that_was_sent_names_no_file_of_the_server(player: Player, tmp_path: Path, board: str) -> None:
    (tmp_path / "secret.yaml").write_text("password: hidden\n", "utf-8")
    (tmp_path / "board.yaml").write_text("password: hidden\n", "utf-8")
    given = {**player.get("/api/variants/standard"), "board": board.format(folder=tmp_path)}

    answer = player.post("/api/adjudicate/picture", {"variant": given, "position": POSITION, "orders": PARADOX}, 400)

    assert answer["code"] == "picture.none"
    assert "has no board to draw" in answer["message"]
    assert "password" not in answer["message"]

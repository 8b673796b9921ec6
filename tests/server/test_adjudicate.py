"""The adjudicator without a game: any position and orders in, results with reasons out, whatever is wrong said."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.live import Json, Player
from wartable.games.diplomacy.variant import load_variant

POSITION = """
spring 1901 movement

France
A PAR, A MAR
centres: PAR, MAR, BRE

Germany
A BUR, A MUN
centres: MUN, BER
"""
ORDERS = """
France
A PAR - BUR
A MAR S A PAR - BUR
Germany
A BUR H
A MUN H
"""


def judge(player: Player, status: int = 200, **wish: object) -> Json:
    return player.post("/api/adjudicate", {"position": POSITION, "orders": ORDERS, **wish}, status)


def test_text_in_results_with_reasons_out(player: Player) -> None:
    found = judge(player)

    results = {one["order"]: one["result"] for one in found["verdict"]["orders"]}
    assert results["A PAR - BUR"] == "moves"
    assert all(one["reason"]["sentence"] for one in found["verdict"]["orders"])
    assert found["verdict"]["next"]["phase"] == "spring 1901 retreats"
    assert set(found["verdict"]["due"]["germany"]["retreats"]) == {"A BUR"}
    assert found["position_text"].startswith("spring 1901 retreats")
    assert "svg" not in found or found["svg"] is None


def test_the_next_position_goes_straight_back_in(player: Player) -> None:
    found = judge(player)

    again = judge(player, position=found["position_text"], orders="A BUR R RUH", text=True)
    same = judge(player, position=found["verdict"]["next"], orders={"germany": ["A BUR - RUH"]})

    assert again["verdict"]["orders"][0]["result"] == "retreats"
    assert again["text"].startswith("Spring 1901 retreats")
    assert same["verdict"] == again["verdict"]


def test_the_picture_comes_when_asked_for(player: Player) -> None:
    found = judge(player, picture=True)

    assert found["svg"].startswith("<svg")


def test_rulebooks_and_single_points(player: Player) -> None:
    wish: Json = {
        "variant": "middle-earth-viii",
        "position": "summer 3000 movement\nRohan\nA HDE\nArnor\nA ENE, A DRU",
        "orders": "A HDE - ISE; A ENE - HDE; A DRU S A ENE - HDE\nElves\nA ISE H",
    }
    wish["position"] += "\nElves\nA ISE"

    fortress = judge(player, **wish)
    uncovered = judge(player, **wish, issues={"fortress_covers_movers": "false"})

    assert [one["order"] for one in fortress["verdict"]["orders"] if one["dislodged"]] == []
    assert [one["order"] for one in uncovered["verdict"]["orders"] if one["dislodged"]] == ["A HDE - ISE"]
    assert judge(player, rules="1971")["verdict"]["phase"] == "spring 1901 movement"
    assert judge(player, 400, rules="1900")["code"] == "rules.unknown"


def test_options_that_change_the_map_come_with_the_issues(player: Player) -> None:
    wish: Json = {
        "variant": "middle-earth-viii",
        "position": None,
        "orders": "A ISE - DUN",
        "issues": {"seasons": "two"},
    }

    assert judge(player, **wish)["verdict"]["next"]["phase"] == "autumn 3000 movement"


def test_a_map_of_ones_own_comes_with_the_request(player: Player) -> None:
    own = msgspec.to_builtins(load_variant("standard"))
    own["key"], own["title"], own["board"] = "own", "My map", ""

    assert judge(player, variant=own)["verdict"]["orders"][0]["result"] == "moves"
    assert judge(player, 400, variant=own, picture=True)["code"] == "picture.none"
    own["powers"]["france"]["home"] = ["ATLANTIS"]
    assert "ATLANTIS" in judge(player, 400, variant=own)["message"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"orders": "France\nA PAR - BURGUNDIA"}, "line 2"),
        ({"position": "spring 1901 movement\nFrance\nF PAR"}, "cannot stand in"),
        ({"position": "spring 1901 movement\nFrance\nA PAR, A PAR"}, "cannot stand where"),
        ({"position": "once upon a time"}, "I know no phase"),
        ({"position": {"phase": "spring 1901 movement", "units": {"france": ["A NTH"]}}}, "cannot stand in"),
        ({"position": {"units": {}}}, "phase"),
        ({"variant": {"schema": "x"}}, "This is no map"),
        ({"issues": {"4.A.1": "maybe"}}, "4.A.1"),
    ],
)
def test_what_makes_no_sense_is_said(player: Player, wish: dict[str, object], said: str) -> None:
    refused = judge(player, 400, **wish)

    assert refused["code"] == "adjudicate.unreadable"
    assert said in refused["message"]


def test_an_unknown_map(player: Player) -> None:
    assert judge(player, 404, variant="colonial")["code"] == "variant.unknown"
    assert player.get("/api/variants/colonial", 404)["fix"] == ["middle-earth-viii", "standard", "ring-diplomacy"]


def test_what_may_be_ordered_in_any_position(player: Player) -> None:
    found = player.post("/api/adjudicate/orders", {"position": POSITION})

    moves = {one["source"]: one["targets"] for one in found["offers"]["france"] if one["kind"] == "move"}
    assert set(moves["A PAR"]) == {"PIC", "BRE", "GAS", "BUR"}
    winter = player.post("/api/adjudicate/orders", {"position": "winter 1901 adjustments\nFrance\nA PAR"})
    assert [one["source"] for one in winter["offers"]["france"] if one["kind"] == "build"] == ["BRE", "MAR"]


def test_a_map_can_be_looked_up_under_the_key_of_its_game(player: Player) -> None:
    found = player.get("/api/variants/diplomacy")

    assert found == player.get("/api/variants/standard")
    assert found["provinces"]["STP"]["coasts"] == ["NC", "SC"]
    assert found["powers"]["france"]["adjective"] == "French"

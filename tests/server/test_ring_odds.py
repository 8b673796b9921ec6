"""The calculator of Ring of Power over HTTP: what forces are made of, exact odds, and clear refusals."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import pytest

from tests.server.live import Json, Player

RAID = {"scenario": "edoras-raid", "attackers": "eomer, 3 rohan_rider", "defenders": "9 uruk_hai, lurtz"}


def reckon(player: Player, status: int = 200, **wish: object) -> Json:
    return player.post("/api/ring-of-power/odds", {**RAID, **wish}, status)


def test_the_worked_example_has_its_exact_odds(player: Player) -> None:
    found = reckon(player)

    (result,) = found["rounds"]
    assert result["win"] == pytest.approx(11217446157949 / 11284439629824, abs=1e-12)
    assert result["draw"] == pytest.approx(14606778125 / 2821109907456, abs=1e-12)
    assert result["lose"] == pytest.approx(2855453125 / 3761479876608, abs=1e-12)
    assert found["attackers"]["mean"] == pytest.approx(0.3095703125)
    assert found["defenders"]["mean"] == pytest.approx(32 / 9)
    assert math.fsum(found["defenders"]["casualties"]) == pytest.approx(1)
    (eomer,) = found["attackers"]["characters"]
    assert (eomer["name"], eomer["to_the_end"]) == ("Éomer", True)
    assert math.fsum(eomer["fates"].values()) == pytest.approx(1)
    (riders,) = found["attackers"]["units"]
    assert (riders["name"], riders["count"]) == ("Rider of Rohan", 3)
    assert found["attackers"]["figures"] == 4


def test_draws_are_fought_on_and_broken_off(player: Player) -> None:
    even: dict[str, Any] = {"scenario": "", "attackers": "3 orc", "defenders": "3 orc"}
    after = reckon(player, **even, rounds=3)["rounds"]
    stopped = reckon(player, **even, rounds=3, stop=[{"side": "attackers", "casualties": 1}])["rounds"][-1]

    assert [one["draw"] for one in after] == sorted((one["draw"] for one in after), reverse=True)
    assert after[0]["win"] == pytest.approx(after[0]["lose"])
    assert stopped["stopped"] > 0
    assert math.fsum(stopped.values()) == pytest.approx(1)


def test_a_side_breaks_off_when_its_character_falls(player: Player) -> None:
    stop = [{"side": "defenders", "character": "lurtz"}]
    found = reckon(player, attackers="2 rohan_rider", defenders="2 uruk_hai, lurtz", rounds=2, stop=stop)

    assert found["rounds"][-1]["stopped"] > 0


def test_walls_help_and_a_stockade_helps_less(player: Player) -> None:
    forces: dict[str, Any] = {"scenario": "", "attackers": "8 uruk_hai"}
    wins = [
        reckon(player, **forces, defenders=f"8 rohan_foot{where}")["rounds"][0]["win"]
        for where in (" in breached_fortress", " in stockade", " in weak_wall")
    ]

    assert wins == sorted(wins, reverse=True)
    assert len(set(wins)) == 3


def test_what_forces_are_made_of_is_told_with_the_numbers_of_the_scenario(player: Player) -> None:
    usual = player.get("/api/ring-of-power/units")
    raid = player.get("/api/ring-of-power/units", scenario="edoras-raid")
    riders = [next(one for one in stock["units"] if one["key"] == "rohan_rider") for stock in (usual, raid)]

    assert [bool(one["abilities"]) for one in riders] == [True, False]
    assert [one["mounted"] for one in riders] == [[2, 3, 4]] * 2
    walls = ["fortress", "weak_wall", "breached_fortress", "tower", "stockade"]
    assert [one["key"] for one in usual["walls"]] == walls
    assert {"woods", "clear"} <= {one["key"] for one in usual["grounds"]}
    assert "edoras-raid" in {one["key"] for one in usual["scenarios"]}
    assert any(one["crew"] > 0 for one in usual["weapons"])


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"attackers": "3 uruk_hia"}, "There is no unit uruk_hia. Did you mean uruk_hai?"),
        ({"attackers": "3 uruk_hai in fortress"}, "Only the defenders can be behind walls"),
        ({"attackers": "1500 orc", "defenders": "1500 orc"}, "3000 figures are more than the 2000"),
        (
            {"scenario": "", "attackers": "400 orc, 400 dunlending, 400 haradrim", "defenders": "700 rohan_foot"},
            "There are too many ways",
        ),
        ({"stop": [{"side": "attackers"}]}, "Say after how many casualties"),
        ({"stop": [{"side": "attackers", "character": "lurtz"}]}, "lurtz is no character of the attackers"),
        ({"scenario": "nowhere"}, "There is no scenario nowhere"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_the_reason(player: Player, wish: dict[str, object], said: str) -> None:
    problem = reckon(player, 400, **wish)

    assert said in problem["message"]


BEYOND: list[dict[str, Any]] = [{"rounds": 0}, {"rounds": 99}, {"attackers": "orc, " * 500}, {"stop": [{}] * 9}]


@pytest.mark.parametrize("wish", BEYOND)
def test_wishes_beyond_all_limits_are_refused(player: Player, wish: dict[str, object]) -> None:
    reckon(player, 400, **wish)


def test_an_unknown_scenario_has_no_units(player: Player) -> None:
    assert "There is no scenario nowhere" in player.get("/api/ring-of-power/units", 404, scenario="nowhere")["message"]


def test_the_server_starts_and_shows_its_games_without_the_libraries_of_the_calculator() -> None:
    script = (
        "import sys, wartable.server.app; from wartable.server.catalogue import picture\n"
        "picture('ring-of-power', 'light')\n"
        "print(any(one in sys.modules for one in ('shapely', 'numpy')))"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == "False"

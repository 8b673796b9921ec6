"""Tables of Ring of Power: the form of their options, seats that follow the scenario, and a campaign on this screen."""

from __future__ import annotations

import gzip
import json
from importlib import resources
from pathlib import Path

import pytest

from tests.server.clockwork import DAY, Timed, sit
from tests.server.live import Json, Live, Player
from wartable.engine.record import load, replay
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import FOLDERS, packaged_scenarios, scenario

KEY = RING_OF_POWER.key


def hot_seat(player: Player, **options: object) -> str:
    """Make a table where one person plays both sides; return its id."""
    table: str = player.table("me", "local", game=KEY, options=options)["id"]
    return table


def do(player: Player, table: str, action: Json) -> Json:
    """Let whoever is asked do something; return the update."""
    return player.act(table, player.snapshot(table)["update"]["to_act"][0], action)


def test_the_form_tells_of_scenarios(player: Player) -> None:
    game = next(one for one in player.get("/api/games") if one["key"] == KEY)
    field = next(one for one in game["options"] if one["name"] == "scenario")

    words = dict(field["choices"])

    assert set(words) >= set(packaged_scenarios()), "others are those that tests before this one brought along"
    turns = scenario("helms-deep").last_turn
    told = f"Assault on Helm's Deep: Free Peoples against Shadow, 60 by 48 inches, {turns} turns, about 60 minutes"
    assert words["helms-deep"] == told
    assert [preset["counts"] for preset in game["presets"]] == [[2], [2]]
    assert game["board"] is None


def test_seats_follow_the_scenario(player: Player) -> None:
    table = player.table("me", "open", game=KEY, start=False)
    at = f"/api/tables/{table['id']}"
    assert (table["counts"], table["roles"]) == ([2], ["Rohan", "Saruman"])

    war = player.put(f"{at}/options", {"preset": "default", "options": {"scenario": "war-of-the-ring"}})
    assert war["counts"] == [2, 4, 12]
    assert len(war["seats"]) == 2
    three = player.post(f"{at}/seats/2", {"kind": "local"})
    assert three["roles"] == []
    assert "for 2, 4 or 12 players, not 3" in player.post(f"{at}/seats/1", {"kind": "local"})["missing"]
    four = player.post(f"{at}/seats/3", {"kind": "open"})
    assert len(four["roles"]) == 4

    back = player.put(f"{at}/options", {"preset": "default", "options": {"scenario": "helms-deep"}})
    assert back["counts"] == [2]
    assert [seat["kind"] for seat in back["seats"]] == ["human", "local", "local"]
    assert "At most 2" in back["missing"]


def test_free_seats_go_when_a_scenario_has_fewer(player: Player) -> None:
    table = player.table("me", *["open"] * 3, game=KEY, options={"scenario": "war-of-the-ring"}, start=False)

    raid = player.put(f"/api/tables/{table['id']}/options", {"preset": "default", "options": {}})

    assert [seat["kind"] for seat in raid["seats"]] == ["human", "open"]
    assert raid["roles"] == ["Rohan", "Saruman"]


def test_a_scenario_that_is_not_there_is_refused_by_name(player: Player) -> None:
    table = player.table("me", "local", game=KEY, options={"scenario": "helms-deeep"}, status=400)

    assert table["code"] == "option.scenario"
    assert "helms-deep" in table["message"]


def test_a_campaign_is_played_taken_back_recorded_and_told(player: Player, live: Live) -> None:
    table = hot_seat(player, last_turn=1)
    update = player.snapshot(table)["update"]
    mover = next(
        seat["seat"] for seat in player.get(f"/api/tables/{table}")["seats"] if seat["seat"] in update["to_act"]
    )
    figure = next(
        one["figure"]
        for one in update["view"]["figures"]
        if one["figure"]["owner"] == update["view"]["question"]["player"] and not one.get("still")
    )
    spot = [figure["x"], figure["y"]]
    moved = player.act(table, mover, {"type": "move", "paths": [[figure["id"], [spot, [spot[0], spot[1] + 1500]]]]})
    assert moved["undo"]["allowed"]
    assert player.undo(table, mover)["view"] == update["view"]

    for _ in range(200):
        update = player.snapshot(table)["update"]
        if update["outcome"]:
            break
        kind = update["view"]["question"]["kind"]
        action = {
            "movement": {"type": "done"},
            "declare": {"type": "declare"},
            "combat": {"type": "resolve"},
            "retreat": {"type": "fall_back"},
            "consent": {"type": "consent", "use": False},
        }[kind]
        player.act(table, update["to_act"][0], action)

    result = player.get(f"/api/tables/{table}/result")
    assert result["verified"]
    assert result["series"]["names"] == ["fighters", "points", "places"]
    assert result["outcome"]["reason"]
    turns = [(point["step"], point["turn"]) for point in result["turning_points"]]
    assert turns == sorted(set(turns))
    record = load(live.player().http.get(f"/api/tables/{table}/record").text.encode(), RING_OF_POWER)
    *_, (_, state, _) = replay(record, RING_OF_POWER)
    assert RING_OF_POWER.outcome(state) is not None


def test_a_turn_of_losses_is_told_by_whose_share_fell_and_the_first_turn_counts(player: Player) -> None:
    table = player.table("me", "local", game=KEY, options={"last_turn": 1}, seed="raid")["id"]
    while not (update := player.snapshot(table)["update"])["outcome"]:
        kind = update["view"]["question"]["kind"]
        do(player, table, {"type": {"movement": "done", "declare": "declare", "combat": "resolve"}[kind]})

    (point,) = player.get(f"/api/tables/{table}/result")["turning_points"]
    assert point["turn"] == 0
    assert point["text"].endswith(" (Saruman): fighters fell from 17 to 10 (81% to 71% of all).")


def test_the_log_names_who_moved_and_puts_the_opening_of_a_turn_into_it(player: Player) -> None:
    table = hot_seat(player)
    first = player.snapshot(table)["update"]
    mover = first["to_act"][0]
    view = first["view"]
    asked = view["question"]["player"]
    figure = next(one["figure"] for one in view["figures"] if one["figure"]["owner"] == asked and not one.get("still"))
    spot = [figure["x"], figure["y"]]
    player.act(table, mover, {"type": "move", "paths": [[figure["id"], [spot, [spot[0], spot[1] + 1500]]]]})
    while (update := player.snapshot(table)["update"])["view"]["turn"] == 1:
        passes = {"movement": {"type": "done"}, "declare": {"type": "declare"}, "combat": {"type": "resolve"}}
        kind = update["view"]["question"]["kind"]
        player.act(table, update["to_act"][0], passes.get(kind, {"type": "fall_back"}))

    told = player.snapshot(table)["log"]
    moved = next(line for line in told if line["kind"] == "moved")
    assert (moved["seat"], moved["turn"], moved["mine"]) == (mover, 0, True)
    start = next(n for n, line in enumerate(told) if line["text"].startswith("Turn 2 of "))
    assert (told[start]["seat"], told[start]["turn"]) == (None, 1)
    assert {line["turn"] for line in told[told.index(moved) : start]} == {0}
    assert {line["turn"] for line in told[start:]} == {1}


def test_updates_of_the_largest_table_stay_small(player: Player) -> None:
    table = hot_seat(player, scenario="war-of-the-ring")

    update = do(player, table, {"type": "done"})

    assert len(gzip.compress(json.dumps(update).encode(), 5)) < 60_000


SHIRE = """schema: wartable-faction/1
title: The Shire
units:
  shirriff: {name: Shirriff, nation: shire, race: hobbit, foot: [1, 5, 5], provenance: stated}
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios with one of one's own in it, and a faction beside that."""
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    packaged = resources.files("wartable.data") / "ring_of_power" / "scenarios" / "edoras-raid.yaml"
    text = packaged.read_text("utf-8").replace("id: edoras-raid", "id: my-raid", 1)
    place = tmp_path / "my-raid"
    place.mkdir()
    (place / "scenario.yaml").write_text(text.replace("unit: rohan_rider", "unit: shirriff") + "factions: [shire]\n")
    (place / "shire.yaml").write_text(SHIRE)
    return place


def test_an_own_scenario_is_offered_played_and_bound_to_what_it_said(player: Player, own: Path) -> None:
    game = next(one for one in player.get("/api/games") if one["key"] == KEY)
    assert "my-raid" in dict(next(one for one in game["options"] if one["name"] == "scenario")["choices"])

    table = hot_seat(player, scenario="my-raid")
    was = player.get(f"/api/tables/{table}")["options"]["scenario"]
    names = {one["name"] for one in player.snapshot(table)["update"]["view"]["figures"]}
    ground = player.get(f"/api/tables/{table}/ground")
    (own / "scenario.yaml").write_text((own / "scenario.yaml").read_text().replace("last_turn: 6", "last_turn: 5"))
    later = player.get(f"/api/tables/{hot_seat(player, scenario='my-raid')}")["options"]["scenario"]

    assert "Shirriff" in names
    assert ground["places"]
    assert was.startswith("my-raid@")
    assert later.startswith("my-raid@")
    assert later != was
    assert do(player, table, {"type": "done"})["view"]["last_turn"] == 6


def test_a_faulty_own_scenario_is_refused_by_its_fault_and_troubles_nobody_else(player: Player, own: Path) -> None:
    file = own / "scenario.yaml"
    file.write_text(file.read_text().replace("unit: shirriff", "unit: balrogs"))
    told = player.table("me", "local", game=KEY, options={"scenario": "my-raid"}, status=400)
    assert (told["code"], "balrogs" in told["message"]) == ("option.scenario", True)

    file.write_text("id: [")
    assert (
        player.table("me", "local", game=KEY, options={"scenario": "my-raid"}, status=400)["code"] == "option.scenario"
    )
    game = next(one for one in player.get("/api/games") if one["key"] == KEY)
    choices = dict(next(one for one in game["options"] if one["name"] == "scenario")["choices"])
    assert "my-raid" not in choices
    assert set(packaged_scenarios()) <= set(choices)


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "my-raid@000000000000", "x" * 5000])
def test_a_name_leads_to_no_other_file(player: Player, own: Path, name: str) -> None:
    told = player.table("me", "local", game=KEY, options={"scenario": name}, status=400)

    assert told["code"] == "option.scenario"
    assert own.exists()


def test_each_movement_has_its_time_and_the_absent_move_nobody(tmp_path: Path) -> None:
    timed = Timed(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    try:
        players = [timed.player() for _ in range(2)]
        table = sit(players, game=KEY, pace={"seconds": DAY})
        first = players[0].snapshot(table)["update"]
        deadline = first["clock"]["deadline"]
        seat: int = first["to_act"][0]
        assert (first["seat"], deadline) == (seat, timed.time.millis + DAY * 1000)

        timed.skip(DAY / 2)
        figure = next(one["figure"] for one in first["view"]["figures"] if not one.get("still"))
        spot = [figure["x"], figure["y"]]
        move = {"type": "move", "paths": [[figure["id"], [spot, [spot[0], spot[1] + 500]]]]}
        moved = players[seat].act(table, seat, move)
        assert moved["clock"]["deadline"] == deadline

        timed.skip(DAY / 2)
        after = players[0].snapshot(table)["update"]
        assert after["to_act"] != [seat]
        assert after["clock"]["deadline"] == timed.time.millis + DAY * 1000
        assert after["undo"]["allowed"] is False
    finally:
        timed.stop()


def test_bots_play_a_campaign_to_its_end(player: Player) -> None:
    table = player.table("random", "random", game=KEY, options={"scenario": "edoras-raid", "last_turn": 2})["id"]

    player.wait_over(table)

    log = player.snapshot(table)["log"]
    assert {line["turn"] for line in log} == {0, 1}
    assert [line["text"] for line in log if not line["text"].endswith(".")] == []
    assert player.get(f"/api/tables/{table}/result")["verified"]

"""Tables of Ring of Power: the form of their options, seats that follow the scenario, and a campaign on this screen."""

from __future__ import annotations

import gzip
import json

from tests.server.live import Json, Live, Player
from wartable.engine.record import load, replay
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import scenario_keys

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

    assert set(words) == set(scenario_keys())
    assert words["helms-deep"] == (
        "Assault on Helm's Deep: Free Peoples against Shadow, 60 by 48 inches, 10 turns, about 60 minutes"
    )
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
    assert "for 2 or 4 or 12 players, not 3" in player.post(f"{at}/seats/1", {"kind": "local"})["missing"]
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
    assert result["series"]["names"] == ["figures", "points", "places"]
    assert result["outcome"]["reason"]
    record = load(live.player().http.get(f"/api/tables/{table}/record").text.encode(), RING_OF_POWER)
    *_, (_, state, _) = replay(record, RING_OF_POWER)
    assert RING_OF_POWER.outcome(state) is not None


def test_updates_of_the_largest_table_stay_small(player: Player) -> None:
    table = hot_seat(player, scenario="war-of-the-ring")

    update = do(player, table, {"type": "done"})

    assert len(gzip.compress(json.dumps(update).encode(), 5)) < 60_000

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Player, wait_for

pytestmark = pytest.mark.storage

PLACE = {"type": "place", "count": 1}


def place(update: Json, seat: int, count: int = 1) -> Json:
    space = update["offers"][str(seat)][0]["targets"][0]
    return {"type": "place", "space": space, "count": count}


def test_play_now_is_one_call_and_the_first_question_comes(player: Player) -> None:
    table = player.table("me", "random", "random")

    update = player.wait_turn(table["id"], 0)

    assert table["status"] == "running"
    assert table["my_seats"] == [0]
    assert update["prompts"]["0"]
    assert update["offers"]["0"]
    assert len(update["view"]["owners"]) == 42


def test_a_decision_is_answered_by_what_it_led_to(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)

    after = player.act(table, 0, place(update, 0))

    assert after["from_step"] == update["step"]
    assert after["step"] == update["step"] + 1
    assert [event["type"] for event in after["events"]] == ["placed"]
    assert len(after["log"]) == 1
    assert after["log"][0]["mine"]


def test_two_players_see_each_others_moves(player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    player.post(f"/api/tables/{table}/start")
    first = player.snapshot(table)["update"]["to_act"][0]
    mover, watcher = (player, other) if first == 0 else (other, player)

    with watcher.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        update = mover.snapshot(table)["update"]
        mover.act(table, first, place(update, first))
        seen = events.wait(lambda got: got.of("update"))

    assert seen[0]["events"][0]["type"] == "placed"
    assert seen[0]["offers"] == {}
    assert not seen[0]["log"][0]["mine"]


def test_undo_takes_a_placement_back_and_says_what(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    after = player.act(table, 0, place(update, 0))
    assert after["undo"]["allowed"]
    assert "place" in after["undo"]["label"]

    undone = player.undo(table, 0)

    assert undone["step"] == undone["from_step"] == update["step"]
    assert undone["view"] == update["view"]
    refused = player.undo(table, 0, status=409)
    assert refused["code"].startswith("undo.")


def test_undo_to_a_step(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    start = update["step"]
    for _ in range(3):
        update = player.act(table, 0, place(update, 0))

    assert player.undo(table, 0, to=start + 1)["step"] == start + 1
    assert player.undo(table, 0, to=start)["step"] == start


def test_an_attack_and_its_dice_are_one_answer(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    least = update["offers"]["0"][0]["most"]
    update = player.act(table, 0, place(update, 0, least))
    while "attack" not in {offer["kind"] for offer in update["offers"]["0"]}:
        update = player.act(table, 0, {"type": "end_turn"})
        update = player.wait_turn(table, 0)
        update = player.act(table, 0, place(update, 0, update["offers"]["0"][0]["most"]))
    offer = next(offer for offer in update["offers"]["0"] if offer["kind"] == "attack")
    attack = {"type": "attack", "source": offer["source"], "target": offer["targets"][0], "dice": 1, "until": None}
    odds = player.post(
        f"/api/tables/{table}/forecasts", {"seat": 0, "actions": [attack, {"type": "occupy", "count": 9}]}
    )

    after = player.act(table, 0, attack)

    assert 0 <= odds[0]["chance"] <= 1
    assert odds[1] is None
    assert after["step"] == after["from_step"] + 2
    battle = next(line for line in after["log"] if line["kind"] == "battle")
    assert battle["dice"]["attack"]
    assert set(battle["spaces"]) >= {attack["source"], attack["target"]}
    assert battle["chance"] == odds[0]["chance"]
    assert player.undo(table, 0, status=409)["code"] == "undo.dice"


def test_any_past_moment_can_be_seen(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    before = player.get(f"/api/tables/{table}/at/{update['step']}")
    after = player.act(table, 0, place(update, 0))

    assert before["view"] == update["view"]
    now = player.get(f"/api/tables/{table}/at/{after['step']}")
    assert now["view"] == after["view"]
    assert now["text"]
    assert player.get(f"/api/tables/{table}/at/99999", status=404)["code"] == "step.unknown"


def test_chat_is_heard_and_kept(player: Player, other: Player) -> None:
    table = player.table("me", "random")["id"]
    with other.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        line = player.post(f"/api/tables/{table}/chat", {"text": " Good <b>luck</b>! "}, 201)
        heard = events.wait(lambda got: got.of("chat"))

    assert heard == [line]
    assert line["text"] == "Good <b>luck</b>!"
    assert other.snapshot(table)["chat"] == [line]


def test_a_line_sent_twice_stands_once(player: Player) -> None:
    table = player.table("me", "random")["id"]
    wish = {"text": "Well played.", "key": "chat-key-0001"}

    first = player.post(f"/api/tables/{table}/chat", wish, 201)
    again = player.post(f"/api/tables/{table}/chat", wish, 201)

    assert again == first
    assert player.snapshot(table)["chat"] == [first]


def test_after_resigning_a_bot_plays_on(player: Player, other: Player) -> None:
    table = player.table("me", "open", "random", start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    player.post(f"/api/tables/{table}/start")
    first = player.snapshot(table)["update"]["to_act"][0]
    mover, seat = (player, 0) if first in (0, 2) else (other, 1)

    mover.post(f"/api/tables/{table}/resign", {"seat": seat})

    rest = other if mover is player else player
    update = rest.wait_turn(table, 1 - seat)
    card = rest.get(f"/api/tables/{table}")["seats"][seat]
    assert card["resigned"]
    assert update["step"] > 0
    assert mover.act(table, seat, {"type": "end_turn"}, status=403)["code"] == "seat.not_yours"


def test_bots_alone_play_to_the_end_and_the_result_is_proved(player: Player) -> None:
    wish: Json = {"options": {"turn_limit": 3}}
    table = player.table("random", "random", **wish)["id"]
    update = wait_for(lambda: (u := player.snapshot(table)["update"])["outcome"] and u)

    result = player.get(f"/api/tables/{table}/result")
    record = player.http.get(f"/api/tables/{table}/record")

    assert update["status"] == "finished"
    assert result["verified"]
    assert result["outcome"]["winners"]
    assert len(result["seed"]) == 64
    assert record.headers["content-type"] == "application/x-ndjson"
    assert len(record.text.strip().splitlines()) == update["step"] + 2
    assert player.get(f"/api/tables/{table}/why/{update['step']}")["text"]


def test_result_and_record_wait_for_the_end(player: Player) -> None:
    table = player.table("me", "random")["id"]

    for what in ("result", "record"):
        assert player.get(f"/api/tables/{table}/{what}", status=409)["code"] == "game.running"


def test_dice_of_a_known_seed_are_rolled_at_home_only(opens: Opens, tmp_path: Path, player: Player) -> None:
    abroad = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", known_seeds=False))
    refused = abroad.player().table("random", "random", seed="7", status=400)
    deals = [player.snapshot(player.table("me", "local", seed="7")["id"])["update"]["view"]["owners"] for _ in range(2)]

    assert refused["code"] == "seed.not_here"
    assert deals[0] == deals[1]


def test_sides_that_agree_on_a_draw_share_it_in_the_colours_of_their_land(player: Player) -> None:
    table = player.table("me", "local", game="lotr-machiavelli")["id"]
    for action in ({"type": "year"}, {"type": "campaign", "draw": True}):
        for seat in (0, 1):
            player.act(table, seat, action)

    result = player.get(f"/api/tables/{table}/result")
    assert result["sentence"].endswith(" (Evil side) share the first place. All powers agree on a draw.")
    assert [seat["colour"] for seat in player.get(f"/api/tables/{table}")["seats"]] == [2, 1]

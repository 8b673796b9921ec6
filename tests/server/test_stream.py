from __future__ import annotations

from itertools import pairwise

import pytest

from tests.server.live import Events, Live, Player
from tests.server.test_play import place

pytestmark = pytest.mark.storage


def steps(events: Events) -> list[tuple[int, int]]:
    return [(update["from_step"], update["step"]) for update in events.of("update")]


def test_a_reconnect_with_the_last_id_misses_nothing(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    with player.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        update = player.act(table, 0, place(update, 0))
        events.wait(lambda got: got.of("update"))
        last = events.last_id
    for _ in range(2):
        update = player.act(table, 0, place(update, 0))
    player.post(f"/api/tables/{table}/chat", {"text": "Still there?"}, 201)

    with player.stream(table, headers={"Last-Event-ID": str(last)}) as events:
        events.wait(lambda got: got.of("update") and got.of("chat"))

    seen = events.of("update")[0]
    assert last == update["seq"] - 2
    assert [event["type"] for event in seen["events"]] == ["placed", "placed"]
    assert seen["from_step"] == update["step"] - 2
    assert len(events.of("chat")) == 1
    assert events.last_id == seen["seq"]


def test_after_names_where_to_go_on_and_nothing_comes_twice(player: Player) -> None:
    table = player.table("me", "random")["id"]
    start = player.wait_turn(table, 0)
    update = player.act(table, 0, place(start, 0))

    with player.stream(table, after=start["seq"]) as events:
        events.wait(lambda got: got.of("update"))
        update = player.act(table, 0, place(update, 0))
        events.wait(lambda got: len(got.of("update")) == 2)

    assert steps(events) == [(start["step"], start["step"] + 1), (start["step"] + 1, update["step"])]


def test_whoever_was_away_during_an_undo_is_told_what_stands(player: Player) -> None:
    table = player.table("me", "random")["id"]
    start = player.wait_turn(table, 0)
    first = player.act(table, 0, place(start, 0))
    player.act(table, 0, place(first, 0))
    away = player.snapshot(table)["seq"]
    player.undo(table, 0, to=start["step"])
    now = player.act(table, 0, place(start, 0, 2))

    with player.stream(table, after=away) as events:
        events.wait(lambda got: got.of("update"))

    seen = events.of("update")[0]
    assert (seen["from_step"], seen["step"]) == (start["step"], start["step"] + 1)
    assert seen["view"] == now["view"]


def test_signs_of_life_come_while_nothing_happens(player: Player) -> None:
    table = player.table("me", "open", start=False)["id"]

    with player.stream(table) as events:
        events.wait(lambda got: sum(line.startswith(":") for line in got.raw) >= 2)


def test_presence_is_shown_and_ends(live: Live, player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})

    def here(seat: int) -> bool:
        return bool(player.get(f"/api/tables/{table}")["seats"][seat]["present"])

    assert not here(1)
    with player.stream(table) as events:
        with other.stream(table):
            events.wait(lambda got: got.of("table") and got.of("table")[-1]["seats"][1]["present"])
            assert here(1)
        events.wait(lambda got: not got.of("table")[-1]["seats"][1]["present"])
    known = live.services.hub.known(table)
    assert known is not None
    events.wait(lambda _: not known.listeners)


def test_lobby_changes_arrive(player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False)["id"]

    with player.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
        events.wait(lambda got: got.of("table")[-1]["seats"][1]["kind"] == "human")
        player.post(f"/api/tables/{table}/start")
        events.wait(lambda got: got.of("table")[-1]["status"] == "running")
        events.wait(lambda got: got.of("update"))

    assert events.of("update")[0]["from_step"] == 0


def test_bots_are_seen_moving(player: Player) -> None:
    table = player.table("me", "random", "random")["id"]
    update = player.wait_turn(table, 0)
    with player.stream(table, after=update["seq"]) as events:
        update = player.act(table, 0, place(update, 0, update["offers"]["0"][0]["most"]))
        player.act(table, 0, {"type": "end_turn"})
        events.wait(lambda got: any(u["to_act"] == [0] and u["step"] > update["step"] + 2 for u in got.of("update")))

    seen = steps(events)
    assert all(first[1] == second[0] for first, second in pairwise(seen))
    lines = [line for one in events.of("update") for line in one["log"]]
    assert any(line["bot"] for line in lines)
    begun = [line for line in lines if line["kind"] == "turn_began" and line["seat"] == 0]
    assert begun
    assert not any(line["bot"] for line in begun), "a bot's last move begins one's turn, and decides nothing in it"

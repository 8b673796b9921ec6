"""Giving up: everybody is told, a duel is over by it, in a larger game a bot plays on."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.clockwork import sit
from tests.server.live import Json, Live, Player, some_action, wait_for
from tests.server.test_play import place
from wartable.engine import record
from wartable.server.play import still_in


def resigned(lines: Json) -> list[Json]:
    return [line for line in lines if line["kind"] == "resigned"]


@pytest.fixture
def three(live: Live) -> tuple[list[Player], str]:
    players = [live.player() for _ in range(3)]
    return players, sit(players)


def test_everybody_who_looks_is_told_in_the_log(three: tuple[list[Player], str]) -> None:
    players, table = three
    names = [seat["name"] for seat in players[0].get(f"/api/tables/{table}")["seats"]]
    with players[0].stream(table) as events:
        events.wait(lambda got: got.of("table"))
        players[2].post(f"/api/tables/{table}/resign", {"seat": 2})
        update = events.wait(lambda got: got.of("update"))[0]
        events.wait(lambda got: got.of("table")[-1]["seats"][2]["resigned"])

    (line,) = resigned(update["log"])
    assert line["text"] == f"{names[2]} resigns, and a bot plays on."
    assert line["seat"] == 2
    assert resigned(players[1].snapshot(table)["log"])[0] == {**line, "mine": False}


def test_it_is_told_once_by_whatever_way_one_looks(live: Live, three: tuple[list[Player], str]) -> None:
    players, table = three
    begun = players[0].snapshot(table)
    players[2].post(f"/api/tables/{table}/resign", {"seat": 2})
    known: list[Json] = begun["log"]
    with players[0].stream(table, after=begun["seq"]) as events:
        for _ in range(6):
            players[0].snapshot(table)
            update = players[0].snapshot(table)["update"]
            seat = update["to_act"][0]
            if seat == 2:
                break
            update = players[seat].wait_turn(table, seat)
            players[seat].act(table, seat, some_action(update, seat))
        done = players[0].snapshot(table)
        events.wait(lambda got: got.of("update") and got.of("update")[-1]["step"] >= done["step"])
        for one in events.of("update"):  # as browsers take them in
            known = [line for line in known if line["step"] <= one["from_step"]] + one["log"]

    assert len(resigned(known)) == 1
    assert len(resigned(players[0].snapshot(table)["log"])) == 1
    live.services.hub._tables.pop(table)
    assert len(resigned(players[0].snapshot(table)["log"])) == 1


def test_a_duel_is_over_and_the_opponent_has_won(live: Live, player: Player, other: Player) -> None:
    table = sit([player, other])
    update = player.snapshot(table)["update"]
    seat = update["to_act"][0]
    mover = (player, other)[seat]
    mover.act(table, seat, place(mover.wait_turn(table, seat), seat))
    names = [one["name"] for one in player.get(f"/api/tables/{table}")["seats"]]

    answer = other.post(f"/api/tables/{table}/resign", {"seat": 1})

    assert answer["outcome"]["winners"] == [0]
    assert answer["to_act"] == []
    assert answer["status"] == "finished"
    assert resigned(answer["log"])[0]["text"] == f"{names[1]} resigns, and the game is over."
    told = player.get(f"/api/tables/{table}/result")
    assert told["sentence"] == f"{names[0]} has won. {names[1]} has resigned."
    assert told["verified"], "the dice are proved as of any game that is over"
    verdict = record.verify(record.load(player.http.get(f"/api/tables/{table}/record").content))
    assert verdict.dice_match
    for one in (player, other):
        assert one.act(table, 0, {"type": "end_turn"}, 409 if one is player else 403)["code"]
    cards = player.get("/api/tables", show="mine")
    assert next(card["status"] for card in cards if card["id"] == table) == "finished"
    live.services.hub._tables.pop(table)
    again = player.snapshot(table)["update"]
    assert (again["outcome"], again["to_act"], again["offers"]) == (answer["outcome"], [], {})


def test_against_a_single_bot_it_is_over_too(player: Player) -> None:
    table = player.table("me", "easy", pace={"seconds": 600})["id"]
    player.wait_turn(table, 0)
    player.post(f"/api/tables/{table}/resign", {"seat": 0})

    over = player.snapshot(table)["update"]
    assert over["outcome"]["ranks"] == [2, 1]
    assert over["clock"]["deadline"] is None


def test_of_two_who_resign_a_duel_at_once_one_has_won(player: Player, other: Player) -> None:
    table = sit([player, other])
    first = player.http.post(f"/api/tables/{table}/resign", json={"seat": 0}).status_code
    second = other.http.post(f"/api/tables/{table}/resign", json={"seat": 1})

    assert (first, second.status_code, second.json()["code"]) == (200, 409, "game.over")
    assert player.snapshot(table)["update"]["outcome"]["winners"] == [1]


def test_nobody_goes_back_behind_the_end(player: Player, other: Player) -> None:
    table = sit([player, other])
    seat = player.snapshot(table)["update"]["to_act"][0]
    mover = (player, other)[seat]
    mover.act(table, seat, place(mover.wait_turn(table, seat), seat))
    (other, player)[seat].post(f"/api/tables/{table}/resign", {"seat": 1 - seat})

    assert mover.undo(table, seat, 409)["code"] == "game.over"


def test_who_has_lost_everything_is_no_opponent_any_more(live: Live, player: Player) -> None:
    table = player.table("medium", "medium", "random", "random", options={"turn_limit": 90})["id"]
    player.wait_over(table)
    player.snapshot(table)
    known = live.services.hub.known(table)
    assert known is not None
    match = known.running()
    owners: Json = msgspec.to_builtins(match.game.view(match.state, None))["owners"]

    assert still_in(known) == [seat for seat in range(4) if seat in owners]
    assert 0 < len(still_in(known)) < 4


def test_a_table_where_the_last_person_resigned_is_played_to_its_end_by_bots(player: Player) -> None:
    table = player.table("me", "random", "random", options={"turn_limit": 3})["id"]
    player.wait_turn(table, 0)
    player.post(f"/api/tables/{table}/resign", {"seat": 0})

    player.wait_over(table)
    assert wait_for(lambda: len(resigned(player.snapshot(table)["log"])) == 1)

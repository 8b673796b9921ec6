"""Whole games of Diplomacy through the server: bots to the end, record and result, the log as people read it."""

from __future__ import annotations

import pytest

from tests.server.live import Json, Live, Player, wait_for
from wartable.engine.record import load, replay
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY


@pytest.mark.parametrize(
    ("game", "year"), [(DIPLOMACY, 1904), (MIDDLE_EARTH_VIII, 3005)], ids=["standard", "middle-earth"]
)
def test_bots_play_a_whole_game(live: Live, player: Player, game: Diplomacy, year: int) -> None:
    seats = ["random"] * game.seats[1]
    table = player.table(*seats, game=game.key, options={"last_year": year})["id"]

    update = wait_for(lambda: ended(player, table))

    assert update["outcome"]["winners"]
    assert update["view"]["ending"]["kind"] in {"last_year", "solo"}
    result = player.get(f"/api/tables/{table}/result")
    assert result["verified"]
    assert result["series"]["names"][0] == ("centres" if game is DIPLOMACY else "units")
    marks = player.snapshot(table)["marks"]
    begins = "Spring 1901" if game is DIPLOMACY else "Summer Third Age 3000"
    assert marks[0]["title"] == begins  # named though the log that is sent may begin later
    assert len({mark["title"] for mark in marks}) == len(marks)
    lines = live.player().http.get(f"/api/tables/{table}/record").text
    record = load(lines.encode(), game)
    *_, (_, state, _) = replay(record, game)
    assert game.outcome(state) is not None


def ended(player: Player, table: str) -> Json:
    update = player.snapshot(table)["update"]
    return update if update["outcome"] else None


def test_the_log_tells_everybody_the_same_story(player: Player) -> None:
    table = player.table("me", *["random"] * 7, game="middle-earth-viii", options={"last_year": 3001})["id"]
    for _ in range(12):
        update = player.wait_turn(table, 0)
        if update["outcome"]:
            break
        player.act(table, 0, {"type": "orders"})

    log = player.snapshot(table)["log"]

    kinds = {line["kind"] for line in log}
    assert {"orders_revealed", "phase_opened", "ended"} <= kinds
    assert [line for line in log if not line["text"].endswith(".")] == []
    mine = [line for line in log if line["mine"]]
    assert all(line["seat"] == 0 for line in mine)
    assert {line["bot"] for line in mine} == {False}


def test_the_lobby_says_which_power_a_seat_plays(player: Player) -> None:
    seven = player.table("me", *["open"] * 6, game="diplomacy", start=False)
    five = player.table("me", *["random"] * 4, game="diplomacy")

    assert seven["roles"] == ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
    assert five["roles"] == ["Austria", "England", "France", "Russia", "Turkey"]
    assert player.table("me", "open", game="diplomacy", start=False)["roles"] == []
    assert player.table("me", "easy")["roles"] == []


def test_the_reasons_of_bots_come_out_with_their_orders(player: Player) -> None:
    table = player.table("me", *["random"] * 4, game="diplomacy")["id"]
    player.wait_turn(table, 0)
    wait_for(lambda: player.snapshot(table)["step"] == 4)
    assert player.get(f"/api/tables/{table}/why/1", 409)["code"] == "why.secret"

    player.act(table, 0, {"type": "orders"})

    assert player.get(f"/api/tables/{table}/why/1")["text"] == "Chosen at random."


def test_seats_wear_the_colours_of_their_powers(player: Player) -> None:
    table = player.table("me", *["random"] * 6, game="diplomacy", options={"last_year": 1901})

    assert [seat["colour"] for seat in table["seats"]] == [1, 2, 6, 7, 3, 8, 4]
    update = player.snapshot(table["id"])["update"]
    assert [power["colour"] for power in update["view"]["powers"]] == [1, 2, 6, 7, 3, 8, 4]

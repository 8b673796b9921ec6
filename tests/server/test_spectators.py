"""Who watches: the public view while a game goes on, every seat's view once it is over."""

from __future__ import annotations

from tests.server.live import Player


def test_a_game_that_is_over_is_seen_through_any_seat(player: Player, other: Player) -> None:
    table = player.table("random", "random", preset="missions", options={"turn_limit": 1})["id"]
    player.wait_over(table)
    other.me()

    assert other.snapshot(table)["update"]["view"]["goal"]["mission"] is None
    seen = [other.snapshot(table, **{"as": seat})["update"]["view"]["goal"]["mission"] for seat in (0, 1)]
    assert all(seen)
    assert other.get(f"/api/tables/{table}/at/3", **{"as": 1})["view"]["goal"]["mission"]
    assert other.get(f"/api/tables/{table}/game", 403, **{"as": 2})["code"] == "seat.not_yours"


def test_a_game_that_goes_on_is_seen_through_own_seats_only(player: Player, other: Player) -> None:
    table = player.table("me", "random", preset="missions", options={"first_player": "seat_order"})["id"]
    other.me()

    assert other.get(f"/api/tables/{table}/game", 403, **{"as": 0})["code"] == "seat.not_yours"
    assert player.get(f"/api/tables/{table}/game", 403, **{"as": 1})["code"] == "seat.not_yours"


def test_a_roll_says_whom_it_was_against(player: Player) -> None:
    table = player.table("random", "random", options={"turn_limit": 2})["id"]
    player.wait_over(table)

    lines = player.snapshot(table)["log"]
    rolls = [line for line in lines if line["kind"] == "battle"]
    assert rolls
    assert all(line["against"] == 1 - line["seat"] for line in rolls)
    assert all(line["against"] is None for line in lines if line["kind"] == "placed")

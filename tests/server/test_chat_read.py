"""What is new in the chat of a table: counted for who was away, until they have read it, and for nobody else."""

from __future__ import annotations

import pytest

from tests.server.live import Json, Player

pytestmark = pytest.mark.storage


def _card(player: Player, table: str) -> Json:
    return next(card for card in player.get("/api/tables", show="mine") if card["id"] == table)


def _say(player: Player, table: str, text: str) -> int:
    return int(player.post(f"/api/tables/{table}/chat", {"text": text, "key": player.key()}, 201)["id"])


def test_lines_of_others_are_new_until_they_are_read(player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False, pace={"seconds": 86_400})["id"]
    path = f"/api/tables/{table}"
    other.post(f"{path}/seats/1", {"kind": "me"})
    first, second = _say(other, table, "Hello"), _say(other, table, "Anybody?")

    assert (_card(player, table)["lines"], _card(other, table)["lines"]) == (2, 0)
    assert player.snapshot(table)["heard"] == 0
    player.put(f"{path}/chat/read", {"line": first})
    assert _card(player, table)["lines"] == 1
    player.put(f"{path}/chat/read", {"line": second + 1000})
    player.put(f"{path}/chat/read", {"line": first})
    assert _card(player, table)["lines"] == 0
    assert player.snapshot(table)["heard"] == second

    if player.get(path)["status"] == "open":
        player.post(f"{path}/start")
    player.post(f"{path}/extend", {"seconds": 3600})
    assert other.snapshot(table)["chat"][-1]["name"] == "Clock"
    assert _card(other, table)["lines"] == 0, "the clock writes to nobody"
    _say(other, table, "My turn is a long one.")
    assert _card(player, table)["lines"] == 1
    _say(player, table, "Take your time.")
    assert _card(player, table)["lines"] == 0, "who answers has read what was said before"
    assert _card(other, table)["lines"] == 1


def test_where_letters_stand_in_for_the_chat_no_line_of_it_is_new(player: Player, other: Player) -> None:
    table = player.table("me", "open", *["easy"] * 3, game="diplomacy", start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    _say(other, table, "Shall we begin?")
    assert _card(player, table)["lines"] == 1

    player.post(f"/api/tables/{table}/start")

    assert _card(player, table)["lines"] == 0


def test_of_who_plays_nowhere_nothing_is_kept(player: Player, other: Player) -> None:
    table = player.table("me", "random")["id"]
    line = _say(player, table, "Is anybody there?")
    other.put(f"/api/tables/{table}/chat/read", {"line": line})

    assert other.snapshot(table)["heard"] == 0
    assert other.put(f"/api/tables/{table}/chat/read", {"line": 0}, 400)["code"] == "request.invalid"

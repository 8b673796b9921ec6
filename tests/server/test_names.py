"""Names: no two that look alike at one table, and nobody takes that of somebody who signs in."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from tests.server.live import Live
from wartable.server.names import looks
from wartable.server.schema import passkeys


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "\u0410nn\u0430"),
        ("Ian", "lan"),
        ("Bob0", "Bobo"),
        ("Zo\u00eb", "Zoe"),
        ("Ann a", "Anna"),
        ("\uff21nna", "Anna"),
    ],
)
def test_names_that_are_taken_for_each_other_have_one_look(one: str, other: str) -> None:
    assert looks(one) == looks(other)


def test_other_names_and_names_without_letters_keep_their_own() -> None:
    shown = ["Anna", "Anne", "Player 1", "Player 2", "Player 12", "!!", "??", "\u677e", "\u6a2a", "\U0001f98a"]
    assert len({looks(name) for name in shown}) == len(shown)


def test_at_a_table_the_second_of_two_alike_gets_a_number(live: Live) -> None:
    ann, cyrillic = live.player(), live.player()
    table = ann.table("me", "open", start=False)["id"]
    for player, name in ((ann, "Anna"), (cyrillic, "\u0410nna")):
        player.put("/api/me", {**without_id(player.me()), "name": name})
    cyrillic.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    shown = [seat["name"] for seat in ann.snapshot(table)["table"]["seats"]]
    assert shown == ["Anna", "\u0410nna 2"]


def test_nobody_takes_the_name_of_somebody_who_signs_in(live: Live) -> None:
    known, other = live.player(), live.player()
    known.put("/api/me", {**without_id(known.me()), "name": "Mira"})
    row = {
        "id": "key",
        "player_id": known.me()["id"],
        "public_key": b"",
        "uses": 0,
        "name": "",
        "created": 0.0,
        "used": None,
    }
    live.run(live.services.store.execute(insert(passkeys).values(row)))

    was = without_id(other.me())
    refused = other.put("/api/me", {**was, "name": "M\u0131ra"}, 409)
    assert refused["code"] == "name.taken"
    assert other.me()["name"] == was["name"]
    known.put("/api/me", {**without_id(known.me()), "name": "mira"})
    other.put("/api/me", {**was, "name": "Myra"})


def without_id(me: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in me.items() if key != "id"}

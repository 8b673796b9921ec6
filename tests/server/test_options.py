"""Options of a table: sets, defaults by seats, refusals with ways out, and what is stored of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from tests.engine.tiny_options import TRAVEL_GAME
from tests.server.live import Json, Live, Player, installed
from tests.server.test_damaged import damage
from wartable.engine import registry
from wartable.server.schema import tables


@pytest.fixture
def travel() -> Iterator[str]:
    """The game with all kinds of options, installed for one test."""
    with installed(TRAVEL_GAME) as key:
        yield key


def put(player: Player, table: Json, preset: str, status: int = 200, **options: object) -> Json:
    return player.put(f"/api/tables/{table['id']}/options", {"preset": preset, "options": options}, status)


def stored(live: Live, table: Json) -> Json:
    with live.services.store.write_engine.begin() as connection:
        text = connection.execute(tables.select().where(tables.c.id == table["id"])).one().options
    found: Json = msgspec.json.decode(text)
    return found


def test_what_contradicts_is_refused_with_typed_ways_out(player: Player) -> None:
    table = player.table("me", "easy", start=False)

    problem = put(player, table, "engine", 400, income="cards_only")

    assert problem["code"] == "option.contradiction"
    assert problem["fix"] == ["income=whole_sum", "cards=escalating, turn_limit=20"]
    conflicts, ways = problem["disagreement"]["conflicts"], problem["disagreement"]["ways"]
    assert [conflict["options"] for conflict in conflicts] == [["income", "cards"], ["income", "turn_limit"]]
    assert conflicts[0]["reason"]["message"].endswith("this game has no cards.")
    for way in ways:
        put(player, table, "engine", 200, **{"income": "cards_only", **way})


def test_other_refusals_say_nothing_of_options(player: Player) -> None:
    table = player.table("me", "easy", start=False)

    assert "disagreement" not in put(player, table, "nonsense", 400)
    assert put(player, table, "engine", 400, fortify=7).get("disagreement") is None


def test_a_default_by_seats_follows_the_seats_until_the_game_starts(live: Live, player: Player, travel: str) -> None:
    table = player.table("me", "random", game=travel, start=False)
    path = f"/api/tables/{table['id']}"
    assert (table["options"]["hand"], table["changes"]) == (5, 0)
    assert "hand" not in stored(live, table)

    for seat in (2, 3):
        table = player.post(f"{path}/seats/{seat}", {"kind": "bot", "level": "random"})
    assert (table["options"]["hand"], table["changes"]) == (4, 0)

    player.post(f"{path}/start")
    assert stored(live, table)["hand"] == 4
    assert player.get(path)["changes"] == 0


def test_free_seats_do_not_count_for_a_default_when_the_game_starts(live: Live, player: Player, travel: str) -> None:
    table = player.table("me", "random", "open", "open", game=travel, start=False)
    assert table["options"]["hand"] == 4

    player.post(f"/api/tables/{table['id']}/start")

    assert stored(live, table)["hand"] == 5


def test_what_was_chosen_stays_whoever_comes(player: Player, travel: str) -> None:
    table = player.table("me", "random", game=travel, start=False, options={"hand": 4})
    assert (table["options"]["hand"], table["changes"]) == (4, 1)

    table = put(player, table, "short", hand=7, parts=["ring", "leaders"])

    assert (table["options"]["hand"], table["options"]["parts"], table["changes"]) == (7, ["leaders", "ring"], 2)


def test_the_lobby_is_told_of_kinds_needs_and_defaults(player: Player, travel: str) -> None:
    game = next(one for one in player.get("/api/games") if one["key"] == travel)
    fields = {field["name"]: field for field in game["options"]}

    assert fields["parts"]["kind"] == "set"
    assert fields["hand"]["by_seats"] == [[2, 5], [4, 4]]
    assert fields["stars"]["needs"] == [
        {"why": "no cards", "any_of": [{"option": "cards", "values": [True], "other": False}]}
    ]
    assert fields["neutral"]["seats"] == [2]
    assert "hand" not in game["presets"][0]["options"]
    assert game["presets"][1]["options"]["hand"] == 3


def test_a_stored_table_goes_on_with_options_that_lost_their_effect(live: Live, player: Player) -> None:
    waiting = player.table("me", "random", start=False)
    running = player.table("me", "random")
    for table in (waiting, running):
        options = {**stored(live, table), "seize_cards": False, "missions": "lotr_notes"}
        damage(live, table["id"], options=msgspec.json.encode(options).decode())

    assert player.get(f"/api/tables/{waiting['id']}")["can_start"]
    assert player.post(f"/api/tables/{waiting['id']}/start")["status"] == "running"
    assert player.snapshot(running["id"])["update"]["view"]


def test_a_table_goes_by_the_rules_of_the_day_it_starts_and_that_is_stored(live: Live, player: Player) -> None:
    table = player.table("me", "random", start=False)
    damage(live, table["id"], rules_version="0")

    player.post(f"/api/tables/{table['id']}/start")

    with live.services.store.write_engine.begin() as connection:
        row = connection.execute(tables.select().where(tables.c.id == table["id"])).one()
    assert row.rules_version == registry.get("risk").rules_version

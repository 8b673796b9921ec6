"""A game whose map has rules of its own, at a table with bots and in the sandbox: both judge by them, and say so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.diplomacy.alps import ALPS
from tests.server.live import Json, Live, Player
from wartable.engine import registry

ITALY = 4
SITUATION: Json = {"variant": "alps", "position": "fall 1901 movement\nAustria\nA TYR\nGermany\nA MUN\ncentres: MUN"}


@pytest.fixture
def alps() -> Iterator[str]:
    registry.register(ALPS)
    yield ALPS.key
    registry.unregister(ALPS.key)


def test_bots_play_a_table_to_its_end(live: Live, player: Player, alps: str) -> None:
    levels = ["hard", "medium", "easy", "easy", "random", "random", "random"]
    table = player.table(*levels, game=alps, options={"last_year": 1902, "snow": "spring"})["id"]

    player.wait_over(table)

    known = live.services.hub.known(table)
    assert known is not None
    assert "The bot found no move, so the rules decided." not in [move.why for move in known.running().moves]
    assert player.get(f"/api/tables/{table}/result")["verified"]


def test_orders_and_drafts_over_a_closed_border_are_refused_with_the_reason(player: Player, alps: str) -> None:
    seats = ["easy", "easy", "easy", "easy", "me", "easy", "easy"]
    table = player.table(*seats, game=alps, options={"snow": "spring"})["id"]
    player.wait_turn(table, ITALY)
    move = {"type": "move", "unit": {"kind": "A", "at": "VEN"}, "to": "TYR"}
    march = {"type": "orders", "orders": [move]}

    refused = player.act(table, ITALY, march, 409)
    draft = player.put(f"/api/tables/{table}/draft", {"seat": ITALY, "step": 0, "revision": 1, "action": march})

    assert refused["message"] == "The army in Venice cannot go to Tyrolia now, as the passes are snowed in."
    assert draft["problem"] == refused


@pytest.mark.usefixtures("alps")
def test_the_sandbox_lists_judges_and_reads_by_the_conditions(player: Player) -> None:
    text = "Austria\nA TYR - VEN\nGermany\nA MUN H"

    titles = {one["key"]: one["title"] for one in player.get("/api/variants")}
    offers = player.post("/api/adjudicate/orders", SITUATION)["offers"]["austria"]
    (line, *_) = [one for one in player.post("/api/adjudicate/readings", {**SITUATION, "text": text}) if one["order"]]
    judged = player.post("/api/adjudicate", {**SITUATION, "orders": text})["verdict"]["orders"]
    spring = player.post("/api/adjudicate", {**SITUATION, "orders": text, "issues": {"snow": "spring"}})["verdict"]

    assert titles["alps"] == "Alps"
    assert "VEN" not in {target for offer in offers for target in offer["targets"]}
    assert line["fault"] == "Illegal: the army in Tyrolia cannot go to Venice now, as the passes are snowed in."
    assert judged[0]["reason"]["sentence"] == line["fault"]
    assert spring["orders"][0]["result"] == "moves"

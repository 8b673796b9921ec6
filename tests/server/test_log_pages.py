"""The whole log, page by page, back to the first move."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.live import Json, Live
from wartable.server.updates import LOG_SENT

pytestmark = pytest.mark.storage


@pytest.fixture(scope="module")
def table(live: Live) -> str:
    return live.player().long_game(3 * LOG_SENT, turn_limit=40)[0]


def pages(live: Live, table: str) -> list[Json]:
    player = live.player()
    snapshot = player.snapshot(table)
    found = [{"lines": snapshot["log"], "start": snapshot["log_start"]}]
    while found[-1]["start"]:
        found.append(player.get(f"/api/tables/{table}/log", before=found[-1]["start"]))
    return found


def test_pages_lead_back_to_the_first_move_and_miss_nothing(live: Live, table: str) -> None:
    found = pages(live, table)
    lines = [line for page in reversed(found) for line in page["lines"]]

    assert len(found) > 2
    assert len(lines) > 3 * LOG_SENT
    assert found[-1]["start"] == 0
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
    assert len({msgspec.json.encode([line["step"], line["kind"], line["text"]]) for line in lines}) == len(lines)
    known = live.services.hub.known(table)
    assert known is not None
    told = [(n, e) for n, move in enumerate(known.running().moves, 1) for e in move.events if e.heard_by(None)]
    assert [line["step"] for line in lines] == [n for n, _ in told]


def test_pages_hold_enough_and_not_much_more(live: Live, table: str) -> None:
    sizes = [len(page["lines"]) for page in pages(live, table)]

    assert all(LOG_SENT <= size < LOG_SENT + 100 for size in sizes[:-1])


def test_a_page_before_the_first_move_is_empty_and_one_past_the_end_is_the_last(live: Live, table: str) -> None:
    player = live.player()
    snapshot = player.snapshot(table)

    assert player.get(f"/api/tables/{table}/log", before=0) == {"lines": [], "start": 0}
    last = player.get(f"/api/tables/{table}/log", before=9_999_999)
    assert (last["lines"], last["start"]) == (snapshot["log"], snapshot["log_start"])


def test_a_short_game_is_told_whole_and_an_open_table_has_no_log(live: Live) -> None:
    player = live.player()
    short = player.table("me", "random")["id"]
    assert player.snapshot(short)["log_start"] == 0
    lobby = player.table("me", "open", start=False)["id"]
    assert player.snapshot(lobby)["log_start"] == 0
    assert player.get(f"/api/tables/{lobby}/log", 409, before=1)["code"] == "table.open"

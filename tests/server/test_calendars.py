"""Other programs read the deadlines of a player at a private address, which can be changed and taken back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from icalendar import Calendar

from tests.server.clockwork import DAY, clock
from tests.server.live import Live
from tests.server.noticing import season

pytestmark = pytest.mark.storage


def _events(address: str) -> list[tuple[str, str]]:
    answer = httpx.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-store"
    return [(str(one["summary"]), str(one["url"])) for one in Calendar.from_ical(answer.content).walk("VEVENT")]


def test_a_calendar_has_the_deadlines_that_wait_for_its_player_and_no_other(live: Live) -> None:
    anna, others = live.player(), [live.player() for _ in range(4)]
    assert anna.get("/api/me/calendar") == {"offered": True, "address": ""}
    address = anna.post("/api/me/calendar")["address"]
    assert address.endswith(".ics")
    assert anna.get("/api/me/calendar")["address"] == address
    assert _events(address) == []

    table = season([anna, *others], seconds=2 * DAY)
    title = anna.get(f"/api/tables/{table}")["title"]
    season(others[:1] + [live.player() for _ in range(4)], seconds=2 * DAY)
    where = f"{address.partition('/calendar/')[0]}/table/{table}"
    assert _events(address) == [(f"{title}: your decision is due", where)]
    found: Any = next(iter(Calendar.from_ical(httpx.get(address).content).walk("VEVENT")))
    assert abs(found["dtstart"].dt.timestamp() - clock(anna, table)["deadline"] / 1000) < 1

    step = anna.snapshot(table)["update"]["asked"]["step"]
    draft: dict[str, Any] = {
        "seat": 0,
        "step": step,
        "revision": 1,
        "action": {"type": "orders", "orders": []},
        "ready": True,
    }
    anna.put(f"/api/tables/{table}/draft", draft)
    assert _events(address) == []
    for seat, player in enumerate(others, 1):
        player.act(table, seat, {"type": "orders", "orders": []})
    assert len(_events(address)) == 1


def test_an_address_that_was_changed_or_taken_back_shows_nothing(live: Live) -> None:
    anna = live.player()
    old = anna.post("/api/me/calendar")["address"]
    new = anna.post("/api/me/calendar")["address"]
    assert new != old
    assert (httpx.get(old).status_code, httpx.get(new).status_code) == (404, 200)
    assert anna.get("/api/me/data")["calendar"] is True
    anna.http.delete("/api/me/calendar").raise_for_status()
    assert (httpx.get(new).status_code, anna.get("/api/me/calendar")["address"]) == (404, "")
    for strange in ("x", "%00", "a" * 3000, ".ics", "%F0%9F%98%80.ics"):
        assert httpx.get(old.replace(old.rpartition("/")[2], strange)).status_code == 404
    assert live.player().http.get("/calendar/").status_code == 404

"""What people without a seat send: nothing of it takes the server's threads, time or memory from those who play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Request, get

from tests.server.live import Json, Live, Player, alone, wait_for
from wartable.server.guard import GuardedApp
from wartable.tools.diplomacy.routes import is_short
from wartable.tools.diplomacy.wire import AdjudicationWish, MapFile, PictureWish, ReadingWish, Situation
from wartable.tools.diplomacy.workbench import read_lines

CROWD = 40
"""More requests than Python's own pool has threads on any machine."""


@get("/")
async def cookies(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Return what of a request's cookies is left to be read."""
    return {"header": request.headers.get("cookie", ""), **request.cookies}


def seen(*headers: str) -> Json:
    async def ask() -> Json:
        transport = httpx.ASGITransport(GuardedApp([cookies], openapi_config=None))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            return (await http.get("/", headers=[("cookie", header) for header in headers])).json()

    return alone(ask())


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        (['a="' + '\\"' * 30_000 + '"; wartable=mine'], "mine"),
        (["; ".join(f"a{number}=b" for number in range(9_000)) + ";wartable=mine;b"], "mine"),
        (["wartable=first; b=c", "wartable=mine"], "mine"),
        (['wartable="' + "\\012" * 10_000 + '"'], "nobody"),
        (["wartable=%00"], "nobody"),
        (["xwartable=mine; a=wartable=mine"], ""),
        (["wartable"], ""),
    ],
)
def test_of_all_cookies_only_our_own_is_read(headers: list[str], kept: str) -> None:
    """Cookies in quotes once held the whole server for nine seconds a request, and the last thousand were kept."""
    found = seen(*headers)

    assert found == ({"header": f"wartable={kept}", "wartable": kept} if kept else {"header": ""})


@pytest.mark.server
@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/health", "/nothing"])
@pytest.mark.parametrize("query", ["&" * 128, "a=" + "b" * 25_000])
def test_queries_longer_than_any_of_ours_are_refused(player: Player, path: str, query: str) -> None:
    answer = player.http.get(f"{path}?{query}")

    assert (answer.status_code, answer.json()["code"]) == (414, "query.too_long")


@pytest.mark.server
def test_a_hundred_tables_can_be_followed_by_their_longest_names(player: Player) -> None:
    query = "&".join(f"follow={number:0200}" for number in range(100))

    with player.http.stream("GET", f"/api/stream?{query}") as answer:
        assert answer.status_code == 200


@pytest.mark.server
def test_long_questions_of_strangers_leave_the_threads_to_the_others(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight map files once kept everybody for half a minute from opening a table."""
    begun, go_on = Event(), Event()

    def slow(_: MapFile) -> None:
        begun.set()
        go_on.wait(60)

    monkeypatch.setattr("wartable.tools.diplomacy.mapfiles.read_map_file", slow)

    def ask(number: int) -> int:
        body = {"name": "a.map", "text": str(number)}
        return httpx.post(f"{live.url}/api/variants/read", json=body, timeout=120).status_code

    with ThreadPoolExecutor(CROWD) as threads:
        asked = [threads.submit(ask, number) for number in range(CROWD)]
        try:
            wait_for(begun.is_set)
            wait_for(lambda: live.asked + sum(one.done() for one in asked) >= CROWD)
            answer = httpx.get(f"{live.url}/api/odds?attackers=9&defenders=7", timeout=20)
        finally:
            go_on.set()
        statuses = {one.result() for one in asked}

    assert answer.status_code == 200
    assert statuses == {200, 429}


@pytest.mark.parametrize(
    ("wish", "short"),
    [
        (Situation(), True),
        (AdjudicationWish(orders="A PAR - BUR"), True),
        (AdjudicationWish(orders="A PAR - BUR", picture=True), False),
        (Situation(variant={}), False),
        (ReadingWish(text="A PAR - BUR\n" * 400), False),
        (PictureWish(), False),
        (MapFile(name="a.map", text=""), False),
    ],
)
def test_what_may_take_long_is_worked_out_beside_the_server(wish: msgspec.Struct, short: object) -> None:
    assert is_short(wish) == short


@pytest.mark.parametrize("lines", ["A PAR - BUR", "A PAR - BUR\nA PAR - PIC", "A PAR - BUR\n---"])
def test_a_long_text_of_orders_is_read_in_one_go(lines: str) -> None:
    """Each order was once compared with all others: five seconds for 3,300, and a hundred times that for these."""
    found = read_lines(ReadingWish(text=f"{lines}\n" * 12_000))

    assert len(found) == 12_000 * lines.count("A PAR")
    assert found[0].text == found[-2].text.replace("PIC", "BUR") == "A PAR - BUR"


@pytest.mark.server
@pytest.mark.parametrize("year", ["{year:>90000000}", "{", "{foo}", "{year.real}", "{year:s}"])
def test_nothing_but_the_year_is_filled_in_where_a_map_says_how_years_are_written(player: Player, year: str) -> None:
    """A map of a stranger once made a picture of hundreds of megabytes, or a mistake of ours."""
    variant = player.get("/api/variants/standard")
    variant["calendar"]["year"] = f"{year} {{year}}"

    answer = player.http.post("/api/adjudicate/picture", json={"variant": variant})

    assert answer.status_code == 200, answer.text[:300]
    assert f"{year} 1901" in unescape(answer.text)


@pytest.mark.server
def test_a_map_with_a_number_beyond_all_numbers_is_refused(player: Player) -> None:
    text = f"first_year: {'59:' * 9_000}59.5"

    problem = player.post("/api/variants/read", {"name": "a.yaml", "text": text}, 400)

    assert "it has a value that cannot be read" in problem["message"]

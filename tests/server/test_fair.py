"""Places are given out fairly: people before tables of bots alone, a share for every owner, nobody for ever."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Request

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import NO_CERTIFICATES, Json, Live, alone, some_action, wait_for
from wartable.server import brains
from wartable.server.fair import Claim, FairQueue
from wartable.server.limits import RATES, Rate
from wartable.server.people import address_of
from wartable.server.thinking import Chosen, Work, think


class Clock:
    """Time that passes only when somebody works."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def order_of(waiting: list[tuple[Claim, float]], places: int = 1) -> list[str]:
    """Let claims wait together, each for a place and then for so many seconds of it; return whose turn came when."""

    async def run() -> list[str]:
        clock, order, gate = Clock(), list[str](), asyncio.Event()
        queue = FairQueue(places, clock)

        async def hold() -> None:
            async with queue.place(Claim("before all")):
                await gate.wait()

        async def one(claim: Claim, seconds: float) -> None:
            async with queue.place(claim):
                order.append(claim.owner)
                clock.at += seconds

        holders = [asyncio.create_task(hold()) for _ in range(places)]
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(one(claim, seconds)) for claim, seconds in waiting]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*holders, *tasks)
        return order

    return alone(run())


def test_a_table_where_a_person_waits_goes_before_any_number_of_tables_of_bots_alone() -> None:
    bots = [(Claim(f"bots {number}", urgent=False), 0.06) for number in range(200)]

    order = order_of([*bots, (Claim("person"), 0.06)])

    assert "person" in order[:2]


def test_whoever_has_many_tables_has_no_larger_share() -> None:
    order = order_of([*[(Claim("many"), 0.06)] * 50, *[(Claim("one"), 0.06)] * 3])

    assert [place for place, owner in enumerate(order) if owner == "one"] == [1, 3, 5]


def test_a_share_is_counted_in_time_not_in_turns() -> None:
    order = order_of([*[(Claim("slow"), 1.0)] * 4, *[(Claim("quick"), 0.1)] * 20])

    assert order.index("slow", 1) >= 10


def test_tables_of_bots_alone_never_stand_still() -> None:
    people = [(Claim(f"person {number % 5}"), 0.06) for number in range(100)]

    order = order_of([(Claim("bots", urgent=False), 0.06), *people, *[(Claim("bots", urgent=False), 0.06)] * 9])

    turns = [place for place, owner in enumerate(order) if owner == "bots"]
    assert turns[0] < 12
    assert 8 <= turns[5] - turns[4] <= 10


def test_a_claim_that_is_given_up_leaves_its_place_to_the_next() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(1), list[str]()

        async def one(owner: str) -> None:
            async with queue.place(Claim(owner)):
                order.append(owner)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(one(owner)) for owner in ("a", "b", "c", "d")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # The one to whom the place is just being given is cancelled in the same moment.
        async with queue.place(Claim("e")):
            late = asyncio.create_task(one("late"))
            await asyncio.sleep(0)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        await one("last")
        return order

    assert alone(run()) == ["a", "c", "d", "last"]


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bots sat at the table of each slice of thinking, one slice after the other, each a while long."""
    seen: list[int] = []

    def slowly(work: Work) -> list[Chosen]:
        seen.append(len(work.levels))
        time.sleep(0.02)
        return think(msgspec.structs.replace(work, most=1))

    monkeypatch.setattr(brains, "think", slowly)
    return seen


def test_bots_of_a_person_answer_after_few_slices_however_many_tables_bots_have_among_themselves(
    opens: Opens, slices: list[int], tmp_path: Path
) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    crowd, player = live.player(), live.player()
    for _ in range(40):
        crowd.table("random", "random", "random", options={"turn_limit": 500})
    wait_for(lambda: len(slices) > 80)

    table = player.table("me", "random", "random", "random", "random")["id"]
    update = player.wait_turn(table, 0)
    begun = len(slices)
    while 0 in update["to_act"]:
        update = player.act(table, 0, some_action(update, 0))
    player.wait_turn(table, 0)

    mine = sum(levels == 4 for levels in slices[begun:])
    assert mine >= 4
    # Two tables think at a time: while it is this one's turn, others think in the second place.
    assert len(slices) - begun <= 2 * 3 * mine + 5


def wish(*kinds: str) -> Json:
    return {"game": "risk", "start": True, "seats": [{"kind": kind, "level": "random"} for kind in kinds]}


def makes(live: Live, guests: int, *kinds: str) -> list[int]:
    """Let guests of one address make tables, twenty each; return every answer's status."""
    statuses: list[int] = []
    for _ in range(guests):
        with httpx.Client(base_url=live.url, timeout=120, verify=NO_CERTIFICATES) as http:
            statuses += [http.post("/api/tables", json=wish(*kinds)).status_code for _ in range(20)]
    return statuses


@pytest.fixture
def limited(opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """A server that limits tables, and forgives nothing while a test lasts, however long that is."""
    for what in ("tables", "bot tables"):
        monkeypatch.setitem(RATES, what, Rate(RATES[what].burst, 1e-6))
    settings = msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", limits=True, bot_slice=0.0)
    return opens(settings)


def test_one_address_begins_few_games_of_bots_alone_whatever_guests_it_sends(limited: Live) -> None:
    statuses = makes(limited, 5, "bot", "bot")

    assert statuses.count(201) == RATES["bot tables"].burst
    assert set(statuses) == {201, 429}


def test_one_address_makes_a_bounded_number_of_tables_whatever_guests_it_sends(limited: Live) -> None:
    statuses = makes(limited, 6, "me", "bot")

    assert statuses.count(201) == RATES["tables"].burst


def test_whoever_asks_too_often_is_told_the_seconds_to_wait(limited: Live) -> None:
    player = limited.player()
    player.me()
    answers = [player.http.post("/api/tables", json=wish("bot", "bot")) for _ in range(12)]
    refused = next(answer for answer in answers if answer.status_code == 429)

    wait = int(refused.headers["retry-after"])
    assert wait >= 1
    assert f"Please wait {wait} s" in refused.json()["message"]


def test_a_game_of_bots_alone_is_counted_however_it_is_begun(limited: Live) -> None:
    player = limited.player()
    waiting = [player.table("random", "random", start=False)["id"] for _ in range(12)]

    statuses = [player.http.post(f"/api/tables/{table}/start", json={}).status_code for table in waiting]

    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_neighbours_in_one_ipv6_network_are_one_address() -> None:
    def of(host: str) -> str:
        scope: Any = {"type": "http", "client": (host, 1)}
        return address_of(Request(scope))

    assert of("2001:db8:1:2::3") == of("2001:db8:1:2:ffff::4")
    assert of("2001:db8:1:2::3") != of("2001:db8:1:3::3")
    assert of("192.0.2.7") == "192.0.2.7"
    assert of("192.0.2.7") != of("192.0.2.8")
    assert of("::ffff:192.0.2.7") != of("::ffff:192.0.2.8")

"""What clocks must stand: restarts, sleeps, several servers, drafts at the last moment, a database that is away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.clockwork import DAY, MINUTE, Timed, clock, draft, kinds, missed, orders, sit
from tests.server.conftest import fresh_database
from tests.server.live import Player
from wartable.server import timeouts
from wartable.server.draft_rows import DraftRow, put_draft
from wartable.server.drafts import secret_rows
from wartable.server.hub import Hub, Reminder, Way
from wartable.server.table import Table

pytestmark = pytest.mark.storage


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


def test_a_restart_keeps_deadlines_and_a_sleep_grants_a_rest(database: str) -> None:
    first = Timed(database)
    player = first.player()
    table = player.table("me", "local", pace={"seconds": DAY, "misses": 0})["id"]
    cookies = dict(player.http.cookies)
    first.stop()
    first.time.at += 50

    second = Timed(database, first.time)
    player = _again(second, cookies)
    assert clock(player, table)["deadline"] == second.time.millis + (DAY - 50) * 1000
    second.skip(DAY - 50)
    turned = player.snapshot(table)["update"]
    assert sorted(missed(player, table)) == [0, 1]
    second.stop()
    second.time.at += 5 * DAY

    third = Timed(database, second.time)
    player = _again(third, cookies)
    third.tick()
    assert player.snapshot(table)["update"]["step"] == turned["step"]
    assert clock(player, table)["deadline"] == third.time.millis + 3_600_000
    assert "Time left: 1 hour." in player.snapshot(table)["chat"][-1]["text"]
    third.skip(3600)
    assert player.snapshot(table)["update"]["step"] > turned["step"]
    third.stop()


def _noting(sent: list[str]) -> Way:
    async def way(reminder: Reminder) -> None:
        sent.append(reminder.table)

    return way


def _again(server: Timed, cookies: dict[str, str]) -> Player:
    player = server.player()
    player.http.cookies.update(cookies)
    return player


def test_of_two_servers_only_one_closes_a_turn(database: str) -> None:
    here = Timed(database)
    there = Timed(database, here.time)
    players = [here.player() for _ in range(5)]
    pace = {"seconds": DAY, "misses": 0, "reminders": [3600]}
    tables = [sit(players, game="diplomacy", pace=pace) for _ in range(3)]
    sent: list[str] = []
    for server in (here, there):
        server.services.hub.ways.append(_noting(sent))
    for table in tables:
        draft(players[2], table, 2, orders(players[2], table, 2, "A PAR - GAS"))

    here.skip(DAY - 3600)
    there.tick()
    assert sorted(sent) == sorted(tables)
    here.skip(3600)
    there.tick()

    for table in tables:
        assert kinds(here, table).count("clock late") == 1
        assert kinds(here, table).count("act") == 5
        for server in (here, there):
            seen = _again(server, dict(players[0].http.cookies))
            assert seen.snapshot(table)["update"]["turn"] == 1
            assert missed(seen, table) == [1, 1, 0, 1, 1]
    there.stop()
    here.stop()


def test_a_draft_saved_while_its_turn_is_being_closed_counts(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY})
    draft(players[2], table, 2, orders(players[2], table, 2, "A PAR - GAS"))
    better = msgspec.json.encode(orders(players[2], table, 2, "A PAR - BUR")).decode()
    whole, reads = secret_rows, list[str]()

    async def meanwhile(hub: Hub, closing: Table) -> Mapping[int, DraftRow]:
        rows = await whole(hub, closing)
        reads.append(closing.id)
        if reads.count(table) == 1:
            newer = replace(rows[2], revision=rows[2].revision + 1, body=better)
            await hub.store.do(lambda connection: put_draft(connection, newer))
        return rows

    monkeypatch.setattr(timeouts, "secret_rows", meanwhile)
    timed.skip(DAY)

    assert reads.count(table) == 2
    assert "BUR" in {unit["at"] for unit in players[0].snapshot(table)["update"]["view"]["units"]["france"]}
    assert kinds(timed, table).count("clock late") == 1


def test_a_table_whose_clock_cannot_be_looked_at_is_tried_again(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [timed.player(), timed.player()]
    table = sit(players, pace={"seconds": MINUTE})
    whole = timed.services.store.heads

    async def fails(ids: Sequence[str]) -> dict[str, int]:
        if table in ids:
            raise RuntimeError("the database is away")
        return await whole(ids)

    with monkeypatch.context() as patch:
        patch.setattr(timed.services.store, "heads", fails)
        timed.skip(MINUTE)
    assert sum(missed(players[0], table)) == 0

    timed.skip(MINUTE)

    assert sum(missed(players[0], table)) == 1

"""Deadlines and kill -9: a server started anew closes what is due, every turn once."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import create_engine, select

from tests.server.live import Player, wait_for
from tests.server.restarts import process
from tests.server.test_kill import free_port
from wartable.server.schema import entries
from wartable.server.settings import database_url

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.storage]


def test_a_deadline_outlives_kill(database: str) -> None:
    port = free_port()
    with process(database, port):
        player = Player(f"http://127.0.0.1:{port}")
        table = player.table("me", "local", pace={"seconds": 10, "misses": 0})["id"]
        cookies = dict(player.http.cookies)
        deadline = player.snapshot(table)["update"]["clock"]["deadline"]
        player.close()
    for turns in (1, 2):
        with process(database, port):
            player = Player(f"http://127.0.0.1:{port}")
            player.http.cookies.update(cookies)
            wait_for(partial(closed, database, table, turns))
            clock = player.snapshot(table)["update"]["clock"]
            player.close()

    assert clock["deadline"] > deadline
    missed = late(database, table)
    assert len(missed) >= 2
    assert all(len(seats) == 1 for seats in missed)
    assert all(before != after for before, after in pairwise(missed)), "every turn is missed once"


def closed(database: str, table: str, turns: int) -> bool:
    """Whether so many turns have been closed by the clock."""
    return len(late(database, table)) >= turns


def late(database: str, table: str) -> list[list[int]]:
    """Who missed his deadline at a table, time after time."""
    engine = create_engine(database_url(database))
    query = select(entries.c.body).where(entries.c.table_id == table, entries.c.kind == "clock").order_by(entries.c.seq)
    with engine.connect() as connection:
        told = [json.loads(body) for body in connection.execute(query).scalars()]
    engine.dispose()
    return [one["seats"] for one in told if one["what"] == "late"]

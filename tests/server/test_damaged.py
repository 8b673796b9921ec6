"""Rows that are damaged or of rules that are gone: they stand in nobody's way and cost nothing."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player, wait_for
from wartable.server.drive import Driver
from wartable.server.schema import entries, tables
from wartable.server.store import Loaded, Store

pytestmark = pytest.mark.storage

NONSENSE = [
    ("options", "{"),
    ("options", "[]"),
    ("asked", "no JSON"),
    ("asked", "7"),
    ("owners", "{"),
    ("pace", "nothing"),
    ("timing", '{"turn": "x"}'),
    ("game", ""),
]


def damage(live: Live, table: str, **values: object) -> None:
    with live.services.store.write_engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(values))
    live.services.hub._tables.pop(table, None)


@pytest.mark.parametrize(("column", "value"), NONSENSE)
def test_a_damaged_table_hides_none_of_the_others_and_keeps_nobody_from_a_new_name(
    live: Live, player: Player, column: str, value: str
) -> None:
    good = player.table("me", "open", start=False)["id"]
    bad = player.table("me", "random")["id"]
    damage(live, bad, **{column: value})

    cards = player.get("/api/tables", show="mine")
    player.put("/api/me", {"name": "Zenobia", "colour": 1, "avatar": ""})

    assert good in {card["id"] for card in cards}
    assert player.get(f"/api/tables/{good}")["seats"][0]["name"] == "Zenobia"


@pytest.mark.parametrize(
    "body", ["{", "[]", '{"type": "no such thing"}', '{"type":"place","space":"atlantis","count":3}']
)
def test_a_damaged_entry_is_a_refusal_in_words(live: Live, player: Player, body: str) -> None:
    table = player.table("me", "random")["id"]
    player.wait_turn(table, 0)
    append(live, table, "act", body)

    for _ in range(2):  # found while it is in memory, and then read anew
        answer = player.get(f"/api/tables/{table}/game", 409)
        assert answer["message"].startswith("This game cannot be opened.")
    player.put("/api/me", {"name": "Zoe", "colour": 1, "avatar": ""})


def test_what_other_processes_wrote_comes_to_all_tables_but_a_damaged_one(live: Live, player: Player) -> None:
    bad, good = (player.table("me", "open", start=False)["id"] for _ in range(2))
    heads = {table: append(live, table, kind, body) for table, kind, body in ((bad, "act", "{"), (good, "chat", CHAT))}

    asyncio.run_coroutine_threadsafe(live.services._hinted(heads), live.services._jobs[0].get_loop()).result(60)

    known = live.services.hub.known(good)
    assert known is not None
    assert [line.text for line in known.chat] == ["Hello"]


CHAT = '{"name": "Mira", "colour": 1, "text": "Hello"}'


def append(live: Live, table: str, kind: str, body: str) -> int:
    """Write an entry as another process does; return its number."""
    with live.services.store.write_engine.begin() as connection:
        last = connection.execute(sa.select(sa.func.max(entries.c.seq)).where(entries.c.table_id == table)).scalar_one()
        row = {"table_id": table, "seq": last + 1, "kind": kind, "seat": 0, "body": body, "why": "", "at": 0.0}
        connection.execute(sa.insert(entries), row)
    return int(last) + 1


def test_tables_of_rules_that_are_gone_are_not_read_at_all(
    opens: Opens, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3"))
    player = live.player()
    gone, due = (player.table("me", "random", pace={"seconds": 10})["id"] for _ in range(2))
    for table in (gone, due):
        player.wait_turn(table, 0)
        damage(live, table, rules_version="0", updated=0.0)
    damage(live, gone, bots_due=True)
    damage(live, due, deadline=1.0)
    read, sweeps, sweep, load = list[str](), list[float](), Driver.sweep, Store.load

    async def counted(self: Store, table_id: str, after: int = 0) -> Loaded | None:
        read.append(table_id)
        return await load(self, table_id, after)

    async def swept(self: Driver, idle: float) -> None:
        await sweep(self, idle)
        sweeps.append(idle)

    monkeypatch.setattr(Store, "load", counted)
    monkeypatch.setattr(Driver, "sweep", swept)
    wait_for(lambda: len(sweeps) >= 3)

    assert not {gone, due} & set(read)


def test_a_table_that_cannot_be_opened_is_tried_ever_more_rarely(
    opens: Opens, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3"))
    player = live.player()
    table = player.table("me", "random")["id"]
    player.wait_turn(table, 0)
    sweeps, sweep = list[float](), Driver.sweep

    async def swept(self: Driver, idle: float) -> None:
        await sweep(self, idle)
        sweeps.append(idle)

    monkeypatch.setattr(Driver, "sweep", swept)
    damage(live, table, timing="{", bots_due=True, updated=0.0)
    with live.services.store.write_engine.begin() as connection:
        connection.execute(entries.update().where(entries.c.table_id == table).values(body="{"))
    driver = live.services.driver
    wait_for(lambda: table in driver._shut)
    first = driver._shut[table]
    seen = len(sweeps)
    wait_for(lambda: len(sweeps) >= seen + 3)

    assert driver._shut[table] == first, "sweeps go on without it"
    driver._put_off(table, ValueError("still damaged"))
    assert driver._shut[table][1] == 2 * first[1]

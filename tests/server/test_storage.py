"""The database: migrations, reloading, idle tables, newer versions."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player, wait_for
from tests.server.test_play import place
from wartable.server import migrate
from wartable.server.addresses import rules_of
from wartable.server.engines import READERS, connect
from wartable.server.schema import metadata, tables
from wartable.server.settings import Settings, database_url
from wartable.server.store import Store
from wartable.server.wire_notices import ALL_WAYS

pytestmark = pytest.mark.storage


def columns(engine: sa.Engine) -> dict[str, dict[str, str]]:
    inspector = sa.inspect(engine)
    return {
        table: {column["name"]: f"{column['type']} {column['nullable']}" for column in inspector.get_columns(table)}
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


def test_migrations_lead_from_nothing_to_the_schema(database: str) -> None:
    writer, reader = connect(database_url(database))
    migrate.upgrade(writer)
    migrated, keys = columns(writer), sa.inspect(writer).get_unique_constraints("entries")
    with writer.begin() as connection:
        connection.execute(sa.text("DROP TABLE alembic_version"))
        metadata.drop_all(connection)
        metadata.create_all(connection)
    declared = columns(writer)
    writer.dispose()
    reader.dispose()

    assert migrated == declared
    assert [key["column_names"] for key in keys] == [["table_id", "player_id", "key"]]


def test_a_process_out_of_files_can_still_read_over_connections_of_the_start(database: str) -> None:
    store = Store(database_url(database))
    pool: Any = store.read_engine.pool
    opened = pool.checkedin()
    store.close()

    assert opened == READERS


def test_migrating_twice_changes_nothing(database: str) -> None:
    writer, reader = connect(database_url(database))
    migrate.upgrade(writer)
    migrate.upgrade(writer)
    with writer.begin() as connection:
        assert migrate.version_of(connection) == migrate.HEAD
    writer.dispose()
    reader.dispose()


def test_a_newer_database_is_left_alone(database: str) -> None:
    writer, reader = connect(database_url(database))
    migrate.upgrade(writer)
    with writer.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(migrate.NewerDatabase, match="9999"):
        migrate.upgrade(writer)
    writer.dispose()
    reader.dispose()


def test_a_table_that_was_dropped_from_memory_comes_back_the_same(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    player.act(table, 0, place(update, 0))
    player.act(table, 0, place(update, 0))
    player.undo(table, 0)
    player.post(f"/api/tables/{table}/chat", {"text": "Hello"}, 201)
    before = player.snapshot(table)
    known = live.services.hub.known(table)
    assert known is not None

    live.services.hub._tables.pop(table)

    assert player.snapshot(table) == before
    assert live.services.hub.known(table) is not known


@pytest.mark.parametrize(
    ("column", "value", "status", "code"),
    [
        ("game", "chess_of_yore", 200, "table.retired"),
        ("options", '{"no_such_option": 1}', 409, "table.unreadable"),
        ("rules_version", "0", 200, "table.retired"),
    ],
)
def test_a_table_that_nobody_can_go_on_with_here_stands_in_nobodys_way(
    live: Live, player: Player, column: str, value: str, status: int, code: str
) -> None:
    table = player.table("me", "random")["id"]
    good = player.table("me", "random")["id"]
    player.wait_turn(table, 0)
    change = tables.update().where(tables.c.id == table).values({column: value, "bots_due": True, "updated": 0.0})
    with live.services.store.write_engine.begin() as connection:
        connection.execute(change)
    live.services.hub._tables.pop(table)

    player.get(f"/api/tables/{table}/game", status)
    assert player.post(f"/api/tables/{table}/resign", {"seat": 0}, 409)["code"] == code
    assert good in {card["id"] for card in player.get("/api/tables", show="mine")}
    update = player.wait_turn(good, 0)
    player.act(good, 0, place(update, 0, update["offers"]["0"][0]["most"]))
    player.act(good, 0, {"type": "end_turn"})
    assert player.wait_turn(good, 0)["turn"] >= 1


def test_an_idle_table_costs_less_than_a_megabyte(opens: Opens, tmp_path: object) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=f"sqlite:///{tmp_path}/games.sqlite3", idle=0.1)
    live = opens(settings)
    player = live.player()
    player.table("random", "random", options={"turn_limit": 2})
    gc.collect()
    tracemalloc.start()
    ids = [player.table("random", "random", "random", options={"turn_limit": 8})["id"] for _ in range(4)]
    for table in ids:
        player.wait_over(table)
    steps = sum(player.snapshot(table)["step"] for table in ids)
    gc.collect()
    loaded = tracemalloc.get_traced_memory()[0]
    wait_for(lambda: len(live.services.hub) == 0)
    gc.collect()
    idle = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()

    assert steps > 200
    assert loaded / len(ids) < 4_000_000
    assert idle / len(ids) < 1_000_000


def test_addresses_of_databases() -> None:
    assert database_url("games.sqlite3") == "sqlite:///games.sqlite3"
    assert database_url("postgresql://me@host/x") == "postgresql+psycopg://me@host/x"
    assert database_url("postgres://me@host/x") == "postgresql+psycopg://me@host/x"
    assert Settings(database="x").url == "sqlite:///x"


def test_each_migration_is_known_and_the_last_is_the_one_worked_with() -> None:
    steps = sorted(file.name[1:5] for file in (Path(migrate.__file__).parent / "migrations/versions").glob("v*.py"))
    assert list(migrate.KNOWN) == steps
    assert steps[-1] == migrate.HEAD


def test_what_a_player_wanted_to_be_told_before_there_were_ways_is_told_in_every_way(database: str) -> None:
    writer, reader = connect(database_url(database))
    migrate.upgrade(writer)
    with writer.begin() as connection:
        connection.execute(sa.text("ALTER TABLE notices DROP COLUMN taken"))
        connection.execute(sa.text("DROP TABLE calendars"))
        connection.execute(sa.text("ALTER TABLE notices_off DROP COLUMN told"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0019'"))
        connection.execute(sa.text("INSERT INTO players VALUES ('p', 'Anna', 1, '', 0)"))
        old = {"turn": False, "hours": 0, "letters": True, "seats": True, "zone": "Europe/Berlin"}
        row = {"body": msgspec.json.encode(old).decode()}
        connection.execute(sa.text("INSERT INTO notice_rules (player_id, body) VALUES ('p', :body)"), row)
    migrate.upgrade(writer)
    with writer.begin() as connection:
        rule = rules_of(connection, ["p"])["p"]
    writer.dispose()
    reader.dispose()

    assert (rule.turn, rule.deadline, rule.hours, rule.zone) == ((), (), 6, "Europe/Berlin")
    assert rule.letters == rule.seats == rule.over == ALL_WAYS

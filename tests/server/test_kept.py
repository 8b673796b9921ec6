"""What is kept of tables while their rules are here: when, of which, and that nothing secret is in it."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player
from wartable.server.kept import QUIET, Kept, kept_of, read
from wartable.server.rows import now
from wartable.server.schema import entries, kept, tables


def found(live: Live, table: str) -> Kept | None:
    row = live.run(kept_of(live.services.store, table))
    return read(row[1]) if row else None


def catch_up(live: Live) -> None:
    live.run(live.services._keeper.catch_up())


def change(live: Live, table: str, **values: Any) -> None:
    with live.services.store.write_engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(values))


def count(live: Live, which: sa.Table, table: str) -> int:
    query = sa.select(sa.func.count()).select_from(which).where(which.c.table_id == table)
    with live.services.store.read_engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def test_games_that_are_over_are_kept_at_once_and_others_when_they_have_rested(live: Live, player: Player) -> None:
    over = player.table("random", "random", options={"turn_limit": 1})["id"]
    on = player.table("me", "random")["id"]
    lobby = player.table("me", "open", start=False)["id"]
    player.wait_over(over)
    player.wait_turn(on, 0)

    catch_up(live)
    assert found(live, over) is not None
    assert found(live, on) is None

    for table in (on, lobby):
        change(live, table, updated=now() - QUIET - 1)
    catch_up(live)
    assert found(live, on) is not None
    assert found(live, lobby) is None


def test_a_table_that_has_changed_is_kept_anew(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    player.wait_turn(table, 0)
    live.run(live.services._keeper.finish(600))
    first = found(live, table)
    player.post(f"/api/tables/{table}/resign", {"seat": 0})
    live.run(live.services._keeper.finish(600))
    last = found(live, table)

    assert first is not None
    assert last is not None
    assert "resigns" not in first.log[-1].text
    assert "resigns" in last.log[-1].text
    assert count(live, kept, table) == 1


def test_nothing_secret_is_kept_while_the_game_is_on(live: Live, player: Player) -> None:
    table = player.table("me", *["random"] * 3, preset="missions", options={"first_player": "seat_order"})["id"]
    player.wait_turn(table, 0)
    known = live.services.hub.known(table)
    assert known is not None
    mine = player.snapshot(table)["update"]["view"]
    live.run(live.services._keeper.finish(600))
    row = live.run(kept_of(live.services.store, table))
    assert row is not None
    text = lzma.decompress(row[1]).decode()

    assert known.row.seed.hex() not in text
    kept_view = msgspec.json.decode(read(row[1]).view)
    assert kept_view == live.player().snapshot(table)["update"]["view"]
    assert kept_view["goal"] != mine["goal"]
    assert msgspec.json.decode(text).get("result") is None


def test_decisions_after_it_was_kept_are_told_of(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    player.wait_turn(table, 0)
    live.run(live.services._keeper.finish(600))
    space = player.snapshot(table)["update"]["offers"]["0"][0]["targets"][0]
    player.act(table, 0, {"type": "place", "space": space, "count": 1})
    change(live, table, rules_version="0")
    live.services.hub._tables.pop(table)

    shown = player.snapshot(table)

    assert shown["table"]["retired"]["moves"] == 1
    record = player.http.get(f"/api/tables/{table}/record").text
    assert space in record.splitlines()[-2]
    assert shown["step"] == len(record.splitlines()) - 3


def test_one_table_that_cannot_be_replayed_holds_up_none_of_the_others(live: Live, player: Player) -> None:
    bad, good = (player.table("random", "random", options={"turn_limit": 1})["id"] for _ in range(2))
    for table in (bad, good):
        player.wait_over(table)
    with live.services.store.write_engine.begin() as connection:
        connection.execute(entries.update().where(entries.c.table_id == bad, entries.c.kind == "act").values(body="{"))

    catch_up(live)
    catch_up(live)

    assert found(live, bad) is None
    assert found(live, good) is not None


def test_what_is_kept_goes_with_its_table(live: Live, player: Player) -> None:
    table = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(table)
    catch_up(live)
    assert count(live, kept, table) == 1

    live.run(live.services.store.do(lambda connection: drop(connection, table)))

    assert count(live, kept, table) == 0


def drop(connection: sa.Connection, table: str) -> None:
    connection.execute(sa.delete(tables).where(tables.c.id == table))


def test_a_private_table_stays_private_and_its_seat_link_good(live: Live, player: Player, other: Player) -> None:
    made = player.table("me", "random", private=True)
    table = made["id"]
    player.wait_turn(table, 0)
    change(live, table, rules_version="0")
    live.services.hub._tables.pop(table, None)

    for path in ("", "/game", "/log?before=9", "/record", "/picture", "/result"):
        assert other.http.get(f"/api/tables/{table}{path}").json()["code"] == "table.private"
    invite = made["invite"].partition("=")[2]
    assert other.get(f"/api/tables/{table}", invite=invite)["retired"]["version"] == "0"
    link = player.get(f"/api/tables/{table}")["seat_link"]
    newcomer = live.player()
    assert newcomer.http.get(link).headers["location"] == f"/table/{table}"
    assert newcomer.get(f"/api/tables/{table}")["seats"][0]["you"]


def test_it_is_made_in_a_process_where_bots_think_in_processes(opens: Opens, tmp_path: Path) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=f"sqlite:///{tmp_path}/games.sqlite3", bot_workers=1)
    live = opens(settings)
    player = live.player()
    table = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(table)

    catch_up(live)

    assert found(live, table) is not None
    assert live.services._keeper._threads._threads == set()

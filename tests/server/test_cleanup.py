"""What is old and nobody needs is removed, by the ages that a host sets; nothing else is."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player, alone, wait_for
from wartable.cli.app import run
from wartable.server import services
from wartable.server.cleanup import DAY, Ages, Removed, clean
from wartable.server.schema import entries, letters, players, sessions, tables
from wartable.server.settings import database_url
from wartable.server.store import Store

pytestmark = pytest.mark.storage


@pytest.fixture
def served(opens: Opens, database: str) -> Live:
    return opens(msgspec.structs.replace(SETTINGS, database=database))


def age(live: Live, days: float, *ids: str) -> None:
    """Let some tables, or else everything, be so many days older."""
    here = tables.c.id.in_(ids) if ids else sa.true()
    with live.services.store.write_engine.begin() as connection:
        connection.execute(tables.update().where(here).values(updated=tables.c.updated - days * DAY))
        there = entries.c.table_id.in_(ids) if ids else sa.true()
        connection.execute(entries.update().where(there).values(at=entries.c.at - days * DAY))
        if not ids:
            for kind in (players, sessions):
                connection.execute(kind.update().values(created=kind.c.created - days * DAY))


def cleaned(database: str, ages: Ages, *, dry: bool = False) -> Removed:
    async def work() -> Removed:
        store = Store(database_url(database))
        try:
            return await clean(store, ages, dry=dry)
        finally:
            store.close()

    return alone(work())


def there(live: Live) -> set[str]:
    with live.services.store.read_engine.connect() as connection:
        return set(connection.execute(sa.select(tables.c.id)).scalars())


def kinds(player: Player) -> dict[str, str]:
    """A table of each kind."""
    bots = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(bots)
    duel = player.table("me", "random")["id"]
    player.post(f"/api/tables/{duel}/resign", {"seat": 0})
    running = player.table("me", "random", "random")["id"]
    player.wait_turn(running, 0)
    return {"open": player.table("me", "open", start=False)["id"], "bots": bots, "over": duel, "running": running}


def test_only_what_came_to_nothing_goes_by_itself(served: Live, database: str) -> None:
    player = served.player()
    made = kinds(player)
    age(served, 91)

    dry = cleaned(database, Ages(), dry=True)
    assert there(served) == set(made.values())
    done = cleaned(database, Ages())

    assert dry == done == Removed(tables=2)
    assert there(served) == {made["over"], made["running"]}
    with served.services.store.read_engine.connect() as connection:
        assert set(connection.execute(sa.select(entries.c.table_id)).scalars()) == there(served)


def test_games_of_people_go_only_by_an_age_that_the_host_sets(served: Live, database: str) -> None:
    made = kinds(served.player())
    age(served, 200, made["over"])

    assert cleaned(database, Ages(games=365)) == Removed()
    assert cleaned(database, Ages(games=100)) == Removed(games=1)
    assert there(served) == {made["open"], made["bots"], made["running"]}


def test_a_word_in_the_chat_keeps_a_table(served: Live, database: str) -> None:
    player = served.player()
    table = player.table("me", "open", start=False)["id"]
    age(served, 100)
    player.post(f"/api/tables/{table}/chat", {"text": "Anybody?"}, 201)

    assert cleaned(database, Ages()) == Removed()
    assert there(served) == {table}


def test_guests_without_a_table_go_with_their_cookies_and_others_stay(served: Live, database: str) -> None:
    guest, seated = served.player(), served.player()
    name = guest.put("/api/me", {"name": "Nobody", "colour": 1, "avatar": ""})["name"]
    seated.table("me", "random")
    age(served, 401)
    newer = served.player()
    newer.me()

    done = cleaned(database, Ages(tables=0))

    assert (name, done) == ("Nobody", Removed(guests=1, cookies=2))
    with served.services.store.read_engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one() == 2


def test_the_server_cleans_up_by_itself(opens: Opens, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opens(msgspec.structs.replace(SETTINGS, database=database))
    first.player().table("me", "open", start=False)
    age(first, 8)
    first.stop()
    monkeypatch.setattr(services, "CLEAN_AFTER", 0.0)
    second = opens(msgspec.structs.replace(SETTINGS, database=database, keep_tables=7))

    wait_for(lambda: not there(second))


def test_somebody_at_a_table_that_was_removed_is_told_so(served: Live, database: str) -> None:
    player = served.player()
    table = player.table("me", "open", start=False)["id"]
    age(served, 91)
    cleaned(database, Ages())

    assert player.post(f"/api/tables/{table}/seats/1", {"kind": "bot"}, 404)["code"] == "table.unknown"


def test_the_command_counts_and_removes(served: Live, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    served.player().table("me", "open", start=False)
    age(served, 10)

    def command(*args: str) -> int:
        return alone(asyncio.to_thread(run, ["clean", "--database", database, *args]))

    assert command("--tables", "7", "--dry-run") == 0
    assert "To be removed: unused tables: 1, games of people: 0" in capsys.readouterr().out
    assert len(there(served)) == 1
    assert command("--tables", "7") == 0
    assert not there(served)
    assert command("--tables", "-1") == 2


def test_a_game_in_which_letters_are_written_stays_and_takes_them_with_it(served: Live, database: str) -> None:
    player = served.player()
    table = player.table("me", *["local"] * 4, game="diplomacy")["id"]
    age(served, 91)
    player.post(f"/api/tables/{table}/press/letters", {"seat": 0, "text": "Still there?", "key": "k"}, 201)

    assert cleaned(database, Ages(games=90)) == Removed()
    with served.services.store.write_engine.begin() as connection:
        connection.execute(letters.update().values(at=letters.c.at - 91 * DAY))
    assert cleaned(database, Ages(games=90)) == Removed(games=1)
    with served.services.store.read_engine.connect() as connection:
        assert connection.execute(sa.select(letters.c.id)).first() is None

"""Upgrades: stored games of every kind, opened by servers that know other versions of their rules, or not the game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player
from wartable.engine import registry
from wartable.engine.record import load, verify
from wartable.server import catalogue
from wartable.server.schema import kept
from wartable.server.settings import database_url

BOTS = {"risk": 1, "balance-of-power": 1, "diplomacy": 6, "middle-earth-viii": 7, "ring-of-power": 1}
"""How many bots play with one more."""
SHORT: dict[str, dict[str, Any]] = {
    "risk": {"turn_limit": 2},
    "balance-of-power": {"turn_limit": 2},
    "diplomacy": {"last_year": 1901},
    "middle-earth-viii": {"last_year": 3001},
    "ring-of-power": {"scenario": "edoras-raid", "last_turn": 1},
}
"""How each game comes to an end soon."""
LONG: dict[str, dict[str, Any]] = {**{key: {} for key in BOTS}, "ring-of-power": {"scenario": "edoras-raid"}}
DECISIONS = 3
"""So many decisions of a person are made at the table that is not played to its end."""
NEXT = "99"


class Played(NamedTuple):
    """A database that a server has left, and what it had told of two tables: one that is over, and one that is not."""

    key: str
    title: str
    file: Path
    cookie: str
    over: str
    on: str
    told: dict[str, Json]
    result: Json
    record: bytes


@pytest.fixture(scope="module", params=sorted(BOTS))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Each game, played to its end and some way, and kept by a server that was stopped in good order."""
    key = request.param
    file = tmp_path_factory.mktemp("played") / "games.sqlite3"
    live = Live(settings_of(file))
    player = live.player()
    over = play_out(player, key)
    # With letters in place of the chat there would be no line of chat to be kept.
    press = {"mode": "public"}
    on = player.table("me", *["random"] * BOTS[key], game=key, options=LONG[key], press=press)["id"]
    for _ in range(DECISIONS):
        decide(live, player, on)
    player.wait_turn(on, 0)
    player.post(f"/api/tables/{on}/chat", {"text": "Hello"}, 201)
    told = {table: whole(live.player(), table) for table in (over, on)}
    result = player.get(f"/api/tables/{over}/result")
    record = record_of(player, over)
    cookie = player.http.cookies["wartable"]
    live.stop()
    return Played(key, registry.get(key).title, file, cookie, over, on, told, result, record)


def whole(player: Player, table: str) -> Json:
    """Return a table with all pages of its log in one."""
    found = player.snapshot(table)
    while found["log_start"]:
        page = player.get(f"/api/tables/{table}/log", before=found["log_start"])
        assert page["start"] < found["log_start"]
        found["log"], found["log_start"] = [*page["lines"], *found["log"]], page["start"]
    return found


def settings_of(file: Path) -> Any:
    return msgspec.structs.replace(SETTINGS, database=f"sqlite:///{file}", leave=600.0)


def decide(live: Live, player: Player, table: str) -> None:
    """Do what the rules would do for an absent player."""
    player.wait_turn(table, 0)
    known = live.services.hub.known(table)
    assert known is not None
    state = known.running().state
    action = known.game.default(state, 0)  # type: ignore[arg-type]
    player.act(table, 0, msgspec.to_builtins(action))


@pytest.fixture
def file(played: Played, tmp_path: Path) -> Path:
    """A copy of the database, for one test to upgrade."""
    return Path(shutil.copy(played.file, tmp_path / "games.sqlite3"))


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """What is remembered of games does not outlive the test that changes them."""
    yield
    catalogue.forget()


def opened(opens: Opens, played: Played, file: Path) -> tuple[Live, Player]:
    """Start a server with the database, and come back as the player of before."""
    live = opens(settings_of(file))
    player = live.player()
    player.http.cookies.set("wartable", played.cookie)
    player._keys = 1000  # those before are spent
    return live, player


def retire(monkeypatch: pytest.MonkeyPatch, key: str, *versions: str) -> None:
    monkeypatch.setattr(type(registry.get(key)), "versions", versions)


def uninstall(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    games = registry.GAMES
    monkeypatch.setattr(games, "announced", {name: at for name, at in games.announced.items() if name != key})
    monkeypatch.setattr(games, "_loaded", {name: game for name, game in games._loaded.items() if name != key})
    catalogue.forget()


def test_a_supported_version_goes_on_by_its_own_rules(
    played: Played, file: Path, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = registry.get(played.key).versions
    retire(monkeypatch, played.key, *versions, NEXT)
    live, player = opened(opens, played, file)

    for table in (played.over, played.on):
        found = whole(live.player(), table)
        assert found["table"]["retired"] is None
        for part in ("step", "log", "marks", "commitment"):
            assert found[part] == played.told[table][part]
        assert found["update"]["view"] == played.told[table]["update"]["view"]
    assert player.get(f"/api/tables/{played.over}/result") == played.result
    assert record_of(player, played.over) == played.record
    assert verify(load(played.record)).compared
    step = player.snapshot(played.on)["step"]
    decide(live, player, played.on)
    assert player.wait_turn(played.on, 0)["step"] > step
    known = live.services.hub.known(played.on)
    assert known is not None
    assert known.running().options.rules_version == versions[-1]
    anew = play_out(player, played.key)
    assert load(record_of(player, anew)).header.rules_version == NEXT


def play_out(player: Player, key: str) -> str:
    """Have bots play a short game to its end; return its table."""
    table: str = player.table(*["random"] * (BOTS[key] + 1), game=key, options=SHORT[key])["id"]
    player.wait_over(table)
    return table


def record_of(player: Player, table: str) -> bytes:
    response = player.http.get(f"/api/tables/{table}/record")
    assert response.status_code == 200
    return response.content


@pytest.mark.parametrize("gone", ["version", "game"])
def test_what_nobody_can_go_on_with_is_looked_at(
    played: Played, file: Path, gone: str, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    if gone == "version":
        retire(monkeypatch, played.key, NEXT)
    else:
        uninstall(monkeypatch, played.key)
    live, player = opened(opens, played, file)

    for table in (played.over, played.on):
        looks_as_it_stood(player, played, table, gone)
        refuses(player, table)
    is_listed(player, played)
    assert player.get(f"/api/tables/{played.over}/result") == played.result
    assert player.get(f"/api/tables/{played.on}/result", 409)["code"] == "game.running"
    records = {table: record_of(player, table) for table in (played.over, played.on)}
    live.stop()
    monkeypatch.undo()
    catalogue.forget()
    # A program that knows the version reads them: the decisions, and once it is over the dice, are those of the game.
    assert load(records[played.over]).entries == load(played.record).entries
    assert verify(load(records[played.over])).dice_match
    open_record = load(records[played.on])
    assert len(open_record.entries) == played.told[played.on]["step"]
    assert not open_record.ending.seed
    verify(open_record)


def looks_as_it_stood(player: Player, played: Played, table: str, gone: str) -> None:
    told = played.told[table]
    found = whole(player, table)
    old = found["table"]["retired"]
    assert found["table"] == player.get(f"/api/tables/{table}")
    assert old["here"] == (gone == "version")
    assert NEXT in old["why"] if gone == "version" else "no longer installed" in old["why"]
    assert (old["moves"], old["pictured"], old["game"]) == (0, True, played.title)
    assert found["step"] == told["step"]
    assert found["update"]["view"] == told["update"]["view"]
    assert found["update"]["outcome"] == told["update"]["outcome"]
    assert found["update"]["to_act"] == told["update"]["to_act"]
    assert [line_of(one) for one in found["log"]] == [line_of(one) for one in told["log"]]
    assert [line["text"] for line in found["chat"]] == [line["text"] for line in told["chat"]]
    assert [(one["name"], one["colour"]) for one in found["table"]["seats"]] == [
        (one["name"], one["colour"]) for one in told["table"]["seats"]
    ]
    assert found["table"]["roles"] == told["table"]["roles"]
    for theme in ("light", "dark"):
        picture = player.http.get(f"/api/tables/{table}/picture", params={"theme": theme})
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")


def line_of(line: Json) -> tuple[Json, ...]:
    return line["step"], line["turn"], line["seat"], line["text"], line["kind"]


def is_listed(player: Player, played: Played) -> None:
    cards = {card["id"]: card for card in player.get("/api/tables", show="mine")}
    for table, status in ((played.over, "finished"), (played.on, "running")):
        card = cards[table]
        assert (card["retired"], card["status"], card["waits_for_me"], card["deadline"]) == (True, status, False, None)


def refuses(player: Player, table: str) -> None:
    at = f"/api/tables/{table}"
    for path, body in (
        ("actions", {"seat": 0, "action": {"type": "end_turn"}, "key": "1"}),
        ("undo", {"seat": 0, "key": "2"}),
        ("resign", {"seat": 0}),
        ("chat", {"text": "Is anybody there?"}),
        ("close", {"step": 0}),
        ("forecasts", {"seat": 0, "actions": []}),
        ("readings", {"seat": 0, "text": "x"}),
    ):
        assert player.post(f"{at}/{path}", body, 409)["code"] == "table.retired"
    assert player.post(f"/api/again/{table}", {}, 409)["code"] == "table.retired"
    draft = {"seat": 0, "step": 0, "revision": 1, "action": {}}
    assert player.put(f"{at}/draft", draft, 409)["code"] == "table.retired"


def test_a_table_of_which_nothing_was_kept_still_tells_its_seats_and_its_record(
    played: Played, file: Path, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = sa.create_engine(database_url(str(file)))
    with engine.begin() as connection:
        assert connection.execute(sa.delete(kept)).rowcount == 2
    engine.dispose()
    retire(monkeypatch, played.key, NEXT)
    _, player = opened(opens, played, file)

    found = player.snapshot(played.over)
    old = found["table"]["retired"]
    assert old["game"] == played.title
    assert (old["at"], old["pictured"], found["update"], found["log"]) == ("", False, None, [])
    assert [one["name"] for one in found["table"]["seats"]] == [
        one["name"] for one in played.told[played.over]["table"]["seats"]
    ]
    assert player.get(f"/api/tables/{played.over}/result", 404)["code"] == "result.none"
    assert player.get(f"/api/tables/{played.over}/picture", 404)["code"] == "picture.none"
    assert record_of(player, played.over).count(b"\n") == played.record.count(b"\n")

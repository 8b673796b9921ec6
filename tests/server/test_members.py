"""Who a browser is: private links ask before they make it somebody else, and are renewed; names change everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import time

import msgspec
import pytest
from sqlalchemy import insert

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player
from wartable.engine.game import AnyGame
from wartable.engine.record import Record, verify
from wartable.server import challenges, results
from wartable.server.schema import addresses, passkeys

pytestmark = pytest.mark.storage

HTML = {"Accept": "text/html"}
BROWSER = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def mira(live: Live) -> Iterator[Player]:
    """A person in a browser."""
    one = live.player()
    one.http.headers.update(BROWSER)
    one.put("/api/me", {"name": "Mira", "colour": 1})
    yield one
    one.close()


def open_link(player: Player, link: str, **headers: str) -> Json:
    return player.http.get(link, follow_redirects=False, headers=headers)


def test_a_link_asks_before_it_makes_somebody_else_of_a_browser(mira: Player, other: Player) -> None:
    link = mira.table("me", "easy")["seat_link"]
    other.table("me", "easy")
    before = other.me()

    asked = open_link(other, link, **HTML)
    told = open_link(other, link)

    assert asked.status_code == told.status_code == 409
    assert "This seat link belongs to Mira" in asked.text
    assert before["name"] in asked.text
    assert told.json()["code"] == "seat.link_used"
    assert told.json()["message"] == "This seat link belongs to Mira. You can watch, or ask for a free seat."
    assert other.me() == before
    assert "set-cookie" not in asked.headers


def test_whoever_says_so_plays_on_as_the_seats_player(mira: Player, other: Player) -> None:
    table = mira.table("me", "easy")
    other.table("me", "easy")
    form = {**BROWSER, "Content-Type": "application/x-www-form-urlencoded", "Origin": str(other.http.base_url)}

    moved = other.http.post(table["seat_link"], headers=form)

    assert (moved.status_code, moved.headers["location"]) == (303, f"/table/{table['id']}")
    assert other.me() == mira.me()
    foreign = {**form, "Sec-Fetch-Site": "cross-site"}
    assert other.http.post(table["seat_link"], headers=foreign).status_code == 403


@pytest.mark.parametrize("visits", [0, 1])
def test_a_browser_with_nothing_to_lose_is_not_asked(mira: Player, other: Player, visits: int) -> None:
    link = mira.table("me", "easy")["seat_link"]
    for _ in range(visits):
        other.me()

    assert open_link(other, link, **HTML).status_code == 303
    assert other.me() == mira.me()


def test_the_question_shows_names_as_text_and_gives_no_way_into_private_tables(mira: Player, other: Player) -> None:
    mira.put("/api/me", {"name": "<b>Mira</b>", "colour": 1})
    table = mira.table("me", "easy", private=True)
    other.table("me", "easy")

    asked = open_link(other, table["seat_link"], **HTML)

    assert "&lt;b&gt;Mira&lt;/b&gt;" in asked.text
    assert "<b>" not in asked.text
    assert f"/table/{table['id']}" not in asked.text


def test_a_table_laid_on_ones_own_machine_falls_to_whoever_opens_it(live: Live, other: Player) -> None:
    """As `wartable play` does: the second game must not cost the first one."""
    first = other.table("me", "easy")["id"]
    laid = live.player().table("me", "local", "easy")

    moved = open_link(other, laid["seat_link"], **HTML)

    assert moved.headers["location"] == f"/table/{laid['id']}"
    assert {card["id"] for card in other.get("/api/tables", show="mine")} == {first, laid["id"]}
    there = other.get(f"/api/tables/{laid['id']}")
    assert there["creator"]
    assert there["my_seats"] == [0, 1]
    assert there["seats"][0]["name"] == other.me()["name"]
    assert there["seats"][1]["name"] == "Player 2"


def test_a_server_for_many_hands_nothing_over(opens: Opens, tmp_path: Path) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", known_seeds=False))
    other = live.player()
    other.table("me", "easy")
    link = live.player().table("me", "easy")["seat_link"]

    assert open_link(other, link, **HTML).status_code == 409


def test_a_renewed_link_makes_the_old_one_worthless(mira: Player, other: Player) -> None:
    table = mira.table("me", "local", "easy")
    path = f"/api/tables/{table['id']}/link"

    renewed = mira.post(path)

    assert renewed["seat_link"] != table["seat_link"]
    assert open_link(other, table["seat_link"]).headers["location"] == "/?problem=seat"
    assert open_link(other, renewed["seat_link"]).headers["location"] == f"/table/{table['id']}"


def arrive(live: Live, link: str) -> Player:
    """A second browser of whoever gave the link away."""
    browser = live.player()
    browser.http.headers.update(BROWSER)
    assert open_link(browser, link).status_code == 303
    return browser


def drained(lines: Iterator[str]) -> bool:
    """Read a stream to its end; false where it only goes on with signs of life."""
    return sum(1 for _ in islice(lines, 1_000)) < 1_000


def test_renewing_a_link_signs_out_the_browsers_that_came_by_it(live: Live, mira: Player) -> None:
    table = mira.table("me", "local")
    path = f"/api/tables/{table['id']}"
    thief = arrive(live, table["seat_link"])
    assert thief.me()["name"] == "Mira"

    with thief.http.stream("GET", f"{path}/stream") as response:
        lines = response.iter_lines()
        next(lines)
        renewed = mira.post(f"{path}/link")
        assert drained(lines), "the stream ends"

    assert thief.post(f"{path}/chat", {"text": "Hello"}, 401)["code"] == "identity.unknown"
    assert thief.get(path)["my_seats"] == []
    assert mira.me()["name"] == "Mira"
    assert mira.get(path)["my_seats"] == [0, 1]
    assert arrive(live, renewed["seat_link"]).me()["name"] == "Mira"


@pytest.mark.parametrize(("keep", "left"), [("false", 0), ("true", 1)])
def test_renewing_a_link_takes_passkeys_and_addresses_along_unless_they_are_kept(
    live: Live, keep: str, left: int
) -> None:
    mira = live.player()
    table = mira.table("me", "local")
    ways = {"player_id": mira.me()["id"], "created": 1.0}
    key = {"id": f"key-{keep}", "public_key": b"", "uses": 0, "name": "Phone", "used": None, **ways}
    address = {"id": f"a{keep}", "kind": "mail", "target": "thief@example.org", "confirmed": True, **ways}

    async def add() -> None:
        await challenges.put(live.services.store, "word", challenges.mailed(str(ways["player_id"])), time(), 60)
        await live.services.store.execute(insert(passkeys).values(key))
        await live.services.store.execute(insert(addresses).values(address))

    live.run(add())
    mira.post(f"/api/tables/{table['id']}/link?keep={keep}")

    assert len(mira.get("/api/me/account")["passkeys"]) == len(mira.get("/api/me/notices")["addresses"]) == left
    good = challenges.is_good(live.services.store, "word", challenges.mailed(str(ways["player_id"])), time())
    assert not live.run(good), "a link to sign in that was on its way"


def test_browsers_at_another_process_are_signed_out_too(opens: Opens, database: str) -> None:
    here, there = (opens(msgspec.structs.replace(SETTINGS, database=database)) for _ in range(2))
    mira = here.player()
    table = mira.table("me", "local")
    path = f"/api/tables/{table['id']}"
    thief = arrive(there, table["seat_link"])

    with thief.http.stream("GET", f"{path}/stream") as response:
        lines = response.iter_lines()
        next(lines)
        mira.post(f"{path}/link")
        assert drained(lines), "the stream ends"
    with thief.http.stream("GET", f"{path}/stream") as response:
        told = json.loads(next(line for line in response.iter_lines() if line.startswith("data: "))[6:])

    assert told["my_seats"] == []


def test_only_who_has_a_seat_renews_its_link(mira: Player, other: Player) -> None:
    table = mira.table("me", "easy")["id"]

    assert other.post(f"/api/tables/{table}/link", status=403)["code"] == "seat.none"


def test_a_link_given_in_the_lobby_is_good_when_seats_have_moved_up(mira: Player, other: Player) -> None:
    table = mira.table("open", "me", "easy", start=False)
    mira.post(f"/api/tables/{table['id']}/start")

    assert open_link(other, table["seat_link"]).headers["location"] == f"/table/{table['id']}"


def test_a_new_name_is_shown_at_every_seat_taken(mira: Player, other: Player) -> None:
    running, waiting = mira.table("me", "local")["id"], mira.table("me", "open", start=False)["id"]
    named = mira.table("me", "easy", title="Mira's Classic Risk, again")["id"]
    other.put("/api/me", {"name": "Jonas", "colour": 2})
    other.post(f"/api/tables/{waiting}/seats/1", {"kind": "me"})
    over = mira.table("me", "easy", options={"turn_limit": 1})["id"]
    while mira.wait_turn(over, 0)["outcome"] is None:
        mira.act(over, 0, finishing(mira.snapshot(over)["update"]))

    with other.stream(running) as events:
        events.wait(lambda got: got.of("table"))
        mira.put("/api/me", {"name": "Jonas", "colour": 5, "avatar": "owl"})
        events.wait(lambda got: got.of("table")[-1]["seats"][0]["name"] == "Jonas")

    seats = {table: mira.get(f"/api/tables/{table}")["seats"] for table in (running, waiting, over)}
    assert [seats[running][0][field] for field in ("name", "avatar", "colour")] == ["Jonas", "owl", 1]
    assert seats[running][1]["name"] == "Player 2"
    assert [seat["name"] for seat in seats[waiting]] == ["Jonas 2", "Jonas"]
    assert seats[over][0]["name"] == "Mira"
    titles = [mira.get(f"/api/tables/{table}")["title"] for table in (running, waiting, named, over)]
    assert titles == ["Jonas's Classic Risk"] * 2 + ["Mira's Classic Risk, again", "Mira's Classic Risk"]


def finishing(update: Json) -> Json:
    """The decision that gets a turn over with."""
    places = [offer for offer in update["offers"]["0"] if offer["kind"] == "place"]
    if places:
        return {"type": "place", "space": places[0]["targets"][0], "count": places[0]["most"]}
    return {"type": "end_turn"}


def test_the_result_of_a_game_is_worked_out_once(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(table)
    checked: list[Record] = []

    def noted(record: Record, game: AnyGame) -> object:
        checked.append(record)
        return verify(record, game)

    monkeypatch.setattr(results, "verify", noted)

    found = [player.get(f"/api/tables/{table}/result") for _ in range(3)]

    assert len(checked) == 1
    assert found[0] == found[1] == found[2]
    assert found[0]["verified"]

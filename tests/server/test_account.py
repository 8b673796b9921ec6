"""A guest keeps every seat: devices, passkeys, their data, and how they are forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from tests.server.authenticator import Authenticator
from tests.server.live import Json, Live, Player
from tests.server.test_members import drained
from wartable.server.erasure import NOBODY
from wartable.server.passkeys import MOST, PATIENCE
from wartable.server.schema import challenges, entries, passkeys, seats, sessions

pytestmark = pytest.mark.storage

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"


@pytest.fixture
def mira(live: Live) -> Iterator[Player]:
    live.run(live.services.store.execute(sa.delete(passkeys)))  # who signed in before as Mira keeps that name
    one = live.player()
    one.http.headers["user-agent"] = FIREFOX
    one.put("/api/me", {"name": "Mira", "colour": 1})
    yield one
    one.close()


def added(live: Live, player: Player, name: str = "Telephone") -> Authenticator:
    one = Authenticator(live.url)
    options = player.post("/api/me/passkeys/options")
    player.post("/api/me/passkeys", {"credential": one.make(options), "name": name})
    return one


def signed_in(player: Player, one: Authenticator, status: int = 200, **more: Json) -> Json:
    return player.post("/api/sign-in", {"credential": one.sign(player.post("/api/sign-in/options")), **more}, status)


def account(player: Player) -> Json:
    return player.get("/api/me/account")


def count(live: Live, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(*where)
    with live.services.store.read_engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def test_a_guest_with_a_passkey_is_who_they_were_on_another_device_with_every_seat(live: Live, mira: Player) -> None:
    table = mira.table("me", "easy")
    key = added(live, mira)
    elsewhere = live.player()
    elsewhere.http.headers["user-agent"] = EDGE

    assert signed_in(elsewhere, key) == mira.me()
    assert elsewhere.get(f"/api/tables/{table['id']}")["seat_link"] == table["seat_link"]
    assert [one["name"] for one in account(mira)["devices"]] == ["Firefox on Linux", "Edge on Windows"]
    assert [one["here"] for one in account(elsewhere)["devices"]] == [True, False]
    listed = account(mira)
    assert listed["offered"]
    assert [one["name"] for one in listed["passkeys"]] == ["Telephone"]
    assert listed["passkeys"][0]["used"] is not None


def test_signing_in_asks_before_it_gives_up_the_seats_of_another_guest(live: Live, mira: Player, other: Player) -> None:
    key = added(live, mira)
    other.table("me", "easy")
    before = other.me()

    refused = signed_in(other, key, 409)

    assert refused["code"] == "identity.other"
    assert before["name"] in refused["message"]
    assert other.me() == before
    signed_in(other, key, leave=True)
    assert other.me() == mira.me()


def test_an_answer_counts_once_in_its_time_and_for_its_own_site_alone(live: Live, mira: Player, other: Player) -> None:
    key = added(live, mira)
    answer = {"credential": key.sign(other.post("/api/sign-in/options"))}
    other.post("/api/sign-in", answer)
    again = live.player().post("/api/sign-in", answer, 409)
    assert again["code"] == "passkey.late"

    stranger = live.player()
    late = {"credential": key.sign(stranger.post("/api/sign-in/options"))}
    with live.services.store.write_engine.begin() as connection:
        connection.execute(sa.update(challenges).values(until=challenges.c.until - PATIENCE - 1))
    assert stranger.post("/api/sign-in", late, 409)["code"] == "passkey.late"

    key.origin = "https://elsewhere.example"
    assert signed_in(stranger, key, 403)["code"] == "passkey.unproven"
    key.origin = live.url
    key.uses = 0  # a copy of the authenticator, whose counter stands lower
    assert signed_in(stranger, key, 403)["code"] == "passkey.unproven"
    assert signed_in(stranger, Authenticator(live.url), 404)["code"] == "passkey.unknown"
    assert stranger.http.get("/api/me/account").status_code == 200
    assert stranger.me()["id"] != mira.me()["id"]


@pytest.mark.parametrize("credential", [{}, {"response": 3}, {"response": {"clientDataJSON": "!"}}, {"id": [1]}])
def test_what_is_no_answer_of_an_authenticator_is_refused_in_words(player: Player, credential: Json) -> None:
    for path, body in (
        ("/api/sign-in", {"credential": credential}),
        ("/api/me/passkeys", {"credential": credential, "name": "Key"}),
    ):
        refused = player.post(path, body, 400)
        assert refused["message"] == "This is not the answer of an authenticator."


def test_a_passkey_is_added_once_by_its_own_player_and_up_to_a_number(live: Live, mira: Player, other: Player) -> None:
    key = Authenticator(live.url)
    mine = key.make(mira.post("/api/me/passkeys/options"))
    stolen = other.post("/api/me/passkeys", {"credential": mine, "name": "Stolen"}, 409)
    assert stolen["code"] == "passkey.late"

    mira.post("/api/me/passkeys", {"credential": mine, "name": "Key"})
    twice = mira.post(
        "/api/me/passkeys", {"credential": key.make(mira.post("/api/me/passkeys/options")), "name": "K"}, 409
    )
    assert twice["code"] == "passkey.known"

    with live.services.store.write_engine.begin() as connection:
        row = {"player_id": mira.me()["id"], "public_key": b"", "uses": 0, "name": "x", "created": 0.0}
        connection.execute(sa.insert(passkeys), [{**row, "id": f"{row['player_id']}{n}"} for n in range(MOST - 1)])
    assert mira.post("/api/me/passkeys/options", status=409)["code"] == "passkey.many"

    listed = mira.http.delete(f"/api/me/passkeys/{account(mira)['passkeys'][-1]['id']}").json()
    assert len(listed["passkeys"]) == MOST - 1
    theirs = listed["passkeys"][-1]["id"]
    other.http.delete(f"/api/me/passkeys/{theirs}")
    assert theirs in [one["id"] for one in account(mira)["passkeys"]]


def test_a_browser_that_is_signed_out_is_a_stranger_at_once(live: Live, mira: Player, other: Player) -> None:
    table = mira.table("me", "easy", private=True)["id"]
    key, elsewhere = added(live, mira), live.player()
    signed_in(elsewhere, key)
    device = account(elsewhere)["devices"][0]["id"]

    other.http.delete(f"/api/me/devices/{device}")
    assert elsewhere.me() == mira.me()
    with elsewhere.http.stream("GET", f"/api/tables/{table}/stream") as response:
        left = mira.http.delete(f"/api/me/devices/{device}").json()["devices"]
        assert drained(response.iter_lines()), "the stream ends"
    assert [one["here"] for one in left] == [True]
    assert elsewhere.http.get(f"/api/tables/{table}").status_code == 404
    assert elsewhere.me()["id"] != mira.me()["id"]

    own = account(mira)["devices"][0]["id"]
    gone = mira.http.delete(f"/api/me/devices/{own}")
    assert "Max-Age=0" in gone.headers["set-cookie"]
    assert count(live, sessions, sessions.c.token_hash.startswith(own)) == 0


def test_all_that_is_kept_of_me_can_be_had_as_a_file_and_nothing_of_others(
    live: Live, mira: Player, other: Player
) -> None:
    table = mira.table("me", "open", start=False)["id"]
    other.put("/api/me", {"name": "Otto", "colour": 2})
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    mira.post(f"/api/tables/{table}/chat", {"text": "Good day to you", "key": "m"}, 201)
    other.post(f"/api/tables/{table}/chat", {"text": "And to you", "key": "o"}, 201)
    added(live, mira)
    led = mira.table("open", "easy", start=False)["id"]
    mira.put(f"/api/tables/{led}/notices", {"told": "turns"})
    secret = mira.table("me", *["easy"] * 6, game="diplomacy")["id"]
    action = {"type": "orders", "orders": [{"type": "hold", "unit": {"kind": "A", "at": "VIE"}}]}
    step = mira.snapshot(secret)["update"]["asked"]["step"]
    mira.put(f"/api/tables/{secret}/draft", {"seat": 0, "step": step, "revision": 1, "action": action})

    got = mira.http.get("/api/me/data")

    assert got.headers["content-disposition"] == 'attachment; filename="wartable.json"'
    told = got.json()
    assert told["me"] == mira.me()
    assert [one["id"] for one in told["tables"]] == [table, secret]
    assert set(told["leads"]) == {table, led, secret}
    assert told["told_of"] == {led: "turns"}
    assert [(one["table"], one["seat"]) for one in told["plans"]] == [(secret, 0)]
    assert "VIE" in told["plans"][0]["what"]
    assert [one["text"] for one in told["words"]] == ["Good day to you"]
    assert len(told["passkeys"]) == 1
    assert "Otto" not in got.text
    assert "And to you" not in got.text


def test_whoever_is_erased_leaves_games_that_go_on_and_no_name(live: Live, mira: Player, other: Player) -> None:
    other.put("/api/me", {"name": "Otto", "colour": 2})
    open_one = mira.table("me", "open", start=False)["id"]
    guest_at = other.table("me", "open", start=False)["id"]
    mira.post(f"/api/tables/{guest_at}/seats/1", {"kind": "me"})
    running = mira.table("me", "open", "easy", start=False)["id"]
    other.post(f"/api/tables/{running}/seats/1", {"kind": "me"})
    mira.post(f"/api/tables/{running}/start")
    for who, text in ((mira, "Mira was here"), (other, "Mira, hello")):
        who.post(f"/api/tables/{running}/chat", {"text": text, "key": text.replace(" ", "-").replace(",", "")}, 201)
    added(live, mira)
    mine = mira.me()["id"]

    wrong = mira.post("/api/me/erase", {"name": "mira"}, 409)
    assert wrong["message"] == "To erase everything, type your name as it is written here: Mira."
    assert mira.me()["name"] == "Mira"

    with other.stream(running) as events:
        mira.post("/api/me/erase", {"name": "Mira"}, 204)
        events.wait(lambda one: NOBODY in json.dumps([event.data for event in one.got]))

    assert other.http.get(f"/api/tables/{open_one}").status_code == 404
    assert other.get(f"/api/tables/{guest_at}")["seats"][1]["kind"] == "open"
    left = other.get(f"/api/tables/{running}")["seats"][0]
    assert (left["name"], left["resigned"]) == (NOBODY, True)
    told = json.dumps(other.snapshot(running)["chat"])
    assert '"Mira was here"' in told
    assert '"name": "Mira"' not in told
    assert count(live, seats, seats.c.name == "Mira", seats.c.player_id == mine) == 0
    assert other.get(f"/api/tables/{running}")["title"] == "Former player's Classic Risk"
    own = entries.c.body.contains('"name":"Mira"')
    assert count(live, entries, own, entries.c.table_id == running) == 0
    for kind in (sessions, passkeys):
        assert count(live, kind, kind.c.player_id == mine) == 0
    assert mira.me()["id"] != mine

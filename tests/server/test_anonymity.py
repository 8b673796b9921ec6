"""Anonymous tables: no byte of any address says who plays what before the end, and then everybody is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
import pytest
from litestar.serialization import encode_json

from tests.server.live import Json, Live, Player, wait_for
from tests.server.tap import MARK
from tests.server.test_sides import FIVE, Company
from wartable.server.app import create_app
from wartable.server.invitations import invitation_to
from wartable.server.store import Loaded

ANONYMOUS: Json = {"sides": {"give": "lot", "anonymous": True}}
LEFT_OUT = ("/stream", "/draft", "/standing", "/at/", "/why/", "/press/{")
"""Addresses asked for by hand: they need a seat, a step or a conversation, or have no end."""


def addresses(live: Live) -> Iterator[str]:
    """Every address of a table that the document names and that only looks."""
    document: Json = msgspec.json.decode(encode_json(create_app(live.services.settings).openapi_schema.to_schema()))
    for path, operations in document["paths"].items():
        if "get" in operations and "{table_id}" in path and not any(part in path for part in LEFT_OUT):
            yield path


@pytest.fixture(scope="module")
def paths(live: Live) -> list[str]:
    found = list(addresses(live))
    assert len(found) >= 9
    return found


def mark(company: Company, who: Player, number: int) -> None:
    who.http.headers[MARK] = f"{company.id}-{number}"


def look_everywhere(company: Company, who: Player, paths: list[str]) -> None:
    """Ask for whatever a browser may ask for, refused or not."""
    seats = who.get(company.path)["my_seats"]
    own = seats[0] if seats else 0
    for path in paths:
        who.http.get(path.replace("{table_id}", company.id), params={"before": 1} if path.endswith("/log") else None)
    more = ("draft?as=", "standing?as=", "press?as=", "press/all?as=", "at/0?as=", "letters?as=", "letters/text?as=")
    for path in more:
        for seat in {own, (own + 1) % 5}:
            who.http.get(f"{company.path}/{path}{seat}")
    for path in (f"{company.path}/why/1", "/api/tables?show=open", "/api/tables?show=mine"):
        who.http.get(path)


def test_no_byte_says_who_plays_what(live: Live, paths: list[str]) -> None:
    company = Company(live, pace={"seconds": 86_400}, press={"mode": "full"}, **ANONYMOUS)
    everybody = [*company.players, live.player()]
    names = [f"Person {letter}" for letter in "ABCDE"]
    ids = [player.me()["id"] for player in company.players]
    for number, player in enumerate(everybody):
        mark(company, player, number)
    with ExitStack() as streams:
        listening = [streams.enter_context(player.stream(company.id)) for player in everybody]
        company.players[2].post(f"{company.path}/chat", {"text": "Good evening", "key": "c"}, 201)
        for player in everybody:
            look_everywhere(company, player, paths)
        given = company.start()
        for number, player in enumerate(company.players):
            seat = given[number]
            letter = {"seat": seat, "to": [(seat + 1) % 5], "text": "Peace?", "key": "l"}
            player.post(f"{company.path}/press/letters", letter, 201)
            player.post(f"{company.path}/press/letters", {**letter, "to": [], "key": "a"}, 201)
            player.post(f"{company.path}/pause", {"paused": True})
            if number < 2:
                player.post(f"{company.path}/pause", {"paused": False})
        company.players[0].post(f"{company.path}/extend", {"seconds": 3600})
        company.players[3].put("/api/me", {"name": "Person D the Second", "colour": 3, "avatar": "fox"})
        company.players[4].post(f"{company.path}/resign", {"seat": given[4]})
        for player in everybody:
            look_everywhere(company, player, paths)
        seq = live.services.hub.known(company.id)
        assert seq is not None
        wait_for(lambda: all(events.last_id == seq.seq for events in listening))

    for number in range(6):
        heard = live.tap.new(f"{company.id}-{number}")
        assert "Austria" in heard
        assert '"here"' not in heard
        for other, name in enumerate(names):
            if other != number:
                assert name not in heard, f"{number} hears of {name}"
                assert ids[other] not in heard
        assert '"avatar":"owl"' not in heard.replace(f'"name":"{names[min(number, 4)]}"', "")
        assert '"present":true' not in heard


def test_whoever_comes_and_goes_is_noticed_by_nobody(live: Live) -> None:
    company = Company(live, **ANONYMOUS)
    company.start()
    watcher, comer = company.players[0], company.players[1]
    with watcher.stream(company.id) as events:
        events.wait(lambda one: one.of("table"))
        before = list(events.got)
        with comer.stream(company.id) as other:
            other.wait(lambda one: one.of("table"))
            company.players[2].put("/api/me", {"name": "Person C again", "colour": 3, "avatar": "fox"})
            company.players[3].post(f"{company.path}/pause", {"paused": True}, 409)
        assert [one for one in events.got if one not in before] == []


def test_the_sides_speak(live: Live) -> None:
    company = Company(live, press={"mode": "public"}, **ANONYMOUS)
    maker, second = company.players[:2]
    assert [seat["name"] for seat in maker.get(company.path)["seats"]] == [f"Player {n}" for n in range(1, 6)]
    assert second.post(f"{company.path}/chat", {"text": "Hello", "key": "1"}, 201)["name"] == "Somebody"

    given = company.start()
    table = live.services.hub.known(company.id)
    assert table is not None
    assert invitation_to(Loaded(table.row, tuple(table.seats), ())).host == "", "its maker invites, and plays a side"

    seats = live.player().get(company.path)["seats"]
    assert [seat["name"] for seat in seats] == list(FIVE)
    assert {(seat["avatar"], seat["present"], seat["you"]) for seat in seats} == {("", False, False)}
    said = second.post(f"{company.path}/chat", {"text": "Hello", "key": "2"}, 201)
    assert said["name"] == FIVE[given[1]]
    note = next(line["text"] for line in maker.snapshot(company.id)["log"] if line["kind"] == "sides")
    assert note == "Sides were given by lot. Who plays is told at the end."


def test_at_the_end_names_are_told_to_all_at_once(live: Live) -> None:
    company = Company(live, 2, game="risk", **ANONYMOUS)
    given = company.start()
    one, other = company.players
    with other.stream(company.id) as events:
        events.wait(lambda all_: all_.of("table"))
        one.post(f"{company.path}/resign", {"seat": given[0]})
        events.wait(lambda all_: any(table["seats"][given[0]]["name"] == "Person A" for table in all_.of("table")))

    table = live.player().get(company.path)
    assert [table["seats"][seat]["name"] for seat in given] == ["Person A", "Person B"]
    assert {seat["avatar"] for seat in table["seats"]} == {"owl"}
    told = [line["text"] for line in other.snapshot(company.id)["log"] if line["kind"] == "names"]
    first, second = ("Person A", "Person B") if given == [0, 1] else ("Person B", "Person A")
    assert told == [f"The names are told: {first} played in place 1 and {second} played in place 2."]
    record = one.http.get(f"{company.path}/record").text
    assert "Person A" in record.splitlines()[0]
    again = one.post(f"/api/again/{company.id}", status=201)
    assert again["sides"] == {"give": "lot", "anonymous": True}
    assert [seat["name"] for seat in again["seats"] if seat["you"]] != ["Person A"]


def test_names_once_seen_are_not_hidden_and_hidden_ones_not_told(live: Live) -> None:
    seen, hidden = Company(live, 3), Company(live, 3, **ANONYMOUS)

    for company, wish in ((seen, True), (hidden, False)):
        refused = company.players[0].put(f"{company.path}/sides/rule", {"give": "lot", "anonymous": wish}, 409)
        assert refused["code"] == "sides.late"
    alone = live.player()
    table = alone.table("me", "open", game="diplomacy", start=False)
    changed = alone.put(f"/api/tables/{table['id']}/sides/rule", {"anonymous": True})
    assert changed["sides"] == {"give": "lot", "anonymous": True}, "where one sits would tell what one plays"
    assert (changed["title"], changed["seats"][0]["name"]) == ("A table of Diplomacy", "Player 1")
    back = alone.put(f"/api/tables/{table['id']}/sides/rule", {"anonymous": False})
    assert (back["title"], back["seats"][0]["name"]) == (table["title"], table["seats"][0]["name"])


def test_people_at_one_screen_are_hidden_and_bots_are_not(live: Live, player: Player) -> None:
    made = player.table("me", "local", "easy", "easy", "open", game="diplomacy", start=False, **ANONYMOUS)
    live.player().post(f"/api/tables/{made['id']}/seats/4", {"kind": "me"})

    begun = player.post(f"/api/tables/{made['id']}/start")

    shown = {seat["seat"]: seat["name"] for seat in begun["seats"]}
    assert [shown[seat] for seat in begun["my_seats"]] == [FIVE[seat] for seat in begun["my_seats"]]
    bots = [seat["name"] for seat in begun["seats"] if seat["kind"] == "bot"]
    assert len(bots) == 2
    assert not set(bots) & set(FIVE)

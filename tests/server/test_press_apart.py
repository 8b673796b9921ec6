"""Beside letters between those who play: who looks on, quotes, muted sides, reports, search, what is taken away."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import msgspec
import pytest

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player, alone, wait_for
from tests.server.party import Ear
from tests.server.test_press import AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY, Press
from tests.server.test_sides import Company
from wartable.cli.app import run
from wartable.engine.values import Outcome
from wartable.server.retired import Relic
from wartable.server.store import Loaded

pytestmark = pytest.mark.storage


@pytest.fixture
def press(live: Live) -> Press:
    return Press(live)


def watch(press: Press, player: Player, text: str, status: int = 201) -> Json:
    return player.post(f"{press.path}/watching", {"text": text, "key": player.key()}, status)


def end(press: Press, live: Live) -> None:
    """Let the game be over."""
    table = live.services.hub.known(press.table)
    assert table is not None
    table.running().end(Outcome(ranks=(1, 2, 2, 2, 2), scores=(1.0, 0.0, 0.0, 0.0, 0.0), reason="Seat 1 has won."))
    table.row = msgspec.structs.replace(table.row, status="finished")


def test_a_letter_is_in_no_byte_for_anybody_who_may_not_read_it(press: Press, live: Live) -> None:
    watcher, stranger = live.player(), live.player()
    readers = {"russia": press.players[RUSSIA], "watcher": watcher, "stranger": stranger}
    with ExitStack() as stack:
        streams = {name: stack.enter_context(one.stream(press.table)) for name, one in readers.items()}
        wait_for(lambda: all(stream.raw for stream in streams.values()))
        secret = press.write(
            FRANCE, ENGLAND, text="xyzzy [F LON - ENG]", quotes=[{"seat": ENGLAND, "text": "F LON - ENG"}]
        )
        press.players[FRANCE].put(
            f"{press.path}/draft", {"seat": FRANCE, "conversation": "1.2", "text": "plugh is begun"}
        )
        press.players[ENGLAND].put(f"{press.path}/muted", {"seat": ENGLAND, "muted": [RUSSIA]})
        wish = {"seat": ENGLAND, "conversation": "1.2", "letter": secret["id"], "why": "frotz"}
        press.players[ENGLAND].post(f"{press.path}/reports", wish, 201)
        watch(press, watcher, "plover of who looks on")
        press.write(FRANCE, text="For all to read.")
        wait_for(lambda: all(stream.of("letters") for stream in streams.values()))
    table = f"/api/tables/{press.table}"
    addresses = [f"{table}{part}" for part in ("", "/game", "/record", "/log?before=9", "/letters", "/letters/text")]
    addresses += [press.path, f"{press.path}/all", f"{press.path}/watchers", "/api/tables?show=mine"]
    addresses += [f"{table}/letters?find=xyzzy"]
    for name, reader in readers.items():
        said = "".join([*streams[name].raw, *(reader.http.get(one).text for one in addresses)])
        assert "For all to read." in said
        for word in ("xyzzy", "plugh", "frotz", str(secret["id"]), '"1.2"'):
            assert word not in said, (name, word)
        assert ("plover" in said) == (name != "russia")
    assert "xyzzy" in press.players[ENGLAND].http.get(f"{table}/letters/text").text


def test_who_looks_on_writes_to_others_who_do_and_wakes_nobody_who_plays(press: Press, live: Live) -> None:
    watcher, other = live.player(), live.player()
    table = live.services.hub.known(press.table)
    assert table is not None
    ears = [Ear() for _ in range(3)]
    for ear, player in zip(ears, (table.seats[RUSSIA].player_id, None, "somebody"), strict=True):
        ear.player = player
        table.listeners.add(ear)

    said = watch(press, watcher, "Turkey is done for.")

    assert (said["seat"], said["mine"], said["conversation"]) == (None, True, "watchers")
    assert [ear.woken > 0 for ear in ears] == [False, True, True]
    found = other.get(press.path)
    assert (found["watches"], [one["conversation"] for one in found["conversations"]]) == (True, ["watchers"])
    read = other.get(f"{press.path}/watchers")["letters"]
    assert [(one["name"], one["mine"]) for one in read] == [(said["name"], False)]
    assert press.cards(RUSSIA) == {}
    assert press.page(RUSSIA, "watchers", 403)["code"] == "press.not_yours"
    assert watch(press, press.players[RUSSIA], "Me too.", 409)["code"] == "press.plays"
    end(press, live)
    assert watch(press, watcher, "Over.", 409)["code"] == "press.closed"
    assert press.texts(RUSSIA, "watchers") == ["Turkey is done for."], "opened with all other letters"


def test_a_quote_is_checked_before_it_is_sent(press: Press) -> None:
    france = press.players[FRANCE]

    def check(seat: int, text: str, status: int = 200) -> Json:
        return france.post(f"{press.path}/quotes", {"seat": FRANCE, "quote": {"seat": seat, "text": text}}, status)

    assert check(ENGLAND, "f lon-eng")["text"] == "F LON - ENG"
    refused = check(ENGLAND, "F LON - MUN", 409)
    assert len(str(refused["message"])) > 20
    wish = {"seat": ENGLAND, "quote": {"seat": ENGLAND, "text": "F LON - ENG"}}
    assert france.post(f"{press.path}/quotes", wish, 403)["code"] == "seat.not_yours"


def test_letters_of_a_muted_side_count_as_read_but_unsigned_ones_count(opens: Opens, database: str) -> None:
    clock = [1_000_000_123.0]
    live = opens(msgspec.structs.replace(SETTINGS, database=database), lambda: clock[0])
    press = Press(live, mode="full", unsigned=True)
    england = press.players[ENGLAND]
    england.put(f"{press.path}/muted", {"seat": ENGLAND, "muted": [FRANCE]})
    press.write(FRANCE, ENGLAND)
    press.write(RUSSIA, ENGLAND)
    press.write(FRANCE, text="Turkey lies.", unsigned=True)
    clock[0] += 86_400

    cards = press.cards(ENGLAND)
    unread = {name: card["unread"] for name, card in cards.items()}
    assert unread == {"1.2": 0, "1.3": 1, "all": 1}, "that an unsigned letter is not counted would say whose it is"
    assert england.get("/api/tables", show="mine")[0]["letters"] == 2
    assert england.get(press.path)["muted"] == [FRANCE]
    assert press.players[FRANCE].get(press.path)["muted"] == []
    assert england.put(f"{press.path}/muted", {"seat": ENGLAND, "muted": [9]}, 404)["code"] == "seat.unknown"
    england.put(f"{press.path}/muted", {"seat": ENGLAND, "muted": []})
    assert press.cards(ENGLAND)["1.2"]["unread"] == 1


def test_who_has_written_sees_who_has_read_it_where_the_table_tells_that(press: Press, live: Live) -> None:
    receipts = Press(live, mode="full", receipts=True)
    hidden = Company(live, press={"mode": "full", "receipts": True}, sides={"give": "lot", "anonymous": True})
    seats = hidden.start()
    for table in (press, receipts):
        table.write(FRANCE, ENGLAND, RUSSIA, text="First.")
        letter = table.write(FRANCE, ENGLAND, RUSSIA)
        read = {"seat": ENGLAND, "conversation": "1.2.3", "letter": letter["id"]}
        assert table.page(FRANCE, "1.2.3")["read_by"] == []
        table.players[ENGLAND].put(f"{table.path}/read", read)
    assert press.page(FRANCE, "1.2.3")["read_by"] == []
    assert receipts.page(FRANCE, "1.2.3")["read_by"] == [ENGLAND]
    assert receipts.page(RUSSIA, "1.2.3")["read_by"] == [], "of who has written alone"
    assert receipts.page(FRANCE, "1.2.3", before=letter["id"])["read_by"] == []

    known = live.services.hub.known(receipts.table)
    assert known is not None
    ears = [Ear() for _ in range(3)]
    for ear, seat in zip(ears, (FRANCE, TURKEY, None), strict=True):
        ear.player = None if seat is None else known.seats[seat].player_id
        known.listeners.add(ear)
    receipts.players[RUSSIA].put(f"{receipts.path}/read", {**read, "seat": RUSSIA})
    assert [ear.woken > 0 for ear in ears] == [True, False, False]
    assert receipts.page(FRANCE, "1.2.3")["read_by"] == [ENGLAND, RUSSIA]
    receipts.write(FRANCE, ENGLAND, RUSSIA)
    assert receipts.page(FRANCE, "1.2.3")["read_by"] == []

    one, two = hidden.players[:2]
    there = sorted(seats[:2])
    name, path = f"{there[0]}.{there[1]}", f"{hidden.path}/press"
    sent = one.post(f"{path}/letters", {"seat": seats[0], "to": [seats[1]], "text": "Hm", "key": "h"}, 201)
    two.put(f"{path}/read", {"seat": seats[1], "conversation": name, "letter": sent["id"]})
    assert one.get(f"{path}/{name}")["read_by"] == [], "it would tell who is there"


def test_the_host_reads_what_was_reported_with_the_five_before(
    opens: Opens, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    press = Press(opens(msgspec.structs.replace(SETTINGS, database=database)))
    letters = [press.write(FRANCE, ENGLAND, text=f"Insult {number}") for number in range(7)]
    wish = {"seat": ENGLAND, "conversation": "1.2", "letter": letters[-1]["id"], "why": "He is rude."}
    for _ in range(2):
        press.players[ENGLAND].post(f"{press.path}/reports", wish, 201)
    russia = {**wish, "seat": RUSSIA}
    assert press.players[RUSSIA].post(f"{press.path}/reports", russia, 403)["code"] == "press.not_yours"

    assert alone(asyncio.to_thread(run, ["reported", "--database", database])) == 0

    told = capsys.readouterr().out
    assert told.count("He is rude.") == 1
    assert "Insult 0" not in told
    assert [told.index(f"Insult {number}") for number in range(1, 7)] == sorted(
        told.index(f"Insult {number}") for number in range(1, 7)
    )


def test_letters_are_found_by_their_words_and_taken_away_as_text(press: Press) -> None:
    press.write(FRANCE, ENGLAND, text="Shall we leave the Channel empty?", quotes=[{"seat": 1, "text": "F LON - NTH"}])
    press.write(ENGLAND, FRANCE, text="100% yes")
    press.write(RUSSIA, TURKEY, text="The Channel is theirs.")
    press.write(AUSTRIA, text="Good morning.")
    path = f"/api/tables/{press.table}/letters"

    def found(seat: int, words: str) -> list[str]:
        return [one["text"] for one in press.players[seat].get(path, find=words)["letters"]]

    assert found(ENGLAND, "empty channel") == ["Shall we leave the Channel empty?"]
    assert found(ENGLAND, "0%") == ["100% yes"]
    assert found(AUSTRIA, "channel") == []
    assert press.players[RUSSIA].get(path, 403, **{"as": FRANCE})["code"] == "seat.not_yours"
    text = press.players[ENGLAND].http.get(f"{path}/text").text
    assert "France to England:\nShall we leave the Channel empty?\n  [F LON - NTH] of England" in text
    assert "Austria to everybody:\nGood morning." in text
    assert "theirs" not in text


@pytest.fixture
def old(press: Press, live: Live, monkeypatch: pytest.MonkeyPatch) -> Press:
    """A table with letters whose rules are not here any more."""
    press.write(FRANCE, ENGLAND, text="Between us.")
    press.write(AUSTRIA, text="To all.")
    table = live.services.hub.known(press.table)
    assert table is not None
    loaded = Loaded(row=table.row, seats=tuple(table.seats), entries=())

    async def relic(*_: object) -> Relic:
        return Relic(loaded)

    monkeypatch.setattr("wartable.server.routes.press.retired_at", relic)
    return press


def test_letters_of_a_table_that_can_only_be_looked_at_are_read_by_their_readers(old: Press, live: Live) -> None:
    path = f"/api/tables/{old.table}/letters"

    def texts(player: Player) -> list[str]:
        return [one["text"] for one in player.get(path)["letters"]]

    assert texts(old.players[ENGLAND]) == ["Between us.", "To all."]
    assert texts(old.players[RUSSIA]) == texts(live.player()) == ["To all."]
    assert old.players[RUSSIA].get(path, 403, **{"as": ENGLAND})["code"] == "seat.not_yours"

"""Players whose browser is closed are told by mail and by webhook, each thing once, and nothing that is secret."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from tests.server.clockwork import DAY, MINUTE, Timed
from tests.server.conftest import fresh_database
from tests.server.live import Live, wait_for
from tests.server.noticing import (
    BASE,
    Inbox,
    Receiver,
    forget,
    link_in,
    mailing,
    reached,
    receiving,
    season,
    telling,
    text_of,
    told,
)
from wartable.server import mail, notices
from wartable.server.addresses import AddressRow
from wartable.server.messages import TEST
from wartable.server.notice_file import MailServer, NoticeFile, read_notice_file
from wartable.server.notices import due
from wartable.server.postman import AGAIN, Postman
from wartable.server.wire_notices import NoticeRule

pytestmark = pytest.mark.storage

HOUR = 3600


@pytest.fixture(scope="module")
def inbox() -> Iterator[tuple[Inbox, MailServer]]:
    with mailing() as made:
        yield made


@pytest.fixture(scope="module")
def hooked() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def noticing_server(
    storage: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    inbox: tuple[Inbox, MailServer],
) -> Iterator[Timed]:
    file = NoticeFile(base=BASE, mail=inbox[1], hooks=("json",))
    with telling(file, fresh_database(storage, tmp_path_factory.mktemp("notices"), request)) as server:
        yield server


@pytest.fixture
def timed(noticing_server: Timed) -> Iterator[Timed]:
    yield noticing_server
    forget(noticing_server)


def test_a_turn_is_told_once_then_its_last_hours_and_never_to_who_is_ready_or_here(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got = inbox[0]
    told(timed)
    anna, berta = (reached(timed, got, f"{name}.{timed.port}@example.org") for name in ("anna", "berta"))
    others = [timed.player() for _ in range(3)]
    table = season([anna, berta, *others], seconds=2 * DAY)

    assert told(timed) == 0, "whoever has just sat down sees it"
    timed.time.at += 15 * MINUTE
    assert told(timed) == 2
    assert told(timed) == 0
    (first,) = got.to(f"anna.{timed.port}@example.org")
    assert first["Subject"].endswith("(Europe/Berlin)")
    assert "it is your turn, until " in first["Subject"]
    assert f"{BASE}/table/{table}" in text_of(first)
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    anna.put(
        f"/api/tables/{table}/draft",
        {"seat": 0, "step": anna.snapshot(table)["update"]["asked"]["step"], "revision": 1,
         "action": {"type": "orders", "orders": []}, "ready": True},
    )  # fmt: skip
    timed.time.at += 2 * DAY - 5 * HOUR
    got.got.clear()
    assert told(timed) == 1
    assert told(timed) == 0
    assert [one["To"] for one in got.got] == [f"berta.{timed.port}@example.org"]
    assert "you are not ready" in got.got[0]["Subject"]


def test_who_is_not_asked_what_follows_is_told_that_orders_were_judged(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got = inbox[0]
    told(timed)
    austria, england = (reached(timed, got, f"{name}.{timed.port}@example.org") for name in ("ada", "edda"))
    players = [austria, england, *(timed.player() for _ in range(3))]
    table = season(players, seconds=2 * DAY)
    for march in ({"type": "move", "unit": {"kind": "A", "at": "BUD"}, "to": "SER"}, None):
        for seat, player in enumerate(players):
            orders = [march] if march and seat == 0 else []
            player.act(table, seat, {"type": "orders", "orders": orders})
    assert austria.snapshot(table)["update"]["asked"]["about"] == "orders.adjustments"
    got.got.clear()

    timed.time.at += 15 * MINUTE
    assert told(timed) == 2
    assert told(timed) == 0
    assert "it is your turn" in got.to(f"ada.{timed.port}@example.org")[0]["Subject"]
    (mail,) = got.to(f"edda.{timed.port}@example.org")
    assert "orders were judged, and you have nothing to decide yet" in mail["Subject"]
    assert "Serbia" in text_of(mail)


def test_letters_are_told_by_who_wrote_and_no_word_of_them(timed: Timed, inbox: tuple[Inbox, MailServer]) -> None:
    got = inbox[0]
    clara = reached(timed, got, f"clara.{timed.port}@example.org", turn=[])
    writer = timed.player()
    writer.put("/api/me", {"name": "Secretive Writer", "colour": 2})
    table = season([clara, writer, *[timed.player() for _ in range(3)]], seconds=5 * DAY)
    for text in ("xyzzy one", "xyzzy two"):
        wish = {"seat": 1, "to": [0], "text": text, "key": text.replace(" ", "-")}
        writer.post(f"/api/tables/{table}/press/letters", wish, 201)

    timed.time.at += 15 * MINUTE
    assert told(timed) == 1
    assert told(timed) == 0
    (message,) = got.got
    assert message["Subject"].endswith(": England wrote to you, 2 letters")
    for secret in ("xyzzy", "Secretive", "Austria"):
        assert secret not in message.as_string()

    clara.put(f"/api/tables/{table}/notices", {"told": "nothing"})
    timed.time.at += DAY
    assert told(timed) == 0
    assert clara.get("/api/me/notices")["tables"] == {table: "nothing"}


def test_several_games_come_in_one_message_after_the_quiet_hours(timed: Timed, inbox: tuple[Inbox, MailServer]) -> None:
    got = inbox[0]
    zone = ZoneInfo("Europe/Berlin")
    night = datetime.fromtimestamp(timed.time.at, zone).replace(hour=23, minute=0, second=0)
    timed.time.at = max(timed.time.at, night.timestamp())
    dora = reached(timed, got, f"dora.{timed.port}@example.org", quiet_from="22:00", quiet_to="07:30")
    tables = [season([dora, *[timed.player() for _ in range(4)]], seconds=5 * DAY) for _ in range(2)]

    timed.time.at += 15 * MINUTE
    told(timed)
    assert got.to(f"dora.{timed.port}@example.org") == []
    timed.time.at += 9 * HOUR
    told(timed)
    (message,) = got.to(f"dora.{timed.port}@example.org")
    assert all(f"{BASE}/table/{one}" in text_of(message) for one in tables)


def test_what_was_not_taken_is_tried_again_and_what_is_past_is_dropped(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got = inbox[0]
    emil = reached(timed, got, f"emil.{timed.port}@example.org")
    table = season([emil, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    got.closed = True
    try:
        assert told(timed) == 0
    finally:
        got.closed = False
    assert told(timed) == 0, "not before its time"
    timed.time.at += AGAIN + 1
    assert told(timed) == 1
    got.got.clear()

    other = season([emil, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    got.closed = True
    assert told(timed) == 0
    got.closed = False
    emil.post(f"/api/tables/{other}/resign", {"seat": 0})
    timed.time.at += AGAIN + 1
    assert told(timed) == 0
    assert table != other


def test_several_servers_that_look_at_once_tell_each_thing_once(timed: Timed, inbox: tuple[Inbox, MailServer]) -> None:
    got = inbox[0]
    frida = reached(timed, got, f"frida.{timed.port}@example.org")
    season([frida, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    file = timed.services.settings.notices
    assert file is not None

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*[Postman(timed.services.hub, file).round(timed.time()) for _ in range(4)])

    first = timed.run(all_at_once())
    second = timed.run(all_at_once())

    assert sum(first) + sum(second) == 1
    assert len(got.to(f"frida.{timed.port}@example.org")) == 1


def test_a_webhook_gets_the_same_and_strange_ones_are_refused(timed: Timed, hooked: Receiver) -> None:
    port = hooked.port
    player = timed.player()
    wide = f"json://127.0.0.1:{port}/a,json://127.0.0.1:{port}/b"
    for target in (
        "ftp://x", "discord://1/2", "nobody", wide, wide.replace(",", " "), "a,b@example.org", "=?utf-8?q?a?=@x.org",
        f"json://127.0.0.1:{port}/a?template=http://127.0.0.1:{port}/t", "g:a,b;@localhost", "a\r\nb@localhost",
    ):  # fmt: skip
        refused = player.post("/api/me/addresses", {"target": target}, 400)
        assert refused["code"] == "address.unknown"
        assert "json" in refused["message"]
    shown = player.post("/api/me/addresses", {"target": f"json://127.0.0.1:{port}/secret-path"})
    assert [(one["kind"], one["shown"]) for one in shown["addresses"]] == [("hook", "json")]
    table = season([player, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE

    assert told(timed) == 1
    assert f"{BASE}/table/{table}".encode() in hooked.got[-1].body


def test_a_webhook_is_read_again_as_it_was_checked_when_it_is_sent_to(timed: Timed, hooked: Receiver) -> None:
    stricter = Postman(timed.services.hub, NoticeFile(base=BASE, hooks=("discord",)))
    before = len(hooked.got)
    for target in (f"discord://1/2,json://127.0.0.1:{hooked.port}/x", f"json://127.0.0.1:{hooked.port}/x"):
        row = AddressRow(id="a", player_id="a", kind="hook", target=target, confirmed=True, created=0)
        with pytest.raises(OSError, match="no webhook"):
            stricter._hook(row, TEST)
    assert len(hooked.got) == before


def test_one_press_ends_the_mail_and_a_wrong_link_does_nothing(timed: Timed, inbox: tuple[Inbox, MailServer]) -> None:
    got = inbox[0]
    gustav = reached(timed, got, f"gustav.{timed.port}@example.org")
    season([gustav, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    assert told(timed) == 1
    link = link_in(got.got[-1], "stop")
    stranger = timed.player()

    assert stranger.http.post(f"{link}x").status_code == 200
    assert "No more mail?" in stranger.http.get(link).text
    assert len(gustav.get("/api/me/notices")["addresses"]) == 1
    one_click = stranger.http.post(link, data={"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 200
    assert gustav.get("/api/me/notices")["addresses"] == []


def test_a_link_by_mail_signs_in_once_and_tells_strangers_nothing(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got = inbox[0]
    hanna = reached(timed, got, f"hanna.{timed.port}@example.org")
    elsewhere, thief = timed.player(), timed.player()
    for address in (f"hanna.{timed.port}@example.org", "nobody@example.org"):
        assert elsewhere.http.post("/api/sign-in/mail", json={"address": address}).status_code == 204
    for _ in range(200):
        if got.got:
            break
        timed.run(asyncio.sleep(0.02))
    (message,) = got.got
    link = link_in(message, "come")

    assert f"Sign in as Hanna.{timed.port}?" in elsewhere.http.get(link).text
    assert elsewhere.me()["id"] != hanna.me()["id"]
    assert elsewhere.http.post(link, follow_redirects=False).status_code == 303
    assert elsewhere.me()["id"] == hanna.me()["id"]
    assert thief.http.post(link, follow_redirects=False).status_code == 404
    assert "Hanna" not in thief.http.get(link).text
    assert hanna.http.get("/api/me/data").json()["addresses"] == [f"hanna.{timed.port}@example.org"]
    assert thief.me()["id"] != hanna.me()["id"]


@pytest.mark.parametrize(
    ("rule", "at", "wanted"),
    [
        (NoticeRule(), "2026-11-27T23:00", "2026-11-27T23:00"),
        (NoticeRule(quiet_from="22:00", quiet_to="07:00"), "2026-11-27T23:00", "2026-11-28T07:00"),
        (NoticeRule(quiet_from="22:00", quiet_to="07:00"), "2026-11-28T06:59", "2026-11-28T07:00"),
        (NoticeRule(quiet_from="22:00", quiet_to="07:00"), "2026-11-28T07:00", "2026-11-28T07:00"),
        (NoticeRule(digest="18:00"), "2026-11-27T19:00", "2026-11-28T18:00"),
        (NoticeRule(digest="06:00", quiet_from="22:00", quiet_to="07:00"), "2026-11-27T19:00", "2026-11-28T07:00"),
    ],
)
def test_when_a_notice_is_due(rule: NoticeRule, at: str, wanted: str) -> None:
    zone = ZoneInfo("Europe/Berlin")
    there = msgspec.structs.replace(rule, zone="Europe/Berlin")
    moment = datetime.fromisoformat(at).replace(tzinfo=zone).timestamp()

    assert datetime.fromtimestamp(due(there, "turn", moment), zone).isoformat()[:16] == wanted


def test_each_question_of_a_campaign_is_told_though_its_number_stays(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got, name = inbox[0], f"kai.{timed.port}@example.org"
    kai, other = reached(timed, got, name, deadline=[]), timed.player()
    table = kai.table("me", "open", game="lotr-machiavelli", start=False, pace={"seconds": DAY, "misses": 0})["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    if kai.get(f"/api/tables/{table}")["status"] == "open":
        kai.post(f"/api/tables/{table}/start")
    numbers = []
    for _ in range(2):
        timed.time.at += 15 * MINUTE
        told(timed)
        told(timed)
        numbers.append(kai.snapshot(table)["update"]["turn"])
        timed.skip(DAY)

    assert len(set(numbers)) == 1, "the year's units and the spring campaign have one number"
    assert len(got.to(name)) == 2


def test_a_mail_that_was_taken_is_not_sent_again_however_the_server_says_goodbye(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got, name = inbox[0], f"lea.{timed.port}@example.org"
    lea = reached(timed, got, name)
    season([lea, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    got.rude = True
    try:
        for _ in range(3):
            timed.time.at += 15 * MINUTE
            told(timed)
    finally:
        got.rude = False

    assert len(got.to(name)) == 1


@pytest.mark.parametrize(
    ("rule", "ends", "wanted"),
    [
        (NoticeRule(), "2026-11-27T18:00", "2026-11-27T12:00"),
        (NoticeRule(quiet_from="22:00", quiet_to="08:00"), "2026-11-28T07:00", "2026-11-27T21:45"),
        (NoticeRule(quiet_from="22:00", quiet_to="08:00"), "2026-11-28T12:00", "2026-11-28T06:00"),
        (NoticeRule(quiet_from="00:30", quiet_to="08:00"), "2026-11-28T07:30", "2026-11-28T00:15"),
    ],
)
def test_a_deadline_in_quiet_hours_is_told_before_them(rule: NoticeRule, ends: str, wanted: str) -> None:
    zone = ZoneInfo("Europe/Berlin")
    there = msgspec.structs.replace(rule, zone="Europe/Berlin")
    moment = datetime.fromisoformat(ends).replace(tzinfo=zone).timestamp()

    assert datetime.fromtimestamp(notices._soon(there, moment), zone).isoformat()[:16] == wanted


def test_a_notice_is_due_at_once_to_the_last_bit() -> None:
    at = 1_795_793_049.5 + 3 * 2**-22
    assert due(NoticeRule(), "turn", at) == at


def test_what_is_not_handed_over_yet_when_a_server_ends_is_left_to_the_next(
    timed: Timed, inbox: tuple[Inbox, MailServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    got, names = inbox[0], [f"{name}.{timed.port}@example.org" for name in ("ida", "jost")]
    people = [reached(timed, got, name) for name in names]
    season([*people, *[timed.player() for _ in range(3)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    hand_over = mail.send

    def ends(server: MailServer, message: EmailMessage) -> None:
        hand_over(server, message)
        raise mail.Unsure

    async def killed() -> None:
        postman = timed.services.postman
        assert postman is not None
        tell = postman._tell

        async def first(*args: Any) -> int:
            await tell(*args)
            raise asyncio.CancelledError

        monkeypatch.setattr(postman, "_tell", first)
        with pytest.raises(asyncio.CancelledError):
            await postman.round(timed.time())
        monkeypatch.undo()

    monkeypatch.setattr(mail, "send", ends)
    timed.run(killed())
    told(timed)
    told(timed)

    def arrived() -> list[str]:
        return [str(one["To"]) for one in got.got if one["To"] in names]

    wait_for(lambda: len(arrived()) == len(names))  # what was being handed over as the server ended is on its way
    told(timed)
    assert sorted(arrived()) == sorted(names)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("base: play.example.org", "base"),
        ("base: https://x.org\nmial: {}", "mial"),
        ("base: https://x.org\nmail: {host: a, sender: nobody}", "sender"),
        ("base: [", "notices.yaml"),
    ],
)
def test_a_file_of_notices_that_is_wrong_says_what(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "notices.yaml"
    file.write_text(text)
    with pytest.raises(Exception, match=fault):
        read_notice_file(file)


def test_signs_that_no_address_has_are_refused_and_links_with_them_lead_nowhere(timed: Timed) -> None:
    player = timed.player()
    for target in ("a\0@example.org", "json://127.0.0.1/\0"):
        assert player.post("/api/me/addresses", {"target": target}, 400)["code"] == "address.unknown"
    assert player.http.post("/api/sign-in/mail", json={"address": "\0"}).status_code == 204
    for link in ("/confirm/%00.x", "/come/%00.x", "/confirm/a.%00", "/come/a.%C3%A9", "/stop/%00.x"):
        for answer in (player.http.get(link), player.http.post(link)):
            assert answer.status_code in (200, 404), link


def test_a_server_without_such_a_file_offers_nothing(live: Live) -> None:
    player = live.player()

    assert player.get("/api/me/notices")["mail"] is False
    assert player.post("/api/me/addresses", {"target": "a@example.org"}, 409)["code"] == "address.no_mail"
    assert mail.PATIENCE > 0


@pytest.mark.parametrize(
    ("letter", "line", "begins"),
    [
        ("nothing", ": 1 unread letter", ""),
        ("sender", ": England wrote to you", ""),
        ("text", ": England wrote to you", "Plugh and"),
    ],
)
def test_a_player_chooses_how_much_of_a_letter_is_shown_and_a_webhook_never_gets_it(
    timed: Timed, inbox: tuple[Inbox, MailServer], hooked: Receiver, letter: str, line: str, begins: str
) -> None:
    got, name = inbox[0], f"mia-{letter}.{timed.port}@example.org"
    mia, writer = reached(timed, got, name, turn=[], letter=letter), timed.player()
    mia.post("/api/me/addresses", {"target": f"json://127.0.0.1:{hooked.port}/{letter}{timed.port}"})
    table = season([mia, writer, *[timed.player() for _ in range(3)]], seconds=5 * DAY)
    wish = {"seat": 1, "to": [0], "text": "Plugh " + "and more " * 40, "key": letter}
    writer.post(f"/api/tables/{table}/press/letters", wish, 201)
    timed.time.at += 15 * MINUTE
    told(timed)

    (message,) = got.to(name)
    assert message["Subject"].endswith(line)
    assert begins in text_of(message)
    assert ("Plugh" in message.as_string()) is bool(begins)
    assert len(text_of(message)) < 600
    public = hooked.to(f"/{letter}{timed.port}")[-1].body.decode()
    assert "1 unread letter" in public
    assert "England" not in public


def test_each_cause_is_told_in_the_ways_that_are_ticked_for_it(
    timed: Timed, inbox: tuple[Inbox, MailServer], hooked: Receiver
) -> None:
    got, name = inbox[0], f"nora.{timed.port}@example.org"
    nora, writer = reached(timed, got, name, turn=["hook"], letters=["mail", "push"]), timed.player()
    nora.post("/api/me/addresses", {"target": f"json://127.0.0.1:{hooked.port}/nora{timed.port}"})
    table = season([nora, writer, *[timed.player() for _ in range(3)]], seconds=5 * DAY)
    writer.post(f"/api/tables/{table}/press/letters", {"seat": 1, "to": [0], "text": "Peace?", "key": "p"}, 201)
    timed.time.at += 15 * MINUTE
    told(timed)

    assert [one["Subject"].partition(": ")[2] for one in got.to(name)] == ["England wrote to you"]
    (posted,) = hooked.to(f"/nora{timed.port}")
    assert b"it is your turn" in posted.body
    assert b"letter" not in posted.body
    assert nora.put("/api/me/notices", {"turn": ["pigeon"]}, 400)["code"] == "request.invalid"


def test_a_way_that_failed_is_tried_again_and_the_one_that_took_it_is_left_alone(
    timed: Timed, inbox: tuple[Inbox, MailServer], hooked: Receiver
) -> None:
    got, name = inbox[0], f"olga.{timed.port}@example.org"
    olga = reached(timed, got, name)
    olga.post("/api/me/addresses", {"target": f"json://127.0.0.1:{hooked.port}/olga{timed.port}"})
    season([olga, *[timed.player() for _ in range(4)]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    got.closed = True
    try:
        told(timed)
    finally:
        got.closed = False
    assert (len(hooked.to(f"/olga{timed.port}")), got.to(name)) == (1, [])

    for _ in range(3):
        timed.time.at += AGAIN * 8
        told(timed)

    assert (len(hooked.to(f"/olga{timed.port}")), len(got.to(name))) == (1, 1)


def test_of_some_tables_a_player_is_told_less_or_everything_at_once(
    timed: Timed, inbox: tuple[Inbox, MailServer]
) -> None:
    got = inbox[0]
    told(timed)
    names = ("lea", "tom", "eva", "nora", "otto")
    players = [reached(timed, got, f"{name}.{timed.port}@example.org") for name in names]
    table = season(players, seconds=9 * DAY)
    for player, how in zip(players[1:], ("turns", "everything", "nothing"), strict=False):
        assert player.put(f"/api/tables/{table}/notices", {"told": how})["tables"] == {table: how}
    assert players[4].put(f"/api/tables/{table}/notices", {"told": "usual"})["tables"] == {}
    assert players[4].put(f"/api/tables/{table}/notices", {"told": "gossip"}, 400)
    players[2].put("/api/me/notices", {"turn": [], "letters": []})
    timed.time.at += 15 * MINUTE
    got.got.clear()
    assert told(timed) == 4
    assert {one["To"].partition(".")[0] for one in got.got} == {"lea", "tom", "eva", "otto"}

    for wait in (0, 20 * MINUTE):
        timed.time.at += wait
        wish = {"seat": 0, "to": [], "text": "Peace?", "key": f"k{wait}"}
        players[0].post(f"/api/tables/{table}/press/letters", wish, 201)
        timed.time.at += 15 * MINUTE
        told(timed)
    mails = [one["To"].partition(".")[0] for one in got.got[4:]]
    assert sorted(mails) == ["eva", "eva", "otto"], "who is told everything is told of each letter"

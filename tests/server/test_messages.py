"""What messages say: what has happened since one's last decision, with the board, and seats and votes that wait."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from tests.server.clockwork import DAY, MINUTE, Timed
from tests.server.live import Json, Player
from tests.server.noticing import BASE, Inbox, Receiver, mailing, reached, receiving, season, telling, text_of, told
from wartable.server import accounts
from wartable.server.notice_file import MailServer, NoticeFile
from wartable.server.schema import seats

Mail = tuple[Inbox, MailServer]


@pytest.fixture(scope="module")
def inbox() -> Iterator[Mail]:
    with mailing() as made:
        yield made


@pytest.fixture(scope="module")
def hooked() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory, inbox: Mail) -> Iterator[Timed]:
    folder: Path = tmp_path_factory.mktemp("messages")
    with telling(NoticeFile(base=BASE, mail=inbox[1], hooks=("json",)), f"sqlite:///{folder}/games.sqlite3") as server:
        yield server


def hook(player: Player, hooked: Receiver, path: str) -> None:
    player.post("/api/me/addresses", {"target": f"json://127.0.0.1:{hooked.port}{path}"})


def log_of(player: Player, table: str) -> set[str]:
    return {line["text"] for line in player.snapshot(table)["log"]}


def items(text: str) -> list[str]:
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]


def test_a_mail_tells_what_has_happened_with_the_board_and_a_webhook_what_is_public(
    timed: Timed, inbox: Mail, hooked: Receiver
) -> None:
    anna = reached(timed, inbox[0], "anna@example.org")
    hook(anna, hooked, "/anna")
    table = season([anna, *(timed.player() for _ in range(4))])
    anna.post(f"/api/tables/{table}/close", {"step": anna.snapshot(table)["update"]["asked"]["step"]})
    timed.time.at += 15 * MINUTE
    told(timed)

    (mail,) = inbox[0].to("anna@example.org")
    said = items(text_of(mail))
    assert "Austria gave no orders: its units hold." in said
    assert set(said) <= log_of(anna, table)
    page = mail.get_body(("html",))
    assert page is not None
    assert "Open the table" in page.get_content()
    (board,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert board.get_content().startswith(b"\x89PNG")
    assert f'src="cid:{board["Content-ID"].strip("<>")}"' in page.get_content()

    (posted,) = hooked.to("/anna")
    body = msgspec.json.decode(posted.body)
    public = items(body["message"])
    assert public
    assert set(public) <= log_of(timed.player(), table)
    assert base64.b64decode(body["attachments"][0]["base64"]).startswith(b"\x89PNG")


def test_a_board_that_cannot_be_drawn_holds_up_no_message(
    timed: Timed, inbox: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(accounts, "board_of", broken)
    ida = reached(timed, inbox[0], "ida@example.org")
    table = ida.table("me", "easy", "easy")["id"]
    ida.wait_turn(table, 0)
    timed.time.at += 15 * MINUTE
    told(timed)

    assert "it is your turn" in text_of(inbox[0].to("ida@example.org")[0])


def test_of_a_private_table_a_webhook_gets_the_line_alone(timed: Timed, inbox: Mail, hooked: Receiver) -> None:
    berta = reached(timed, inbox[0], "berta@example.org")
    hook(berta, hooked, "/berta")
    table = berta.table("me", "easy", "easy", private=True, title="Kitchen")["id"]
    berta.wait_turn(table, 0)
    timed.time.at += 15 * MINUTE
    told(timed)

    (mail,) = inbox[0].to("berta@example.org")
    assert items(text_of(mail))
    body = msgspec.json.decode(hooked.to("/berta")[0].body)
    assert body["message"].startswith("Kitchen: it is your turn")
    assert (items(body["message"]), body["attachments"]) == ([], [])


def test_words_of_others_are_no_markup_in_a_mail(timed: Timed, inbox: Mail) -> None:
    clara = reached(timed, inbox[0], "clara@example.org")
    clara.put("/api/me", {"name": "<b>Clara</b>", "colour": 1, "avatar": "owl"})
    table = clara.table("me", "easy", "easy", title="<script>x</script>")["id"]
    clara.wait_turn(table, 0)
    timed.time.at += 15 * MINUTE
    told(timed)

    page = inbox[0].to("clara@example.org")[0].get_body(("html",))
    assert page is not None
    assert "&lt;script&gt;x" in page.get_content()
    assert "<script" not in page.get_content()
    assert "<b>Clara" not in page.get_content()


def told_of(timed: Timed, inbox: Mail, address: str) -> list[str]:
    """Let the server tell, and return the lines that one address got since the last time."""
    inbox[0].got.clear()
    told(timed)
    return [line for mail in inbox[0].to(address) for line in text_of(mail).splitlines()]


def test_a_vote_on_a_pause_is_told_to_who_has_not_voted_once(timed: Timed, inbox: Mail) -> None:
    dora, emma = (reached(timed, inbox[0], f"{name}@example.org", turn=[]) for name in ("dora", "emma"))
    table = season([dora, emma, *(timed.player() for _ in range(3))], seconds=5 * DAY)
    dora.post(f"/api/tables/{table}/pause", {"paused": True})

    assert any("your vote is missing" in line for line in told_of(timed, inbox, "emma@example.org"))
    assert told_of(timed, inbox, "emma@example.org") == []
    assert inbox[0].to("dora@example.org") == []

    emma.post(f"/api/tables/{table}/pause", {"paused": False})
    franz = reached(timed, inbox[0], "franz@example.org", turn=[])
    other = season([dora, emma, franz, *(timed.player() for _ in range(2))], seconds=5 * DAY)
    dora.post(f"/api/tables/{other}/pause", {"paused": True})
    franz.post(f"/api/tables/{other}/pause", {"paused": False})
    assert told_of(timed, inbox, "franz@example.org") == [], "who has refused is asked no more"


def test_a_game_master_has_no_vote_to_be_told_of(timed: Timed, inbox: Mail) -> None:
    leader = reached(timed, inbox[0], "leader@example.org", turn=[])
    players = [timed.player() for _ in range(5)]
    made = leader.table(*["open"] * 5, game="diplomacy", start=False, pace={"seconds": 5 * DAY})
    path = f"/api/tables/{made['id']}"
    leader.put(f"{path}/master", {"seat": "mine"})
    for seat, player in enumerate(players):
        player.post(f"{path}/seats/{seat}", {"kind": "me"})
    leader.post(f"{path}/start")
    players[0].post(f"{path}/pause", {"paused": True})

    assert told_of(timed, inbox, "leader@example.org") == []


def test_a_seat_that_is_kept_is_told_to_whom_it_is_kept_for(timed: Timed, inbox: Mail) -> None:
    frida, other = reached(timed, inbox[0], "frida@example.org", over=[]), timed.player()
    table = other.table("me", "open", start=False)["id"]
    frida.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    other.post(f"/api/tables/{table}/start")
    other.post(f"/api/tables/{table}/resign", {"seat": 0})
    other.post(f"/api/again/{table}", status=201)

    assert any("a seat is kept for you" in line for line in told_of(timed, inbox, "frida@example.org"))
    assert told_of(timed, inbox, "frida@example.org") == []


def test_a_free_seat_is_told_to_who_asked_for_it_and_does_not_sit_there(timed: Timed, inbox: Mail) -> None:
    for name in ("grete", "silent"):
        reached(timed, inbox[0], f"{name}@example.org", turn=[], seats=["mail"] if name == "grete" else [])
    there = reached(timed, inbox[0], "there@example.org", turn=[], seats=["mail"])
    public = season([there, *(timed.player() for _ in range(4))], seconds=5 * DAY)
    free(timed, public, 2)

    lines = told_of(timed, inbox, "grete@example.org")
    assert f"{BASE}/table/{public}" in lines
    assert any(line.endswith(": a seat is free") for line in lines)
    assert [mail["To"] for mail in inbox[0].got] == ["grete@example.org"]


def free(timed: Timed, table: str, seat: int) -> None:
    change = update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(offered=True)
    timed.run(timed.services.store.execute(change))


def test_who_plays_two_seats_of_a_table_is_told_once(timed: Timed, inbox: Mail) -> None:
    hanna = reached(timed, inbox[0], "hanna@example.org")
    seating: list[Json] = ["me", "local", "local", "local", "local"]
    hanna.table(*seating, game="diplomacy", pace={"seconds": 5 * DAY})
    timed.time.at += 15 * MINUTE

    assert sum("it is your turn" in line for line in told_of(timed, inbox, "hanna@example.org")) == 1

"""A season as people play it: seven sides with letters and a game master, on weekdays alone, to a draw of three."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import msgspec
import pytest

from tests.server.clockwork import DAY, Timed
from tests.server.conftest import fresh_database
from tests.server.live import Json, Player
from tests.server.noticing import BASE, Inbox, Receiver, link_in, mailing, receiving, telling, text_of, told
from tests.server.test_pushes import Browser
from wartable.server import notices
from wartable.server.notice_file import MailServer, NoticeFile
from wartable.server.results import ended

pytestmark = pytest.mark.storage

SIDES = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = range(7)
BERLIN = ZoneInfo("Europe/Berlin")
NOTE = "The mail came in time; I read it too late."


@pytest.fixture(scope="module")
def inbox() -> Iterator[tuple[Inbox, MailServer]]:
    with mailing() as made:
        yield made


@pytest.fixture(scope="module")
def posted() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def timed(
    storage: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    inbox: tuple[Inbox, MailServer],
    posted: Receiver,
) -> Iterator[Timed]:
    file = NoticeFile(base=BASE, mail=inbox[1], hooks=("json",), push=(posted.at,))
    folder: Path = tmp_path_factory.mktemp("season")
    with pytest.MonkeyPatch.context() as patched, telling(file, fresh_database(storage, folder, request)) as server:
        patched.setattr(notices, "SETTLED", -1e12)  # when tables last changed goes by the clock of the machine
        patched.setattr(notices, "OVER", 1e12)
        server.time.at = datetime(2026, 11, 26, 12, tzinfo=BERLIN).timestamp()  # a Thursday
        yield server


class Reached:
    """Three players who are told: England by mail, France in the browser, Turkey by a webhook."""

    def __init__(self, season: Season, inbox: Inbox, posted: Receiver) -> None:
        self._timed, self._inbox, self._posted = season.timed, inbox, posted
        england, france, turkey = (season.players[seat] for seat in (ENGLAND, FRANCE, TURKEY))
        self._mail = f"england.{season.id}@example.org"
        england.post("/api/me/addresses", {"target": self._mail})
        assert england.http.post(link_in(inbox.to(self._mail)[0], "confirm")).status_code == 200
        self._browser = Browser(posted)
        france.put("/api/me/push", self._browser.wish())
        self._hook = f"/{season.id}"
        turkey.post("/api/me/addresses", {"target": f"json://127.0.0.1:{posted.port}{self._hook}"})
        for player in (england, france, turkey):
            player.put("/api/me/notices", {"hours": 6, "zone": "Europe/Berlin"})

    def told(self) -> tuple[str, str, str]:
        """Let the server tell; return what has come since the last time by mail, in the browser, by the webhook."""
        self._inbox.got.clear()
        self._posted.got.clear()
        told(self._timed)
        mails = "\n".join(text_of(mail) for mail in self._inbox.to(self._mail))
        pushes = "\n".join(f"{one['title']}\n{one['body']}" for one in self._browser.shown())
        hooks = "\n".join(msgspec.json.decode(one.body)["message"] for one in self._posted.to(self._hook))
        return mails, pushes, hooks


class Season:
    """A table of Diplomacy that a game master made, and the seven who play there."""

    def __init__(self, timed: Timed, **wish: object) -> None:
        self.timed, self.master = timed, timed.player()
        self.master.put("/api/me", {"name": "Umpire", "colour": 8})
        made: Json = {"game": "diplomacy", "start": False, "private": True, **wish}
        table = self.master.table(*["open"] * 7, **made)
        self.id, self.path = table["id"], f"/api/tables/{table['id']}"
        self.master.put(f"{self.path}/master", {"seat": "mine"})
        self.players = [timed.player() for _ in SIDES]
        invited = table["invite"].partition("invite=")[2]
        for seat, player in enumerate(self.players):
            player.put("/api/me", {"name": f"Player of {SIDES[seat]}", "colour": 1 + seat})
            player.post(f"{self.path}/seats/{seat}", {"kind": "me", "invite": invited})
        if self.master.get(self.path)["status"] == "open":
            self.master.post(f"{self.path}/start")

    def order(self, seat: int, text: str, *, ready: bool = True) -> None:
        player = self.players[seat]
        action = player.post(f"{self.path}/readings", {"seat": seat, "text": text})["action"]
        step = player.snapshot(self.id)["update"]["asked"]["step"]
        revision = player.get(f"{self.path}/draft", **{"as": seat})["revision"] + 1
        player.put(
            f"{self.path}/draft", {"seat": seat, "step": step, "revision": revision, "action": action, "ready": ready}
        )

    def write(self, seat: int, *to: int, text: str, status: int = 201) -> Json:
        player = self.players[seat]
        wish = {"seat": seat, "to": list(to), "text": text, "key": player.key()}
        return player.post(f"{self.path}/press/letters", wish, status)

    def letters(self, player: Player, conversation: str, seat: int) -> list[str]:
        page = player.get(f"{self.path}/press/{conversation}", **{"as": seat})
        return [one["text"] for one in page["letters"]]

    @property
    def update(self) -> Json:
        return self.master.snapshot(self.id)["update"]

    @property
    def closes(self) -> datetime:
        return datetime.fromtimestamp(self.update["clock"]["deadline"] / 1000, BERLIN)

    def past_the_hour(self) -> None:
        self.timed.skip((self.closes - datetime.fromtimestamp(self.timed.time.at, BERLIN)) / timedelta(seconds=1) + 1)

    def gavel(self) -> list[str]:
        return [line["text"] for line in self.master.snapshot(self.id)["log"] if line["kind"] == "gavel"]


def replace_the_vanished(season: Season) -> None:
    """Who vanished is replaced by whoever comes with the link, who reads no letters of before."""
    link = season.master.post(f"{season.path}/master/replace", {"seat": AUSTRIA, "note": "No word."})["link"]
    code = parse_qs(urlsplit(link).query)["take"][0]
    newcomer = season.timed.player()
    newcomer.put("/api/me", {"name": "Newcomer", "colour": 3})
    newcomer.post(f"{season.path}/take", {"code": code})
    gone, season.players[AUSTRIA] = season.players[AUSTRIA], newcomer
    assert gone.get(season.path)["my_seats"] == []
    assert gone.get(f"{season.path}/draft", 403, **{"as": AUSTRIA})["code"] == "seat.not_yours"
    assert season.letters(newcomer, "0.5.6", AUSTRIA) == []
    assert season.master.get(season.path)["seats"][AUSTRIA]["name"] == "Newcomer"


def _check_points(season: Season) -> None:
    """The system that the table has chosen comes first, and its points stand in the shared picture."""
    scores = {one["key"]: one["points"] for one in season.master.get(f"{season.path}/result")["scores"]}
    assert list(scores) == ["sum_of_squares", "draw_size", "centre_count"]
    assert [round(share, 1) for share in scores["draw_size"]] == [0, 33.3, 33.3, 0, 0, 0, 33.3]
    first, places = season.timed.run(_places(season))
    assert first.endswith("(Turkey) share the first place"), "a draw is no victory"
    assert dict(places)[ENGLAND].endswith(f"(England) {scores['sum_of_squares'][ENGLAND]:.1f}")


async def _places(season: Season) -> tuple[str, tuple[tuple[int, str], ...]]:
    async with season.timed.services.hub.looked_at(season.id) as table:
        return ended(table)


def test_a_season_of_seven_with_letters_to_a_draw_of_three(
    timed: Timed, inbox: tuple[Inbox, MailServer], posted: Receiver
) -> None:
    pace = {
        "seconds": DAY, "zone": "Europe/Berlin", "closes_at": "18:00", "weekdays": [0, 1, 2, 3, 4],
        "misses": 1, "absent": "rules", "pause": "majority",
    }  # fmt: skip
    season = Season(timed, pace=pace, press={"mode": "full"}, options={"draws": "chosen", "scoring": "sum_of_squares"})

    # Three are told while they are away: that it is their turn, each once, in their own way.
    reached = Reached(season, inbox[0], posted)
    for way in reached.told():
        assert "it is your turn" in way
    assert reached.told() == ("", "", "")

    # Letters to one, to several, to all; and nobody else reads them.
    season.write(ENGLAND, FRANCE, text="The Channel stays empty.")
    season.write(RUSSIA, AUSTRIA, TURKEY, text="A juggernaut of three.")
    season.write(ITALY, text="Peace in the Mediterranean.")
    assert season.letters(season.players[TURKEY], "0.5.6", TURKEY) == ["A juggernaut of three."]
    for secret in ("Channel", "juggernaut"):
        assert secret not in season.players[GERMANY].http.get(f"{season.path}/letters").text
        assert secret not in season.master.http.get(f"{season.path}/letters").text

    both = "(Italy and England|England and Italy) wrote to you, 2 letters"
    for way, words in zip(reached.told(), ("Italy wrote to you", both, "2 unread letters"), strict=True):
        assert re.search(words, way)
        assert not any(secret in way for secret in ("Channel", "juggernaut", "Mediterranean"))

    # Friday at six; who sends nothing until then is judged without, and the next turn closes after the weekend.
    assert season.closes == datetime(2026, 11, 27, 18, tzinfo=BERLIN)
    sent = {ENGLAND: "F EDI - NTH", FRANCE: "A PAR - BUR", RUSSIA: "A WAR - GAL", TURKEY: "F ANK - BLA"}
    for seat, text in sent.items():
        season.order(seat, text)
    timed.skip(season.closes.timestamp() - 5 * 3600 - timed.time.at)
    assert reached.told() == ("", "", ""), "who is ready is not told that hours are left"
    season.past_the_hour()
    mail, push, hook = reached.told()
    assert all("it is your turn" in way for way in (mail, push, hook))
    assert "France orders: Paris to Burgundy" in mail, "what has happened"
    assert "orders:" not in hook, "of a private table a webhook tells nothing more"
    assert season.closes == datetime(2026, 11, 30, 18, tzinfo=BERLIN)
    assert [seat["missed"] for seat in season.master.get(season.path)["seats"]] == [1, 0, 0, 1, 1, 0, 0]

    replace_the_vanished(season)

    # A pause by more than half of the five who are there; the clock rests over a week, and then goes on.
    for seat in (ENGLAND, FRANCE):
        season.players[seat].post(f"{season.path}/pause", {"paused": True})
    assert not season.update["clock"]["paused"]
    assert ["your vote is missing" in way for way in reached.told()] == [False, False, True]
    season.players[TURKEY].post(f"{season.path}/pause", {"paused": True})
    assert season.update["clock"]["paused"]
    timed.skip(7 * DAY)
    for seat in (AUSTRIA, ENGLAND, FRANCE):
        season.players[seat].post(f"{season.path}/pause", {"paused": False})
    assert not season.update["clock"]["paused"]
    assert season.closes > datetime.fromtimestamp(timed.time.at, BERLIN)

    # The game master corrects what was judged from a misread mail, with a note that everybody reads.
    last = season.master.get(f"{season.path}/master")["correctable"]
    corrected = last["texts"][str(TURKEY)].replace("- BLA", "- CON")
    wish = {"seat": TURKEY, "step": last["step"], "text": corrected, "note": NOTE}
    season.master.post(f"{season.path}/master/correct", wish)
    assert season.gavel()[-1].endswith(NOTE)

    # The others agree that three of them share the draw; those left out are not asked again.
    for seat in range(7):
        season.order(seat, "draw of England, France and Turkey", ready=True)
    assert season.master.wait_over(season.id)["status"] == "finished"
    outcome = season.update["outcome"]
    assert outcome["winners"] == [ENGLAND, FRANCE, TURKEY]
    assert outcome["reason"] == "All powers agree on a draw of England, France and Turkey."
    _check_points(season)

    for way in reached.told():
        assert "the game is over" in way

    # The archive is open: everybody reads every letter now.
    for text in ("The Channel stays empty.", "A juggernaut of three.", "Peace in the Mediterranean."):
        assert text in season.players[GERMANY].http.get(f"{season.path}/letters").text


def test_a_gunboat_game_beside_it(timed: Timed) -> None:
    season = Season(timed, press={"mode": "none"}, sides={"give": "lot", "anonymous": True})
    seats = {player.get(season.path)["my_seats"][0]: player for player in season.players}
    names = [seat["name"] for seat in timed.player().get("/api/tables", show="open")]

    assert names == []
    assert sorted(seats) == list(range(7))
    one = seats[FRANCE]
    wish = {"seat": FRANCE, "to": [ENGLAND], "text": "Hello?", "key": "h"}
    assert one.post(f"{season.path}/press/letters", wish, 409)["code"] == "press.closed"
    for player in season.players:
        told = player.http.get(f"{season.path}/game").text
        assert "Player of " not in told.replace(f'"name":"{player.me()["name"]}"', "")

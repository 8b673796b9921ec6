"""Browsers whose pages are closed are told by Web Push: encrypted for them, signed by the server, until they go."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Iterator
from threading import Event, Thread

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.clockwork import DAY, MINUTE, Timed
from tests.server.conftest import fresh_database
from tests.server.live import Json, Live, Player, wait_for
from tests.server.noticing import BASE, Posted, Receiver, forget, receiving, season, telling, told
from wartable.server.notice_file import NoticeFile

pytestmark = pytest.mark.storage


class Browser:
    """A browser with a subscription at a push service: its keys, and how it reads what comes."""

    def __init__(self, service: Receiver) -> None:
        self.path = f"/{secrets.token_hex(6)}"
        self._service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def wish(self) -> Json:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self._service.at + self.path, "p256dh": text(point), "auth": text(self._auth)}

    @property
    def got(self) -> list[Posted]:
        return self._service.to(self.path)

    def shown(self) -> list[Json]:
        return [msgspec.json.decode(self.read(one.body)) for one in self.got]

    def read(self, body: bytes) -> bytes:
        found: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return found


@pytest.fixture(scope="module")
def service() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def noticing_server(
    storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, service: Receiver
) -> Iterator[Timed]:
    file = NoticeFile(base=BASE, hooks=("json",), push=(service.at, "push.example.org"))
    with telling(file, fresh_database(storage, tmp_path_factory.mktemp("pushes"), request)) as server:
        yield server


@pytest.fixture
def timed(noticing_server: Timed) -> Iterator[Timed]:
    yield noticing_server
    forget(noticing_server)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))


def reached(timed: Timed, service: Receiver) -> tuple[Player, Browser]:
    """A person whose browser is told."""
    player, browser = timed.player(), Browser(service)
    player.me()
    assert player.put("/api/me/push", browser.wish())["here"] is True
    return player, browser


def waiting(timed: Timed, *players: Player) -> str:
    """A table that has waited a while for these people."""
    table = season([*players, *[timed.player() for _ in range(5 - len(players))]], seconds=5 * DAY)
    timed.time.at += 15 * MINUTE
    return table


def test_a_browser_is_told_once_where_its_game_waits(timed: Timed, service: Receiver) -> None:
    player, browser = reached(timed, service)
    table = waiting(timed, player)

    assert told(timed) == 1
    assert told(timed) == 0
    (shown,) = browser.shown()
    assert shown["title"].endswith(": it is your turn")
    assert shown["body"].startswith("Until ")
    assert (shown["url"], shown["tag"]) == (f"/table/{table}", table)
    (posted,) = browser.got
    assert posted.headers["topic"] == table, "a later one takes the place of one that waits"
    with pytest.raises(http_ece.ECEException):
        Browser(service).read(posted.body)


def test_a_push_service_can_tell_that_it_is_this_server_who_sends(timed: Timed, service: Receiver) -> None:
    player, browser = reached(timed, service)
    known = player.get("/api/me/notices")["push"]
    assert player.post("/api/me/notices/test") == {"taken": 1, "ways": 1}

    (posted,) = browser.got
    kind, _, rest = posted.headers["authorization"].partition(" ")
    said = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = said["t"].split(".")
    assert (kind.lower(), said["k"]) == ("vapid", known)
    assert msgspec.json.decode(data(claims))["aud"] == service.at
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(known))
    r, s = (int.from_bytes(half) for half in (data(signature)[:32], data(signature)[32:]))
    key.verify(utils.encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert "test" in browser.shown()[0]["title"]


def test_a_browser_that_has_ended_it_is_forgotten_and_others_are_told(timed: Timed, service: Receiver) -> None:
    player, gone = reached(timed, service)
    player.post("/api/me/addresses", {"target": f"json://127.0.0.1:{service.port}{gone.path}x"})
    service.answers[gone.path] = 410
    waiting(timed, player)

    assert told(timed) == 1
    assert len(gone.got) == 1
    assert len(service.to(f"{gone.path}x")) == 1
    assert player.get("/api/me/notices")["browsers"] == 0


def test_whoever_is_signed_out_or_becomes_somebody_else_is_told_nothing_more(timed: Timed, service: Receiver) -> None:
    player, here = reached(timed, service)
    table = waiting(timed, player)
    elsewhere, there = timed.player(), Browser(service)
    elsewhere.http.get(player.get(f"/api/tables/{table}")["seat_link"])
    elsewhere.put("/api/me/push", there.wish())
    assert player.get("/api/me/notices")["browsers"] == 2

    device = next(one["id"] for one in player.get("/api/me/account")["devices"] if not one["here"])
    player.http.delete(f"/api/me/devices/{device}")
    stranger, _ = reached(timed, service)
    other = waiting(timed, stranger)
    player.http.post(stranger.get(f"/api/tables/{other}")["seat_link"])

    told(timed)
    assert (here.got, there.got) == ([], [])


def test_an_address_of_another_player_is_theirs_no_more(timed: Timed, service: Receiver) -> None:
    player, browser = reached(timed, service)
    after = timed.player()
    after.me()
    after.put("/api/me/push", browser.wish())

    assert player.get("/api/me/notices")["browsers"] == 0
    assert after.http.delete("/api/me/push").json()["here"] is False
    assert after.post("/api/me/notices/test") == {"taken": 0, "ways": 0}


def test_what_is_not_taken_is_tried_again_and_what_may_have_come_is_not(timed: Timed, service: Receiver) -> None:
    player, browser = reached(timed, service)
    waiting(timed, player)
    for answer in (503, 302):
        service.answers[browser.path] = answer
        told(timed)
        timed.time.at += 10 * MINUTE
    service.answers[browser.path] = 201
    for _ in range(2):
        told(timed)
    assert service.to("/redirected") == []
    assert len(browser.got) == 3


def test_one_that_is_slow_holds_up_no_other(timed: Timed, service: Receiver) -> None:
    slow, blocked = reached(timed, service)
    quick, browser = reached(timed, service)
    service.held[blocked.path] = Event()
    waiting(timed, slow, quick)
    looking = Thread(target=told, args=(timed,))
    looking.start()

    wait_for(lambda: browser.got)
    assert blocked.got == []
    service.held[blocked.path].set()
    looking.join()
    assert len(blocked.got) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a", "https://example.org/a", "https://push.example.org.evil.org/a", "file:///etc/passwd",
        "https://push.example.org@127.0.0.1/", "https://push.example.org:8443/", "https://127.0.0.1/\\push.example.org",
        "https://evil.org#.push.example.org", "https://[::1", "", "https://push.example.org:port/", "https://push.exämple.org/",
    ],
)  # fmt: skip
def test_only_services_that_the_host_names_are_sent_to(timed: Timed, service: Receiver, endpoint: str) -> None:
    player = timed.player()
    player.me()
    refused = player.put("/api/me/push", {**Browser(service).wish(), "endpoint": endpoint}, 400)
    assert refused["code"] == "push.unknown"
    assert "push.example.org" in refused["message"]


@pytest.mark.parametrize(("name", "written"), [("p256dh", "abcd"), ("auth", "!"), ("auth", text(bytes(17)))])
def test_keys_that_are_none_are_refused(timed: Timed, service: Receiver, name: str, written: str) -> None:
    player = timed.player()
    player.me()
    assert player.put("/api/me/push", {**Browser(service).wish(), name: written}, 400)["code"] == "push.keys"
    newcomer = timed.player()
    assert newcomer.put("/api/me/push", Browser(service).wish(), 401)["code"] == "identity.unknown"


def test_a_server_without_such_a_file_has_no_key_for_browsers(live: Live) -> None:
    player = live.player()
    assert player.get("/api/me/notices")["push"] == ""
    refused = player.put("/api/me/push", {"endpoint": "https://push.example.org/a", "p256dh": "a", "auth": "b"}, 409)
    assert refused["code"] == "push.none"

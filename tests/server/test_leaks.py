"""Every byte sent to a seat is searched for what that seat may not know: hands, missions, the seed of the dice."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import httpx
import msgspec
import pytest

from tests.server.live import NO_CERTIFICATES, Json, Live, Player, wait_for
from wartable import bots
from wartable.engine.values import Seat
from wartable.games.conquest.classic.view import RiskView
from wartable.server.table import Table

DECISIONS = 120


class Wiretap(httpx.BaseTransport):
    """Passes requests on and keeps every byte that comes back, headers included."""

    def __init__(self, heard: Heard) -> None:
        self._inner = httpx.HTTPTransport(verify=NO_CERTIFICATES)
        self._heard = heard

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        self._heard.add(b"\n".join(b": ".join(pair) for pair in response.headers.raw))
        stream = response.stream
        assert isinstance(stream, httpx.SyncByteStream)
        return httpx.Response(response.status_code, headers=response.headers, stream=Copied(stream, self._heard))

    def close(self) -> None:
        self._inner.close()


class Copied(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, heard: Heard) -> None:
        self._stream, self._heard = stream, heard

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            self._heard.add(chunk)
            yield chunk

    def close(self) -> None:
        self._stream.close()


class Heard:
    """All bytes one browser has got; `new` gives those since it was last asked."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._read = 0
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        with self._lock:
            self._bytes += data

    def new(self) -> bytes:
        with self._lock:
            part = bytes(self._bytes[self._read :])
            self._read = len(self._bytes)
            return part

    @property
    def all(self) -> bytes:
        return bytes(self._bytes)


def tapped(live: Live) -> tuple[Player, Heard]:
    player, heard = live.player(), Heard()
    player.http.close()
    player.http = httpx.Client(
        base_url=live.url, timeout=120, transport=Wiretap(heard), headers={"Accept-Encoding": "identity"}
    )
    return player, heard


def seen(table: Table, state: object, seat: int) -> RiskView:
    """What a seat sees of a state."""
    view = table.game.view(state, Seat(seat))
    assert isinstance(view, RiskView)
    return view


def hidden(table: Table, seat: int | None) -> set[bytes]:
    """What a seat (None: a spectator) may not know, as it would stand in an answer: cards in hands, missions."""
    match = table.running()
    found: set[bytes] = set()
    for other in range(len(table.seats)):
        if other != seat:
            view = seen(table, match.state, other)
            found |= {f'"{card.id}"'.encode() for card in view.cards.hand}
            if view.goal.mission:
                found.add(msgspec.json.encode(view.goal.mission)[1:-1])
    if seat is not None:
        own = seen(table, match.state, seat).goal.mission
        found.discard(msgspec.json.encode(own)[1:-1] if own else b"")
    return found


def held_lately(table: Table, seat: int | None, back: int = 3) -> set[bytes]:
    """Cards that a seat held in the last moments, and knows therefore, though another may have seized them since."""
    if seat is None:
        return set()
    match = table.running()
    views = (seen(table, match.state_at(table.step - steps), seat) for steps in range(back))
    return {f'"{card.id}"'.encode() for view in views for card in view.cards.hand}


def seeds(table: Table) -> set[bytes]:
    seed = table.row.seed
    return {seed, seed.hex().encode(), base64.b64encode(seed)[:40], base64.urlsafe_b64encode(seed)[:40]}


@pytest.mark.parametrize("preset", ["missions", "classic"])
def test_no_byte_tells_a_secret(live: Live, preset: str) -> None:
    seated = [tapped(live) for _ in range(3)]
    watcher = tapped(live)
    maker = seated[0][0]
    wish: Json = {"preset": preset, "options": {"cards": "escalating"}, "start": False, "seed": "leaks"}
    table_id = maker.table("me", "open", "open", **wish)["id"]
    for seat in (1, 2):
        seated[seat][0].post(f"/api/tables/{table_id}/seats/{seat}", {"kind": "me"})
    maker.post(f"/api/tables/{table_id}/start")
    table = live.services.hub.known(table_id)
    assert table is not None

    with ExitStack() as streams:
        listening = [streams.enter_context(who.stream(table_id)) for who, _ in (*seated, watcher)]
        held = played(table, table_id, [who for who, _ in seated], seated, watcher)
        wait_for(lambda: all(events.last_id == table.seq for events in listening))
        look_everywhere(table, table_id, seated, watcher)

    for seat, (_, heard) in enumerate(seated):
        # The search finds what is there: everybody has been sent his own secrets.
        assert all(secret in heard.all for secret in hidden(table, None) - hidden(table, seat))
    assert held, "nobody ever held a card: the test would have proved nothing"
    assert table.row.status == "running"
    for _, heard in (*seated, watcher):
        assert len(heard.all) > 50_000
        assert not [seed for seed in seeds(table) if seed in heard.all]


Tapped = tuple[Player, Heard]


def played(table: Table, table_id: str, players: list[Player], seated: list[Tapped], watcher: Tapped) -> bool:
    """Play some decisions by a bot's advice; after each look at all that was sent. Says whether cards were held."""
    rng, held = Random(5), False
    policy = bots.get(table.game, "medium")
    before = [hidden(table, seat) for seat in (0, 1, 2, None)]
    for number in range(DECISIONS):
        match = table.running()
        if not match.to_act:
            break
        seat = match.to_act[0]
        decision = policy.decide(table.game, match.state, seat, rng)
        players[seat].act(table_id, seat, msgspec.to_builtins(decision.action), key=f"n{number}")
        if number % 10 == 0:
            for who, _ in (*seated, watcher):
                who.snapshot(table_id)
        after = [hidden(table, seat) for seat in (0, 1, 2, None)]
        check(before, after, [heard for _, heard in (*seated, watcher)])
        held = held or any(secret.startswith(b'"') for secret in after[3])
        before = after
    return held


def check(before: list[set[bytes]], after: list[set[bytes]], heard: list[Heard]) -> None:
    """What was hidden before a decision and still is after it must not be in what was sent meanwhile."""
    for secrets_before, secrets_after, ear in zip(before, after, heard, strict=True):
        sent = ear.new()
        assert not [secret for secret in secrets_before & secrets_after if secret in sent]


def look_everywhere(table: Table, table_id: str, seated: list[Tapped], watcher: Tapped) -> None:
    """Ask for everything there is to ask, as every seat and as a stranger."""
    secrets = [hidden(table, seat) - held_lately(table, seat) for seat in (0, 1, 2, None)]
    for (who, heard), secret in zip((*seated, watcher), secrets, strict=True):
        heard.new()
        for path in ("", "/game", "/result", "/record", *(f"/at/{table.step - back}" for back in range(3))):
            who.http.get(f"/api/tables/{table_id}{path}")
        for path in (f"/why/{table.step}", "/game?as=0", "/game?as=1", "/at/1?as=2"):
            who.http.get(f"/api/tables/{table_id}{path}")
        who.http.get("/api/tables?show=mine")
        sent = heard.new()
        assert not [one for one in secret if one in sent]


def test_a_bots_reason_waits_where_it_could_tell_a_secret(live: Live) -> None:
    player = live.player()
    secret = player.table("me", "easy", "easy", preset="missions", seed="why")["id"]
    plain = player.table("me", "easy", "easy", seed="why")["id"]

    def why(table: str) -> Json:
        update = player.wait_turn(table, 0)
        player.act(table, 0, player_place(update), key=f"{table}-1")
        player.act(table, 0, {"type": "end_turn"}, key=f"{table}-2")
        player.wait_turn(table, 0)
        known = live.services.hub.known(table)
        assert known is not None
        step = next(number for number, stamp in enumerate(known.stamps, 1) if stamp.bot and stamp.seat > 0)
        return player.http.get(f"/api/tables/{table}/why/{step}")

    refused, told = why(secret), why(plain)

    assert (refused.status_code, refused.json()["code"]) == (409, "why.secret")
    assert told.status_code == 200
    assert told.json()["text"]
    player.close()


def player_place(update: Json) -> Json:
    offer = next(offer for offer in update["offers"]["0"] if offer["kind"] == "place")
    return {"type": "place", "space": offer["targets"][0], "count": offer["most"]}

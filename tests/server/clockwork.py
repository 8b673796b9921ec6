"""A time of one's own for servers under test: it stands still until a test lets it go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from tests.server.conftest import SETTINGS
from tests.server.live import Json, Live, Player
from wartable.server.schema import entries
from wartable.server.timekeeper import put_pulse

DAY = 86_400
MINUTE = 60


class Time:
    """What servers take for the time, in seconds since 1970."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at

    @property
    def millis(self) -> int:
        return round(self.at * 1000)


class Timed(Live):
    """A server that goes by such a time."""

    def __init__(self, database: str, time: Time | None = None, static: Path = SETTINGS.static) -> None:
        self.time = time or Time()
        super().__init__(msgspec.structs.replace(SETTINGS, database=database, static=static), self.time)

    def skip(self, seconds: float) -> None:
        """Let time pass while the server is awake, and let it look once more whose time has run out."""
        then = self.time.at + seconds
        with self.services.store.write_engine.begin() as connection:
            put_pulse(connection, then)
        self.time.at = then
        self.tick()

    def tick(self) -> None:
        """Look whose time has run out, and return when all that follows is committed."""
        tick(self)


def tick(server: Live) -> None:
    """Let a server look whose time has run out, and return when all that follows is committed."""
    server.run(server.services._timekeeper.tick())


def sit(players: list[Player], **wish: Any) -> str:
    """Let people sit down at a table of as many seats, and start it; return its id."""
    table = players[0].table("me", *["open"] * (len(players) - 1), start=False, **wish)["id"]
    for seat, player in enumerate(players[1:], 1):
        player.post(f"/api/tables/{table}/seats/{seat}", {"kind": "me"})
    if players[0].get(f"/api/tables/{table}")["status"] == "open":
        players[0].post(f"/api/tables/{table}/start")
    return str(table)


def clock(player: Player, table: str) -> Json:
    return player.snapshot(table)["update"]["clock"]


def missed(player: Player, table: str) -> list[int]:
    return [seat["missed"] for seat in player.get(f"/api/tables/{table}")["seats"]]


def away(player: Player, table: str) -> list[int]:
    return [seat["seat"] for seat in player.get(f"/api/tables/{table}")["seats"] if seat["away"]]


def kinds(server: Timed, table: str) -> list[str]:
    """What was entered at a table, in order; of the clock with what it told."""
    query = sa.select(entries.c.kind, entries.c.body).where(entries.c.table_id == table).order_by(entries.c.seq)
    with server.services.store.read_engine.connect() as connection:
        rows = list(connection.execute(query))
    return [f"clock {msgspec.json.decode(row.body)['what']}" if row.kind == "clock" else row.kind for row in rows]


def orders(player: Player, table: str, seat: int, text: str) -> Json:
    return player.post(f"/api/tables/{table}/readings", {"seat": seat, "text": text})["action"]


def draft(player: Player, table: str, seat: int, action: Json, *, ready: bool = False, turn: int | None = None) -> Json:
    number = player.snapshot(table)["update"]["turn"] if turn is None else turn
    before = player.get(f"/api/tables/{table}/draft", **{"as": seat})["revision"]
    wish = {"seat": seat, "step": number, "revision": before + 1, "action": action, "ready": ready}
    return player.put(f"/api/tables/{table}/draft", wish)

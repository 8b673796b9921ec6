"""The browsers that are a player: what they are called, when they were here, and how they are signed out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from wartable.server import challenges
from wartable.server.schema import addresses, passkeys, sessions
from wartable.server.schema import challenges as challenge_rows
from wartable.server.store import Store

SEEN_EVERY = 3600.0
"""A visit is noted once in so many seconds, so that looking at a page writes nothing."""
_SHOWN = 16
"""Characters of a cookie's hash by which its browser is named: enough to tell them apart, of no use to sign in."""

_BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg\w*/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("Mac", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)


class Device(Struct, frozen=True, kw_only=True):
    """A browser, or a program, that is signed in. `here` is the one that asks; times are seconds since 1970."""

    id: str
    name: str
    signed_in: float
    seen: float
    here: bool


def described(headers: Mapping[str, str]) -> str:
    """Return in words which browser sends such headers: `Firefox on Linux`."""
    agent = headers.get("user-agent", "")
    browser = _first(_BROWSERS, agent)
    system = _first(_SYSTEMS, agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "A program"


async def of(store: Store, player_id: str, token_hash: str) -> tuple[Device, ...]:
    """Return the browsers that are a player, the one that asks first, then those last seen."""
    query = select(sessions).where(sessions.c.player_id == player_id)
    rows = await store.read(lambda connection: list(connection.execute(query).mappings()))
    found = [
        Device(
            id=row["token_hash"][:_SHOWN],
            name=row["device"] or "A browser",
            signed_in=row["created"],
            seen=row["seen"] or row["created"],
            here=row["token_hash"] == token_hash,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda device: (not device.here, -device.seen)))


async def sign_out(store: Store, player_id: str, device: str) -> None:
    """Let a browser be a player no more; nothing where there is none of that name."""
    gone = delete(sessions).where(sessions.c.player_id == player_id, sessions.c.token_hash.startswith(device))
    await store.execute(gone)


async def stay_alone(store: Store, player_id: str, token_hash: str, *, keep: bool) -> None:
    """Let no browser be a player but one; unless `keep`, passkeys and addresses bring nobody back either.

    Whoever was the player for a while may have added some. Links to sign in that are on their way lead nowhere.
    """

    def work(connection: Connection) -> None:
        mine = (player_id, challenges.mailed(player_id))
        connection.execute(delete(challenge_rows).where(challenge_rows.c.player_id.in_(mine)))
        others = sessions.c.token_hash != token_hash
        connection.execute(delete(sessions).where(sessions.c.player_id == player_id, others))
        for kind in () if keep else (passkeys, addresses):
            connection.execute(delete(kind).where(kind.c.player_id == player_id))

    await store.do(work)


async def visited(store: Store, token_hash: str, device: str, at: float) -> None:
    """Note a visit of a browser."""
    await store.execute(update(sessions).where(sessions.c.token_hash == token_hash).values(device=device, seen=at))


def _first(kinds: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, pattern in kinds if re.search(pattern, agent)), "")

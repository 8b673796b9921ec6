"""Secrets that are to be shown once: what an authenticator is asked to sign, and the word of a link that signs in.

Their hashes stay in the database until then, so any process may be shown them.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from wartable.server import ids
from wartable.server.schema import challenges
from wartable.server.store import Store


def mailed(player_id: str) -> str:
    """Return whose a link to sign in is: not the player's, whose passkeys are asked for by their id."""
    return f"mail:{player_id}"[:24]


async def put(store: Store, secret: str, owner: str, at: float, patience: float) -> None:
    """Keep a secret that somebody has some seconds to show; what is too old is forgotten."""
    row = {"hash": ids.fingerprint(secret), "player_id": owner, "until": at + patience}

    def work(connection: Connection) -> None:
        connection.execute(delete(challenges).where(challenges.c.until < at))
        connection.execute(insert(challenges), row)

    await store.do(work)


async def is_good(store: Store, secret: str, owner: str, at: float) -> bool:
    """Whether a secret could be spent."""
    query = select(challenges.c.hash).where(*_good(secret, owner, at))
    return await store.read(lambda connection: connection.execute(query).first()) is not None


async def spend(store: Store, secret: str, owner: str, at: float) -> bool:
    """Take a secret that is shown; False where there is none of that owner, or it is spent or too old."""
    return await store.execute(delete(challenges).where(*_good(secret, owner, at))) == 1


def _good(secret: str, owner: str, at: float) -> tuple[ColumnElement[bool], ...]:
    return challenges.c.hash == ids.fingerprint(secret), challenges.c.player_id == owner, challenges.c.until >= at

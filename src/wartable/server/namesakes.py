"""Names of those who sign in here: nobody else takes one, nor one that looks like it."""

from __future__ import annotations

from sqlalchemy import Connection, select

from wartable.server.names import looks
from wartable.server.problems import Refused
from wartable.server.schema import passkeys, players
from wartable.server.store import Store


async def check(store: Store, player_id: str, name: str) -> None:
    """Raise `Refused` where somebody else who signs in here has a name that looks like this one."""
    taken = await store.read(lambda connection: _is_taken(connection, player_id, looks(name)))
    if taken:
        message = (
            f"Somebody who signs in here is called {name}, or nearly so. Choose a name that nobody takes for theirs."
        )
        raise Refused(409, "name.taken", message)


def _is_taken(connection: Connection, player_id: str, look: str) -> bool:
    named = select(players.c.name).where(players.c.id.in_(select(passkeys.c.player_id)), players.c.id != player_id)
    return any(looks(name) == look for name in connection.execute(named).scalars())

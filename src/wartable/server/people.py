"""Who is asking: the cookie, the player behind it, and guests who get one."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request

from wartable.server import devices, ids, names, namesakes, pushes
from wartable.server.connections import network_of
from wartable.server.engines import Busy
from wartable.server.limits import Limits
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, now
from wartable.server.store import Store
from wartable.server.wire import Me, MeWish
from wartable.server.writer import Conflict

COOKIE = "wartable"
_KEPT = 5_000
_TRUST = 10.0
"""Seconds for which a player's row is taken from memory."""

AnyRequest = Request[Any, Any, Any]


class People:
    """The players, as far as requests need them; `unclaimed` came by a program and have been in no browser yet."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._known: OrderedDict[str, tuple[PlayerRow, float]] = OrderedDict()
        self._visits = OrderedDict[str, float]()
        self.unclaimed: set[str] = set()

    async def who(self, request: AnyRequest, *, fresh: bool = False) -> PlayerRow | None:
        """Return who is asking; None for strangers, and for cookies that are not known here.

        `fresh` asks the database: for what is told for hours, as in a stream, nothing that was true just now will do.
        """
        token = request.cookies.get(COOKIE)
        if not token:
            return None
        token_hash = ids.fingerprint(token)
        player = await self._of_token(token_hash, fresh=fresh)
        if player is not None:
            await self._note_visit(token_hash, request)
        return player

    async def _note_visit(self, token_hash: str, request: AnyRequest) -> None:
        """Note now and then that a browser is here; where that cannot be written now, the next visit will do."""
        if time.monotonic() - self._visits.get(token_hash, -devices.SEEN_EVERY) < devices.SEEN_EVERY:
            return
        self._here(token_hash)
        with suppress(Busy, Conflict):
            await devices.visited(self._store, token_hash, devices.described(request.headers), now())

    async def somebody(self, request: AnyRequest) -> PlayerRow:
        """Return who is asking; a newcomer becomes a guest. Raises `Refused` for a cookie that is not known here."""
        player = await self.who(request)
        if player is not None:
            return player
        if request.cookies.get(COOKIE):
            message = "This browser's cookie is not known here. Load the page again to come in as a new guest."
            raise Refused(401, "identity.unknown", message)
        return await self.guest(request)

    async def guest(self, request: AnyRequest) -> PlayerRow:
        """Register a newcomer and give his browser a cookie."""
        self._limits.take("guest", address_of(request))
        player_id = ids.short_id()
        row = PlayerRow(id=player_id, name=names.guest(), colour=1 + ord(player_id[0]) % 8, avatar="", created=now())
        token = ids.cookie_token()
        await self._store.add_player(row, self._new(token), devices.described(request.headers))
        if "sec-fetch-site" not in request.headers and len(self.unclaimed) < _KEPT:
            self.unclaimed.add(player_id)
        hand_cookie(request, token)
        return row

    async def other(self, request: AnyRequest, player_id: str) -> PlayerRow | None:
        """Return who this browser is if that is somebody else than a player, and has a table or a seat to lose."""
        player = await self.who(request)
        if player is None or player.id == player_id or not await self._store.tables_of(player.id, 1):
            return None
        return player

    async def become(self, request: AnyRequest, player_id: str) -> None:
        """Make this browser be a player, by a link that was his; whom it was before it is no more."""
        self.unclaimed.discard(player_id)
        player = await self.who(request)
        if player is not None and player.id == player_id:
            return
        token = ids.cookie_token()
        await self._store.add_session(self._new(token), player_id, now(), devices.described(request.headers))
        await pushes.drop(self._store, self.session_of(request))  # what it was told was for somebody else
        hand_cookie(request, token)

    async def sign_out(self, request: AnyRequest, player: PlayerRow, device: str) -> None:
        """Sign a browser of a player out, which may be the one that asks."""
        await devices.sign_out(self._store, player.id, device)
        self.forget()
        if self.session_of(request).startswith(device):
            hand_cookie(request, "")

    @staticmethod
    def session_of(request: AnyRequest) -> str:
        """Return the hash by which the session of the browser that asks is stored; that of nobody for a newcomer."""
        return ids.fingerprint(request.cookies.get(COOKIE, ""))

    def forget(self) -> None:
        """Take nobody from memory any more: some are others now, or nobody."""
        self._known.clear()

    async def stay_alone(self, request: AnyRequest, player: PlayerRow, *, keep: bool) -> None:
        """Sign every browser out that is a player, but the one that asks; `keep` passkeys and addresses or not."""
        await devices.stay_alone(self._store, player.id, self.session_of(request), keep=keep)
        self.forget()

    async def rename(self, player: PlayerRow, wish: MeWish) -> PlayerRow:
        """Store a player's wishes for himself; raises `Refused` for the name of somebody who signs in here."""
        name = names.required(wish.name, "name")
        if name != player.name:
            await namesakes.check(self._store, player.id, name)
        row = msgspec.structs.replace(player, name=name, colour=wish.colour, avatar=wish.avatar)
        await self._store.save_player(row)
        self.forget()
        return row

    def _new(self, token: str) -> str:
        """Return what is stored of a new cookie, whose browser is here now."""
        return self._here(ids.fingerprint(token))

    def _here(self, token_hash: str) -> str:
        self._visits[token_hash] = time.monotonic()
        self._visits.move_to_end(token_hash)
        while len(self._visits) > _KEPT:
            self._visits.popitem(last=False)
        return token_hash

    async def _of_token(self, token_hash: str, *, fresh: bool = False) -> PlayerRow | None:
        found = None if fresh else self._known.get(token_hash)
        if found is not None and time.monotonic() - found[1] < _TRUST:
            return found[0]
        row = await self._store.player_of(token_hash)
        if row is not None:
            self._known[token_hash] = (row, time.monotonic())
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return row


def address_of(request: AnyRequest) -> str:
    """Return the address that limits count by, as connections are counted."""
    return network_of(request.client.host) if request.client else ""


def hand_cookie(request: AnyRequest, token: str) -> None:
    """Leave word that the response is to carry a cookie, or without a token to take it away; the guard writes it."""
    request.scope["state"]["cookie"] = token


def me(row: PlayerRow) -> Me:
    """Return a player as he sees himself."""
    return Me(id=row.id, name=row.name, colour=row.colour, avatar=row.avatar)

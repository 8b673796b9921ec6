"""Several people at a table of a game with standing answers, and servers beside the first over the same database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from tests.games.flow.hands import Card, HandGame, HandState, Turn
from tests.server.live import Json, Live, Player
from wartable.engine.values import Seat
from wartable.server.writer import Job

ATTACK = {"type": "attack", "target": 1}
PASS = {"type": "pass"}


class DealtGame(HandGame):
    """Hands that a test knows; everybody has two turns."""

    key = "tiny-dealt"
    order: tuple[int, ...] = (0, 1, 2, 0, 1, 2)

    def _start(self, options: Any, seats: int) -> HandState:  # noqa: ARG002
        hands: tuple[tuple[Card, ...], ...] = (("nothing",), ("block", "block"), ("nothing",))
        turns = tuple(Turn(Seat(number)) for number in self.order)
        state: HandState = self.flow.begun(None, HandState(turn=0, points=(0,) * seats, hands=hands, agenda=turns))
        return state


DEALT = DealtGame()


class Party:
    """A table of three, each with a browser of their own."""

    def __init__(self, live: Live, players: list[Player], game: str = DEALT.key, **wish: Any) -> None:
        self.live = live
        self.players = players
        self.table = players[0].table("me", *["open"] * (len(players) - 1), game=game, start=False, **wish)["id"]
        for seat, player in enumerate(players[1:], 1):
            player.post(f"/api/tables/{self.table}/seats/{seat}", {"kind": "me"})
        if players[0].snapshot(self.table)["table"]["status"] == "open":
            players[0].post(f"/api/tables/{self.table}/start")
        self.path = f"/api/tables/{self.table}/standing"

    def settle(self, seat: int, key: str, status: int = 200, **more: object) -> Json:
        return self.players[seat].put(self.path, {"seat": seat, "key": key, **more}, status)

    def on(self, seat: int) -> list[str]:
        offered = self.players[seat].get(self.path, **{"as": seat})["offered"]
        return [one["key"] for one in offered if one["on"]]

    def act(self, seat: int, action: Json) -> Json:
        return self.players[seat].act(self.table, seat, action)

    def update(self, seat: int = 0) -> Json:
        return self.players[seat].snapshot(self.table)["update"]

    def rows(self, what: sa.Table) -> list[Any]:
        query = sa.select(what).where(what.c.table_id == self.table).order_by(*what.primary_key)
        with self.live.services.store.read_engine.connect() as connection:
            return list(connection.execute(query).mappings())

    @contextmanager
    def elsewhere(self, url: str) -> Iterator[Party]:
        """The same people with browsers at another server."""
        there = object.__new__(Party)
        there.__dict__.update(vars(self))
        there.players = [Player(url) for _ in self.players]
        for mine, other in zip(self.players, there.players, strict=True):
            other.http.cookies = mine.http.cookies
        try:
            yield there
        finally:
            for player in there.players:
                player.close()

    @contextmanager
    def just_before_commit(self, work: Callable[[], object]) -> Iterator[None]:
        """Do something, once, between what the first server has decided next and its being committed."""
        writer = self.live.services.store.writer
        commit, left = writer.commit, [work]

        async def late(job: Job) -> None:
            if left:
                await asyncio.to_thread(left.pop())
            await commit(job)

        writer.commit = late  # type: ignore[method-assign]
        try:
            yield
        finally:
            writer.commit = commit  # type: ignore[method-assign]
        assert not left


class Ear:
    """Somebody who listens, and counts how often something is new."""

    player: str | None = None

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def hang_up(self) -> None:
        pass

"""What games answer about positions, and the grounds they are played on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any

import msgspec

from wartable.board.palette import Theme
from wartable.engine import registry
from wartable.engine.fields import UnknownField, check_fields
from wartable.engine.game import AnyGame, Inquiry
from wartable.engine.values import Seat
from wartable.server import catalogue
from wartable.server.cards import is_member
from wartable.server.problems import Refused
from wartable.server.static import File, packed
from wartable.server.table import Table
from wartable.server.viewer import viewer_of
from wartable.server.wire_play import InquiryWish

_CACHING = "private, no-cache"
"""A newer server may tell grounds otherwise, and its page could not read what a browser had kept from before."""


THREADS = 2
"""So many questions are answered at once: more would take the interpreter from those who make moves."""
AT_ONCE = 12
"""So many questions one person may have open; whoever drags a pointer asks the next when the last is answered."""


class Desk:
    """Answers questions in threads of its own, one of each person at a time, so that nobody holds up the others."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="question")
        self._open: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}

    async def answer(self, person: str, asked: Asked) -> bytes:
        """Return the answer as JSON; raises `IllegalAction` for a question without sense, `Refused` for too many."""
        if self._open[person] >= AT_ONCE:
            message = f"{AT_ONCE} of your questions are still being answered. Please wait for an answer."
            raise Refused(429, "inquiry.many", message)
        self._open[person] += 1
        turn = self._turns.setdefault(person, asyncio.Lock())
        try:
            async with turn:
                found = await asyncio.get_running_loop().run_in_executor(self._threads, asked.answer)
                return msgspec.json.encode(found)
        finally:
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person], self._turns[person]

    def close(self) -> None:
        """Begin no further answer."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Asked(msgspec.Struct, frozen=True):
    """A question that can be answered without the table: the position does not change."""

    game: AnyGame
    state: Any
    seat: Seat | None
    inquiry: Inquiry

    def answer(self) -> msgspec.Struct | None:
        """Return the answer; raises `IllegalAction` for a question without sense."""
        return self.game.answer(self.state, self.seat, self.inquiry)


def read(table: Table, player: str | None, wish: InquiryWish) -> Asked:
    """Return what one of those at a table asks; raises `Refused`."""
    if not is_member(table.row, table.seats, player):
        message = "Only players at the table may ask about positions. You are watching this game."
        raise Refused(403, "inquiry.not_yours", message)
    seat = None if wish.seat is None else viewer_of(table, player, wish.seat).look
    if table.match is None:
        raise Refused(409, "table.open", "The game has not started yet.")
    step = table.step if wish.step is None else wish.step
    if step > table.step:
        raise Refused(404, "step.unknown", f"This game has {table.step} steps; there is no step {step}.")
    kinds = catalogue.inquiries_of(table.game)
    if kinds is None:
        raise Refused(404, "inquiry.unknown", f"{table.game.title} answers no questions about positions.")
    try:
        check_fields(wish.inquiry, kinds)
        inquiry = msgspec.convert(wish.inquiry, kinds)
    except UnknownField as error:
        raise Refused(400, "inquiry.malformed", f"This is no question of the game. {error}") from error
    except msgspec.ValidationError as error:
        raise Refused(400, "inquiry.malformed", f"This is no question of the game: {error}.") from error
    return Asked(table.game, table.match.state_at(step), seat, inquiry)


def ground_of(table: Table, theme: Theme) -> Callable[[], File]:
    """Return a way to make the ground of a table, which takes a while the first time."""
    return partial(_ground, table.row.game, table.row.options, theme)


@lru_cache(maxsize=32)
def _ground(game_key: str, options: str, theme: Theme) -> File:
    game = registry.get(game_key)
    found = game.show.ground(catalogue.stored_options(game, options), theme)
    if found is None:
        raise Refused(404, "ground.none", f"{game.title} is played on a board; look for it among the boards.")
    return packed(msgspec.json.encode(found), "application/json", caching=_CACHING)

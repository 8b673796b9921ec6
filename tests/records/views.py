"""What everybody was shown in the course of a recorded game, as digests."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from wartable.engine.game import AnyGame
from wartable.engine.record import Record, game_of, options_of, replay
from wartable.engine.values import CHANCE, Seat

EVERY = 50
"""Entries from one moment whose views count to the next."""


def shown(record: Record) -> tuple[str, ...]:
    """Return a digest of what was shown after every 50 entries of a record and at its end; all else is checked, too.

    Raises `BadRecord` where a decision, a position or the outcome differs. Every event is told and every decision
    written in its notation, so that one for which words are missing is found.
    """
    game, names = game_of(record.header), [seat.name for seat in record.header.seats]
    options = options_of(record.header, game)
    digests: list[str] = []
    for n, (entry, state, events) in enumerate(replay(record, game)):
        for event in events:
            assert game.tell(event, names, options)
        assert entry.seat == CHANCE or game.format(entry.action)
        if n % EVERY == EVERY - 1 or n == len(record.entries) - 1:
            digests.append(_digest(game, state, len(names)))
    return tuple(digests)


def _digest(game: AnyGame, state: Any, seats: int) -> str:
    """Return the digest of who is asked, the clock, and what each seat and a spectator are shown."""
    views = [game.view(state, seat) for seat in (None, *map(Seat, range(seats)))]
    whole = [game.to_act(state), game.clock(state), views]
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()[:16]

"""Time in store: each player has some for turns that take longer than is granted, and every turn adds a little.

Where all decide at once the phase closes when the longest store among those not ready is used up; everybody pays for
what they took themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.engine.values import CHANCE
from wartable.server.timing import Timing
from wartable.server.wire_pace import Pace

if TYPE_CHECKING:
    from wartable.server.table import Table


def store(pace: Pace, timing: Timing, seat: int) -> float:
    """Return how many seconds a seat has in store, as of the beginning of the turn that is on."""
    return timing.bank.get(seat, float(pace.bank))


def stores(table: Table, timing: Timing) -> dict[int, int]:
    """Return what each seat that people play has in store, in seconds; nothing where there are no stores."""
    if not _banks(table.pace):
        return {}
    return {chair.seat: round(store(table.pace, timing, chair.seat)) for chair in table.people}


def longest(table: Table, timing: Timing, seats: Iterable[int]) -> float:
    """Return the seconds by which a turn may be longer than granted for those that it waits for."""
    if table.hushed or not _banks(table.pace):
        return 0.0
    return max((store(table.pace, timing, seat) for seat in seats), default=0.0)


def with_ready(table: Table, timing: Timing) -> Timing:
    """Return a timing that knows what those ready have used of their store, and of no one who is ready no more."""
    if not _banks(table.pace) or not table.secret or table.hushed:
        return timing
    over = max(-timing.rest(table.now()), 0.0)
    drawn = {seat: timing.drawn.get(seat, over) for seat in table.ready}
    return timing if drawn == timing.drawn else replace(timing, drawn=drawn)


def settled(pace: Pace, old: Timing, at: float) -> Mapping[int, float]:
    """Return what seats have in store once a turn is over."""
    if not _banks(pace) or not old.asked or not old.granted or old.step != -1:
        return old.bank
    used = _used(old, at)
    whose = old.turn[1] if old.turn else CHANCE
    played = set(old.asked) if whose == CHANCE else {whose}
    return dict(old.bank) | {
        seat: max(store(pace, old, seat) - used.get(seat, 0.0), 0.0) + (pace.increment if seat in played else 0)
        for seat in {*used, *played}
    }


def _used(old: Timing, at: float) -> dict[int, float]:
    """Return by how many seconds seats have taken longer than was granted, those among them who were put aside."""
    found = {int(seat): -rest for names, rest in old.aside.items() for seat in names.split(",") if rest < 0 and names}
    over = max(-old.rest(at), 0.0)
    return found | {seat: old.drawn.get(seat, over) for seat in old.asked}


def _banks(pace: Pace) -> bool:
    return bool(pace.bank or pace.increment)

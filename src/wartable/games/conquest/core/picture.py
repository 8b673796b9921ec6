"""A position as the picture a board draws: who owns its spaces, how many armies stand there, and the last moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wartable.board.model import Board
from wartable.board.picture import Arrow, Picture
from wartable.engine.values import Event

WIDTH = 1200
"""Pixels across a drawing for which names and armies are laid out."""


USUAL = tuple(range(1, 49))
"""The player colours of seats that nobody has chosen any for."""


def picture_of(
    board: Board, view: msgspec.Struct, events: Sequence[Event] = (), colours: Sequence[int] = USUAL
) -> Picture:
    """Return what a view and the events that led to it show of a board.

    Reads the fields that games on a board share: `owners` (seat per space, -1 nobody) and `armies` (-1 unseen), in the
    order of the board; events with `source` and `target` become arrows. `colours` are the player colours of the seats.
    """
    plain: Mapping[str, Any] = msgspec.to_builtins(view)
    spaces = [space.id for space in board.spaces]
    owners, armies = plain.get("owners"), plain.get("armies")
    bonuses = {region["id"]: region["bonus"] for region in plain.get("regions", ()) if "bonus" in region}
    return Picture(
        owners={one: colours[seat] for one, seat in zip(spaces, owners, strict=True) if seat >= 0} if owners else {},
        armies={one: count for one, count in zip(spaces, armies, strict=True) if count >= 0} if armies else {},
        bonuses=bonuses,
        arrows=tuple(_arrows(events, colours)),
    )


def _arrows(events: Sequence[Event], colours: Sequence[int]) -> Iterator[Arrow]:
    drawn: set[tuple[str, str]] = set()
    for event in events:
        source, target = getattr(event, "source", None), getattr(event, "target", None)
        if isinstance(source, str) and isinstance(target, str) and (source, target) not in drawn:
            drawn.add((source, target))
            seat: int | None = getattr(event, "seat", None)
            yield Arrow(start=source, end=target, owner=None if seat is None else colours[seat])

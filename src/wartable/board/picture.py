"""What a drawing shows on top of the bare board: owners, armies, marks and arrows, free of any game's rules."""

from __future__ import annotations

import msgspec


class Arrow(msgspec.Struct, frozen=True):
    """A move from one space to another.

    `owner` is a player colour (1 to 48), `label` a short text on the arrow, `planned` draws it dotted.
    """

    start: str
    end: str
    owner: int | None = None
    label: str = ""
    planned: bool = False


class Picture(msgspec.Struct, frozen=True):
    """A position to draw; every mapping goes from space id (or region id for `bonuses`).

    `owners` are player colours 1 to 48. `armies` are the numbers on the tokens. `bonuses` are the numbers on the
    region plates. `steps` tell on which step of a path, counted from 1, its marker stands. With `targets`, everything
    else but the `selected` space is veiled.
    """

    owners: dict[str, int] = {}
    armies: dict[str, int] = {}
    bonuses: dict[str, int] = {}
    arrows: tuple[Arrow, ...] = ()
    selected: str | None = None
    steps: dict[str, int] = {}
    targets: tuple[str, ...] = ()

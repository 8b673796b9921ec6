"""What lies between and upon the spaces of a board: mountain ranges, rivers, bridges, ports, paths and lettering."""

from __future__ import annotations

from typing import Literal

import msgspec

from wartable.board.topology import Line, Point

Pair = tuple[str, str]
Cover = Literal["forest", "hills", "marsh"]
"""What grows on a space or how its ground lies; it means nothing in play."""


class Range(msgspec.Struct, frozen=True):
    """A range of mountains: no way leads over it.

    It runs `along` common borders of two spaces (or of a space and an obstacle), and along `lines` of its own in
    canvas pixels. It also lies between the pairs of `parts`, which do not touch. `touches` are the spaces at its
    foot.
    """

    id: str
    name: str
    touches: tuple[str, ...] = ()
    along: tuple[Pair, ...] = ()
    parts: tuple[Pair, ...] = ()
    lines: tuple[Line, ...] = ()


class River(msgspec.Struct, frozen=True):
    """A river: it runs `along` common borders, and may be crossed where such a border has a bridge."""

    id: str
    name: str
    along: tuple[Pair, ...]


class Bridge(msgspec.Struct, frozen=True):
    """Where a border of kind `bridge` is crossed; `angle` is that of the roadway, in degrees clockwise from east."""

    a: str
    b: str
    at: Point
    angle: float = 0.0


class Port(msgspec.Struct, frozen=True):
    """Where the sea lanes of a space begin: a point in the water before its coast."""

    space: str
    at: Point


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stop of a path, in or beside a space; with `roll` a throw of the dice decides whether it is left."""

    space: str
    at: Point
    roll: bool = False


class Trail(msgspec.Struct, frozen=True):
    """A path over the board that some marker follows from step to step, whatever the borders say."""

    id: str
    name: str
    steps: tuple[Step, ...]


class Lettering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a large name is written: its middle, its turn in degrees clockwise, and its size in canvas pixels."""

    at: Point
    angle: float = 0.0
    size: float = 26.0


class Inscription(msgspec.Struct, frozen=True):
    """A name written on water that is no space of its own."""

    text: str
    at: Point
    angle: float = 0.0
    size: float = 14.0


class Compass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A compass rose on the water: its middle and its radius in canvas pixels."""

    at: Point
    size: float = 40.0


class Barrier(msgspec.Struct, frozen=True):
    """What closes the way between two spaces: a range of mountains, or a river without a bridge."""

    kind: Literal["range", "river"]
    name: str

    @property
    def words(self) -> str:
        """Say so, as the end of a sentence: "the Misty Mountains lie between"."""
        lies = "lie" if self.name.endswith("s") else "lies"
        return f"the {self.name} {lies} between" + (" and has no bridge here" if self.kind == "river" else "")

"""What goes over the wire of the sandbox: orders, saved games and maps in, what they say out; wishes for files."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wartable.games.diplomacy.text.jsonform import PositionJson
from wartable.games.diplomacy.variant import Variant
from wartable.server.wire_adjudicate import Situation, Text


class ReadingWish(Situation, frozen=True, kw_only=True):
    """Orders to be read line by line in a position; headings name powers."""

    text: Text


class OrderRead(Struct, frozen=True, kw_only=True):
    """One order of the text: its line from 1 and its words.

    `order` is what they say in canonical notation, `power` whose it is; `fault` why it cannot be read, or could never
    work as the rules stand. `heading` is the power whose heading it stands under, if any, and `batch` counts the lines
    of dashes above it. It is `replaced` where a later set of its power's orders counts in its place.
    """

    line: int
    text: str
    power: str
    order: str | None = None
    fault: str | None = None
    heading: str = ""
    batch: int = 0
    replaced: bool = False


class PictureWish(Situation, frozen=True, kw_only=True):
    """A position and its orders to be drawn: how they ended, or without `judged` only what they ask for."""

    orders: Text | dict[str, list[str]] = ""
    judged: bool = True
    kind: Literal["svg", "png"] = "svg"


class GameText(Struct, frozen=True, kw_only=True):
    """A saved game of the `diplomacy` package, as text."""

    text: str


class PhaseTold(Struct, frozen=True, kw_only=True):
    """A phase of a game: the position before it, and the orders given by power."""

    position: PositionJson
    orders: dict[str, list[str]] = {}


class GameRead(Struct, frozen=True, kw_only=True):
    """A saved game as phases on a map of this server."""

    variant: str
    phases: tuple[PhaseTold, ...]


class MapTitle(Struct, frozen=True, kw_only=True):
    """A map of this server by its key."""

    key: str
    title: str


class MapFile(Struct, frozen=True, kw_only=True):
    """A map file as text: a variant file (`.yaml`), or a `.map` of the `diplomacy` package or DPjudge."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    text: Annotated[str, Meta(max_length=60_000)]


class MapRead(Struct, frozen=True, kw_only=True):
    """A map that was read, to be sent along with each question, and what of the file it does not hold."""

    variant: Variant
    notes: tuple[str, ...] = ()


class SavingWish(Struct, frozen=True, kw_only=True):
    """Phases to be written as a saved game; each is judged to tell what became of its orders."""

    variant: str = "standard"
    rules: Annotated[str, Meta(max_length=20)] = ""
    issues: dict[str, str] = {}
    phases: Annotated[list[PhaseTold], Meta(min_length=1, max_length=500)]

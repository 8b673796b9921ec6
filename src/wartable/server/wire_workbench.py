"""What goes over the wire of the sandbox: a text of orders in, what each line says out; and wishes for pictures."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wartable.server.wire_adjudicate import Situation, Text


class ReadingWish(Situation, frozen=True, kw_only=True):
    """Orders to be read line by line in a position; headings name powers."""

    text: Text


class OrderRead(Struct, frozen=True, kw_only=True):
    """One order of the text: its line from 1 and its words.

    `order` is what they say in canonical notation, `power` whose it is; `fault` why it cannot be read, or could never
    work as the rules stand.
    """

    line: int
    text: str
    power: str
    order: str | None = None
    fault: str | None = None


class PictureWish(Situation, frozen=True, kw_only=True):
    """A position and its orders to be drawn: how they ended, or without `judged` only what they ask for."""

    orders: Text | dict[str, list[str]] = ""
    judged: bool = True
    kind: Literal["svg", "png"] = "svg"

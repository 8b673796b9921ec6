"""What the sandbox of Machiavelli asks and is told, as it goes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from wartable.engine.actions import Offer
from wartable.games.machiavelli.adjudicate.phase import Thrown

Text: TypeAlias = Annotated[str, Meta(max_length=60_000)]


class StepSituation(Struct, frozen=True, kw_only=True):
    """A position as plain text or JSON, and by which rules: a preset of the game with options that differ.

    Without a position it is the beginning of the scenario.
    """

    game: Literal["machiavelli", "lotr-machiavelli"] = "machiavelli"
    position: Text | dict[str, Any] | None = None
    rules: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = {}


class StepWish(StepSituation, frozen=True, kw_only=True):
    """A step to be judged: orders, payments and expenses as plain text or lists of lines by power.

    `dice` are the faces as they fell; those that are missing are drawn by `seed`. With `lenient` lines that cannot be
    read are listed, and not refused. `picture` asks for the step as SVG.
    """

    orders: Text | dict[str, list[str]] = ""
    dice: Annotated[list[int], Meta(max_length=200)] = []
    seed: Annotated[str, Meta(max_length=60)] = ""
    lenient: bool = False
    picture: bool = False


class StepLine(Struct, frozen=True, kw_only=True):
    """One thing that happened in a step, in its order: the kind of event, a sentence with its reason, the rule.

    `spaces` are the places it names, `only` the powers that alone may know of it.
    """

    kind: str
    text: str
    rule: str = ""
    spaces: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class StepTold(Struct, frozen=True, kw_only=True):
    """A step judged: what happened with its reasons as text, and the next position, as text and as JSON.

    Without a next position the game is over. `silent` are powers that wrote nothing, `unread` lines that could not be
    read. `lines` tell the same as the text, one by one; `view` is the position before as the game shows it, with
    nothing secret and with the orders that were judged.
    """

    text: str
    next_text: str
    next: dict[str, Any] | None
    dice: tuple[Thrown, ...]
    silent: tuple[str, ...]
    unread: tuple[str, ...]
    lines: tuple[StepLine, ...]
    view: dict[str, Any]
    svg: str | None = None


class StepOffers(Struct, frozen=True, kw_only=True):
    """What is decided in a position, the position as it was read, and what each power may write.

    `view` is the position as the game shows it, with nothing secret; `desks` has what each power reckons with when it
    writes its money.
    """

    step: str
    position_text: str
    offers: Mapping[str, tuple[Offer, ...]]
    view: dict[str, Any]
    desks: Mapping[str, dict[str, Any]] = {}


class StepReading(StepSituation, frozen=True, kw_only=True):
    """Orders, payments and expenses as plain text, to be read for a position."""

    orders: Text


class StepRead(Struct, frozen=True, kw_only=True):
    """What was written, as the decision of each power, and why lines of it cannot be read."""

    given: Mapping[str, dict[str, Any]]
    unread: tuple[str, ...]

"""What goes over the wire of the adjudicator: a position and orders in, results with reasons out."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.engine.actions import Offer
from wartable.games.diplomacy.text.jsonform import DueJson, PositionJson, VerdictJson

Text = Annotated[str, Meta(max_length=40_000)]


class Situation(Struct, frozen=True, kw_only=True):
    """What is played and where it stands.

    `variant` is the key of a map (`standard`, `middle-earth-viii`) or a whole one, as in a variant file. `position` is
    plain text or an object (`{"phase": "spring 1901 movement", "units": {"france": ["A PAR"]}, "centres": …}`); left
    out it is the first one. `rules` names a rulebook, `issues` settle single points otherwise (`{"routes":
    "any_breaks"}`, or by their DATC number), or change the map as options of its game do (`{"seasons": "two"}`).
    """

    variant: Text | dict[str, Any] = "standard"
    position: Text | dict[str, Any] | None = None
    rules: Annotated[str, Meta(max_length=20)] = ""
    issues: dict[str, str] = {}


class AdjudicationWish(Situation, frozen=True, kw_only=True):
    """A phase to be judged. `orders` are plain text (headings name powers), or a list of orders for each power.

    `picture` asks for the map with the orders as SVG, `text` for the report in plain text.
    """

    orders: Text | dict[str, list[str]] = ""
    picture: bool = False
    text: bool = False


class Adjudication(Struct, frozen=True, kw_only=True):
    """A phase judged: the position it began with as it was read, and the verdict with the next one and what is due.

    `position_text` is the next position as plain text; `svg` and `text` come where they were asked for.
    """

    before: PositionJson
    verdict: VerdictJson
    position_text: str
    svg: str | None = None
    text: str | None = None


class Possible(Struct, frozen=True, kw_only=True):
    """A position as it was read, what each power has to decide in it, and what it may order, as in a game."""

    position: PositionJson
    position_text: str
    due: dict[str, DueJson]
    offers: dict[str, tuple[Offer, ...]]

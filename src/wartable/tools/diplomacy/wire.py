"""What goes over the wire of adjudicator and sandbox: positions, orders and maps in, results with reasons out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wartable.engine.actions import Offer
from wartable.games.diplomacy.specials import ReachView
from wartable.games.diplomacy.text.jsonform import DueJson, PositionJson, VerdictJson
from wartable.games.diplomacy.variant import Variant

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


class KindTold(Struct, frozen=True):
    """A kind of unit that is neither army nor fleet: its name, and whether it stands beside others."""

    name: str
    beside: bool


class Possible(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position as it was read, what each power has to decide in it, and what it may order, as in a game.

    `kinds` are those of the map beside armies and fleets, by letter; `reach` says where units step where some go
    two provinces. What only a game master orders has a name of its own among the powers.
    """

    position: PositionJson
    position_text: str
    due: dict[str, DueJson]
    offers: dict[str, tuple[Offer, ...]]
    kinds: dict[str, KindTold] = {}
    reach: dict[str, ReachView] = {}


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

"""What goes over the wire of a game's rules for players: pictures with few words, in the order one reads them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

When = dict[str, tuple[str, ...]]
"""Options and the values one of which each must have; what has none holds always."""


class GuideDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One roll: the faces of both sides, highest first; in pairs that are `compared`, or each side for itself."""

    attack: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    defence: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    compared: bool = True


class GuideScene(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A picture, drawn on the game's board as in play; spaces by their ids, several of them in one text.

    Shown is what lies `around` some spaces, else the whole board. `example` takes the position that pictures of the
    game have elsewhere, and the rest is laid over it: `held` and `units` by player colour (`A BUR, F NTH`), `armies` by
    space, `arrows` as `brazil > north_africa`, `orders` in the usual notation with their result where they fail
    (`A RUH S A MUN (cut)`). A scene with `dice` is a roll without a board. A game that draws a table of its own shows
    a part of that: `part` is x, y and width in hundredths of the width of its picture.
    """

    around: str = ""
    example: bool = False
    held: dict[str, str] = {}
    armies: dict[str, int] = {}
    names: str = ""
    lit: str = ""
    arrows: tuple[str, ...] = ()
    units: dict[str, str] = {}
    orders: tuple[str, ...] = ()
    dice: GuideDice | None = None
    part: tuple[float, float, float] | None = None


class GuideStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A few words with the rules they follow, by number or by the section's id, and a picture where one helps."""

    title: str
    text: str
    rules: tuple[str, ...] = ()
    scene: GuideScene | None = None
    when: When = {}


class GuideTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table that one needs at hand; without a head it has none."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()
    note: str = ""
    when: When = {}


class GuideWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word of the game and what it means, with other forms that stand in texts; plurals in s are found."""

    term: str
    text: str
    forms: tuple[str, ...] = ()
    when: When = {}


class Guide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game for its players.

    `page` is all of it in pictures, `turn` its steps in order, `example` one case played through, `tables` are numbers
    to look up, `differs` says what options change, `questions` are answered in their texts, `words` is the glossary,
    and `origin` says where the rules come from and what of them is reconstructed.
    """

    goal: str
    page: tuple[GuideStep, ...]
    turn: tuple[GuideStep, ...]
    example: tuple[GuideStep, ...]
    tables: tuple[GuideTable, ...]
    differs: tuple[GuideStep, ...]
    questions: tuple[GuideStep, ...] = ()
    words: tuple[GuideWord, ...] = ()
    origin: str

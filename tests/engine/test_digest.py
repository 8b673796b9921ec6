"""Digests: equal for equal positions whatever the options; layouts: equal where states are written the same way."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from wartable.engine.digest import digest, layout
from wartable.engine.options import About, Options
from wartable.engine.values import State


class Few(Options, frozen=True, kw_only=True):
    dice: Annotated[int, About("Dice", "How many.")] = 1


class More(Few, frozen=True, kw_only=True):
    cards: Annotated[bool, About("Cards", "Whether there are any.")] = False


class Pawn(msgspec.Struct, frozen=True):
    """A piece."""

    title: str
    behind: Pawn | None = None


class Figure(msgspec.Struct, frozen=True):
    """The same piece by another name, described in other words."""

    title: str
    behind: Figure | None = None


class Before(State, frozen=True):
    options: Few
    pieces: tuple[Pawn, ...] = ()


class Renamed(State, frozen=True):
    options: More
    pieces: tuple[Figure, ...] = ()


class Longer(State, frozen=True):
    options: Few
    pieces: tuple[Pawn, ...] = ()
    turn: int = 0


PIECES: Any = (Pawn("king", Pawn("rook")),)


def test_options_are_no_part_of_a_position() -> None:
    assert digest(Before(Few(), PIECES)) == digest(Before(Few(dice=3), PIECES))
    assert digest(Before(More(cards=True), PIECES)) == digest(Before(Few(), PIECES))


def test_other_positions_have_other_digests() -> None:
    assert digest(Before(Few(), PIECES)) != digest(Before(Few()))


def test_names_of_types_and_words_about_them_do_not_count() -> None:
    assert layout(Before) == layout(Renamed)
    assert digest(Before(Few(), PIECES)) == digest(Renamed(More(), (Figure("king", Figure("rook")),)))


def test_a_further_field_is_another_layout() -> None:
    assert layout(Before) != layout(Longer)


@pytest.mark.parametrize("field", ["title", "behind"])
def test_a_field_that_is_called_like_a_word_of_schemas_counts(field: str) -> None:
    fields = [(one, hint) for one, hint in (("title", str), ("behind", int)) if one != field]
    less = msgspec.defstruct("Less", [("piece", msgspec.defstruct("Part", fields))], bases=(State,), frozen=True)
    whole = msgspec.defstruct(
        "Whole", [("piece", msgspec.defstruct("Part", [("title", str), ("behind", int)]))], bases=(State,), frozen=True
    )

    assert layout(less) != layout(whole)

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from wartable.engine.errors import BadData
from wartable.engine.fields import converted
from wartable.games.machiavelli.board import Board


class Raise(msgspec.Struct, tag_field="do", tag="raise"):
    flag: str


class Harm(msgspec.Struct, tag_field="do", tag="harm"):
    how: Literal["wound", "slay"] | None = None
    each: int | Literal["crew"] = 0


class Rule(msgspec.Struct):
    then: tuple[Raise | Harm, ...]


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"do": "raize", "flag": "x"}, "'raize' cannot stand at then[0].do. Did you mean raise?"),
        ({"do": "harm", "how": "slays"}, "'slays' cannot stand at then[0].how. Did you mean slay?"),
        ({"do": "harm", "each": "crow"}, "'crow' cannot stand at then[0].each. Did you mean crew?"),
        ({"do": "harm", "hov": "slay"}, "There is no field 'hov' in then[0]. Did you mean how?"),
        ({"do": "harm", "how": 3}, "Expected `str | null`, got `int` - at `$.then[0].how`"),
    ],
)
def test_a_misspelt_field_or_word_is_refused_with_its_place_and_the_nearest(effect: Any, sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        converted({"then": [effect]}, Rule, "rules.yaml")
    assert str(refused.value) == f"rules.yaml: {sentence}"


def test_a_misspelt_kind_of_province_is_refused_with_the_nearest() -> None:
    """The readers of all games' files say it: Machiavelli said only that the value was invalid."""
    plain = {"key": "x", "title": "X", "provinces": {"rome": {"name": "Rome", "kind": "coastel"}}}
    with pytest.raises(BadData, match=r"^x.yaml: 'coastel' cannot stand at provinces.rome.kind. Did you mean coastal"):
        converted(plain, Board, "x.yaml")


def test_an_entry_of_a_mapping_is_named_where_msgspec_says_only_that_it_is_one() -> None:
    plain = {"key": "x", "title": "X", "provinces": {"rome": {"name": "Rome", "kind": "coastal"}, "pisa": {"name": 3}}}
    with pytest.raises(BadData, match=r"Expected `str`, got `int` - at `\$\.provinces\.pisa\.name`"):
        converted(plain, Board, "x.yaml")

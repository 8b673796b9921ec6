"""Words for people: names joined, and near words offered."""

from __future__ import annotations

import pytest

from wartable.engine.words import hint, listed, nearest


@pytest.mark.parametrize(
    ("names", "text"), [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_names_are_joined_as_people_do(names: tuple[str, ...], text: str) -> None:
    assert listed(names) == text


def test_a_near_word_is_offered_and_what_there_is_otherwise() -> None:
    assert nearest("brasil", ["peru", "brazil"]) == "brazil"
    assert nearest("brasil", ["peru", "brazil"], near=0.9) is None
    assert hint("prue", ["peru", "brazil"]) == "Did you mean peru?"
    assert hint("x", ["peru", "brazil"]) == "There are: peru, brazil."
    assert hint("x", [], "Installed") == "Installed: none."

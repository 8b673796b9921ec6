"""Every rule of the variant has a test that is named by its number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

_NAME = re.compile(r"def test_rules?_((?:(?:\d+|and|to)_)+)")


def _numbers(words: str) -> set[int]:
    """Read `5`, `7_and_8` or `12_to_14`."""
    parts = words.strip("_").split("_")
    found = {int(part) for part in parts if part.isdigit()}
    for place, part in enumerate(parts):
        if part == "to":
            found.update(range(int(parts[place - 1]), int(parts[place + 1])))
    return found


@cache
def _tested() -> set[int]:
    files = Path(__file__).parent.glob("test_*.py")
    names = [words for file in files for words in _NAME.findall(file.read_text(encoding="utf-8"))]
    return set().union(*map(_numbers, names))


@pytest.mark.parametrize("number", range(1, 68))
def test_a_rule_has_a_test_of_its_number(number: int) -> None:
    assert number in _tested()


def test_numbers_are_read_from_names() -> None:
    assert _numbers("12_to_14_") == {12, 13, 14}
    assert _numbers("31_34_35_") == {31, 34, 35}
    assert _numbers("40_43_and_54_") == {40, 43, 54}

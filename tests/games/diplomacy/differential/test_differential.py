"""The PyPI package `diplomacy` on random boards: every disagreement has a known cause, and each cause still occurs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.diplomacy.differential.compare import compare

diplomacy: Any = pytest.importorskip("diplomacy", reason="the package of the group bench is not installed")

RARE = {
    "needless VIA": 4,
    "waives give way": 31,
    "ties by code": 42,
    "retreat anywhere": 79,
    "supports against their own unit, by sea": 120,
    "coast of the unit mended": 249,
    "support of a carrying fleet not cut": 322,
    "no land route in a paradox": 17364,
    "coast of a retreat": 15284,
}
"""Boards, by their seeds, that show a cause of disagreement."""


def test_every_disagreement_is_explained() -> None:
    assert compare(diplomacy, range(250)).unexplained == []


@pytest.mark.parametrize(("name", "seed"), RARE.items())
def test_a_known_cause_is_recognised(name: str, seed: int) -> None:
    result = compare(diplomacy, [seed])

    assert name in result.causes
    assert result.unexplained == []

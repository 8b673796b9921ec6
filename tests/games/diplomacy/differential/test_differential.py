"""The PyPI package `diplomacy` on random boards: every disagreement has a known cause, and each cause still occurs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.diplomacy.differential.compare import compare

diplomacy: Any = pytest.importorskip("diplomacy", reason="the package of the group bench is not installed")

RARE = {
    "VIA and no way back": 1344,
    "convoy broken without a dislodgement": 1782,
    "supports for the enemy, head to head": 1486,
    "supports against their own unit, by sea": 218,
    "support of a carrying fleet not cut": 558,
    "retreat anywhere": 40,
    "needless VIA": 4,
    "coast of an army": 362,
    "support by the only carrier": 576,
}
"""Boards, by their seeds, that show a cause of disagreement."""


def test_every_disagreement_is_explained() -> None:
    assert compare(diplomacy, range(250)).unexplained == []


@pytest.mark.parametrize(("name", "seed"), RARE.items())
def test_a_known_cause_is_recognised(name: str, seed: int) -> None:
    result = compare(diplomacy, [seed])

    assert name in result.causes
    assert result.unexplained == []

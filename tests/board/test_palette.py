"""Player colours: told apart without seeing colour, and the same in pictures and in the browser."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from wartable.board.palette import PLAYERS

WEB = Path(__file__).parents[2] / "web" / "src"
Vector = NDArray[np.float64]
EYES: dict[str, Vector] = {
    "usual": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
"""What is left of linear RGB to eyes without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1)."""
LMS = np.array(
    [[0.41222147, 0.53633254, 0.05144599], [0.2119035, 0.68069955, 0.10739696], [0.08830246, 0.28171884, 0.6299787]]
)
OKLAB = np.array(
    [[0.21045426, 0.79361779, -0.00407205], [1.9779985, -2.42859221, 0.45059371], [0.02590404, 0.78277177, -0.80867577]]
)


def seen(fill: str, eye: str) -> Vector:
    """Return a colour as an eye sees it, in Oklab."""
    srgb = np.array([int(fill[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    found: Vector = OKLAB @ np.cbrt(LMS @ np.clip(EYES[eye] @ linear, 0, 1))
    return found


def apart(one: str, other: str) -> float:
    """Return how far two fills are from each other to those who tell them apart worst."""
    return min(float(np.linalg.norm(seen(one, eye) - seen(other, eye))) for eye in EYES)


def luminance(fill: str) -> float:
    srgb = np.array([int(fill[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return float(np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722])


def test_no_two_players_share_fill_and_pattern() -> None:
    assert len({(player.fill, player.pattern) for player in PLAYERS}) == len(PLAYERS) == 48
    assert len({player.name for player in PLAYERS}) == 48


def test_sixteen_fills_are_told_apart_whatever_the_eyes() -> None:
    fills = [player.fill for player in PLAYERS[:16]]

    assert min(apart(one, other) for one, other in combinations(fills, 2)) > 0.075


def test_fills_that_are_easily_taken_for_each_other_have_different_patterns() -> None:
    near = [pair for pair in combinations(PLAYERS[:16], 2) if apart(pair[0].fill, pair[1].fill) < 0.1]

    assert near
    assert all(one.pattern != other.pattern for one, other in near)


@pytest.mark.parametrize("number", range(1, 49))
def test_text_on_a_fill_is_readable(number: int) -> None:
    player = PLAYERS[number - 1]
    low, high = sorted((luminance(player.fill), luminance(player.text)))

    assert (high + 0.05) / (low + 0.05) > 4


def test_the_browser_has_the_same_fills_and_patterns() -> None:
    sheet = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8").split("[data-theme")[0]
    told = dict(re.findall(r"--(p\d+(?:-ink)?): ([^;]+);", sheet))
    source = (WEB / "lib" / "ui" / "PatternDefs.svelte").read_text(encoding="utf-8")
    patterns = re.findall(r"'(\w+)'", source.split("PATTERNS: readonly Pattern[] = [")[1].split("]")[0])

    def value(name: str) -> str:
        return value(told[name][6:-1]) if told[name].startswith("var(") else told[name]

    assert [(value(f"p{n}"), value(f"p{n}-ink")) for n in range(1, 49)] == [(one.fill, one.text) for one in PLAYERS]
    assert patterns == [*(player.pattern for player in PLAYERS), "waves"]

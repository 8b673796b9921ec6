"""Colours of powers: traditional ones where the map states them, others told apart."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wartable.board.palette import PLAYERS
from wartable.games.diplomacy.variant import load_variant, packaged_variants


@pytest.mark.parametrize("key", packaged_variants())
def test_no_two_powers_of_a_map_share_a_colour(key: str) -> None:
    colours = load_variant(key).colours

    assert len(set(colours.values())) == len(load_variant(key).powers)


def test_a_map_of_many_powers_repeats_no_colour() -> None:
    standard = load_variant("standard")
    england = standard.powers["england"]
    powers = {f"power{number}": replace(england, colour=9 if number == 3 else 0) for number in range(34)}

    colours = list(replace(standard, powers=powers).colours.values())

    assert len(set(colours)) == 34
    assert colours[:5] == [1, 2, 3, 9, 4]
    assert all(1 <= colour <= len(PLAYERS) for colour in colours)


def test_powers_without_a_colour_get_those_left_over() -> None:
    standard = load_variant("standard")
    powers = {power: replace(facts, colour=2 if power == "italy" else 0) for power, facts in standard.powers.items()}

    colours = replace(standard, powers=powers).colours

    assert colours["italy"] == 2
    assert list(colours.values()) == [1, 3, 4, 5, 2, 6, 7]

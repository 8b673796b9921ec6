"""What the presets take where the notes leave it open, by the numbers of the settlements."""

from __future__ import annotations

import pytest

from wartable.games.conquest.lotr.presets import PRESETS

NOTES, TRILOGY, ORIGINAL = PRESETS["notes"], PRESETS["trilogy"], PRESETS["original"]


def test_l81_the_notes_are_played_on_the_64_board_with_the_values_of_the_trilogy() -> None:
    """L81: what the notes leave free is as in the trilogy."""
    assert NOTES.edition == "64"
    for name in ("leave_one", "enter_minimum", "enter_maximum", "sea_rule", "require_unit_everywhere", "reward_timing"):
        assert getattr(NOTES, name) == getattr(TRILOGY, name)


def test_l82_the_notes_have_the_whole_income() -> None:
    """L82: an income of cards alone is an option of the notes, no advice."""
    assert NOTES.income == TRILOGY.income


def test_l83_the_notes_trade_down_search_and_need_no_roll_on_mount_doom() -> None:
    """L83: as the digest says of T72, T84 and T86."""
    assert (NOTES.trade_down, NOTES.find_ring, NOTES.doom_roll) == (True, True, False)


def test_l84_the_original_passes_no_cards_on_and_trades_none_down() -> None:
    """L84: where no cards are passed on there is nothing to trade down."""
    assert (ORIGINAL.take_territory_cards, ORIGINAL.trade_down) == (False, False)


@pytest.mark.parametrize("name", ["lotr-simultaneous", "simple-bounce"])
def test_l85_presets_of_simultaneous_rounds_have_the_usual_values(name: str) -> None:
    """L85: who came may withdraw, forces that cross pass, all is revealed together, each player brings a step."""
    options = PRESETS[name]
    assert (options.withdraw, options.swap) == (True, "pass")
    assert (options.reveal, options.fellowship) == ("together", "per_player")

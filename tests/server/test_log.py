"""Lines of the log as the browser gets them."""

from __future__ import annotations

from wartable.games.conquest.events import Battle, Conquered
from wartable.server.log import dice_of


def test_dice_are_told_with_what_is_added_as_far_as_a_cap_lets_it() -> None:
    told = dice_of(Battle(0, "brazil", "peru", 1, (6, 2), (4,), 0, 1, 4, 1, attack_bonus=2, defence_bonus=1, pairs=2))
    assert told is not None
    assert (told.bonus, told.pairs, told.lost) == ((2, 1), 2, (0, 1))
    capped = dice_of(Battle(0, "brazil", "peru", 1, (6, 2), (4,), 0, 1, 4, 1, attack_bonus=2, defence_bonus=1, cap=6))
    assert capped is not None
    assert capped.bonus == (0, 1)


def test_other_events_tell_of_no_dice() -> None:
    assert dice_of(Conquered(0, "brazil", "peru", 1)) is None

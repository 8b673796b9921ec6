"""Lines of the log as the browser gets them."""

from __future__ import annotations

import msgspec

from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.core.events import Battle
from wartable.games.conquest.core.forecast import compared
from wartable.server.results import seat_dice


def test_dice_are_told_with_what_is_added_as_far_as_a_cap_lets_it() -> None:
    told = compared(Battle(0, "brazil", "peru", 1, (6, 2), (4,), 0, 1, 4, 1, attack_bonus=2, defence_bonus=1, pairs=2))
    assert (told.bonus, told.pairs, told.lost) == ((2, 1), 2, (0, 1))
    capped = compared(Battle(0, "brazil", "peru", 1, (6, 2), (4,), 0, 1, 4, 1, attack_bonus=2, defence_bonus=1, cap=6))
    assert capped.bonus == (0, 1)


def test_dice_that_cannot_show_a_1_are_expected_to_show_more() -> None:
    rolled = Battle(0, "brazil", "peru", 1, (6, 4, 2), (5, 3), 1, 1, 4, 1, protected=2)
    for raised, attack in ((False, (4 + 4 + 3.5) / 3), (True, (22 / 6 + 22 / 6 + 3.5) / 3)):
        uses = BALANCE_OF_POWER.study.dice(msgspec.structs.replace(rolled, raised=raised))
        means = [seat_dice(use.seat, [use]).expected_mean for use in uses]
        assert means == [round(attack, 4), 3.5]

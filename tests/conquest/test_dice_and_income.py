"""Dice vectors of the text and of the anchor's unit tests, and income vectors of both rules."""

from __future__ import annotations

import pytest

from tests.conquest.positions import AUSTRALIA, position, rules
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.rules import income
from wartable.games.conquest.core.battle import exchange, toss_of
from wartable.odds import PLAIN, DiceRules

DICE = [
    ((6, 6, 6), (1, 1), 0, 2),
    ((6, 6, 6), (6, 1), 1, 1),
    ((6, 6, 6), (6, 6), 2, 0),
    ((5, 5), (1,), 0, 1),
    ((5, 2), (6, 1), 1, 1),
    ((2,), (1, 1), 0, 1),
    ((2,), (3, 1), 1, 0),
    ((2,), (1,), 0, 1),
    ((2,), (2, 1), 1, 0),
    ((2, 1), (1,), 0, 1),
    ((1, 1), (1,), 1, 0),
    ((1, 1, 1), (1,), 1, 0),
    ((2, 2, 1), (2, 1), 1, 1),
    ((2, 2, 1), (1, 1), 0, 2),
    ((2, 2, 1), (4, 3), 2, 0),
]
"""Attack, defence, the attacker's loss, the defender's. The first seven rows are the table of the text."""


@pytest.mark.parametrize(("attack", "defence", "attacker_loss", "defender_loss"), DICE)
def test_dice_vectors(
    attack: tuple[int, ...], defence: tuple[int, ...], attacker_loss: int, defender_loss: int
) -> None:
    settled = exchange(toss_of(PLAIN, len(attack), len(defence)), attack + defence)
    assert (settled.attacker_loss, settled.defender_loss) == (attacker_loss, defender_loss)
    reversed_hands = exchange(toss_of(PLAIN, len(attack), len(defence)), attack[::-1] + defence[::-1])
    assert reversed_hands == settled, "the order in which dice fall means nothing"


def test_losses_add_up_to_the_pairs_compared() -> None:
    for faces in ((6, 1, 3, 2, 5), (1, 1, 1, 6, 6), (4, 4, 4, 4, 4)):
        settled = exchange(toss_of(PLAIN, 3, 2), faces)
        assert settled.attacker_loss + settled.defender_loss == 2


def test_three_defence_dice_compare_three_pairs() -> None:
    settled = exchange(toss_of(DiceRules(defence_dice=3), 3, 3), (6, 5, 1, 5, 5, 1))
    assert (settled.attacker_loss, settled.defender_loss) == (2, 1)


REGIONS = {
    "australia": AUSTRALIA,
    "north_america": (
        "alaska", "northwest_territory", "greenland", "alberta", "ontario", "quebec", "western_united_states",
        "eastern_united_states", "central_america",
    ),
}  # fmt: skip


def _holding(territories: int, regions: tuple[str, ...]) -> int:
    """A mask of so many spaces that holds exactly these regions."""
    board = rules().board
    named = [space for region in regions for space in REGIONS[region]]
    loose = ["siam", "india", "china", "congo", "egypt", "brazil", "peru", "ukraine", "iceland", "japan", "ural",
             "siberia", "yakutsk", "mongolia", "irkutsk", "madagascar", "scandinavia", "venezuela", "kamchatka",
             "south_africa", "middle_east", "quebec"]  # fmt: skip
    return board.mask([*named, *loose][:territories])


@pytest.mark.parametrize(
    ("territories", "regions", "whole_sum", "official"),
    [
        (1, (), 3, 3),
        (4, ("australia",), 3, 5),
        (7, ("australia",), 4, 5),
        (9, ("north_america",), 8, 8),
        (11, (), 3, 3),
        (12, ("north_america",), 9, 9),
        (13, (), 4, 4),
        (22, (), 7, 7),
    ],
)
def test_income_vectors(territories: int, regions: tuple[str, ...], whole_sum: int, official: int) -> None:
    held = _holding(territories, regions)
    assert held.bit_count() == territories
    assert income(rules(), held) == whole_sum
    assert income(rules(RiskOptions(income="official")), held) == official


def test_income_of_the_whole_world() -> None:
    assert income(rules(), rules().board.everything) == 38


@pytest.mark.parametrize(("bonuses", "armies"), [("standard", 38), ("none", 14), ("border_weighted", 35)])
def test_bonus_tables(bonuses: str, armies: int) -> None:
    options = RiskOptions(bonuses=bonuses)  # type: ignore[arg-type]
    assert income(rules(options), rules().board.everything) == armies


def test_border_weights_follow_their_formula() -> None:
    board = rules().board
    table = rules().data.bonuses["border_weighted"].regions
    for region, mask in zip(board.region_ids, board.region_masks, strict=True):
        edges = (board.around(board.everything & ~mask) & mask).bit_count()
        assert table[region] == (mask.bit_count() + 2 * edges + 2) // 4


def test_a_broken_region_brings_nothing() -> None:
    state = position(*AUSTRALIA[:3])
    assert income(rules(), state.held[0]) == 3

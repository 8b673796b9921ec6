"""Objectives: the pool, progress and words (rules 58 to 60)."""

from __future__ import annotations

import pytest

from wartable.board import load_board
from wartable.games.conquest.balance.data import Objective, balance_data
from wartable.games.conquest.balance.objectives import (
    REWARD_TEXTS,
    REWARD_TITLES,
    Ground,
    pools,
    progress,
    reached,
    text,
    title,
)

TABLE = balance_data().objectives
BOARD_DATA = load_board("classic")
BOARD = BOARD_DATA.compile()
NAMES = {region.id: region.name for region in BOARD_DATA.regions}
ALL = {one.id: one for one in TABLE.basic + TABLE.special}
REGIONS = dict(zip(BOARD.region_ids, BOARD.region_masks, strict=True))


def lowest(mask: int, count: int) -> int:
    """Return the mask of the first so many spaces of a mask."""
    return sum(1 << bit for bit in [bit for bit in range(42) if mask >> bit & 1][:count])


def ground(held: int, began: int = 0, cities: int = 0, sites: int = 0, capitals: int = 0) -> Ground:
    """Return what a seat is measured by."""
    return Ground(held, began, cities, sites, capitals)


def test_rule_58_the_pool_of_two_players_lacks_two_enemy_capitals() -> None:
    basic, special = pools(TABLE, 2, variant=True)
    assert len(basic + special) == 13
    assert "o08" not in [one.id for one in special]
    assert len(pools(TABLE, 3, variant=True)[1]) == 7


def test_rule_58_site_objectives_are_the_variants() -> None:
    assert [len(some) for some in pools(TABLE, 4, variant=False)] == [6, 6]
    ours = [one for one in ALL.values() if one.origin == "variant"]
    assert [(one.how, one.what, one.count) for one in ours] == [("conquer", "sites", 2), ("control", "sites", 4)]


def test_rule_58_eight_lie_face_up_and_three_win() -> None:
    assert 2 * TABLE.face_up == 8
    assert TABLE.needed == 3
    assert all(len(some) >= TABLE.face_up for seats in range(2, 7) for some in pools(TABLE, seats, variant=False))


@pytest.mark.parametrize(("key", "region"), [("o01", "asia"), ("o03", "north_america"), ("o04", "europe")])
def test_rule_58_a_continent(key: str, region: str) -> None:
    whole = REGIONS[region]
    assert reached(BOARD, ALL[key], ground(whole, began=whole)), "it need not be conquered this turn"
    size = whole.bit_count()
    assert progress(BOARD, ALL[key], ground(lowest(whole, size - 1))) == pytest.approx((size - 1) / size)
    assert progress(BOARD, ALL[key], ground(0)) == 0.0


def test_rule_58_two_continents_are_those_that_lack_least() -> None:
    small = REGIONS["australia"] | REGIONS["south_america"]
    assert reached(BOARD, ALL["o07"], ground(small))
    assert not reached(BOARD, ALL["o07"], ground(small & ~1 & ~lowest(small, 1)))
    assert progress(BOARD, ALL["o07"], ground(lowest(small, 4))) == pytest.approx(0.5)
    assert not reached(BOARD, ALL["o07"], ground(REGIONS["asia"]))


@pytest.mark.parametrize(("key", "count"), [("o05", 1), ("o08", 2)])
def test_rule_58_enemy_capitals(key: str, count: int) -> None:
    capitals = 0b10101 << 7
    own = lowest(capitals, count)
    assert reached(BOARD, ALL[key], ground(own, capitals=capitals))
    assert not reached(BOARD, ALL[key], ground(lowest(capitals, count - 1) | 1, capitals=capitals))


@pytest.mark.parametrize(("key", "count"), [("o06", 8), ("o09", 11)])
def test_rule_58_cities(key: str, count: int) -> None:
    cities = lowest(BOARD.everything & ~0b1111, 15)
    assert reached(BOARD, ALL[key], ground(lowest(cities, count), cities=cities))
    assert progress(BOARD, ALL[key], ground(lowest(cities, count - 1) | 1, cities=cities)) == pytest.approx(
        (count - 1) / count
    )


def test_rule_58_twenty_territories() -> None:
    assert reached(BOARD, ALL["o11"], ground(lowest(BOARD.everything, 20)))
    assert progress(BOARD, ALL["o11"], ground(lowest(BOARD.everything, 15))) == 0.75
    assert progress(BOARD, ALL["o11"], ground(BOARD.everything)) == 1.0


def test_rule_58_four_sites() -> None:
    sites = 0b111111 << 20
    assert reached(BOARD, ALL["o14"], ground(lowest(sites, 4), sites=sites))
    assert progress(BOARD, ALL["o14"], ground(lowest(sites, 1), sites=sites)) == 0.25


@pytest.mark.parametrize(("key", "count"), [("o02", 4), ("o12", 10), ("o13", 2)])
def test_rule_60_conquered_in_one_turn_was_not_held_when_it_began(key: str, count: int) -> None:
    marks = lowest(BOARD.everything & ~0b111, 15)
    own = lowest(marks, count)
    found = ground(own | 0b111, began=0b111, cities=marks, sites=marks)
    assert reached(BOARD, ALL[key], found)
    one_before = lowest(marks, 1)
    assert progress(BOARD, ALL[key], found._replace(began=0b111 | one_before)) == pytest.approx((count - 1) / count)


def test_rule_60_a_continent_conquered_in_one_turn_is_conquered_whole() -> None:
    australia = REGIONS["australia"]
    assert reached(BOARD, ALL["o10"], ground(australia))
    assert progress(BOARD, ALL["o10"], ground(australia, began=lowest(australia, 1))) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("o01", "Asia", "Control all of Asia."),
        ("o02", "Four cities in one turn", "Conquer four cities in one turn."),
        ("o05", "An enemy capital", "Control an enemy capital."),
        ("o07", "Two continents", "Control two continents."),
        ("o10", "A continent in one turn", "Conquer all of a continent in one turn."),
        ("o11", "Twenty territories", "Control twenty territories."),
        ("o13", "Two sites in one turn", "Conquer two sites in one turn."),
    ],
)
def test_objectives_have_a_name_and_a_sentence(key: str, name: str, words: str) -> None:
    assert (title(ALL[key], NAMES), text(ALL[key], NAMES)) == (name, words)


def test_no_two_objectives_read_alike() -> None:
    assert len({text(one, NAMES) for one in ALL.values()}) == len({title(one, NAMES) for one in ALL.values()}) == 25


def test_rule_59_each_face_up_objective_can_have_a_reward_with_words() -> None:
    rewards = TABLE.rewards
    assert len(rewards.basic) == len(rewards.special) == TABLE.face_up
    assert set(REWARD_TITLES) == set(REWARD_TEXTS) == set(rewards.basic) | set(rewards.special)


def test_a_number_without_a_word_is_written_in_figures() -> None:
    many = Objective("x", "control", "cities", "variant", 15)
    assert title(many, NAMES) == "15 cities"

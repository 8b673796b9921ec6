"""The variant's parts that need no game: tables, revival, standing, draft, stars, piles, by number of rule."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from wartable.board import fileformat, load_board
from wartable.board.fileformat import packaged, read_yaml
from wartable.engine.errors import BadData
from wartable.games.conquest.balance import data as balance
from wartable.games.conquest.balance.casualties import emptied, fallen, spent
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.draft import after_stars, places_income, sabotaged
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.ranking import Measure, standing_of, to_roll, why_losing
from wartable.games.conquest.balance.revival import revived, row_of
from wartable.games.conquest.balance.stars import fewest_cards, payment, wasted, worth
from wartable.games.conquest.core import data as risk
from wartable.games.conquest.core.data import printed_tables

DATA = balance_data()
BOARD = load_board("classic").compile()
FACTS = Path(__file__).parents[4] / "shared/facts/risk-classic.yaml"


# --- tables


def test_rule_1_a_tank_counts_five_armies() -> None:
    assert DATA.tanks.armies == 5


def test_rule_2_cavalry_shows_two_stars_and_every_other_card_one() -> None:
    assert DATA.stars.symbols == {"infantry": 1, "cavalry": 2, "artillery": 1, "wild": 1}
    symbols = printed_tables().cards.symbols
    assert sum(DATA.stars.symbols[symbol] * len(spaces) for symbol, spaces in symbols.items()) == 14 * 2 + 28
    assert len(set(DATA.stars.deck_2008.two_stars)) == 12


def test_rule_3_hands_end_at_five_cards() -> None:
    assert DATA.hand_limit.most == 5


def test_rule_4_fifteen_cities_fifteen_rough_spaces_six_sites() -> None:
    assert (DATA.marks.cities, DATA.marks.rough, DATA.marks.sites) == (15, 15, 6)
    assert len(set(DATA.fixed_cities.spaces)) == 15
    assert set(DATA.fixed_cities.spaces) | set(DATA.stars.deck_2008.two_stars) <= set(BOARD.ids)


def test_rules_7_and_9_two_players_begin_with_30_and_33_and_keep_12_and_15() -> None:
    table = DATA.starting.table(2)
    assert (table.armies, table.cards) == ((30, 33), (0, 0))
    claimed = (len(BOARD.ids) - DATA.marks.sites) // 2
    assert claimed == 18
    assert [armies - claimed for armies in table.armies] == [12, 15]


def test_rule_8_the_sites_of_the_neutral_army_add_up_to_75() -> None:
    assert DATA.neutral.sites == (15, 15, 15, 10, 10, 10)
    assert sum(DATA.neutral.sites) == 75


@pytest.mark.parametrize(
    ("seats", "progressive", "armies", "cards"),
    [
        (3, False, (33, 35, 37), (0, 0, 1)),
        (4, False, (33, 35, 37, 39), (0, 0, 1, 0)),
        (5, False, (33, 35, 37, 39, 39), (0, 0, 1, 0, 1)),
        (5, True, (33, 35, 37, 39, 41), (0, 0, 1, 0, 1)),
        (6, False, (33, 35, 37, 39, 39, 41), (0, 0, 1, 0, 1, 1)),
        (6, True, (33, 35, 37, 39, 41, 41), (0, 0, 1, 0, 1, 1)),
    ],
)
def test_rules_12_to_14_three_to_six_players(
    seats: int, *, progressive: bool, armies: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    table = DATA.starting.table(seats, progressive=progressive)
    assert (table.armies, table.cards) == (armies, cards)


@pytest.mark.parametrize(("seats", "left"), [(3, [19, 21, 23]), (4, [22, 24, 27, 29]), (5, [24, 26, 29, 31, 31])])
def test_rule_15_armies_left_after_claiming(seats: int, left: list[int]) -> None:
    claimed = [len(range(seat, len(BOARD.ids), seats)) for seat in range(seats)]
    assert [have - own for have, own in zip(DATA.starting.table(seats).armies, claimed, strict=True)] == left


def test_prices_are_those_of_rules_38_to_52() -> None:
    costs = {row.key: (row.rule, row.cost) for row in DATA.shop.actions}
    assert costs == {
        "recon": (38, 2), "maneuver": (39, 3), "forced_alliance": (40, 4), "improved_attack": (41, 4),
        "improved_defense": (42, 4), "kill_general": (43, 4), "neutral_attack": (44, 4), "draft": (45, 5),
        "atomic_bomb": (46, 6), "bombardment": (47, 6), "draw_card": (48, 6), "sabotage": (49, 6),
        "special_forces": (50, 6), "espionage": (51, 8), "airfield": (52, 10),
    }  # fmt: skip


@pytest.mark.skipif(not FACTS.exists(), reason="the collected facts are not beside this checkout")
def test_tables_are_those_of_the_facts() -> None:
    facts = yaml.safe_load(FACTS.read_text(encoding="utf-8"))
    assert facts["cards"]["trade_tables"]["stars"]["values"] == DATA.stars.values
    assert set(facts["cities_2008"]["territories"]) == set(DATA.fixed_cities.spaces)
    assert facts["cards"]["stars_2008"]["per_territory_proposal"]["two_stars"] == list(DATA.stars.deck_2008.two_stars)
    ours = (DATA.objectives.basic, DATA.objectives.special)
    for kind, found in zip(("basic", "special"), ours, strict=True):
        listed = [one.id for one in found if one.origin == "game_2008"]
        assert listed == [one["id"] for one in facts["objectives_2008"][kind]]
        assert facts["objectives_2008"]["rewards"][kind] == list(getattr(DATA.objectives.rewards, kind))


@pytest.mark.parametrize(("file", "kind"), [(risk.FILE, risk.BoardTables), (balance.FILE, balance.BalanceData)])
def test_a_damaged_table_names_the_field(file: str, kind: type[object], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_yaml(resources.files("wartable").joinpath(file).read_text(encoding="utf-8"))

    def damaged(_text: str) -> object:
        return whole | {"cards": "x", "marks": "x"}

    monkeypatch.setattr(fileformat, "read_yaml", damaged)
    with pytest.raises(BadData, match=rf"{re.escape(file)}.*\$\.(cards|marks)"):
        packaged(file, kind)


# --- the neutral army's casualties


@pytest.mark.parametrize(
    ("pile", "roll", "back"),
    [
        (12, 6, 6), (7, 5, 0), (3, 9, 1), (2, 11, 2),
        (1, 11, 1), (1, 10, 0), (2, 10, 0), (3, 8, 0), (4, 9, 2), (5, 12, 2), (6, 9, 3), (7, 6, 3), (8, 6, 4),
        (9, 6, 4), (10, 6, 5), (11, 7, 5), (12, 5, 0),
    ],
)  # fmt: skip
def test_rule_24_casualties_revive(pile: int, roll: int, back: int) -> None:
    assert revived(DATA.neutral, pile, roll) == back


def test_rule_24_nothing_is_rolled_for_an_empty_pile() -> None:
    assert row_of(DATA.neutral, 0) is None
    assert revived(DATA.neutral, 0, 12) == 0


@pytest.mark.parametrize(("pile", "chances"), [(1, 3), (3, 10), (7, 26)])
def test_rule_24_chances_of_36(pile: int, chances: int) -> None:
    rolls = [one + two for one in range(1, 7) for two in range(1, 7)]
    assert sum(revived(DATA.neutral, pile, roll) > 0 for roll in rolls) == chances


def test_rule_29_a_pile_ends_at_twelve() -> None:
    assert fallen((11, 0, 0), {0: 3}, DATA.piles.most) == (12, 0, 0)
    assert fallen((0, 4, 11), {1: 2, NEUTRAL: 1}, DATA.piles.most) == (0, 6, 12)


def test_rules_28_30_31_piles_are_spent_and_discarded() -> None:
    assert spent((5, 6, 7), 1, 4) == (5, 2, 7)
    assert spent((5, 6, 7), NEUTRAL, 7) == (5, 6, 0)
    assert emptied((5, 6, 7), 0) == (0, 6, 7)


# --- who is losing


def test_rules_19_and_20_level_scores_are_parted_by_cards() -> None:
    measures = [Measure(14 + 5, 2, 10), Measure(18 + 1, 1, 40)]
    assert standing_of(measures) == ((0,), (1,))
    assert why_losing(measures) == "level in territories and cities, but fewer cards"


def test_rule_19_most_territories_and_cities_win() -> None:
    measures = [Measure(20, 0, 5), Measure(19, 5, 90), None, Measure(12, 1, 7)]
    assert standing_of(measures) == ((0,), (3,))
    assert why_losing(measures) == "fewest territories and cities: 12 against 19"


def test_rule_20_then_armies_then_a_die_rolled_again_while_level() -> None:
    assert standing_of([Measure(9, 1, 30), Measure(9, 1, 31)]) == ((1,), (0,))
    level = [Measure(9, 1, 30), Measure(9, 1, 30)]
    assert to_roll(level) == (0, 1)
    assert why_losing(level) == "level in territories and cities, cards and armies; a die decides"
    again = [Measure(9, 1, 30, (4,)), Measure(9, 1, 30, (4,))]
    assert to_roll(again) == (0, 1)
    parted = [Measure(9, 1, 30, (4, 2)), Measure(9, 1, 30, (4, 5))]
    assert standing_of(parted) == ((1,), (0,))
    assert to_roll(parted) == ()
    assert why_losing(parted) == "level in territories and cities, cards and armies, but the lower roll"


def test_rule_20_only_those_who_are_level_at_an_end_roll() -> None:
    measures = [Measure(12, 1, 30), Measure(9, 1, 30), Measure(15, 1, 30), Measure(9, 1, 30)]
    found = standing_of(measures)
    assert (*found, to_roll(measures)) == ((2,), (1, 3), (1, 3))
    parted = [measures[0], Measure(9, 1, 30, (6,)), measures[2], Measure(9, 1, 30, (2,))]
    assert standing_of(parted) == ((2,), (3,))


def test_rule_21_a_roll_holds_against_somebody_who_comes_level_later() -> None:
    others = [Measure(20, 1, 30), Measure(9, 1, 30, (4,)), Measure(12, 1, 30, (2,))]
    late = [*others, Measure(9, 1, 30)]
    assert standing_of(late) == ((0,), (1, 3)), "the one who has not rolled is not behind for that"
    assert to_roll(late) == (3,), "the other's die holds"
    assert why_losing(late).endswith("a die decides")
    assert standing_of([*others, Measure(9, 1, 30, (5,))]) == ((0,), (1,))
    lower = [*others, Measure(9, 1, 30, (1,))]
    assert standing_of(lower) == ((0,), (3,))
    assert why_losing(lower).endswith("but the lower roll")
    assert to_roll([*others, Measure(9, 1, 30, (4,))]) == (1, 3), "level by the die too, both roll"


def test_rule_20_one_player_alone_is_both() -> None:
    assert standing_of([Measure(9, 1, 30), None]) == ((0,), (0,))
    assert to_roll([Measure(9, 1, 30), None]) == ()
    assert why_losing([Measure(9, 1, 30), None]) == ""


# --- draft


def test_rule_55_vector_of_a_rich_draft_and_its_sabotage() -> None:
    stars = worth(DATA.stars, 5)
    assert stars == 10
    whole = places_income(DATA.draft, 17, 4) + 3 + 2 + stars
    assert whole == 22
    assert sabotaged(DATA.draft.sabotage, whole) == 8


def test_rule_55_the_minimum_is_of_the_first_term_alone() -> None:
    assert places_income(DATA.draft, 6, 2) + 2 == 5


def test_rule_55_rounds_down_or_up_where_chosen() -> None:
    assert (places_income(DATA.draft, 11, 3), places_income(DATA.draft, 11, 3, up=True)) == (4, 5)
    assert places_income(DATA.draft, 12, 3, up=True) == 5


@pytest.mark.parametrize(("whole", "left"), [(0, 0), (1, 1), (2, 1), (3, 1), (5, 2), (7, 2), (12, 4), (22, 8)])
def test_rule_49_sabotage_leaves_two_fifths_and_at_least_one(whole: int, left: int) -> None:
    assert sabotaged(DATA.draft.sabotage, whole) == left


def test_rule_49_stars_handed_in_later_are_cut_with_the_whole_sum() -> None:
    table = DATA.draft.sabotage
    assert sabotaged(table, 12) + after_stars(table, 12, 10) == 8


# --- stars


@pytest.mark.parametrize(
    ("stars", "armies"),
    [(1, None), (2, 2), (3, 4), (4, 7), (5, 10), (6, 13), (7, 17), (8, 21), (9, 25), (10, 30), (11, None)],
)
def test_rule_32_stars_for_armies(stars: int, armies: int | None) -> None:
    assert worth(DATA.stars, stars) == armies


def test_rule_36_stars_pay_one_army_each_and_no_change_is_given() -> None:
    assert payment(6, 5, (2,)) == (4, 2)
    assert payment(6, 3, (2,)) is None
    assert payment(2, 0, (1, 2)) == (0, 3)


def test_rule_36_a_card_too_many_is_waste() -> None:
    assert wasted(2, (1, 2))
    assert not wasted(3, (1, 2))
    assert not wasted(3, (2, 2))
    assert not wasted(6, ())


def test_rule_36_few_stars_then_few_cards_pay_by_default() -> None:
    assert fewest_cards(6, 3, (1, 2, 1)) == (0, 1)
    assert fewest_cards(5, 3, (1, 2, 1)) == (1,)
    assert fewest_cards(3, 3, (2, 1)) == ()
    assert fewest_cards(9, 3, (2, 1)) is None
    whole_deck = (1, 2) * 22
    assert fewest_cards(16, 1, whole_deck) == (0, *range(1, 15, 2))


# --- what stays in force


def test_rule_40_an_alliance_ends_with_the_allys_next_turn() -> None:
    bought = replace(Effects(), alliances=(Alliance(0, 1),))
    mine = bought.turn_ends(0)
    assert mine.ban(1, 5, 0) == "forced_alliance"
    assert mine.ban(1, 5, 2) == ""
    assert mine.ban(0, 5, 1) == "", "it binds one side only"
    assert mine.turn_ends(2).ban(1, 5, 0) == "forced_alliance", "its next turn has not come"
    assert mine.turn_begins(1).ban(1, 5, 0) == "forced_alliance"
    assert mine.turn_ends(1).ban(1, 5, 0) == ""


def test_rule_40_an_alliance_with_the_neutral_army_ends_when_the_buyers_turn_begins() -> None:
    bought = replace(Effects(), alliances=(Alliance(0, NEUTRAL),))
    later = bought.turn_ends(0).turn_begins(1).turn_ends(1)
    assert later.ban(NEUTRAL, 3, 0) == "forced_alliance"
    assert later.turn_begins(0).ban(NEUTRAL, 3, 0) == ""
    assert bought.without_neutral() == Effects()


def test_rule_42_improved_defense_lasts_until_the_buyers_turn() -> None:
    bought = Effects().with_defence(1, 3).with_defence(1, 3)
    assert [bought.defence_of(side) for side in (NEUTRAL, 0, 1, 2)] == [0, 0, 2, 0]
    assert bought.turn_ends(1).turn_begins(2).turn_begins(0).defence_of(1) == 2
    assert bought.turn_begins(1) == Effects()


def test_rule_43_a_killed_general_lapses_when_the_space_changes_hands() -> None:
    bought = replace(Effects(), generals=(General(0, 1, 7), General(0, NEUTRAL, 9)))
    assert bought.ban(1, 7, 0) == "kill_general"
    assert bought.ban(1, 8, 0) == ""
    assert bought.ban(1, 7, 2) == "", "only the buyer is spared"
    assert bought.changed_hands(8) == bought
    assert bought.changed_hands(7).ban(1, 7, 0) == ""
    assert bought.turn_ends(1).ban(1, 7, 0) == ""
    assert bought.turn_ends(1).ban(NEUTRAL, 9, 0) == "kill_general"
    assert bought.turn_begins(0).ban(NEUTRAL, 9, 0) == ""


def test_rules_38_41_50_last_for_the_turn_alone() -> None:
    bought = Effects(recon=2, attack_dice=1, special_forces=True, struck=9)
    assert bought.turn_ends(0) == Effects()


def test_rule_49_sabotage_ends_with_the_draft_that_it_cut() -> None:
    bought = Effects(sabotaged=0b110)
    assert bought.turn_ends(0).turn_begins(1) == bought
    assert bought.drafted(1).sabotaged == 0b100


def test_rule_31_nothing_of_an_eliminated_seat_stays_in_force() -> None:
    bought = Effects(
        sabotaged=0b010,
        alliances=(Alliance(0, 1), Alliance(1, 0)),
        generals=(General(1, 0, 3),),
    ).with_defence(1, 3)
    assert bought.left_game(1) == Effects()

"""The course of a game of the variant by number of rule, on the running game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Drawn, Roll, Rolled
from wartable.engine.errors import BadOptions
from wartable.engine.values import CHANCE
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.balance.actions import Buy, Capital, Collect, Done, Give
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.state import BalanceState

from .positions import (
    AUSTRALIA,
    BOARD,
    GAME,
    MANY,
    SOUTH_AMERICA,
    TWO,
    at,
    begun,
    card,
    chance,
    count,
    denied,
    did,
    do,
    position,
    roll,
    rules,
)

WITH_THREE = BalanceOptions(neutral_army="with_three")
PLAIN = BalanceOptions(actions=False)


def losing(**more: object) -> BalanceState:
    """It is the losing seat's turn to command the neutral army, which holds North Africa and Egypt."""
    settings: dict[str, object] = {
        "neutral": ("north_africa", "egypt"), "armies": {"north_africa": 5, "egypt": 2},
        "phase": "neutral_reinforce", "to_place": 3, "options": PLAIN,
    }  # fmt: skip
    return position(*SOUTH_AMERICA, **settings | more)  # type: ignore[arg-type]


def next_turn(state: BalanceState) -> BalanceState:
    """End the turn of the seat whose turn it is, from its attacks."""
    return do(replace(state, phase="attack", to_place=0), EndTurn())


# --- set-up


def test_rule_6_the_highest_die_begins_and_ties_roll_again() -> None:
    state = GAME.start(MANY, 3)
    assert GAME.request(state) == Roll("first player", (6, 6, 6))
    again = roll(state, 5, 2, 5)
    assert GAME.request(again) == Roll("first player", (6, 6))
    first = roll(again, 3, 6)
    assert first.order == (2, 0, 1)
    assert first.phase == "cities"


def test_rules_7_and_8_the_neutral_army_lies_on_the_sites_before_anybody_claims() -> None:
    state = begun()
    assert sorted(state.armies[space] for space in bits(state.sites)) == [10, 10, 10, 15, 15, 15]
    assert sum(state.armies) == 75
    assert [state.pools[seat] for seat in state.order] == [30, 33]
    site = BOARD.ids[next(bits(state.sites))]
    assert denied(state, Claim(site)).rule.startswith("balance-of-power")


def test_rule_9_claims_and_placing_go_in_turn_and_the_second_ends_freely() -> None:
    claimed = begun(until=lambda state: state.phase == "setup")
    assert [mask.bit_count() for mask in claimed.held] == [18, 18]
    assert [claimed.pools[seat] for seat in claimed.order] == [12, 15]
    second = claimed.order[1]
    last = begun(until=lambda state: state.phase == "setup" and max(state.pools) == 3 and min(state.pools) == 0)
    assert last.seat == second
    own = BOARD.ids[next(bits(last.held[second]))]
    assert do(last, Place(own, 1)).seat == second, "he goes on alone"


def test_rule_10_the_second_capital_is_in_another_continent() -> None:
    state = begun(until=lambda state: state.phase == "capitals")
    first = next(bits(state.held[state.seat]))
    after = do(state, Capital(BOARD.ids[first]))
    region = BOARD.region_masks[BOARD.region_of[first]]
    own = after.held[after.seat]
    if own & region:
        assert denied(after, Capital(BOARD.ids[next(bits(own & region))])).rule == "balance-of-power 10"
    elsewhere = do(after, Capital(BOARD.ids[next(bits(own & ~region))]))
    assert min(elsewhere.capitals) >= 0


def test_rule_10_or_anywhere_if_he_holds_none_elsewhere() -> None:
    state = position(
        *SOUTH_AMERICA[:2], phase="capitals", others={1: SOUTH_AMERICA[2:]}, seats=2,
        neutral=tuple(name for name in BOARD.ids if name not in SOUTH_AMERICA),
    )  # fmt: skip
    after = do(state, Capital("peru"))
    assert do(after, Capital("brazil")).capitals == (at("peru"), at("brazil"))


@pytest.mark.parametrize("space", ["siam", "atlantis"])
def test_rule_10_a_capital_stands_on_an_own_territory(space: str) -> None:
    assert denied(position(*SOUTH_AMERICA, phase="capitals"), Capital(space)).code in {
        "space.not_yours", "space.unknown",
    }  # fmt: skip


def test_rule_11_no_card_is_dealt_to_two() -> None:
    assert begun(until=lambda state: state.phase == "capitals").cards.hands == ((), ())


@pytest.mark.parametrize(("seats", "cards"), [(3, [0, 0, 1]), (4, [0, 0, 1, 0]), (5, [0, 0, 1, 0, 1])])
def test_rule_12_the_third_and_the_fifth_begin_with_a_card(seats: int, cards: list[int]) -> None:
    state = begun(MANY, seats)
    assert [len(state.cards.hands[seat]) for seat in state.order] == cards


@pytest.mark.parametrize(("fifth", "armies"), [("literal", 39), ("progressive", 41)])
def test_rule_13_the_fifth_player(fifth: str, armies: int) -> None:
    state = begun(BalanceOptions(neutral_army="none", fifth_player=fifth), 5)  # type: ignore[arg-type]
    assert state.pools[state.order[4]] == armies


def test_rule_14_six_players_are_an_option() -> None:
    with pytest.raises(BadOptions, match="six_players"):
        GAME.start(MANY, 6)
    state = begun(BalanceOptions(neutral_army="none", six_players=True), 6)
    assert state.pools[state.order[5]] == 41
    assert len(state.cards.hands[state.order[5]]) == 1


def test_rule_15_three_players_claim_all_and_place_19_21_23() -> None:
    state = begun(MANY, 3, until=lambda state: state.phase == "setup")
    assert [mask.bit_count() for mask in state.held] == [14, 14, 14]
    assert [state.pools[seat] for seat in state.order] == [19, 21, 23]


def test_rule_16_without_a_neutral_army_sites_can_be_claimed() -> None:
    state = begun(MANY, 3)
    site = BOARD.ids[next(bits(state.sites))]
    assert do(state, Claim(site)).held[state.seat] == BOARD.mask([site])


def test_rule_16_or_a_neutral_army_for_any_number() -> None:
    state = begun(WITH_THREE, 3)
    assert sum(state.armies) == 75
    with pytest.raises(BadOptions):
        GAME.start(TWO, 3)


def test_rule_17_capitals_of_more_stand_in_continents_of_their_own() -> None:
    state = begun(MANY, 4, until=lambda state: state.phase not in {
        "first", "cities", "rough", "sites", "objectives", "start_cards", "claim", "setup", "capitals",
    })  # fmt: skip
    assert len({BOARD.region_of[space] for space in state.capitals}) == 4


# --- the turn


def test_rule_18_the_phases_follow_each_other() -> None:
    settings = {"neutral": ("north_africa",), "armies": {"north_africa": 5, "brazil": 4}, "pile": 12}
    state = losing(options=TWO, **settings)
    shopping = do(do(state, Done()), Done())
    assert shopping.phase == "buy"
    drafting = do(shopping, Done())
    assert (drafting.phase, drafting.to_place) == ("reinforce", 5)
    attacking = do(drafting, Place("peru", 5))
    assert attacking.phase == "attack"
    assert (
        do(replace(attacking, face_up=("o06",), cities=attacking.held[0], phase="attack"), EndAttacks()).phase
        == "fortify"
    )
    assert do(replace(attacking, face_up=("o14",), sites=attacking.held[0]), EndAttacks()).phase == "collect"
    moving = do(attacking, EndAttacks())
    assert moving.phase == "fortify"
    assert do(moving, EndTurn()).seat == 1


def test_rules_19_21_22_the_losing_player_commands_in_his_own_turn_alone() -> None:
    state = losing(phase="attack", to_place=0)
    assert next_turn(state).phase == "reinforce", "the winning player passes the neutral army over"
    back = next_turn(next_turn(state))
    assert (back.seat, back.phase) == (0, "neutral_reinforce")


def test_rules_20_and_21_a_die_parts_equals_for_the_turn() -> None:
    half = BOARD.ids[:20]
    state = position(*half, neutral=BOARD.ids[40:], phase="attack", options=PLAIN)
    level = next_turn(state)
    assert (level.seat, level.phase) == (1, "ties")
    assert GAME.request(level).dice == (6, 6)  # type: ignore[union-attr]
    again = roll(level, 3, 3)
    assert again.phase == "ties"
    assert roll(again, 5, 2).phase == "neutral_reinforce", "the lower roll is losing"
    assert roll(again, 2, 5).phase == "reinforce"
    assert next_turn(roll(again, 5, 2)).phase == "ties", "it is rolled anew in the next turn"


# --- phase 1


def test_rule_23_two_neutral_armies_come_every_time() -> None:
    state = next_turn(next_turn(losing()))
    assert (state.phase, state.to_place) == ("neutral_reinforce", 2)


def test_rule_24_the_revived_leave_the_pile() -> None:
    state = next_turn(next_turn(losing(piles=(0, 0, 12))))
    assert (state.phase, GAME.request(state)) == ("revival", Roll("revival", (6, 6)))
    assert (roll(state, 3, 3).to_place, roll(state, 3, 3).piles[NEUTRAL]) == (2 + 6, 6)
    assert (roll(state, 2, 3).to_place, roll(state, 2, 3).piles[NEUTRAL]) == (2, 12)


def test_rule_25_some_or_none_are_placed_and_the_rest_is_discarded() -> None:
    state = losing(piles=(0, 0, 6))
    some = do(state, Place("egypt", 2))
    assert (count(some, "egypt"), some.to_place) == (4, 1)
    after = do(some, Done())
    assert (after.to_place, after.piles[NEUTRAL]) == (0, 6)
    assert denied(state, Place("peru", 1)).rule == "balance-of-power 25"
    assert denied(state, Place("egypt", 4)).code == "place.too_many"
    assert denied(state, Place("egypt", 0)).code == "count.too_small"


def test_rule_26_one_source_one_target_as_many_rolls_as_one_likes() -> None:
    state = losing(phase="neutral_attack", to_place=0)
    assert denied(state, Attack("north_africa", "brazil", 3)).rule == "balance-of-power 26"
    assert denied(state, Attack("north_africa", "egypt", 3)).rule == "balance-of-power 26"
    assert denied(state, Attack("peru", "siam", 1)).rule.startswith("balance-of-power")
    assert denied(state, Attack("north_africa", "congo", 4)).rule.startswith("balance-of-power")
    first = roll(do(state, Attack("north_africa", "congo", 3)), 1, 1, 1, 6)
    assert (first.phase, count(first, "north_africa")) == ("neutral_attack", 4)
    assert denied(first, Attack("north_africa", "east_africa", 3)).rule == "balance-of-power 26"
    assert denied(first, Attack("egypt", "libya" if "libya" in BOARD.ids else "middle_east", 1)).rule
    second = roll(do(first, Attack("north_africa", "congo", 3)), 6, 6, 6, 1)
    assert (second.phase, second.owner(at("congo")), count(second, "congo")) == ("reinforce", NEUTRAL, 3)
    assert second.piles == (12, 1, 1)


def test_rule_26_more_may_move_in_than_survived() -> None:
    state = losing(phase="neutral_attack", to_place=0, armies={"north_africa": 9})
    won = roll(do(state, Attack("north_africa", "congo", 2)), 6, 6, 1)
    assert (won.phase, won.entry.least if won.entry else None) == ("occupy", 2)
    assert denied(won, Occupy(1)).code == "occupy.too_few"
    after = do(won, Occupy(8))
    assert (count(after, "congo"), count(after, "north_africa"), after.phase) == (8, 1, "reinforce")
    assert not after.conquered, "rule 33: it earns no card"


def test_rule_26_stopping_ends_the_phase() -> None:
    state = losing(phase="neutral_attack", to_place=0)
    assert do(state, Done()).phase == "reinforce"
    first = roll(do(state, Attack("north_africa", "congo", 1)), 1, 6)
    assert do(first, Done()).phase == "reinforce"


def test_rule_27_the_neutral_army_defends_with_two_dice() -> None:
    state = position(*SOUTH_AMERICA, neutral=("north_africa", "egypt"), armies={"brazil": 6}, phase="attack",
                     options=PLAIN)  # fmt: skip
    rolling = do(state, Attack("brazil", "north_africa", 3))
    assert GAME.request(rolling) == Roll("battle", (6,) * 5)
    after, told = chance(rolling, Rolled((6, 6, 1, 5, 5)))
    assert after.piles[NEUTRAL] == 1, "a single army dies once"
    assert after.owner(at("north_africa")) == 0
    assert told


def test_rule_28_a_conquered_capital_is_nobodys_and_stays() -> None:
    state = losing(phase="neutral_attack", to_place=0, capitals=(at("peru"), at("congo")))
    after = roll(do(state, Attack("north_africa", "congo", 3)), 6, 6, 6, 1)
    assert after.capitals[1] == at("congo")
    assert GAME.legal(after, 0)  # the game goes on
    assert after.owner(at("congo")) == NEUTRAL


def test_rule_28_it_ends_with_its_last_army_for_good() -> None:
    effects = Effects(alliances=(Alliance(0, NEUTRAL),))
    state = position(*SOUTH_AMERICA, neutral=("north_africa",), armies={"brazil": 6}, phase="attack", options=PLAIN,
                     piles=(0, 0, 9), effects=effects)  # fmt: skip
    after = roll(do(state, Attack("brazil", "north_africa", 3)), 6, 6, 6, 1, 1)
    gone = do(after, Occupy(3)) if after.phase == "occupy" else after
    assert (gone.piles[NEUTRAL], gone.effects.alliances) == (0, ())
    ended = next_turn(gone)
    ended = chance(ended, Drawn(0))[0] if GAME.to_act(ended) == (CHANCE,) else ended
    assert ended.phase == "reinforce"
    assert next_turn(ended).phase == "reinforce", "phase 1 is passed over by both from then on"


# --- piles and cards


def test_rules_29_and_30_the_dead_lie_with_their_owner_twelve_at_most() -> None:
    state = position(*SOUTH_AMERICA, armies={"venezuela": 6, "central_america": 5}, phase="attack", pile=12,
                     options=PLAIN)  # fmt: skip
    after = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 2, 2, 5, 5)
    assert after.piles == (12, 1, 0)
    assert (count(after, "venezuela"), count(after, "central_america")) == (5, 4)


def test_rule_32_stars_bring_armies_in_the_draft() -> None:
    hand = (at("ural"), at("siberia"), at("peru"))
    state = position(*SOUTH_AMERICA, phase="reinforce", to_place=5, drafted=5, hands={0: hand}, options=PLAIN)
    after = do(state, Trade((card("ural"), card("siberia"), card("peru"))))
    assert after.to_place == 5 + 10
    assert after.cards.hands[0] == ()
    assert denied(state, Trade((card("peru"),))).rule == "balance-of-power 32"
    assert denied(state, Trade((card("siam"),))).rule == "balance-of-power 32"


def test_rule_33_a_conquest_earns_one_card_at_the_end_of_the_turn() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 6}, options=PLAIN)
    won = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 6, 6, 1)
    moved = do(won, Occupy(3)) if won.phase == "occupy" else won
    drawing = do(moved, EndTurn())
    assert drawing.phase == "draw"
    assert len(chance(drawing, Drawn(0))[0].cards.hands[0]) == 1
    assert do(state, EndTurn()).phase != "draw"


def six(**more: object) -> BalanceState:
    """Seat 0 holds six cards in its attack, seat 1 two."""
    settings: dict[str, object] = {
        "phase": "give", "hands": {0: (0, 1, 2, 3, 4, 5), 1: (6, 7)}, "resume": "attack", "options": PLAIN,
    }  # fmt: skip
    return position(*BOARD.ids[:30], **settings | more)  # type: ignore[arg-type]


def test_rule_34_the_sixth_card_goes_to_the_losing_player_by_choice() -> None:
    after = do(six(), Give("c03"))
    assert after.cards.hands == ((0, 1, 3, 4, 5), (2, 6, 7))
    assert after.phase == "attack"
    assert denied(six(), Give("c42")).rule == "balance-of-power 34"


def test_rule_34_or_off_where_the_losing_player_is_full_or_gives_himself() -> None:
    full = six(hands={0: (0, 1, 2, 3, 4, 5), 1: (6, 7, 8, 9, 10)})
    assert do(full, Give("c01")).cards.hands == ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    loser = position(*SOUTH_AMERICA, phase="give", hands={0: (0, 1, 2, 3, 4, 5)}, resume="attack", options=PLAIN)
    assert do(loser, Give("c01")).cards.hands == ((1, 2, 3, 4, 5), ())


def test_rule_34_applies_to_cards_bought_and_spied_out() -> None:
    hands = {0: (0, 1, 2, 3, 4), 1: (6, 7)}
    state = position(*BOARD.ids[:30], hands=hands)
    drawn = chance(do(state, Buy("draw_card")), Drawn(0))[0]
    assert (drawn.phase, len(drawn.cards.hands[0])) == ("give", 6)
    given = do(drawn, Give("c01"))
    assert (given.phase, len(given.cards.hands[0]), len(given.cards.hands[1])) == ("buy", 5, 3)
    spied = chance(do(state, Buy("espionage", seat=1)), Drawn(0))[0]
    assert (spied.phase, spied.cards.hands[0]) == ("give", (0, 1, 2, 3, 4, 6))


def test_rules_31_34_35_an_elimination_brings_cards_and_objectives() -> None:
    state = position(
        *(name for name in BOARD.ids if name not in {"siam", "peru"}), options=MANY, phase="attack", seats=3,
        others={1: ("siam",), 2: ("peru",)}, armies={"india": 5}, piles=(0, 7, 2, 0),
        hands={0: (0, 1, 2, 3), 1: (6, 7)},
        collected=((), ("o03",), ()),
    )  # fmt: skip
    after = roll(do(state, Attack("india", "siam", 3)), 6, 6, 6, 1)
    after = do(after, Occupy(3)) if after.phase == "occupy" else after
    assert (after.phase, after.cards.hands[:2]) == ("give", ((0, 1, 2, 3, 6, 7), ()))
    assert (after.collected, after.piles[1]) == ((("o03",), (), ()), 0)
    assert do(after, Give("c01")).phase == "attack"


# --- attacks


def test_rules_40_43_and_54_a_ban_holds_even_with_improved_attack() -> None:
    effects = Effects(attack_dice=2, alliances=(Alliance(1, 0),))
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 6}, effects=effects, options=PLAIN)
    banned = denied(state, Attack("venezuela", "central_america", 3))
    assert banned.rule in {"balance-of-power 40", "balance-of-power 54"}
    general = replace(state, effects=Effects(attack_dice=2, generals=(General(1, 0, at("venezuela")),)))
    assert denied(general, Attack("venezuela", "central_america", 3)).rule in {
        "balance-of-power 43", "balance-of-power 54",
    }  # fmt: skip
    elsewhere = replace(state, effects=Effects(generals=(General(1, 0, at("brazil")),)))
    assert do(elsewhere, Attack("venezuela", "central_america", 3)).phase == "battle"


def test_rule_5_rough_terrain_takes_two_dice_at_most() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 6}, rough=BOARD.mask(["central_america"]),
                     options=PLAIN)  # fmt: skip
    assert denied(state, Attack("venezuela", "central_america", 3)).rule == "balance-of-power 5"
    rolling = do(state, Attack("venezuela", "central_america", 2))
    assert GAME.request(rolling) == Roll("battle", (6,) * 4)


def test_rule_38_protected_dice_have_five_faces() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 6}, sites=BOARD.mask(["central_america"]),
                     effects=Effects(recon=2))  # fmt: skip
    rolling = do(state, Attack("venezuela", "central_america", 3))
    assert GAME.request(rolling) == Roll("battle", (5, 5, 6, 6))
    after, _ = chance(rolling, Rolled((5, 1, 1, 5)))
    assert after.owner(at("central_america")) == 0, "a five on such a die is a six"


def test_rule_53_where_both_last_ones_would_fall_the_defender_stays() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 2}, rough=BOARD.mask(["central_america"]),
                     effects=Effects(attack_dice=1))  # fmt: skip
    after = roll(do(state, Attack("venezuela", "central_america", 1)), 6, 1, 5, 5)
    assert (count(after, "venezuela"), count(after, "central_america")) == (1, 1)
    assert after.piles == (12, 0, 0) or after.piles[1] == 0


def test_rule_53_with_others_behind_one_of_them_moves_in() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 4}, rough=BOARD.mask(["central_america"]),
                     effects=Effects(attack_dice=1))  # fmt: skip
    after = roll(do(state, Attack("venezuela", "central_america", 1)), 6, 1, 5, 5)
    after = do(after, Occupy(1)) if after.phase == "occupy" else after
    assert (count(after, "venezuela"), count(after, "central_america")) == (2, 1)


def test_rule_56_the_survivors_of_the_last_roll_move_in() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 9, "central_america": 2}, options=PLAIN)
    first = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 2, 2, 5, 5)
    won = roll(do(first, Attack("venezuela", "central_america", 3)), 6, 2, 2, 5)
    assert (won.phase, won.entry.least if won.entry else None) == ("occupy", 3)
    assert denied(won, Occupy(2)).rule == "balance-of-power 56"
    assert denied(won, Occupy(8)).rule == "balance-of-power 56"


def test_rule_56_ties_go_to_the_defender() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 4}, options=PLAIN)
    assert count(roll(do(state, Attack("venezuela", "central_america", 1)), 4, 4), "venezuela") == 3


# --- objectives and the end


def winning(**more: object) -> BalanceState:
    """Seat 0 has collected two objectives, holds two continents and its capital, and has done attacking."""
    settings: dict[str, object] = {
        "phase": "attack", "collected": (("o01", "o02"), ()), "face_up": ("o07", "o10"),
        "capitals": (at("peru"), at("siam")), "options": PLAIN,
    }  # fmt: skip
    return position(*SOUTH_AMERICA, *AUSTRALIA, **settings | more)  # type: ignore[arg-type]


def test_rule_58_three_objectives_and_the_capital_win_at_the_end_of_the_turn() -> None:
    collecting = do(winning(), EndTurn())
    assert collecting.phase == "collect", "what was reached is not left lying"
    after = do(collecting, Collect("o07"))
    over = do(after, EndTurn()) if after.phase == "fortify" else after
    assert over.victory is not None
    assert over.victory.seats == (0,)
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_rule_58_without_the_capital_the_game_goes_on() -> None:
    after = do(do(winning(capitals=(at("siam"), at("peru"))), EndTurn()), Collect("o07"))
    after = do(after, EndTurn()) if after.phase == "fortify" else after
    assert after.victory is None
    assert after.seat == 1


def test_rule_58_one_objective_a_turn_and_not_one_that_is_not_reached() -> None:
    collecting = do(winning(face_up=("o01", "o07")), EndAttacks())
    assert denied(collecting, Collect("o01")).rule == "balance-of-power 58"
    after = do(collecting, Collect("o07"))
    assert after.phase != "collect"
    assert do(collecting, Done()).collected[0] == ("o01", "o02")


def test_rule_58_the_last_player_wins() -> None:
    state = position(
        *(name for name in BOARD.ids if name != "siam"), phase="attack", armies={"india": 5}, options=PLAIN
    )
    over = roll(do(state, Attack("india", "siam", 3)), 6, 6, 6, 1)
    assert over.victory is not None
    assert over.victory.seats == (0,)


def test_rule_60_neutral_conquests_do_not_count_as_ones_own() -> None:
    state = losing(phase="neutral_attack", to_place=0, face_up=("o12",))
    after = roll(do(state, Attack("north_africa", "congo", 3)), 6, 6, 6, 1)
    assert after.began == after.held[0]


def test_rule_61_any_number_along_a_chain_and_one_stays() -> None:
    state = position(*SOUTH_AMERICA, "central_america", phase="fortify", armies={"argentina": 6}, options=PLAIN)
    assert denied(state, Fortify("argentina", "central_america", 6)).rule == "balance-of-power 61"
    assert denied(state, Fortify("argentina", "siam", 1)).rule.startswith("balance-of-power")
    after = do(state, Fortify("argentina", "central_america", 5))
    assert (count(after, "argentina"), count(after, "central_america"), after.seat) == (1, 6, 1)


def test_rule_59_a_second_maneuver_and_one_before_the_draft() -> None:
    options = BalanceOptions(rewards=True, actions=False)
    earned = (("additional_maneuver", "starting_maneuver"), ())
    state = position(*SOUTH_AMERICA, phase="fortify", armies={"argentina": 6}, options=options, earned=earned)
    again = do(state, Fortify("argentina", "peru", 2))
    assert (again.phase, again.seat) == ("fortify", 0)
    passed = do(again, Fortify("argentina", "peru", 2))
    assert passed.seat == 1
    mine = next_turn(passed)
    assert (mine.seat, mine.phase) == (0, "maneuver")
    assert do(mine, Done()).phase == "reinforce"
    assert do(mine, Fortify("peru", "argentina", 1)).phase == "reinforce"


def test_rule_49_a_sabotaged_draft_and_its_stars_are_cut_once() -> None:
    state = position(*BOARD.ids[:21], options=TWO, pile=6)
    shopping, told = did(state, Buy("sabotage", seat=1))
    assert told
    state = next_turn(shopping)
    assert (state.seat, state.phase) == (1, "reinforce")
    full = rules().income(replace(state, effects=Effects()), 1)
    assert state.to_place == max(1, full * 2 // 5)
    hand = replace(state.cards, hands=((), (at("ural"), at("siberia"))))
    traded = do(replace(state, cards=hand), Trade((card("ural"), card("siberia"))))
    assert traded.to_place == (full + 7) * 2 // 5
    own = BOARD.ids[next(bits(state.held[1]))]
    assert do(state, Place(own, state.to_place)).effects.sabotaged == 0


def test_every_preset_can_be_begun() -> None:
    for key, options in PRESETS.items():
        seats = 2 if options.neutral_army == "two" else 3
        assert begun(options, seats).phase == "claim", key

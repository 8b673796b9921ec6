"""The course of a game of the variant by number of rule, on the running game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.conquest.balance.positions import waiting
from wartable.board.compiled import bits
from wartable.engine.chance import Roll
from wartable.games.conquest.balance.actions import Buy, Collect, Done, Give, MoveTanks
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Attack, EndTurn, Fortify, Occupy, Place, Trade

from .positions import AUSTRALIA, BOARD, MANY, SOUTH_AMERICA, TWO, at, card, count, position, rules
from .running import GAME, did, do, draw, refusal, roll

WITH_THREE = BalanceOptions(neutral_army="with_three")
PLAIN = BalanceOptions(actions=False)


def losing(**more: Any) -> BalanceState:
    """It is the losing seat's turn to command the neutral army, which holds North Africa and Egypt."""
    settings: dict[str, Any] = {
        "neutral": ("north_africa", "egypt"), "armies": {"north_africa": 5, "egypt": 2},
        "phase": "neutral_reinforce", "to_place": 3, "options": PLAIN,
    }  # fmt: skip
    return position(*SOUTH_AMERICA, **settings | more)


def next_turn(state: BalanceState) -> BalanceState:
    """End the turn of the seat whose turn it is, from its attacks."""
    return do(replace(state, agenda=waiting("attack", seat=state.seat), to_place=0), EndTurn())


# --- the turn


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


def test_rule_24_the_revived_leave_the_pile() -> None:
    state = next_turn(next_turn(losing(piles=(0, 0, 12))))
    assert (state.phase, GAME.request(state)) == ("revival", Roll("revival", (6, 6)))
    assert (roll(state, 3, 3).to_place, roll(state, 3, 3).piles[NEUTRAL]) == (2 + 6, 6)
    assert (roll(state, 2, 3).to_place, roll(state, 2, 3).piles[NEUTRAL]) == (2, 12)


# --- piles and cards


def test_rules_29_and_30_the_dead_lie_with_their_owner_twelve_at_most() -> None:
    state = position(*SOUTH_AMERICA, armies={"venezuela": 6, "central_america": 5}, phase="attack", pile=12,
                     options=PLAIN)  # fmt: skip
    after = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 2, 2, 5, 5)
    assert after.piles == (12, 1, 0)
    assert (count(after, "venezuela"), count(after, "central_america")) == (5, 4)


def six(**more: Any) -> BalanceState:
    """Seat 0 holds six cards in its attack, seat 1 two."""
    settings: dict[str, Any] = {
        "phase": "give attack", "hands": {0: (0, 1, 2, 3, 4, 5), 1: (6, 7)}, "options": PLAIN,
    }  # fmt: skip
    return position(*BOARD.ids[:30], **settings | more)


def test_rule_34_applies_to_cards_bought_and_spied_out() -> None:
    hands = {0: (0, 1, 2, 3, 4), 1: (6, 7)}
    state = position(*BOARD.ids[:30], hands=hands)
    drawn = draw(do(state, Buy("draw_card")))
    assert (drawn.phase, len(drawn.cards.hands[0])) == ("give", 6)
    given = do(drawn, Give("c01"))
    assert (given.phase, len(given.cards.hands[0]), len(given.cards.hands[1])) == ("buy", 5, 3)
    spied = draw(do(state, Buy("espionage", seat=1)))
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
    banned = refusal(state, Attack("venezuela", "central_america", 3))
    assert banned.rule in {"balance-of-power 40", "balance-of-power 54"}
    general = replace(state, effects=Effects(attack_dice=2, generals=(General(1, 0, at("venezuela")),)))
    assert refusal(general, Attack("venezuela", "central_america", 3)).rule in {
        "balance-of-power 43", "balance-of-power 54",
    }  # fmt: skip
    elsewhere = replace(state, effects=Effects(generals=(General(1, 0, at("brazil")),)))
    assert do(elsewhere, Attack("venezuela", "central_america", 3)).phase == "battle"


def test_rule_38_protected_dice_have_five_faces() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"venezuela": 6}, sites=BOARD.mask(["central_america"]),
                     effects=Effects(recon=2))  # fmt: skip
    rolling = do(state, Attack("venezuela", "central_america", 3))
    assert GAME.request(rolling) == Roll("battle", (5, 5, 6, 6))
    after = roll(rolling, 5, 1, 1, 5)
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


# --- objectives and the end


def winning(**more: Any) -> BalanceState:
    """Seat 0 has collected two objectives, holds two continents and its capital, and has done attacking."""
    settings: dict[str, Any] = {
        "phase": "attack", "collected": (("o01", "o02"), ()), "face_up": ("o07", "o10"),
        "capitals": (at("peru"), at("siam")), "options": PLAIN,
    }  # fmt: skip
    return position(*SOUTH_AMERICA, *AUSTRALIA, **settings | more)


def test_rule_58_without_the_capital_the_game_goes_on() -> None:
    after = do(do(winning(capitals=(at("siam"), at("peru"))), EndTurn()), Collect("o07"))
    after = do(after, EndTurn()) if after.phase == "fortify" else after
    assert after.victory is None
    assert after.seat == 1


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


@pytest.mark.parametrize("rewards", [True, False])
def test_rules_59_and_66_extra_maneuvers_are_offered_where_a_tank_alone_could_move(*, rewards: bool) -> None:
    """One army stands everywhere, so that the tank in Brazil is all that can move."""
    options = BalanceOptions(rewards=True, actions=False, tanks=True)
    earned = (("additional_maneuver", "starting_maneuver") if rewards else (), ())
    parked = tuple(int(space == at("brazil")) for space in range(len(BOARD.ids)))
    state = position(*SOUTH_AMERICA, phase="fortify", options=options, earned=earned, tanks=parked)
    moved = do(state, MoveTanks("brazil", "peru", 1))
    assert (moved.phase, moved.seat) == (("fortify", 0) if rewards else ("reinforce", 1))
    mine = next_turn(do(moved, EndTurn()) if rewards else moved)
    assert (mine.seat, mine.phase) == (0, "maneuver" if rewards else "reinforce")
    if rewards:
        assert do(mine, MoveTanks("peru", "brazil", 1)).phase == "reinforce"


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
    own = BOARD.ids[bits(state.held[1])[0]]
    assert do(state, Place(own, state.to_place)).effects.sabotaged == 0

"""Each rule of the risk-engine text by its number, D1 to D14."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.conquest.positions import (
    AUSTRALIA,
    PLAIN,
    SOUTH_AMERICA,
    begun,
    count,
    did,
    do,
    holder,
    ids,
    position,
    refused,
    roll,
    rules,
    waiting,
)
from wartable.engine.chance import Roll, answer_with
from wartable.engine.errors import BadOptions
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.rules import income
from wartable.games.conquest.core.actions import Attack, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.events import Eliminated, TurnBegan, Won

BUT_BRAZIL = tuple(space for space in ids() if space != "brazil")


def test_d1_the_last_player_with_territories_wins() -> None:
    state = position(*BUT_BRAZIL, armies={"peru": 5})
    over = roll(do(state, "attack peru > brazil x3"), 6, 6, 6, 1)
    assert over.phase == "over"
    assert RISK.to_act(over) == ()
    outcome = RISK.outcome(over)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "Conquered the whole world."


@pytest.mark.parametrize("seats", [1, 7])
def test_d2_refuses_other_than_two_to_six_players(seats: int) -> None:
    with pytest.raises(BadOptions, match="2 to 6 players"):
        RISK.start(PLAIN, seats)


@pytest.mark.parametrize(("seats", "armies"), [(2, 40), (3, 35), (4, 30), (5, 25), (6, 20)])
def test_d3_starting_armies(seats: int, armies: int) -> None:
    assert begun(seats=seats).army_totals() == (armies,) * seats


@pytest.mark.parametrize(
    ("seats", "shares"),
    [(2, [21, 21]), (3, [14] * 3), (4, [10, 10, 11, 11]), (5, [8, 8, 8, 9, 9]), (6, [7] * 6)],
)
def test_d4_the_deal_is_even(seats: int, shares: list[int]) -> None:
    state = begun(seats=seats)
    assert sorted(mask.bit_count() for mask in state.held) == shares
    assert all(armies >= 1 for armies in state.armies)


def test_d4_deals_and_armies_differ_from_game_to_game() -> None:
    assert begun(seed=1).held != begun(seed=2).held
    assert begun(seed=1).armies != begun(seed=2).armies


def test_d5_the_steps_follow_each_other() -> None:
    state = begun()
    assert state.phase == "reinforce"
    own = RISK.legal(state, Seat(state.seat)).structure()[0].targets
    state = do(state, Place(own[0], state.to_place))
    assert state.phase == "attack"
    seat = state.seat
    state = do(state, EndAttacks())
    assert state.phase == "fortify"
    state = do(state, EndTurn())
    assert (state.phase, state.seat) == ("reinforce", (seat + 1) % 3)


def test_d6_income_is_told_and_handed_out() -> None:
    state = position(*AUSTRALIA, "siam", *SOUTH_AMERICA, phase="fortify", seat=1)
    after, events = did(state, EndTurn())
    assert after.to_place == 9 // 3 + 2 + 2
    assert TurnBegan(0, 4, 7) in events


def test_d6_armies_go_to_own_territories() -> None:
    state = position("brazil", phase="reinforce", to_place=3)
    assert refused(state, "place peru x3").code == "space.not_yours"
    assert refused(state, "place brazil x4").code == "place.too_many"
    assert refused(state, Place("brazil", 0)).code == "count.too_small"
    assert count(do(state, "place brazil x3"), "brazil") == 4


def test_d7_only_neighbours_can_be_attacked_sea_lanes_count() -> None:
    state = position("brazil", armies={"brazil": 5})
    assert RISK.legal(state, Seat(0)).structure()[0].targets == ("venezuela", "peru", "argentina", "north_africa")
    assert do(state, "attack brazil > north_africa x3").phase == "battle"
    assert refused(state, "attack brazil > egypt x3").code == "attack.not_adjacent"


def test_d7_attacking_is_optional() -> None:
    state = position("brazil", armies={"brazil": 5})
    assert EndTurn() in RISK.legal(state, Seat(0))
    assert EndAttacks() in RISK.legal(state, Seat(0))


@pytest.mark.parametrize(
    ("armies", "defenders", "dice", "rolled"),
    [(2, 1, 1, 2), (3, 2, 2, 4), (4, 2, 3, 5), (9, 9, 3, 5), (9, 1, 3, 4), (9, 2, 1, 3)],
)
def test_d8_dice_follow_armies(armies: int, defenders: int, dice: int, rolled: int) -> None:
    state = position("brazil", armies={"brazil": armies, "peru": defenders})
    request = RISK.request(do(state, Attack("brazil", "peru", dice)))
    assert isinstance(request, Roll)
    assert request.dice == (6,) * rolled


@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (3, 3), (9, 4), (9, 0)])
def test_d8_refuses_dice_without_armies(armies: int, dice: int) -> None:
    state = position("brazil", armies={"brazil": armies})
    assert refused(state, Attack("brazil", "peru", dice)).rule == "risk D8"


def test_d8_until_rolls_on_without_asking() -> None:
    state = do(position("brazil", armies={"brazil": 9, "peru": 9}), "attack brazil > peru x3 until 4")
    for left in (7, 5):
        state = roll(state, 1, 1, 1, 6, 6)
        assert RISK.to_act(state) == (CHANCE,)
        assert count(state, "brazil") == left
    state = roll(state, 6, 1, 1, 6, 5)
    assert count(state, "brazil") == 3
    assert state.phase == "attack"
    assert RISK.to_act(state) == (0,)


def test_d8_until_stops_at_the_number_named() -> None:
    state = do(position("brazil", armies={"brazil": 6, "peru": 9}), "attack brazil > peru x3 until 5")
    state = roll(state, 6, 1, 1, 5, 5)
    assert (state.phase, count(state, "brazil"), count(state, "peru")) == ("attack", 5, 8)


def test_d9_each_comparison_costs_one_army() -> None:
    state = do(position("brazil", armies={"brazil": 9, "peru": 9}), "attack brazil > peru x3")
    state = roll(state, 2, 5, 1, 1, 6)
    assert (count(state, "brazil"), count(state, "peru")) == (8, 8)


def test_d10_at_least_one_moves_in_and_one_stays() -> None:
    state = do(position("brazil", armies={"brazil": 5}), "attack brazil > peru x3")
    state = roll(state, 6, 5, 4, 1)
    assert state.phase == "occupy"
    assert list(RISK.legal(state, Seat(0))) == [Occupy(1), Occupy(2), Occupy(3), Occupy(4)]
    after = do(state, "occupy 1")
    assert (count(after, "brazil"), count(after, "peru"), holder(after, "peru")) == (4, 1, 0)


def test_d10_nobody_is_asked_where_one_number_is_possible() -> None:
    state = do(position("brazil", armies={"brazil": 2}), "attack brazil > peru x1")
    state = roll(state, 6, 1)
    assert (state.phase, count(state, "brazil"), count(state, "peru")) == ("attack", 1, 1)


def test_d11_one_move_between_neighbours_ends_the_turn() -> None:
    state = position("brazil", "peru", "china", phase="fortify", armies={"brazil": 5})
    after = do(state, "fortify brazil > peru 4")
    assert (count(after, "brazil"), count(after, "peru"), after.seat) == (1, 5, 1)
    assert refused(state, Fortify("brazil", "peru", 5)).code == "fortify.too_many"
    assert refused(state, Fortify("brazil", "china", 1)).code == "fortify.not_connected"


def test_d12_the_basic_game_has_neither_cards_nor_missions() -> None:
    view = RISK.view(begun(), Seat(0))
    assert not view.cards.on
    assert view.goal.mission is None
    assert view.goal.text == "Conquer the whole world."


def test_d13_a_player_without_territories_is_skipped() -> None:
    state = position("brazil", phase="attack", seats=3, others={1: ()})
    assert do(state, EndTurn()).seat == 2


def test_d13_elimination_is_told() -> None:
    state = position("brazil", armies={"brazil": 5}, seats=3, others={1: ("peru",)})
    state = do(state, "attack brazil > peru x3")
    step = RISK.apply(state, CHANCE, answer_with(RISK.request(state), Random(4)))
    while not step.state.conquered:
        step = RISK.apply(state, CHANCE, answer_with(RISK.request(state), Random(5)))
    assert Eliminated(1, 0) in step.events
    assert step.state.alive == (True, False, True)
    assert not any(isinstance(event, Won) for event in step.events)


def test_d14_new_armies_cannot_be_kept() -> None:
    state = position("brazil", phase="reinforce", to_place=3)
    for action in (EndTurn(), EndAttacks(), Attack("brazil", "peru", 1), Fortify("brazil", "peru", 1)):
        assert refused(state, action).message == "You are still placing: 3 armies left. Attacking comes next."
    part = do(state, "place brazil x2")
    assert (part.phase, part.to_place, part.placed) == ("reinforce", 1, 2)


def test_the_minimum_does_not_feed_the_eliminated() -> None:
    state = position("brazil", seats=3, others={1: ()})
    assert RISK.view(state, None).income == (3, 0, 13 + 5 + 5 + 7 + 3 + 2)
    assert income(rules(), state.held[0]) == 3


def test_rounds_are_counted_when_the_order_wraps() -> None:
    state = replace(position("brazil", phase="fortify", seats=3, others={1: ("peru",)}), order=(1, 2, 0))
    after = do(state, EndTurn())
    assert (after.seat, after.turn) == (1, state.turn + 1)
    assert do(replace(state, seat=1, agenda=waiting("fortify", 1)), EndTurn()).turn == state.turn


def test_armies_part_equals_at_the_turn_limit() -> None:
    half = tuple(rules().board.ids[:21])
    state = position(*half, options=RiskOptions(turn_limit=1), phase="fortify", seat=1, turn=0)
    level = RISK.outcome(do(state, EndTurn()))
    ahead = RISK.outcome(do(replace(state, armies=(2, *state.armies[1:])), EndTurn()))
    assert level is not None
    assert ahead is not None
    assert (level.ranks, level.reason) == ((1, 1), "Most territories after 1 turn.")
    assert (ahead.ranks, ahead.reason) == ((1, 2), "Most armies among those with most territories after 1 turn.")


def test_turn_limit_gives_the_win_to_most_territories() -> None:
    options = RiskOptions(turn_limit=4)
    state = position("brazil", "peru", options=options, phase="fortify", seat=1)
    outcome = RISK.outcome(do(state, EndTurn()))
    assert outcome is not None
    assert outcome.ranks == (2, 1)
    assert outcome.reason == "Most territories after 4 turns."

"""Rules 1 to 17 by number on the running game: pieces, marks, starting armies, claiming, capitals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.conquest.balance.positions import MANY, SOUTH_AMERICA, TWO, at, card, count, hand, position, rules, waiting
from tests.conquest.balance.running import GAME, begun, do, draw, refusal, roll, shuffle
from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Roll, Shuffle
from wartable.engine.errors import BadOptions
from wartable.engine.values import Seat
from wartable.games.conquest.balance.actions import Capital, Give
from wartable.games.conquest.balance.collecting import progress_of
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.core.actions import Attack, Claim, Place

SIX = (0, 1, 2, 3, 4, 5)


# --- C1, C2


def test_rule_01_troops_are_counted_one_by_one() -> None:
    state = position(*SOUTH_AMERICA, armies={"brazil": 10})
    assert GAME.view(state, Seat(0)).totals[0] == 13, "pieces of five and ten are only ways to lay ten armies"


def test_rule_02_cavalry_has_two_stars_and_every_other_card_one() -> None:
    deck = rules()
    for stars, symbol in zip(deck.stars[:42], deck.cards.symbols, strict=False):
        assert stars == (2 if symbol == "cavalry" else 1)
    assert deck.stars[42:] == (1, 1), "wild cards"
    state = GAME.start(TWO, 2)
    while GAME.request(state) != Shuffle("cities", 42):
        state = roll(state, *range(6, 4, -1))
    assert state.cards.deck.bit_count() == 44, "wild cards stay out of draws of territories only"


def test_rule_03_nobody_holds_more_than_five_cards() -> None:
    state = position(*SOUTH_AMERICA, hands={0: hand("brazil", "peru", "alaska", "india", "japan")}, phase="draw")
    state = draw(state)
    assert state.phase == "give"
    after = do(state, Give(card("brazil")))
    assert max(map(len, after.cards.hands)) <= 5


def test_rule_03_option_without_limit() -> None:
    options = replace(MANY, hand_limit=False)
    cards = {0: hand("brazil", "peru", "alaska", "india", "japan")}
    state = draw(position(*SOUTH_AMERICA, options=options, hands=cards, phase="draw", seats=3))
    assert len(state.cards.hands[0]) == 6
    assert state.seat == 2, "the turn goes on"


def test_rule_04_marks_are_three_draws_of_their_own() -> None:
    state = roll(GAME.start(TWO, 2), 6, 1)
    state = shuffle(shuffle(shuffle(state, *range(15)), *range(15)), *SIX)
    assert state.cities == state.rough == (1 << 15) - 1, "one territory may carry all three"
    assert state.sites == 0b111111


def test_rule_04_option_cities_as_printed() -> None:
    state = roll(GAME.start(replace(TWO, cities="printed"), 2), 6, 1)
    assert state.phase == "rough"
    assert state.cities.bit_count() == 15
    assert state.cities >> at("brazil") & 1


def test_rule_05_rough_terrain_limits_attackers_and_has_two_dice() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, rough=1 << at("north_africa"))
    reason = refusal(state, Attack("brazil", "north_africa", 3))
    assert (reason.code, reason.rule) == ("attack.rough", "balance-of-power 5")
    fighting = do(state, Attack("brazil", "north_africa", 2))
    assert GAME.request(fighting) == Roll("battle", (6, 6, 6, 6)), "one defender, two dice"
    after = roll(fighting, 2, 1, 3, 4)
    assert (count(after, "brazil"), count(after, "north_africa")) == (7, 1), "both pairs count against the attacker"
    won = roll(fighting, 6, 6, 3, 4)
    assert won.phase == "occupy"
    assert won.held[0] >> at("north_africa") & 1
    assert won.piles[1] == 1, "one army fell, not two"


def test_rule_05_off_without_rough_terrain() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, options=PRESETS["world-2008"], seats=3)
    fighting = do(state, Attack("brazil", "north_africa", 3))
    assert GAME.request(fighting) == Roll("battle", (6, 6, 6, 6))


def test_rule_06_the_highest_die_begins_and_ties_roll_again() -> None:
    state = GAME.start(MANY, 3)
    assert GAME.request(state) == Roll("first player", (6, 6, 6))
    tied = roll(state, 2, 5, 5)
    assert GAME.request(tied) == Roll("first player", (6, 6))
    after = roll(tied, 3, 4)
    assert after.order == (2, 0, 1)
    assert after.phase == "cities"


def test_rule_06_option_the_first_seat_begins() -> None:
    state = GAME.start(replace(MANY, first_player="seat_order"), 3)
    assert (state.phase, state.order) == ("cities", (0, 1, 2))


# --- C3: two players


def test_rule_07_and_08_starting_armies_and_the_neutral_army_on_the_sites() -> None:
    state = roll(GAME.start(TWO, 2), 1, 6)
    assert (state.pools[1], state.pools[0]) == (30, 33), "the second seat rolled higher and plays first"
    state = shuffle(shuffle(shuffle(state), 20, 21), 3, 8, 13, 21, 34, 40)
    state = shuffle(state)
    assert GAME.request(state) == Shuffle("neutral army", 6)
    state = shuffle(state, 5, 4, 3)
    armies = {space: count for space, count in enumerate(state.armies) if count}
    assert armies == {40: 15, 34: 15, 21: 15, 3: 10, 8: 10, 13: 10}
    assert state.phase == "claim"
    reason = refusal(state, Claim(rules().id(40)))
    assert reason.code == "claim.taken"
    assert "neutral army" in reason.message


def test_rule_09_a_territory_of_ones_own_is_told_as_such() -> None:
    reason = refusal(position(*SOUTH_AMERICA, phase="claim"), Claim("brazil"))
    assert reason.message == "Brazil is yours already. Claim a free territory."


def test_rule_60_nothing_is_conquered_in_one_turn_while_the_map_is_claimed() -> None:
    claiming = position(*SOUTH_AMERICA, phase="claim", began=0)
    whole = rules().objectives["o10"]
    assert (whole.what, whole.how) == ("regions", "conquer")
    assert progress_of(rules(), claiming, 0, whole) == 0.0
    fighting = replace(claiming, agenda=waiting("attack"), began=1 << at("peru"))
    assert progress_of(rules(), fighting, 0, whole) == 0.75


def test_rule_09_players_claim_36_and_place_the_rest_in_turn() -> None:
    state = begun(TWO, 2, until="setup")
    first, second = state.order
    assert (state.pools[first], state.pools[second]) == (12, 15)
    assert [mask.bit_count() for mask in state.held] == [18, 18]
    while state.pools[first]:
        assert state.seat == (first if state.pools[first] == state.pools[second] - 3 else second)
        state = do(state, Place(rules().id(bits(state.held[state.seat])[0])))
    placed = 0
    while state.phase == "setup":
        assert state.seat == second
        state, placed = do(state, Place(rules().id(bits(state.held[second])[0]))), placed + 1
    assert placed == 1 + 3, "the twelfth, and the last three freely"
    assert state.phase == "capitals"


def test_rule_10_the_second_capital_lies_in_another_continent() -> None:
    board = rules().board
    held = (board.mask(("brazil", "peru", "egypt")), board.everything & ~board.mask(("brazil", "peru", "egypt")))
    state = position("brazil", "peru", "egypt", phase="capitals", held=held)
    state = do(state, Capital("brazil"))
    assert state.seat == 1
    reason = refusal(state, Capital("argentina"))
    assert (reason.code, reason.rule) == ("capital.continent", "balance-of-power 10")
    assert refusal(state, Capital("egypt")).code == "space.not_yours"
    after = do(state, Capital("congo"))
    assert after.capitals == (at("brazil"), at("congo"))


def test_rule_10_without_another_continent_any_own_territory_will_do() -> None:
    state = position("brazil", phase="capitals", others={1: ("peru",)}, neutral=tuple(
        name for name in rules().board.ids if name not in ("brazil", "peru")))  # fmt: skip
    assert do(state, Capital("brazil"), Capital("peru")).capitals == (at("brazil"), at("peru"))


def test_rule_11_no_card_is_dealt_to_two() -> None:
    assert begun(TWO, 2, until="capitals").cards.hands == ((), ())


# --- C4: three or more


@pytest.mark.parametrize(
    ("seats", "options", "armies", "cards"),
    [
        (3, MANY, (33, 35, 37), (0, 0, 1)),
        (4, MANY, (33, 35, 37, 39), (0, 0, 1, 0)),
        (5, MANY, (33, 35, 37, 39, 39), (0, 0, 1, 0, 1)),
        (5, replace(MANY, fifth_player="progressive"), (33, 35, 37, 39, 41), (0, 0, 1, 0, 1)),
        (6, replace(MANY, six_players=True), (33, 35, 37, 39, 39, 41), (0, 0, 1, 0, 1, 1)),
    ],
)
def test_rules_12_to_14_starting_armies_and_cards(
    seats: int, options: BalanceOptions, armies: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    state = begun(options, seats, until="claim")
    assert tuple(state.pools[seat] for seat in state.order) == armies
    assert tuple(len(state.cards.hands[seat]) for seat in state.order) == cards


def test_rule_12_only_the_third_player_sees_the_card() -> None:
    state = begun(MANY, 3, until="start_cards")
    request = GAME.request(state)
    assert isinstance(request, Draw)
    assert request.audience == (state.order[2],)


def test_rule_14_six_players_only_by_option() -> None:
    with pytest.raises(BadOptions, match="six_players") as caught:
        GAME.start(MANY, 6)
    assert caught.value.reason.rule == "balance-of-power 14"
    assert GAME.seat_counts(replace(MANY, six_players=True)) == (2, 3, 4, 5, 6)


@pytest.mark.parametrize(("seats", "left"), [(3, (19, 21, 23)), (4, (22, 24, 27, 29)), (5, (24, 26, 29, 31, 31))])
def test_rule_15_armies_left_after_claiming(seats: int, left: tuple[int, ...]) -> None:
    state = begun(MANY, seats, until="setup")
    assert tuple(state.pools[seat] for seat in state.order) == left


def test_rule_16_three_players_claim_the_sites() -> None:
    state = begun(MANY, 3, until="claim")
    assert state.sites.bit_count() == 6
    assert not any(state.armies)
    state = do(state, Claim(rules().id(bits(state.sites)[0])))
    assert state.armies[bits(state.sites)[0]] == 1


def test_rule_16_option_a_neutral_army_with_three() -> None:
    state = begun(PRESETS["literal"], 3, until="claim")
    assert sum(state.armies) == 75
    with pytest.raises(BadOptions, match="two can play") as caught:
        GAME.start(TWO, 3)
    assert caught.value.reason.rule == "balance-of-power 16"


def test_rule_17_capitals_in_seat_order_in_continents_of_their_own() -> None:
    state = begun(MANY, 4, until="capitals")
    board = rules().board
    seen: list[int] = []
    for seat in state.order:
        assert state.seat == seat
        action = next(iter(GAME.legal(state, Seat(seat))))
        assert isinstance(action, Capital)
        seen.append(board.region_of[board.index[action.space]])
        state = do(state, action)
    assert len(set(seen)) == 4


def test_rule_17_option_capitals_anywhere_as_in_2008() -> None:
    state = begun(PRESETS["world-2008"], 3, until="capitals")
    for seat in state.order:
        own = rules().board.names(state.held[seat])
        assert [action.space for action in GAME.legal(state, Seat(seat)) if isinstance(action, Capital)] == list(own)
        state = do(state, Capital(next(name for name in own if at(name) not in state.capitals)))
    apart = replace(PRESETS["world-2008"], capitals="apart")
    tied = position("brazil", "peru", "congo", phase="capitals", options=apart, capitals=(-1, at("argentina")))
    assert refusal(tied, Capital("brazil")).code == "capital.continent"
    assert do(replace(tied, options=PRESETS["world-2008"]), Capital("brazil")).capitals[0] == at("brazil")

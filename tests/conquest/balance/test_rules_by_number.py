"""Rules of the variant by number on the running game; the shop, piles and tanks have files of their own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.conquest.balance.positions import AUSTRALIA, MANY, SOUTH_AMERICA, TWO, at, card, count, position, rules
from tests.conquest.balance.running import GAME, begun, chance, did, do, draw, refusal, roll, shuffle
from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Roll, Shuffle
from wartable.engine.errors import BadOptions
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Place, Trade
from wartable.games.conquest.balance.actions import Capital, Done, FormTank, Give
from wartable.games.conquest.balance.effects import Alliance, Effects, General
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.deck import card_ids

SIX = (0, 1, 2, 3, 4, 5)


def hand(*spaces: str) -> tuple[int, ...]:
    """Cards of some spaces."""
    return tuple(sorted(card_ids(rules())[card(space)] for space in spaces))


def begin(state: BalanceState, seat: int = 0) -> BalanceState:
    """End the turn of the seat before, without anything earned, so that a seat's turn begins."""
    before = state.order[state.order.index(seat) - 1]
    return do(replace(state, phase="fortify", seat=before, conquered=False), EndTurn())


def to_attack(state: BalanceState) -> BalanceState:
    """Go on to the attacks, everything placed on the first own territory."""
    while state.phase in ("buy", "neutral_attack", "neutral_reinforce"):
        state = do(state, Done())
    own = rules(state.options).id(next(bits(state.held[state.seat])))
    return do(state, Place(own, state.to_place))


# --- C1, C2


def test_rule_01_troops_are_counted_one_by_one() -> None:
    state = position(*SOUTH_AMERICA, armies={"brazil": 10})
    assert GAME.view(state, Seat(0)).totals[0] == 13, "pieces of five and ten are only ways to lay ten armies"


def test_rule_02_cavalry_has_two_stars_and_every_other_card_one() -> None:
    deck = rules()
    two = {deck.id(number) for number, stars in enumerate(deck.stars) if stars == 2}
    assert two == set(deck.cards.symbols["cavalry"])
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


def test_rule_09_players_claim_36_and_place_the_rest_in_turn() -> None:
    state = begun(TWO, 2, until="setup")
    first, second = state.order
    assert (state.pools[first], state.pools[second]) == (12, 15)
    assert [mask.bit_count() for mask in state.held] == [18, 18]
    while state.pools[first]:
        assert state.seat == (first if state.pools[first] == state.pools[second] - 3 else second)
        state = do(state, Place(rules().id(next(bits(state.held[state.seat])))))
    placed = 0
    while state.phase == "setup":
        assert state.seat == second
        state, placed = do(state, Place(rules().id(next(bits(state.held[second]))))), placed + 1
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
    state = do(state, Claim(rules().id(next(bits(state.sites)))))
    assert state.armies[next(bits(state.sites))] == 1


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


# --- C5 to C7: the turn, winning and losing, the neutral army

NEUTRAL = ("iceland", "great_britain", "scandinavia")
MOST = tuple(name for name in rules().board.ids if name not in (*SOUTH_AMERICA, *NEUTRAL))


def losing(**more: object) -> BalanceState:
    """Seat 0 has South America and is losing, seat 1 the rest but three neutral territories."""
    state = position(
        *SOUTH_AMERICA, neutral=NEUTRAL, armies=dict.fromkeys(NEUTRAL, 4), pile=0, capitals=(at("peru"), at("ural"))
    )
    return replace(state, **more)


def test_rule_18_the_phases_of_a_turn_in_order() -> None:
    state = begin(losing(piles=(5, 0, 0)))
    seen = [state.phase]
    while state.seat == 0:
        action = GAME.default(state, Seat(0))
        state = do(state, EndAttacks() if state.phase == "attack" else action)
        if state.phase != seen[-1] and state.seat == 0:
            seen.append(state.phase)
    assert seen == ["neutral_reinforce", "neutral_attack", "buy", "reinforce", "attack", "fortify"]
    assert GAME.view(begin(losing(piles=(5, 0, 0))), Seat(0)).course == (
        "neutral_reinforce", "buy", "reinforce", "attack", "collect", "fortify",
    )  # fmt: skip


def test_rule_21_a_tie_is_rolled_at_the_start_of_the_turn_and_holds() -> None:
    board = rules().board
    mine = tuple(name for name in board.ids if name not in NEUTRAL)[:19]
    rest = tuple(name for name in board.ids if name not in NEUTRAL)[19:38]
    state = position(*mine, others={1: rest}, neutral=(*NEUTRAL, board.ids[-1]), armies={"iceland": 3}, pile=0,
                     capitals=(at(mine[0]), at(rest[0])))  # fmt: skip
    state = begin(state)
    assert (state.phase, GAME.request(state)) == ("ties", Roll("standing", (6, 6)))
    again = roll(state, 3, 3)
    assert again.phase == "ties", "level dice are rolled again"
    after = roll(again, 2, 5)
    assert after.phase == "neutral_reinforce", "the lower die is losing"
    assert GAME.view(after, None).standing.losing == 0
    next_turn = begin(replace(after, phase="fortify"), seat=1)
    assert next_turn.rolls == (), "a new turn, a new roll"


def test_rule_21_who_comes_level_later_rolls_against_the_die_that_holds() -> None:
    board = rules().board.ids
    first, second, third = board[:18], board[18:29], board[29:40]
    state = position(
        *first, others={1: second, 2: third}, neutral=board[40:], seats=3, options=PRESETS["literal"], phase="draw",
        conquered=True, hands={0: (0, 1, 2, 3, 4)}, capitals=(at(first[0]), at(second[0]), at(third[0])),
        rolls=((4,), (2,), ()),
    )  # fmt: skip
    level = draw(state)
    assert level.phase == "ties"
    assert GAME.request(level) == Roll("standing", (6,)), "the second seat rolled in this turn already"
    assert [len(hand) for hand in do(roll(level, 1), Give("c01")).cards.hands] == [5, 0, 1]
    assert [len(hand) for hand in do(roll(level, 3), Give("c01")).cards.hands] == [5, 1, 0]
    assert GAME.request(roll(level, 2)) == Roll("standing", (6, 6))


def test_rule_22_the_winning_player_skips_the_neutral_army() -> None:
    state = begin(losing(), seat=1)
    assert state.phase == "reinforce"
    assert GAME.view(state, Seat(1)).course[0] == "buy"


def test_rule_23_two_armies_come_from_the_supply_every_time() -> None:
    state = begin(losing())
    assert (state.phase, state.to_place) == ("neutral_reinforce", 2)
    assert state.piles[-1] == 0


def test_rule_24_two_dice_revive_casualties() -> None:
    state = begin(losing(piles=(0, 0, 7)))
    assert GAME.request(state) == Roll("revival", (6, 6))
    after = roll(state, 3, 3)
    assert (after.to_place, after.piles[-1]) == (2 + 3, 4)
    assert roll(state, 2, 3).to_place == 2


def test_rule_25_neutral_armies_go_to_neutral_territories_or_are_discarded() -> None:
    state = begin(losing(piles=(0, 0, 12)))
    state = roll(state, 6, 6)
    assert (state.to_place, state.piles[-1]) == (8, 6)
    assert refusal(state, Place("brazil", 1)).rule == "balance-of-power 25"
    assert refusal(state, Place("iceland", 9)).code == "place.too_many"
    after = do(state, Place("iceland", 5))
    assert (count(after, "iceland"), after.to_place) == (9, 3)
    done = do(after, Done())
    assert (sum(done.armies) - sum(after.armies), done.to_place, done.piles[-1]) == (0, 0, 6)
    assert done.phase == "neutral_attack"


def test_rule_26_one_neutral_attack_with_as_many_rolls_as_liked() -> None:
    state = do(begin(losing()), Done())
    assert {(a.source, a.target) for a in GAME.legal(state, Seat(0)) if isinstance(a, Attack)} == {
        ("iceland", "greenland"), ("great_britain", "northern_europe"), ("great_britain", "western_europe"),
        ("scandinavia", "northern_europe"), ("scandinavia", "ukraine"),
    }  # fmt: skip
    state = do(state, Attack("iceland", "greenland", 3))
    assert GAME.request(state) == Roll("battle", (6, 6, 6, 6))
    state = roll(state, 1, 1, 1, 6)
    assert (state.phase, count(state, "iceland")) == ("neutral_attack", 3)
    reason = refusal(state, Attack("great_britain", "western_europe", 3))
    assert (reason.code, reason.rule) == ("raid.one", "balance-of-power 26")
    again = do(state, Attack("iceland", "greenland", 2))
    after = roll(again, 6, 6, 1)
    assert after.owner(at("greenland")) == -1
    assert not after.conquered, "rule 33: no card for that"
    assert after.phase == "reinforce", "the phase is over after a conquest"
    assert (count(after, "iceland"), count(after, "greenland")) == (1, 2)
    assert after.piles == (0, 1, 1)


def test_rule_26_what_the_neutral_army_may_not_attack() -> None:
    state = do(begin(losing()), Done())
    assert refusal(state, Attack("iceland", "great_britain", 3)).code == "raid.neutral"
    assert refusal(state, Attack("brazil", "venezuela", 1)).code == "raid.not_neutral"
    assert refusal(state, Attack("iceland", "alaska", 3)).code == "raid.not_adjacent"
    near = do(
        begin(
            losing(
                held=(
                    rules().board.mask((*SOUTH_AMERICA, "greenland")),
                    rules().board.mask(MOST) & ~(1 << at("greenland")),
                )
            )
        ),
        Done(),
    )
    assert refusal(near, Attack("iceland", "greenland", 3)).code == "raid.own"
    rough = replace(state, rough=1 << at("greenland"))
    assert refusal(rough, Attack("iceland", "greenland", 3)).code == "attack.rough"


def test_rule_26_stopping_ends_the_phase() -> None:
    state = do(begin(losing()), Done(), Attack("iceland", "greenland", 3))
    state = roll(state, 1, 1, 1, 6)
    assert do(state, Done()).phase == "reinforce"


def test_rule_26_more_armies_may_move_in() -> None:
    state = begin(losing(armies=tuple(9 if n == at("iceland") else c for n, c in enumerate(losing().armies))))
    state = roll(do(state, Done(), Attack("iceland", "greenland", 3)), 6, 6, 6, 1)
    assert state.phase == "occupy"
    assert GAME.view(state, Seat(0)).acting == -1
    assert refusal(state, "occupy 2").rule == "balance-of-power 56"
    after = do(state, "occupy 8")
    assert (count(after, "iceland"), count(after, "greenland")) == (1, 8)
    assert after.phase == "reinforce"


def test_rule_27_neutral_armies_defend_with_two_dice() -> None:
    state = position("greenland", "brazil", neutral=("iceland",), phase="attack", armies={"greenland": 9})
    fighting = do(state, Attack("greenland", "iceland", 3))
    assert GAME.request(fighting) == Roll("battle", (6,) * 5)
    after = roll(fighting, 6, 6, 1, 5, 5)
    assert after.held[0] >> at("iceland") & 1
    assert after.piles == (12, 0, 0), "it was the last one: its pile is emptied"


def test_rule_28_a_capital_that_the_neutral_army_takes_stays_with_nobody() -> None:
    state = losing(capitals=(at("peru"), at("greenland")))
    state = roll(do(begin(state), Done(), Attack("iceland", "greenland", 3)), 6, 6, 6, 1)
    assert state.capitals[1] == at("greenland")
    assert rules().income(state, 0) == 3 + 2 + 1, "own capital and South America; the lost one brings nobody anything"
    assert rules().income(state, 1) == rules().income(replace(state, capitals=(at("peru"), -1)), 1)


def test_rule_28_without_neutral_armies_phase_1_is_skipped_for_good() -> None:
    state = position(*SOUTH_AMERICA, "greenland", neutral=("iceland",), phase="attack", armies={"greenland": 9},
                     capitals=(at("peru"), at("ural")))  # fmt: skip
    state = replace(state, piles=(0, 0, 9), effects=Effects(alliances=(Alliance(0, -1),)))
    state = roll(do(state, Attack("greenland", "iceland", 3)), 6, 6, 6, 1, 1)
    assert state.piles[-1] == 0
    assert state.effects.alliances == ()
    assert (
        begin(replace(state, phase="fortify", entry=None, armies=tuple(max(1, c) for c in state.armies))).phase
        == "reinforce"
    )
    assert GAME.view(state, None).neutral is None


# --- C9: cards


def test_rule_32_stars_bring_armies_by_the_table() -> None:
    cards = {0: hand("ural", "india", "japan", "brazil")}
    state = position(*SOUTH_AMERICA, phase="reinforce", hands=cards, to_place=3, drafted=3)
    after = do(state, Trade((card("ural"), card("india"), card("japan"))))
    assert after.to_place == 3 + 10, "two cavalry cards and another are five stars"
    assert len(after.cards.hands[0]) == 1
    reason = refusal(after, Trade((card("brazil"),)))
    assert (reason.code, reason.rule) == ("trade.stars", "balance-of-power 32")
    assert refusal(state, Trade((card("egypt"),))).code == "trade.not_held"
    assert refusal(state, Trade((card("ural"), card("ural")))).code == "trade.not_held"
    assert refusal(state, Trade((card("ural"),), "brazil")).code == "trade.bonus"
    assert refusal(replace(state, phase="attack"), Trade((card("ural"),))).rule == "balance-of-power 32"


def test_rule_33_a_conquest_earns_one_card_at_the_end_of_the_turn() -> None:
    state = position(*SOUTH_AMERICA, phase="fortify", conquered=True, capitals=(at("peru"), at("ural")))
    drawing = do(state, EndTurn())
    assert drawing.phase == "draw"
    after = chance(drawing, Drawn(3))
    assert after.cards.hands[0] == (3,)
    assert after.seat == 1
    assert do(replace(state, conquered=False), EndTurn()).seat == 1


def sixth(*, theirs: tuple[str, ...], rich: bool) -> BalanceState:
    """Seat 0 draws a sixth card; it is winning where `rich`."""
    own = MOST if rich else SOUTH_AMERICA
    cards = {0: hand("brazil", "peru", "alaska", "india", "japan"), 1: hand(*theirs)}
    return draw(position(*own, phase="draw", conquered=True, hands=cards, capitals=(at("peru"), at("ural"))))


def test_rule_34_the_sixth_card_goes_to_the_losing_player() -> None:
    state = sixth(theirs=("ural",), rich=True)
    assert state.phase == "give"
    assert GAME.view(state, Seat(0)).give.to == 1  # type: ignore[union-attr]
    assert refusal(state, Give(card("egypt"))).rule == "balance-of-power 34"
    after, told = did(state, Give(card("india")))
    assert card_ids(rules())[card("india")] in after.cards.hands[1]
    assert [len(each) for each in after.cards.hands] == [5, 2]
    handed = told[1]
    assert handed.audience == (Seat(0), Seat(1)), "the others do not hear which"
    assert after.seat == 1


def test_rule_34_discarded_where_the_holder_is_losing_or_the_losing_player_is_full() -> None:
    own = sixth(theirs=(), rich=False)
    assert GAME.view(own, Seat(0)).give.to is None  # type: ignore[union-attr]
    assert do(own, Give(card("india"))).cards.hands[1] == ()
    full = sixth(theirs=("egypt", "congo", "siam", "ural", "quebec"), rich=True)
    after, told = did(full, Give(card("india")))
    assert [len(each) for each in after.cards.hands] == [5, 5]
    assert told[1].audience is None, "everybody sees a card that is discarded"


def test_rule_35_the_conqueror_takes_cards_and_objectives() -> None:
    cards = {0: hand("brazil", "peru", "alaska", "india"), 1: hand("japan", "egypt", "congo")}
    state = position(*SOUTH_AMERICA, others={1: ("central_america",)}, seats=3, options=MANY, hands=cards,
                     phase="attack", armies={"venezuela": 9}, collected=((), ("o01",), ("o03",)), piles=(0, 7, 0, 0),
                     capitals=(at("peru"), at("central_america"), at("ural")))  # fmt: skip
    state = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 6, 6, 1)
    assert state.collected == (("o01",), (), ("o03",))
    assert state.piles[1] == 0, "rule 31"
    state = do(state, "occupy 3")
    assert state.phase == "give"
    assert len(state.cards.hands[0]) == 7
    state = do(state, Give(card("japan")), Give(card("egypt")))
    assert (state.phase, state.seat, len(state.cards.hands[0])) == ("attack", 0, 5)


# --- C11, C12


def test_rule_55_the_draft_of_a_turn() -> None:
    africa = ("north_africa", "egypt", "congo", "east_africa", "south_africa", "madagascar")
    more = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam", "china", "ural")
    cities = rules().board.mask(("brazil", "peru", "egypt", "congo", "greenland"))
    state = position(*africa, *more, cities=cities, capitals=(at("egypt"), at("siam")), pile=0)
    state = begin(state)
    assert (state.phase, state.to_place) == ("reinforce", 7 + 3 + 2), "17 territories, 4 cities, Africa, two capitals"


@pytest.mark.parametrize(("rounding", "armies"), [("down", 3), ("up", 4)])
def test_rule_55_option_rounding(rounding: str, armies: int) -> None:
    own = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam", "china", "ural")
    options = replace(TWO, rounding=rounding)
    state = position(*own, options=options, capitals=(-1, -1))
    assert rules(options).income(state, 0) == armies


def test_rule_56_attackers_at_most_all_but_one_and_ties_to_the_defender() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 3, "north_africa": 2})
    assert refusal(state, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 56"
    after = roll(do(state, Attack("brazil", "north_africa", 2)), 4, 4, 4, 4)
    assert (count(after, "brazil"), count(after, "north_africa")) == (1, 2)
    assert refusal(state, Attack("brazil", "congo", 2)).rule == "balance-of-power 56"


def test_rule_56_the_survivors_of_the_last_roll_move_in() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, rough=1 << at("north_africa"))
    state = roll(do(state, Attack("brazil", "north_africa", 2)), 6, 1, 3, 3)
    assert (state.phase, state.entry and state.entry.least) == ("occupy", 1), "one of two attackers fell"
    plain = roll(
        do(position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}), Attack("brazil", "north_africa", 3)),
        6,
        6,
        6,
        1,
    )
    assert plain.entry is not None
    assert plain.entry.least == 3
    assert refusal(plain, "occupy 2").rule == "balance-of-power 56"


def test_rule_54_bans_hold_whatever_was_bought() -> None:
    bound = Effects(alliances=(Alliance(1, 0),), attack_dice=2)
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, effects=bound)
    assert refusal(state, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 40"
    assert not [a for a in GAME.legal(state, Seat(0)) if isinstance(a, Attack)]
    killed = replace(state, effects=Effects(generals=(General(1, 0, at("brazil")),)))
    assert refusal(killed, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 43"
    assert (
        GAME.explain(
            replace(killed, armies=tuple(9 for _ in killed.armies)), Seat(0), Attack("venezuela", "central_america", 3)
        )
        is None
    )


def test_rule_57_all_modifiers_in_their_order() -> None:
    effects = Effects(recon=1, attack_dice=1, special_forces=True, defence_dice=(0, 1))
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9, "north_africa": 4}, effects=effects,
                     rough=1 << at("north_africa"), sites=1 << at("north_africa"),
                     airfields=1 << at("brazil"))  # fmt: skip
    action = Attack("brazil", "north_africa", 3)
    fighting = do(state, action)
    assert GAME.request(fighting) == Roll("battle", (5, 6, 6, 6, 6, 6, 6)), (
        "one of four dice is protected; three defend"
    )
    after = roll(fighting, 5, 1, 1, 1, 6, 5, 1)
    assert (count(after, "brazil"), count(after, "north_africa")) == (8, 3), "6 and 1 more beat 6; 1 falls to 5"
    chips = GAME.forecast(state, Seat(0), action).chips  # type: ignore[union-attr]
    assert len(chips) == 6, chips
    rough = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, rough=1 << at("north_africa"))
    named = GAME.forecast(rough, Seat(0), Attack("brazil", "north_africa", 2)).chips  # type: ignore[union-attr]
    assert named == ("rough terrain: two attack, two defend",)


# --- C13, C14


def objectives(**more: object) -> BalanceState:
    """Seat 0 holds eight cities, twenty territories are not its own."""
    own = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam")
    state = position(*own, cities=rules().board.mask(own), face_up=("o06", "o01", "o11"), pile=0, phase="attack",
                     capitals=(at("brazil"), at("ural")), armies={"brazil": 5})  # fmt: skip
    return replace(state, **more)


def test_rule_58_one_objective_per_turn_after_all_attacks() -> None:
    state = do(objectives(), EndAttacks())
    assert state.phase == "collect"
    assert refusal(state, "collect o01").rule == "balance-of-power 58"
    after = do(state, "collect o06")
    assert after.collected[0] == ("o06",)
    assert after.face_up == ("o01", "o11"), "it is not replaced"
    assert after.phase == "fortify"
    assert do(state, Done()).phase == "fortify"
    assert do(objectives(), EndTurn()).phase == "collect", "who ends the turn at once is asked too"


def test_rule_58_three_objectives_and_the_own_capital_win_at_the_end_of_the_own_turn() -> None:
    state = do(objectives(collected=(("o02", "o03"), ())), EndAttacks(), "collect o06")
    assert state.victory is None
    over = do(state, EndTurn())
    assert over.victory is not None
    assert over.victory.seats == (0,)
    lost = do(
        objectives(collected=(("o02", "o03"), ()), capitals=(at("ural"), at("egypt"))), EndAttacks(), "collect o06"
    )
    assert do(lost, EndTurn()).victory is None, "without the own capital play goes on"


def test_rule_58_eight_lie_face_up() -> None:
    for seats, options in ((2, TWO), (4, MANY), (4, PRESETS["world-2008"])):
        state = begun(options, seats, until="claim")
        assert len(state.face_up) == 8
        if seats == 2:
            assert "o08" not in state.face_up, "two enemy capitals"
        if options.objectives == "game_2008":
            assert not {"o13", "o14"} & set(state.face_up)


def test_rule_58_who_is_left_alone_wins_at_once() -> None:
    own = (name for name in rules().board.ids if name != "egypt")
    state = position(*own, phase="attack", armies={"north_africa": 5},
                     capitals=(at("brazil"), at("egypt")))  # fmt: skip
    over = roll(do(state, Attack("north_africa", "egypt", 3)), 6, 6, 6, 1)
    assert over.victory is not None
    assert over.victory.reason == "All opponents are eliminated."


def test_rule_59_rewards_by_option() -> None:
    assert begun(TWO, 2, until="claim").rewards == ()
    state = begun(PRESETS["world-2008"], 3, until="claim")
    assert sorted(state.rewards) == [
        "additional_maneuver", "airfield", "airfield", "attack_die", "defense_die", "guaranteed_card",
        "starting_maneuver", "two_troops",
    ]  # fmt: skip


def test_rule_60_conquered_in_one_turn_counts_from_the_turns_start() -> None:
    own = rules().board.mask(("brazil", "peru", "alaska", "alberta"))
    four = objectives(face_up=("o02",), began=objectives().held[0] & ~own)
    assert do(four, EndAttacks()).phase == "collect", "four cities that were not own when the turn began"
    assert do(replace(four, began=four.began | 1 << at("brazil")), EndAttacks()).phase == "fortify"


def test_rule_61_one_maneuver_along_a_chain_then_the_card() -> None:
    state = position(*SOUTH_AMERICA, *AUSTRALIA, phase="fortify", conquered=True, armies={"venezuela": 6})
    assert refusal(state, Fortify("venezuela", "siam", 2)).rule == "balance-of-power 61"
    assert refusal(state, Fortify("venezuela", "indonesia", 2)).code == "fortify.not_connected"
    assert refusal(state, Fortify("venezuela", "argentina", 6)).code == "fortify.too_many"
    after = do(state, Fortify("venezuela", "argentina", 5))
    assert (count(after, "venezuela"), count(after, "argentina")) == (1, 6)
    assert after.phase == "draw"


def test_tanks_are_refused_where_the_game_has_none() -> None:
    state = position(*SOUTH_AMERICA, phase="fortify", armies={"brazil": 9})
    assert refusal(state, FormTank("brazil")).rule == "balance-of-power 67"


def test_nobody_but_the_seat_is_asked() -> None:
    state = begin(losing())
    assert GAME.to_act(state) == (Seat(0),)
    assert GAME.to_act(begin(losing(piles=(0, 0, 7)))) == (CHANCE,)

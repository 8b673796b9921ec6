"""What keeps a game from being over before it begins: objectives fitted to the players, balanced prices, rest."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.balance import collecting, shop
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects
from wartable.games.conquest.balance.objectives import pools
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import EndAttacks
from wartable.lab.simulate import Plan, Played, simulate

from .positions import BOARD, bought, position, refused, rules, standard
from .running import GAME

TABLE = balance_data().objectives
BALANCED = BalanceOptions(alliances="any_time")
SHOP = [row.key for row in balance_data().shop.actions]


def counted(seats: int = 2, **counts: int) -> tuple[tuple[int, ...], ...]:
    """Purchases of seat 0 so far; the others bought nothing."""
    return (tuple(counts.get(key, 0) for key in SHOP), *((0,) * len(SHOP),) * (seats - 1))


# --- 58 objectives fitted to the players


def numbers(seats: int, *, fitted: bool) -> set[tuple[str, str, int]]:
    """What may lie face up."""
    found = pools(TABLE, seats, variant=True, fitted=fitted)
    return {(one.how, one.what, one.count) for some in found for one in some}


def test_rule_58_the_fewer_play_the_more_is_asked_of_each() -> None:
    two, three, four = (numbers(seats, fitted=True) for seats in (2, 3, 4))
    assert {("control", "territories", 27), ("control", "cities", 11), ("control", "regions", 3)} <= two & three
    assert {("control", "territories", 24), ("control", "cities", 10), ("control", "regions", 3)} <= four
    assert four == numbers(5, fitted=True) == numbers(6, fitted=True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rule_58_printed_numbers_are_the_same_for_all(seats: int) -> None:
    printed = numbers(seats, fitted=False)
    assert {("control", "territories", 20), ("control", "cities", 8), ("control", "capitals", 1)} <= printed
    assert (("control", "capitals", 2) in printed) == (seats > 2)
    assert not {("control", "territories", 20), ("control", "cities", 8)} & numbers(seats, fitted=True)
    assert ("control", "capitals", 1) not in numbers(seats, fitted=True), "the first attack would take one"


@pytest.mark.parametrize("fitted", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rule_58_there_are_enough_of_each_class_for_any_number_of_players(seats: int, *, fitted: bool) -> None:
    for variant in (True, False):
        basic, special = pools(TABLE, seats, variant=variant, fitted=fitted)
        assert min(len(basic), len(special)) >= TABLE.face_up, (seats, variant)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rule_58_nobody_begins_near_an_objective_that_is_fitted(seats: int) -> None:
    """A fair share of territories, cities and sites, rounded up, is what a seat may begin with."""
    share = {"territories": -(-len(BOARD.ids) // seats), "cities": -(-15 // seats), "sites": -(-6 // seats)}
    for how, what, count in numbers(seats, fitted=True):
        if how == "control" and what in share and (seats, what) != (2, "sites"):  # those are the neutral army's
            assert count > share[what] + 2, (what, count)


def reached(turn: int, options: BalanceOptions, seats: int = 2) -> BalanceState:
    """Seat 0 holds Asia, which is an objective, and is about to end its attacks."""
    asia = BOARD.names(BOARD.region_masks[BOARD.region_ids.index("asia")])
    return position(*asia, options=options, seats=seats, phase="attack", face_up=("o01",), turn=turn)


@pytest.mark.parametrize(("options", "seats"), [(PRESETS["two-player"], 2), (PRESETS["many"], 3)])
@pytest.mark.parametrize(("turn", "phase"), [(0, "fortify"), (1, "fortify"), (2, "collect")])
def test_rule_58_nobody_collects_before_the_third_turn(
    turn: int, phase: str, options: BalanceOptions, seats: int
) -> None:
    state = replace(reached(turn, options, seats), armies=(2,) * len(BOARD.ids))
    assert GAME.apply(state, Seat(0), EndAttacks()).state.phase == phase


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_58_printed_objectives_are_collected_from_the_first_turn_on(seats: int) -> None:
    literal = PRESETS["literal"]
    assert collecting.collectable(rules(literal), reached(0, literal, seats)) == ("o01",)


# --- 36 balanced prices


def test_rule_36_an_action_is_dearer_by_one_each_time_for_who_bought_it() -> None:
    state = standard(options=BALANCED, bought=counted())
    once, _ = bought(state, Buy("recon"))
    twice, _ = bought(once, Buy("recon"))
    assert [each.piles[0] for each in (state, once, twice)] == [12, 11, 9]
    assert twice.bought == counted(recon=2)
    row = next(row for row in shop.rows(rules(BALANCED), twice) if row.what == "recon")
    assert row.cost == 3
    assert next(row.cost for row in shop.prices(rules(BALANCED), twice, 1) if row.what == "recon") == 1


def test_rule_36_what_rose_beyond_the_means_is_refused_with_its_price() -> None:
    state = standard(options=BALANCED, bought=counted(airfield=3))
    reason = refused(state, Buy("airfield", space="brazil"))
    assert reason.code == "buy.too_dear"
    assert "costs 13" in reason.message


def test_rule_36_prices_stay_as_printed_in_the_text() -> None:
    literal = GAME.start(PRESETS["literal"], 3)
    assert literal.bought == ()
    assert [row.cost for row in shop.prices(rules(PRESETS["literal"]), literal, None)] == [
        row.cost for row in balance_data().shop.actions
    ]
    assert GAME.start(PRESETS["two-player"], 2).bought == counted()


def test_rule_36_a_spectator_sees_the_balanced_prices_that_nobody_has_raised() -> None:
    state = standard(options=BALANCED, bought=counted(recon=2))
    assert [row.cost for row in shop.prices(rules(BALANCED), state, None)] == [
        row.balanced for row in balance_data().shop.actions
    ]


# --- 40 rest between alliances


def test_rule_40_nobody_is_bound_in_two_turns_running() -> None:
    after, _ = bought(standard(turn=4), Buy("forced_alliance", seat=1))
    next_turn = replace(after, turn=5, effects=after.effects.turn_ends(1), piles=(12, 0, 0))
    reason = refused(next_turn, Buy("forced_alliance", seat=1))
    assert (reason.code, reason.rule) == ("forced_alliance.in_a_row", "balance-of-power 40")
    assert refused(next_turn, Buy("forced_alliance", seat=1)).message.endswith("not twice in a row.")
    bought(next_turn, Buy("forced_alliance", seat=NEUTRAL))
    bought(replace(next_turn, turn=6), Buy("forced_alliance", seat=1))


def test_rule_40_when_all_rest_the_shop_says_so() -> None:
    effects = Effects().with_pact(0, 1, 4).with_pact(0, NEUTRAL, 4)
    reason = refused(standard(turn=5, effects=effects), Buy("forced_alliance", seat=1))
    assert (reason.code, "twice in a row" in reason.message) == ("forced_alliance.in_a_row", True)


def test_rule_40_an_alliance_of_long_ago_is_no_reason_why_the_shop_is_closed() -> None:
    """The neutral army, bound five turns ago, is gone; the only opponent is bound now."""
    bound = Effects(alliances=(Alliance(0, 1),)).with_pact(0, NEUTRAL, 4).with_pact(0, 1, 9)
    state = standard(turn=9, effects=bound, neutral=())
    row = next(row for row in shop.rows(rules(BalanceOptions()), state) if row.what == "forced_alliance")
    assert row.reason is not None
    assert row.reason.code == "forced_alliance.twice"


def test_rule_40_the_text_lets_the_same_side_be_bound_again_and_again() -> None:
    state = standard(options=BalanceOptions(alliances="any_time"), turn=4)
    after, _ = bought(state, Buy("forced_alliance", seat=1))
    assert after.effects.pacts == ()
    bought(replace(after, turn=5, effects=after.effects.turn_ends(1), piles=(12, 0, 0)), Buy("forced_alliance", seat=1))


# --- games


def played(seats: int, count: int, **options: str) -> list[Played]:
    """Games of medium bots."""
    return simulate(
        Plan(game="balance-of-power", options=options, seats=("medium",) * seats, games=count, seed="fitted")
    )


def check_turns(games: list[Played], least: int) -> None:
    """Nobody has won before the fifth turn, and half of the games take so many."""
    turns = sorted(game.turns for game in games)
    assert turns[0] >= 5, "three objectives, one a turn, from the third turn on"
    assert turns[len(turns) // 2] >= least, turns


@pytest.mark.slow
def test_duels_of_medium_bots_take_some_turns_and_buy_every_action() -> None:
    """By what is printed half of them are over after six turns; they never drew a card, and hardly bought three others.

    One run of games for both: nothing takes longer here than to play them.
    """
    games = played(2, 40)
    bought = Counter[str]()
    for game in games:
        for one in game.tallied:
            bought[one.name] += one.count
    check_turns(games, 8)
    assert all(bought[row.title] for row in balance_data().shop.actions), bought


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_more_medium_bots_take_some_turns(seats: int) -> None:
    """By what is printed half of the games of three are over after four."""
    check_turns(played(seats, 16, neutral_army="none"), 6)

"""What keeps a duel from being over before it begins: higher objectives, prices that rise, rest between alliances."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.actions import EndAttacks
from wartable.games.conquest.balance import collecting, shop
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects
from wartable.games.conquest.balance.objectives import pools
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.lab.simulate import Plan, simulate

from .positions import BOARD, MANY, bought, position, refused, rules, standard
from .running import GAME

TABLE = balance_data().objectives
RISING = BalanceOptions(alliances="any_time")
SHOP = [row.key for row in balance_data().shop.actions]


def counted(seats: int = 2, **counts: int) -> tuple[tuple[int, ...], ...]:
    """Purchases of seat 0 so far; the others bought nothing."""
    return (tuple(counts.get(key, 0) for key in SHOP), *((0,) * len(SHOP),) * (seats - 1))


# --- 58 objectives of a duel


def numbers(seats: int, *, duel: bool) -> set[tuple[str, str, int]]:
    """What may lie face up."""
    return {(one.how, one.what, one.count) for some in pools(TABLE, seats, variant=True, duel=duel) for one in some}


def test_rule_58_two_players_have_higher_objectives_and_no_enemy_capital() -> None:
    two, more = numbers(2, duel=True), numbers(3, duel=True)
    assert {("control", "territories", 27), ("control", "cities", 11), ("control", "regions", 3)} <= two
    assert not {("control", "territories", 20), ("control", "cities", 8), ("control", "capitals", 1)} & two
    assert {("control", "territories", 20), ("control", "cities", 8), ("control", "capitals", 1)} <= more
    assert numbers(2, duel=False) == {one for one in more if one != ("control", "capitals", 2)}


def test_rule_58_no_duel_begins_with_an_objective_that_a_fair_half_reaches() -> None:
    """Half of the territories and half of the cities, rounded up, are what a seat may begin with."""
    half = {"territories": len(BOARD.ids) // 2, "cities": 8}
    for how, what, count in numbers(2, duel=True):
        if how == "control" and what in half:
            assert count > half[what] + 2, (what, count)


def reached(turn: int, options: BalanceOptions, seats: int = 2) -> BalanceState:
    """Seat 0 holds Asia, which is an objective, and is about to end its attacks."""
    asia = BOARD.names(BOARD.region_masks[BOARD.region_ids.index("asia")])
    return position(*asia, options=options, seats=seats, phase="attack", face_up=("o01",), turn=turn)


@pytest.mark.parametrize(("turn", "phase"), [(0, "fortify"), (1, "fortify"), (2, "collect")])
def test_rule_58_nobody_collects_before_the_third_turn_of_a_duel(turn: int, phase: str) -> None:
    state = replace(reached(turn, PRESETS["two-player"]), armies=(2,) * len(BOARD.ids))
    assert GAME.apply(state, Seat(0), EndAttacks()).state.phase == phase


def test_rule_58_more_players_and_the_text_collect_from_the_first_turn() -> None:
    assert collecting.collectable(rules(MANY), reached(0, MANY, 3)) == ("o01",)
    literal = PRESETS["literal"]
    assert collecting.collectable(rules(literal), reached(0, literal)) == ("o01",)


# --- 36 prices that rise


def test_rule_36_an_action_is_dearer_by_one_each_time_for_who_bought_it() -> None:
    state = standard(options=RISING, bought=counted())
    once, _ = bought(state, Buy("recon"))
    twice, _ = bought(once, Buy("recon"))
    assert [each.piles[0] for each in (state, once, twice)] == [12, 10, 7]
    assert twice.bought == counted(recon=2)
    row = next(row for row in shop.rows(rules(RISING), twice) if row.what == "recon")
    assert row.cost == 4
    assert next(row.cost for row in shop.prices(rules(RISING), twice, 1) if row.what == "recon") == 2


def test_rule_36_what_rose_beyond_the_means_is_refused_with_its_price() -> None:
    state = standard(options=RISING, bought=counted(airfield=3))
    reason = refused(state, Buy("airfield", space="brazil"))
    assert reason.code == "buy.too_dear"
    assert "costs 13" in reason.message


def test_rule_36_prices_stay_as_printed_in_the_text() -> None:
    assert GAME.start(PRESETS["literal"], 3).bought == ()
    assert GAME.start(PRESETS["two-player"], 2).bought == counted()


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


@pytest.mark.slow
def test_duels_of_medium_bots_take_some_turns() -> None:
    """With the numbers of more players half of them were over after six turns."""
    plan = Plan(game="balance-of-power", options={}, seats=("medium", "medium"), games=24, seed="duel")
    turns = sorted(game.turns for game in simulate(plan))
    assert turns[0] >= 5, "three objectives, one a turn, from the third turn on"
    assert turns[len(turns) // 2] >= 8, turns

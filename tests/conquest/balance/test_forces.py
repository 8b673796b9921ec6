"""Dice from positions, tanks, objectives and drafts as they stand in a state, by number of rule."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance import collecting as c
from wartable.games.conquest.balance import tanks as t
from wartable.games.conquest.balance.actions import Collect, DisbandTank, FormTank, MoveTanks
from wartable.games.conquest.balance.dice import battle_rules, clash_of, later_rules, struck
from wartable.games.conquest.balance.effects import Effects
from wartable.games.conquest.balance.income import capitals_held, draft_of
from wartable.games.conquest.balance.modifiers import Modifiers
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.shop.events import AirfieldBuilt
from wartable.games.conquest.balance.shop.tell import SENTENCES
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.goals import reached
from wartable.games.conquest.core.tell import Words
from wartable.odds import PLAIN

from .positions import AUSTRALIA, BOARD, SOUTH_AMERICA, TWO, WITH_TANKS, at, count, position, rules

REWARDS = BalanceOptions(rewards=True)
WORDS = Words(("Ann", "Ben"), rules())


def south(**more: Any) -> BalanceState:
    """Seat 0 holds South America, seat 1 the rest but North Africa, which is neutral."""
    return position(*SOUTH_AMERICA, **({"neutral": ("north_africa",)} | more))


def clash(state: BalanceState, source: str, target: str) -> Modifiers:
    """Return what bears on an attack."""
    return clash_of(BOARD, state, at(source), at(target))


# --- dice of a battle


def test_rule_56_a_plain_battle_has_plain_dice() -> None:
    rules_ = battle_rules(BOARD, south(), at("venezuela"), at("central_america"))
    assert replace(rules_, pairs=None) == PLAIN


def test_rules_5_and_50_rough_terrain_and_special_forces() -> None:
    rough = south(rough=BOARD.mask(["central_america"]))
    assert clash(rough, "venezuela", "central_america") == Modifiers(rough=True)
    assert clash(rough, "central_america", "venezuela") == Modifiers()
    sent = replace(rough, effects=Effects(special_forces=True))
    assert battle_rules(BOARD, sent, at("venezuela"), at("central_america")).attack_dice == 3
    assert clash(replace(sent, seat=1), "eastern_united_states", "central_america").special_forces, "the acting seat's"


def test_rule_27_the_neutral_army_defends_with_two_dice_and_attacks_without_help() -> None:
    state = south(
        effects=Effects(recon=2, attack_dice=2, special_forces=True), sites=BOARD.mask(["north_africa", "egypt"])
    )
    assert clash(state, "brazil", "north_africa") == Modifiers(
        neutral=True, special_forces=True, attack_bought=2, protected=2
    )
    assert clash(state, "north_africa", "egypt") == Modifiers()


def test_rule_38_recon_helps_against_sites_alone() -> None:
    state = south(effects=Effects(recon=3), sites=BOARD.mask(["central_america"]))
    assert clash(state, "venezuela", "central_america").protected == 3
    assert clash(state, "brazil", "north_africa").protected == 0
    assert clash(south(options=BalanceOptions(recon="raised")), "brazil", "north_africa").ones == "raised"


def test_rule_42_improved_defense_covers_attacks_by_all() -> None:
    state = south(effects=Effects().with_defence(1, 2))
    assert clash(state, "venezuela", "central_america").defence_bought == 1
    assert clash(state, "north_africa", "egypt").defence_bought == 1
    assert clash(state, "egypt", "north_africa").defence_bought == 0


@pytest.mark.parametrize(
    ("airfield", "points"),
    [
        ("venezuela", (1, 0)), ("central_america", (0, 1)), ("eastern_united_states", (0, 1)), ("peru", (0, 0)),
        ("alaska", (0, 0)),
    ],
)  # fmt: skip
def test_rule_52_an_airfield_reaches_the_battle_and_its_neighbours(airfield: str, points: tuple[int, int]) -> None:
    found = clash(south(airfields=BOARD.mask([airfield])), "venezuela", "central_america")
    assert (found.attack_bonus, found.defence_bonus) == points


def test_rule_52_whoever_controls_the_territory_owns_the_airfield_the_neutral_army_too() -> None:
    state = south(airfields=BOARD.mask(["north_africa"]))
    assert clash(state, "brazil", "north_africa").defence_bonus == 1
    assert clash(state, "north_africa", "brazil").attack_bonus == 1
    everywhere = south(airfields=BOARD.everything)
    found = clash(everywhere, "brazil", "north_africa")
    assert (found.attack_bonus, found.defence_bonus) == (1, 1), "never more than one from airfields"


def tanks_at(**tanks: int) -> tuple[int, ...]:
    """Tanks by space."""
    return tuple(tanks.get(space, 0) for space in BOARD.ids)


def test_rules_63_and_64_vector_of_a_single_tank_against_two() -> None:
    state = south(options=WITH_TANKS, tanks=tanks_at(venezuela=1, central_america=2))
    found = clash(state, "venezuela", "central_america")
    assert (found.attack_bonus, found.defence_bonus) == (0, 1)
    assert clash(
        replace(state, pieces=(tanks_at(venezuela=2, central_america=2),)), "venezuela", "central_america"
    ) == Modifiers(attack_bonus=1, defence_bonus=1)


def test_rule_63_tanks_help_from_beside_the_battle() -> None:
    state = south(options=WITH_TANKS, tanks=tanks_at(eastern_united_states=1, argentina=3))
    assert clash(state, "venezuela", "central_america") == Modifiers(defence_bonus=1)
    assert clash(state, "brazil", "north_africa").defence_bonus == 0


def test_rule_63_a_tank_beside_the_source_helps_an_attack_and_no_defence() -> None:
    state = south(options=WITH_TANKS, tanks=tanks_at(peru=1))
    assert clash(state, "venezuela", "central_america").attack_bonus == 1, "Peru lies beside Venezuela"
    assert clash(state, "central_america", "venezuela").defence_bonus == 1, "and beside the battle itself"
    beside = replace(state, pieces=(tanks_at(western_united_states=1),))
    assert clash(beside, "venezuela", "central_america").attack_bonus == 0, "the tank of another helps nobody else"
    assert clash(beside, "central_america", "venezuela").attack_bonus == 1
    assert clash(beside, "venezuela", "central_america").defence_bonus == 1
    far = replace(state, pieces=(tanks_at(eastern_united_states=1),))
    assert clash(far, "central_america", "venezuela").attack_bonus == 1, "it stands beside the source"
    assert clash(far, "venezuela", "brazil").defence_bonus == 0


def test_rule_64_a_single_tank_beside_the_source_gives_nothing_against_two() -> None:
    state = south(options=WITH_TANKS, tanks=tanks_at(peru=1, central_america=2))
    assert clash(state, "venezuela", "central_america").attack_bonus == 0
    more = replace(state, pieces=(tanks_at(peru=1, argentina=0, venezuela=1, central_america=2),))
    assert clash(more, "venezuela", "central_america").attack_bonus == 1


def test_rule_66_tank_and_airfield_lift_by_two() -> None:
    state = south(options=WITH_TANKS, tanks=tanks_at(venezuela=1), airfields=BOARD.mask(["venezuela"]))
    assert clash(state, "venezuela", "central_america").attack_bonus == 2


def test_rules_53_and_57_third_pair_and_cap_are_options() -> None:
    state = south(options=BalanceOptions(third_pair=True, die_cap="six"))
    found = battle_rules(BOARD, state, at("venezuela"), at("central_america"))
    assert (found.pairs, found.cap) == (3, 6)


def test_rule_59_rewards_add_a_die_to_the_first_roll_against_a_territory() -> None:
    state = south(options=REWARDS, earned=(("attack_die",), ("defense_die", "two_troops")))
    ends = (BOARD, state, at("venezuela"), at("central_america"))
    assert (battle_rules(*ends).attack_extra, battle_rules(*ends).defence_extra) == (1, 1)
    assert (later_rules(*ends).attack_extra, later_rules(*ends).defence_extra) == (0, 0)
    after = struck(state, at("central_america"))
    assert clash(after, "venezuela", "central_america") == Modifiers()
    assert clash(after, "brazil", "north_africa").attack_reward == 1, "that is another battle"
    assert struck(south(), at("central_america")) == south(), "without rewards there is nothing to remember"


# --- tanks


def with_tanks(**more: Any) -> BalanceState:
    """A position with tanks in Brazil."""
    settings: dict[str, Any] = {
        "options": WITH_TANKS, "tanks": tanks_at(brazil=2), "armies": {"brazil": 4, "peru": 6},
    }  # fmt: skip
    return south(**settings | more)


def code(reason: Reason | None) -> str:
    """Code of a refusal that there must be."""
    assert reason is not None
    assert reason.rule.startswith("balance-of-power ")
    return reason.code


def test_rule_62_five_armies_form_a_tank_and_one_must_remain() -> None:
    state = with_tanks()
    assert t.can_form(rules(WITH_TANKS), state) == BOARD.mask(["peru"])
    assert t.refuse_form(rules(WITH_TANKS), state, 0, FormTank("peru")) is None
    told: list[Event] = []
    after = t.form_tank(rules(WITH_TANKS), state, FormTank("peru"), told)
    assert (count(after, "peru"), after.tanks[at("peru")]) == (1, 1)
    assert told == [t.TankFormed(0, "peru")]


@pytest.mark.parametrize(
    ("space", "expected"),
    [("brazil", "tank.too_few"), ("siam", "space.not_yours"), ("atlantis", "space.unknown")],
)
def test_rule_62_refusals(space: str, expected: str) -> None:
    assert code(t.refuse_form(rules(WITH_TANKS), with_tanks(), 0, FormTank(space))) == expected


def test_rule_67_with_tanks_off_there_are_none() -> None:
    state = south()
    assert code(t.refuse_form(rules(), state, 0, FormTank("peru"))) == "tank.off"
    assert (t.can_form(rules(), state), t.with_tanks(state), t.tank_armies(rules(), state, 0)) == (0, 0, 0)
    assert t.lose_tanks(rules(), state, 3, 1, None) is state


def test_rule_65_a_tank_becomes_three_armies_again() -> None:
    ruled, state = rules(WITH_TANKS), with_tanks()
    assert t.refuse_disband(ruled, state, 0, DisbandTank("brazil")) is None
    told: list[Event] = []
    after = t.disband_tank(ruled, state, 0, DisbandTank("brazil"), told)
    assert (count(after, "brazil"), after.tanks[at("brazil")]) == (7, 1)
    assert told == [t.TankDisbanded(0, "brazil", 3)]
    assert code(t.refuse_disband(ruled, state, 0, DisbandTank("peru"))) == "tank.none"


def test_rule_65_tanks_fall_with_their_territory_and_enter_no_pile() -> None:
    state = with_tanks()
    told: list[Event] = []
    after = t.lose_tanks(rules(WITH_TANKS), state, at("brazil"), 0, told)
    assert (after.tanks[at("brazil")], after.piles, after.armies) == (0, state.piles, state.armies)
    assert told == [t.TanksLost(0, "brazil", 2)]


def test_rule_66_tanks_move_as_pieces_with_armies_or_without() -> None:
    ruled, state = rules(WITH_TANKS), with_tanks()
    move = MoveTanks("brazil", "argentina", 2, 3)
    assert t.refuse_move(ruled, state, 0, move) is None
    after = t.move_tanks(ruled, state, move, None)
    assert (count(after, "brazil"), count(after, "argentina")) == (1, 4)
    assert (after.tanks[at("brazil")], after.tanks[at("argentina")]) == (0, 2)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (MoveTanks("brazil", "siam", 1), "space.not_yours"),
        (MoveTanks("brazil", "brazil", 1), "tank.not_connected"),
        (MoveTanks("brazil", "peru", 3), "tank.count"),
        (MoveTanks("brazil", "peru", 0), "tank.count"),
        (MoveTanks("peru", "brazil", 1), "tank.count"),
        (MoveTanks("brazil", "peru", 1, 4), "tank.too_many"),
        (MoveTanks("brazil", "peru", 1, -1), "tank.too_many"),
    ],
)
def test_rule_66_refusals(move: MoveTanks, expected: str) -> None:
    assert code(t.refuse_move(rules(WITH_TANKS), with_tanks(), 0, move)) == expected


def test_rule_20_a_tank_counts_five_armies() -> None:
    assert t.tank_armies(rules(WITH_TANKS), with_tanks(), 0) == 10


# --- objectives


def collecting(**more: Any) -> BalanceState:
    """Seat 0 holds two continents, one of them conquered this turn, and there are objectives."""
    settings: dict[str, Any] = {
        "face_up": ("o01", "o07", "o10", "o06"),
        "began": BOARD.mask(SOUTH_AMERICA),
        "phase": "collect",
    }
    return position(*SOUTH_AMERICA, *AUSTRALIA, **settings | more)


def test_rule_58_what_is_reached_can_be_collected_and_is_not_replaced() -> None:
    state = collecting()
    assert c.collectable(rules(), state) == ("o07", "o10")
    told: list[Event] = []
    after = c.collect(rules(), state, Collect("o07"), told)
    assert (after.face_up, after.collected) == (("o01", "o10", "o06"), (("o07",), ()))
    assert told == [c.Collected(0, "o07")]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Collect("o01"), "collect.not_reached"), (Collect("o99"), "collect.unknown"),
        (Collect("o07", "brazil"), "collect.surplus"),
    ],
)  # fmt: skip
def test_rule_58_refusals(action: Collect, expected: str) -> None:
    assert code(c.refuse_collect(rules(), collecting(), 0, action)) == expected


def test_rule_58_a_collected_objective_is_taken() -> None:
    state = collecting(collected=(("o03",), ("o04",)))
    mine = c.refuse_collect(rules(), state, 0, Collect("o03"))
    theirs = c.refuse_collect(rules(), state, 0, Collect("o04"))
    assert mine is not None
    assert theirs is not None
    assert (mine.message, theirs.message) == (
        "You have collected that objective already.", "Seat 2 has collected that objective already.",
    )  # fmt: skip


def test_rule_58_not_reached_says_how_far() -> None:
    reason = c.refuse_collect(rules(), collecting(cities=BOARD.mask(["brazil", "peru"])), 0, Collect("o06"))
    assert reason is not None
    assert reason.message == "Not reached yet (25%): Control eight cities."
    assert reason.fix == ("Two continents", "A continent in one turn")


def test_rule_60_only_the_acting_seat_conquers() -> None:
    state = collecting()
    assert c.ground_of(state, 1).began == state.held[1]
    assert c.progress_of(rules(), state, 1, rules().objectives["o12"]) == 0.0


def test_rule_58_enemy_capitals_are_those_of_others() -> None:
    state = collecting(capitals=(at("brazil"), at("indonesia")))
    assert c.ground_of(state, 0).enemy_capitals == BOARD.mask(["indonesia"])
    assert c.ground_of(state, 1).enemy_capitals == BOARD.mask(["brazil"])


@pytest.mark.parametrize(
    ("collected", "capital", "wins"),
    [(3, "brazil", True), (2, "brazil", False), (3, "siam", False), (4, "brazil", True), (3, None, False)],
)
def test_rule_58_three_and_the_own_capital_win(collected: int, capital: str | None, *, wins: bool) -> None:
    place = -1 if capital is None else at(capital)
    state = collecting(collected=(("o01", "o02", "o03", "o04")[:collected], ()), capitals=(place, -1))
    assert (reached(rules(), state, 0) is not None) == wins


def test_rule_59_rewards_stay_with_their_collector() -> None:
    state = collecting(options=REWARDS, rewards=("airfield", "two_troops", "airfield", "guaranteed_card"))
    told: list[Event] = []
    after = c.collect(rules(REWARDS), state, Collect("o07"), told)
    assert (after.rewards, after.earned) == (("airfield", "airfield", "guaranteed_card"), (("two_troops",), ()))
    assert told == [c.Collected(0, "o07", "two_troops")]
    assert draft_of(rules(REWARDS), after, 0) == draft_of(rules(REWARDS), state, 0) + 2


def test_rule_59_an_airfield_as_reward_needs_a_place() -> None:
    state = collecting(options=REWARDS, rewards=("two_troops", "airfield", "attack_die", "guaranteed_card"))
    for space in (None, "siam", "atlantis"):
        assert code(c.refuse_collect(rules(REWARDS), state, 0, Collect("o07", space))) == "collect.airfield"
    assert c.refuse_collect(rules(REWARDS), state, 0, Collect("o07", "peru")) is None
    told: list[Event] = []
    after = c.collect(rules(REWARDS), state, Collect("o07", "peru"), told)
    assert after.airfields == BOARD.mask(["peru"])
    assert told[1:] == [AirfieldBuilt(0, "peru")]
    full = replace(state, airfields=BOARD.everything)
    assert c.refuse_collect(rules(REWARDS), full, 0, Collect("o07")) is None, "there is no room for one more"


def test_rule_59_what_rewards_bring_in_a_turn() -> None:
    state = collecting(options=REWARDS, earned=(("additional_maneuver", "starting_maneuver", "guaranteed_card"), ()))
    assert (c.maneuvers(state), c.starts_with_maneuver(state), c.earns_card(state)) == (2, True, True)
    other = replace(state, seat=1)
    assert (c.maneuvers(other), c.starts_with_maneuver(other), c.earns_card(other)) == (1, False, False)
    assert c.earns_card(replace(other, conquered=True))
    assert c.maneuvers(collecting()) == 1


def test_rule_35_objectives_go_to_the_conqueror_and_rewards_do_not() -> None:
    state = collecting(options=REWARDS, collected=(("o03",), ("o04", "o05")), earned=((), ("attack_die",)))
    told: list[Event] = []
    after = c.seize_objectives(state, 1, told)
    assert (after.collected, after.earned) == ((("o03", "o04", "o05"), ()), ((), ()))
    assert told == [c.ObjectivesSeized(0, 1, ("o04", "o05"))]
    dropped = c.drop_objectives(state, 1)
    assert (dropped.collected, dropped.earned) == ((("o03",), ()), ((), ()))
    assert c.seize_objectives(after, 1, None) == after


# --- draft


def test_rule_55_territories_cities_continents_and_capitals() -> None:
    state = collecting(cities=BOARD.mask(["brazil", "peru", "siam"]), capitals=(at("siam"), at("peru")))
    assert capitals_held(state, 0) == 1
    assert draft_of(rules(), state, 0) == (8 + 2) // 3 + 2 + 2 + 1


def test_rule_55_the_minimum_is_of_territories_and_cities() -> None:
    assert draft_of(rules(), position(*SOUTH_AMERICA), 0) == 3 + 2


def test_rule_55_up_where_chosen() -> None:
    up = PRESETS["two-player"].__class__(rounding="up")
    state = collecting(options=up, cities=BOARD.mask(["brazil", "peru"]))
    assert draft_of(rules(up), state, 0) == draft_of(rules(), replace(state, options=TWO), 0) + 1


# --- words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (t.TankFormed(0, "peru"), "Ann forms a tank in Peru."),
        (t.TankDisbanded(1, "peru", 3), "Ben turns a tank in Peru back into 3 armies."),
        (t.TanksMoved(0, "peru", "brazil", 1, 2), "Ann moves 1 tank and 2 armies from Peru to Brazil."),
        (t.TanksMoved(0, "peru", "brazil", 2), "Ann moves 2 tanks from Peru to Brazil."),
        (t.TanksLost(1, "peru", 1), "1 tank of Ben in Peru is destroyed."),
        (c.Collected(0, "o07"), 'Ann collects the objective "Two continents".'),
        (
            c.Collected(0, "o07", "two_troops"),
            'Ann collects the objective "Two continents". Reward: Get two more armies with each draft.',
        ),
        (
            c.ObjectivesSeized(0, 1, ("o01", "o05")),
            'Ann takes over "Asia" and "An enemy capital" from Ben.',
        ),
        (AirfieldBuilt(0, "peru"), "Ann builds an airfield in Peru."),
    ],
)
def test_events_are_told(event: Event, words: str) -> None:
    assert SENTENCES[type(event)](event, WORDS) == words

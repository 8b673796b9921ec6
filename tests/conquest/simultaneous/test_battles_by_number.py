"""Battles of several sides, by the numbers of the digest (`lotr-risk M07-M14`) and of its vectors (`lotr-risk 7`)."""

from itertools import permutations
from random import Random

import pytest

from wartable.games.conquest.simultaneous.aims import neutral_targets, refusal, withdrawal_refusal
from wartable.games.conquest.simultaneous.battle import (
    Battle,
    Side,
    Targets,
    aimed,
    begun,
    bounced,
    defence_cap,
    lost,
    remaining,
    without,
)
from wartable.games.conquest.simultaneous.rounds import Round, duels, settled, strikes

D, A, B, C = range(4)
NEUTRAL = -1


def battle(*units: int, bonus: dict[int, int] | None = None, stayed: bool = True, by_units: bool = False) -> Battle:
    """A battle of the seats 0, 1, 2..; the first stayed unless it is said that nobody did."""
    sides = [
        Side(player, count, (bonus or {}).get(player, 0), stayed=stayed and player == 0)
        for player, count in enumerate(units)
    ]
    return begun(sides, cap_by_units=by_units)


def fought(fight: Battle, targets: dict[int, Targets], *faces: tuple[int, ...]) -> Round:
    for player, aims in targets.items():
        assert refusal(fight, player, aims) is None
    return settled(fight, targets, faces)


def left(fight: Battle) -> dict[int, int]:
    return {side.player: side.units for side in fight.sides}


def rule_of(fight: Battle, player: int, dice: dict[int, int], bonus: int | None = None) -> str | None:
    reason = refusal(fight, player, aimed(dice, bonus))
    return reason.rule if reason else None


# --- M07: the defender's dice


@pytest.mark.parametrize(
    ("units", "attackers", "dice"),
    [
        *((1, 1, 1), (3, 1, 2)),
        *((1, 2, 2), (3, 2, 4), (4, 2, 4), (5, 2, 4)),
        *((2, 3, 2), (4, 3, 4), (5, 3, 6), (6, 3, 6), (7, 4, 8)),
    ],
)
def test_m07_dice_of_the_defender_by_units_and_attackers(units: int, attackers: int, dice: int) -> None:
    assert defence_cap(units, attackers) == dice


@pytest.mark.parametrize(("units", "attackers", "dice"), [(1, 2, 1), (3, 2, 3), (5, 3, 5), (4, 2, 4), (6, 3, 6)])
def test_m07_the_option_leaves_out_dice_beyond_the_units(units: int, attackers: int, dice: int) -> None:
    assert defence_cap(units, attackers, by_units=True) == dice


def test_m07_more_dice_than_the_cap_are_refused_with_the_number_that_is_right() -> None:
    reason = refusal(battle(4, 5, 3), D, aimed({A: 3, B: 2}))
    assert reason is not None
    assert reason.rule == "lotr-risk M07"
    assert reason.message == "With 4 units against 2 attackers you have 4 dice, not 5."


# --- M08, M09, M03: who may aim at whom


def test_m08_each_attacker_that_is_answered_gets_two_dice_or_one_gets_all() -> None:
    fight = battle(4, 5, 3)
    assert rule_of(fight, D, {A: 3, B: 1}) == "lotr-risk M08"
    assert rule_of(fight, D, {A: 2, B: 2}) is None
    assert rule_of(fight, D, {A: 4}) is None
    assert rule_of(fight, D, {A: 2}) is None
    assert rule_of(fight, D, {}) is None
    assert rule_of(fight, D, {A: 1}) == "lotr-risk M08"


def test_m08_a_single_die_goes_to_one_where_it_is_all_there_is() -> None:
    assert rule_of(battle(1, 5, 3, by_units=True), D, {B: 1}) is None
    assert rule_of(battle(1, 5), D, {A: 1}) is None


def test_m09_attackers_have_a_die_for_each_unit_up_to_three_and_may_aim_any_at_each_other() -> None:
    fight = battle(4, 5, 2)
    assert rule_of(fight, A, {D: 2, B: 1}) is None
    assert rule_of(fight, A, {B: 3}) is None
    assert rule_of(fight, A, {D: 2, B: 2}) == "lotr-risk M09"
    assert rule_of(fight, B, {D: 3}) == "lotr-risk M09"
    assert rule_of(fight, B, {D: 1, A: 1}) is None


def test_m09_nobody_aims_at_themselves_or_at_who_is_not_there() -> None:
    fight = battle(4, 5, 2)
    assert rule_of(fight, A, {A: 3}) == "lotr-risk M09"
    assert rule_of(fight, A, {C: 3}) == "lotr-risk M09"
    assert rule_of(fight, A, {D: -1}) == "lotr-risk M09"
    reason = refusal(fight, A, aimed({C: 3}), "risk")
    assert reason is not None
    assert (reason.message, reason.rule) == ("Seat 4 is not here. Aim at seat 1 and seat 3.", "risk M09")


def test_m06_only_who_is_in_the_battle_names_targets() -> None:
    assert rule_of(battle(4, 5), C, {D: 1}) == "lotr-risk M06"


def test_m03_attackers_must_attack() -> None:
    assert rule_of(battle(4, 5, 3), A, {}) == "lotr-risk M03"


# --- M10: a round


def test_m10_the_vector_of_three_sides() -> None:
    fight = battle(4, 5, 3)
    targets = {D: aimed({A: 2, B: 2}), A: aimed({B: 3}), B: aimed({D: 3})}
    result = fought(fight, targets, (5, 2, 6, 2, 1))
    assert left(result.after) == {D: 3, A: 3}
    assert [(each.player, each.target, each.hits) for each in result.strikes] == [(D, A, 2), (A, B, 3)]
    assert dict(result.losses) == {D: 1, A: 2, B: 3}


def test_m10_an_attacker_nobody_answers_hits_with_every_die() -> None:
    targets = {D: aimed({A: 4}), A: aimed({D: 3}), B: aimed({D: 3})}
    result = fought(battle(4, 5, 3), targets, (5, 5, 2, 1, 6, 4, 3))
    assert left(result.after) == {A: 4, B: 3}
    assert result.after.defender is None


def test_m10_an_attacker_may_split_his_dice() -> None:
    targets = {D: aimed({A: 4}), A: aimed({D: 2, B: 1}), B: aimed({D: 3})}
    result = fought(battle(4, 5, 3), targets, (6, 6, 1, 1, 6, 5))
    assert left(result.after) == {D: 1, A: 3, B: 2}


def test_m10_who_dies_still_hits_in_that_round() -> None:
    targets = {D: aimed({B: 2}), A: aimed({D: 3}), B: aimed({D: 1})}
    result = fought(battle(2, 3, 1), targets, (3, 1, 2))
    assert left(result.after) == {A: 3}
    assert result.after.over


def test_m10_ties_are_the_defenders_and_between_attackers_cost_nobody() -> None:
    one = fought(battle(2, 3), {D: aimed({A: 2}), A: aimed({D: 3})}, (4, 3, 4, 3, 1))
    assert dict(one.losses) == {D: 0, A: 2}
    targets = {D: aimed({A: 2}), A: aimed({B: 3}), B: aimed({A: 3})}
    two = fought(battle(4, 5, 3), targets, (6, 4, 2, 6, 5, 2))
    assert dict(two.losses) == {D: 0, A: 1 + 2, B: 0}


def test_l76_everybody_may_die_in_one_round() -> None:
    targets = {D: aimed({A: 2}), A: aimed({B: 1}), B: aimed({D: 1})}
    result = fought(battle(1, 1, 1), targets)
    assert result.after.sides == ()
    assert result.after.acting is None
    assert result.after.over


def test_m10_the_dice_must_be_those_of_the_duels() -> None:
    with pytest.raises(ValueError, match=r"\[5\]"):
        settled(battle(2, 3), {D: aimed({A: 2}), A: aimed({D: 3})}, [(1, 2)])


def test_results_do_not_depend_on_the_order_of_players() -> None:
    random = Random(8)
    for _ in range(200):
        units = {player: random.randint(1, 6) for player in range(4)}
        fights = [begun([Side(p, units[p], 1, stayed=p == D) for p in order]) for order in permutations(range(4))]
        targets = {D: neutral_targets(fights[0], D)}
        for player in (A, B, C):
            others = [other for other in range(4) if other != player]
            targets[player] = aimed({random.choice(others): fights[0].cap(player)}, None)
        rolled = {frozenset((p, q)): {p: _roll(random), q: _roll(random)} for p in range(4) for q in range(p)}
        ends = set()
        for fight in fights:
            faces = []
            for duel in duels(fight, targets):
                pair = rolled[frozenset((duel.first, duel.second))]
                faces.append((*pair[duel.first][: duel.first_dice], *pair[duel.second][: duel.second_dice]))
            result = settled(fight, targets, faces)
            assert sum(units.values()) == sum(count for _, count in result.losses) + sum(left(result.after).values())
            ends.add(tuple(sorted(left(result.after).items())))
        assert len(ends) == 1


def _roll(random: Random) -> tuple[int, ...]:
    return tuple(random.randint(1, 6) for _ in range(8))


# --- M11: attackers only


def test_m11_the_strongest_acts_first_then_the_next_and_round_again() -> None:
    fight = battle(2, 5, 3, stayed=False)
    seen = []
    for _ in range(4):
        seen.append(fight.acting)
        fight = lost(fight, {})
    assert seen == [1, 2, 0, 1]
    assert fight.round == 5


def test_m11_equal_strength_goes_by_turn_order() -> None:
    assert begun([Side(2, 3), Side(1, 3)]).acting == 2
    assert begun([Side(1, 3), Side(2, 3)]).acting == 1


def test_m11_the_first_round_of_three_attackers() -> None:
    fight = battle(5, 3, 2, stayed=False)
    assert (fight.cap(0), fight.cap(1), fight.cap(2)) == (4, 3, 2)
    targets = {0: aimed({1: 2, 2: 2}), 1: aimed({0: 3}), 2: aimed({0: 2})}
    result = fought(fight, targets, (5, 3, 5, 4, 1), (4, 4, 6, 2))
    assert left(result.after) == {0: 3, 1: 2, 2: 1}
    assert (result.after.acting, result.after.round) == (1, 2)


def test_m11_who_is_gone_is_skipped() -> None:
    targets = {0: aimed({1: 4}), 1: aimed({0: 3}), 2: aimed({0: 2})}
    result = fought(battle(5, 3, 2, stayed=False), targets, (6, 6, 6, 1, 5, 5, 5))
    assert left(result.after) == {0: 3, 2: 2}
    assert result.after.acting == 2


def test_m11_the_order_is_that_of_the_start_whatever_falls_later() -> None:
    fight = lost(lost(battle(5, 4, 3, stayed=False), {0: 4}), {1: 3})
    assert fight.acting == 2
    assert lost(fight, {}).acting == 0


def test_l75_without_the_defender_the_strength_of_that_moment_decides() -> None:
    fight = lost(battle(2, 5, 4), {0: 2, 1: 3})
    assert (fight.order, fight.acting, fight.over) == ((2, 1), 2, False)
    assert lost(battle(2, 5), {0: 2}).over


# --- M12: withdrawal


def test_m12_nobody_withdraws_before_a_full_round_and_the_defender_never() -> None:
    fight = battle(3, 3)
    early, later = withdrawal_refusal(fight, A), lost(fight, {A: 2})
    assert early is not None
    assert early.rule == "lotr-risk M12"
    assert withdrawal_refusal(later, A) is None
    for player in (D, B):
        reason = withdrawal_refusal(later, player)
        assert reason is not None
        assert reason.rule == "lotr-risk M12"


def test_m12_the_rest_fight_on_without_those_who_withdrew() -> None:
    fight = lost(battle(5, 4, 3, stayed=False), {})
    assert without(fight, [1]).acting == 2
    assert without(fight, [0]).acting == 1
    assert without(fight, [0, 1, 2]).sides == ()
    assert without(lost(battle(3, 2, 1), {}), [A]).acting == D


# --- M13: the simple bounce


@pytest.mark.parametrize(
    ("forces", "going_on"),
    [((5, 3), (2, 0)), ((5, 3, 2), (2, 0, 0)), ((4, 4, 1), (0, 0, 0)), ((3,), (3,)), ((1, 6, 2, 2), (0, 4, 0, 0))],
)
def test_m13_what_a_bounce_leaves(forces: tuple[int, ...], going_on: tuple[int, ...]) -> None:
    back = bounced(dict(enumerate(forces)))
    assert tuple(units - back[player] for player, units in enumerate(forces)) == going_on


def test_m13_takes_one_unit_of_each_at_a_time() -> None:
    random = Random(13)
    for _ in range(300):
        forces = {player: random.randint(1, 9) for player in range(random.randint(1, 5))}
        left_over = dict(forces)
        while sum(units > 0 for units in left_over.values()) > 1:
            left_over = {player: max(0, units - 1) for player, units in left_over.items()}
        assert {player: units - left_over[player] for player, units in forces.items()} == bounced(forces)


# --- M14: leaders and strongholds


def test_m14_the_bonus_goes_to_the_group_that_is_named() -> None:
    targets = {D: aimed({A: 2, B: 2}, bonus=A), A: aimed({D: 3}), B: aimed({D: 3})}
    result = fought(battle(4, 3, 3, bonus={D: 1}), targets, (5, 4, 6, 2, 1), (5, 4, 6, 2, 1))
    assert left(result.after) == {D: 3, A: 1, B: 2}


def test_m14_leader_and_stronghold_add_two_to_one_die() -> None:
    targets = {D: aimed({A: 2}, bonus=A), A: aimed({D: 3})}
    result = fought(battle(2, 3, bonus={D: 2}), targets, (4, 1, 6, 2, 2))
    assert left(result.after) == {D: 1, A: 2}


def test_m14_the_bonus_may_go_against_another_attacker() -> None:
    targets = {D: aimed({A: 4}), A: aimed({B: 3}, bonus=B), B: aimed({A: 3})}
    result = fought(battle(4, 5, 3, bonus={A: 1}), targets, (5, 4, 2, 5, 5, 3))
    assert left(result.after) == {D: 4, B: 2}


def test_m14_a_bonus_on_a_group_that_is_not_answered_is_void() -> None:
    targets = {D: aimed({B: 4}), A: aimed({D: 3}, bonus=D), B: aimed({D: 3})}
    result = fought(battle(4, 5, 3, bonus={A: 1}), targets, (6, 6, 6, 1, 5, 5, 5))
    assert left(result.after) == {D: 1, A: 5}


def test_m14_a_bonus_must_be_there_and_go_to_a_group_with_dice() -> None:
    assert rule_of(battle(4, 5, 3), A, {D: 3}, D) == "lotr-risk M14"
    assert rule_of(battle(4, 5, 3, bonus={A: 1}), A, {D: 3}, B) == "lotr-risk M14"
    assert rule_of(battle(4, 5, 3, bonus={A: 1}), A, {D: 3}, D) is None


def test_the_combat_vectors_of_the_digest() -> None:
    attack = {D: aimed({A: 2}, bonus=A), A: aimed({D: 3}, bonus=D)}
    one = fought(battle(2, 3, bonus={D: 1, A: 1}), attack, (6, 5, 6, 4, 2))
    assert dict(one.losses) == {D: 0, A: 2}
    two = fought(battle(2, 3, bonus={D: 2}), {D: attack[D], A: aimed({D: 3})}, (5, 5, 6, 6, 1))
    assert dict(two.losses) == {D: 1, A: 1}


# --- neutral armies, sources, shapes


@pytest.mark.parametrize(
    ("units", "attackers", "dice"),
    [
        (4, (3, 5), {0: 2, 1: 2}),
        (2, (3, 5), {1: 2}),
        (2, (4, 4), {0: 2}),
        (3, (2,), {0: 2}),
        (1, (2,), {0: 1}),
        (5, (1, 2, 3), {0: 2, 1: 2, 2: 2}),
    ],
)
def test_l77_the_neutral_army_aims_two_at_each_from_the_strongest_on(
    units: int, attackers: tuple[int, ...], dice: dict[int, int]
) -> None:
    sides = [Side(seat, count) for seat, count in enumerate(attackers)]
    fight = begun([*sides, Side(NEUTRAL, units, 1, stayed=True)])
    targets = neutral_targets(fight, NEUTRAL)
    assert dict(targets.dice) == dice
    assert targets.bonus == max(dice, key=lambda seat: (attackers[seat], -seat))
    assert refusal(fight, NEUTRAL, targets) is None


def test_l77_its_odd_die_joins_the_first_group() -> None:
    sides = [Side(0, 3), Side(1, 5), Side(2, 4), Side(NEUTRAL, 5, stayed=True)]
    fight = begun(sides, cap_by_units=True)
    assert dict(neutral_targets(fight, NEUTRAL).dice) == {1: 3, 2: 2}
    assert refusal(fight, NEUTRAL, neutral_targets(fight, NEUTRAL)) is None
    one = begun([Side(0, 3), Side(1, 5), Side(NEUTRAL, 1, stayed=True)], cap_by_units=True)
    assert dict(neutral_targets(one, NEUTRAL).dice) == {1: 1}


def test_l73_losses_come_from_the_last_source_first() -> None:
    assert remaining({"dunland": 3, "gap_of_rohan": 2}, 3) == {"dunland": 2, "gap_of_rohan": 0}
    assert remaining({"dunland": 3}, 9) == {"dunland": 0}


def test_a_battle_is_refused_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="one side"):
        begun([Side(1, 2), Side(1, 2)])
    with pytest.raises(ValueError, match="at least one unit"):
        begun([Side(1, 0)])
    with pytest.raises(ValueError, match="at most one"):
        begun([Side(1, 1, stayed=True), Side(2, 1, stayed=True)])
    with pytest.raises(KeyError):
        battle(1, 1).side(5)


def test_strikes_and_duels_share_out_all_dice() -> None:
    fight = battle(6, 3, 3, 3)
    targets = {D: aimed({A: 2, B: 4}), A: aimed({D: 1, B: 2}), B: aimed({A: 3}), C: aimed({D: 3})}
    rolled = sum(duel.dice for duel in duels(fight, targets))
    assert rolled + sum(strike.hits for strike in strikes(fight, targets)) == sum(one.total for one in targets.values())

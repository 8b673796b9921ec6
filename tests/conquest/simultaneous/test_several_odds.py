"""Odds of battles of several sides, against every face of every die and against the odds of two sides."""

from collections import defaultdict
from itertools import product

import pytest

from wartable.games.conquest.simultaneous.battle import Battle, Side, Targets, aimed, begun
from wartable.games.conquest.simultaneous.odds import next_battles, round_odds, straight, whole_odds
from wartable.games.conquest.simultaneous.rounds import TargetsOf, duels, settled
from wartable.odds import Battle as Pair
from wartable.odds import DiceRules, battle_odds

D, A, B, C = range(4)


def battle(*units: int, bonus: dict[int, int] | None = None, stayed: bool = True) -> Battle:
    return begun([Side(at, n, (bonus or {}).get(at, 0), stayed=stayed and at == 0) for at, n in enumerate(units)])


def enumerated(fight: Battle, targets: TargetsOf) -> dict[tuple[int, ...], float]:
    """Settle the round for every face of every die."""
    fights = duels(fight, targets)
    counts: defaultdict[tuple[int, ...], int] = defaultdict(int)
    dice = [duel.dice for duel in fights]
    for faces in product(range(1, 7), repeat=sum(dice)):
        rolled = [faces[sum(dice[:at]) : sum(dice[: at + 1])] for at in range(len(dice))]
        counts[tuple(loss.units for loss in settled(fight, targets, rolled).losses)] += 1
    return {losses: count / 6 ** sum(dice) for losses, count in counts.items()}


@pytest.mark.parametrize(
    ("fight", "targets"),
    [
        (battle(2, 3), {D: aimed({A: 2}), A: aimed({D: 3})}),
        (battle(1, 3, bonus={D: 2, A: 1}), {D: aimed({A: 1}, A), A: aimed({D: 3}, D)}),
        (battle(4, 5, 3), {D: aimed({A: 2, B: 2}), A: aimed({B: 3}), B: aimed({D: 3})}),
        (battle(4, 5, 3), {D: aimed({A: 2}), A: aimed({D: 1, B: 1}), B: aimed({A: 2, D: 1})}),
        (battle(3, 1, 1), {D: aimed({A: 2, B: 2}), A: aimed({D: 1}), B: aimed({D: 1})}),
        (
            battle(3, 3, 3, stayed=False, bonus={1: 1, 2: 1}),
            {0: aimed({1: 2}), 1: aimed({2: 2}, 2), 2: aimed({1: 2}, 1)},
        ),
        (battle(3, 2, 1), {D: aimed({A: 4}), A: aimed({D: 2}), B: aimed({A: 1})}),
    ],
)
def test_the_losses_of_a_round_are_those_of_every_face_of_every_die(fight: Battle, targets: dict[int, Targets]) -> None:
    odds = round_odds(fight, targets)
    assert odds.chances == pytest.approx(enumerated(fight, targets), abs=1e-12)
    assert sum(odds.chances.values()) == pytest.approx(1)
    mean = sum(losses[0] * chance for losses, chance in odds.chances.items())
    assert odds.expected(0) == pytest.approx(mean)


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 2), (5, 5), (9, 6), (2, 8)])
@pytest.mark.parametrize(("leader", "stronghold"), [(0, 0), (1, 0), (0, 1), (1, 2)])
def test_two_sides_have_the_odds_of_the_classic_battle(
    attackers: int, defenders: int, leader: int, stronghold: int
) -> None:
    rules = DiceRules(attack_bonus=leader, defence_bonus=stronghold)
    classic = battle_odds(Pair(attackers, defenders, rules=rules))
    odds = whole_odds(battle(defenders, attackers, bonus={A: leader, D: stronghold}))
    assert odds.share(A).wins == pytest.approx(classic.conquered, abs=1e-12)
    assert odds.share(A).units == pytest.approx(attackers - classic.attacker_losses, abs=1e-12)
    assert odds.share(D).units == pytest.approx(defenders - classic.defender_losses, abs=1e-12)
    assert odds.rounds == pytest.approx(classic.expected_rolls, abs=1e-12)
    assert odds.nobody == 0


def played_out(fight: Battle, chance: float, ends: defaultdict[tuple[tuple[int, int], ...], float]) -> None:
    """Follow every loss of every round to the end, by enumeration."""
    if fight.over:
        ends[tuple((side.player, side.units) for side in fight.sides)] += chance
        return
    targets = straight(fight)
    counts: defaultdict[Battle, int] = defaultdict(int)
    fights = duels(fight, targets)
    dice = [duel.dice for duel in fights]
    for faces in product(range(1, 7), repeat=sum(dice)):
        rolled = [faces[sum(dice[:at]) : sum(dice[: at + 1])] for at in range(len(dice))]
        counts[settled(fight, targets, rolled).after] += 1
    for left, count in counts.items():
        played_out(left, chance * count / 6 ** sum(dice), ends)


@pytest.mark.parametrize("fight", [battle(2, 1, 1), battle(2, 2, 1), battle(1, 2, 2), battle(2, 1, 2, stayed=False)])
def test_a_whole_battle_of_three_is_that_of_every_face_of_every_round(fight: Battle) -> None:
    ends: defaultdict[tuple[tuple[int, int], ...], float] = defaultdict(float)
    played_out(fight, 1.0, ends)
    odds = whole_odds(fight)
    found = {((end.player, end.units),) if end.player is not None else (): end.chance for end in odds.ends}
    assert found == pytest.approx(ends, abs=1e-12)


def test_the_first_round_may_have_targets_of_its_own() -> None:
    fight = battle(4, 5, 3)
    targets = {D: aimed({A: 2, B: 2}), A: aimed({B: 3}), B: aimed({D: 3})}
    odds = whole_odds(fight, targets)
    later = next_battles(fight, targets)
    assert odds.share(B).wins == 0
    expected = sum(chance * whole_odds(left).share(A).wins for left, chance in later.items())
    assert odds.share(A).wins == pytest.approx(expected, abs=1e-12)
    assert odds.share(A).wins + odds.share(D).wins + odds.nobody == pytest.approx(1)


def test_all_may_fall_together() -> None:
    odds = whole_odds(battle(1, 1, 1), {D: aimed({A: 2}), A: aimed({B: 1}), B: aimed({D: 1})})
    assert odds.nobody == 1
    assert odds.rounds == 1


def test_large_battles_add_up() -> None:
    odds = whole_odds(battle(25, 30, 28))
    assert sum(share.wins for share in odds.shares) + odds.nobody == pytest.approx(1, abs=1e-12)
    with pytest.raises(KeyError):
        odds.share(C)


def test_a_policy_that_may_never_end_is_refused() -> None:
    def shy(_: Battle) -> dict[int, Targets]:
        return {D: aimed({}), A: aimed({B: 1}), B: aimed({A: 1})}

    with pytest.raises(ValueError, match="never end"):
        whole_odds(battle(4, 5, 3), policy=shy)


def test_more_units_never_win_less() -> None:
    chances = [whole_odds(battle(4, units, 4)).share(A).wins for units in range(1, 9)]
    assert chances == sorted(chances)

"""The exact odds of attacks with leaders, strongholds and cards in force."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from wartable.engine.chance import Roll, Rolled
from wartable.engine.values import CHANCE, Forecast, Seat
from wartable.games.conquest.core.tasks import Attacking
from wartable.games.conquest.lotr.actions import LotrAttack
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import InForce, LotrState, Standing
from wartable.games.conquest.lotr.tasks import Stage


def position(attackers: int, defenders: int, **fields: object) -> LotrState:
    """Return a position of two in which Gap of Rohan attacks Fangorn, where Isengard stands."""
    state = next(found for found, _, _ in positions(started("trilogy", 2), Random(1)) if not found.pools)
    index = LOTR_RISK.rules(state).board.index
    mine = 1 << index["gap_of_rohan"]
    armies = [1] * len(state.armies)
    armies[index["gap_of_rohan"]], armies[index["fangorn"]] = attackers, defenders
    everything = (1 << len(armies)) - 1
    return replace(
        state,
        agenda=(Attacking(Seat(0)), Stage(Seat(0), 1)),
        seat=0,
        held=(mine, everything & ~mine),
        armies=tuple(armies),
        pieces=((0,) * len(armies),),
        **fields,
    )


def led(state: LotrState, *spaces: str) -> LotrState:
    """Return the position with leaders in territories."""
    index = LOTR_RISK.rules(state).board.index
    stand = {index[space] for space in spaces}
    return replace(state, pieces=(tuple(int(space in stand) for space in range(len(state.armies))),))


def foretold(state: LotrState, *, leader: bool = False, dice: int = 3, until: int | None = None) -> Forecast:
    """Return the odds of the attack."""
    found = LOTR_RISK.forecast(state, Seat(0), LotrAttack("gap_of_rohan", "fangorn", dice, until, leader))
    assert found is not None
    return found


def won(state: LotrState, action: LotrAttack, seed: int) -> bool:
    """Play an attack to its end with random dice, and say whether the target fell."""
    rng = Random(seed)
    target = LOTR_RISK.rules(state).board.index[action.target]
    after = LOTR_RISK.advance(state, Seat(0), action)
    while LOTR_RISK.to_act(after) == (CHANCE,):
        request = LOTR_RISK.request(after)
        assert isinstance(request, Roll)
        faces = tuple(1 + rng.randrange(each) for each in request.dice)
        after = LOTR_RISK.advance(after, CHANCE, Rolled(faces))
    return bool(after.held[0] >> target & 1)


def test_one_die_against_one_with_and_without_bonuses() -> None:
    """lotr-risk T31, lotr-risk 1.2.2: a stronghold and leaders add one each to the one die."""
    plain = position(2, 1)
    chance = {(-1): 10 / 36, 0: 15 / 36, (-2): 6 / 36}  # the attacker's die plus this must be above the other
    assert foretold(plain, dice=1).chance == pytest.approx(chance[-1])
    assert foretold(led(plain, "gap_of_rohan"), dice=1, leader=True).chance == pytest.approx(chance[0])
    assert foretold(led(plain, "fangorn"), dice=1).chance == pytest.approx(chance[-2])
    assert foretold(led(plain, "gap_of_rohan"), dice=1).chance == pytest.approx(chance[-1])


def test_cards_in_force_for_the_attack_count() -> None:
    """lotr-risk card:siege_machines, lotr-risk card:black_sails, lotr-risk T33."""
    state = position(2, 1)
    index = LOTR_RISK.rules(state).board.index
    pair = index["gap_of_rohan"], index["fangorn"]
    bare = replace(state, assault=Standing(*pair, bare=True))
    assert foretold(bare, dice=1).chance == pytest.approx(15 / 36)
    lifted = replace(state, assault=Standing(*pair, lift=1))
    assert foretold(lifted, dice=1).chance == pytest.approx(15 / 36)
    declared = replace(led(state, "gap_of_rohan"), declared=1 << pair[0])
    assert foretold(declared, dice=1, leader=True).chance == pytest.approx(10 / 36)


def test_odds_to_the_end_are_those_of_many_attacks() -> None:
    state = led(position(9, 4), "gap_of_rohan", "fangorn")
    action = LotrAttack("gap_of_rohan", "fangorn", 3, 1, leader=True)
    odds = LOTR_RISK.forecast(state, Seat(0), action)
    assert odds is not None
    wins = sum(won(state, action, seed) for seed in range(2_000)) / 2_000
    assert wins == pytest.approx(odds.chance, abs=0.04)


def test_what_bears_on_the_dice_is_named() -> None:
    state = led(position(4, 2), "gap_of_rohan", "fangorn")
    assert foretold(state, leader=True, dice=2).chips == (
        "2 attack dice",
        "leader attacks",
        "leader defends",
        "stronghold",
    )


def test_corsairs_cut_the_force_before_the_odds() -> None:
    """lotr-risk L36."""
    state = position(2, 1)
    index = LOTR_RISK.rules(state).board.index
    one = index["mithlond"]
    armies = tuple(6 if space == one else count for space, count in enumerate(state.armies))
    mine = 1 << one
    everything = (1 << len(armies)) - 1
    sea = replace(state, armies=armies, held=(mine, everything & ~mine), in_force=(InForce("corsairs_of_umbar", 1, 0),))
    odds = LOTR_RISK.forecast(sea, Seat(0), LotrAttack("mithlond", "forodwaith", 3, 1))
    free = LOTR_RISK.forecast(replace(sea, in_force=()), Seat(0), LotrAttack("mithlond", "forodwaith", 3, 1))
    few = tuple(3 if space == one else count for space, count in enumerate(armies))
    cut = LOTR_RISK.forecast(replace(sea, in_force=(), armies=few), Seat(0), LotrAttack("mithlond", "forodwaith", 2, 1))
    assert odds is not None
    assert free is not None
    assert cut is not None
    assert odds.chance == pytest.approx(cut.chance)
    assert odds.chance < free.chance

"""The dice of an attack, with all that modifies them in the position: terrain, sites, tanks, purchases."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from wartable.board.compiled import CompiledBoard, bits
from wartable.games.conquest.balance.modifiers import (
    MOST_ATTACKERS,
    Modifiers,
    NearbyBonus,
    attack_bonus,
    defence_bonus,
    dice_rules,
)
from wartable.games.conquest.balance.sides import spaces_of
from wartable.games.conquest.balance.sites import sites_with
from wartable.games.conquest.balance.state import BalanceState
from wartable.odds import DiceRules

_CAP = {"none": None, "six": 6}


@lru_cache(maxsize=4096)
def rules_for(clash: Modifiers) -> DiceRules:
    """Return the dice of a roll, from memory where it was asked before."""
    return dice_rules(clash)


def clash_of(
    board: CompiledBoard, state: BalanceState, source: int, target: int, dice: int = MOST_ATTACKERS
) -> Modifiers:
    """Return what bears on the next roll from one space against another, `dice` armies being committed.

    The side that holds the source attacks. What was bought for attacks helps the acting seat alone, and never the
    neutral army that it may command.
    """
    attacker, defender = state.owner(source), state.owner(target)
    options, effects = state.options, state.effects
    own = attacker == state.seat
    ours, theirs = attack_support(board, state, attacker, source, target), support_of(board, state, defender, target)
    return Modifiers(
        dice=dice,
        rough=bool(state.rough >> target & 1),
        neutral=defender < 0,
        special_forces=own and effects.special_forces,
        attack_bought=effects.attack_dice if own else 0,
        defence_bought=effects.defence_of(defender),
        attack_reward=_reward(state, attacker, "attack_die", target),
        defence_reward=_reward(state, defender, "defense_die", target),
        protected=effects.recon if own and state.sites >> target & 1 else 0,
        ones=options.recon,
        attack_bonus=attack_bonus(ours, state.tanks[target] if state.tanks else 0),
        defence_bonus=defence_bonus(theirs),
        fortress=theirs.fortress and not theirs.airfields,
        third_pair=options.third_pair,
        cap=_CAP[options.die_cap],
    )


def battle_rules(
    board: CompiledBoard, state: BalanceState, source: int, target: int, dice: int = MOST_ATTACKERS
) -> DiceRules:
    """Return the dice of the next roll of an attack."""
    return rules_for(clash_of(board, state, source, target, dice))


def later_rules(
    board: CompiledBoard, state: BalanceState, source: int, target: int, dice: int = MOST_ATTACKERS
) -> DiceRules:
    """Return the dice of the rolls after the next one, in which no reward's die is rolled any more."""
    return rules_for(later_clash(board, state, source, target, dice))


def later_clash(
    board: CompiledBoard, state: BalanceState, source: int, target: int, dice: int = MOST_ATTACKERS
) -> Modifiers:
    """Return what bears on the rolls after the next one."""
    return replace(clash_of(board, state, source, target, dice), attack_reward=0, defence_reward=0)


def struck(state: BalanceState, target: int) -> BalanceState:
    """Remember a roll against a space, where rewards make the first one differ (`balance-of-power 59`)."""
    if not state.options.rewards or state.effects.struck >> target & 1:
        return state
    return replace(state, effects=replace(state.effects, struck=state.effects.struck | 1 << target))


def support_of(board: CompiledBoard, state: BalanceState, side: int, target: int) -> NearbyBonus:
    """Count a side's airfields and tanks in the battle's space and beside it: what helps a defender."""
    fortress = bool(sites_with(state, "fortress") >> target & 1)
    tanks = state.tanks
    if not state.airfields and not tanks:
        return _FORTRESS if fortress else _NONE
    reach = spaces_of(state, side) & (board.neighbour_masks[target] | 1 << target)
    return NearbyBonus((state.airfields & reach).bit_count(), _tanks_in(tanks, reach), fortress=fortress)


def attack_support(board: CompiledBoard, state: BalanceState, side: int, source: int, target: int) -> NearbyBonus:
    """Count what helps an attacker: tanks beside the source too, for an attack is conducted from there (rule 63)."""
    found = support_of(board, state, side, target)
    tanks = state.tanks
    if not tanks:
        return found
    near = board.neighbour_masks
    reach = spaces_of(state, side) & (near[target] | near[source])
    return NearbyBonus(found.airfields, _tanks_in(tanks, reach))


def _tanks_in(tanks: tuple[int, ...], mask: int) -> int:
    return sum([tanks[space] for space in bits(mask)]) if tanks else 0


_NONE, _FORTRESS = NearbyBonus(0, 0), NearbyBonus(0, 0, fortress=True)


def _reward(state: BalanceState, side: int, reward: str, target: int) -> int:
    """Return the die that a reward adds to the first roll against a space in a turn."""
    if not state.earned or side < 0 or state.effects.struck >> target & 1:
        return 0
    return state.earned[side].count(reward)

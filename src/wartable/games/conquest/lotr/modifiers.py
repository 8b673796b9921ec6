"""What leaders, strongholds and cards in force add to the dice of an attack."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.odds import DiceRules

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules


def battle_dice(
    rules: LotrRules, state: LotrState, source: int, target: int, *, leader: bool | None = None
) -> DiceRules:
    """Return the dice of an attack; `leader` says whether the own one takes part, None as the attack at hand says."""
    return with_bonuses(rules.plain, *bonuses(rules, state, source, target, leader=leader))


def bonuses(
    rules: LotrRules, state: LotrState, source: int, target: int, *, leader: bool | None = None
) -> tuple[int, int]:
    """Return what is added to the highest die of attacker and defender (`lotr-risk 1.2.2`, `lotr-risk T31`)."""
    standing, leaders, bonus = state.assault, state.pieces[LEADER], rules.options.leader_bonus
    lift, bare = 0, False
    if standing is not None and (standing.source, standing.target) == (source, target):
        lift, bare = standing.lift, standing.bare
        leader = standing.leader if leader is None else leader
    joined = (
        leader and leaders[source] and not state.declared >> source & 1
    )  # one declared for a mission only goes along
    attack = (bonus if joined else 0) + lift
    defence = bonus if leaders[target] else 0
    if rules.strongholds >> target & 1 and not bare:
        defence += rules.data.combat.stronghold
    return attack, defence


@lru_cache(maxsize=256)
def with_bonuses(plain: DiceRules, attack: int, defence: int) -> DiceRules:
    """Return the dice with these bonuses, the same object for the same ones."""
    return replace(plain, attack_bonus=attack, defence_bonus=defence) if attack or defence else plain

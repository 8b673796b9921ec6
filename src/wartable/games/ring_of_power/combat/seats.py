"""Who decides what in a combat: owners for their own figures, one commander for what a side decides together."""

from __future__ import annotations

from wartable.games.ring_of_power.combat.stage import Pairing, Stage
from wartable.games.ring_of_power.combat.values import Battle, Fighter


def owners(battle: Battle) -> tuple[tuple[int, int], ...]:
    """Return side and player of everybody who has figures in the combat, in the scenario's order."""
    present = {(fighter.side, fighter.owner) for fighter in battle.fighters}
    return tuple(
        (number, player)
        for number, side in enumerate(battle.sides)
        for player in side.players
        if (number, player) in present
    )


def commander(battle: Battle, side: int) -> int:
    """Return the player who deals out hits for a side: highest leadership, most engaged, scenario order (Q8)."""
    players = [player for number, player in owners(battle) if number == side]
    return max(players, key=lambda player: _rank(battle, side, player))


def _rank(battle: Battle, side: int, player: int) -> tuple[int, int]:
    own = [fighter for fighter in battle.fighters if fighter.side == side and fighter.owner == player]
    leads = max((fighter.leadership for fighter in own if fighter.character and not fighter.wounded), default=0)
    return leads, sum(fighter.engaged for fighter in own)


def in_combat(stage: Stage) -> tuple[Fighter, ...]:
    """Return the figures of forces that fight, those that evaded left out, by side and id; worked out once."""
    memory: dict[str, dict[tuple[Pairing, ...], tuple[Fighter, ...]]] = vars(stage.battle)
    known = memory.setdefault("in_combat", {})
    if stage.pairings not in known:
        known[stage.pairings] = _in_combat(stage)
    return known[stage.pairings]


def _in_combat(stage: Stage) -> tuple[Fighter, ...]:
    forces = {force for pairing in stage.pairings for force in pairing.forces}
    inside = (fighter for fighter in stage.battle.fighters if fighter.force in forces)
    return tuple(sorted(inside, key=lambda fighter: (fighter.side, fighter.id)))

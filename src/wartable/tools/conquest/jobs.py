"""Odds of battles as they are worked out for requests, here or in a process beside the server."""

from __future__ import annotations

from wartable.odds.battle import Battle, BattleOdds, battle_odds

_MANY_ARMIES = 400
_MANY_DICE = 4


def is_quick(battle: Battle) -> bool:
    """Whether the odds of a battle take a few milliseconds, so that a thread of the server may work them out."""
    dice = max(battle.rules.attack_dice + battle.rules.attack_extra, battle.rules.defence_most)
    return battle.attackers + battle.defenders <= _MANY_ARMIES and dice <= _MANY_DICE


def answer(wish: Battle) -> BattleOdds:
    """Return the odds of a battle. Large ones are not remembered: whoever asks keeps the answer."""
    return battle_odds(wish) if is_quick(wish) else battle_odds.__wrapped__(wish)

"""What a battle is worth to each side before its next round, if it then goes straight on to the end.

Small battles are worked out exactly. The armies of large ones are divided by a whole number and the result is read
between the small battles on either side, which is close enough to tell one choice of targets from another.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import product
from math import prod

from msgspec.structs import replace

from wartable.games.conquest.simultaneous.battle import Battle, lost, without
from wartable.games.conquest.simultaneous.odds import Share, steps, straight
from wartable.odds import Battle as Pair
from wartable.odds import BattleOdds, DiceRules, battle_odds

EXACT = 800
"""The most states of a battle of several sides that is worked out exactly: one more than its units, multiplied."""
PAIR = 100
"""The most units of a side in a battle of two that is worked out exactly; larger ones are scaled down to it."""
LONGEST = 60
"""The most units in all of such a battle: it is followed round by round."""


@lru_cache(maxsize=1 << 14)
def standing(battle: Battle) -> tuple[Share, ...]:
    """Return for each player in turn order the chance to be left alone, and the expected units left.

    The policy is `odds.straight`: all attackers at whoever defends; nobody withdraws.
    """
    if battle.over:
        return tuple(Share(side.player, 1.0, side.units) for side in battle.sides)
    if len(battle.sides) == 2 and battle.defender is not None:
        return _pair(battle)
    scale = _scale(battle)
    return _exact(replace(battle, round=1)) if scale == 1 else _between(battle, scale)


def is_exact(battle: Battle) -> bool:
    """Whether `standing` works a battle out exactly, and every battle that may follow from it."""
    return battle.over or _scale(battle) == 1 or (len(battle.sides) == 2 and battle.defender is not None)


def _pair(battle: Battle) -> tuple[Share, ...]:
    defender = next(side for side in battle.sides if side.stayed)
    attacker = next(side for side in battle.sides if not side.stayed)
    scale = max(1.0, max(defender.units, attacker.units) / PAIR)
    ours, theirs = max(1, round(attacker.units / scale)), max(1, round(defender.units / scale))
    odds = _pair_odds(ours, theirs, attacker.bonus, defender.bonus)
    left, held = (
        attacker.units * (1 - odds.attacker_losses / ours),
        defender.units * (1 - odds.defender_losses / theirs),
    )
    shares = {
        attacker.player: Share(attacker.player, odds.conquered, left),
        defender.player: Share(defender.player, 1.0 - odds.conquered, held),
    }
    return tuple(shares[player] for player in battle.players)


@lru_cache(maxsize=1 << 13)
def _pair_odds(attackers: int, defenders: int, leader: int, bonus: int) -> BattleOdds:
    return battle_odds(Pair(attackers, defenders, rules=DiceRules(attack_bonus=leader, defence_bonus=bonus)))


def _scale(battle: Battle) -> int:
    """Return the least number by which the units are divided so that few enough states are left."""
    most = max(side.units for side in battle.sides)

    def few(scale: int) -> bool:
        units = [-(-side.units // scale) for side in battle.sides]
        return scale == most or (prod(count + 1 for count in units) <= EXACT and sum(units) <= LONGEST)

    return 1 + bisect_left(range(1, most + 1), x=True, key=few)


def _exact(battle: Battle) -> tuple[Share, ...]:
    total = {player: [0.0, 0.0] for player in battle.players}
    for left, chance in steps(battle, straight):
        for share in standing(left):
            row = total[share.player]
            row[0] += chance * share.wins
            row[1] += chance * share.units
    return tuple(Share(player, wins, units) for player, (wins, units) in total.items())


def _between(battle: Battle, scale: int) -> tuple[Share, ...]:
    """Read between the battles of a size that `scale` divides, in proportion to the units in between."""
    parts = [divmod(side.units, scale) for side in battle.sides]
    choices = [[(low, 1 - over / scale), (low + 1, over / scale)] if over else [(low, 1.0)] for low, over in parts]
    total = {player: [0.0, 0.0] for player in battle.players}
    for corner in product(*choices):
        weight = prod(part for _, part in corner)
        for share in standing(_resized(battle, [units for units, _ in corner])):
            row = total[share.player]
            row[0] += weight * share.wins
            row[1] += weight * share.units * scale
    return tuple(Share(player, wins, units) for player, (wins, units) in total.items())


def _resized(battle: Battle, units: list[int]) -> Battle:
    """Return the same battle with other numbers of units; sides without any are gone."""
    sides = tuple(replace(side, units=max(1, count)) for side, count in zip(battle.sides, units, strict=True))
    gone = [side.player for side, count in zip(battle.sides, units, strict=True) if not count]
    fight = replace(battle, sides=sides, round=1)
    if battle.defender in gone:
        return replace(lost(fight, dict.fromkeys(gone, 1)), round=1)
    return without(fight, gone)

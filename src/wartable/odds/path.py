"""Odds of a campaign: one army fights its way through several territories and leaves one behind in each."""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

import msgspec

from wartable.odds.battle import MAX_ARMIES
from wartable.odds.errors import require, require_range
from wartable.odds.rules import PLAIN, DiceRules
from wartable.odds.sweep import sweep

Leg = tuple[int, DiceRules]
"""Defenders of one territory and the dice against it."""


class PathOdds(msgspec.Struct, frozen=True):
    """How far a campaign gets."""

    chance: float
    """Probability that every territory is conquered."""
    reached: tuple[float, ...]
    """Probability that at least the first 0, 1, 2, ... territories are conquered."""
    arriving: tuple[float, ...]
    """By number of armies (from 0): probability that the last territory falls and so many arrive in it."""
    expected_arriving: float
    """Expected number of armies arriving in the last territory, counting 0 when the campaign fails."""


def path_odds(attackers: int, defenders: Sequence[int], rules: DiceRules | Sequence[DiceRules] = PLAIN) -> PathOdds:
    """Return the odds of conquering the territories with these `defenders` one after the other.

    `attackers` may attack from the start (the one that stays behind there is not counted). All survivors
    move into each conquered territory; one stays there and the others attack the next. Every battle is
    fought to the end. `rules` are the dice of all battles, or one entry per territory. Beginnings of paths
    are remembered, so a search that lengthens a path pays for the new territory only.

    Raises `OddsError` for an empty path, armies outside 1 to `MAX_ARMIES`, or rules that do not fit the path.
    """
    require(len(defenders) > 0, "A path needs at least one territory.")
    require_range("attackers", attackers, 1, MAX_ARMIES)
    for armies in defenders:
        require_range("defenders of each territory", armies, 1, MAX_ARMIES)
    dice = [rules] * len(defenders) if isinstance(rules, DiceRules) else list(rules)
    fits = f"A path of {len(defenders)} territories needs as many rules, not {len(dice)}."
    require(len(dice) == len(defenders), fits)
    legs = tuple(zip(defenders, dice, strict=True))
    arriving = _arriving(attackers, legs)
    reached = [1.0, *(fsum(_arriving(attackers, legs[:n])) for n in range(1, len(legs) + 1))]
    mean = fsum(armies * chance for armies, chance in enumerate(arriving))
    return PathOdds(reached[-1], tuple(reached), arriving, mean)


@lru_cache(maxsize=1 << 15)
def _arriving(attackers: int, legs: tuple[Leg, ...]) -> tuple[float, ...]:
    """By number of armies arriving in the last territory of the legs: their probability."""
    defenders, rules = legs[-1]
    arriving = [0.0] * (attackers + 1)
    if len(legs) == 1:
        starts = {(attackers, defenders): 1.0}
    else:
        before = enumerate(_arriving(attackers, legs[:-1]))
        starts = {(armies - 1, defenders): chance for armies, chance in before if armies > 1 and chance}
    if starts:
        for (armies, left), chance in sweep(starts, 0, rules)[0].items():
            if not left:
                arriving[armies] += chance
    return tuple(arriving)

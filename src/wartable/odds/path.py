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
    if len(legs) == 1:
        able: Sequence[float] = (*(0.0,) * attackers, 1.0)
    else:
        able = (*_arriving(attackers, legs[:-1])[1:], 0.0)  # one stays behind
    return next_leg(able, *legs[-1])


def next_leg(able: Sequence[float], defenders: int, rules: DiceRules = PLAIN) -> tuple[float, ...]:
    """Return how many armies arrive in one more territory: by their number (from 0), the probability of that.

    `able` says by number of armies (from 0) how probable it is that so many may attack it, or enter it where there are
    no `defenders`. All survivors move in. Unlike `path_odds` this leaves it to the caller who stays behind.
    """
    if not defenders:
        return (0.0, *able[1:])
    arriving = [0.0] * len(able)
    starts = {(armies, defenders): chance for armies, chance in enumerate(able) if armies and chance}
    if starts:
        for (armies, left), chance in sweep(starts, 0, rules)[0].items():
            if not left:
                arriving[armies] += chance
    return tuple(arriving)

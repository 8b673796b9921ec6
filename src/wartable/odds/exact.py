"""The same battles in whole fractions: slow, for small armies, and beyond doubt."""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

from wartable.odds.dice import roll_between
from wartable.odds.errors import require_range
from wartable.odds.rules import PLAIN, DiceRules
from wartable.odds.sweep import settled

MAX_EXACT = 60
"""The most armies of one side; the fractions grow by four digits with every roll."""


@lru_cache(maxsize=64)
def exact_ends(attackers: int, defenders: int, rules: DiceRules = PLAIN) -> dict[tuple[int, int], Fraction]:
    """Return the exact probability of each end (attackers left, defenders left) of a fight to the end.

    Raises `OddsError` for armies outside 1 to `MAX_EXACT`.
    """
    require_range("attackers", attackers, 1, MAX_EXACT)
    require_range("defenders", defenders, 1, MAX_EXACT)
    chances: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    chances[attackers, defenders] = Fraction(1)
    for armies in range(attackers + defenders, 1, -1):
        for ours in range(max(1, armies - defenders), min(attackers + 1, armies)):
            chance = chances.pop((ours, armies - ours), None)
            if chance is not None:
                _roll(chances, ours, armies - ours, chance, rules)
    return dict(chances)


def _roll(
    chances: defaultdict[tuple[int, int], Fraction], ours: int, theirs: int, chance: Fraction, rules: DiceRules
) -> None:
    roll = roll_between(ours, theirs, rules)
    for o in roll.outcomes:
        end = settled(ours - o.attacker_losses, theirs - o.defender_losses)
        chances[end] += chance * Fraction(o.count, roll.total)


def exact_conquest(attackers: int, defenders: int, rules: DiceRules = PLAIN) -> Fraction:
    """Return the exact probability that these attackers, fighting to the end, leave no defender."""
    ends = exact_ends(attackers, defenders, rules)
    return sum((chance for (_, left), chance in ends.items() if not left), Fraction(0))

"""Dice and battles by sheer enumeration, sharing no code with the package."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from wartable.odds import DiceRules


def _value(hand: tuple[int, ...], bonus: int, cap: int | None) -> list[int]:
    dice = sorted(hand, reverse=True)
    dice[0] += bonus
    return dice if cap is None else [min(die, cap) for die in dice]


def _faces(dice: int, protected: int, ones: str) -> list[list[int]]:
    guarded = [2, 3, 4, 5, 6] if ones == "rerolled" else [2, 2, 3, 4, 5, 6]
    return [guarded if die < protected else [1, 2, 3, 4, 5, 6] for die in range(dice)]


@cache
def roll(attack: int, defence: int, rules: DiceRules) -> Counter[tuple[int, int]]:
    """Count (attacker losses, defender losses) over every single outcome of the dice."""
    pairs = min(attack, defence, rules.pairs or 99)
    found: Counter[tuple[int, int]] = Counter()
    for ours in product(*_faces(attack, rules.attack_protected, rules.ones)):
        mine = _value(ours, rules.attack_bonus, rules.cap)
        for theirs in product(*_faces(defence, rules.defence_protected, rules.ones)):
            other = _value(theirs, rules.defence_bonus, rules.cap)
            won = sum(mine[pair] > other[pair] for pair in range(pairs))
            found[pairs - won, won] += 1
    return found


def conquest(attackers: int, defenders: int, rules: DiceRules, stop: int = 0) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each end by plain recursion."""

    @cache
    def ends(ours: int, theirs: int) -> dict[tuple[int, int], Fraction]:
        if ours == theirs == 0:
            return {(0, 1): Fraction(1)}
        if ours <= stop or theirs == 0:
            return {(ours, theirs): Fraction(1)}
        committed, holding = min(ours, rules.attack_dice), min(theirs, rules.defence_dice)
        dice = max(holding, rules.defence_least) + rules.defence_extra
        counts = roll(committed + rules.attack_extra, dice, rules)
        total: Counter[tuple[int, int]] = Counter()
        for (lost, won), count in counts.items():
            after = ends(ours - min(lost, committed), theirs - min(won, holding))
            for end, chance in after.items():
                total[end] += chance * Fraction(count, counts.total())  # type: ignore[assignment]
        return dict(total)  # type: ignore[arg-type]

    return ends(attackers, defenders)

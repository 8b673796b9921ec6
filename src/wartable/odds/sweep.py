"""The Markov chain of a battle, carried forward over all states at once.

Every roll lowers the sum of both sides' armies, so the states are swept by falling sum (one diagonal of
the attackers-by-defenders board at a time). Where both sides have all their dice the roll is the same for
the whole diagonal, and a diagonal follows from an earlier one by one pass over a flat list; only the few
states at the rim, where dice are missing, are handled one by one. Nothing but the diagonals in flight is kept.
"""

from collections import defaultdict
from functools import lru_cache

from wartable.odds.dice import roll_between
from wartable.odds.rules import DiceRules

States = dict[tuple[int, int], float]
"""Probability of each (attackers, defenders)."""

Tap = tuple[int, int, float]
"""Attacker's losses, defender's losses, probability."""

Diagonals = list[list[float]]
"""For each sum of armies the probabilities by number of attackers; an empty list is a diagonal of zeros."""


@lru_cache(maxsize=4096)
def _taps(attackers: int, defenders: int, rules: DiceRules) -> tuple[Tap, ...]:
    roll = roll_between(attackers, defenders, rules)
    return tuple((o.attacker_losses, o.defender_losses, o.count / roll.total) for o in roll.outcomes)


def taps(attackers: int, defenders: int, rules: DiceRules) -> tuple[Tap, ...]:
    """Losses and probabilities of one roll between these armies."""
    return _taps(min(attackers, rules.attack_dice), min(defenders, rules.defence_dice), rules)


def step(states: States, stop: int, rules: DiceRules) -> States:
    """Return the states after one more roll wherever the battle is still on."""
    after: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (attackers, defenders), chance in states.items():
        if attackers <= stop or defenders == 0:
            after[attackers, defenders] += chance
            continue
        for lost, won, share in taps(attackers, defenders, rules):
            after[settled(attackers - lost, defenders - won)] += chance * share
    return dict(after)


def settled(attackers: int, defenders: int) -> tuple[int, int]:
    """Keep the defender's last army when both sides would lose their last one in the same roll.

    It can happen only with extra dice. A territory never stands empty, and ties are the defender's.
    """
    return (attackers, defenders) if attackers or defenders else (0, 1)


def sweep(starts: States, stop: int, rules: DiceRules) -> tuple[States, float]:
    """Fight on until the defenders are gone or at most `stop` attackers are left.

    Returns the end states and the expected number of rolls.
    """
    return _Sweep(starts, stop, rules).run()


class _Sweep:
    """The diagonals in flight and the end states found so far."""

    def __init__(self, starts: States, stop: int, rules: DiceRules) -> None:
        self.stop, self.rules = stop, rules
        self.most_attackers = max(attackers for attackers, _ in starts)
        self.most_defenders = max(defenders for _, defenders in starts)
        self.full_attack = max(rules.attack_dice, stop + 1)
        self.full = taps(rules.attack_dice, rules.defence_dice, rules)
        self.lowest_end = max(0, stop + 1 - rules.attack_dice)
        self.diagonals: Diagonals = [[] for _ in range(self.most_attackers + self.most_defenders + 1)]
        for (attackers, defenders), chance in starts.items():
            self.at(attackers + defenders)[attackers] += chance
        self.ends: defaultdict[tuple[int, int], float] = defaultdict(float)
        self.rolls = 0.0

    def at(self, armies: int) -> list[float]:
        """Return the diagonal of this sum of armies, made on first use."""
        diagonal = self.diagonals[armies]
        if not diagonal:
            diagonal = self.diagonals[armies] = [0.0] * (self.most_attackers + 1)
        return diagonal

    def run(self) -> tuple[States, float]:
        for armies in range(len(self.diagonals) - 1, -1, -1):
            diagonal = self.diagonals[armies]
            if diagonal:
                self.finish(armies, diagonal)
                self.roll_inside(armies, diagonal)
                self.roll_rim(armies, diagonal)
                self.diagonals[armies] = []
        return dict(self.ends), self.rolls

    def finish(self, armies: int, diagonal: list[float]) -> None:
        """Collect the states of this diagonal where nobody rolls any more."""
        if armies <= self.most_attackers and diagonal[armies]:
            self.ends[settled(armies, 0)] += diagonal[armies]
        for attackers in range(self.lowest_end, min(self.stop + 1, armies)):
            if diagonal[attackers]:
                self.ends[attackers, armies - attackers] += diagonal[attackers]

    def roll_inside(self, armies: int, diagonal: list[float]) -> None:
        """Roll in all states where both sides have all their dice, the whole diagonal in one go."""
        low = max(self.full_attack, armies - self.most_defenders)
        high = min(self.most_attackers, armies - self.rules.defence_dice)
        inside = diagonal[low : high + 1] if low <= high else []
        if not any(inside):
            return
        self.rolls += sum(inside)
        for lost, won, share in self.full:
            target, span = self.at(armies - lost - won), slice(low - lost, low - lost + len(inside))
            target[span] = [old + share * x for old, x in zip(target[span], inside, strict=True)]

    def roll_rim(self, armies: int, diagonal: list[float]) -> None:
        """Roll in the states where a side is short of dice, one by one."""
        few_attackers = range(self.stop + 1, min(self.full_attack, armies))
        short = max(self.full_attack, armies - self.rules.defence_dice + 1)
        few_defenders = range(short, min(self.most_attackers + 1, armies))
        for attackers in (*few_attackers, *few_defenders):
            chance = diagonal[attackers] if attackers <= self.most_attackers else 0.0
            if chance:
                self.rolls += chance
                for lost, won, share in taps(attackers, armies - attackers, self.rules):
                    self.at(armies - lost - won)[attackers - lost] += chance * share

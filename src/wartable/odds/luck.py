"""How lucky a player's dice were: losses against their exact expectation."""

from fractions import Fraction
from functools import lru_cache
from math import sqrt

import msgspec

from wartable.odds.dice import RollOdds, roll_odds
from wartable.odds.rules import PLAIN, DiceRules


class LossMoments(msgspec.Struct, frozen=True):
    """Mean losses of one roll in armies, and how far they scatter."""

    attacker: float
    """Expected armies the attacker loses."""
    defender: float
    """Expected armies the defender loses."""
    variance: float
    """Variance of (defender's losses minus attacker's losses), in armies squared."""


def expected_losses(
    attack_dice: int,
    defence_dice: int,
    rules: DiceRules = PLAIN,
    *,
    attackers: int | None = None,
    defenders: int | None = None,
) -> LossMoments:
    """Return what a roll of these dice costs both sides on average.

    `attackers` and `defenders` are the armies that can be lost at most, where they are fewer than the dice
    (one army defending with two dice). Raises `OddsError` for impossible numbers of dice.
    """
    ours = attack_dice if attackers is None else attackers
    theirs = defence_dice if defenders is None else defenders
    return _moments(roll_odds(attack_dice, defence_dice, rules).limited(ours, theirs))


@lru_cache(maxsize=1024)
def _moments(roll: RollOdds) -> LossMoments:
    attacker, defender = roll.expected()
    squares = sum((o.defender_losses - o.attacker_losses) ** 2 * o.count for o in roll.outcomes)
    variance = Fraction(squares, roll.total) - (defender - attacker) ** 2
    return LossMoments(float(attacker), float(defender), float(variance))


class DiceLuck(msgspec.Struct, frozen=True):
    """A player's dice so far. Start with `DiceLuck()` and add each roll the player took part in."""

    rolls: int = 0
    """Rolls, as attacker or as defender."""
    lost: int = 0
    """Armies lost."""
    expected_lost: float = 0.0
    """Armies that would have been lost on average."""
    killed: int = 0
    """Armies the opponents lost."""
    expected_killed: float = 0.0
    """Armies the opponents would have lost on average."""
    variance: float = 0.0
    """Variance of killed minus lost, in armies squared."""

    def plus(self, expected: LossMoments, attacker_losses: int, defender_losses: int, *, attacking: bool) -> "DiceLuck":
        """Return the luck after one more roll, seen from the attacker's or the defender's side."""
        lost, killed = attacker_losses, defender_losses
        mean_lost, mean_killed = expected.attacker, expected.defender
        if not attacking:
            lost, killed, mean_lost, mean_killed = killed, lost, mean_killed, mean_lost
        return DiceLuck(
            self.rolls + 1,
            self.lost + lost,
            self.expected_lost + mean_lost,
            self.killed + killed,
            self.expected_killed + mean_killed,
            self.variance + expected.variance,
        )

    @property
    def surplus(self) -> float:
        """Armies gained by luck: more killed and fewer lost than expected is above zero."""
        return (self.killed - self.expected_killed) - (self.lost - self.expected_lost)

    @property
    def deviations(self) -> float:
        """Surplus in standard deviations; 0.0 while nothing could have gone otherwise."""
        return self.surplus / sqrt(self.variance) if self.variance > 0 else 0.0

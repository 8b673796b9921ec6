"""Whole battles: the chance to conquer, who is left, and what it costs, exactly."""

from functools import lru_cache
from math import fsum

import msgspec

from wartable.odds.errors import require, require_range
from wartable.odds.rules import PLAIN, DiceRules
from wartable.odds.sweep import States, some_rolls, step, sweep

MAX_ARMIES = 100_000
"""The most armies of one side in a battle: half a minute of work, which grows with the armies to the power of 3/2."""


class Battle(msgspec.Struct, frozen=True, cache_hash=True):
    """A battle to be fought: armies, when the attacker stops, and the dice.

    Raises `OddsError` for armies outside 1 to `MAX_ARMIES`, a stop level that is not below the attackers,
    or a limit of rolls below one.
    """

    attackers: int
    """Armies that may attack; the one that has to stay behind is not counted."""
    defenders: int
    """Armies in the attacked territory."""
    stop: int = 0
    """The attacker stops as soon as at most so many attackers are left; 0 fights to the end."""
    rolls: int | None = None
    """The attacker stops after so many rolls at the latest; none for no limit."""
    rules: DiceRules = PLAIN
    """Dice of every roll."""
    first: DiceRules | None = None
    """Dice of the first roll, where it differs from the others."""

    def __post_init__(self) -> None:
        """Refuse battles that cannot be fought."""
        for side, armies in (("attackers", self.attackers), ("defenders", self.defenders)):
            require_range(side, armies, 1, MAX_ARMIES)
        require(self.stop >= 0, f"stop must be at least 0, not {self.stop}.")
        require(
            self.stop < self.attackers,
            f"stop must be below the {self.attackers} attackers, not {self.stop}: nobody would roll.",
        )
        require(self.rolls is None or self.rolls >= 1, f"rolls must be at least 1, not {self.rolls}.")


class BattleOdds(msgspec.Struct, frozen=True):
    """How a battle ends. All probabilities are of the whole: the three results add up to one."""

    battle: Battle
    conquered: float
    """Probability that no defender is left."""
    stopped: float
    """Probability that the attacker breaks off with attackers left, by stop level or limit of rolls."""
    repelled: float
    """Probability that no attacker is left."""
    attackers_left: tuple[float, ...]
    """By number of attackers left (from 0): probability of conquest with so many."""
    defenders_left: tuple[float, ...]
    """By number of defenders left (from 0, which is 0.0): probability that the defence holds with so many."""
    attacker_losses: float
    """Expected armies the attacker loses."""
    defender_losses: float
    """Expected armies the defender loses."""
    expected_rolls: float
    """Expected number of rolls."""
    ends: tuple[tuple[int, int, float], ...]
    """Every end state: attackers left, defenders left, probability."""


@lru_cache(maxsize=512)
def battle_odds(battle: Battle) -> BattleOdds:
    """Return the exact odds of a battle; the same battle is answered from memory.

    10,000 against 10,000 takes half a second of processor in plain Python. Floating point only: the three results add
    up to one within 3e-15, and in battles of hundreds a chance below 1e-15 means no more than that.
    """
    states: States = {(battle.attackers, battle.defenders): 1.0}
    done = 0
    if battle.first is not None:
        states, done = step(states, battle.stop, battle.first), 1
    if battle.rolls is None:
        ends, rolls = sweep(states, battle.stop, battle.rules)
    else:
        ends, rolls = some_rolls(states, battle.stop, battle.rules, battle.rolls - done)
    return _summary(battle, ends, rolls + done)


def _summary(battle: Battle, ends: States, rolls: float) -> BattleOdds:
    conquest, defence = [0.0] * (battle.attackers + 1), [0.0] * (battle.defenders + 1)
    stopped, attackers, defenders = [0.0], [0.0], [0.0]
    # The shares of a roll are rounded, and over thousands of rolls that adds up: the same for every end.
    whole = fsum(ends.values())
    ends = {end: chance / whole for end, chance in ends.items()}
    for (attackers_left, defenders_left), chance in ends.items():
        attackers.append(attackers_left * chance)
        defenders.append(defenders_left * chance)
        if defenders_left == 0:
            conquest[attackers_left] += chance
            continue
        defence[defenders_left] += chance
        if attackers_left:
            stopped.append(chance)
    return BattleOdds(
        battle=battle,
        conquered=min(1.0, fsum(conquest)),
        stopped=min(1.0, fsum(stopped)),
        repelled=min(1.0, fsum(p for (a, d), p in ends.items() if not a and d)),
        attackers_left=tuple(conquest),
        defenders_left=tuple(defence),
        attacker_losses=battle.attackers - fsum(attackers),
        defender_losses=battle.defenders - fsum(defenders),
        expected_rolls=rolls,
        ends=tuple((a, d, p) for (a, d), p in sorted(ends.items())),
    )

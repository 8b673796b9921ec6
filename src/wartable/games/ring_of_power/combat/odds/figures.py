"""The law of what becomes of one figure from the hits it gets (5.6, step 2)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import TypeAlias

from wartable.games.ring_of_power.combat.chances import save_chance, terrifies
from wartable.games.ring_of_power.combat.fates import fate_of
from wartable.games.ring_of_power.combat.lines import Stance
from wartable.games.ring_of_power.combat.values import Fate

Outcome: TypeAlias = tuple[Fate, int]
"""What became of a figure, and the wounds it has left."""
Kinds: TypeAlias = tuple[tuple[str, ...], ...]


def fail_chance(stance: Stance, tags: tuple[str, ...]) -> Fraction:
    """Return the chance that a figure does not save a hit with these tags."""
    return 1 - save_chance(stance.target(tags), stance.defence_reroll, terror=terrifies(tags))


@lru_cache(maxsize=65536)
def figure_law(stance: Stance, kinds: Kinds, hits: tuple[int, ...]) -> tuple[tuple[Outcome, Fraction], ...]:
    """Return the law of a figure's outcome from the numbers of hits of each kind.

    More failures of a kind than the figure has lives change nothing, so they are counted together.
    """
    lives = stance.wounds + stance.riding
    laws = [_failures(count, fail_chance(stance, kind), lives) for kind, count in zip(kinds, hits, strict=True)]
    found: dict[Outcome, Fraction] = {}
    for failed in product(*laws):
        tags = [kind for kind, (count, _) in zip(kinds, failed, strict=True) for _ in range(count)]
        chance = Fraction(1)
        for _, part in failed:
            chance *= part
        outcome = fate_of(stance, tags)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return tuple((outcome, chance) for outcome, chance in found.items() if chance)


def _failures(count: int, fail: Fraction, lives: int) -> list[tuple[int, Fraction]]:
    """Return the law of the number of failures, everything from `lives` on in one."""
    few = [(k, comb(count, k) * fail**k * (1 - fail) ** (count - k)) for k in range(min(count + 1, lives))]
    rest = 1 - sum((chance for _, chance in few), Fraction(0))
    return [*few, (lives, rest)] if count >= lives else few

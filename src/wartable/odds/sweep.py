"""The Markov chain of a battle, carried forward over all states at once.

Every roll lowers the sum of both sides' armies, so the states are swept by falling sum (one diagonal of
the attackers-by-defenders board at a time). Where both sides have all their dice the roll is the same for
the whole diagonal, and a diagonal follows from an earlier one by one pass over a flat list; only the few
states at the rim, where dice are missing, are handled one by one. Nothing but the diagonals in flight is kept.

On a long diagonal nearly all probability lies in a band around the middle, some nine standard deviations to
either side. Its ends are cut where they fall below 1e-20, so the work grows with the armies to the power of
3/2 instead of 2. What is cut is together below 1e-15 for the largest battles.
"""

from collections import defaultdict
from functools import lru_cache

from wartable.odds.dice import roll_between
from wartable.odds.rules import DiceRules

States = dict[tuple[int, int], float]
"""Probability of each (attackers, defenders)."""

Tap = tuple[int, int, float]
"""Attacker's losses, defender's losses, probability."""

Band = tuple[int, list[float]]
"""Probabilities along a diagonal: the lowest number of attackers, and one value for each number from there on."""

Rim = defaultdict[int, defaultdict[int, float]]
"""Probabilities by sum of armies and number of attackers."""

_NOTHING: Band = (0, [])
_NOBODY: dict[int, float] = {}
_LEAST = 1e-40
"""States at the rim that are rarer are followed no further where rolls are counted."""
_CUT = 1e-20
"""Probabilities at the ends of a long diagonal that are left out."""
_LONG = 128
"""Shorter diagonals stay whole: they cost little, and rare ends of small battles keep all their digits."""


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


def some_rolls(starts: States, stop: int, rules: DiceRules, limit: int) -> tuple[States, float]:
    """Fight on for at most so many rolls; return where that ends and the expected number of rolls."""
    return _Sweep(starts, stop, rules).run_rolls(limit)


class _Sweep:
    """The diagonals in flight and the end states found so far.

    `inside` has the bands where both sides have all their dice, by sum of armies. `rim` has the other states, by sum
    of armies and attackers; from there no roll leads back inside.
    """

    def __init__(self, starts: States, stop: int, rules: DiceRules) -> None:
        self.stop, self.rules = stop, rules
        self.full_attack = max(rules.attack_dice, stop + 1)
        self.kernels = _kernels(taps(rules.attack_dice, rules.defence_dice, rules))
        self.inside: dict[int, Band] = {}
        self.rim: Rim = defaultdict(lambda: defaultdict(float))
        for (attackers, defenders), chance in starts.items():
            self.rim[attackers + defenders][attackers] += chance
        self.ends: defaultdict[tuple[int, int], float] = defaultdict(float)
        self.rolls = 0.0

    def run(self) -> tuple[States, float]:
        """Fight on to the end, diagonal by diagonal."""
        deepest = max(self.kernels)
        for armies in range(max(self.rim), -1, -1):
            band, few = self.split(armies, self.pulled(armies), self.rim.pop(armies, _NOBODY))
            if band[1]:
                self.rolls += sum(band[1])
                self.inside[armies] = band
            self.inside.pop(armies + deepest, None)
            self.roll_rim(armies, few, self.rim)
        return dict(self.ends), self.rolls

    def run_rolls(self, limit: int) -> tuple[States, float]:
        """Fight on roll by roll, over all diagonals at once."""
        for _ in range(limit):
            if not self.inside and not self.rim:
                break
            self.roll_all()
        for armies, (low, band) in self.inside.items():
            for attackers, chance in enumerate(band, low):
                self.ends[settled(attackers, armies - attackers)] += chance
        for armies, few in self.rim.items():
            for attackers, chance in few.items():
                self.ends[settled(attackers, armies - attackers)] += chance
        return dict(self.ends), self.rolls

    def roll_all(self) -> None:
        """Roll once wherever the battle is still on."""
        inside: dict[int, Band] = {}
        rim: Rim = defaultdict(lambda: defaultdict(float))
        for armies in {*self.inside, *self.rim}:
            band, few = self.split(armies, self.inside.get(armies, _NOTHING), self.rim.get(armies, {}))
            self.rolls += sum(band[1])
            for total, kernel in self.kernels.items() if any(band[1]) else ():
                inside[armies - total] = _added(inside.get(armies - total, _NOTHING), _rolled(band, kernel))
            self.roll_rim(armies, {attackers: chance for attackers, chance in few.items() if chance > _LEAST}, rim)
        self.inside, self.rim = inside, rim

    def pulled(self, armies: int) -> Band:
        """Return what rolls with all dice bring to a diagonal from those before it."""
        found = _NOTHING
        for total, kernel in self.kernels.items():
            before = self.inside.get(armies + total)
            if before is not None:
                rolled = _rolled(before, kernel)
                found = _added(found, rolled) if found[1] else rolled
        return found

    def split(self, armies: int, band: Band, few: dict[int, float]) -> tuple[Band, dict[int, float]]:
        """Part the states of a diagonal: those where both sides have all their dice, with the ends cut, and the rim."""
        first, last = self.full_attack, armies - self.rules.defence_dice
        rim: dict[int, float] = {}
        for attackers, chance in few.items():
            if first <= attackers <= last:
                band = _added(band, (attackers, [chance]))
            else:
                rim[attackers] = chance
        low, chances = band
        if first <= low and low + len(chances) <= last + 1:
            return _trimmed(low, chances), rim
        below = min(max(0, first - low), len(chances))
        above = min(max(below, last + 1 - low), len(chances))
        for attackers in (*range(below), *range(above, len(chances))):
            if chances[attackers]:
                rim[low + attackers] = rim.get(low + attackers, 0.0) + chances[attackers]
        return _trimmed(low + below, chances[below:above]), rim

    def roll_rim(self, armies: int, few: dict[int, float], rim: Rim) -> None:
        """Roll in the states where a side is short of dice, one by one; those where nobody rolls any more are ends."""
        for attackers, chance in few.items():
            defenders = armies - attackers
            if attackers <= self.stop or not defenders:
                self.ends[settled(attackers, defenders)] += chance
                continue
            self.rolls += chance
            for lost, won, share in taps(attackers, defenders, self.rules):
                rim[armies - lost - won][attackers - lost] += chance * share


def _kernels(full: tuple[Tap, ...]) -> dict[int, list[float]]:
    """Return the roll with all dice by the armies that fall: shares by attacker's losses from 0 on."""
    kernels: dict[int, list[float]] = {}
    for lost, won, share in full:
        kernel = kernels.setdefault(lost + won, [])
        kernel += [0.0] * (lost + 1 - len(kernel))
        kernel[lost] += share
    return kernels


def _rolled(inside: Band, kernel: list[float]) -> Band:
    """Return where one roll with all dice leads from a band."""
    low, band = inside
    most = len(kernel) - 1
    padded = [*[0.0] * most, *band, *[0.0] * most]
    if most == 2:
        none, one, two = kernel
        rolled = [none * x + one * y + two * z for x, y, z in zip(padded, padded[1:], padded[2:], strict=False)]
        return low - most, rolled
    rolled = [kernel[0] * x for x in padded[: len(band) + most]]
    for lost, share in enumerate(kernel[1:], 1):
        rolled = [old + share * x for old, x in zip(rolled, padded[lost:], strict=False)]
    return low - most, rolled


def _added(one: Band, other: Band) -> Band:
    """Return the sum of two bands."""
    (low, band), (other_low, more) = (one, other) if one[0] <= other[0] else (other, one)
    if not band or not more:
        return one if one[1] else other
    shift = other_low - low
    whole = [*band, *[0.0] * (shift + len(more) - len(band))]
    whole[shift : shift + len(more)] = [x + y for x, y in zip(whole[shift:], more, strict=False)]
    return low, whole


def _trimmed(low: int, band: list[float]) -> Band:
    """Return a band without ends that count for nothing; what is short stays as it is."""
    if len(band) <= _LONG:
        return low, band
    first = next((index for index, chance in enumerate(band) if chance > _CUT), len(band))
    last = next((index for index in range(len(band), first, -1) if band[index - 1] > _CUT), first)
    return low + first, band[first:last]

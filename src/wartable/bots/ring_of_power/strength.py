"""What figures are worth in a fight, quickly: hits to be expected, how easily they fall, and who would win."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import Ability

MOST: Final = 45
"""Figures of one side that come to blows at once, about: the others stand too far behind."""
RIDER: Final = 0.6
"""A rider falls so much less easily: the first failure only dismounts him."""
HERO: Final = 2.0
"""Worth of a point of leadership or wizardry, in army figures."""


class Strength(NamedTuple):
    """What figures can do together: their number, hits in a round, the chance that a hit fells one, leadership."""

    number: int = 0
    hits: float = 0.0
    hurt: float = 0.0
    lead: int = 0

    def plus(self, other: Strength) -> Strength:
        """Return two together."""
        number = self.number + other.number
        hurt = (self.hurt * self.number + other.hurt * other.number) / number if number else 0.0
        return Strength(number, self.hits + other.hits, hurt, max(self.lead, other.lead))

    def share(self, part: float) -> Strength:
        """Return a part of them, under the same leader."""
        return self._replace(number=round(part * self.number), hits=part * self.hits)


NOBODY: Final = Strength()


@lru_cache(maxsize=8192)
def blow(world: World, unit: str, crew: int, *, mounted: bool, walls: bool) -> tuple[float, float]:
    """Return the hits that a figure scores in a round, and the chance that a hit fells it."""
    kind = world.units[unit]
    profile = kind.profile(mounted=mounted and not walls)
    abilities = [one for one in map(world.charts.abilities.__getitem__, kind.abilities) if holding(one)]
    dice = float(min(crew, kind.crew.max if kind.crew else crew) if profile.dice == "crew" else profile.dice)
    hit = _chance(profile.attack, sum(one.attack for one in abilities))
    if any(one.attack_reroll == "misses" for one in abilities):
        hit = 1 - (1 - hit) ** 2
    hit *= 1.2 if any(one.tag for one in abilities) else 1.0
    guard = sum(one.defence for one in abilities) + (world.constants.fortress_defence if walls else 0)
    missing = world.constants.missing_defence
    save = _chance(missing if profile.defence is None else profile.defence, guard)
    if any(one.defence_reroll for one in abilities):
        save = 1 - (1 - save) ** 2
    rides = mounted and not walls and kind.mounted is not None
    return dice * hit * (world.constants.fortress_dice if walls else 1), (1 - save) * (RIDER if rides else 1.0)


_COMMON: Final = {"", "open_target", "mounted_open_target"}


def _chance(target: int | None, bonus: int) -> float:
    """Return the chance of a die to come to a target, never better than 2 or more; a natural 6 hits."""
    if target is None or target - bonus > 6:
        return 0.0
    return (7 - max(2, target - bonus)) / 6


def strength_of(world: World, figures: Iterable[Figure], *, walls: bool = False, best: int = 0) -> Strength:
    """Return the strength of figures that can fight; `best`: a defence target that walls give by a special rule."""
    count, lead, hits, hurt = 0, 0, 0.0, 0.0
    for one in figures:
        if one.weapon:
            chart = world.charts.artillery[one.weapon]
            hits += 0.0 if one.broken or not chart.dice else chart.dice[-1] * _chance(chart.attack, 0)
            continue
        if not able(world, one):
            continue
        strikes, falls = blow(world, one.unit, one.crew, mounted=one.mounted, walls=walls)
        if best and walls:
            falls = min(falls, 1 - _chance(best, 0))
        count += 1
        hits += strikes
        hurt += falls
        lead = max(lead, world.leadership(one))
    return Strength(count, hits, hurt / count if count else 0.0, lead)


class Outlook(NamedTuple):
    """How a round is likely to end: the chance to win it, and figures lost on either side."""

    win: float
    own_loss: float
    other_loss: float


def outlook(own: Strength, other: Strength) -> Outlook:
    """Return how one round between two forces is likely to end, by a normal law for the difference of the scores."""
    if not other.number:
        return Outlook(1.0, 0.0, 0.0)
    if not own.number:
        return Outlook(0.0, 0.0, 0.0)
    kills, falls = _felled(own, other), _felled(other, own)
    lead = kills + own.lead - falls - other.lead
    spread = math.sqrt(kills + falls + 0.3)
    win = 0.5 * (1 + math.erf((lead - 0.25) / (spread * math.sqrt(2))))
    return Outlook(win, falls + (1 - win) * own.number / 10, kills + win * other.number / 10)


def prevail(own: Strength, other: Strength, rounds: int) -> float:
    """Return the chance to win a fight within some rounds, each after the losses of those before."""
    beaten = 1.0
    for _ in range(rounds):
        found = outlook(own, other)
        beaten *= 1 - found.win
        own, other = _reduced(own, found.own_loss), _reduced(other, found.other_loss)
        if not (own.number and other.number):
            break
    return 1 - beaten


def _reduced(one: Strength, loss: float) -> Strength:
    left = max(0.0, one.number - loss)
    return one._replace(number=round(left), hits=one.hits * left / one.number) if one.number else one


def _felled(one: Strength, other: Strength) -> float:
    """Return how many of `other` the blows of `one` fell; figures are not felled twice."""
    share = min(1.0, MOST / one.number) if one.number else 0.0
    blows = one.hits * share * other.hurt
    return other.number * (1 - math.exp(-blows / other.number))


@lru_cache(maxsize=8192)
def _worth(world: World, unit: str, leadership: int, wizardry: int, *, mounted: bool) -> float:
    strikes, falls = blow(world, unit, 3, mounted=mounted, walls=False)
    return 0.3 + strikes + 0.7 * (1 - falls) + HERO * 0.5 * (leadership + wizardry)


def worth(world: World, one: Figure) -> float:
    """Return what a figure is worth on the table, in army figures of the usual sort."""
    if one.weapon:
        return 1.5
    value = _worth(world, one.unit, world.leadership(one), world.wizardry(one), mounted=one.mounted)
    return value * 0.4 if one.wounded else value


def holding(ability: Ability) -> bool:
    """Whether an ability counts everywhere."""
    return not ability.where and ability.when in _COMMON

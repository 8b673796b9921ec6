"""The ring-bearer's way and the riders' hunt by chances: what both may do over some campaigns, weighed by each other.

Neither knows where the other is. Each in turn answers best to all that the other has tried so far, over and over; how
often each step was taken then is how likely it is to be taken now, so that nobody can foresee it (fictitious play).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from wartable.games.adjudication.routes import bits
from wartable.games.machiavelli.lotr.campaign import stood
from wartable.games.machiavelli.lotr.rules import LotrRules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.state import Place
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM, RIDERS
from wartable.games.ring_figures.realm import turns_to_doom
from wartable.games.ring_figures.tables import places_of, ways

FAR: Final = 99
"""Campaigns to Mount Doom from where it cannot be reached."""
NOWHERE: Final = -1
"""The number of no place."""
ROUNDS: Final = 40
"""How often each side answers the other."""
LATER: Final = 0.97
"""What an end is worth a campaign later."""
SEEN: Final = 0.1
"""What it costs the ring-bearer to be seen, in games."""
NEARER: Final = 0.02
"""What it is worth to be a campaign nearer to where the ring-bearer wants to be, in games."""
NOISE: Final = 1e-3
"""How much chance decides between ways that are as good as each other, in games."""
Chances: TypeAlias = list[float]
"""How likely a figure is in each place, by its number."""


class Stakes(NamedTuple):
    """What it is worth to a power, in games, that the ring-bearer comes to Mount Doom, and that it is caught.

    `wanted` is how many campaigns from Mount Doom the ring-bearer wants to be, where it does not come there.
    """

    doom: float
    caught: float
    wanted: int = 0


class Field:
    """The places, where hidden figures get to, and where the ring-bearer is seen when it comes.

    `doom` is the number of Mount Doom, or `NOWHERE` where the game does not end there.
    """

    def __init__(self, rules: LotrRules, state: LotrState) -> None:
        self.places = places_of(rules)
        ends = "doom" in rules.options.sudden_death
        self.doom = self.places.index(MOUNT_DOOM) if ends else NOWHERE
        self.ways = [tuple(bits(reach)) for reach in ways(rules, moving=True)]
        number = {place: index for index, place in enumerate(self.places)}
        self.next_to = [tuple(number[near] for near in rules.wild.get(place, ())) for place in self.places]
        self.shown = [place in stood(state.position) for place in self.places]
        campaigns = turns_to_doom(rules)
        self.away = [campaigns.get(place, FAR) for place in self.places]

    def meeting(self, riders: Sequence[float]) -> Chances:
        """Return for each place how likely the riders end with a ring-bearer there: next to it too where it is seen."""
        return [
            min(1.0, riders[place] + (sum(riders[near] for near in self.next_to[place]) if self.shown[place] else 0.0))
            for place in range(len(self.places))
        ]

    def likely(self, places: Sequence[int]) -> Chances:
        """Return how likely a figure is in each of some places: rather near to Mount Doom than far."""
        weights = {place: 1 / (1 + self.away[place]) for place in places}
        total = sum(weights.values()) or 1.0
        return [weights.get(place, 0.0) / total for place in range(len(self.places))]

    def known(self, place: int) -> Chances:
        """Return the chances of a figure that is in one place."""
        return [float(one == place) for one in range(len(self.places))]


class Course(NamedTuple):
    """Where a figure may be after each campaign, the first entry before the first, and who came to Mount Doom then."""

    at: list[Chances]
    arrived: Chances


def _mixed(mean: Course, one: Course, part: float) -> Course:
    """Return a mean of courses, of which one more is so great a part."""
    at = [_between(old, new, part) for old, new in zip(mean.at, one.at, strict=True)]
    return Course(at, _between(mean.arrived, one.arrived, part))


def _between(old: Chances, new: Chances, part: float) -> Chances:
    return [before + part * (after - before) for before, after in zip(old, new, strict=True)]


class Pursuit:
    """Both figures from where they may be, over so many campaigns."""

    def __init__(self, field: Field, campaigns: int, bearer: Chances, riders: Chances, rng: Random) -> None:
        self.field, self.campaigns, self.rng = field, campaigns, rng
        self.start = bearer, riders

    def answered(self, led: Stakes, hunting: Stakes) -> tuple[Chances, Chances]:
        """Return how likely each figure goes where in this campaign, by the stakes of who leads it."""
        nobody = [0.0] * (self.campaigns + 1)
        walks, hunts = (Course([start] * (self.campaigns + 1), nobody) for start in self.start)
        for number in range(1, ROUNDS + 1):
            part = 2 / (number + 1)  # the later, the more an answer counts: the first ones answer little
            walks = _mixed(walks, self._walked(hunts, led), part)
            hunts = _mixed(hunts, self._hunted(walks, hunting), part)
        first = list(walks.at[1])
        if self.field.doom != NOWHERE:
            first[self.field.doom] += walks.arrived[1]
        return first, hunts.at[1]

    def _noise(self) -> Chances:
        return [NOISE * self.rng.random() for _ in self.field.places]

    def _walked(self, hunts: Course, led: Stakes) -> Course:
        """Return the course of a ring-bearer that answers best to the mean of the riders' courses."""
        field, noise = self.field, self._noise()
        worth = [-NEARER * abs(min(away, FAR) - led.wanted) for away in field.away]
        steps: list[list[int]] = []
        for campaign in range(self.campaigns, 0, -1):
            met = field.meeting(hunts.at[campaign])
            after = [
                caught * led.caught + (1 - caught) * (led.doom if place == field.doom else LATER * worth[place])
                for place, caught in enumerate(met)
            ]
            stays = [one + chance for one, chance in zip(after, noise, strict=True)]
            comes = [one - SEEN * shown for one, shown in zip(stays, field.shown, strict=True)]
            best = [_goal(start, reach, stays, comes) for start, reach in enumerate(field.ways)]
            worth = [stays[end] if end == start else comes[end] for start, end in enumerate(best)]
            steps.append(best)
        return self._course(self.start[0], steps[::-1], ends=field.doom != NOWHERE)

    def _hunted(self, walks: Course, hunting: Stakes) -> Course:
        """Return the course of riders that answer best to the mean of the ring-bearer's courses."""
        field, noise = self.field, self._noise()
        worth = [0.0] * len(field.places)
        steps: list[list[int]] = []
        for campaign in range(self.campaigns, 0, -1):
            there = [chance * hunting.caught for chance in walks.at[campaign]]
            if field.doom != NOWHERE:
                there[field.doom] += (hunting.caught - hunting.doom) * walks.arrived[campaign]
            gain = [
                there[place] + sum(there[near] for near in field.next_to[place] if field.shown[near]) + noise[place]
                for place in range(len(there))
            ]
            total = [one + LATER * later for one, later in zip(gain, worth, strict=True)]
            best = [max(reach, key=total.__getitem__) for reach in field.ways]
            worth = [total[end] for end in best]
            steps.append(best)
        return self._course(self.start[1], steps[::-1], ends=False)

    def _course(self, start: Chances, steps: list[list[int]], *, ends: bool) -> Course:
        """Return where a figure is that takes those steps; where Mount Doom `ends` its way it is there no longer."""
        doom, at, arrived = self.field.doom, [start], [0.0]
        for best in steps:
            after = [0.0] * len(start)
            for place, chance in enumerate(at[-1]):
                if chance:
                    after[best[place]] += chance
            arrived.append(after[doom] if ends else 0.0)
            if ends:
                after[doom] = 0.0
            at.append(after)
        return Course(at, arrived)


def _goal(start: int, reach: Sequence[int], stays: Chances, comes: Chances) -> int:
    """Return where it is best to end: to stay, or to come to one of the places in reach."""
    best = max(reach, key=comes.__getitem__)
    return start if stays[start] >= comes[best] else best


class Hunt(NamedTuple):
    """A hunt over so many `campaigns`, with the stakes of who leads the ring-bearer, and those of Mordor."""

    rules: LotrRules
    state: LotrState
    campaigns: int
    led: Stakes
    hunting: Stakes

    def bearer_to(self, rng: Random) -> Place:
        """Draw where the ring-bearer goes, by what its leader knows of the black riders."""
        field = Field(self.rules, self.state)
        here, tables = field.places.index(self.state.position.figures[BEARER]), self.state.tables
        riders = field.likely(list(bits(tables.bearer[here])) if tables else [])
        walk, _ = Pursuit(field, self.campaigns, field.known(here), riders, rng).answered(self.led, self.hunting)
        return _drawn(field, walk, rng)

    def riders_to(self, rng: Random) -> Place:
        """Draw where the black riders go, by what Mordor knows of the ring-bearer."""
        field = Field(self.rules, self.state)
        here, tables = field.places.index(self.state.position.figures[RIDERS]), self.state.tables
        maybe = [place for place, riders in enumerate(tables.mordor) if riders] if tables else []
        bearer = field.likely(maybe)
        _, hunt = Pursuit(field, self.campaigns, bearer, field.known(here), rng).answered(self.led, self.hunting)
        return _drawn(field, hunt, rng)


def _drawn(field: Field, chances: Chances, rng: Random) -> Place:
    return rng.choices(field.places, chances)[0]

"""What a scenario makes a side want, read from its verdicts, rules and points: places, errands, foes to slay."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.vocabulary import conditions, effects

GRADE: Final = {"immediate": 1.0, "turn_start": 1.0, "time_out": 0.6}
"""What a verdict is worth by the time at which it is looked at."""
SLIGHT: Final = 0.04
"""What any place of the enemy is worth that no verdict speaks of."""
POINT: Final = 1 / 120
"""What a status point is worth."""


class Errand(msgspec.Struct, frozen=True):
    """Figures to bring to a place, `at_least` so many; `leave`: off the table there."""

    who: conditions.Who
    place: str
    at_least: int
    worth: float
    leave: bool = False


class Aims(msgspec.Struct, frozen=True, kw_only=True):
    """What a side wants: worth of each place to hold, errands, items of the enemy to seize, worth of all its foes."""

    hold: dict[str, float]
    errands: tuple[Errand, ...]
    seize: frozenset[str]
    stop: tuple[Errand, ...]
    """Errands of the enemy."""
    slay: float


@lru_cache(maxsize=64)
def aims_of(world: World, side: str) -> Aims:
    """Return what a side wants in a scenario."""
    found = _Reader(world, side)
    for verdict in world.scenario.victory:
        if verdict.winner and verdict.condition is not None:
            won = verdict.winner == side
            found.read(verdict.condition, GRADE[verdict.when], own=won, wanted=True)
    found.places()
    return Aims(
        hold=found.hold,
        errands=tuple(found.errands),
        seize=frozenset(found.seize),
        stop=tuple(found.stop),
        slay=found.slay,
    )


class _Reader:
    """Reads the verdicts of a scenario for one side."""

    def __init__(self, world: World, side: str) -> None:
        self.world = world
        self.side = side
        self.hold: dict[str, float] = {}
        self.errands: list[Errand] = []
        self.stop: list[Errand] = []
        self.seize: set[str] = set()
        self.slay = 0.3

    def read(self, condition: conditions.Condition, worth: float, *, own: bool, wanted: bool) -> None:
        """Take up one condition. `own`: it is for our victory; `wanted`: it must hold for that, not fail to."""
        match condition:
            case conditions.AllOf() | conditions.AnyOf():
                for inner in condition.of:
                    self.read(inner, worth, own=own, wanted=wanted)
            case conditions.Not():
                self.read(condition.of, worth, own=own, wanted=not wanted)
            case conditions.Held():
                # To hold it and to keep the enemy from it are both reasons to want it.
                self.want(condition.place, worth)
            case conditions.Bases():
                self._bases(condition, worth)
            case conditions.Figures():
                self._figures(condition, worth, own=own, wanted=wanted)
            case conditions.Left() if wanted:
                errands = self.errands if own else self.stop
                errands.append(Errand(condition.who, condition.by, condition.at_least, worth, leave=True))
            case conditions.Destroyed() if wanted:
                self._destroyed(condition, worth, own=own)
            case conditions.Status():
                self.slay = max(self.slay, worth)
            case _:
                pass

    def want(self, place: str, worth: float) -> None:
        """Want a place, whoever has it now."""
        self.hold[place] = max(self.hold.get(place, 0.0), worth)

    def _bases(self, one: conditions.Bases, worth: float) -> None:
        """Take bases of the enemy, or guard one's own."""
        for place in self.world.scenario.places:
            if place.base == one.of and place.id not in one.but:
                self.want(place.id, worth / max(one.at_least, 1))

    def _destroyed(self, one: conditions.Destroyed, worth: float, *, own: bool) -> None:
        """Do what the rule asks for that destroys an item."""
        for rule in self.world.scenario.rules:
            if rule.condition and any(_destroys(effect, one.item) for effect in effects_of(rule)):
                self.read(rule.condition, worth, own=own, wanted=True)

    def _figures(self, one: conditions.Figures, worth: float, *, own: bool, wanted: bool) -> None:
        """Slay foes to the last, seize what they hold, or bring figures to a place."""
        who = one.who
        ours = who.side == self.side or any(
            self.world.scenario.side_of.get(player) == self.side for player in who.player
        )
        if one.at_most is not None or not wanted:
            if own and who.side and who.side != self.side:
                self.slay = max(self.slay, worth)
            return
        if who.holds and own and (ours or who.inside):
            self.seize.add(who.holds)
        for place in who.inside:
            if place in self.world.scenario.place:
                (self.errands if ours or own else self.stop).append(Errand(who, place, one.at_least, worth))

    def places(self) -> None:
        """Add what status points are given for places, and a little for every place of an enemy."""
        for line in self.world.scenario.points:
            if line.feat in {"place_taken", "base_taken", "home_lost"}:
                for place in self.world.scenario.places:
                    if (place.id in line.places or not line.places) and (line.feat == "place_taken" or place.base):
                        self.hold[place.id] = self.hold.get(place.id, 0.0) + abs(line.points) * POINT
        for place in self.world.scenario.places:
            if place.kind != "edge":
                self.want(place.id, SLIGHT * (2 if place.owner or place.walled else 1))


def effects_of(rule: effects.SpecialRule) -> tuple[effects.Effect, ...]:
    """Return all effects that a rule may have."""
    return (*rule.then, *rule.otherwise, *(effect for row in rule.table for effect in row.effects))


def _destroys(effect: effects.Effect, item: str) -> bool:
    if isinstance(effect, effects.RollFor):
        return any(_destroys(inner, item) for inner in (*effect.then, *effect.otherwise))
    return isinstance(effect, effects.Destroy) and effect.item == item

"""Luck in a combat: what the dice did, less what was to be expected of them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from wartable.games.ring_of_power.combat.machine import begin_bout, resume
from wartable.games.ring_of_power.combat.odds.result import Chance, Odds, mean
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.combat.values import CASUALTIES


class Luck(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side's casualties in the blows, those expected, and the chance of so many or more."""

    side: int
    casualties: int
    expected: float
    as_bad: float

    @property
    def luck(self) -> float:
        """Casualties fewer than expected: positive is good luck."""
        return self.expected - self.casualties


def opening(stage: Stage) -> Stage | None:
    """Return a combat as it stood before its first attack dice, all decisions before them taken; None without any."""
    if not stage.pairings:
        return None
    unhurt = replace(stage, conditions=(), fought=(), bouts=(), dice=())
    return resume(begin_bout(unhurt, 0), Step.ATTACK)


def luck(before: Odds, stage: Stage) -> tuple[Luck, ...]:
    """Return each side's luck in a combat that is over, by its odds from before the dice."""
    return tuple(_side(before.sides[side].casualties, side, stage) for side in range(len(stage.battle.sides)))


def _side(law: tuple[Chance, ...], side: int, stage: Stage) -> Luck:
    own = (stage.by_id.get(f.id) for f in stage.battle.fighters if f.side == side)
    fallen = sum(condition is not None and condition.blow in CASUALTIES for condition in own)
    return Luck(side=side, casualties=fallen, expected=float(mean(law)), as_bad=float(sum(law[fallen:], start=0.0)))

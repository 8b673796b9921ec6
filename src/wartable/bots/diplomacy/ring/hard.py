"""The hard level of ring diplomacy: many plans of all powers, with strikes and guards, judged and learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.hard import OTHERS, OWN, drafts, think
from wartable.bots.diplomacy.judge import Orders
from wartable.bots.diplomacy.medium import BLUR
from wartable.bots.diplomacy.prospect import Prospect
from wartable.bots.diplomacy.ring.convoys import crossings
from wartable.bots.diplomacy.ring.dead import call
from wartable.bots.diplomacy.ring.judge import RingJudge
from wartable.bots.diplomacy.ring.player import RingPlan, RingPolicy
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.ring.strikes import Strike, guards, lurk, stay, strikes
from wartable.bots.diplomacy.worth import Worth
from wartable.bots.diplomacy.writing import plan_of
from wartable.games.adjudication.orders import MovementOrder
from wartable.games.diplomacy.ring.kinds import EAGLES, NAZGUL

STRIKES: Final = 4
"""Strikes that are weighed for the Nazgul, and guards against them for the Great Eagles."""
ALARM: Final = 0.3
"""Part of the centres that win from which a rival costs where the Ring may end the game at any time."""


class RingProspect(Prospect):
    """Weighs boards of a game that the Ring may end, so that whoever leads is to be feared early."""

    alarm = ALARM


class RingHard(RingPolicy):
    """Plays what does best against the likely plans of all others, figures included."""

    def plan(self, scene: RingScene, taken: int) -> RingPlan:
        """Draft for all powers, learn, choose, improve."""
        del taken
        rng = Random(scene.rng.random())
        worths = {power: Worth(scene.table, power) for power in scene.table.units}
        if scene.power not in worths:
            worths[scene.power] = Worth(scene.table, scene.power)
        able = strikes(scene)
        plans = {power: _plans(scene, worth, able, rng) for power, worth in worths.items()}
        weigh = RingProspect if scene.ring else Prospect
        prospects = {power: weigh(worth) for power, worth in worths.items()}
        parts = max(1, sum(power in scene.table.units for power in scene.team))
        thought = think(RingJudge(scene), prospects, plans, scene.power, rng, parts)
        return RingPlan(thought.plan, call(scene, thought.likely))


def _plans(scene: RingScene, worth: Worth, able: Sequence[Strike], rng: Random) -> list[Orders]:
    """Return plans of a power, each with an order of the figure that it leads."""
    power = worth.power
    if scene.idle(power):
        return [()]
    number = OWN if power == scene.power else OTHERS
    if power == "mordor" and NAZGUL in scene.figures:
        return _striking(scene, worth, able, number, rng)
    if EAGLES in scene.figures and power == scene.on.leads_eagles(scene.state.position):
        ways = [order for _, order in guards(scene, able)][:STRIKES] or [stay(EAGLES, scene.figures[EAGLES])]
        return _mixed(_drafts(worth, rng, number), ways)
    return _drafts(worth, rng, number)


def _drafts(worth: Worth, rng: Random, number: int) -> list[Orders]:
    """Return so many drafts, and one with each convoy that could be made."""
    able = crossings(worth.table, worth.power)
    return [*drafts(worth, rng, number), *(tuple(plan_of(Draft(worth, rng, BLUR, 0, one)).values()) for one in able)]


def _mixed(plans: Sequence[Orders], ways: Sequence[MovementOrder]) -> list[Orders]:
    """Return plans with one of several orders of a figure each, the plainest with every one."""
    first = [(*plans[0], way) for way in ways]
    return [*first, *((*plan, ways[number % len(ways)]) for number, plan in enumerate(plans[1:], 1))]


def _striking(scene: RingScene, worth: Worth, able: Sequence[Strike], number: int, rng: Random) -> list[Orders]:
    """Return plans of Mordor: the best strikes, each with drafts on the table that it leaves."""
    best = able[:STRIKES]
    if not best:
        return [(*plan, lurk(scene)) for plan in _drafts(worth, rng, number)]
    each = max(2, number // len(best))
    return [
        (*plan, strike.move)
        for strike in best
        for plan in _drafts(Worth(scene.table_with(strike.victim), worth.power), rng, each)
    ]

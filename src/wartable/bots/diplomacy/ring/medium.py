"""The medium level of ring diplomacy: one careful draft, after the Nazgul's strike if it makes one."""

from __future__ import annotations

from random import Random
from typing import Final

from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.medium import BLUR
from wartable.bots.diplomacy.ring.convoys import best_draft
from wartable.bots.diplomacy.ring.dead import call
from wartable.bots.diplomacy.ring.player import RingPlan, RingPolicy
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.ring.strikes import guard, lurk, strike, strikes
from wartable.bots.diplomacy.worth import Worth
from wartable.bots.diplomacy.writing import plan_of
from wartable.games.adjudication.orders import MovementOrder, Power
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.ring.kinds import NAZGUL

GUESSES: Final = 3
"""Drafts of the evil powers by which the Dead are called."""


class RingMedium(RingPolicy):
    """Goes for the best centres in reach with the help they need, and uses figures where they count most."""

    def plan(self, scene: RingScene, taken: int) -> RingPlan:
        """Draft once, on the table that the Nazgul's strike leaves."""
        victim = NOBODY
        figures: list[MovementOrder] = []
        if scene.is_mordor and NAZGUL in scene.figures:
            chosen = strike(scene, strikes(scene))
            victim = chosen.victim if chosen else NOBODY
            figures = [chosen.move if chosen else lurk(scene)]
        elif scene.leads_eagles:
            figures = [guard(scene, strikes(scene))]
        table = scene.table_with(victim)
        draft = best_draft(Worth(table, scene.power), scene.rng, BLUR, taken)
        return RingPlan([*plan_of(draft).values(), *figures], call(scene, _guesses(scene)))


def _guesses(scene: RingScene) -> list[dict[Power, tuple[MovementOrder, ...]]]:
    """Return what evil powers may order, if the Dead may be called."""
    if not scene.dead or scene.power != "gondor":
        return []
    evil = [power for power in scene.table.units if scene.on.side(power) == "evil"]
    rng = Random(scene.rng.random())
    return [
        {power: tuple(plan_of(Draft(Worth(scene.table, power), rng, BLUR)).values()) for power in evil}
        for _ in range(GUESSES)
    ]

"""The medium level: the best of several drafts against what the easy level would do on the other seats."""

from __future__ import annotations

from typing import Final

from wartable.bots.machiavelli.deals import spending
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.diplomats import watching
from wartable.bots.machiavelli.guesses import Neighbours, cleared, drafts
from wartable.bots.machiavelli.player import MachiavelliPolicy
from wartable.bots.machiavelli.polish import polish
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.trial import Trial
from wartable.games.machiavelli.play.actions import CampaignOrders

DRAFTS: Final = 6
"""Own drafts that are weighed."""
SAMPLES: Final = 2
"""Guesses of what the others write."""
POLISHING: Final = 24
"""Trials spent on improving the best of them."""


class MediumPolicy(MachiavelliPolicy):
    """Weighs drafts and then single expenses."""

    def campaign(self, scene: Scene) -> CampaignOrders:
        """Choose the best draft, then add the expenses that are worth their price, and diplomats."""
        neighbours = Neighbours(scene)
        samples = [neighbours.sample(scene.rng) for _ in range(SAMPLES)]
        desk = Desk(Trial(scene.rules, cleared(scene)), Prospect(scene), samples)
        plans = drafts(scene, scene.rng, DRAFTS)
        values = [desk.worth(plan) for plan in plans]
        action = polish(desk, plans[values.index(max(values))], POLISHING)
        return watching(scene, spending(desk, scene, action, wide=False))

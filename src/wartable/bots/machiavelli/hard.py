"""The hard level: all powers learn what to write against each other, and its own orders are improved one by one.

Searches end after a number of trials, not after a time, so that the same seed plays the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wartable.bots.machiavelli.deals import guarding, murdering, spending
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.guesses import Neighbours, cleared, drafts
from wartable.bots.machiavelli.player import MachiavelliPolicy
from wartable.bots.machiavelli.polish import polish
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.trial import Trial
from wartable.bots.matching import Learner, learn
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.state import Power

OWN: Final = 12
"""Own drafts."""
OTHERS: Final = 4
"""Drafts for each power near by."""
LEARNING: Final = 180
"""Trials spent on learning what the others write."""
POLISHING: Final = 500
"""Trials spent on improving the orders."""
LATER: Final = 160
"""Trials spent on that once more, when the money is settled."""
LEARNT: Final = 2
"""Sets of what the others have come to write that all is weighed against."""
SAMPLES: Final = 4
"""Guesses of what the others write, as the easy level would, that are weighed as well."""
FIRST: Final = 1.0
"""The regret of a power's plainest draft before anything is learnt, in cities."""


class HardPolicy(MachiavelliPolicy):
    """Writes what does best against the likely orders of all others."""

    def campaign(self, scene: Scene) -> CampaignOrders:
        """Draft for all powers near, learn, choose, improve, spend, improve again."""
        trial, prospect, neighbours = Trial(scene.rules, cleared(scene)), Prospect(scene), Neighbours(scene)
        players = {scene.power: Learner(drafts(scene, scene.rng, OWN), FIRST)}
        prospects = {scene.power: prospect}
        for power, other in neighbours.scenes.items():
            players[power] = Learner(drafts(other, scene.rng, OTHERS, spend=True), FIRST)
            prospects[power] = Prospect(other)

        def value(power: Power, played: Mapping[Power, CampaignOrders]) -> float:
            return prospects[power].value(trial.after(played))

        learnt = learn(players, value, scene.rng, LEARNING)[-LEARNT:]
        desk = Desk(trial, prospect, [*learnt, *(neighbours.sample(scene.rng) for _ in range(SAMPLES))])
        action = polish(desk, players[scene.power].best(), POLISHING)
        action = spending(desk, scene, action, wide=True)
        if action.expenses:
            action = polish(desk, action, LATER)
        action = murdering(desk, scene, action)
        return guarding(prospect, scene, action) if scene.rules.options.money else action

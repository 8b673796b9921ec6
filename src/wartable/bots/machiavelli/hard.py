"""The hard level: it foresees what each neighbour would write with some thought, and searches an answer to that.

Searches end after a number of trials, not after a time, so that the same seed plays the same game on every machine.
"""

from __future__ import annotations

from typing import Final

from wartable.bots.machiavelli.deals import spending
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.diplomats import watching
from wartable.bots.machiavelli.guards import guarding, murdering, shielding
from wartable.bots.machiavelli.guesses import Neighbours, cleared, drafts
from wartable.bots.machiavelli.player import MachiavelliPolicy
from wartable.bots.machiavelli.polish import polish
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.trial import Profile, Trial
from wartable.games.machiavelli.play.actions import CampaignOrders

OWN: Final = 10
"""Own drafts."""
STARTS: Final = 2
"""Drafts that are improved, to take the best."""
OTHERS: Final = 4
"""Drafts for each power near by."""
THOUGHT: Final = 18
"""Trials spent on improving the best of those."""
FORESEEN: Final = 2
"""Sets of what the others write with thought that all is weighed against."""
SAMPLES: Final = 2
"""Guesses of what the others write, as the easy level would, that are weighed as well."""
POLISHING: Final = 180
"""Trials spent on improving the orders from each start."""
LATER: Final = 120
"""Trials spent on that once more, when the money is settled."""


class HardPolicy(MachiavelliPolicy):
    """Writes what does best against the likely orders of all others."""

    borrows = True

    def campaign(self, scene: Scene) -> CampaignOrders:
        """Foresee the others, draft, improve, spend, improve again."""
        trial, prospect, neighbours = Trial(scene.rules, cleared(scene)), Prospect(scene), Neighbours(scene)
        desk = Desk(trial, prospect, _samples(scene, trial, neighbours))
        action = _improved(desk, drafts(scene, scene.rng, OWN))
        action = spending(desk, scene, action, wide=self.borrows)
        if action.expenses:
            action = polish(desk, action, LATER)
        if not scene.rules.options.money:
            return action
        action = guarding(prospect, scene, murdering(desk, scene, action))
        return watching(scene, shielding(desk, scene, action))


def _samples(scene: Scene, trial: Trial, neighbours: Neighbours) -> list[Profile]:
    """Return what the others may write: as medium players would, and as easy ones."""
    own = drafts(scene, scene.rng, FORESEEN)
    prospects = {power: Prospect(other) for power, other in neighbours.scenes.items()}
    found: list[Profile] = []
    for number in range(FORESEEN):
        usual: Profile = {**neighbours.sample(scene.rng), scene.power: own[number % len(own)]}
        found.append(
            {
                power: _considered(Desk(trial, prospects[power], [usual]), other, usual[power])
                for power, other in neighbours.scenes.items()
            }
        )
    return [*found, *(neighbours.sample(scene.rng) for _ in range(SAMPLES))]


def _considered(desk: Desk, scene: Scene, usual: CampaignOrders) -> CampaignOrders:
    """Return what a power writes that weighs some drafts against what is usual, and improves the best."""
    plans = [usual, *drafts(scene, scene.rng, OTHERS, spend=True)]
    return polish(desk, max(plans, key=desk.worth), THOUGHT)


def _improved(desk: Desk, plans: list[CampaignOrders]) -> CampaignOrders:
    """Return the best that comes of improving the best drafts."""
    best = sorted(plans, key=desk.worth, reverse=True)[:STARTS]
    return max((polish(desk, plan, POLISHING) for plan in best), key=desk.worth)

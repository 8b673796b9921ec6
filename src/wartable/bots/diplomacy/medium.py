"""The medium level: one careful draft by what places are worth, with supports and convoys, as it comes out."""

from __future__ import annotations

from typing import Final

from wartable.bots.diplomacy.crossings import add_crossings
from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.player import DiplomacyPolicy
from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan
from wartable.bots.diplomacy.writing import plan_of

BLUR: Final = 0.1
"""How far worths are blurred, so that it is not read too easily."""


class MediumPolicy(DiplomacyPolicy):
    """Goes for the best centres in reach with the help they need, and guards what is threatened."""

    def plan(self, scene: Scene) -> Plan:
        """Draft once."""
        draft = Draft(scene.worth, scene.rng, BLUR)
        add_crossings(draft)
        return plan_of(draft)

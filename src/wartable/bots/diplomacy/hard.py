"""The hard level: many plans of its own against many of everybody else's, judged as the rules judge them.

Every power drafts several plans; all learn by regret matching which of them to play; the own plan that does best is
then improved order by order. Searches end after a number of judgements, not after a time, so that the same seed plays
the same game on every machine.
"""

from __future__ import annotations

from random import Random
from typing import Final

from wartable.bots.diplomacy.crossings import add_crossings
from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.judge import Judge, Orders
from wartable.bots.diplomacy.matching import Player, learn
from wartable.bots.diplomacy.player import DiplomacyPolicy
from wartable.bots.diplomacy.polish import polish
from wartable.bots.diplomacy.prospect import Prospect
from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan
from wartable.bots.diplomacy.worth import Worth
from wartable.bots.diplomacy.writing import plan_of
from wartable.games.adjudication.orders import Power

BLURS: Final = (0.0, 0.1, 0.2, 0.35, 0.6)
"""How far worths are blurred from draft to draft, over and over."""
OWN: Final = 24
"""Drafts made for itself."""
OTHERS: Final = 8
"""Drafts made for every other power."""
LEARNING: Final = 2400
"""Judgements spent on learning what the others play."""
POLISHING: Final = 1200
"""Judgements spent on improving the plan."""
SAMPLES: Final = 10
"""Sets of others' plans that the plan is improved against."""


class HardPolicy(DiplomacyPolicy):
    """Plays what does best against the likely plans of all others."""

    def plan(self, scene: Scene) -> Plan:
        """Draft for all powers, learn, choose, improve."""
        rng = Random(scene.rng.random())
        players = {power: self._player(scene, power, rng) for power in scene.table.units}
        judge = Judge(scene.table)
        played = learn(judge, players, rng, LEARNING)
        own = players[scene.power]
        plan = polish(judge, own.prospect, own.best(), played[-SAMPLES:], POLISHING)
        return dict(zip(scene.table.units[scene.power], plan, strict=True))

    def _player(self, scene: Scene, power: Power, rng: Random) -> Player:
        worth = scene.worth if power == scene.power else Worth(scene.table, power)
        if scene.idle(power):
            return Player([()], Prospect(worth))
        number = OWN if power == scene.power else OTHERS
        return Player(_drafts(worth, rng, number), Prospect(worth))


def _drafts(worth: Worth, rng: Random, number: int) -> list[Orders]:
    """Return so many drafts, less those that come out alike."""
    found: dict[Orders, None] = {}
    for index in range(number):
        draft = Draft(worth, rng, BLURS[index % len(BLURS)])
        add_crossings(draft)
        found[tuple(plan_of(draft).values())] = None
    return list(found)

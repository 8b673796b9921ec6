"""The hard level: many plans of its own against many of everybody else's, judged as the rules judge them.

Every power drafts several plans; all learn by regret matching which of them to play; the own plan that does best is
then improved order by order. Searches end after a number of judgements, not after a time, so that the same seed plays
the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from wartable.bots.diplomacy.crossings import add_crossings
from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.judge import Judge, Orders
from wartable.bots.diplomacy.player import DiplomacyPolicy
from wartable.bots.diplomacy.polish import polish
from wartable.bots.diplomacy.prospect import Prospect
from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan
from wartable.bots.diplomacy.worth import Worth
from wartable.bots.diplomacy.writing import plan_of
from wartable.bots.matching import Learner, learn
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
FIRST: Final = 30.0
"""The regret of a power's plainest plan before anything is learnt, in centres."""


class HardPolicy(DiplomacyPolicy):
    """Plays what does best against the likely plans of all others."""

    def plan(self, scene: Scene) -> Plan:
        """Draft for all powers, learn, choose, improve."""
        rng = Random(scene.rng.random())
        worths = {
            power: scene.worth if power == scene.power else Worth(scene.table, power) for power in scene.table.units
        }
        plans = {power: self._plans(scene, worth, rng) for power, worth in worths.items()}
        prospects = {power: Prospect(worth) for power, worth in worths.items()}
        thought = think(Judge(scene.table), prospects, plans, scene.power, rng)
        return dict(zip(scene.table.units[scene.power], thought.plan, strict=True))

    def _plans(self, scene: Scene, worth: Worth, rng: Random) -> list[Orders]:
        if scene.idle(worth.power):
            return [()]
        return drafts(worth, rng, OWN if worth.power == scene.power else OTHERS)


class Thought(NamedTuple):
    """The plan that a power has come to, and what all are likely to play, several times over."""

    plan: Orders
    likely: Sequence[Mapping[Power, Orders]]


def think(
    judge: Judge,
    prospects: Mapping[Power, Prospect],
    plans: Mapping[Power, Sequence[Orders]],
    power: Power,
    rng: Random,
    parts: int = 1,
) -> Thought:
    """Learn what all powers play of their plans, choose the best of one power, and improve it.

    `parts` are the powers that one player thinks for, and who share its judgements.
    """
    players = {each: Learner(those, FIRST) for each, those in plans.items()}

    def value(each: Power, played: Mapping[Power, Orders]) -> float:
        return prospects[each].value(judge.board(played))

    likely = learn(players, value, rng, LEARNING // parts)[-SAMPLES:]
    return Thought(polish(judge, prospects[power], players[power].best(), likely, POLISHING // parts), likely)


def drafts(worth: Worth, rng: Random, number: int) -> list[Orders]:
    """Return so many drafts, less those that come out alike."""
    found: dict[Orders, None] = {}
    for index in range(number):
        draft = Draft(worth, rng, BLURS[index % len(BLURS)])
        add_crossings(draft)
        found[tuple(plan_of(draft).values())] = None
    return list(found)

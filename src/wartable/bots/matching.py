"""Regret matching: all sides learn which of their plans they would rather have played against what the others play.

For games in which all write their orders at the same time: what a plan is worth depends on plans that nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

K = TypeVar("K")
P = TypeVar("P")


class Learner(Generic[P]):
    """What one side has learnt: its plans, how much it regrets each, and how often it has come to play each.

    `first` is the regret of its plainest plan, the first one, before anything is learnt: others are taken to play it
    until much speaks against it.
    """

    def __init__(self, plans: Sequence[P], first: float) -> None:
        self.plans = plans
        self.regret = [first, *[0.0] * (len(plans) - 1)]
        self.total = [0.0] * len(plans)

    def draw(self, rng: Random) -> int:
        """Draw a plan as often as it is regretted."""
        weights = [max(0.0, regret) for regret in self.regret]
        if not any(weights):
            return rng.randrange(len(self.plans))
        return rng.choices(range(len(weights)), weights)[0]

    def learn(self, values: list[float], played: int) -> None:
        """Take in what each plan would have brought while one was played."""
        for plan, value in enumerate(values):
            self.regret[plan] += value - values[played]
            self.total[plan] += value

    def best(self) -> P:
        """Return the plan that would have brought most."""
        return self.plans[max(range(len(self.plans)), key=lambda plan: (self.total[plan], -plan))]


def learn(
    learners: Mapping[K, Learner[P]], value: Callable[[K, Mapping[K, P]], float], rng: Random, budget: int
) -> list[dict[K, P]]:
    """Let all sides learn until so many sets of plans are judged; return what was played in the later half.

    `value` says what a set of plans is worth to a side.
    """
    played: list[dict[K, P]] = []
    each = sum(len(learner.plans) for learner in learners.values())
    for _ in range(max(1, budget // each)):
        drawn = {side: learner.draw(rng) for side, learner in learners.items()}
        profile = {side: learners[side].plans[plan] for side, plan in drawn.items()}
        for side, learner in learners.items():
            values = [value(side, {**profile, side: plan}) if len(learner.plans) > 1 else 0.0 for plan in learner.plans]
            learner.learn(values, drawn[side])
        played.append(profile)
    return played[len(played) // 2 :]

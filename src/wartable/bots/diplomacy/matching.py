"""Regret matching: every power learns which of its plans it would rather have played against what the others play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from wartable.bots.diplomacy.judge import Judge, Orders
from wartable.bots.diplomacy.prospect import Prospect
from wartable.games.adjudication.orders import Power

FIRST: Final = 30.0
"""The regret of a power's plainest plan before anything is learnt, in centres: others are taken to play it until much
speaks against it."""


class Player:
    """What one power has learnt: its plans, how much it regrets each, and how often it has come to play each."""

    def __init__(self, plans: list[Orders], prospect: Prospect) -> None:
        self.plans = plans
        self.prospect = prospect
        self.regret = [FIRST, *[0.0] * (len(plans) - 1)]
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

    def best(self) -> Orders:
        """Return the plan that would have brought most."""
        return self.plans[max(range(len(self.plans)), key=lambda plan: (self.total[plan], -plan))]


def learn(judge: Judge, players: Mapping[Power, Player], rng: Random, budget: int) -> list[dict[Power, Orders]]:
    """Let all powers learn until so many sets of plans are judged; return what was played in the later half."""
    played: list[dict[Power, Orders]] = []
    each = sum(len(player.plans) for player in players.values())
    rounds = max(1, budget // each)
    for _ in range(rounds):
        drawn = {power: player.draw(rng) for power, player in players.items()}
        profile = {power: players[power].plans[plan] for power, plan in drawn.items()}
        for power, player in players.items():
            values = [
                player.prospect.value(judge.board({**profile, power: plan})) if len(player.plans) > 1 else 0.0
                for plan in player.plans
            ]
            player.learn(values, drawn[power])
        played.append(profile)
    return played[len(played) // 2 :]

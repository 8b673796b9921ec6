"""What a power may write, weighed by what comes of it against what the others are likely to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.trial import Profile, Trial
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.state import Position, Power

SLACK: Final = 0.25
"""How far a choice may lag after some of the samples, in cities, before it is given up."""
NEVER: Final = float("-inf")


class Desk:
    """Weighs what one power may write against samples of what all others write."""

    def __init__(self, trial: Trial, prospect: Prospect, samples: Sequence[Profile]) -> None:
        self.trial = trial
        self.prospect = prospect
        self.power: Power = prospect.power
        self.samples = samples

    def worth(self, action: CampaignOrders, least: float = NEVER, struck: frozenset[Power] = frozenset()) -> float:
        """Return the mean of what comes of it; less exactly where it lags behind what it has to reach at `least`."""
        total = 0.0
        for number, sample in enumerate(self.samples, 1):
            total += self.prospect.value(self.trial.after({**sample, self.power: action}, struck))
            if total < number * (least - SLACK):
                return total / number
        return total / len(self.samples)

    def financed(self, action: CampaignOrders) -> Position:
        """Return the position after the money of this power alone."""
        return self.trial.financed({self.power: action})[0]

"""Processor time of whole campaigns of Ring of Power played by bots, beside what they must not exceed.

Run `python bench/ring_campaign.py [level [scenario...]]`; without arguments `medium` plays every scenario of the
package. A turn is everything from its start to the next: arrivals, both sides' moves, and all combats.
"""

from __future__ import annotations

import sys
import time
from random import Random

from wartable import bots
from wartable.engine.chance import answer_with
from wartable.engine.values import CHANCE
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import packaged_scenarios

GREAT = "war-of-the-ring"
TURN, CAMPAIGN = 3.0, 180.0
"""Seconds that a turn of the great war, and all of it, are to stay below with `medium`."""


class Turn:
    """A turn as it was played: its number, the figures on the table at its start, and the seconds it took."""

    def __init__(self, number: int, figures: int) -> None:
        self.number, self.figures, self.seconds = number, figures, 0.0


def played(scenario: str, level: str, seed: int = 1) -> list[Turn]:
    """Play a campaign between two bots; return its turns."""
    rng = Random(seed)
    state = RING_OF_POWER.start(RingOptions(scenario=scenario), 2)
    players = [bots.get(RING_OF_POWER, level) for _ in range(2)]
    turns: list[Turn] = []
    while seats := RING_OF_POWER.to_act(state):
        if not turns or state.turn > turns[-1].number:
            turns.append(Turn(state.turn, len(state.figures)))
        began = time.process_time()
        if seats[0] == CHANCE:
            action = answer_with(RING_OF_POWER.request(state), rng)
        else:
            action = players[seats[0]].decide(RING_OF_POWER, state, seats[0], rng).action
        state = RING_OF_POWER.apply(state, seats[0], action).state
        turns[-1].seconds += time.process_time() - began
    return turns


def report(what: str, took: float, limit: float | None) -> None:
    verdict = "" if limit is None else f"   limit {limit:5.1f} s: {'kept' if took < limit else 'BROKEN'}"
    print(f"{what:60}{took:8.2f} s{verdict}")


def main() -> None:
    level = sys.argv[1] if len(sys.argv) > 1 else "medium"
    played("edoras-raid", level)  # loads what is loaded late
    for scenario in sys.argv[2:] or packaged_scenarios():
        turns = played(scenario, level)
        limited = scenario == GREAT and level == "medium"
        worst = max(turns, key=lambda turn: turn.seconds)
        fullest = max(turns, key=lambda turn: turn.figures)
        for name, turn in (("slowest", worst), ("fullest", fullest)):
            what = f"{scenario}, {level}: {name} turn, {turn.number}, with {turn.figures} figures"
            report(what, turn.seconds, TURN if limited else None)
        what = f"{scenario}, {level}: all {len(turns)} turns"
        report(what, sum(turn.seconds for turn in turns), CAMPAIGN if limited else None)


if __name__ == "__main__":
    main()

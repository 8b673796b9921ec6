"""How long the bots think: time per decision of each level, by kind of question, over whole games.

Run `python bench/bots.py [games]`. Processor time of single decisions, so that a busy machine does not blur it.
"""

import sys
import time
from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Decision, Policy, run_quick
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.conquest.options import PRESETS
from wartable.games.conquest.risk import RISK

GAMES = 6
SEATS = 4


class Timed:
    """A player that keeps the time of its decisions by phase, in milliseconds."""

    def __init__(self, player: Policy) -> None:
        self.player = player
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Let the player decide, with the clock running."""
        start = time.process_time()
        decision = self.player.decide(game, state, seat, rng)
        self.times[state.phase].append(1000 * (time.process_time() - start))
        return decision


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"{'level':8}{'preset':10}{'question':12}{'number':>8}{'median ms':>11}{'99 % ms':>9}{'worst ms':>10}")
    for level in ("easy", "medium", "hard"):
        for preset, options in PRESETS.items():
            player = Timed(bots.get(RISK, level))
            others = [bots.get(RISK, "medium") for _ in range(SEATS - 1)]
            for number in range(games):
                rngs = [Random(f"{number}/{seat}") for seat in range(SEATS)]
                run_quick(RISK, options, SEATS, [player, *others], rngs, SealedDice.of("bench", number))
            for phase, times in sorted(player.times.items()):
                times.sort()
                high = times[int(0.99 * (len(times) - 1))]
                print(f"{level:8}{preset:10}{phase:12}{len(times):8}{median(times):11.2f}{high:9.2f}{times[-1]:10.2f}")


if __name__ == "__main__":
    main()

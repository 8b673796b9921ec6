"""How long the bots think: time per decision of each level, by kind of question, over whole games.

Run `python bench/bots.py [games [game...]]`; `python bench/bots.py 6 diplomacy` times one game only.
Processor time of single decisions, so that a busy machine does not blur it.
"""

import sys
import time
from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

from msgspec.structs import replace

from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Decision, Policy, run_quick
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY

GAMES = 6
TABLES: list[tuple[AnyGame, str, int, dict[str, Any]]] = [
    *[(RISK, preset, 4, {}) for preset in RISK.presets],
    (DIPLOMACY, "2023", 7, {"last_year": 1906}),
    (MIDDLE_EARTH_VIII, "1971", 8, {"last_year": 3006}),
]
"""Game, preset, seats, and options that differ from the preset: games of Diplomacy are cut short."""


class Timed:
    """A player that keeps the time of its decisions by phase, in milliseconds."""

    def __init__(self, player: Policy) -> None:
        self.player = player
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Let the player decide, with the clock running."""
        start = time.process_time()
        decision = self.player.decide(game, state, seat, rng)
        self.times[question(state)].append(1000 * (time.process_time() - start))
        return decision


def question(state: Any) -> str:  # noqa: ANN401
    """Return what is asked in a state."""
    return str(state.phase if hasattr(state, "phase") else state.position.phase.kind)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    tables = [table for table in TABLES if table[0].key in sys.argv[2:] or not sys.argv[2:]]
    figures = f"{'number':>8}{'median ms':>11}{'99 % ms':>9}{'worst ms':>10}"
    print(f"{'level':8}{'game':20}{'preset':10}{'question':12}{figures}")
    for level in ("easy", "medium", "hard"):
        for game, preset, seats, changed in tables:
            player = Timed(bots.get(game, level))
            others = [bots.get(game, "medium") for _ in range(seats - 1)]
            options = replace(game.presets[preset], **changed)
            for number in range(games):
                play(game, options, number, [player, *others])
            for phase, times in sorted(player.times.items()):
                times.sort()
                high = times[int(0.99 * (len(times) - 1))]
                row = f"{level:8}{game.key:20}{preset:10}{phase:12}{len(times):8}"
                print(f"{row}{median(times):11.2f}{high:9.2f}{times[-1]:10.2f}")


def play(game: AnyGame, options: Options, number: int, players: list[Policy]) -> None:
    """Play one game; the player that is timed takes another seat in each."""
    shift = number % len(players)
    seated = players[-shift:] + players[:-shift] if shift else players
    rngs = [Random(f"{number}/{seat}") for seat in range(len(players))]
    run_quick(game, options, len(players), seated, rngs, SealedDice.of("bench", number))


if __name__ == "__main__":
    main()

"""Turns of seats per second of the Balance of Power variant against Classic Risk, as a ratio within one run.

Run `python bench/conquest_family.py [--games N] [--batches N]`. Both play by the full contract with the same policy, a
legal action at random, so that all that a turn of the variant adds is in the figure: purchases, the neutral army,
modifiers of dice, objectives. The aim is at least one half.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from statistics import median
from typing import Any

from wartable.engine.chance import answer_with
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.values import CHANCE
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.classic.game import RISK

CAP = 1_500
"""Decisions after which a game is given up."""
SIDES: dict[str, tuple[AnyGame, str, int]] = {
    "risk classic, 3 seats": (RISK, "classic", 3),
    "two-player": (BALANCE_OF_POWER, "two-player", 2),
    "many, 3 seats": (BALANCE_OF_POWER, "many", 3),
    "with-tanks": (BALANCE_OF_POWER, "with-tanks", 2),
    "literal, 3 seats": (BALANCE_OF_POWER, "literal", 3),
    "world-2008, 3 seats": (BALANCE_OF_POWER, "world-2008", 3),
}


def play(game: AnyGame, options: Options, seats: int, rng: Random) -> tuple[int, int]:
    """Play one game by chance; return turns of seats and decisions."""
    state: Any = game.start(options, seats)
    turns, decisions, now = 0, 0, None
    while decisions < CAP and (asked := game.to_act(state)):
        seat = asked[0]
        if seat == CHANCE:
            state = game.advance(state, CHANCE, answer_with(game.request(state), rng))
            continue
        if game.clock(state) != now:
            now, turns = game.clock(state), turns + 1
        state = game.advance(state, seat, game.legal(state, seat).sample(rng))
        decisions += 1
    return turns, decisions


def main(arguments: list[str]) -> None:
    """Print the rates, and their ratios to Classic Risk."""
    parser = argparse.ArgumentParser(description="Balance of Power against Classic Risk")
    parser.add_argument("--games", type=int, default=4, help="games of a batch")
    parser.add_argument("--batches", type=int, default=9)
    given = parser.parse_args(arguments)
    rates: dict[str, list[float]] = {name: [] for name in SIDES}
    work = dict.fromkeys(SIDES, (0, 0))
    for batch in range(given.batches):  # in turns, so that a slow moment of the machine meets all
        for name, (game, preset, seats) in SIDES.items():
            start, turns, decisions = time.process_time(), 0, 0
            for number in range(given.games):
                some = play(game, game.presets[preset], seats, Random(f"{batch}/{number}"))
                turns, decisions = turns + some[0], decisions + some[1]
            rates[name].append(turns / (time.process_time() - start))
            work[name] = (work[name][0] + turns, work[name][1] + decisions)
    first = next(iter(SIDES))
    for name, found in rates.items():
        ratio = median(own / classic for own, classic in zip(found, rates[first], strict=True))
        turns, decisions = work[name]
        print(f"{name:22} {median(found):7.0f} turns/s, {decisions / turns:5.1f} decisions a turn, ratio {ratio:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])

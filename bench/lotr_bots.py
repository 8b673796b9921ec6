"""How fast easy bots play Lord of the Rings Risk beside Classic Risk: turns of players per second of processor time.

Run `python bench/lotr_bots.py [games]`. Both are played in turns in one run through `lab.simulate`, so that other work
on the machine bears on both alike. The set-up counts: a game of 64 territories places 45 to 60 units one by one.
"""

import sys
import time
from random import Random
from typing import Any

from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.registry import Bot
from wartable.bots.registry import register as registered
from wartable.engine import registry
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.lab.simulate import Plan, simulate

GAMES = 40
TABLES = [
    ("risk", "classic", 4),
    ("lotr-risk", "trilogy", 4),
    ("lotr-risk", "original", 4),
    ("lotr-risk", "trilogy", 3),
]
ROUNDS = 4


def main() -> None:
    """Print games and turns per second of each table, and how it compares with Classic Risk."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    spent = dict.fromkeys(TABLES, 0.0)
    turns = dict.fromkeys(TABLES, 0)
    for part in range(ROUNDS):
        for table in TABLES:
            _played(table, 1, "warm")
            start = time.process_time()
            turns[table] += _played(table, -(-games // ROUNDS), str(part))
            spent[table] += time.process_time() - start
    base = turns[TABLES[0]] / spent[TABLES[0]]
    print(f"{'game':12}{'preset':12}{'seats':>6}{'games a s':>11}{'turns a s':>11}{'share':>8}")
    for table in TABLES:
        rate, count = turns[table] / spent[table], ROUNDS * -(-games // ROUNDS)
        print(f"{table[0]:12}{table[1]:12}{table[2]:6}{count / spent[table]:11.2f}{rate:11.1f}{rate / base:8.2f}")


def _played(table: tuple[str, str, int], games: int, seed: str) -> int:
    """Play games of easy bots; return the turns that players have had."""
    key, preset, seats = table
    options = registry.get(key).presets[preset].values()
    before = Counting.turns
    simulate(Plan(game=key, options=options, seats=(COUNTING.key,) * seats, games=games, seed=seed))
    return Counting.turns - before


class Counting(EasyPolicy):
    """An easy bot that counts turns."""

    turns = 0
    last = (0, -1)

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Decide as usual; a turn is counted with its first decision."""
        at_turn = (state.turn, state.seat)
        if at_turn != Counting.last and not state.pools:
            Counting.last = at_turn
            Counting.turns += 1
        return super().decide(game, state, seat, rng)


COUNTING = registered(
    Bot(key="counting", title="Counting", line="Counts its turns.", plays=lambda _: True, make=Counting)
)


if __name__ == "__main__":
    main()

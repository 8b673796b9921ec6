"""Time of exact odds of Ring of Power combats: small, large and huge, against simulating to three digits.

Run `python bench/ring_odds.py`. Times are processor time of one thread, the median of several runs; every battle is
made anew, so that nothing about it is remembered.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from _before import compare
from wartable.games.ring_of_power.combat.machine import begin, play
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import Odds
from wartable.games.ring_of_power.combat.requests import Faces, Throw
from wartable.games.ring_of_power.combat.values import Battle, Fighter, Side
from wartable.games.ring_of_power.units import Profile

SIDES = (Side(name="good", players=(0,)), Side(name="evil", players=(1,)))
LIMITS = {"the worked example": 5, "100 against 200": 30, "2,000 against 4,000": 500}
"""Milliseconds to stay below."""
THREE_DIGITS = 0.0005
"""Standard error of a sampled probability whose third digit means something."""
REPEATS = 7


def riders(count: int, start: int = 1) -> list[Fighter]:
    """Return riders of Rohan, the first of them Éomer."""
    return [
        Fighter(
            id=start + number,
            side=0,
            owner=0,
            force=1,
            unit="rohan_rider" if number else "eomer",
            profile=Profile(2, 3, 4),
            foot=Profile(1, 4, 5),
            character=number == 0,
            leadership=2 if number == 0 else 0,
            abilities=("heroes",) if number == 0 else (),
        )
        for number in range(count)
    ]


def uruk_hai(count: int, start: int = 100_001, ability: str = "") -> list[Fighter]:
    """Return uruk-hai, the first of them Lurtz."""
    return [
        Fighter(
            id=start + number,
            side=1,
            owner=1,
            force=2,
            unit="uruk_hai" if number else "lurtz",
            profile=Profile(1, 4, 5),
            character=number == 0,
            leadership=1 if number == 0 else 0,
            abilities=(ability,) if ability else (),
        )
        for number in range(count)
    ]


def battle(good: int, evil: int, ability: str = "") -> Battle:
    """Return riders against uruk-hai, some of these with an ability."""
    some = uruk_hai(evil // 4, 500_001, ability) if ability else []
    return Battle(sides=SIDES, fighters=(*riders(good), *uruk_hai(evil), *some))


def milliseconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median processor time of one call."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * median(times)


def off(found: Odds) -> float:
    """Return how far the laws are from summing to one, at most."""
    laws = [(found.win, found.draw, found.loss), *(side.casualties for side in found.sides)]
    return max(abs(float(sum(law)) - 1) for law in laws)


def in_arrays(runs: int) -> float:
    """Return the share of wins of the worked example in so many simulated runs, all at once in arrays."""
    rng = np.random.default_rng(1)
    evil_falls = rng.binomial(rng.binomial(8, 2 / 3, runs), 2 / 3)
    hits = rng.binomial(10, 1 / 2, runs)
    counts = hits[:, None] // 4 + (np.arange(4) < (hits % 4)[:, None])
    good_falls = (rng.binomial(counts, 1 / 2) >= 2).sum(axis=1)
    return float((evil_falls + 2 > good_falls + 1).mean())


def simulated(start: Battle, runs: int) -> float:
    """Return the time of simulated runs through the same rules, in milliseconds for one."""
    rng = random.Random(1)

    def roll(throw: Throw) -> Faces:
        return Faces(tuple(rng.choices(range(1, 7), k=throw.dice)))

    return milliseconds(lambda: play(begin(start), roll), runs)


def main() -> None:
    """Print a line for each battle."""
    cases = {
        "the worked example": (4, 10, ""),
        "100 against 200": (100, 200, ""),
        "100 against 200 and 50 with axes": (100, 200, "axes"),
        "100 against 200 and 50 in ambush": (100, 200, "ambush"),
        "1,000 against 2,000": (1000, 2000, ""),
        "2,000 against 4,000": (2000, 4000, ""),
    }
    for name, (good, evil, ability) in cases.items():
        odds(battle(good, evil, ability))
        spent = milliseconds(lambda g=good, e=evil, a=ability: odds(battle(g, e, a)), 3 if good > 100 or ability else 9)
        limit = f" (to be below {LIMITS[name]})" if name in LIMITS else ""
        print(f"{name}: {spent:.1f} ms{limit}, sums off by {off(odds(battle(good, evil, ability))):.0e}")
    exact = milliseconds(lambda: odds(battle(4, 10)))
    runs = round(0.25 / THREE_DIGITS**2)
    once = simulated(battle(4, 10), 50)
    arrays = milliseconds(lambda: in_arrays(runs), 3)
    print(f"{runs:,} runs of the worked example, for three digits, take so many times as long:")
    print(f"through the same rules: {runs * once / exact:,.0f}; in numpy arrays made for it: {arrays / exact:,.0f}")
    for ability in ("axes", "ambush"):
        compare(
            f"100 against 200 and 50 with {ability}", BESIDE.format(bench=str(Path(__file__).parent), ability=ability)
        )


BESIDE = """
import sys
sys.path.insert(0, {bench!r})
from ring_odds import battle, milliseconds, odds
odds(battle(100, 200, "{ability}"))
print(milliseconds(lambda: odds(battle(100, 200, "{ability}")), 3))
"""
"""Milliseconds of processor for the odds of one round, beside those of an earlier commit."""


if __name__ == "__main__":
    main()

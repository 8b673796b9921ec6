"""Time of exact battle odds against three obvious ways to get them, as ratios within one run.

Run `python bench/odds.py`. Cold means that nothing about this battle is remembered; warm that it is.
"""

import random
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from statistics import median

from _before import compare as compare_commits
from wartable.odds import Battle, battle_odds, conquest_table, outlook, path_odds, roll_between

REPEATS = 7
THREE_DIGITS = 0.0005
"""Standard error of a sampled probability whose third digit means something."""


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median wall time of one call."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def cold(attackers: int, defenders: int) -> Callable[[], float]:
    """Work out the battle with nothing remembered of it."""

    def work() -> float:
        battle_odds.cache_clear()
        return battle_odds(Battle(attackers, defenders)).conquered

    return work


def recursion(attackers: int, defenders: int) -> float:
    """Recurse with a memory over floats, the textbook way, for the chance to conquer only."""
    rolls = {
        (ours, theirs): [
            (o.attacker_losses, o.defender_losses, o.count / roll.total)
            for roll in [roll_between(ours, theirs)]
            for o in roll.outcomes
        ]
        for ours in (1, 2, 3)
        for theirs in (1, 2)
    }

    @cache
    def chance(ours: int, theirs: int) -> float:
        if theirs == 0:
            return 1.0
        if ours == 0:
            return 0.0
        total = 0.0
        for lost, won, share in rolls[min(ours, 3), min(theirs, 2)]:
            total += share * chance(ours - lost, theirs - won)
        return total

    return chance(attackers, defenders)


def fraction_recursion(attackers: int, defenders: int) -> Fraction:
    """Do the same with whole fractions."""

    @cache
    def chance(ours: int, theirs: int) -> Fraction:
        if theirs == 0 or ours == 0:
            return Fraction(theirs == 0)
        roll = roll_between(ours, theirs)
        parts = (
            Fraction(o.count, roll.total) * chance(ours - o.attacker_losses, theirs - o.defender_losses)
            for o in roll.outcomes
        )
        return sum(parts, Fraction(0))

    return chance(attackers, defenders)


def sampled(attackers: int, defenders: int, rng: random.Random) -> bool:
    """Roll the battle out once with real dice."""
    while attackers and defenders:
        ours = sorted((rng.randrange(6) for _ in range(min(3, attackers))), reverse=True)
        theirs = sorted((rng.randrange(6) for _ in range(min(2, defenders))), reverse=True)
        for mine, other in zip(ours, theirs, strict=False):
            if mine > other:
                defenders -= 1
            else:
                attackers -= 1
    return defenders == 0


def monte_carlo(attackers: int, defenders: int, battles: int) -> float:
    """Return the seconds that three digits take, scaled up from this many sampled battles."""
    rng = random.Random(1)
    chance = battle_odds(Battle(attackers, defenders)).conquered
    start = time.perf_counter()
    for _ in range(battles):
        sampled(attackers, defenders, rng)
    needed = max(1.0, chance * (1 - chance) / THREE_DIGITS**2)
    return (time.perf_counter() - start) / battles * needed


def line(name: str, taken: float, base: float) -> None:
    """Print one measurement and its ratio to the exact cold answer."""
    print(f"  {name:<46} {taken * 1e3:>12.3f} ms   x {taken / base:,.3g}")


def compare(attackers: int, defenders: int, *, battles: int, fractions: bool) -> None:
    """Print all ways for one battle."""
    print(f"{attackers} attacking, {defenders} defending: {battle_odds(Battle(attackers, defenders)).conquered:.6f}")
    base = seconds(cold(attackers, defenders))
    line("exact, all figures, cold", base, base)
    line("exact, all figures, warm", seconds(lambda: battle_odds(Battle(attackers, defenders)), 101), base)
    line("memoised recursion, chance only", seconds(lambda: recursion(attackers, defenders), 3), base)
    if fractions:
        line("recursion in fractions, chance only", seconds(lambda: fraction_recursion(attackers, defenders), 3), base)
    line("Monte-Carlo to three digits (scaled)", monte_carlo(attackers, defenders, battles), base)


def tables() -> None:
    """Print what bots pay."""
    print("for bots")
    base = seconds(cold(20, 7))
    line("20 against 7, cold", base, base)
    conquest_table.cache_clear()
    line("table up to 32 against 32, once", seconds(lambda: conquest_table(32, 32), 1), base)
    line("outlook(20, 7) from the table", seconds(lambda: outlook(20, 7), 1001), base)
    line("path of four territories, first time", seconds(lambda: path_odds(20, [3, 2, 4, 1]), 1), base)
    line("the same path with one more", seconds(lambda: path_odds(20, [3, 2, 4, 1, 2]), 1), base)
    line("the same path again", seconds(lambda: path_odds(20, [3, 2, 4, 1, 2]), 101), base)


COLD = """
import time
from statistics import median
from wartable.odds import Battle, DiceRules, battle_odds
def cold(*armies, **rules):
    times = []
    for _ in range({repeats}):
        battle_odds.cache_clear()
        began = time.process_time()
        battle_odds(Battle(*armies, rules=DiceRules(**rules)))
        times.append(time.process_time() - began)
    return median(times) * 1000
print(cold({battle}))
"""
"""Milliseconds of processor that `battle_odds` takes for a battle of which nothing is remembered but its dice."""


def before() -> None:
    """Print what an earlier commit takes for the same battles."""
    print("battle_odds(Battle(...)), cold, beside an earlier commit, by turns")
    for battle, repeats in (
        ("20, 7", 101),
        ("50, 50", 51),
        ("300, 300", 9),
        ("1000, 1000", 7),
        ("5000, 5000", 1),
    ):
        compare_commits(battle.replace(", ", " against "), COLD.format(battle=battle, repeats=repeats))
    eight = "900, 1000, attack_dice=8, defence_dice=8"
    compare_commits("900 against 1000 with eight dice, dice cold too", COLD.format(battle=eight, repeats=1))


def main() -> None:
    """Compare a small, a middling and a huge battle."""
    before()
    compare(10, 7, battles=20_000, fractions=True)
    compare(50, 50, battles=2_000, fractions=True)
    compare(1000, 1000, battles=50, fractions=False)
    line("10000 against 10000, cold", seconds(cold(10_000, 10_000), 1), seconds(cold(1000, 1000)))
    tables()


if __name__ == "__main__":
    # The recursion of the rival goes a thousand battles deep.
    sys.setrecursionlimit(20_000)
    threading.stack_size(512 * 1024 * 1024)
    worker = threading.Thread(target=main)
    worker.start()
    worker.join()

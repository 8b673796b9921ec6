"""The question that players, bots and tools ask, how a combat will end, and the way to its answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.large import Sums, fits
from wartable.games.ring_of_power.combat.odds.ledger import Books, Stop
from wartable.games.ring_of_power.combat.odds.prelude import mixture
from wartable.games.ring_of_power.combat.odds.result import Odds, drawn_up
from wartable.games.ring_of_power.combat.odds.tree import NOTHING, Walker
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle

NEGLIGIBLE = 1e-12
"""Draws less likely than this are not fought on when reckoning with floating-point numbers (5.6, step 7)."""


def odds(
    battle: Battle | Stage, rounds: int = 1, stop: Sequence[Stop] = (), *, exact: bool = False, detail: bool = False
) -> Odds:
    """Return the odds of a combat from before its first blow, with defaults for all decisions not yet taken.

    A draw is fought on for `rounds` rounds, unless a condition of `stop` holds. With `exact` all chances are
    fractions; meant for some 40 dice. With `detail` small combats are followed state by state, which tells everybody's
    end; without it one round between two sides is reckoned by convolution, however large, and the final fates of
    characters are left empty. Raises `ValueError` for no round.
    """
    if rounds < 1:
        message = f"Odds are for one round or more, not for {rounds}."
        raise ValueError(message)
    stage = begin(battle) if isinstance(battle, Battle) else battle
    if exact or detail or rounds > 1 or not fits(stage):
        return whole_tree(stage, rounds, stop, exact=exact)
    return one_round(stage)


def one_round(stage: Stage) -> Odds:
    """Return the odds of one round between two sides by convolution."""
    books = Books(stage.battle, 1)
    sums = Sums(books)
    for chance, ready in mixture(stage):
        if ready.over or len(ready.pairings) > 1:
            Walker(books, float, (), NEGLIGIBLE).follow(ready, float(chance), NOTHING)
        else:
            sums.blows(ready, float(chance))
    sums.close()
    return drawn_up(books)


def whole_tree(stage: Stage, rounds: int, stop: Sequence[Stop], *, exact: bool) -> Odds:
    """Return the odds by following every state there can be."""
    books = Books(stage.battle, rounds)
    number = Fraction if exact else float
    least = 0.0 if exact else NEGLIGIBLE
    Walker(books, number, stop, least).start(stage)
    return drawn_up(books)

"""The question that players, bots and tools ask: how will this combat end?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.ledger import Books, Stop
from wartable.games.ring_of_power.combat.odds.result import Odds, drawn_up
from wartable.games.ring_of_power.combat.odds.tree import NOTHING, Walker
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle

NEGLIGIBLE = 1e-12
"""Draws less likely than this are not fought on when reckoning with floating-point numbers (5.6, step 7)."""


def odds(battle: Battle | Stage, rounds: int = 1, stop: Sequence[Stop] = (), *, exact: bool = False) -> Odds:
    """Return the odds of a combat from before its first blow, with defaults for all decisions not yet taken.

    A draw is fought on for `rounds` rounds, unless a condition of `stop` holds. With `exact` all chances are
    fractions; meant for some 40 dice. Raises `ValueError` for no round or a combat whose blows have begun.
    """
    if rounds < 1:
        message = f"Odds are for one round or more, not for {rounds}."
        raise ValueError(message)
    stage = begin(battle) if isinstance(battle, Battle) else battle
    return whole_tree(stage, rounds, stop, exact=exact)


def whole_tree(stage: Stage, rounds: int, stop: Sequence[Stop], *, exact: bool) -> Odds:
    """Return the odds by following every state there can be."""
    books = Books(stage.battle, rounds)
    number = Fraction if exact else float
    least = 0.0 if exact else NEGLIGIBLE
    Walker(books, number, stop, least).start(stage, number(1), NOTHING)
    return drawn_up(books)

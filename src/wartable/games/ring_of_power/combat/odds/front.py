"""The question that players, bots and tools ask, how a combat will end, and the way to its answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from msgspec.structs import replace

from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.chain import Chain, follows
from wartable.games.ring_of_power.combat.odds.effort import FEW, states_of
from wartable.games.ring_of_power.combat.odds.large import Sums, fits
from wartable.games.ring_of_power.combat.odds.ledger import Books, Stop
from wartable.games.ring_of_power.combat.odds.prelude import mixture
from wartable.games.ring_of_power.combat.odds.result import Odds, drawn_up
from wartable.games.ring_of_power.combat.odds.sorts import TooMuch
from wartable.games.ring_of_power.combat.odds.tree import NOTHING, Walker
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle

BEYOND = (
    "Only the first round was reckoned: with artillery, crews, assassins, paralysis, riders in an ambush, more than "
    "two sides or very many kinds of figures, several rounds of so many are too much to follow."
)
"""What is said where several rounds were asked for and cannot be followed."""
BLOWS_ONLY = (
    "What becomes of some characters is told of the blows alone: whom of several the loser gives up hangs on when each "
    "lost his mount, or walls would fall that shelter only some of their side."
)
"""What is said where several rounds were followed, but not everybody's end."""
NEGLIGIBLE = 1e-12
"""Draws less likely than this are not fought on when reckoning with floating-point numbers (5.6, step 7)."""


def odds(
    battle: Battle | Stage, rounds: int = 1, stop: Sequence[Stop] = (), *, exact: bool = False, detail: bool = False
) -> Odds:
    """Return the odds of a combat from before its first blow, with defaults for all decisions not yet taken.

    A draw is fought on for `rounds` rounds, unless a condition of `stop` holds. With `exact` all chances are
    fractions; meant for some 40 dice. With `detail` small combats are followed state by state, which tells everybody's
    end; without it the final fates of characters are left empty for one round, and told for several (see
    `several_rounds`), as far as they are known.
    Raises `ValueError` for no round.
    """
    if rounds < 1:
        message = f"Odds are for one round or more, not for {rounds}."
        raise ValueError(message)
    stage = begin(battle) if isinstance(battle, Battle) else battle
    if rounds > 1 and not exact:
        return several_rounds(stage, rounds, stop)
    if exact or detail or not fits(stage):
        return whole_tree(stage, rounds, stop, exact=exact)
    return one_round(stage)


def several_rounds(stage: Stage, rounds: int, stop: Sequence[Stop] = ()) -> Odds:
    """Return the odds after several rounds: by numbers of figures where that can be, else state by state.

    Where the one cannot be and the other would take too long, only the first round is reckoned, and `remark` says so.
    """
    ready = mixture(stage)
    if follows((one for _, one in ready), stop):
        with suppress(TooMuch):
            books = Chain(stage.battle, rounds, stop).follow((float(chance), one) for chance, one in ready)
            known = all(book.concluded for book in books.sides)
            return replace(drawn_up(books), remark="" if known else BLOWS_ONLY)
    if states_of(ready, rounds) <= FEW:
        return whole_tree(stage, rounds, stop, exact=False)
    first = one_round(stage) if fits(stage) else whole_tree(stage, 1, (), exact=False)
    return replace(first, remark=BEYOND)


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

"""How a combat will end: the question that players, bots and tools ask, how much work it is, and luck by its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import comb, prod

import msgspec
from msgspec.structs import replace

from wartable.games.ring_of_power.combat.allocation import keen
from wartable.games.ring_of_power.combat.lines import Rank, lines
from wartable.games.ring_of_power.combat.machine import begin, begin_bout, resume
from wartable.games.ring_of_power.combat.odds.chain import Chain, follows
from wartable.games.ring_of_power.combat.odds.large import blows, fits
from wartable.games.ring_of_power.combat.odds.result import Books, NumberLaw, Odds, Stop, drawn_up
from wartable.games.ring_of_power.combat.odds.sorts import TooMuch
from wartable.games.ring_of_power.combat.odds.tree import NOTHING, Walker, mixture
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle
from wartable.odds.sums import mean

FEW = 200_000
"""States up to which several rounds are followed one by one."""


def effort(battle: Battle | Stage, rounds: int = 1, *, detail: bool = False) -> float:
    """Return roughly how many cases odds with these arguments go through; small numbers are quick.

    One round between two sides goes through the numbers of hits; whatever is followed state by state through every
    end that the ranks of a side can come to, for several rounds through every pair of such ends. Several rounds that
    are followed by numbers of figures, or of which only the first is reckoned, count as one.
    """
    ready = mixture(begin(battle) if isinstance(battle, Battle) else battle)
    if rounds > 1:
        many = states_of(ready, rounds)
        return many if many <= FEW and not follows(one for _, one in ready) else effort(battle)
    there = [stage for _, stage in ready if not stage.over]
    followed = detail or any(not fits(stage) for stage in there)
    return sum(_stage(stage, rounds, followed=followed) for stage in there)


def states_of(ready: Iterable[tuple[object, Stage]], rounds: int) -> float:
    """Return roughly how many states several rounds go through that are followed state by state."""
    return sum(_stage(stage, rounds, followed=True) for _, stage in ready if not stage.over)


def _stage(stage: Stage, rounds: int, *, followed: bool) -> float:
    both = lines(stage)
    dice = [sum(len(rank.ids) * rank.stance.dice for rank in line.strikers) for line in both]
    ends = [_ends(both[index].exposed, dice[1 - index]) for index in (0, 1)]
    casts = [_casts(both[1 - index].strikers, both[index].exposed) for index in (0, 1)]
    again = prod(ends) if rounds > 1 else 1.0
    if stage.wave == 0:
        return prod(ends) * (sum(ends) if followed else 50) * again
    if not followed:
        return float(sum(casts))
    return again * sum(cast * end for cast, end in zip(casts, ends, strict=True))


def _ends(exposed: Sequence[Rank], hits: int) -> float:
    """Return how many ends the ranks of a side can come to: figures of a rank by outcome, no more than can be hit."""
    ends = 1.0
    for rank in exposed:
        count = min(hits, len(rank.ids))
        hits -= count
        outcomes = rank.stance.wounds + rank.stance.riding + (rank.stance.hero or rank.stance.ethereal)
        ends *= comb(count + outcomes, outcomes)
    return ends


def _casts(strikers: Sequence[Rank], exposed: Sequence[Rank]) -> int:
    """Return how many different numbers of hits, kind by kind, a side can score."""
    dice: Counter[tuple[str, ...]] = Counter()
    for rank in strikers:
        dice[keen(rank.stance.tags, exposed)] += len(rank.ids) * rank.stance.dice
    return prod(count + 1 for count in dice.values())


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


def odds(battle: Battle | Stage, rounds: int = 1, stop: Sequence[Stop] = (), *, detail: bool = False) -> Odds:
    """Return the odds of a combat from before its first blow, with defaults for all decisions not yet taken.

    A draw is fought on for `rounds` rounds, unless a condition of `stop` holds. With `detail` small combats are
    followed state by state, which tells everybody's end; without it the final fates of characters are left empty for
    one round, and told for several (see `several_rounds`), as far as they are known.
    Raises `ValueError` for no round.
    """
    if rounds < 1:
        raise ValueError(f"Odds are for one round or more, not for {rounds}.")
    stage = begin(battle) if isinstance(battle, Battle) else battle
    if rounds > 1:
        return several_rounds(stage, rounds, stop)
    return whole_tree(stage) if detail or not fits(stage) else one_round(stage)


def several_rounds(stage: Stage, rounds: int, stop: Sequence[Stop] = ()) -> Odds:
    """Return the odds after several rounds: by numbers of figures where that can be, else state by state.

    Where the one cannot be and the other would take too long, only the first round is reckoned, and `remark` says so.
    """
    ready = mixture(stage)
    if follows((one for _, one in ready), stop):
        with suppress(TooMuch):
            books = Chain(stage.battle, rounds, stop).follow(ready)
            return drawn_up(books, "" if all(book.concluded for book in books.sides) else BLOWS_ONLY)
    if states_of(ready, rounds) <= FEW:
        return whole_tree(stage, rounds, stop)
    return replace(one_round(stage) if fits(stage) else whole_tree(stage), remark=BEYOND)


def one_round(stage: Stage) -> Odds:
    """Return the odds of one round between two sides by convolution."""
    books = Books(stage.battle, 1)
    for book in books.sides:
        book.unsure = 1.0
    for chance, ready in mixture(stage):
        if ready.over:
            Walker(books).follow(ready, chance, NOTHING)
        else:
            blows(books, ready, chance)
    return drawn_up(books)


def whole_tree(stage: Stage, rounds: int = 1, stop: Sequence[Stop] = ()) -> Odds:
    """Return the odds by following every state there can be."""
    books = Books(stage.battle, rounds)
    Walker(books, stop).start(stage)
    return drawn_up(books)


class Luck(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side's casualties in the blows, those expected, and the chance of so many or more."""

    side: int
    casualties: int
    expected: float
    as_bad: float

    @property
    def luck(self) -> float:
        """Casualties fewer than expected: positive is good luck."""
        return self.expected - self.casualties


def opening(stage: Stage) -> Stage | None:
    """Return a combat as it stood before its first attack dice, all decisions before them taken; None without any."""
    if not stage.pairings:
        return None
    unhurt = replace(stage, conditions=(), fought=(), bouts=(), dice=())
    return resume(begin_bout(unhurt, 0), Step.ATTACK)


def luck(before: Odds, stage: Stage) -> tuple[Luck, ...]:
    """Return each side's luck in a combat that is over, by its odds from before the dice."""
    return tuple(_side(before.sides[side].casualties, side, stage) for side in range(len(stage.battle.sides)))


def _side(law: NumberLaw, side: int, stage: Stage) -> Luck:
    own = (stage.by_id.get(f.id) for f in stage.battle.fighters if f.side == side)
    fallen = sum(condition is not None and condition.blow in CASUALTIES for condition in own)
    return Luck(side=side, casualties=fallen, expected=mean(law), as_bad=sum(law[fallen:], start=0.0))

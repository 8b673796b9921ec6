"""Many games at once, repeatably: game number k depends on the seed and k alone, whoever computes it and when.

The dice of deal k are `SealedDice.of(seed, k)`, the generator of each player `Random(f"{seed}/{k}/{seat}")`.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Decision, EndlessGame, Match, Policy, play, run_quick
from wartable.engine.errors import BadNotation, IllegalAction
from wartable.engine.game import AnyGame
from wartable.engine.options import Options, build
from wartable.engine.record import SeatInfo, dump, of_match
from wartable.engine.values import CHANCE, Outcome, Seat
from wartable.lab.players import Watched, make_players

CHUNK = 8
"""Games a worker plays before it reports."""
LIMIT = 100_000
"""Decisions after which a game is given up as unfinished."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be simulated.

    `seats` names the player of each seat. With `rotate`, deal k is played once per seat, all players moved on by one
    each time, so that game k plays deal `k // len(seats)`: luck of the dice and of the seat then cancel out.
    `records` is a folder that every game's record is written to, or None.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    games: int
    seed: str
    rotate: bool = False
    records: str | None = None
    limit: int = LIMIT

    def deal(self, number: int) -> int:
        """Return which deal a game plays."""
        return number // len(self.seats) if self.rotate else number

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who sits where in a game."""
        shift = number % len(self.seats) if self.rotate else 0
        return self.seats[-shift:] + self.seats[:-shift] if shift else self.seats


class Tallied(msgspec.Struct, frozen=True, kw_only=True):
    """How often a seat decided what a game has counted: a heading and a name of its `tallies`."""

    heading: str
    name: str
    seat: int
    count: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game played: who sat where, how it ended (None: not within the limit), turns and decisions it took.

    `grade` is how complete the victory was, where the game grades them. `points` are what it was worth to each seat by
    the game's `scoring`; `course` holds its `course` of each seat at the start and after every year.
    """

    number: int
    seats: tuple[str, ...]
    outcome: Outcome | None
    turns: int
    decisions: int
    grade: str = ""
    tallied: tuple[Tallied, ...] = ()
    points: tuple[float, ...] = ()
    course: tuple[tuple[float, ...], ...] = ()


def simulate(plan: Plan, jobs: int = 1, on_game: Callable[[Played], object] | None = None) -> list[Played]:
    """Play all games of a plan, in `jobs` processes; return them by number, the same whatever `jobs` is.

    `on_game` is told of every game as it comes in. Raises `BotFailed` where a bot fails or chooses what is not allowed,
    else what the first failing game raised. With more than one job the game must be announced by an entry point, since
    other processes know no others.
    """
    if plan.records is not None:
        Path(plan.records).mkdir(parents=True, exist_ok=True)
    played: list[Played] = []
    for some in _chunks(plan, jobs):
        played += some
        if on_game is not None:
            for one in some:
                on_game(one)
    return played


def _chunks(plan: Plan, jobs: int) -> Iterator[list[Played]]:
    numbers = [range(start, min(start + CHUNK, plan.games)) for start in range(0, plan.games, CHUNK)]
    if jobs <= 1:
        yield from (play_some(plan, chunk) for chunk in numbers)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, max(1, len(numbers))), mp_context=spawn) as pool:
        with _uninterrupted():
            played = pool.map(play_some, [plan] * len(numbers), numbers)
        try:
            yield from played
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Keep Ctrl-C back while processes begin, which leave it to this one for good; it is not lost meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_some(plan: Plan, numbers: Sequence[int]) -> list[Played]:
    """Play the games of these numbers one after the other."""
    game = registry.get(plan.game)
    options = build(game.options_type, plan.options)
    return [_play(plan, game, options, number) for number in numbers]


def _play(plan: Plan, game: AnyGame, options: Options, number: int) -> Played:
    names, deal = plan.seated(number), plan.deal(number)
    notes = _Notes()
    studied = game.study.tallies or game.study.course
    watch = Watched(names, make_players(game, names), number)
    players = [_Noted(one, notes) if studied else one for one in watch.players]
    rngs = [Random(f"{plan.seed}/{deal}/{seat}") for seat in range(len(names))]
    source = SealedDice.of(plan.seed, deal)
    try:
        if plan.records is not None:
            match = Match(game, options, len(names), source)
            state, decisions = _recorded(plan, match, players, rngs, names, number)
        else:
            state, decisions = run_quick(game, options, len(names), players, rngs, source, plan.limit)
    except (IllegalAction, BadNotation) as error:
        raise watch.refused(error) from error
    turns = game.clock(state)[0] + 1
    end = game.outcome(state)
    return Played(
        number=number,
        seats=names,
        outcome=end,
        turns=turns,
        decisions=decisions,
        grade=game.study.grade(state),
        tallied=notes.tallied(),
        points=game.study.points(state) if end is not None else (),
        course=notes.course(game, state),
    )


class _Notes:
    """What is written down while a game is played: decisions it has counted, and how each year began."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, int]] = Counter()
        self._years: dict[int, tuple[float, ...]] = {}

    def see(self, game: AnyGame, state: Any) -> None:  # noqa: ANN401
        """Look at a state that somebody is asked in."""
        if game.study.course and (year := game.study.year(state)) not in self._years:
            self._years[year] = game.measures(state)[game.study.course]

    def count(self, game: AnyGame, decision: Decision, seat: Seat) -> None:
        """Count a decision as the game says."""
        if (what := game.study.tally(decision.action)) is not None:
            self._counts[*what, int(seat)] += 1

    def tallied(self) -> tuple[Tallied, ...]:
        """Return the decisions that were counted."""
        return tuple(
            Tallied(heading=heading, name=name, seat=seat, count=count)
            for (heading, name, seat), count in sorted(self._counts.items())
        )

    def course(self, game: AnyGame, last: Any) -> tuple[tuple[float, ...], ...]:  # noqa: ANN401
        """Return how each year began and, after the last of them, how the game ended."""
        if not game.study.course:
            return ()
        return (*(self._years[year] for year in sorted(self._years)), game.measures(last)[game.study.course])


class _Noted:
    """A player whose game is written down."""

    def __init__(self, player: Policy, notes: _Notes) -> None:
        self._player, self._notes = player, notes

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Decide as the player does."""
        self._notes.see(game, state)
        decision = self._player.decide(game, state, seat, rng)
        self._notes.count(game, decision, seat)
        return decision


def _recorded(
    plan: Plan, match: Match, players: Sequence[Any], rngs: Sequence[Random], names: Sequence[str], number: int
) -> tuple[Any, int]:
    """Play a match and write its record; return the last state and the number of decisions."""
    with suppress(EndlessGame):  # counted as unfinished, and recorded as far as it went
        play(match, players, rngs, plan.limit)
    seats = [SeatInfo(name=f"{name} {seat}", bot=name) for seat, name in enumerate(names, 1)]
    path = Path(str(plan.records)) / f"{match.game.key}-{number:06}.jsonl"
    path.write_bytes(dump(of_match(match, seats)))
    return match.state, sum(move.entry.seat != CHANCE for move in match.moves)

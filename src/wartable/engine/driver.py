"""Runs games: a match that takes decisions one by one, and policies that play it to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from wartable.engine.chance import ChanceSource
from wartable.engine.errors import IllegalAction, WartableError
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.values import CHANCE, Action, Event, Outcome, Seat


class Decision(msgspec.Struct, frozen=True):
    """What a policy chose, and why in one sentence (empty where nobody asked it to say)."""

    action: Action
    why: str = ""


class Policy(Protocol):
    """A player made of code. It is handed a state that looks right from its seat, never the hidden truth."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Choose a legal action for a seat that is asked."""
        ...


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a game's log: who decided what; `seat` is `CHANCE` for dice and shuffles."""

    seat: Seat
    action: Action


class Move(msgspec.Struct, frozen=True, gc=False):
    """An entry together with what it told and the state it led to."""

    entry: Entry
    events: tuple[Event, ...]
    state: Any
    why: str = ""


class EndlessGame(WartableError):
    """A game went on past the number of decisions allowed for it."""


class Match:
    """One running game: the state, the moves so far, and the source of chance.

    Only `act`, `answer_chance`, `take_back` and `end` change it; a refused action changes nothing.
    """

    def __init__(self, game: AnyGame, options: Options, seats: int, source: ChanceSource) -> None:
        self.game = game
        self.options = options.for_seats(seats)
        self.seats = seats
        self.source = source
        self.start = game.start(options, seats)
        self.moves: list[Move] = []
        self.rolls = 0
        self._ended: Outcome | None = None

    @property
    def state(self) -> Any:  # noqa: ANN401 - the game's own state type
        """The present state."""
        return self.moves[-1].state if self.moves else self.start

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who is asked now."""
        return () if self._ended else self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or because a player gave up, or None."""
        return self._ended or self.game.outcome(self.state)

    @property
    def given_up(self) -> bool:
        """Whether it ended because a player gave up, and not by the rules."""
        return self._ended is not None

    def end(self, outcome: Outcome) -> None:
        """End it where it stands, because a player gave up; nobody is asked any more."""
        self._ended = outcome

    def state_at(self, step: int) -> Any:  # noqa: ANN401
        """Return the state after the first `step` moves; raises `IndexError` past the end."""
        if not 0 <= step <= len(self.moves):
            message = f"There are {len(self.moves)} moves; {step} is not among them."
            raise IndexError(message)
        return self.moves[step - 1].state if step else self.start

    def act(self, seat: Seat, action: Action, why: str = "") -> Move:
        """Do an action of a seat, or a known answer of chance; raises `IllegalAction`."""
        step = self.game.apply(self.state, seat, action)
        move = Move(Entry(seat, action), step.events, step.state, why)
        self.moves.append(move)
        if seat == CHANCE:
            self.rolls += 1
        return move

    def answer_chance(self) -> list[Move]:
        """Let the source answer as long as chance is asked; return the moves that made."""
        made: list[Move] = []
        while self.to_act == (CHANCE,):
            made.append(self.act(CHANCE, self.source.answer(self.rolls, self.game.request(self.state))))
        return made

    def take_back(self, step: int) -> None:
        """Drop every move after the first `step`; the undo rule (`wartable.engine.undo`) says when that is fair."""
        dropped = self.moves[step:]
        del self.moves[step:]
        self.rolls -= sum(move.entry.seat == CHANCE for move in dropped)


def play(match: Match, policies: Sequence[Policy], rngs: Sequence[Random], limit: int = 100_000) -> Outcome | None:
    """Play a match to its end, a policy and a generator per seat; return the outcome.

    Raises `EndlessGame` when decisions are still asked for after `limit` of them. A policy's illegal choice raises
    `IllegalAction` naming it.
    """
    decisions = 0
    while True:
        match.answer_chance()
        asked = match.to_act
        if not asked:
            return match.outcome
        if decisions >= limit:
            raise EndlessGame(f"{match.game.title} went on after {limit} decisions.")
        for seat in asked:
            if seat in match.to_act:  # another's answer may have settled the matter
                decide(match, seat, policies[seat], rngs[seat])
                decisions += 1


def decide(match: Match, seat: Seat, policy: Policy, rng: Random) -> Move:
    """Let a policy make one decision of a match from what its seat may know."""
    game, state = match.game, match.state
    known = game.resample(state, seat, rng)
    decision = policy.decide(game, known, seat, rng)
    try:
        return match.act(seat, decision.action, decision.why)
    except IllegalAction as error:
        error.add_note(f"chosen by {type(policy).__name__} on seat {seat + 1}: {game.format(decision.action)}")
        raise


def run_quick(
    game: AnyGame,
    options: Options,
    seats: int,
    policies: Sequence[Policy],
    rngs: Sequence[Random],
    source: ChanceSource,
    limit: int = 100_000,
) -> tuple[Any, int]:
    """Play without keeping moves or events; return the last state and the number of decisions of seats.

    The same decisions and dice as `play`, so the same end; stops after `limit` decisions without complaint.
    """
    state, rolls, decisions = game.start(options, seats), 0, 0
    while asked := game.to_act(state):
        if asked[0] == CHANCE:
            state = game.advance(state, CHANCE, source.answer(rolls, game.request(state)))
            rolls += 1
            continue
        if decisions >= limit:
            break
        for seat in asked:
            if seat != asked[0] and seat not in game.to_act(state):
                continue
            known = game.resample(state, seat, rngs[seat])
            action = policies[seat].decide(game, known, seat, rngs[seat]).action
            state = game.advance(state, seat, action)
            decisions += 1
    return state, decisions


class RandomPolicy:
    """Chooses among the legal actions by chance: the weakest honest player, and the one tests use."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Sample a legal action."""
        return Decision(game.legal(state, seat).sample(rng), "Chosen at random.")


NOBODY_THERE = "Nobody was there, so the rules decided."


class DefaultPolicy:
    """Does what the rules do for an absent player."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Take the default."""
        return Decision(game.default(state, seat), NOBODY_THERE)


def by_seat(policies: Mapping[Seat, Policy], seats: int, otherwise: Policy) -> list[Policy]:
    """Return a policy per seat, `otherwise` where none is given."""
    return [policies.get(Seat(seat), otherwise) for seat in range(seats)]

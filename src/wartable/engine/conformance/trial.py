"""One random game: every step is checked as it is made, some thoroughly."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from wartable.engine.chance import SealedDice
from wartable.engine.conformance.choices import check_legal, check_refusals
from wartable.engine.conformance.courses import check_old_states, check_over, check_quick, check_record, check_undo
from wartable.engine.conformance.promise import COMES_IN, THOROUGH, NotConforming, expect
from wartable.engine.conformance.secrets import check_secrets, check_told
from wartable.engine.digest import digest
from wartable.engine.driver import Match
from wartable.engine.errors import BadNotation
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.record import decode_action
from wartable.engine.told import NOBODY
from wartable.engine.values import CHANCE, Action, Event, Seat


class Trial:
    """One random game and the checks made along its way."""

    def __init__(self, game: AnyGame, options: Options, seats: int, name: str) -> None:
        self.game = game
        self.name = name
        self.rng = Random(name)
        self.match = Match(game, options, seats, SealedDice.of(name))
        self.stale: list[Action] = []
        self.old: dict[int, tuple[Any, str]] = {}
        self.decisions = 0
        self.thorough = 0
        self._secret: tuple[int, frozenset[Seat]] = (-1, frozenset())

    @property
    def step(self) -> int:
        """How many moves were made."""
        return len(self.match.moves)

    def run(self, limit: int) -> None:
        """Play to the end or the limit, checking every step, then check the whole."""
        self._check_state()
        while self.decisions < limit and self.match.to_act:
            self._check_outcome()
            if self.rng.random() < THOROUGH or self.step < 3:
                self._check_thoroughly()
            self._move()
            self._check_state()
            if self.rng.random() < THOROUGH:
                check_undo(self.match, self.old)
        self._check_outcome()
        check_over(self.match, self.stale)
        check_old_states(self.old)
        check_record(self.match)
        check_quick(self.match, self.name, self.rng)

    # --- moving on

    def _move(self) -> None:
        if self.match.to_act == (CHANCE,):
            self.match.act(CHANCE, self.match.source.answer(self.match.rolls, self.game.request(self.match.state)))
            return
        asked = self.match.to_act
        for seat in asked:
            if seat in self.match.to_act:  # another's answer may have settled the matter
                if seat != asked[0] and self.rng.random() < THOROUGH / len(asked):
                    self._check_thoroughly()  # some answers are in, and must not be known
                self._decide(seat)
            self._come_in()

    def _come_in(self) -> None:
        """Now and then let somebody decide who may though nobody waits for them."""
        asked = self.match.to_act
        others = [seat for seat in self.game.may_act(self.match.state) if seat not in asked]
        if others and self.rng.random() < COMES_IN:
            seat = self.rng.choice(others)
            expect(self.game.legal(self.match.state, seat).count() != 0, f"seat {seat + 1} may act but can do nothing")
            self._decide(seat)

    def _decide(self, seat: Seat) -> None:
        legal = self.game.legal(self.match.state, seat)
        action = legal.sample(Random(f"{self.name}/{self.decisions}"))
        expect(action in legal, f"the sampled action {action} is not in the legal set")
        self._check_round_trips(seat, action)
        before = self.match.state
        self._check_events(before, self.match.act(seat, action).events)
        if self.rng.random() < THOROUGH:
            check_told(self.match, before, self.rng)
        self._check_asked()
        self.decisions += 1
        if len(self.stale) < 50 or self.rng.random() < 0.05:
            self.stale.append(action)

    # --- checks on every step

    def _check_asked(self) -> None:
        """Check that who is asked is told alike everywhere, and that a new secret question has a new step."""
        state = self.match.state
        seats, asked = self.game.to_act(state), self.game.asked(state)
        if asked is None:
            expect(seats in ((), (CHANCE,)), f"{seats} are to act, but nobody is said to be asked")
            return
        expect(asked.seats == seats, f"{seats} are to act, but {asked.seats} are said to be asked")
        expect(asked.turn == self.game.clock(state)[0], "the turn of the question is not that of the clock")
        welcome = frozenset(self.game.may_act(state))
        expect(welcome.issuperset(seats), "somebody is asked who may not act")
        if not asked.secret:
            return
        step, could = self._secret
        expect(asked.step >= step, f"the step fell from {step} to {asked.step}")
        expect(asked.step > step or could.issuperset(seats), f"another question is asked by the step {step}")
        self._secret = asked.step, welcome

    def _check_state(self) -> None:
        self._check_asked()
        for sentence in self.game.invariants(self.match.state):
            expect(False, f"an invariant is broken: {sentence}")  # noqa: FBT003
        for name, values in self.game.measures(self.match.state).items():
            expect(len(values) == self.match.seats, f"the measure {name} has {len(values)} values")
        sides = self.game.sides(self.match.state)
        expect(len(sides) in (0, self.match.seats), f"the sides are of {len(sides)} seats")

    def _check_outcome(self) -> None:
        over = self.match.outcome is not None
        expect(over == (not self.match.to_act), "outcome and to_act disagree on whether the game is over")

    def _check_round_trips(self, seat: Seat, action: Action) -> None:
        back = decode_action(self.game, msgspec.json.encode(action))
        expect(back == action, f"the action {action} comes back from JSON as {back}")
        text = self.game.format(action)
        try:
            parsed = self.game.parse(self.match.state, seat, text)
        except BadNotation as error:
            raise NotConforming(f"the notation {text!r} of {action} cannot be read back: {error}") from error
        expect(parsed == action, f"the notation {text!r} of {action} is read as {parsed}")

    def _check_events(self, before: Any, events: Sequence[Event]) -> None:  # noqa: ANN401
        names = [f"Player {seat + 1}" for seat in range(self.match.seats)]
        for event in events:
            expect(isinstance(event, self.game.event_types), f"{event} is not among the event types declared")
            expect(bool(self.game.tell(event, names, self.match.options).strip()), f"{event} has no sentence")
            told = self.game.told(before, event)
            named = [seat for seat in (told.seat, told.against) if seat is not None]
            expect(all(NOBODY <= seat < self.match.seats for seat in named), f"{event} is told of nobody at the table")
            audience = event.audience or ()
            expect(all(0 <= seat < self.match.seats for seat in audience), f"{event} is told to nobody at the table")

    # --- checks on some steps

    def _check_thoroughly(self) -> None:
        self.thorough += 1
        state = self.match.state
        self.old[self.step] = state, digest(state)
        back = msgspec.json.decode(msgspec.json.encode(state), type=self.game.state_type_by(self.match.options))
        expect(back == state, "the state does not survive JSON")
        expect(hash(back) == hash(state), "equal states have different hashes")
        for seat in self.match.to_act:
            check_legal(self.match, seat, self.rng)
        check_refusals(self.match, self.stale, self.rng)
        check_secrets(self.match, self.rng)

"""The promises of the contract, tested on any game: play it at random and check every step.

Use it on a game of your own::

    from wartable.engine.conformance import conform
    report = conform(MY_GAME, games=50, seed=1)

It raises `NotConforming` at the first broken promise, with everything needed to see it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, RandomPolicy, run_quick
from wartable.engine.errors import BadNotation, BadOptions, IllegalAction, NotListable, WartableError
from wartable.engine.game import AnyGame
from wartable.engine.options import Options, build
from wartable.engine.record import SeatInfo, decode_action, digest, dump, load, of_match, replay
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Action, Event, Seat

LISTED = 200
"""At most so many listed actions of one state are looked at."""
APPLIED = 12
"""At most so many of them are tried."""
THOROUGH = 0.06
"""The share of steps on which the costly checks are made."""


class NotConforming(WartableError):
    """A game broke a promise of the contract; the message says which, when, and how to see it again."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was played: games, those that ended within the limit, decisions, steps checked thoroughly.

    `skipped` says for each number of seats that the options do not allow why they do not.
    """

    game: str
    preset: str
    games: int
    finished: int
    decisions: int
    thorough: int
    skipped: tuple[str, ...] = ()


def conform(
    game: AnyGame,
    *,
    games: int = 20,
    seed: int = 1,
    preset: str | None = None,
    limit: int = 1_500,
    values: Mapping[str, object] | None = None,
) -> tuple[Report, ...]:
    """Check a game on each of its presets (or one); `limit` decisions end a game that random play does not end.

    `values` are options laid over each preset. Raises `NotConforming`, `KeyError` for an unknown preset, or
    `BadOptions` where no number of seats goes with the options.
    """
    _check_metadata(game)
    presets = {preset: game.presets[preset]} if preset else game.presets
    chosen = {key: build(game.options_type, values or {}, base) for key, base in presets.items()}
    return tuple(_conform_preset(game, key, options, games, seed, limit) for key, options in chosen.items())


def _check_metadata(game: AnyGame) -> None:
    least, most = game.seats
    _expect(1 <= least <= most, f"{game.key}: seats {game.seats} are no range")
    _expect(bool(game.presets), f"{game.key}: there is no preset")
    forgotten = game.hidden and type(game).resample is AnyGame.resample
    _expect(not forgotten, f"{game.key}: it keeps secrets, so it must implement resample")
    for key, options in game.presets.items():
        built = build(game.options_type, msgspec.to_builtins(options))
        _expect(built == options, f"{game.key}, preset {key}: the options do not survive JSON")
        for seats in (least - 1, most + 1):
            _expect(_refuses_seats(game, options, seats), f"{game.key}, preset {key}: it starts with {seats} seats")


def _refuses_seats(game: AnyGame, options: Options, seats: int) -> bool:
    try:
        game.start(options, seats)
    except BadOptions:
        return True
    return False


def _conform_preset(game: AnyGame, key: str, options: Options, games: int, seed: int, limit: int) -> Report:
    finished = decisions = thorough = 0
    allowed, skipped = _seat_counts(game, options)
    for number in range(games):
        seats = allowed[number % len(allowed)]
        trial = Trial(game, options, seats, f"{seed}/{key}/{number}")
        try:
            trial.run(limit)
        except NotConforming as error:
            error.add_note(f"{game.key}, preset {key}, seed {seed}, game {number}, {seats} seats, step {trial.step}")
            raise
        finished += trial.match.outcome is not None
        decisions += trial.decisions
        thorough += trial.thorough
    return Report(
        game=game.key,
        preset=key,
        games=games,
        finished=finished,
        decisions=decisions,
        thorough=thorough,
        skipped=skipped,
    )


def _seat_counts(game: AnyGame, options: Options) -> tuple[list[int], tuple[str, ...]]:
    """Return the numbers of seats that options allow, and why they do not allow the others."""
    least, most = game.seats
    allowed: list[int] = []
    refused: dict[int, BadOptions] = {}
    for seats in range(least, most + 1):
        try:
            game.start(options, seats)
            allowed.append(seats)
        except BadOptions as error:
            refused[seats] = error
    if not allowed:
        raise refused[least]
    return allowed, tuple(f"{seats} seats: {error}" for seats, error in refused.items())


def _expect(condition: bool, promise: str) -> None:  # noqa: FBT001 - an assertion with a sentence
    if not condition:
        raise NotConforming(promise)


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
                self._check_undo()
        self._check_outcome()
        self._check_over()
        self._check_old_states()
        self._check_record()
        self._check_quick()

    # --- moving on

    def _move(self) -> None:
        if self.match.to_act == (CHANCE,):
            self.match.act(CHANCE, self.match.source.answer(self.match.rolls, self.game.request(self.match.state)))
            return
        for seat in self.match.to_act:
            if seat in self.match.to_act:  # another's answer may have settled the matter
                self._decide(seat)

    def _decide(self, seat: Seat) -> None:
        legal = self.game.legal(self.match.state, seat)
        action = legal.sample(Random(f"{self.name}/{self.decisions}"))
        _expect(action in legal, f"the sampled action {action} is not in the legal set")
        self._check_round_trips(seat, action)
        self._check_events(self.match.act(seat, action).events)
        self.decisions += 1
        if len(self.stale) < 50 or self.rng.random() < 0.05:
            self.stale.append(action)

    # --- checks on every step

    def _check_state(self) -> None:
        for sentence in self.game.invariants(self.match.state):
            _expect(False, f"an invariant is broken: {sentence}")  # noqa: FBT003
        for name, values in self.game.measures(self.match.state).items():
            _expect(len(values) == self.match.seats, f"the measure {name} has {len(values)} values")

    def _check_outcome(self) -> None:
        over = self.match.outcome is not None
        _expect(over == (not self.match.to_act), "outcome and to_act disagree on whether the game is over")

    def _check_round_trips(self, seat: Seat, action: Action) -> None:
        back = decode_action(self.game, msgspec.json.encode(action))
        _expect(back == action, f"the action {action} comes back from JSON as {back}")
        text = self.game.format(action)
        try:
            parsed = self.game.parse(self.match.state, seat, text)
        except BadNotation as error:
            raise NotConforming(f"the notation {text!r} of {action} cannot be read back: {error}") from error
        _expect(parsed == action, f"the notation {text!r} of {action} is read as {parsed}")

    def _check_events(self, events: Sequence[Event]) -> None:
        names = [f"Player {seat + 1}" for seat in range(self.match.seats)]
        for event in events:
            _expect(isinstance(event, self.game.event_types), f"{event} is not among the event types declared")
            _expect(bool(self.game.tell(event, names, self.match.options).strip()), f"{event} has no sentence")
            audience = event.audience or ()
            _expect(all(0 <= seat < self.match.seats for seat in audience), f"{event} is told to nobody at the table")

    # --- checks on some steps

    def _check_thoroughly(self) -> None:
        self.thorough += 1
        state = self.match.state
        self.old[self.step] = state, digest(state)
        back = msgspec.json.decode(msgspec.json.encode(state), type=self.game.state_type)
        _expect(back == state, "the state does not survive JSON")
        _expect(hash(back) == hash(state), "equal states have different hashes")
        for seat in self.match.to_act:
            self._check_legal(seat)
        self._check_refusals()
        self._check_secrets()

    def _check_legal(self, seat: Seat) -> None:
        legal = self.game.legal(self.match.state, seat)
        _expect(legal.count() != 0, f"seat {seat + 1} is asked but can do nothing")
        _expect(bool(legal.structure()), "the legal set has no structure")
        self._check_listing(seat)
        if seat != CHANCE:
            _expect(bool(self.game.prompt(self.match.state, seat)), f"seat {seat + 1} is asked without words")
            default = self.game.default(self.match.state, seat)
            _expect(default in legal, f"the default {default} is not legal")
            self._check_applies(seat, default)

    def _check_listing(self, seat: Seat) -> None:
        legal = self.game.legal(self.match.state, seat)
        if not legal.listable:
            self._check_refuses_listing(seat)
            return
        listed = list(islice(legal, LISTED))
        _expect(len(set(listed)) == len(listed), "an action is listed twice")
        if len(listed) < LISTED:
            _expect(legal.count() == len(listed), f"count says {legal.count()}, {len(listed)} are listed")
        for action in listed:
            _expect(action in legal, f"the listed action {action} is not in the legal set")
        for action in self.rng.sample(listed, min(APPLIED, len(listed))):
            self._check_applies(seat, action)

    def _check_refuses_listing(self, seat: Seat) -> None:
        try:
            iter(self.game.legal(self.match.state, seat))
        except NotListable:
            return
        raise NotConforming("a set that says it cannot be listed lets itself be iterated")

    def _check_applies(self, seat: Seat, action: Action) -> None:
        state = self.match.state
        reason = self.game.explain(state, seat, action)
        _expect(reason is None, f"the legal action {action} is refused: {reason}")
        step = self.game.apply(state, seat, action)
        _expect(step.state == self.game.advance(state, seat, action), f"apply and advance differ on {action}")
        _expect(step == self.game.apply(state, seat, action), f"{action} does not lead to the same step twice")

    def _check_refusals(self) -> None:
        asked = self.match.to_act
        for seat in map(Seat, range(self.match.seats)):
            legal = self.game.legal(self.match.state, seat)
            if seat not in asked:
                _expect(legal.count() == 0, f"seat {seat + 1} is not asked but has legal actions")
            for action in self.rng.sample(self.stale, min(APPLIED, len(self.stale))):
                self._check_refusal(seat, action, legal=action in legal)

    def _check_refusal(self, seat: Seat, action: Action, *, legal: bool) -> None:
        reason = self.game.explain(self.match.state, seat, action)
        _expect(legal == (reason is None), f"legal and explain disagree on {action} of seat {seat + 1}: {reason}")
        if reason is None:
            return
        _expect(bool(reason.code and reason.message), f"the refusal of {action} lacks a code or a sentence")
        before = digest(self.match.state)
        try:
            self.game.apply(self.match.state, seat, action)
        except IllegalAction as error:
            _expect(error.reason == reason, f"{action} is refused with another reason than explained")
            _expect(digest(self.match.state) == before, f"the refused {action} changed the state")
            return
        raise NotConforming(f"{action} of seat {seat + 1} is illegal, but applies")

    def _check_secrets(self) -> None:
        """Draw anew what a seat cannot know: nothing that seat sees may change."""
        state = self.match.state
        for seat in self._viewers():
            other = self.game.resample(state, seat, self.rng)
            for sentence in self.game.invariants(other):
                _expect(False, f"a resampled state breaks an invariant: {sentence}")  # noqa: FBT003
            _expect(
                seat is not None or self.game.keeps_secrets(state) or other == state,
                "a secret is kept that is not admitted",
            )
            _expect(self._seen(state, seat) == self._seen(other, seat), f"the view of {_name(seat)} leaks")
            _expect(self.game.to_act(state) == self.game.to_act(other), "who is asked depends on a secret")
            _expect(self.game.measures(state) == self.game.measures(other), "the measures leak")
            if seat in self.match.to_act and seat is not None:
                self._check_same_choice(seat, other)

    def _check_same_choice(self, seat: Seat, other: Any) -> None:  # noqa: ANN401
        mine, imagined = self.game.legal(self.match.state, seat), self.game.legal(other, seat)
        _expect(mine.structure() == imagined.structure(), f"what {_name(seat)} may do tells a secret")

    def _viewers(self) -> Iterator[Seat | None]:
        yield None
        yield from map(Seat, range(self.match.seats))

    def _seen(self, state: Any, seat: Seat | None) -> bytes:  # noqa: ANN401
        return msgspec.json.encode(self.game.view(state, seat), order="deterministic")

    def _check_undo(self) -> None:
        """Take back as far as the rule lets each seat, and do the same again: it must lead to the same."""
        for seat in map(Seat, range(self.match.seats)):
            undo = undo_of(self.match, seat)
            _expect(undo.reason is not None, f"{_name(seat)} is not told why no more can be taken back")
            made, rolls = self.match.moves[undo.earliest :], self.match.rolls
            for move in made:
                _expect(move.entry.seat != CHANCE, f"{_name(seat)} can take back dice")
                _expect(move.entry.seat == seat, f"{_name(seat)} can take back what another decided")
                _expect(
                    not any(event.reveals for event in move.events), f"{_name(seat)} can take back what was revealed"
                )
            self.match.take_back(undo.earliest)
            was = self.old.get(undo.earliest)
            _expect(was is None or digest(self.match.state) == was[1], "taking back leads to another state than before")
            _expect(not made or seat in self.match.to_act, f"{_name(seat)} takes back and is not asked again")
            again = [self.match.act(move.entry.seat, move.entry.action, move.why) for move in made]
            _expect(again == made and self.match.rolls == rolls, "what is taken back and done again leads elsewhere")

    # --- checks on the whole game

    def _check_over(self) -> None:
        outcome = self.match.outcome
        if outcome is None:
            return
        _expect(len(outcome.ranks) == self.match.seats == len(outcome.scores), "the outcome leaves a seat out")
        _expect(bool(outcome.winners and outcome.reason), "the outcome names no winner or no reason")
        for action in self.stale[:APPLIED]:
            self._check_refusal(Seat(0), action, legal=False)

    def _check_old_states(self) -> None:
        for state, was in self.old.values():
            _expect(digest(state) == was, "an earlier state has changed")

    def _check_record(self) -> None:
        infos = [SeatInfo(name=f"Player {seat + 1}") for seat in range(self.match.seats)]
        record = of_match(self.match, infos)
        again = load(dump(record), self.game)
        _expect(again == record, "the record does not survive its own format")
        states = [state for _, state, _ in replay(again, self.game)]
        _expect(states == [move.state for move in self.match.moves], "the replay differs from the play")

    def _check_quick(self) -> None:
        """Play again without records. With secrets, policies see imagined states and may choose otherwise."""
        if self.game.hidden or self.match.outcome is None:
            return
        policies, rngs = [_Again(self.name)] * self.match.seats, [self.rng] * self.match.seats
        state, _ = run_quick(self.game, self.match.options, self.match.seats, policies, rngs, SealedDice.of(self.name))
        _expect(state == self.match.state, "quick play ends elsewhere than the match")


class _Again(RandomPolicy):
    """Repeats the decisions of a trial."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:  # noqa: ANN401, ARG002
        self.count += 1
        return super().decide(game, state, seat, Random(f"{self.name}/{self.count - 1}"))


def _name(seat: Seat | None) -> str:
    return "spectators" if seat is None else f"seat {seat + 1}"

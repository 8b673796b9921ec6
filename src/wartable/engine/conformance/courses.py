"""A course of play taken back, ended, recorded, replayed, and played again without records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wartable.engine.chance import SealedDice
from wartable.engine.conformance.choices import check_refusal
from wartable.engine.conformance.promise import APPLIED, expect, name_of
from wartable.engine.digest import digest
from wartable.engine.driver import Match, RandomPolicy, run_quick
from wartable.engine.game import AnyGame
from wartable.engine.record import SeatInfo, dump, load, of_match, replay
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Action, Seat


def check_undo(match: Match, old: Mapping[int, tuple[Any, str]]) -> None:
    """Take back as far as the rule lets each seat, and do the same again: it must lead to the same."""
    for seat in map(Seat, range(match.seats)):
        undo = undo_of(match, seat)
        expect(undo.reason is not None, f"{name_of(seat)} is not told why no more can be taken back")
        made, rolls = match.moves[undo.earliest :], match.rolls
        for move in made:
            expect(move.entry.seat != CHANCE, f"{name_of(seat)} can take back dice")
            expect(move.entry.seat == seat, f"{name_of(seat)} can take back what another decided")
            expect(not any(event.reveals for event in move.events), f"{name_of(seat)} can take back what was revealed")
        match.take_back(undo.earliest)
        was = old.get(undo.earliest)
        expect(was is None or digest(match.state) == was[1], "taking back leads to another state than before")
        expect(not made or seat in match.to_act, f"{name_of(seat)} takes back and is not asked again")
        again = [match.act(move.entry.seat, move.entry.action, move.why) for move in made]
        expect(again == made and match.rolls == rolls, "what is taken back and done again leads elsewhere")


def check_over(match: Match, stale: Sequence[Action]) -> None:
    """Check the outcome, and that nothing can be done after it."""
    outcome = match.outcome
    if outcome is None:
        return
    expect(len(outcome.ranks) == match.seats == len(outcome.scores), "the outcome leaves a seat out")
    expect(bool(outcome.winners and outcome.reason), "the outcome names no winner or no reason")
    sides = match.game.sides(match.state)
    won = {sides[seat] for seat in outcome.winners} if sides else set[int]()
    alone = [seat for seat, side in enumerate(sides) if side in won and seat not in outcome.winners]
    expect(not alone, f"seat {[seat + 1 for seat in alone]} is left out of the victory of its side")
    for action in stale[:APPLIED]:
        check_refusal(match, Seat(0), action, legal=False)


def check_old_states(old: Mapping[int, tuple[Any, str]]) -> None:
    """Check that the states kept on the way, by step with their digests, have not changed since."""
    for state, was in old.values():
        expect(digest(state) == was, "an earlier state has changed")


def check_record(match: Match) -> None:
    """Check that the record of a game survives its format and leads to the same states."""
    infos = [SeatInfo(name=f"Player {seat + 1}") for seat in range(match.seats)]
    record = of_match(match, infos)
    again = load(dump(record), match.game)
    expect(again == record, "the record does not survive its own format")
    states = [state for _, state, _ in replay(again, match.game)]
    expect(states == [move.state for move in match.moves], "the replay differs from the play")


def check_quick(match: Match, name: str, rng: Random) -> None:
    """Play again without records. With secrets, policies see imagined states and may choose otherwise."""
    if match.game.hidden or match.outcome is None:
        return
    policies, rngs = [_Again(name)] * match.seats, [rng] * match.seats
    state, _ = run_quick(match.game, match.options, match.seats, policies, rngs, SealedDice.of(name))
    expect(state == match.state, "quick play ends elsewhere than the match")


class _Again(RandomPolicy):
    """Repeats the decisions of a trial."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:  # noqa: ANN401, ARG002
        self.count += 1
        return super().decide(game, state, seat, Random(f"{self.name}/{self.count - 1}"))

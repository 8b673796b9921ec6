"""What must stay secret: views, who is asked, choices and measures tell nothing of what a seat cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from wartable.engine.conformance.promise import expect, name_of
from wartable.engine.driver import Match
from wartable.engine.game import AnyGame
from wartable.engine.undo import undo_of
from wartable.engine.values import Seat


def check_secrets(match: Match, rng: Random) -> None:
    """Draw anew what a seat cannot know: nothing that seat sees may change."""
    state = match.state
    for seat in _viewers(match):
        other = match.game.resample(state, seat, rng)
        for sentence in match.game.invariants(other):
            expect(False, f"a resampled state breaks an invariant: {sentence}")  # noqa: FBT003
        expect(
            seat is not None or match.game.keeps_secrets(state) or other == state,
            "a secret is kept that is not admitted",
        )
        expect(_seen(match.game, state, seat) == _seen(match.game, other, seat), f"the view of {name_of(seat)} leaks")
        expect(match.game.to_act(state) == match.game.to_act(other), "who is asked depends on a secret")
        expect(match.game.measures(state) == match.game.measures(other), "the measures leak")
        expect(match.game.sides(state) == match.game.sides(other), "who is allied depends on a secret")
        expect(_silenced(match, state) == _silenced(match, other), "who may write to whom depends on a secret")
        if seat in match.to_act and seat is not None:
            _check_same_choice(match, seat, other)


def check_told(match: Match, before: Any, rng: Random) -> None:  # noqa: ANN401 - any game's state
    """Check that the last decision shows nobody a secret if it can be taken back: an event that reveals forbids that.

    The same decision is made where what a seat cannot know was drawn anew, unless it is not legal there: the seat must
    see the same after it. The end of a game is open anyway.
    """
    game, move = match.game, match.moves[-1]
    seat = move.entry.seat
    if match.outcome or undo_of(match, seat).earliest == len(match.moves):
        return
    for viewer in _viewers(match):
        other = game.resample(before, viewer, rng)
        if other == before or move.entry.action not in game.legal(other, seat):
            continue
        then = game.advance(other, seat, move.entry.action)
        if game.outcome(then) is None:
            same = _seen(game, then, viewer) == _seen(game, match.state, viewer)
            expect(same, f"{name_of(viewer)} learns a secret by {move.entry.action}, but no event says that it reveals")


def _check_same_choice(match: Match, seat: Seat, other: Any) -> None:  # noqa: ANN401
    mine, imagined = match.game.legal(match.state, seat), match.game.legal(other, seat)
    expect(mine.structure() == imagined.structure(), f"what {name_of(seat)} may do tells a secret")
    for one in match.game.standing(match.options):
        says = match.game.settled(match.state, seat, one.key)
        again = match.game.settled(other, seat, one.key)
        expect(says == again, f"what the standing answer {one.key} says depends on a secret")


def _silenced(match: Match, state: Any) -> list[str]:  # noqa: ANN401
    seats = [*map(Seat, range(match.seats))]
    return [match.game.silenced(state, one, to) for one in seats for to in (None, *seats) if to != one]


def _viewers(match: Match) -> Iterator[Seat | None]:
    yield None
    yield from map(Seat, range(match.seats))


def _seen(game: AnyGame, state: Any, seat: Seat | None) -> bytes:  # noqa: ANN401
    return msgspec.json.encode(game.view(state, seat), order="deterministic")

"""The conformance suite passes on three kinds of games to come, and catches games that break a promise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tests.engine.tiny_hidden import POST_GAME, Pass, PostGame, PostState, PostView
from tests.engine.tiny_orders import RING_GAME, SEALED_RING, RingGame, RingOptions, RingState, SealedRing
from tests.engine.tiny_table import FIELD_GAME, FieldGame, FieldOptions, FieldState, March
from wartable.engine.actions import ActionList, Actions
from wartable.engine.conformance import NotConforming, conform, courses
from wartable.engine.driver import Match
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.game import AnyGame, Game
from wartable.engine.undo import Undo
from wartable.engine.values import Action, Asked, Event, Forecast, Outcome, Seat


@pytest.mark.parametrize("game", [RING_GAME, SEALED_RING, POST_GAME, FIELD_GAME], ids=lambda game: game.key)
def test_the_contract_carries(game: AnyGame) -> None:
    reports = conform(game, games=25, seed=1)

    assert [report.preset for report in reports] == list(game.presets)
    assert all(report.finished == report.games for report in reports)
    assert all(report.thorough > 0 for report in reports)


class LeakyView(PostGame):
    def view(self, state: PostState, seat: Seat | None) -> PostView:
        honest = super().view(state, seat)
        return msgspec.structs.replace(honest, units=state.units)


class SilentPeek(PostGame):
    """Whoever passes first sees what lies opposite and goes on, and no event says that it reveals."""

    def _apply(self, state: PostState, seat: Seat, action: Action, tell: list[Event] | None) -> PostState:
        known = ((True,) * 3,) * 2
        if isinstance(action, Pass) and state.known != known:
            return msgspec.structs.replace(state, known=known)
        return super()._apply(state, seat, action, tell)


class DeafExplain(RingGame):
    def _explain(self, state: RingState, seat: Seat, action: Action) -> Reason | None:  # noqa: ARG002
        return None


class HalfListed(RingGame):
    def _legal(self, state: RingState, seat: Seat) -> Actions:
        legal = super()._legal(state, seat)
        return ActionList(list(legal)[:1]) if state.phase == "orders" else legal


class LyingNotation(FieldGame):
    def format(self, action: Action) -> str:
        return "halt" if isinstance(action, March) else "march 0 0,0"


class BrokenPromise(FieldGame):
    def invariants(self, state: FieldState) -> Iterator[str]:
        if state.turn > 3:
            yield "the third turn has passed"


class EarlyOutcome(RingGame):
    def outcome(self, state: RingState) -> Outcome | None:
        return super().outcome(msgspec.structs.replace(state, phase="over"))


class MuteEvents(FieldGame):
    def tell(self, event: Event, names: object, options: object = None) -> str:  # noqa: ARG002
        return ""


class IllegalDefault(FieldGame):
    def default(self, state: FieldState, seat: Seat) -> Action:  # noqa: ARG002
        return March(0, ())


class TellingTurn(RingGame):
    def resample(self, state: RingState, seat: Seat | None, rng: Random) -> RingState:
        return msgspec.structs.replace(super().resample(state, seat, rng), phase="over")


class OneStep(SealedRing):
    """Orders and builds of a round under one step: drafts of the one would count for the other."""

    def asked(self, state: RingState) -> Asked | None:
        asked = super().asked(state)
        return None if asked is None else msgspec.structs.replace(asked, step=state.round)


class AsksOthers(SealedRing):
    def asked(self, state: RingState) -> Asked | None:
        asked = super().asked(state)
        return None if asked is None else msgspec.structs.replace(asked, seats=asked.seats[:1])


class Latecomers(RingGame):
    """Whoever has sent orders may send them anew, and nothing says what that would do."""

    def may_act(self, state: RingState) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(len(state.armies)))) if state.phase == "orders" else self.to_act(state)

    def legal(self, state: RingState, seat: Seat) -> Actions:
        return super().legal(state, seat) if seat in self.to_act(state) else ActionList([])


@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (OneStep(), "another question is asked by the step"),
        (AsksOthers(), "are said to be asked"),
        (Latecomers(), "may act but can do nothing"),
        (LeakyView(), "leaks"),
        (SilentPeek(), "no event says that it reveals"),
        (DeafExplain(), "disagree"),
        (HalfListed(), "legal|listed|disagree"),
        (LyingNotation(), "is read as|cannot be read back"),
        (BrokenPromise(), "invariant is broken: the third turn"),
        (EarlyOutcome(), "disagree on whether the game is over"),
        (MuteEvents(), "has no sentence"),
        (IllegalDefault(), "default"),
        (TellingTurn(), "leaks|depends on a secret"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, RingGame | PostGame | FieldGame) else "",
)
def test_a_broken_promise_is_caught(game: AnyGame, promise: str) -> None:
    with pytest.raises(NotConforming, match=promise) as caught:
        conform(game, games=40, seed=1)

    assert any("seed 1" in note for note in caught.value.__notes__)


class NothingDrawnAnew(LeakyView):
    """Its leak would go unnoticed: nothing changes when the hidden part is drawn anew."""

    resample = Game.resample


def test_secrets_that_nobody_draws_anew_are_refused() -> None:
    with pytest.raises(NotConforming, match="must implement resample"):
        conform(NothingDrawnAnew(), games=1, seed=1)


class Unadmitted(PostGame):
    def keeps_secrets(self, state: PostState) -> bool:  # noqa: ARG002
        return False


def test_a_secret_must_be_admitted() -> None:
    with pytest.raises(NotConforming, match="not admitted"):
        conform(Unadmitted(), games=5, seed=1)


def test_taking_back_dice_or_what_was_revealed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "undo_of", _undo_all)
    with pytest.raises(NotConforming, match="can take back dice"):
        conform(POST_GAME, games=5, seed=1)
    with pytest.raises(NotConforming, match="can take back what another decided"):
        conform(RING_GAME, games=5, seed=1)


def _undo_all(match: Match, seat: Seat) -> Undo:  # noqa: ARG001
    return Undo(0, len(match.moves), Reason(code="all", message="Everything goes."))


class OddsForAll(RingGame):
    """It has odds for whatever somebody dreams of."""

    def forecast(self, state: RingState, seat: Seat, action: Action) -> Forecast:  # noqa: ARG002
        return Forecast(chance=1.0, own_loss=0.0, other_loss=0.0, own_left=(), other_left=())


def test_odds_of_what_is_refused_are_caught() -> None:
    with pytest.raises(NotConforming, match="is refused, but has odds"):
        conform(OddsForAll(), games=5, seed=1)


class NotForThree(RingGame):
    def _start(self, options: RingOptions, seats: int) -> RingState:
        if seats == 3:
            raise BadOptions(Reason(code="ring.three", message="Three make no ring."))
        return super()._start(options, seats)


class ForNobody(RingGame):
    def _start(self, options: RingOptions, seats: int) -> RingState:
        raise BadOptions(Reason(code="ring.none", message=f"There is no ring for {seats}, or {options}."))


def test_numbers_of_seats_that_options_do_not_allow_are_left_out_with_the_reason() -> None:
    reports = conform(NotForThree(), games=3, seed=1)

    assert [report.games for report in reports] == [3] * len(reports)
    assert all(report.skipped == ("3 seats: Three make no ring.",) for report in reports)
    with pytest.raises(BadOptions, match="no ring for 2"):
        conform(ForNobody(), games=3, seed=1)


class AnyNumber(FieldGame):
    seats = (2, 3)

    def _start(self, options: FieldOptions, seats: int) -> FieldState:  # noqa: ARG002
        return super()._start(options, 2)


class NoResample(PostGame):
    resample = Game.resample


@pytest.mark.parametrize(("game", "promise"), [(AnyNumber(), "starts with 1 seats"), (NoResample(), "resample")])
def test_what_a_game_says_of_itself_is_checked_first(game: AnyGame, promise: str) -> None:
    with pytest.raises(NotConforming, match=promise):
        conform(game, games=0, seed=1)


def test_numbers_of_seats_are_refused_in_words() -> None:
    with pytest.raises(BadOptions, match="for 2 players, not 5"):
        POST_GAME.check_seats(5)
    with pytest.raises(BadOptions, match="for 2 to 3 players, not 1"):
        RING_GAME.check_seats(1)
    RING_GAME.check_seats(3)

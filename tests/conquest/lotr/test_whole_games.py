"""Whole games: every preset conforms, any options end, notation and sentences hold, nothing hidden shows."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from tests.conquest.lotr.play import NAMES, past, positions, random_options, started
from wartable.engine.conformance import conform
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.phases import PHASES
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.state import LotrState


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_keeps_the_promises(preset: str) -> None:
    (report,) = conform(LOTR_RISK, games=2, preset=preset, limit=6_000)
    assert report.games == 2
    assert report.finished == 2


def test_a_game_of_conquest_alone_ends() -> None:
    last = Counter[str]()
    for _, _, action in positions(started("domination", 2), Random(1)):
        last[str(action.__struct_config__.tag)] += 1
    assert last["attack"] > 100


@pytest.mark.parametrize("seed", range(12))
def test_any_options_are_played_to_the_end(seed: int) -> None:
    rng = Random(seed)
    options = random_options(rng)
    seats = rng.choice(LOTR_RISK.seat_counts(options))
    state = LOTR_RISK.start(options.for_seats(seats), seats)
    for number, (position, seat, action) in enumerate(positions(state, rng)):
        assert not list(LOTR_RISK.invariants(position))
        state = LOTR_RISK.advance(position, seat, action)
        if number % 16 == 0:
            assert LOTR_RISK.apply(position, seat, action).state == state
    outcome = LOTR_RISK.outcome(state)
    assert outcome is not None
    assert 1 in outcome.ranks
    assert state.ended_by


@pytest.mark.parametrize("preset", ["trilogy", "notes", "capitals", "open-start"])
def test_decisions_are_read_as_they_are_written_and_events_are_sentences(preset: str) -> None:
    state, told = started(preset, 2), Counter[str]()
    for position, seat, action in positions(state, Random(7)):
        if seat != CHANCE:
            assert LOTR_RISK.parse(position, seat, LOTR_RISK.format(action)) == action
        for event in LOTR_RISK.apply(position, seat, action).events:
            text = LOTR_RISK.tell(event, NAMES, position.options)
            assert text.endswith(".")
            told[type(event).__name__] += 1
    assert {"RingMoved", "LeaderPlaced", "Battle", "Scored"} <= set(told)


def test_every_step_is_followed_by_one_that_the_table_names() -> None:
    seen: set[tuple[str, str]] = set()
    for preset in ("trilogy", "notes", "original", "team", "capitals"):
        before = ""
        for position, _, _ in positions(started(preset, 4), Random(3)):
            seen.add((before, position.phase))
            before = position.phase
    steps = [(one, other) for one, other in seen if one in PHASES and other in PHASES and one != other]
    assert len(steps) > 30
    assert [(one, other) for one, other in steps if other not in PHASES[one].then] == []


# --- what is hidden


@pytest.mark.parametrize("preset", ["trilogy", "secret-goals", "capitals", "hidden-armies"])
@pytest.mark.parametrize("decisions", [150, 300, 420])
def test_views_do_not_change_when_secrets_do(preset: str, decisions: int) -> None:
    state, rng = past(started(preset, 3), decisions, seed=5), Random(decisions)
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        seen = msgspec.json.encode(LOTR_RISK.view(state, viewer))
        others = [LOTR_RISK.resample(state, viewer, rng) for _ in range(6)]
        assert all(msgspec.json.encode(LOTR_RISK.view(other, viewer)) == seen for other in others)
        assert any(other != state for other in others)
        assert not any(list(LOTR_RISK.invariants(other)) for other in others)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_goals_of_which_there_are_fewer_than_players_are_dealt_again(seats: int) -> None:
    """lotr-risk T11, lotr-risk T14."""
    state = past(started("trilogy", seats, victory=("points", "territorial")), 250, seed=1)
    assert len(state.missions) == seats
    assert min(state.missions) >= 0
    for viewer in (None, Seat(0)):
        other = LOTR_RISK.resample(state, viewer, Random(2))
        assert LOTR_RISK.view(other, viewer) == LOTR_RISK.view(state, viewer)


def test_an_own_hand_stays_when_others_are_drawn_anew() -> None:
    state = past(started("trilogy", 3), 260, seed=2)
    for seat in range(3):
        other = LOTR_RISK.resample(state, Seat(seat), Random(1))
        assert other.adventure.hands[seat] == state.adventure.hands[seat]
        assert other.cards.hands[seat] == state.cards.hands[seat]
        assert list(map(len, other.adventure.hands)) == list(map(len, state.adventure.hands))


def _units_of_others(state: LotrState, seat: Seat) -> set[int]:
    rules = LOTR_RISK.rules(state)
    near = state.held[seat]
    for space in range(len(state.armies)):
        if state.held[seat] >> space & 1:
            near |= rules.land[space] | rules.sea[space]
    return {space for space in range(len(state.armies)) if not near >> space & 1}


def test_armies_of_others_are_seen_beside_own_territories_only() -> None:
    """lotr-risk V6, lotr-risk L69."""
    state = past(started("hidden-armies", 4), 420, seed=4)
    for seat in map(Seat, range(4)):
        far, view = _units_of_others(state, seat), LOTR_RISK.view(state, seat)
        assert far
        assert {space for space, count in enumerate(view.armies) if count < 0} == far
        assert view.owners == state.owners


def test_events_tell_of_hidden_units_to_those_who_see_them() -> None:
    """lotr-risk V6."""
    told = 0
    for position, seat, action in positions(past(started("hidden-armies", 4), 400, seed=4), Random(2), 4_000):
        for event in LOTR_RISK.apply(position, seat, action).events:
            if str(event.__struct_config__.tag) in {"placed", "battle", "moved_in", "fortified"}:
                assert event.audience is not None
                told += len(event.audience) < 4
    assert told > 10

"""What must hold in every campaign, whatever is played: drawn decisions, sensible and senseless."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.ring_of_power.terrain.tables import patient
from wartable.engine.chance import answer_with
from wartable.engine.errors import IllegalAction
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.figures import pace_for
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.moving import plan_of
from wartable.games.ring_of_power.scenario import Point

SCENARIOS = ("edoras-raid", "helms-deep", "moria-passage")
STEPS = 80
Course = list[tuple[Seat, Action]]


def started(scenario: str, preset: str) -> RingState:
    options = RING_OF_POWER.presets[preset]
    assert isinstance(options, RingOptions)
    return RING_OF_POWER.start(replace(options, scenario=scenario), 2)


def drawn(state: RingState, seat: Seat, rng: Random) -> Action:
    """Return what chance or a player may do."""
    if seat == CHANCE:
        return answer_with(RING_OF_POWER.request(state), rng)
    return RING_OF_POWER.legal(state, seat).sample(rng)


@cache
def played(scenario: str, preset: str, seed: int) -> tuple[list[RingState], Course]:
    """Return the states of a campaign with random decisions, and the decisions."""
    rng = Random(seed)
    states, course = [started(scenario, preset)], Course()
    while len(course) < STEPS and (seats := RING_OF_POWER.to_act(states[-1])):
        action = drawn(states[-1], seats[0], rng)
        course.append((seats[0], action))
        states.append(RING_OF_POWER.apply(states[-1], seats[0], action).state)
    return states, course


CAMPAIGN = (st.sampled_from(SCENARIOS), st.sampled_from(sorted(RING_OF_POWER.presets)), st.integers(0, 9))


@patient(12)
@given(*CAMPAIGN)
def test_nobody_is_ever_where_nobody_can_be(scenario: str, preset: str, seed: int) -> None:
    """Not in rock or water, off the table, or on another's point; nor fallen and there."""
    for state in played(scenario, preset, seed)[0]:
        assert list(RING_OF_POWER.invariants(state)) == []
        fallen = {away.figure.id for away in state.away if away.back == 0}
        assert not fallen & state.by_id.keys()


@patient(12)
@given(*CAMPAIGN)
def test_no_move_costs_more_than_one(scenario: str, preset: str, seed: int) -> None:
    states, course = played(scenario, preset, seed)
    world = world_of(states[0].options)
    for before, after, (_, action) in zip(states, states[1:], course, strict=False):
        if not isinstance(action, Move):
            continue
        task = before.agenda[0]
        assert isinstance(task, Movement)
        plan = plan_of(world, before, task.player, action)
        assert all(cost.cost <= 1 + 1e-6 for cost in plan.costs)
        for number, path in action.paths:
            length = float(np.hypot(*np.diff(np.array(path), axis=0).T).sum()) if len(path) > 1 else 0
            assert length <= pace_for(world, before.by_id[number]).fastest * (1 + 1e-6)
            assert after.by_id[number].moved == before.turn


@patient(8)
@given(*CAMPAIGN)
def test_a_replay_is_the_play(scenario: str, preset: str, seed: int) -> None:
    states, course = played(scenario, preset, seed)
    again = started(scenario, preset)
    for (seat, action), state in zip(course, states[1:], strict=True):
        decoded = msgspec.json.decode(msgspec.json.encode(action), type=type(action))
        again = RING_OF_POWER.apply(again, seat, decoded).state
        assert again == state
    assert msgspec.json.decode(msgspec.json.encode(again), type=RingState) == states[-1]


POINT = st.tuples(st.integers(-2_000, 62_000), st.integers(-2_000, 50_000))


@patient(60)
@given(st.sampled_from(SCENARIOS), st.integers(0, 9), st.data())
def test_a_move_that_is_explained_away_cannot_be_made_and_any_other_can(
    scenario: str, seed: int, data: st.DataObject
) -> None:
    states, _ = played(scenario, "default", seed)
    state = data.draw(st.sampled_from([one for one in states if one.agenda and isinstance(one.agenda[0], Movement)]))
    (seat,) = RING_OF_POWER.to_act(state)
    move = Move(paths=tuple(data.draw(st.lists(ways(state), min_size=1, max_size=3))))

    reason = RING_OF_POWER.explain(state, seat, move)
    if reason is None:
        after = RING_OF_POWER.apply(state, seat, move).state
        assert list(RING_OF_POWER.invariants(after)) == []
        return
    assert reason.message
    with pytest.raises(IllegalAction):
        RING_OF_POWER.apply(state, seat, move)


def moved(start: Point, by: Point) -> Point:
    return start[0] + by[0], start[1] + by[1]


@st.composite
def ways(draw: st.DrawFn, state: RingState) -> tuple[int, tuple[Point, ...]]:
    """Draw a way of some figure: from where it stands, most of them short, some to anywhere."""
    one = draw(st.sampled_from(state.figures))
    points = [one.point]
    for _ in range(draw(st.integers(0, 3))):
        step = st.tuples(st.integers(-2_500, 2_500), st.integers(-2_500, 2_500))
        points.append(draw(st.one_of(step.map(partial(moved, points[-1])), POINT)))
    return one.id, tuple(points)

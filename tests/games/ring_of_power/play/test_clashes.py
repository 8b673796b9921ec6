"""From points to combats: who is in one, who is engaged there, who is pinned, as the game asks it (C2, D, E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.mutation.field import NORTH, SOUTH, figure, moment, world
from tests.games.ring_of_power.terrain.tables import at, patient
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.hindrances import pinned_by
from wartable.games.ring_of_power.scenario import Point

UNITS = ("of_man", "of_orc")
RAIDED = ((22.5, 14), (23.5, 14), (24.5, 14), (25.5, 14))
RAIDERS = (
    *((23.5, 17), (24.5, 15), (23.5, 16), (24.5, 16), (24.5, 17), (23.5, 18), (24.5, 18), (23.5, 19), (24.5, 19)),
    *((24.5, 20), (24.5, 21), (23.5, 21), (23.5, 22), (24.5, 22), (23.5, 23), (24.5, 23), (24.5, 24)),
)
BASE = 500
"""The radius of a figure on foot, from edge to edge."""
SIX = 5 + RAIDERS.index((24.5, 20))
"""The id of the one who stands six inches from the nearest enemy."""


@cache
def table(measure: str = "centre") -> World:
    """Return the table; not made while tests are collected, as it is brought along among the scenarios."""
    return world(measure=measure)


def lined_up(men: Sequence[Point], orcs: Sequence[Point], measure: str = "centre") -> RingState:
    """Return a table with men of the north, whose ids begin at 1, and orcs of the south after them."""
    placed = [(NORTH, point) for point in men] + [(SOUTH, point) for point in orcs]
    return moment(
        table(measure), *(figure(n, UNITS[owner], point, owner) for n, (owner, point) in enumerate(placed, 1))
    )


def scene(state: RingState) -> Scene:
    return Scene(table(state.options.measure), state)


def combats(state: RingState) -> list[Clash]:
    return clashes(Run(table(state.options.measure), state, None))


def engaged(state: RingState) -> set[int]:
    """Return who is within reach of an enemy of the same combat."""
    there = scene(state)
    return {f.id for clash in combats(state) for f in battle_of(there, clash).fighters if f.engaged}


def raid(moved: Mapping[int, Point] | None = None) -> RingState:
    spots = [at(*spot) for spot in (*RAIDED, *RAIDERS)]
    for number, point in (moved or {}).items():
        spots[number - 1] = point
    return lined_up(spots[:4], spots[4:])


def test_the_worked_example_from_its_points() -> None:
    """Statement E3, case 7.1."""
    (clash,) = combats(raid())

    assert [len(force) for force in clash.forces] == [4, 17]
    assert len(engaged(raid()) & {1, 2, 3, 4}) == 4
    assert 5 in engaged(raid()), "Lurtz is engaged"
    assert len(engaged(raid()) - {1, 2, 3, 4, 5}) == 9


def test_six_inches_are_six_inches_and_not_a_thousandth_more() -> None:
    """Statements A5, E3."""
    x, y = at(24.5, 20)

    assert SIX in engaged(raid())
    assert SIX not in engaged(raid({SIX: (x, y + 1)}))


@pytest.mark.parametrize(
    ("apart", "joined"), [((600, 800), True), ((1000, 0), True), ((1000, 1), False), ((707, 708), False)]
)
def test_an_inch_makes_contact_and_pins_inclusive_and_exact(apart: Point, *, joined: bool) -> None:
    """Statements A5, C2, E1."""
    state = lined_up([(5005, 5005)], [(5005 + apart[0], 5005 + apart[1])])

    assert bool(combats(state)) == joined
    assert (pinned_by(scene(state), state.by_id[1]) is not None) == joined


def test_from_edge_to_edge_both_bases_add_to_the_inch() -> None:
    """Statement A5, settlement Q1."""
    near = [lined_up([(5000, 5000)], [(5000 + gap, 5000)], "edge") for gap in (1000 + 2 * BASE, 1001 + 2 * BASE)]

    assert [len(combats(state)) for state in near] == [1, 0]
    assert [pinned_by(scene(state), state.by_id[1]) is not None for state in near] == [True, False]


def test_forces_that_touch_make_one_combat_and_those_apart_another() -> None:
    """Statements E2, E4, settlements Q8, Q78."""
    state = lined_up([at(30, 5), at(5, 5), at(7, 5), at(20, 20)], [at(6, 5), at(31, 5)])

    assert [clash.forces for clash in combats(state)] == [((1,), (6,)), ((2,), (3,), (5,))]


def test_an_enemy_of_another_combat_engages_nobody() -> None:
    """Statements E3, E4."""
    state = lined_up([at(5, 5), at(5, 10)], [at(6, 5), at(4, 10), at(7, 5), at(8, 5), at(9, 5), at(10, 5), at(11, 6)])
    near = {one.id: one.near for clash in combats(state) for one in battle_of(scene(state), clash).fighters}

    assert near[2] == (1,)  # the orc beside it; those of the other combat are near and no enemies here
    assert 9 not in near


def test_a_party_of_characters_meets_enemies_where_its_leader_stands() -> None:
    """Statement D4, settlement Q48."""
    party = [figure(n, "somebody", (4_000 + 900 * n, 5_000)) for n in (1, 2, 3)]
    led = [Figure(id=one.id, owner=NORTH, unit=one.unit, x=one.x, y=one.y, leadership=one.id == 3) for one in party]
    behind = figure(9, "of_orc", (3_950, 5_000), SOUTH)
    before = figure(9, "of_orc", (7_650, 5_000), SOUTH)

    assert combats(moment(table(), *led, behind)) == []
    assert len(combats(moment(table(), *led, before))) == 1


SPOTS = st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 9000)), min_size=1, max_size=12, unique=True)


@patient()
@given(SPOTS, SPOTS)
def test_combats_and_the_engaged_are_those_of_counting_every_pair(men: list[Point], orcs: list[Point]) -> None:
    state = lined_up(men, orcs)
    member = {figure: n for n, clash in enumerate(combats(state)) for force in clash.forces for figure in force}
    foes = [(one, other) for one in state.figures for other in state.figures if one.owner != other.owner]

    for one, other in foes:
        if _apart(one, other) <= 1000**2:
            assert member[one.id] == member[other.id]
    assert engaged(state) == {
        one.id
        for one, other in foes
        if one.id in member and member[one.id] == member.get(other.id) and _apart(one, other) <= 6000**2
    }


def _apart(one: Figure, other: Figure) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2

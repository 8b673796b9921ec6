"""The maps of the scenarios: what the digest checked by script, and who can get where (section 7, test 6)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import shapely

from tests.games.ring_of_power.terrain.tables import pace
from wartable.games.ring_of_power.reading import scenario
from wartable.games.ring_of_power.scenario import Place, Point, Scenario
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_path
from wartable.games.ring_of_power.terrain.reach import reach
from wartable.games.ring_of_power.terrain.travel import travel
from wartable.games.ring_of_power.units import units

WAR = "war-of-the-ring"


@cache
def table(key: str, *, walls: bool = True) -> Ground:
    one = scenario(key)
    return Ground.of(one.table, one.terrain, one.waters, one.roads, one.places if walls else ())


def approach(place: Place) -> Point:
    return place.gates[0] if place.gates else place.centre


def places(one: Scenario) -> list[Place]:
    return [place for place in one.places if place.base]


@pytest.mark.parametrize("key", [WAR, "helms-deep", "moria-passage", "edoras-raid"])
def test_every_map_compiles(key: str) -> None:
    """Statement A1."""
    one = scenario(key)

    assert table(key).size == (one.table.width, one.table.height)
    assert {way.place for place in one.places for way in table(key).ways_of(place.id)} <= {p.id for p in one.places}


# Moves from one place to another on open ground, as the digest's script found them; its cells made them a little dear.
@pytest.mark.parametrize(
    ("race", "mounted", "start", "facts"),
    [
        (
            "hobbit",
            False,
            "rivendell",
            {"lothlorien": 3.5, "edoras": 6.7, "minas_tirith": 10.3, "henneth_annun": 10.6, "mount_doom": 13.3},
        ),
        ("orc", False, "minas_morgul", {"minas_tirith": 1.8, "edoras": 6.4, "lothlorien": 9.2, "rivendell": 11.6}),
        ("orc", False, "isengard", {"helms_deep": 1.6, "edoras": 2.0, "lothlorien": 2.9, "minas_tirith": 6.8}),
        ("man", True, "isengard", {"helms_deep": 0.8, "edoras": 1.1, "minas_tirith": 3.6}),
    ],
)
def test_distances_are_those_of_the_digest(race: str, mounted: bool, start: str, facts: dict[str, float]) -> None:  # noqa: FBT001
    where = scenario(WAR).place
    found = travel(table(WAR, walls=False), pace(race, mounted=mounted), [where[start].centre])

    for place, turns in facts.items():
        assert found.turns(where[place].centre) == pytest.approx(turns, rel=0.05, abs=0.06), place


@pytest.mark.parametrize("side", ["good", "evil"])
def test_every_base_is_reached_by_a_man(side: str) -> None:
    """Case 7.6."""
    one = scenario(WAR)
    home = one.place["edoras"].centre
    found = travel(table(WAR), pace(), [home])

    bases = [place for place in places(one) if place.base == side]
    assert len(bases) >= 8
    assert [place.id for place in bases if found.turns(approach(place)) > 20] == []


def test_a_hobbit_party_needs_fourteen_turns_to_the_fire() -> None:
    """Case 7.6."""
    one = scenario(WAR)
    ground, hobbit = table(WAR), pace("hobbit")
    fire = one.place["mount_doom"].centre
    way = travel(ground, hobbit, [fire])
    here, turns = (15_800, 57_800), 0
    while here != fire:
        move = way.march(here)
        assert move is not None
        assert isinstance(judge_path(ground, hobbit, move.points), PathCost)
        here, turns = move.end, turns + 1
        assert turns <= 20
    assert turns >= 14


def test_a_chariot_never_leaves_clear_ground() -> None:
    """Statement C8, case 7.6."""
    ground = table(WAR)
    chariot = pace("chariot")
    unit = units()["khand_chariot"]
    assert unit.race == "chariot"
    found = reach(ground, chariot, (84_000, 24_000 - 15_000))
    rows, columns = np.nonzero(np.isfinite(found.costs))
    window = found.window
    spots = np.stack([window.west + columns * window.cell, window.south + rows * window.cell], axis=1)

    assert len(spots) > 500
    kinds = {ground.types[int(kind)] for kind in ground.kinds(spots)}
    assert kinds <= {"clear", "road", "bridge", "ford"}


def test_the_fellowship_comes_through_moria_to_the_east_gate() -> None:
    one = scenario("moria-passage")
    ground = table("moria-passage")
    start, goal = one.place["west_door"].centre, one.place["east_gate"].centre

    assert 6 < travel(ground, pace("hobbit"), [goal]).turns(start) < 9
    assert travel(ground, pace("goblin", "burrower"), [goal]).turns(start) < travel(
        ground, pace("goblin"), [goal]
    ).turns(start)


def test_helms_deep_is_shut_until_its_gate_or_wall_falls() -> None:
    one = scenario("helms-deep")
    ground = table("helms-deep")
    inside, outside = (27_000, 8_500), (30_000, 30_000)

    assert travel(ground, pace("uruk"), [inside]).turns(outside) == np.inf
    for way in ("helms_deep:gate:0", "helms_deep:weak:0"):
        assert travel(ground, pace("uruk"), [inside], [way]).turns(outside) < 5
    assert ground.inside(inside) == one.place["helms_deep"].id


@pytest.mark.parametrize("key", [WAR, "helms-deep", "moria-passage", "edoras-raid"])
def test_no_group_of_figures_is_set_up_in_closed_ground(key: str) -> None:
    one = scenario(key)
    ground = table(key)
    groups = [group for roster in one.rosters.values() for group in roster if isinstance(group.at, tuple)]

    for group in groups:
        assert isinstance(group.at, tuple)
        inside = ground.inside(group.at)
        assert inside or not shapely.intersects(ground.closed(pace()), shapely.Point(group.at)), group


def test_moria_is_passed_on_both_sides_of_its_fortress() -> None:
    """Statement C9: the walls leave most of an inch of the halls on either side."""
    ground, door, gate = table(WAR), scenario(WAR).place["west_door"].centre, scenario(WAR).place["dimrill_gate"].centre
    closed = ground.closed(pace())

    assert travel(ground, pace("hobbit"), [gate]).turns(door) < 2
    for x in (24_700, 25_800, 26_900):
        for y in (44_250, 45_650):
            lane = shapely.LineString([(x, y), (x, y - 800 if y < 45_000 else y + 800)])
            assert not shapely.intersects(closed, lane)


def test_the_halls_of_the_passage_hang_together_without_slivers_of_rock() -> None:
    """Statement C9: where the deeps, the upper halls and the second hall meet nothing is left between them."""
    closed = table("moria-passage").closed(pace())
    meeting = shapely.box(23_500, 12_100, 25_800, 13_400)

    assert not shapely.intersects(closed, meeting)

"""What is remembered of a table: the answers of the first time, within so many bytes, for several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from wartable.board import grid
from wartable.board.grid import Window
from wartable.engine.memory import Remembered
from wartable.games.ring_of_power.campaign.world import WORLDS, world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.reading import scenario
from wartable.games.ring_of_power.terrain import ground as grounds
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.speeds import Mover, pace_of
from wartable.games.ring_of_power.terrain.travel import travel

Bytes = NDArray[np.uint8]
GOALS = [(104_600, 20_600), (37_000, 21_500), (60_000, 40_000)]


def test_as_many_bytes_are_held_as_allowed_and_what_was_asked_for_longest_ago_goes_first() -> None:
    kept: Remembered[Bytes] = Remembered(1000)
    made: list[int] = []

    def asked(number: int, size: int = 300) -> None:
        def make() -> Bytes:
            made.append(number)
            return np.full(size, number, dtype=np.uint8)

        assert int(kept.get(number, make)[0]) == number

    for number in (1, 2, 3, 1, 4, 1, 3, 2):
        asked(number)
        assert kept.held == 300 * len(kept) <= kept.most
    assert made == [1, 2, 3, 4, 2]
    asked(5, 1001)
    assert (kept.held, len(kept)) == (0, 0)


def test_threads_that_ask_at_once_get_one_value_and_its_bytes_count_once() -> None:
    kept: Remembered[Bytes] = Remembered(10**6)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: kept.get(number % 4, lambda: np.zeros(1000, dtype=np.uint8)), range(400)))
    assert len({id(each) for each in found}) == len(kept) == 4
    assert kept.held == 4 * 1000


def test_a_table_remembers_so_many_bytes_however_many_walls_are_breached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "MEMORY", 200_000)
    one = scenario("war-of-the-ring")
    small = Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)
    monkeypatch.undo()
    large = Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)
    pace = pace_of(Mover(race="man"))
    breaches: list[list[str]] = [[], *([way] for way in sorted(large.ways)[:5])]
    for _ in range(2):
        for open_ways in breaches:
            for cell in (800, 1600):
                assert (small.shut_on(pace, open_ways, cell) == large.shut_on(pace, open_ways, cell)).all()
            assert small.closed(pace, open_ways).equals_exact(large.closed(pace, open_ways), 0)
            assert small.memory.held <= 200_000 < large.memory.most
    assert len(small.memory) < len(large.memory)


def test_worlds_of_ever_new_options_are_not_all_kept() -> None:
    worlds = [world_of(RingOptions(scenario="moria-passage", last_turn=turn)) for turn in range(1, WORLDS + 6)]
    assert world_of.cache_info().currsize <= WORLDS
    assert world_of(worlds[-1].options) is worlds[-1]
    again = world_of(worlds[0].options)
    assert again is not worlds[0]
    assert again.options == worlds[0].options


def test_a_table_is_compiled_once_whatever_options_are_played_on_it() -> None:
    """Forty tables of as many options once took seven times as long to answer, as each compiled its ground anew."""
    worlds = [world_of(RingOptions(scenario="moria-passage", last_turn=turn)) for turn in range(1, WORLDS + 6)]
    other = world_of(RingOptions(scenario="edoras-raid"))

    assert {id(world.ground) for world in worlds} == {id(worlds[0].ground)}
    assert other.ground is not worlds[0].ground
    place = worlds[0].scenario.places[0].id
    assert worlds[0].shape(place) is worlds[-1].shape(place)


def test_a_journey_over_the_largest_table_takes_nine_bytes_for_a_node() -> None:
    one = scenario("war-of-the-ring")
    ground = Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)
    for goal in GOALS:
        found = travel(ground, pace_of(Mover(race="man")), [goal], cell=400)
        assert found.nbytes == sum(each.nbytes for each in (found.field.costs, found.field.steps))
        assert found.nbytes == 9 * found.field.window.count


@pytest.mark.parametrize(("rows", "columns"), [(1, 9), (9, 1), (2, 2), (3, 5), (12, 17)])
def test_the_way_to_each_node_costs_what_the_field_says(rows: int, columns: int) -> None:
    window = Window(0, 0, 100, rows, columns)
    random = np.random.default_rng(rows * columns)
    slowness = random.choice([0.001, 0.002, 0.004], (rows, columns))
    go = random.random((rows, columns)) < 0.8
    go.ravel()[0] = True
    mesh = grid.meshed(window, slowness, go)
    costs = {
        frozenset((node, int(mesh.to[at]))): float(mesh.costs[at])
        for node in range(window.count)
        for at in range(mesh.ends[node], mesh.ends[node + 1])
    }
    found = grid.spread(mesh, np.array([0]), np.array([0.5]), np.inf)
    for node in range(window.count):
        way = found.way_to(node)
        if np.isinf(found.costs[node]):
            assert way == []
            continue
        assert (way[0], way[-1]) == (0, node)
        steps = [costs[frozenset(pair)] for pair in pairwise(way)]
        assert sum(steps, 0.5) == pytest.approx(found.costs[node])

"""Processor time of the geometry of Ring of Power on its big map, beside what each must not exceed.

Run `python bench/ring_terrain.py`. One core; the best of several runs. Where a map must be worked out first, as the
grid for a pace, that is measured apart and called cold.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, islice

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.inquiries.following import LARGE, Loosening
from wartable.games.ring_of_power.reading import scenario
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import judge_path
from wartable.games.ring_of_power.terrain.plans import Path, move_force, plan
from wartable.games.ring_of_power.terrain.reach import reach
from wartable.games.ring_of_power.terrain.retreat import retreat_force, retreat_points
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of
from wartable.games.ring_of_power.terrain.travel import travel

MAN = pace_of(Mover(race="man"))
RIDER = pace_of(Mover(race="man", mounted=True, abilities=frozenset({"swift"})))
EDORAS = (37_000, 21_500)
RNG = np.random.default_rng(1)


def main() -> None:
    began = time.process_time()
    ground = compiled()
    report("compile the map", time.process_time() - began, None)
    for figures in (500, 2_000, 10_000):
        battles(figures)
    paths(ground)
    reaches(ground)
    marches(ground)
    retreats(ground)


def compiled() -> Ground:
    one = scenario("war-of-the-ring")
    return Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)


def seconds(work: Callable[[], object], times: int = 9) -> float:
    """Return the least processor time of one call."""
    found: list[float] = []
    for _ in range(times):
        gc.collect()
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def report(what: str, took: float, limit: float | None) -> None:
    verdict = "" if limit is None else f"   limit {1e3 * limit:6.1f} ms: {'kept' if took < limit else 'BROKEN'}"
    print(f"{what:58}{1e3 * took:9.2f} ms{verdict}")


def battles(figures: int) -> None:
    """Time what a movement's end works out of two armies side by side.

    `combats.find_combats` calls `clashes` when all have moved; `fighting.go_on` calls `battle_of` when a combat opens.
    """
    world = world_of(RingOptions(scenario="war-of-the-ring"))
    state = two_armies(figures // 2)
    asked = limit(figures, 0.010), limit(figures, 0.030)

    def anew() -> Run:
        return Run(world, replace(state, figures=(*state.figures,)), None)  # another tuple: nothing is kept

    (clash,) = clashes(anew())
    scene = Scene(world, state)
    battle_of(scene, clash)
    report(f"combats.clashes of {figures:,} figures", seconds(lambda: clashes(anew())), asked[0])
    report(f"battle.battle_of of {figures:,} figures", seconds(lambda: battle_of(scene, clash)), asked[1])


def limit(figures: int, most: float) -> float | None:
    """Return what 2,000 figures must not exceed; of others nothing is asked."""
    return most if figures == 2_000 else None


def two_armies(size: int) -> RingState:
    """Return two armies in contact, as dense as a table gets: squares of figures 0.9 inches apart."""
    world = world_of(RingOptions(scenario="war-of-the-ring"))
    side = int(size**0.5)

    def army(player: int, first: int) -> Iterator[Figure]:
        unit = next(key for key, kind in world.units.items() if kind.race == ("man", "orc")[player] and kind.foot)
        west = 30_000 + 900 * side * player
        spots = ((west + 900 * i, 10_000 + 900 * j) for j in count(0) for i in range(side))
        owner = (world.index["gondor"], world.index["mouth"])[player]
        for number, (x, y) in enumerate(islice(spots, size)):
            yield Figure(id=first + number, owner=owner, unit=unit, x=x, y=y)

    return RingState(options=world.options, seats=2, turn=1, figures=(*army(0, 1), *army(1, size + 1)))


def paths(ground: Ground) -> None:
    line = [(36_400, 18_400), (38_000, 21_000), (41_000, 24_000), (43_000, 22_500)]
    foes = around([(int(x), int(y)) for x, y in RNG.integers(0, 72_000, (300, 2))])
    judge_path(ground, MAN, line)
    report(
        "one path of three legs, judged", seconds(lambda: [judge_path(ground, MAN, line) for _ in range(50)]) / 50, 5e-4
    )
    with_foes = seconds(lambda: [judge_path(ground, MAN, line, foes) for _ in range(50)]) / 50
    report("the same among 300 enemies", with_foes, 5e-4)
    long = [(36_400 + 3 * i, 20_400 + (i % 2)) for i in range(2_000)]
    report("a path of 2,000 corners", seconds(lambda: judge_path(ground, RIDER, long), 3), None)


def reaches(ground: Ground) -> None:
    foes = around([(int(x), int(y)) for x, y in RNG.integers(0, 72_000, (300, 2))])
    for name, pace in (("man", MAN), ("swift rider on a road", RIDER)):
        start = EDORAS if pace is MAN else (36_500, 20_400)
        fresh = compiled()
        report(f"reach of a {name}, cold", seconds(partial(reach, fresh, pace, start, foes), 1), None)
        whole = seconds(partial(previewed, ground, pace, start))
        report(f"reach of a {name} with outlines and grid", whole, 0.060)
    report(
        "plan round the enemy and over a ford",
        seconds(lambda: plan(ground, RIDER, EDORAS, (47_000, 28_000), foes)),
        None,
    )
    report(
        "retreat of one figure", seconds(lambda: retreat_points(ground, MAN, EDORAS, [(37_000, 22_500)], foes)), None
    )


def previewed(ground: Ground, pace: Pace, start: Point) -> None:
    found = reach(ground, pace, start, around([(45_000, 24_000), (30_000, 25_000)]))
    found.outlines()


def marches(ground: Ground) -> None:
    report(
        "journeys of a pace from everywhere to one goal",
        seconds(lambda: travel(ground, MAN, [(104_600, 20_600)])),
        None,
    )
    for name, west, south in (
        ("in the open", 40_000, 19_000),
        ("with a stream in its way", 30_000, 20_800),
        ("with stream, woods and rock", 30_000, 24_500),
    ):
        starts = [(west + 600 * (i % 32), south + 250 * (i // 32)) for i in range(500)]
        lead = starts[250]
        path = [lead, (lead[0] + 3_000, lead[1] + 2_000), (lead[0] + 5_000, lead[1] + 4_500)]
        moved = move_force(ground, [MAN] * 500, starts, path)
        took = seconds(partial(move_force, ground, [MAN] * 500, starts, 250, path), 3)
        gone = 500 - len(moved.left)
        report(f"force of 500 {name} ({gone} go)", took, 0.300)
        ends = [plan.points for one, plan in enumerate(moved.plans) if one not in {250, *moved.left}]
        paths = [tuple(path), *map(tuple, ends)]
        took = seconds(partial(make_room, ground, paths[:LARGE]), 3)
        report(f"room made at the ends of {LARGE} of them", took, 0.300)


def make_room(ground: Ground, paths: Sequence[Path]) -> object:
    """Loosen a force at the ends of its paths."""
    return Loosening(ground, MAN, around(), paths, 1_000).spread()


def retreats(ground: Ground) -> None:
    """Time the default retreats of forty figures before a line of enemies, and inside rings of them."""
    west, south = 40_000, 30_000
    starts = [(west + 600 * (i % 8), south + 600 * (i // 8)) for i in range(40)]
    line = [(west + 600 * i, south - 900) for i in range(8)]
    angles = np.arange(120) * 0.11
    far = 6_000 + 900 * (np.arange(120) % 3)
    rings = np.stack([west + 2_000 + far * np.cos(angles), south + 1_200 + far * np.sin(angles)], axis=1)
    for name, foes in (("away from 8", line), ("among 128", [*line, *np.rint(rings).astype(np.int64).tolist()])):
        found = retreat_force(ground, [MAN] * 40, starts, foes, around(foes))
        gone = sum(each is not None for each in found)
        took = seconds(partial(retreat_force, ground, [MAN] * 40, starts, foes, around(foes)), 3)
        report(f"retreats of 40 {name} ({gone} find one)", took, 0.500)


if __name__ == "__main__":
    main()

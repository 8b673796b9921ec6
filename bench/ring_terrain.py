"""Processor time of the geometry of Ring of Power on its big map, beside what each must not exceed.

Run `python bench/ring_terrain.py`. One core; the best of several runs. Where a map must be worked out first, as the
grid for a pace, that is measured apart and called cold.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from wartable.games.ring_of_power.play.inquiries.loosening import LARGE, Loosening
from wartable.games.ring_of_power.reading import scenario
from wartable.games.ring_of_power.terrain import (
    Ground,
    Mover,
    Pace,
    Point,
    around,
    combats,
    contact,
    forces,
    judge_path,
    move_force,
    pace_of,
    plan,
    reach,
    retreat_force,
    retreat_points,
    travel,
)
from wartable.games.ring_of_power.terrain.plans import Path

MAN = pace_of(Mover(race="man"))
RIDER = pace_of(Mover(race="man", mounted=True, abilities=frozenset({"swift"})))
EDORAS = (37_000, 21_500)
RNG = np.random.default_rng(1)


def main() -> None:
    began = time.process_time()
    ground = compiled()
    report("compile the map", time.process_time() - began, None)
    group_and_engage(500)
    group_and_engage(2_000, 0.010)
    group_and_engage(10_000)
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


def group_and_engage(count: int, limit: float | None = None) -> None:
    """Two lines of battle, each figure about an inch from the next, as dense as a table gets."""
    side = int((count / 2) ** 0.5)
    block = np.array([(900 * i, 900 * j) for i in range(side) for j in range(count // 2 // side)], dtype=np.int64)
    points = np.concatenate([block, block + np.array([900 * side, 0])]) + RNG.integers(-90, 90, (2 * len(block), 2))
    sides = np.repeat([0, 1], len(block))

    def work() -> int:
        force = forces(points, sides)
        return combats(points, sides, force, contact(points, sides)).count

    report(f"forces, contact and engagement of {len(points):,} figures", seconds(work), limit)


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
    found.grid()


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
        moved = move_force(ground, [MAN] * 500, starts, 250, path)
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

"""One table asked by several threads at once: each gets the answers of one thread alone, and nothing falls."""

from __future__ import annotations

import sys
import threading

import numpy as np

from tests.games.ring_of_power.terrain.tables import at, box, river
from tests.processes import started
from wartable.engine.memory import PerThread
from wartable.games.ring_of_power.scenario import Table
from wartable.games.ring_of_power.terrain.geometry import Shape, per_thread, polygon
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.speeds import Mover, pace_of

ASKERS = """
import random, threading
from wartable.games.ring_of_power.reading import scenario
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import judge_paths
from wartable.games.ring_of_power.terrain.reach import reach
from wartable.games.ring_of_power.terrain.speeds import Mover, pace_of
from wartable.games.ring_of_power.terrain.travel import travel

one = scenario("war-of-the-ring")
ground = Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)
man, rider = pace_of(Mover(race="man")), pace_of(Mover(race="man", mounted=True))
rng = random.Random(3)
spots = [(rng.randrange(ground.size[0]), rng.randrange(ground.size[1])) for _ in range(200)]
lines = [[(x, y), (x + 3000, y + 2000), (x + 6000, y - 1000)] for x, y in spots]
waiting = threading.Barrier(8)
answers = {}

def ask(number):
    waiting.wait()
    found = []
    for turn in range(25):
        pace = (man, rider)[(number + turn) % 2]
        found.append((pace is man, judge_paths(ground, pace, lines)))
        if turn == number:
            reach(ground, pace, (37_000, 21_500)).outlines()
            ground.inside((37_000, 21_500))
            travel(ground, pace, [(104_600, 20_600)])
    answers[number] = found

threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
alone = {True: judge_paths(ground, man, lines), False: judge_paths(ground, rider, lines)}
assert len(answers) == 8
assert all(verdicts == alone[walks] for found in answers.values() for walks, verdicts in found)
print("all alike")
"""


def test_eight_threads_that_ask_one_table_get_the_answers_of_one_alone() -> None:
    """In a process of its own: shapes that threads shared ended it with a segmentation fault."""
    with started([sys.executable, "-X", "faulthandler", "-c", ASKERS]) as process:
        out, err = process.communicate(timeout=300)

    assert (process.returncode, out.strip()) == (0, "all alike"), err[-2000:]


def seen_by_another(value: PerThread[Shape]) -> list[Shape]:
    """Return a shape as another thread has it, asked for twice."""
    found: list[Shape] = []
    thread = threading.Thread(target=lambda: found.extend((value.here, value.here)))
    thread.start()
    thread.join()
    return found


def test_each_thread_has_a_copy_of_a_shape_equal_to_the_last_digit() -> None:
    shape = per_thread(polygon(np.array([(0.1, 1 / 3), (9.7, 2.2), (5.5, 8.123456789)])))

    first, again = seen_by_another(shape)

    assert first is again
    assert first is not shape.here
    assert first.wkb == shape.here.wkb


def test_no_shape_of_a_table_is_handed_from_thread_to_thread() -> None:
    table = Table(width=40_000, height=30_000)
    ground = Ground.of(table, [box("woods", 5, 5, 20, 20)], [river([(30, 0), (30, 30)], kind="stream")])
    pace = pace_of(Mover(race="man"))

    def shapes() -> list[Shape]:
        stretch = ground.stretches[0]
        return [
            ground.closed(pace),
            ground.paved.here,
            stretch.area.here,
            stretch.middle.here,
            *ground.land.shapes.tolist(),
        ]

    others: list[Shape] = []
    thread = threading.Thread(target=lambda: others.extend(shapes()))
    thread.start()
    thread.join()

    assert not {id(one) for one in shapes()} & {id(one) for one in others}
    assert [one.wkb for one in shapes()] == [one.wkb for one in others]
    assert ground.kind(at(10, 10)) == "woods"

"""Small tables for tests, in whole inches where that reads better."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, settings

from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Area, Crossing, Place, Point, Road, Table, Water
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of

Inches = Sequence[tuple[float, float]]


def patient(examples: int = 60) -> settings:
    """Ask for so many examples, on however slow a machine."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def at(x: float, y: float) -> Point:
    return mil(x), mil(y)


def path(*corners: tuple[float, float]) -> list[Point]:
    return [at(x, y) for x, y in corners]


def area(kind: str, corners: Inches, name: str = "") -> Area:
    return Area(id=name or kind, type=kind, polygon=tuple(path(*corners)))


def box(kind: str, west: float, south: float, east: float, north: float, name: str = "") -> Area:
    return area(kind, [(west, south), (east, south), (east, north), (west, north)], name)


def river(
    line: Inches, width: float = 1, kind: str = "river", crossings: Sequence[Crossing] = (), **more: bool
) -> Water:
    return Water(id=kind, type=kind, line=tuple(path(*line)), width=mil(width), crossings=tuple(crossings), **more)  # type: ignore[arg-type]


def crossing(kind: str, x: float, y: float, radius: float = 1) -> Crossing:
    return Crossing(id=f"the_{kind}", type=kind, at=at(x, y), radius=mil(radius))  # type: ignore[arg-type]


def road(line: Inches, width: float = 1, *, bonus: bool = True) -> Road:
    return Road(id="road", line=tuple(path(*line)), width=mil(width), bonus=bonus)


def keep(x: float, y: float, radius: float, gates: Inches = (), weak: Sequence[Inches] = ()) -> Place:
    walls = tuple((at(*one), at(*other)) for one, other in weak)
    circle = (mil(x), mil(y), mil(radius))
    return Place(id="keep", name="Keep", kind="fortress", circle=circle, gates=tuple(path(*gates)), weak_walls=walls)


def ground(
    *terrain: Area,
    waters: Sequence[Water] = (),
    roads: Sequence[Road] = (),
    places: Sequence[Place] = (),
    size: tuple[float, float] = (40, 30),
) -> Ground:
    return Ground.of(Table(width=mil(size[0]), height=mil(size[1])), terrain, waters, roads, places)


def pace(race: str = "man", *abilities: str, mounted: bool = False) -> Pace:
    return pace_of(Mover(race=race, mounted=mounted, abilities=frozenset(abilities)))


def cost(verdict: PathCost | PathFault) -> float:
    assert isinstance(verdict, PathCost), verdict
    return verdict.cost


def fault(verdict: PathCost | PathFault) -> PathFault:
    assert isinstance(verdict, PathFault), verdict
    return verdict

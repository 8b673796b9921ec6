"""Rules of a scenario that keep figures in or out of areas, however they go (4)."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.figures import captor
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.special.conditions import confined, kept
from wartable.games.ring_of_power.terrain.geometry import Shape, common, grown, parts, ready, touch, union, without
from wartable.games.ring_of_power.terrain.plans import Path


def fault(scene: Scene, team: Sequence[Figure], paths: Sequence[Path], into: str) -> Reason | None:
    """Say which rule keeps figures, or those who go along with them, off their ways; None where none does.

    `into` is the place whose garrison, or tower, they join; an empty string where they join none.
    """
    everybody = _everybody(scene, team, paths)
    return _confined(scene, everybody) or _kept(scene, everybody, into)


def shut_to(scene: Scene, one: Figure) -> Shape:
    """Return where a figure may not go, nor take whom it carries: all that rules keep them out of, or in."""
    world, here = scene.world, shapely.Point(one.point)
    barred = [world.shape(each.area) for each in scene.state.closed]
    everybody = tuple(other for other, _ in _everybody(scene, [one], [(one.point,)]))
    bounds: list[Shape] = []
    for _, area, stays in confined(scene, everybody):
        (bounds if stays else barred).append(world.shape(area))
    outside = [without(shapely.box(0, 0, *world.ground.size), grown(area, 1)) for area in bounds if touch(area, here)]
    return ready(union([*outside, *(area for area in barred if not touch(area, here))]))


def _everybody(scene: Scene, team: Sequence[Figure], paths: Sequence[Path]) -> list[tuple[Figure, Path]]:
    """Return figures with their ways, with whom they carry and who is aboard them; rules do not hold captives back."""
    state = scene.state
    ways = {one.id: path for one, path in zip(team, paths, strict=True)}
    found = list(zip(team, paths, strict=True))
    for other in state.figures:
        bearer = next((number for number in (*other.carried_by[:1], other.aboard) if number in ways), None)
        if bearer is not None and captor(scene.world, state.by_id, other) is None:
            found.append((other, ways[bearer]))
    return found


def _line(path: Path) -> Shape:
    return shapely.LineString((*path, path[-1]))


def _enters(shape: Shape, path: Path) -> bool:
    """Whether a path comes into an area from without; who stands in it already may go on, or out of it."""
    line = _line(path)
    within = touch(shape, shapely.Point(path[0])) and len(parts(common(shape, line))) <= 1
    return touch(shape, line) and not within


def _confined(scene: Scene, everybody: Sequence[tuple[Figure, Path]]) -> Reason | None:
    """Say which area a special rule, or a closing, keeps a figure in or out of."""
    paths = {one.id: path for one, path in everybody}
    for one, area, stays in confined(scene, tuple(one for one, _ in everybody)):
        shape = scene.world.shape(area)
        leaves = stays and not grown(shape, 1).covers(_line(paths[one.id]))
        if leaves or (not stays and _enters(shape, paths[one.id])):
            word = "may not leave" if stays else "may not enter"
            return reason("confined", f"{name_of(scene.world, one)} {word} {area} by a rule of the scenario.", "4")
    for shut in scene.state.closed:
        shape = scene.world.shape(shut.area)
        if any(_enters(shape, path) for path in paths.values()):
            return reason("shut", f"{shut.area} is closed until turn {shut.until}.", "4")
    return None


def _kept(scene: Scene, everybody: Sequence[tuple[Figure, Path]], into: str) -> Reason | None:
    """Refuse to take more figures out of a place than a rule of the scenario lets go; its tower is part of it."""
    for rule, inside, every in kept(scene):
        going = {one.id for one, path in everybody if not _stays(scene, rule.inside, path, into)}
        staying = len(inside - going)
        if inside & going and staying < min(rule.at_least, every):
            message = f"{rule.at_least} of these figures must stay in {rule.inside}; {staying} would."
            return reason("keep", message, "4")
    return None


def _stays(scene: Scene, area: str, path: Path, into: str) -> bool:
    """Whether a figure ends its move where it was: it goes up or down within the walls, or about in an open area."""
    place = scene.world.scenario.place.get(area)
    walled = place is not None and place.walled
    return into == area if walled else touch(scene.world.shape(area), shapely.Point(path[-1]))

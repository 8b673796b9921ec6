"""Why something may not be done: whose figures they are, enemies who pin them, shut areas, water (C1, C2, F4, Q69)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from wartable.engine.chance import Roll
from wartable.engine.errors import IllegalAction, Reason, demand
from wartable.games.ring_of_power.campaign.agenda import Spot
from wartable.games.ring_of_power.campaign.deployment import open_to
from wartable.games.ring_of_power.campaign.events import Changed, Threw
from wartable.games.ring_of_power.campaign.figures import (
    Scene,
    able,
    borne_by,
    captor,
    close,
    enemies_of,
    near,
    radius,
    unseen,
)
from wartable.games.ring_of_power.campaign.run import Run, dice, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.special.conditions import boats, confined, kept
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.geometry import Ints, Shape, grown, parts, point_array, ready, squared, union
from wartable.games.ring_of_power.terrain.paths import PathFault, judge_path
from wartable.games.ring_of_power.terrain.plans import Path
from wartable.games.ring_of_power.terrain.speeds import Pace


def reason(code: str, message: str, rule: str) -> Reason:
    """Return why something may not be done; `rule` is a number of the rules page."""
    return Reason(code=f"ring.{code}", message=message, rule=f"ring-of-power {rule}")


def refuse(code: str, message: str, rule: str) -> IllegalAction:
    """Return the refusal of a decision, to be raised."""
    return IllegalAction(reason(code, message, rule))


def mine(world: World, state: RingState, player: int, numbers: tuple[int, ...]) -> tuple[Figure, ...]:
    """Return figures that a player moves now. Raises `IllegalAction`: unknown, another's, lent away, or named twice."""
    if len(set(numbers)) < len(numbers):
        raise refuse("twice", "A figure is named twice; name each once.", "C1")
    for number in numbers:
        figure = state.by_id.get(number)
        if figure is None:
            raise refuse("no_figure", f"There is no figure {number} on the table.", "C1")
        if figure.mover != player:
            whose = world.scenario.players.get(world.players[figure.owner])
            name = whose.name if whose else "the wild"
            raise refuse("not_yours", f"{name_of(world, figure)} belongs to {name}; move your own figures.", "C1")
    return tuple(state.by_id[number] for number in numbers)


class Look(NamedTuple):
    """A force of the enemy looks for a stealthy group: the ids of the group, and what it adds to its die (F2)."""

    group: tuple[int, ...]
    bonus: int


def pinned_by(scene: Scene, one: Figure) -> Figure | None:
    """Return an enemy that pins a figure, or None. Stealthy groups are pinned only once found (C3, Q73)."""
    world, state = scene.world, scene.state
    if not one.in_field or (stealthy(scene, one) and one.found < state.turn):
        return None
    foes, points, reach = _pinning(scene, one.owner)
    if not foes:
        return None
    near = squared(points, point_array([one.point])) <= (reach + radius(world, one)) ** 2
    return foes[int(np.argmax(near))] if near.any() else None


def _pinning(scene: Scene, player: int) -> tuple[tuple[Figure, ...], Ints, Ints]:
    """Return the enemies that hold a player's figures beside them, their points, and how far each reaches."""
    found = scene.pinning.get(player)
    if found is None:
        world, state = scene.world, scene.state
        foes = tuple(foe for foe in enemies_of(world, state, player) if pins(world, state, foe))
        wide = np.array([radius(world, foe) for foe in foes], dtype=np.int64) + mil(world.constants.contact)
        found = scene.pinning[player] = foes, point_array([foe.point for foe in foes]), wide
    return found


def pins(world: World, state: RingState, foe: Figure) -> bool:
    """Whether a figure holds enemies beside it: not when hidden, wounded, or still numb from paralysis (C2, Q6).

    A ship holds them as those aboard would (Q69).
    """
    ship = world.kind(foe).race == "ship"
    crew = [one for one in state.figures if one.aboard == foe.id] if ship else [foe]
    seen = (one for one in crew if able(world, one) and not unseen(world, state, one))
    return any(one.numb_until < max(state.turn, 1) for one in seen)


def stealthy(scene: Scene, one: Figure) -> bool:
    """Whether a lone figure, or every figure of its force, has stealth (C3, Q73)."""
    return scene.world.has(one, "stealth") and all(scene.world.has(other, "stealth") for other in scene.force_of(one))


def looks(world: World, state: RingState, player: int) -> tuple[Look, ...]:
    """Return who looks for stealthy groups of a player: every force within an inch, or the best of them (F2, Q7)."""
    scene = Scene(world, state)
    enemies = (one for one in state.figures if not one.inside and world.hostile(one.owner, player))
    foes = [(foe, borne_by(state, foe)) for foe in enemies if able(world, foe)]
    found: list[Look] = []
    hiding = (one for one in scene.lineup.field if one.in_field and one.owner == player and one.found < state.turn)
    sought = (one for one in hiding if able(world, one) and stealthy(scene, one))
    for number in dict.fromkeys(scene.lineup.force[one.id] for one in sought):
        group = scene.lineup.members[number]
        near = world.constants.contact
        beside = [foe for foe, base in foes if any(close(world, base, one, near) for one in group)]
        seekers = sorted({scene.lineup.force[foe.id] for foe in beside})
        ids = tuple(one.id for one in group)
        ways = [Look(ids, _help(scene, force, group)) for force in seekers]
        once = world.settled.detect_rolls == "once_per_phase"
        found += sorted(ways, key=lambda way: -way.bonus)[:1] if once else ways
    return tuple(found)


def _help(scene: Scene, force: int, group: Sequence[Figure]) -> int:
    """Return what a force adds to its search for a group: the best of its figures that can fight (F2, M30)."""
    characters = all(scene.world.kind(one).character for one in group)
    if scene.world.settled.trackers_find == "characters" and not characters:
        return 0
    members = (one for one in scene.lineup.members[force] if able(scene.world, one))
    return max((ability.detect for one in members for ability in scene.world.abilities(one)), default=0)


def wanted(world: World, state: RingState, task: Spot) -> Roll | None:
    """Return a die for each force that looks for a group (F2)."""
    count = len(looks(world, state, task.player))
    return dice("search", count) if count else None


def spot(run: Run, task: Spot, faces: Sequence[int]) -> None:
    """Note which groups were found: on 4 or more, with 1 added where a tracker is among those who search (F2)."""
    run.say(Threw(purpose="search", faces=tuple(faces)))
    target = run.world.constants.detect_target
    found: dict[tuple[int, ...], bool] = {}
    for look, face in zip(looks(run.world, run.state, task.player), faces, strict=True):
        found[look.group] = found.get(look.group, False) or face + look.bonus >= target
    for group, success in found.items():
        if success:
            spotted(run, group)
        else:
            run.say(Changed(figures=group, names=run.names(group), what="unfound"))


def spotted(run: Run, figures: tuple[int, ...]) -> None:
    """Note that figures were found this turn (F5)."""
    run.alter(figures, found=run.state.turn)
    sides = {run.world.sides[one.owner] for one in run.present(figures)}
    run.change(spotted=tuple(sorted({**dict(run.state.spotted), **dict.fromkeys(sides, run.state.turn)}.items())))
    run.say(Changed(figures=figures, names=run.names(figures), what="found"))


def check_rules(scene: Scene, team: Sequence[Figure], paths: Sequence[Path], into: str) -> None:
    """Raise `IllegalAction` where a rule keeps figures, or those who go along with them, off their ways.

    `into` is the place whose garrison, or tower, they join; an empty string where they join none.
    """
    everybody = _everybody(scene, team, paths)
    _check_confined(scene, everybody)
    _check_kept(scene, everybody, into)


def shut_to(scene: Scene, one: Figure) -> Shape:
    """Return where a figure may not go, nor take whom it carries: all that rules keep them out of, or in."""
    world, here = scene.world, shapely.Point(one.point)
    barred = [world.shape(each.area) for each in scene.state.closed]
    everybody = tuple(other for other, _ in _everybody(scene, [one], [(one.point,)]))
    bounds: list[Shape] = []
    for _, area, stays in confined(scene, everybody):
        (bounds if stays else barred).append(world.shape(area))
    outside = [
        shapely.difference(shapely.box(0, 0, *world.ground.size), grown(area, 1))
        for area in bounds
        if shapely.intersects(area, here)
    ]
    return ready(union([*outside, *(area for area in barred if not shapely.intersects(area, here))]))


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
    within = shapely.intersects(shape, shapely.Point(path[0])) and len(parts(shapely.intersection(shape, line))) <= 1
    return bool(shapely.intersects(shape, line)) and not within


def _check_confined(scene: Scene, everybody: Sequence[tuple[Figure, Path]]) -> None:
    """Refuse to leave or enter areas that a special rule, or a closing, keeps a figure in or out of."""
    paths = {one.id: path for one, path in everybody}
    for one, area, stays in confined(scene, tuple(one for one, _ in everybody)):
        shape = scene.world.shape(area)
        leaves = stays and not grown(shape, 1).covers(_line(paths[one.id]))
        if leaves or (not stays and _enters(shape, paths[one.id])):
            word = "may not leave" if stays else "may not enter"
            raise refuse("confined", f"{name_of(scene.world, one)} {word} {area} by a rule of the scenario.", "4")
    for shut in scene.state.closed:
        shape = scene.world.shape(shut.area)
        if any(_enters(shape, path) for path in paths.values()):
            raise refuse("shut", f"{shut.area} is closed until turn {shut.until}.", "4")


def _check_kept(scene: Scene, everybody: Sequence[tuple[Figure, Path]], into: str) -> None:
    """Refuse to take more figures out of a place than a rule of the scenario lets go; its tower is part of it."""
    for rule, inside, every in kept(scene):
        going = {one.id for one, path in everybody if not _stays(scene, rule.inside, path, into)}
        staying = len(inside - going)
        if inside & going and staying < min(rule.at_least, every):
            message = f"{rule.at_least} of these figures must stay in {rule.inside}; {staying} would."
            raise refuse("keep", message, "4")


def _stays(scene: Scene, area: str, path: Path, into: str) -> bool:
    """Whether a figure ends its move where it was: it goes up or down within the walls, or about in an open area."""
    place = scene.world.scenario.place.get(area)
    walled = place is not None and place.walled
    return into == area if walled else bool(shapely.intersects(scene.world.shape(area), shapely.Point(path[-1])))


def step_fault(world: World, one: Figure, start: Point, end: Point, who: Around) -> Reason | None:
    """Say why a figure cannot step from one point to the other, one of them on the water; None when it can."""
    if world.ground.parted(start, [end], who.ways).any():
        return reason("walled", f"A wall keeps {name_of(world, one)} from the water there.", "C11")
    return None


def landing_fault(world: World, one: Figure, water: Point, bank: Point, who: Around) -> Reason | None:
    """Say why a figure cannot step from the water onto a point of the bank; None when it can."""
    on_table = world.ground.on_table(np.array([bank], dtype=np.float64)).all()
    if not on_table or not open_to(world, one, bank, who.ways) or bank in who.taken:
        return reason("no_footing", f"{name_of(world, one)} cannot land there.", "A7, C8, Q69")
    return step_fault(world, one, water, bank, who)


ASHORE = 3
"""Points of a way by boat at the least: on land, on the water, on land again."""


def check_boat(scene: Scene, one: Figure, path: Sequence[Point], who: Around) -> None:
    """Raise `IllegalAction` where a figure cannot go by boat as it wants."""
    world = scene.world
    name = name_of(world, one)
    distance = boats(scene, one)
    if not distance:
        raise refuse("no_boat", f"{name} has no boat here.", "4")
    step = world.constants.contact
    if len(path) < ASHORE or not near(path[0], path[1], step) or not near(path[-1], path[-2], step):
        message = f"{name} goes by boat from the bank onto the water and back to a bank, each within 1 inch."
        raise refuse("no_bank", message, "4")
    on_water = judge_path(world.ground, boat_pace(world, distance), path[1:-1], who)
    if isinstance(on_water, PathFault):
        raise refuse(on_water.code, f"{name}, by boat: {on_water.sentence}", on_water.rule)
    demand(step_fault(world, one, path[0], path[1], who) or landing_fault(world, one, path[-2], path[-1], who))


def boat_pace(world: World, distance: int) -> Pace:
    """Return a pace along navigable water alone, of so many 1/1000 inch a move."""
    rows = world.charts.terrain.values()
    return Pace(tuple(distance if row.water else 0 for row in rows), 0, sails=True)

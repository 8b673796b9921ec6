"""From a clash on the table to the values that combat is fought with: fighters, meetings, walls, modifiers (G0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely

from wartable.engine.structs import filled
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.figures import Scene, able, borne_by, party, radii, radius
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.combat import values
from wartable.games.ring_of_power.play.combats import leader_of, meetings
from wartable.games.ring_of_power.play.garrisons import room
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.special.conditions import may_hide
from wartable.games.ring_of_power.terrain.geometry import all_apart, apart, enemies_within, point_array, spots, square


class Surroundings(NamedTuple):
    """By their ids: the terrain under each figure, and who is by water, in a stockade of their side, or carries."""

    terrain: Mapping[int, str]
    by_water: frozenset[int]
    stockaded: frozenset[int]
    laden: frozenset[int]


def surroundings(scene: Scene, team: Sequence[Figure]) -> Surroundings:
    """Return what is around some figures."""
    ground = scene.world.ground
    kinds = zip(team, ground.kinds(point_array([one.point for one in team])).tolist(), strict=True)
    return Surroundings(
        # Within walls the ground is clear.
        terrain={one.id: "clear" if one.inside else ground.types[kind] for one, kind in kinds},
        by_water=_by_water(scene, team),
        stockaded=_stockaded(scene),
        laden=frozenset(one.aboard for one in scene.state.figures if one.aboard),
    )


def _by_water(scene: Scene, team: Sequence[Figure]) -> frozenset[int]:
    """Return those within 3 inches of navigable water (M24)."""
    world = scene.world
    points = point_array([one.point for one in team])
    marks = spots(points.astype(np.float64))
    limits = mil(world.constants.sailor) + np.array([radius(world, one) for one in team], dtype=np.int64)
    close = np.zeros(len(team), dtype=bool)
    for water in (one for one in world.scenario.waters if one.navigable):
        shape = world.shape(water.id)
        west, south, east, north = shape.bounds
        low, high = np.array([west, south]) - limits[:, None] - 1, np.array([east, north]) + limits[:, None] + 1
        left = np.flatnonzero(~close & ((points >= low) & (points <= high)).all(axis=1))
        close[left] = all_apart(shape, marks[left]) <= limits[left]
    return frozenset(one.id for one, is_close in zip(team, close.tolist(), strict=True) if is_close)


def _stockaded(scene: Scene) -> frozenset[int]:
    """Return the figures that stand inside a stockade that their side holds."""
    sides, by_id = scene.world.sides, scene.state.by_id
    held = [(one.id, scene.state.holder.get(one.id)) for one in scene.world.scenario.places if one.kind == "stockade"]
    inside = ((number, side) for place, side in held if side for number in scene.lineup.within(place))
    return frozenset(number for number, side in inside if sides[by_id[number].owner] == side)


def battle_of(scene: Scene, clash: Clash) -> values.Battle:
    """Return the combat that a clash is, as the table stands now."""
    number = {figure: force for force, team in enumerate(clash.forces) for figure in team}
    team = [scene.state.by_id[figure] for figure in sorted(number) if figure in scene.state.by_id]
    walled = frozenset(clash.inside)
    inside = [one for one in team if one.id in walled]
    present = {scene.world.sides[one.owner] for one in team}
    names = [one.id for one in scene.world.scenario.sides if one.id in present]
    near = _near(scene, clash, team, number)
    storming = _storming(scene, clash, number)
    around = surroundings(scene, team)
    side = {player: names.index(name) for player, name in enumerate(scene.world.sides) if name in names}
    came = {*clash.attacking, *clash.sallied}
    hidden = may_hide(scene)
    return values.Battle(
        sides=tuple(
            values.Side(name=name, players=tuple(n for n, side in enumerate(scene.world.sides) if side == name))
            for name in names
        ),
        fighters=tuple(
            _fighter(
                scene,
                one,
                around,
                side=side[one.owner],
                force=number[one.id],
                near=near[one.id],
                inside=values.Shelter.NONE if one.inside and one.id not in walled else _shelter(scene, one, around),
                by_walls=one.id in storming,
                at=_barrier_beside(scene, clash, one) if one.weapon else "",
                modifiers=tuple(boost.modifier for boost in clash.boosts if one.id in boost.figures),
            )
            for one in team
        ),
        meetings=tuple(_meetings(scene, clash, number)),
        attacking=tuple(sorted({number[figure] for figure in clash.attacking if figure in number})),
        found=tuple(sorted({number[one.id] for one in team if one.found == scene.state.turn or one.id in came})),
        hiders=tuple(n for n, force in enumerate(clash.forces) if hidden.issuperset(force)),
        place=_walls(scene, clash, names, inside) if clash.place and inside else None,
        rules=values.rules_of(scene.world.settled),
    )


def _fighter(scene: Scene, one: Figure, around: Surroundings, **of_clash: Any) -> values.Fighter:  # noqa: ANN401 - fields of a fighter
    """Return a figure as it fights; `of_clash` is what it has from the clash: its side, its force and the like."""
    world = scene.world
    kind = world.kind(one)
    return filled(
        values.Fighter,
        kind,
        **of_clash,
        id=one.id,
        owner=one.owner,
        unit=one.unit or one.weapon,
        profile=kind.profile(mounted=one.mounted),
        foot=kind.foot if one.mounted and kind.mounted else None,
        leadership=world.leadership(one),
        wizardry=world.wizardry(one),
        terrain=around.terrain[one.id],
        near_water=one.id in around.by_water,
        wounded=one.wounded,
        wounds=kind.wounds - one.lost_wounds,
        serves=one.serves or None,
        original_crew=one.original,
        crew=0 if one.id in around.laden else one.crew,
        crew_max=kind.crew.max if kind.crew else 0,
        weapon=one.weapon,
        vessel=kind.race == "ship",
    )


def _shelter(scene: Scene, one: Figure, around: Surroundings) -> values.Shelter:
    """Return what walls a figure is behind: those of a tower, of a fortress, or the minor ones of a stockade (K)."""
    if not one.inside:
        return values.Shelter.STOCKADE if one.id in around.stockaded else values.Shelter.NONE
    return (
        values.Shelter.TOWER if one.tower or scene.world.place(one.inside).kind == "tower" else values.Shelter.FORTRESS
    )


def _barrier_beside(scene: Scene, clash: Clash, one: Figure) -> str:
    """Return the gate or weak wall that a ram or charge is beside: within an inch (Q59)."""
    if not clash.place or one.inside:
        return ""
    reach = mil(scene.world.constants.contact)
    ways = scene.world.ground.ways_of(clash.place)
    beside = sorted((square(one.point, way.at), way.key) for way in ways if way.key not in scene.state.broken)
    near = [key for square, key in beside if square <= reach**2]
    # Weak walls are stretches; a charge lies beside one if it is within an inch of any part of it.
    spot, walls = shapely.Point(one.point), enumerate(scene.world.place(clash.place).weak_walls)
    near += [f"{clash.place}:weak:{n}" for n, wall in walls if apart(shapely.LineString(wall), spot) <= reach]
    return next(iter(near), "")


def _walls(scene: Scene, clash: Clash, names: list[str], inside: list[Figure]) -> values.Place:
    """Return the place as combat sees it: its holder, its barriers, and the tower that one can flee to (K4)."""
    place = scene.world.place(clash.place)
    # Where both the place and its tower are stormed, it is held by those in the place (K2, K5).
    defender = next((one for one in inside if one.tower == clash.tower), inside[0])
    above = (one for one in scene.state.figures if one.inside == place.id and one.tower)
    barred = any(scene.world.hostile(one.owner, defender.owner) for one in above)
    tries, broken = {part.key: part.tries for part in scene.state.damage}, scene.state.broken
    barriers = tuple(
        values.Barrier(key, "gate" if ":gate:" in key else "weak_wall", tries.get(key, 0), key in broken)
        for key in (way.key for way in scene.world.ground.ways_of(clash.place))
    )
    return values.Place(
        name=place.name,
        holder=names.index(scene.world.sides[defender.owner]),
        open=scene.state.breached(clash.place) and not clash.tower,
        tower=place.tower is not None and not clash.tower and not barred,
        capacity=room(scene.world, scene.state, place, above=True),
        barriers=barriers,
    )


def _meetings(scene: Scene, clash: Clash, number: Mapping[int, int]) -> Iterator[values.Meeting]:
    """Yield which forces of the clash have met: in the field by distance, at walls by assault."""
    by_id = scene.state.by_id
    forces = {n: [by_id[figure] for figure in team if figure in by_id] for n, team in enumerate(clash.forces)}
    for (one, other), contact in meetings(scene, forces).items():
        yield values.Meeting(one, other, contact)
    joined = {(number[one.id], number[other.id]) for one, other in _at_walls(scene, clash, number)}
    joined |= {(number[one.id], number[other.id]) for one, other in _together(scene, number)}
    for pair in sorted({(min(pair), max(pair)) for pair in joined}):
        yield values.Meeting(*pair)


def _at_walls(scene: Scene, clash: Clash, number: Mapping[int, int]) -> Iterator[tuple[Figure, Figure]]:
    """Yield one of each force that came to storm with the enemies behind the walls, whom friends may stand by (E2)."""
    by_id = scene.state.by_id
    inside = [by_id[figure] for figure in clash.inside if figure in by_id]
    came = [by_id[figure] for figure in clash.attacking if figure in by_id and figure in number]
    for attacker in _one_of_each(came, number):
        yield from ((attacker, one) for one in inside if scene.world.hostile(attacker.owner, one.owner))


def _together(scene: Scene, number: Mapping[int, int]) -> Iterator[tuple[Figure, Figure]]:
    """Yield who is inside a place with one of each enemy force there: in its tower, around it (K1, K5, K6)."""
    there = (scene.state.by_id[figure] for figure in number if figure in scene.state.by_id)
    within: dict[str, list[Figure]] = {}
    for one in there:
        if one.inside:
            within.setdefault(one.inside, []).append(one)
    for team in within.values():
        others = _one_of_each(team, number)
        yield from ((one, other) for one in team for other in others if scene.world.hostile(one.owner, other.owner))


def _one_of_each(team: Iterable[Figure], number: Mapping[int, int]) -> tuple[Figure, ...]:
    """Return one figure of each owner in each force."""
    return tuple({(one.owner, number[one.id]): one for one in team}.values())


def _near(scene: Scene, clash: Clash, team: list[Figure], number: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return for each figure the enemy forces within 6 inches: everybody inside is near every assaulting force (K1)."""
    found: dict[int, set[int]] = {one.id: set() for one in team}
    field = [one for one in team if one.in_field]
    points = _stands(scene, clash, field)
    wide = radii(scene.world, field)
    owners = np.array([each.owner for each in field], dtype=np.int64)
    one, other = enemies_within(points, owners, scene.world.hostility, mil(scene.world.constants.engage), wide).T
    fit = np.array([not each.wounded for each in field], dtype=bool)
    force = np.array([number[each.id] for each in field], dtype=np.int64)
    one, enemy = one[fit[other]], force[other[fit[other]]]
    count = len(clash.forces)
    met: list[int] = np.unique(one * count + enemy).tolist()
    for mine, foe in (divmod(pair, count) for pair in met):
        found[field[mine].id].add(foe)
    _near_walls(scene, clash, field, number, found)
    found |= {one.id: found.get(borne_by(scene.state, one).id, set()) for one in team if one.aboard}
    return {figure: tuple(sorted(forces)) for figure, forces in found.items()}


def _near_walls(
    scene: Scene, clash: Clash, field: list[Figure], number: Mapping[int, int], found: dict[int, set[int]]
) -> None:
    stormed: dict[int, set[int]] = {}
    for attacker, one in _at_walls(scene, clash, number):
        stormed.setdefault(number[attacker.id], set()).add(number[one.id])
        found[one.id].add(number[attacker.id])
    for mine, enemy in _together(scene, number):
        found[mine.id].add(number[enemy.id])
    storming = _storming(scene, clash, number)
    for one in field:
        if one.id in storming:
            found[one.id] |= stormed.get(number[one.id], set())


def _storming(scene: Scene, clash: Clash, number: Mapping[int, int]) -> frozenset[int]:
    """Return the figures of forces that storm a place who stand within 6 inches of it (E3, K7)."""
    if not clash.place:
        return frozenset()
    world, reach = scene.world, mil(scene.world.constants.engage)
    forces = {number[figure] for figure in clash.attacking if figure in number}
    team = [scene.state.by_id[figure] for figure in number if number[figure] in forces and figure in scene.state.by_id]
    field = (one for one in team if one.in_field)
    return frozenset(one.id for one in field if world.distance(clash.place, one.point) <= reach + radius(world, one))


def _stands(scene: Scene, clash: Clash, field: list[Figure]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return where figures count as standing: members of a party of characters where its leader stands (D4)."""
    spot: dict[int, Point] = {}
    for team in clash.forces:
        members = [scene.state.by_id[figure] for figure in team if figure in scene.state.by_id]
        fighters = [one for one in members if able(scene.world, one)]
        lead = leader_of(scene, fighters).point if fighters and party(scene.world, fighters) else None
        spot |= {one.id: lead or one.point for one in members}
    return point_array([spot[one.id] for one in field])

"""From a clash on the table to the values that combat is fought with: fighters, meetings, walls, modifiers (G0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.figures import able, borne_by, party, radii, radius
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.combat.values import (
    Barrier,
    Battle,
    Fighter,
    Meeting,
    Modifier,
    Shelter,
    Side,
    rules_of,
)
from wartable.games.ring_of_power.combat.values import Place as Walls
from wartable.games.ring_of_power.play.combats import leader_of, meetings
from wartable.games.ring_of_power.play.garrisons import room
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.standing import may_hide
from wartable.games.ring_of_power.terrain.forces import within
from wartable.games.ring_of_power.terrain.points import point_array, square


def battle_of(scene: Scene, clash: Clash) -> Battle:
    """Return the combat that a clash is, as the table stands now."""
    number = {figure: force for force, team in enumerate(clash.forces) for figure in team}
    team = [scene.state.by_id[figure] for figure in sorted(number) if figure in scene.state.by_id]
    inside = [one for one in team if one.id in clash.inside]
    names = _sides(scene, team)
    near = _near(scene, clash, team, number)
    storming = _storming(scene, clash, number)
    came = {*clash.attacking, *clash.sallied}
    hidden = may_hide(scene)
    return Battle(
        sides=tuple(_side(scene, name) for name in names),
        fighters=tuple(
            replace(_fighter(scene, clash, one, names, number[one.id], near[one.id]), by_walls=one.id in storming)
            for one in team
        ),
        meetings=tuple(_meetings(scene, clash, number)),
        attacking=tuple(sorted({number[figure] for figure in clash.attacking if figure in number})),
        found=tuple(sorted({number[one.id] for one in team if one.found == scene.state.turn or one.id in came})),
        hiders=tuple(n for n, force in enumerate(clash.forces) if hidden.issuperset(force)),
        place=_walls(scene, clash, names, _holder(clash, inside)) if clash.place and inside else None,
        rules=rules_of(scene.world.settled),
    )


def _holder(clash: Clash, inside: list[Figure]) -> Figure:
    """Return one of those whose place or tower is stormed; where both are, it is the place (K2, K5)."""
    return next((one for one in inside if one.tower == clash.tower), inside[0])


def _side_name(scene: Scene, figure: Figure) -> str:
    return scene.world.sides[figure.owner]


def _sides(scene: Scene, team: list[Figure]) -> list[str]:
    """Return the sides that fight, in the scenario's order."""
    present = {_side_name(scene, one) for one in team}
    return [side.id for side in scene.world.scenario.sides if side.id in present]


def _side(scene: Scene, name: str) -> Side:
    players = tuple(number for number, side in enumerate(scene.world.sides) if side == name)
    return Side(name=name, players=players)


def _fighter(scene: Scene, clash: Clash, one: Figure, names: list[str], force: int, near: tuple[int, ...]) -> Fighter:
    world = scene.world
    kind = world.kind(one)
    return Fighter(
        id=one.id,
        side=names.index(_side_name(scene, one)),
        owner=one.owner,
        force=force,
        unit=one.unit or one.weapon,
        profile=kind.profile(mounted=one.mounted),
        foot=kind.foot if one.mounted and kind.mounted else None,
        character=kind.character,
        abilities=kind.abilities,
        nation=kind.nation,
        leads=kind.leads,
        leadership=world.leadership(one),
        wizardry=world.wizardry(one),
        terrain="clear" if one.inside else world.ground.kind(one.point),
        near_water=_near_water(scene, one),
        near=near,
        inside=Shelter.NONE if one.inside and one.id not in clash.inside else _shelter(scene, one),
        wounded=one.wounded,
        wounds=kind.wounds - one.lost_wounds,
        serves=one.serves or None,
        original_crew=one.original,
        crew=0 if any(other.aboard == one.id for other in scene.state.figures) else one.crew,
        crew_max=kind.crew.max if kind.crew else 0,
        weapon=one.weapon,
        vessel=kind.race == "ship",
        at=_barrier_beside(scene, clash, one) if one.weapon else "",
        modifiers=tuple(_modifiers(clash, one)),
    )


def _modifiers(clash: Clash, one: Figure) -> Iterator[Modifier]:
    for boost in clash.boosts:
        if one.id in boost.figures:
            yield boost.modifier


def _shelter(scene: Scene, one: Figure) -> Shelter:
    """Return what walls a figure is behind: those of a tower, of a fortress, or the minor ones of a stockade (K)."""
    if not one.inside:
        return Shelter.STOCKADE if _in_stockade(scene, one) else Shelter.NONE
    return Shelter.TOWER if one.tower or scene.world.place(one.inside).kind == "tower" else Shelter.FORTRESS


def _in_stockade(scene: Scene, one: Figure) -> bool:
    """Whether a figure stands inside a stockade that its side holds."""
    side = _side_name(scene, one)
    return any(
        place.kind == "stockade" and scene.state.holder.get(place.id) == side and one.id in scene.within(place.id)
        for place in scene.world.scenario.places
    )


def _near_water(scene: Scene, one: Figure) -> bool:
    """Whether navigable water is within 3 inches (M24)."""
    world = scene.world
    reach = mil(world.constants.sailor) + radius(world, one)
    return any(world.distance(water.id, one.point) <= reach for water in world.scenario.waters if water.navigable)


def _barrier_beside(scene: Scene, clash: Clash, one: Figure) -> str:
    """Return the gate or weak wall that a ram or charge is beside: within an inch (Q59)."""
    if not clash.place or one.inside:
        return ""
    reach = mil(scene.world.constants.contact)
    ways = scene.world.ground.ways_of(clash.place)
    beside = sorted((square(one.point, way.at), way.key) for way in ways if way.key not in scene.state.broken)
    near = [key for square, key in beside if square <= reach**2]
    return near[0] if near else _weak_wall_beside(scene, clash, one)


def _weak_wall_beside(scene: Scene, clash: Clash, one: Figure) -> str:
    """Weak walls are stretches; a charge lies beside one if it is within an inch of any part of it."""
    for number, (start, end) in enumerate(scene.world.place(clash.place).weak_walls):
        if _to_segment(one.point, start, end) <= mil(scene.world.constants.contact):
            return f"{clash.place}:weak:{number}"
    return ""


def _to_segment(point: Point, start: Point, end: Point) -> float:
    (px, py), (ax, ay), (bx, by) = point, start, end
    along = (bx - ax, by - ay)
    length = along[0] ** 2 + along[1] ** 2
    share = 0.0 if not length else max(0.0, min(1.0, ((px - ax) * along[0] + (py - ay) * along[1]) / length))
    return float(np.hypot(px - ax - share * along[0], py - ay - share * along[1]))


def _walls(scene: Scene, clash: Clash, names: list[str], defender: Figure) -> Walls:
    """Return the place as combat sees it: its holder, its barriers, and the tower that one can flee to (K4)."""
    place = scene.world.place(clash.place)
    damage = {part.key: part for part in scene.state.damage}
    barriers = tuple(
        Barrier(
            way.key,
            "gate" if ":gate:" in way.key else "weak_wall",
            damage[way.key].tries if way.key in damage else 0,
            way.key in scene.state.broken,
        )
        for way in scene.world.ground.ways_of(clash.place)
    )
    return Walls(
        name=place.name,
        holder=names.index(_side_name(scene, defender)),
        open=scene.state.breached(clash.place) and not clash.tower,
        tower=place.tower is not None and not clash.tower and not _foes_above(scene, place, defender),
        capacity=room(scene.world, scene.state, place, above=True),
        barriers=barriers,
    )


def _foes_above(scene: Scene, place: Place, one: Figure) -> bool:
    """Whether enemies of a figure hold out in the tower of a place, so that nobody flees to it (K4)."""
    above = (other for other in scene.state.figures if other.inside == place.id and other.tower)
    return any(scene.world.hostile(other.owner, one.owner) for other in above)


def _meetings(scene: Scene, clash: Clash, number: Mapping[int, int]) -> Iterator[Meeting]:
    """Yield which forces of the clash have met: in the field by distance, at walls by assault."""
    by_id = scene.state.by_id
    forces = {n: [by_id[figure] for figure in team if figure in by_id] for n, team in enumerate(clash.forces)}
    for (one, other), contact in meetings(scene, forces).items():
        yield Meeting(one, other, contact)
    joined = {(number[one.id], number[other.id]) for one, other in _at_walls(scene, clash)}
    joined |= {(number[one.id], number[other.id]) for one, other in _together(scene, number)}
    for pair in sorted({(min(pair), max(pair)) for pair in joined}):
        yield Meeting(*pair)


def _at_walls(scene: Scene, clash: Clash) -> Iterator[tuple[Figure, Figure]]:
    """Yield those who came to storm with the enemies behind the walls; friends may be in the same combat (E2)."""
    by_id = scene.state.by_id
    inside = [by_id[figure] for figure in clash.inside if figure in by_id]
    for attacker in (by_id[figure] for figure in clash.attacking if figure in by_id):
        yield from ((attacker, one) for one in inside if scene.world.hostile(attacker.owner, one.owner))


def _together(scene: Scene, number: Mapping[int, int]) -> Iterator[tuple[Figure, Figure]]:
    """Yield enemies inside one place: a tower's defenders and those around them (K1, K5, K6)."""
    there = (scene.state.by_id[figure] for figure in number if figure in scene.state.by_id)
    within = [one for one in there if one.inside]
    for one in within:
        for other in within:
            if one.inside == other.inside and scene.world.hostile(one.owner, other.owner):
                yield one, other


def _near(scene: Scene, clash: Clash, team: list[Figure], number: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return for each figure the enemy forces within 6 inches: everybody inside is near every assaulting force (K1)."""
    found: dict[int, set[int]] = {one.id: set() for one in team}
    field = [one for one in team if one.in_field]
    points = _stands(scene, clash, field)
    wide = None if scene.radii is None else np.array(radii(scene.world, field), dtype=np.int64)
    one, other = within(points, points, mil(scene.world.constants.engage), wide, wide).T
    owners = np.array([each.owner for each in field], dtype=np.int64)
    count = range(len(scene.world.players))
    hostile = np.array([[scene.world.hostile(a, b) for b in count] for a in count])
    fit = np.array([not each.wounded for each in field], dtype=bool)
    met = hostile[owners[one], owners[other]] & fit[other]
    force = np.array([number[each.id] for each in field], dtype=np.int64)
    pairs: list[tuple[int, int]] = np.unique(np.stack([one[met], force[other[met]]], axis=1), axis=0).tolist()
    for mine, enemy in pairs:
        found[field[mine].id].add(enemy)
    _near_walls(scene, clash, field, number, found)
    found |= {one.id: found.get(borne_by(scene.state, one).id, set()) for one in team if one.aboard}
    return {figure: tuple(sorted(forces)) for figure, forces in found.items()}


def _near_walls(
    scene: Scene, clash: Clash, field: list[Figure], number: Mapping[int, int], found: dict[int, set[int]]
) -> None:
    stormed: dict[int, set[int]] = {}
    for attacker, one in _at_walls(scene, clash):
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

"""Who comes to blows: assaults and sallies that are declared, forces in contact, joined to combats (E, K1, K2, Q17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.campaign.actions import Assault, Declaration
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare, FindCombats
from wartable.games.ring_of_power.campaign.deployment import footing, free_points
from wartable.games.ring_of_power.campaign.events import Declared
from wartable.games.ring_of_power.campaign.figures import (
    Scene,
    able,
    borne_by,
    enemies_of,
    party,
    radii,
    radius,
    regroups,
)
from wartable.games.ring_of_power.campaign.run import Asked, Run, asked
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.combat.prepare import components
from wartable.games.ring_of_power.play import garrisons
from wartable.games.ring_of_power.play.hindrances import refuse
from wartable.games.ring_of_power.play.moving import check_ways, hindered, pace_of_team
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import confined, may_hide
from wartable.games.ring_of_power.terrain.geometry import enemies_within, point_array, square

Pair = tuple[int, int]


def find_combats(run: Run, _: FindCombats) -> None:
    """Put every combat on the agenda, in order of the moving players and then of figures (E2, E4)."""
    run.change(phase="combat", mover=-1)
    found = clashes(run)
    fighting = {number for clash in found for number in clash.everybody}
    scene = Scene(run.world, run.state)
    for assault in run.state.assaults:
        if assault.figure not in fighting:
            garrisons.walk_in(run, scene, assault)
    run.change(assaults=(), sallied=())
    run.push(*found)


def _as_held(run: Run, assault: Assault) -> Assault:
    """Return an assault from outside as what it is by now: on the walls, or on the tower if only that is held (K5).

    Enemies who move later in the turn may have gone in or out since it was declared.
    """
    one = run.state.by_id.get(assault.figure)
    if one is None or one.inside:
        return assault
    return replace(assault, tower=only_tower(run.world, run.state, assault.place, one.owner))


def only_tower(world: World, state: RingState, place: str, player: int) -> bool:
    """Whether of a player's enemies in a place only those in the tower are left, so that he assaults it (K5)."""
    inside = garrisons.enemies_inside(world, state, place, world.sides[player])
    return bool(inside) and all(one.tower for one in inside)


def _stormed(state: RingState, assault: Assault, assaults: Sequence[Assault]) -> bool:
    """Whether those who would assault a tower from within are stormed from outside: they have to defend (K2, K5)."""
    within = {one.id for one in state.figures if one.inside}
    others = (one.figure for one in assaults if one.place == assault.place and not one.tower)
    return assault.figure in within and not within.issuperset(others)


def clashes(run: Run) -> list[Clash]:
    """Return the combats that positions and declarations make, in the order in which they are fought (E2, E4)."""
    assaults = tuple(_as_held(run, one) for one in run.state.assaults)
    run.change(assaults=tuple(one for one in assaults if not _stormed(run.state, one, assaults)))
    scene = Scene(run.world, run.state)
    found = (_clash(run, scene, forces) for forces in components(pairs(scene)))
    owner = {one.id: one.owner for one in run.state.figures}
    return sorted(found, key=lambda clash: (min(owner[one] for one in clash.everybody), min(clash.everybody)))


def pairs(scene: Scene) -> frozenset[Pair]:
    """Return pairs of forces, by number, that come to blows: in contact, by assault, or a party near an enemy."""
    return frozenset([*_field_pairs(scene), *_declared_pairs(scene)])


def _field_pairs(scene: Scene) -> Iterator[Pair]:
    """Yield forces within an inch of each other, and parties within two of an enemy force (E1, F1)."""
    hiders = may_hide(scene)
    for pair, contact in meetings(scene, scene.lineup.members).items():
        forces = [scene.lineup.members[number] for number in pair]
        if contact or any(party(scene.world, each) or hiders.issuperset(one.id for one in each) for each in forces):
            yield pair


def meetings(scene: Scene, forces: Mapping[int, Sequence[Figure]]) -> dict[Pair, bool]:
    """Return hostile forces in the field within 2 inches, by number, and whether they are within 1 inch: in contact.

    The wounded and weapons meet nobody, nor do ships with nobody aboard who can fight: whoever is aboard stands where
    his ship lies (Q69). A party of characters stands where its leader stands (D4).
    """
    spots = list(_spots(scene, forces))
    points = point_array([one.point for _, one in spots])
    numbers = np.array([force for force, _ in spots], dtype=np.int64)
    owners = np.array([one.owner for _, one in spots], dtype=np.int64)
    bases = [borne_by(scene.state, one) for _, one in spots]
    wide = radii(scene.world, bases)
    found: dict[Pair, bool] = {}
    for inches, contact in ((scene.world.constants.hide, False), (scene.world.constants.contact, True)):
        near = numbers[enemies_within(points, owners, scene.world.hostility, mil(inches), wide)]
        ordered: list[Pair] = [(one, other) for one, other in near.tolist() if one < other]
        found |= dict.fromkeys(ordered, contact)
    return dict(sorted(found.items()))


def _spots(scene: Scene, forces: Mapping[int, Sequence[Figure]]) -> Iterator[tuple[int, Figure]]:
    """Yield the figures whose positions count for contact, with their forces."""
    for force, members in forces.items():
        fighters = [one for one in members if not one.inside and able(scene.world, one)]
        if fighters and party(scene.world, fighters):
            yield force, leader_of(scene, fighters)
        else:
            yield from ((force, one) for one in fighters)


def leader_of(scene: Scene, party_of: Sequence[Figure]) -> Figure:
    """Return the leading member of a party, where all of it stands for combat (D4, Q48)."""
    return max(party_of, key=lambda one: (scene.world.leadership(one), -one.id))


def _declared_pairs(scene: Scene) -> Iterator[Pair]:
    """Yield assaulting forces with the garrison, or the tower's, that they assault (K2).

    Then parties that have come down from a tower, with the enemies who hold the place around it (K6).
    """
    world, by_id, force = scene.world, scene.state.by_id, scene.lineup.force
    for assault in (one for one in scene.state.assaults if one.figure in force):
        side = world.sides[by_id[assault.figure].owner]
        foes = garrisons.enemies_inside(world, scene.state, assault.place, side, tower=assault.tower)
        yield from ((force[assault.figure], force[one.id]) for one in foes[:1])
    down = ((place, by_id[number]) for place, out in scene.state.sallied for number in out if number in by_id)
    for place, one in down:
        around = garrisons.enemies_inside(world, scene.state, place, world.sides[one.owner], tower=False)
        yield from ((force[one.id], force[foe.id]) for foe in around[:1] if one.inside)


def _clash(run: Run, scene: Scene, forces: tuple[int, ...]) -> Clash:
    safe = _aloft(run.state)
    members = tuple(tuple(one.id for one in scene.lineup.members[number] if one.id not in safe) for number in forces)
    everybody = {number for force in members for number in force}
    assaults = [one for one in run.state.assaults if one.figure in everybody]
    # Those whom walls protect: inside, and neither assaulting a tower, nor come down from one or set upon.
    attackers = {one.id for assault in assaults for one in scene.lineup.members[scene.lineup.force[assault.figure]]}
    within = [one for number in sorted(everybody) for one in [run.figure(number)] if one.inside]
    sallied = {number for _, out in run.state.sallied for number in out}
    down = {one.inside for one in within if one.id in sallied}
    behind = tuple(one for one in within if one.id not in attackers | sallied and (assaults or one.inside not in down))
    walls = {(one.inside, one.tower) for one in behind}
    place, tower = min(walls, default=("", False))
    return Clash(
        forces=members,
        place=place,
        tower=tower,
        inside=tuple(one.id for one in behind),
        attacking=tuple(one.figure for one in assaults),
        sallied=tuple(number for _, out in run.state.sallied for number in out if number in everybody),
        homes=tuple(home for home, out in run.state.sallied for number in out if number in everybody),
    )


def _aloft(state: RingState) -> frozenset[int]:
    """Return who stays in a tower that is not assaulted, though others come down from it: they are safe (K5, K6)."""
    stormed = {one.place for one in state.assaults if one.tower}
    sallied = {number for _, out in state.sallied for number in out}
    inside = (one for one in state.figures if one.tower and one.inside not in stormed)
    return frozenset(one.id for one in inside if sallied.isdisjoint((one.id, *one.carried_by)))


def possible_assaults(world: World, state: RingState, player: int) -> tuple[Assault, ...]:
    """Return an assault for each place, or tower in it, that a force of the player's stands at; one figure for each.

    Who holds a place assaults its tower from within (K5).
    """
    scene = Scene(world, state)
    found: list[Assault] = []
    for place in (one for one in world.scenario.places if one.walled):
        inside = any(one.inside == place.id and world.hostile(one.owner, player) for one in state.figures)
        if inside or garrisons.enemy_holds(world, state, place.id, world.sides[player]):
            mine = (one for one in scene.lineup.field if one.owner == player and _attacks(world, state, one))
            # Within an inch of a wall or gate (K2), or inside a place that stands open.
            reach = mil(world.constants.contact)
            figures = [one for one in mine if world.within(place.id, one.point, reach + radius(world, one))]
            first = {scene.lineup.force[one.id]: one for one in reversed(figures)}
            tower = only_tower(world, state, place.id, player)
            found += [Assault(figure=one.id, place=place.id, tower=tower) for one in first.values()]
            found += _from_within(world, state, place, player)
    return tuple(sorted(found, key=lambda one: (one.place, one.figure)))


def _from_within(world: World, state: RingState, place: Place, player: int) -> Iterator[Assault]:
    """Yield the assault of a player's garrison on enemies in the tower above it (K5)."""
    inside = [one for one in state.figures if one.inside == place.id]
    besieged = any(one.tower and world.hostile(one.owner, player) for one in inside)
    mine = [one for one in inside if one.owner == player and not one.tower and _attacks(world, state, one)]
    if besieged and mine:
        yield Assault(figure=mine[0].id, place=place.id, tower=True)


def _attacks(world: World, state: RingState, one: Figure) -> bool:
    """Whether a figure may launch an attack: who regroups does not (H)."""
    return able(world, one) and not regroups(state, one)


def possible_sallies(world: World, state: RingState, player: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return for each place from which the player's garrison can reach an enemy the figures that may sally.

    From a tower they also sally against those who hold the place around it (K6). Who may not move does not sally, but
    who came in this turn does.
    """
    scene = Scene(world, state)
    found: list[tuple[str, tuple[int, ...]]] = []
    for place in world.scenario.places:
        garrison = (one for one in state.figures if one.inside == place.id and one.owner == player)
        inside = tuple(one.id for one in garrison if able(world, one) and not one.aboard and _may_go(scene, one))
        if inside and (garrisons.enemy_near(world, state, place, player) or _besieged(world, state, place, inside)):
            found.append((place.id, inside))
    return tuple(found)


def _may_go(scene: Scene, one: Figure) -> bool:
    """Whether a figure may come out of its place: neither held back itself, nor bound to the place by a rule (C16)."""
    bound = any(stays and area == one.inside for _, area, stays in confined(scene, (one,)))
    return not bound and hindered(scene, one, but=("moved",)) is None and bool(pace_of_team(scene, [one]).fastest)


def _besieged(world: World, state: RingState, place: Place, inside: Sequence[int]) -> bool:
    """Whether enemies hold the place around the tower in which these are (K6)."""
    side = world.sides[state.by_id[inside[0]].owner]
    return bool(garrisons.enemies_inside(world, state, place.id, side, tower=False))


def may_declare(world: World, state: RingState, task: Declare) -> Asked | None:
    """Ask a player who can assault or sally, unless whoever stands at a wall fights anyway (Q17)."""
    if world.settled.fortress_contact == "automatic":
        return None
    possible = possible_assaults(world, state, task.player) or possible_sallies(world, state, task.player)
    return asked(world, state, task.player) if possible else None


def undeclared(run: Run, task: Declare) -> None:
    """Go on without a declaration; under `automatic` all forces at walls assault."""
    if run.world.settled.fortress_contact == "automatic":
        assaults = possible_assaults(run.world, run.state, task.player)
        run.change(assaults=(*run.state.assaults, *assaults))


def check_declaration(world: World, state: RingState, task: Declare, action: Declaration) -> None:
    """Raise `IllegalAction` for a declaration that is not allowed."""
    for assault in action.assaults:
        _check_assault(world, state, task.player, assault)
    open_to = dict(possible_sallies(world, state, task.player))
    for place, figures in action.sallies:
        if place not in open_to:
            raise refuse("no_sally", f"Nobody can sally from {place} now: no enemy is within 2 inches of it.", "K2")
        stranger = next((number for number in figures if number not in open_to[place]), None)
        if stranger is not None or not figures or len(set(figures)) < len(figures):
            raise refuse("no_sally", f"Name figures of your garrison in {place} that can come out, each once.", "K2")
        _check_stepping(world, state, world.place(place), figures)
    places = [place for place, _ in action.sallies]
    if len(set(places)) < len(places):
        raise refuse("twice", "Name each place once.", "K2")


def _check_stepping(world: World, state: RingState, place: Place, figures: Sequence[int]) -> None:
    """Refuse to let figures step out of a place whom a rule of the scenario, or fear, keeps in it."""
    if not _besieged(world, state, place, figures):
        out = [(state.by_id[number], spot) for number, spot in _steps(world, state, place, figures)]
        check_ways(Scene(world, state), [one for one, _ in out], [(one.point, spot) for one, spot in out])


def _check_assault(world: World, state: RingState, player: int, assault: Assault) -> None:
    force, declarer = Scene(world, state).lineup.force, state.by_id.get(assault.figure)
    possible = possible_assaults(world, state, player) if declarer and able(world, declarer) else ()
    meant = [one for one in possible if (one.place, one.tower) == (assault.place, assault.tower)]
    if not any(force[one.figure] == force[assault.figure] for one in meant):
        where = f"the tower of {assault.place}" if assault.tower else assault.place
        message = f"Figure {assault.figure} does not stand within 1 inch of {where} held by an enemy."
        raise refuse("no_assault", message, "K2")


def declare(run: Run, task: Declare, action: Declaration) -> None:
    """Note assaults, and let those who sally step out of the gate, or come down from a tower."""
    run.change(assaults=(*run.state.assaults, *action.assaults))
    for place, figures in action.sallies:
        out, walls = figures, run.world.place(place)
        if not _besieged(run.world, run.state, walls, figures):
            steps = _steps(run.world, run.state, walls, figures)
            out = tuple(number for number, _ in steps)
            for number, (x, y) in steps:
                run.alter([number], inside="", tower=False, x=x, y=y)
            run.bring_along(out)
            run.leave_weapons(out)
        run.change(sallied=(*run.state.sallied, (place, out)))
    assaults, sallies = tuple(one.place for one in action.assaults), tuple(place for place, _ in action.sallies)
    if assaults or sallies:
        run.say(Declared(player=task.player, assaults=assaults, sallies=sallies))


def _steps(world: World, state: RingState, place: Place, figures: Sequence[int]) -> list[tuple[int, Point]]:
    """Return where figures come out who sally: on free points before the gate that is nearest to an enemy.

    Whoever leaves a tower must fight: he comes out beside the enemy who is nearest to it (K6).
    """
    team = [state.by_id[number] for number in figures]
    enemies = [enemy.point for enemy in enemies_of(world, state, team[0].owner)]
    gate = min(garrisons.doors(world, place), key=lambda door: min(square(door, enemy) for enemy in enemies))
    if place.kind == "tower" or any(one.tower for one in team):
        gate = min(enemies, key=lambda enemy: world.distance(place.id, enemy))
    spots = before_gate(world, state, place, gate, team)
    nearest = sorted(spots, key=lambda spot: (min(square(spot, enemy) for enemy in enemies), spot))
    return [(one.id, spot) for one, spot in zip(team, nearest, strict=False)]


def before_gate(
    world: World, state: RingState, place: Place, gate: Point, team: Sequence[Figure], enemies: Sequence[Point] = ()
) -> tuple[Point, ...]:
    """Return free points outside a place around one of its gates, three for each of a team where there is room."""
    taken = [one.point for one in state.figures if one.in_field]
    return free_points(world, gate, len(team) * 3, footing(world, team), taken, enemies, outside=place.id)

"""Assaults and sallies: who may declare them, and what a declaration does (K1, K2, Q17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.actions import Assault, Declaration
from wartable.games.ring_of_power.campaign.agenda import Declare
from wartable.games.ring_of_power.campaign.deployment import footing, free_points
from wartable.games.ring_of_power.campaign.events import Declared
from wartable.games.ring_of_power.campaign.figures import able, enemies_of, radius, regroups
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Asked, Run, asked
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.combats import only_tower
from wartable.games.ring_of_power.play.garrisons import doors, enemy_holds, enemy_near, holders_around
from wartable.games.ring_of_power.play.hindrances import reason
from wartable.games.ring_of_power.play.moving import forbidden, hindered, pace_of_team
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import confined
from wartable.games.ring_of_power.terrain.geometry import square


def possible_assaults(world: World, state: RingState, player: int) -> tuple[Assault, ...]:
    """Return an assault for each place, or tower in it, that a force of the player's stands at; one figure for each.

    Who holds a place assaults its tower from within (K5).
    """
    scene = Scene(world, state)
    found: list[Assault] = []
    for place in world.scenario.places:
        if place.walled and _enemy_held(world, state, place, player):
            mine = (one for one in scene.lineup.field if one.owner == player and _attacks(world, state, one))
            figures = [one for one in mine if _beside(world, one, place)]
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


def _beside(world: World, figure: Figure, place: Place) -> bool:
    """Whether a figure is within an inch of a wall or gate (K2), or inside a place that stands open."""
    return world.within(place.id, figure.point, mil(world.constants.contact) + radius(world, figure))


def _enemy_held(world: World, state: RingState, place: Place, player: int) -> bool:
    """Whether enemies hold a place, or hold out in its garrison or tower."""
    inside = any(one.inside == place.id and world.hostile(one.owner, player) for one in state.figures)
    return inside or enemy_holds(world, state, place.id, world.sides[player])


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
        if inside and (enemy_near(world, state, place, player) or _besieged(world, state, place, inside)):
            found.append((place.id, inside))
    return tuple(found)


def _may_go(scene: Scene, one: Figure) -> bool:
    """Whether a figure may come out of its place: neither held back itself, nor bound to the place by a rule (C16)."""
    bound = any(stays and area == one.inside for _, area, stays in confined(scene, (one,)))
    return not bound and hindered(scene, one, but=("moved",)) is None and bool(pace_of_team(scene, [one]).fastest)


def _besieged(world: World, state: RingState, place: Place, inside: Sequence[int]) -> bool:
    """Whether enemies hold the place around the tower in which these are (K6)."""
    return bool(holders_around(world, state, place.id, state.by_id[inside[0]]))


def awaited(world: World, state: RingState, task: Declare) -> Asked | None:
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


def explain(world: World, state: RingState, task: Declare, action: Declaration) -> Reason | None:
    """Say why a declaration is not allowed; None when it is."""
    for assault in action.assaults:
        fault = _assault_fault(world, state, task.player, assault)
        if fault is not None:
            return fault
    open_to = dict(possible_sallies(world, state, task.player))
    for place, figures in action.sallies:
        if place not in open_to:
            return reason("no_sally", f"Nobody can sally from {place} now: no enemy is within 2 inches of it.", "K2")
        stranger = next((number for number in figures if number not in open_to[place]), None)
        if stranger is not None or not figures or len(set(figures)) < len(figures):
            return reason("no_sally", f"Name figures of your garrison in {place} that can come out, each once.", "K2")
        fault = _stepping_fault(world, state, world.place(place), figures)
        if fault is not None:
            return fault
    places = [place for place, _ in action.sallies]
    if len(set(places)) < len(places):
        return reason("twice", "Name each place once.", "K2")
    return None


def _stepping_fault(world: World, state: RingState, place: Place, figures: Sequence[int]) -> Reason | None:
    """Say which rule of the scenario, or fear, keeps figures from stepping out of a place; None where none does."""
    if _besieged(world, state, place, figures):
        return None
    out = [(state.by_id[number], spot) for number, spot in _steps(world, state, place, figures)]
    return forbidden(Scene(world, state), [one for one, _ in out], [(one.point, spot) for one, spot in out])


def _assault_fault(world: World, state: RingState, player: int, assault: Assault) -> Reason | None:
    scene = Scene(world, state)
    for one in possible_assaults(world, state, player):
        declarer = state.by_id.get(assault.figure)
        same_force = (
            declarer and able(world, declarer) and scene.lineup.force[declarer.id] == scene.lineup.force[one.figure]
        )
        if one.place == assault.place and one.tower == assault.tower and same_force:
            return None
    where = f"the tower of {assault.place}" if assault.tower else assault.place
    return reason(
        "no_assault", f"Figure {assault.figure} does not stand within 1 inch of {where} held by an enemy.", "K2"
    )


def take(run: Run, task: Declare, action: Declaration) -> None:
    """Note assaults, and let those who sally step out of the gate, or come down from a tower."""
    run.change(assaults=(*run.state.assaults, *action.assaults))
    for place, figures in action.sallies:
        if _besieged(run.world, run.state, run.world.place(place), figures):
            run.change(sallied=(*run.state.sallied, (place, figures)))
        else:
            _step_out(run, run.world.place(place), figures)
    if action.assaults or action.sallies:
        run.say(
            Declared(
                player=task.player,
                assaults=tuple(one.place for one in action.assaults),
                sallies=tuple(place for place, _ in action.sallies),
            )
        )


def _step_out(run: Run, place: Place, figures: tuple[int, ...]) -> None:
    """Put those who sally where they come out."""
    steps = _steps(run.world, run.state, place, figures)
    out = tuple(number for number, _ in steps)
    for number, spot in steps:
        run.alter([number], inside="", tower=False, x=spot[0], y=spot[1])
    run.bring_along(out)
    run.leave_weapons(out)
    run.change(sallied=(*run.state.sallied, (place.id, out)))


def _steps(world: World, state: RingState, place: Place, figures: Sequence[int]) -> list[tuple[int, Point]]:
    """Return where figures come out who sally: on free points before the gate that is nearest to an enemy.

    Whoever leaves a tower must fight: he comes out beside the enemy who is nearest to it (K6).
    """
    team = [state.by_id[number] for number in figures]
    enemies = [enemy.point for enemy in enemies_of(world, state, team[0].owner)]
    gate = min(doors(world, place), key=lambda door: min(square(door, enemy) for enemy in enemies))
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

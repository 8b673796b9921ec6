"""Moves: which figures may go together, how fast, along which paths, and what the rules say against it (C, D3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from wartable.engine.errors import Reason, demand
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.events import Moved
from wartable.games.ring_of_power.campaign.figures import (
    Scene,
    able,
    burden,
    captor,
    close,
    enemies_of,
    near,
    pace_for,
    radii,
    radius,
    unseen,
)
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import ByIdentity, World
from wartable.games.ring_of_power.charts import in_inches
from wartable.games.ring_of_power.play import hindrances
from wartable.games.ring_of_power.play.carrying import check_loads, check_together, loads_of
from wartable.games.ring_of_power.play.garrisons import armies_of, doors, enemies_inside, go_inside, held_in_tower, room
from wartable.games.ring_of_power.play.hindrances import mine, pinned_by, reason, refuse
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import eased
from wartable.games.ring_of_power.terrain.around import Around, around
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_paths
from wartable.games.ring_of_power.terrain.speeds import Pace, slowest

Path = tuple[Point, ...]


class Plan(NamedTuple):
    """A legal move: a path for each figure that goes, and what it costs on foot; who is carried goes with the first."""

    paths: tuple[tuple[int, Path], ...]
    costs: tuple[PathCost, ...]


def plan_of(world: World, state: RingState, player: int, move: Move) -> Plan:
    """Return what a move does. Raises `IllegalAction` where it may not be done."""
    return _planned(world, ByIdentity(state), player, move)


@lru_cache(maxsize=4)
def _planned(world: World, at: ByIdentity[RingState], player: int, move: Move) -> Plan:
    """Return the plan of a move; who proposes one asks for it, and the rules do so again before they carry it out."""
    state = at.value
    team = mine(world, state, player, tuple(number for number, _ in move.paths))
    if not team:
        raise refuse("nobody", "Name at least one figure to move.", "C1")
    scene = Scene(world, state)
    for one in team:
        demand(still(scene, one))
    check_company(world, state, team)
    _check_ends(world, state, team, move)
    check_together(world, state, ends_of(move.paths))
    return _walked(scene, team, move)


def ends_of(paths: Sequence[tuple[int, Path]]) -> dict[int, Point]:
    """Return where the figures of some paths end."""
    return {number: path[-1] for number, path in paths}


def still(scene: Scene, one: Figure) -> Reason | None:
    """Say why a figure may not move this turn at all; None when it may (C2, C15, C16)."""
    return hindered(scene, one) or held(scene, one)


def hindered(scene: Scene, one: Figure, *, but: Collection[str] = ()) -> Reason | None:
    """Say what about a figure itself keeps it where it is, whatever stands near it (C15, C16); `but` does not."""
    for code, holds, sentence, rule in _hindrances(scene, one):
        if holds and code not in but:
            return reason(code, f"{name_of(scene.world, one)} {sentence}", rule)
    return None


def held(scene: Scene, one: Figure) -> Reason | None:
    """Say by whom a figure is pinned; None when by nobody (C2)."""
    enemy = pinned_by(scene, one)
    if enemy is None:
        return None
    text = f"{name_of(scene.world, one)} is pinned: {name_of(scene.world, enemy)} is within 1 inch."
    return reason("pinned", text, "C2")


def _hindrances(scene: Scene, one: Figure) -> tuple[tuple[str, bool, str, str], ...]:
    """Return code, whether it holds, sentence and rule of everything that may keep a figure where it is."""
    turn = scene.state.turn
    tired = scene.world.has(one, "venerable") and 0 < one.fought >= turn - 1
    return (
        ("carried", bool(one.carried_by), "is carried and moves with its carriers.", "C16"),
        ("wounded", one.wounded, "is wounded and moves only if it is carried.", "C16"),
        ("aboard", bool(one.aboard), "is aboard and moves with what carries it.", "Q69"),
        ("moved", one.moved == turn, "has moved this turn.", "C1"),
        ("still", one.still_until >= turn, "regroups or recovers and does not move this turn.", "C16"),
        ("venerable", tired, "fought last turn and does not move in this one.", "C15"),
        ("immobile", bool(one.weapon) and one.broken, "has lost crew and cannot be moved.", "L1"),
    )


def check_company(world: World, state: RingState, team: Sequence[Figure]) -> None:
    """Raise `IllegalAction` for figures that do not go together: from two places, a gun without crew, an overload."""
    if len({(one.inside, one.tower) for one in team}) > 1:
        raise refuse("apart", "They are not in one place; move each group by itself.", "D3")
    chosen = {one.id for one in team}
    for one in team:
        if one.weapon:
            crew = [other for other in state.figures if other.serves == one.id]
            if not crew or any(other.id not in chosen for other in crew):
                raise refuse("no_crew", f"{name_of(world, one)} moves only with all of its crew.", "L1")
    for load in loads_of(state, chosen):
        if load_on(world, state, load.carried_by) == "none":
            raise refuse("too_heavy", f"They are not strong enough to carry {name_of(world, load)}.", "J3")
    check_loads(world, state, chosen)
    check_together(world, state, {one.id: one.point for one in team})


def load_on(world: World, state: RingState, carriers: Sequence[int]) -> str:
    """Return the speed at which a team carries all whom it carries: `full`, `half` or `none` (J3)."""
    return burden(world, [state.by_id[number] for number in carriers], loads_of(state, carriers))


def pace_of_team(scene: Scene, team: Sequence[Figure]) -> Pace:
    """Return the pace of figures that move together: that of the slowest (D3), with what they carry (C4).

    Crew goes at the pace of a weapon that it draws; rams and charges go at the pace of their crew (L).
    """
    world, state = scene.world, scene.state
    chosen = {one.id for one in team}
    slow = {
        carrier
        for load in loads_of(state, chosen)
        if load_on(world, state, load.carried_by) != "full"
        for carrier in load.carried_by
    }
    eased_for = eased(scene)
    drawn = {one.id for one in team if one.weapon and world.charts.artillery[one.weapon].row != "crew"}
    walkers = [one for one in team if one.id in drawn or not (one.weapon or one.serves in drawn)]
    return slowest(
        [
            pace_for(world, one, carrying=one.id in slow, clear_in=eased_for.get(one.id, frozenset()))
            for one in walkers or team
        ]
    )


def surroundings(scene: Scene, player: int, moving: Sequence[Figure]) -> Around:
    """Return what stands around figures of a player that move: enemies that are seen, taken points, open gates."""
    world, state = scene.world, scene.state
    gone = {one.id for one in moving}
    foes = [one for one in enemies_of(world, state, player) if not unseen(world, state, one)]
    side = world.sides[player]
    held = [place.id for place in world.scenario.places if state.holder.get(place.id) == side]
    hostile = [p.id for p in world.scenario.places if p.walled and state.holder.get(p.id) not in {side, ""}]
    return around(
        [one.point for one in foes],
        radii=radii(world, foes),
        radius=max((radius(world, one) for one in moving), default=0),
        taken=[one.point for one in state.figures if one.in_field and one.id not in gone],
        ways=world.ground.open_ways(held, state.broken),
        barred=hostile,
        contact_move=world.settled.contact_move,
        mixed_terrain=world.settled.mixed_terrain,
    )


def _check_ends(world: World, state: RingState, team: Sequence[Figure], move: Move) -> None:
    """Refuse a move that may not begin or end where it does: wrong start, no door, no room, no way off the table."""
    for one, (_, path) in zip(team, move.paths, strict=True):
        _check_start(world, one, path)
    if any(one.tower and held_in_tower(world, state, one) for one in team) and move.into != team[0].inside:
        raise refuse("besieged", "Who leaves a tower with enemies about must fight them: sally instead.", "K6")
    ends = [path[-1] for _, path in move.paths]
    if move.out:
        _check_out(world, team, move.into, ends)
    elif move.into:
        _check_into(world, state, team, move, ends)


def _check_start(world: World, one: Figure, path: Path) -> None:
    name = name_of(world, one)
    starts = doors(world, world.place(one.inside)) if one.inside else (one.point,)
    if path and tuple(path[0]) in starts:
        return
    where = " or ".join(map(in_inches, starts))
    if one.inside:
        raise refuse("no_door", f"{name} leaves {one.inside} by a gate: its path begins at {where}.", "C11")
    raise refuse("start", f"The path of {name} begins at {where}, where it stands.", "C1")


def _check_out(world: World, team: Sequence[Figure], by: str, ends: Sequence[Point]) -> None:
    place = world.scenario.place.get(by)
    side = world.sides[team[0].owner]
    if place is None or side not in place.exits:
        ways = [one.id for one in world.scenario.places if side in one.exits]
        raise refuse("no_exit", f"Your side leaves the table by {' or '.join(ways) or 'no place'}.", "4")
    if any(world.distance(place.id, end) > 0 for end in ends):
        raise refuse("no_exit", f"The paths must end in {place.name} to leave the table there.", "4")


def _check_into(world: World, state: RingState, team: Sequence[Figure], move: Move, ends: Sequence[Point]) -> None:
    place = world.scenario.place.get(move.into)
    if place is None or not place.walled:
        raise refuse("no_place", f"{move.into} has no garrison to join.", "K1")
    side = world.sides[team[0].owner]
    if state.holder.get(place.id) != side:
        raise refuse("not_held", f"{place.name} is not held by your side.", "C11")
    if enemies_inside(world, state, place.id, side, tower=False):
        raise refuse("intruded", f"Enemies are within the walls of {place.name}.", "K1")
    ship = next((one for one in team if world.kind(one).race == "ship"), None)
    if ship is not None:
        raise refuse("no_door", f"{name_of(world, ship)} stays on the water; whoever is aboard lands.", "C12")
    gates = doors(world, place)
    if not all(any(near(end, door, world.constants.contact) for door in gates) for end in ends):
        raise refuse("no_door", f"End the paths within 1 inch of a gate of {place.name} to go in.", "C11")
    if move.tower or place.kind == "tower":
        _check_tower(world, state, team, place, above=move.tower)


def _check_tower(world: World, state: RingState, team: Sequence[Figure], place: Place, *, above: bool) -> None:
    """Refuse a tower that enemies hold, or without room: it holds characters, and so many army figures besides (K5)."""
    if above and place.tower is None:
        raise refuse("no_tower", f"{place.name} has no tower.", "K5")
    there = [one for one in state.figures if above and one.inside == place.id and one.tower]
    if any(world.hostile(one.owner, team[0].owner) for one in there):
        raise refuse("tower_held", f"Enemies are in the tower of {place.name}: storm it instead.", "K5")
    left = room(world, state, place, above=above, but=team)
    if armies_of(world, state, team) > left:
        raise refuse("tower_full", f"The tower has room for {left} more army figures.", "K5")


def _walked(scene: Scene, team: Sequence[Figure], move: Move) -> Plan:
    """Judge the path of every figure at the pace of the slowest."""
    paths = [path for _, path in move.paths]
    who = surroundings(scene, team[0].owner, team)
    verdicts: Sequence[PathCost | PathFault] = ()
    if move.boat:
        for one, path in zip(team, paths, strict=True):
            hindrances.check_boat(scene, one, path, who)
    else:
        verdicts = judge_paths(scene.world.ground, pace_of_team(scene, team), paths, who)
        for one, verdict in zip(team, verdicts, strict=True):
            if isinstance(verdict, PathFault):
                whose = name_of(scene.world, one) + (" cannot follow" if len(team) > 1 else "")
                where = f" (at {in_inches(verdict.at)})" if verdict.at else ""
                raise refuse(verdict.code, f"{whose}: {verdict.sentence}{where}", verdict.rule)
    check_ways(scene, team, paths, vanishing=bool(move.into or move.out), into=move.into)
    return Plan(move.paths, tuple(verdict for verdict in verdicts if isinstance(verdict, PathCost)))


def check_ways(
    scene: Scene, team: Sequence[Figure], paths: Sequence[Path], *, vanishing: bool = False, into: str = ""
) -> None:
    """Raise `IllegalAction` for what keeps figures off their ways: each other, the scenario's rules, fear (A7, C14, 4).

    `vanishing` figures do not stay where their paths end; `into` is the place whose garrison or tower they join.
    """
    ends = [path[-1] for path in paths]
    if not vanishing and len(set(ends)) < len(ends):
        raise refuse("taken", "Two figures would end on one point.", "A7")
    hindrances.check_rules(scene, team, paths, into)
    if not vanishing:
        _check_bullies(scene, team, ends)


def _check_bullies(scene: Scene, team: Sequence[Figure], ends: Sequence[Point]) -> None:
    """Refuse a bully's move into contact with a force that is not smaller than its own will be (C14, Q36)."""
    world = scene.world
    bullies = [one for one in team if world.has(one, "bully")]
    if not bullies:
        return
    spots = zip(team, ends, strict=True)
    ended = {one.id: replace(one, x=x, y=y, inside="", tower=False, aboard=0) for one, (x, y) in spots}
    figures = tuple(ended.get(one.id, one) for one in scene.state.figures)
    after = Scene(world, replace(scene.state, figures=figures))
    for one in (ended[bully.id] for bully in bullies):
        for foe in enemies_of(world, after.state, one.owner):
            if close(world, one, foe, world.constants.contact) and _too_strong(after, foe, one):
                message = f"{name_of(world, one)} is a bully and does not go near a force of its size."
                raise refuse("bully", message, "C14")


def _too_strong(scene: Scene, foe: Figure, bully: Figure) -> bool:
    own, theirs = ([one for one in scene.force_of(lead) if able(scene.world, one)] for lead in (bully, foe))
    kinds = {scene.world.kind(one) for one in theirs}
    small = all((kind.size or scene.world.charts.movement[kind.race].size) == "small" for kind in kinds)
    return len(theirs) >= len(own) and not small


def move(run: Run, player: int, action: Move) -> None:
    """Do a legal move: figures go, those whom they carry with them, and passengers of ships."""
    plan = plan_of(run.world, run.state, player, action)
    turn = run.state.turn
    ends = ends_of(plan.paths)
    for number, (x, y) in ends.items():
        run.alter([number], x=x, y=y, inside="", tower=False, moved=turn, disturbed=turn)
    ids = tuple(ends)
    run.bring_along(ids)
    loads = tuple(load.id for load in loads_of(run.state, ids))
    run.alter(loads, moved=turn, disturbed=turn)
    run.leave_weapons(ids)
    run.say(Moved(player=player, paths=plan.paths, names=run.names(ids), into=action.into, out=action.out))
    if action.out:
        with_them = run.present((*loads, *run.aboard(ids)))
        taken = [one.id for one in with_them if captor(run.world, run.state.by_id, one) is not None]
        run.remove(taken, "captured", at=action.into)
        run.remove((*ids, *loads), "left", at=action.into)
    elif action.into:
        go_inside(run, ids, run.world.place(action.into), tower=action.tower)

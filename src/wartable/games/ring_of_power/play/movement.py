"""A player's movement: what they may do until they are done, beside moves: ships, weapons, items (C, L2, Q69)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from wartable.engine.errors import Reason, demand
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.agenda import EndMovement, Movement
from wartable.games.ring_of_power.campaign.deployment import rings, stands_on_foot
from wartable.games.ring_of_power.campaign.events import Change, Changed
from wartable.games.ring_of_power.campaign.figures import Scene, able, near
from wartable.games.ring_of_power.campaign.run import Asked, Run, asked, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import carrying, moving
from wartable.games.ring_of_power.play.hindrances import landing_fault, mine, reason, refuse, step_fault
from wartable.games.ring_of_power.scenario import Point, Trigger
from wartable.games.ring_of_power.special.effects import hand_over


def reach(world: World) -> float:
    """Return from how far figures go aboard and ashore, in inches from the middle of the ship (Q69)."""
    return world.constants.contact + world.charts.movement["ship"].radius


def check_board(world: World, state: RingState, player: int, action: actions.Board) -> None:
    """Raise `IllegalAction` where figures may not go aboard or ashore."""
    ship, *figures = mine(world, state, player, (action.ship, *action.figures))
    if world.kind(ship).race != "ship":
        raise refuse("no_ship", f"{name_of(world, ship)} is no ship.", "Q69")
    if not figures:
        raise refuse("nobody", "Name the figures that go aboard or ashore.", "Q69")
    lying = next((one for one in figures if one.wounded or one.carried_by), None)
    if lying is not None:
        text = f"{name_of(world, lying)} goes aboard and ashore only with those who carry him; name them."
        raise refuse("wounded", text, "C16, J3")
    if action.ashore:
        _check_ashore(Scene(world, state), ship, figures, action.ashore)
    else:
        _check_aboard(Scene(world, state), ship, figures)


def room_aboard(scene: Scene, ship: Figure) -> int:
    """Return how many more figures a ship has room for."""
    return scene.world.kind(ship).capacity - sum(one.aboard == ship.id for one in scene.state.figures)


def _check_aboard(scene: Scene, ship: Figure, figures: Sequence[Figure]) -> None:
    room, spots = room_aboard(scene, ship), {one.id: one.point for one in figures}
    if len(figures) + len(tuple(carrying.loads_of(scene.state, spots))) > room:
        raise refuse("ship_full", f"The ship has room for {room} more, with those who are carried.", "Q69")
    for one in figures:
        demand(boarding_fault(scene, ship, one))
    carrying.check_loads(scene.world, scene.state, spots)
    carrying.check_together(scene.world, scene.state, spots)
    moving.check_ways(scene, figures, [(one.point, ship.point) for one in figures], vanishing=True)


def boarding_fault(scene: Scene, ship: Figure, one: Figure) -> Reason | None:
    """Say why a figure cannot go aboard a ship, room or not: it moves (C2, C15, C16), from within an inch (Q69)."""
    name = name_of(scene.world, one)
    if one.aboard or one.inside or one.weapon or scene.world.kind(one).race == "ship":
        return reason("cannot_board", f"{name} cannot go aboard from where it is.", "Q69")
    if not near(one.point, ship.point, reach(scene.world)):
        return reason("too_far", f"{name} is more than 1 inch away from the ship.", "Q69")
    who = moving.surroundings(scene, one.owner, [one])
    return moving.still(scene, one) or step_fault(scene.world, one, one.point, ship.point, who)


def kept_aboard(scene: Scene, one: Figure) -> Reason | None:
    """Say why a figure at sea does not leave its ship this turn, wherever to; None when it may (C2, C15, C16, Q69).

    Who went aboard this turn may land again: he has not walked. Nor has who was brought by a ship that sailed.
    """
    ship = scene.state.by_id[one.aboard]
    engaged = moving.held(scene, ship) if ship.moved < scene.state.turn else None
    return engaged or moving.hindered(scene, one, but=("aboard", "moved"))


def landing_spots(scene: Scene, ship: Figure, figures: Sequence[Figure], toward: Point) -> tuple[Point, ...]:
    """Return points on which figures may land from a ship, one for each as far as they go, nearest to a point first."""
    world, who = scene.world, moving.surroundings(scene, ship.owner, figures)
    around = (spot for spot in rings(toward) if near(spot, ship.point, reach(world)))
    fit = (s for s in around if not any(landing_fault(world, one, ship.point, s, who) for one in figures))
    return tuple(islice(fit, len(figures)))


def _check_ashore(scene: Scene, ship: Figure, figures: Sequence[Figure], points: Sequence[Point]) -> None:
    if len(points) != len(figures):
        raise refuse("points", f"{len(figures)} figures need {len(figures)} points ashore.", "Q69")
    world = scene.world
    who = moving.surroundings(scene, ship.owner, figures)
    for one, point in zip(figures, points, strict=True):
        if one.aboard != ship.id:
            raise refuse("not_aboard", f"{name_of(world, one)} is not aboard.", "Q69")
        demand(kept_aboard(scene, one))
        if not near(point, ship.point, reach(world)):
            raise refuse("too_far", "Figures land within 1 inch of the ship.", "Q69")
        demand(landing_fault(world, one, ship.point, point, who))
    carrying.check_together(world, scene.state, {one.id: point for one, point in zip(figures, points, strict=True)})
    moving.check_ways(scene, figures, [(ship.point, point) for point in points])


def board(run: Run, action: actions.Board) -> None:
    """Put figures aboard or ashore, with those whom they carry; crew that goes aboard leaves its weapon (L6)."""
    ship = run.figure(action.ship)
    turn = run.state.turn
    if action.ashore:
        pairs = zip(run.present(action.figures), action.ashore, strict=True)
        run.put([msgspec.structs.replace(one, aboard=0, x=p[0], y=p[1]) for one, p in pairs])
    else:
        run.alter(action.figures, aboard=ship.id, x=ship.x, y=ship.y)
        run.leave_weapons(action.figures)
    run.bring_along(action.figures)
    loads = [load.id for load in carrying.loads_of(run.state, action.figures)]
    run.alter((*action.figures, *loads), moved=turn, disturbed=turn)
    what: Change = "ashore" if action.ashore else "aboard"
    run.say(Changed(figures=action.figures, names=run.names(action.figures), what=what))


# Weapons, by L2.


def _check_serve(world: World, state: RingState, player: int, action: actions.Serve) -> None:
    weapon, *recruits = mine(world, state, player, (action.weapon, *action.figures))
    if not weapon.weapon:
        raise refuse("no_weapon", f"{name_of(world, weapon)} is no weapon.", "L2")
    crew = [one for one in state.figures if one.serves == weapon.id]
    room = world.charts.artillery[weapon.weapon].crew - len(crew)
    if not any(one.original for one in crew):
        raise refuse("no_crew", "None of the weapon's first crew is left to show others how.", "L2")
    if not recruits or len(recruits) > room:
        raise refuse("crew_full", f"There is room for {room} more men at this weapon.", "L2")
    force = {one.id for one in Scene(world, state).force_of(crew[0])}
    wrong = next((one for one in recruits if not recruit(world, one, force)), None)
    if wrong is not None:
        raise refuse("no_recruit", f"{name_of(world, wrong)} is no free foot soldier of the crew's force.", "L2")


def recruit(world: World, one: Figure, force: set[int]) -> bool:
    """Whether a figure may take the place of lost crew: a free foot soldier of the crew's force (L2)."""
    kind = world.kind(one)
    free = able(world, one) and not (one.aboard or one.serves or one.mounted or kind.character) and kind.crew is None
    return free and one.id in force


def _serve(run: Run, action: actions.Serve) -> None:
    run.alter(action.figures, serves=action.weapon, original=False)
    crew = [one for one in run.state.figures if one.serves == action.weapon]
    full = run.world.charts.artillery[run.figure(action.weapon).weapon].crew
    if len(crew) == full:
        run.alter([action.weapon], broken=False)


# Items, mounts and flags.


def _check_hand_over(world: World, state: RingState, player: int, action: actions.HandOver) -> None:
    holder = next((one for one in state.figures if one.holds == action.item), None)
    if holder is None:
        raise refuse("no_item", f"Nobody on the table holds {action.item}.", "4")
    _, to = mine(world, state, player, (holder.id, action.to))
    if not world.kind(to).character or to.wounded:
        raise refuse("no_bearer", f"{name_of(world, to)} cannot bear it; give it to an unwounded character.", "4")
    if to not in Scene(world, state).force_of(holder):
        raise refuse("too_far", f"{name_of(world, to)} is not in the holder's force.", "4")


def _check_dismount(world: World, state: RingState, player: int, action: actions.Dismount) -> None:
    team = mine(world, state, player, action.figures)
    if not team or not all(one.mounted for one in team):
        raise refuse("on_foot", "Name figures that ride.", "A8")
    stuck = next((one for one in team if not stands_on_foot(world, one)), None)
    if stuck is not None:
        raise refuse("no_footing", f"{name_of(world, stuck)} cannot stand there on foot.", "A8, C12")


def _dismount(run: Run, action: actions.Dismount) -> None:
    run.alter(action.figures, mounted=False)
    run.say(Changed(figures=action.figures, names=run.names(action.figures), what="dismounted"))


def _check_proclaim(world: World, state: RingState, player: int, action: actions.Proclaim) -> None:
    open_to = [one.flag for one in world.scenario.triggers if world.players[player] in one.declared_by]
    if action.flag not in open_to:
        known = ", ".join(open_to) or "nothing"
        raise refuse("no_flag", f"You may proclaim {known}, not {action.flag}.", "4")
    if action.flag in dict(state.flags) or action.flag in state.proclaimed:
        raise refuse("flag_up", f"{action.flag} has been proclaimed already.", "4")


def proclaimable(world: World, state: RingState, player: int) -> Iterator[Trigger]:
    """Yield what a player may proclaim: triggers of his whose flags are not raised yet (4)."""
    raised = {*dict(state.flags), *state.proclaimed}
    own = (one for one in world.scenario.triggers if world.players[player] in one.declared_by)
    return (one for one in own if one.flag not in raised)


_Check: TypeAlias = Callable[[World, RingState, int, Any], None]
_BESIDE: Mapping[type[Action], tuple[_Check, Callable[[Run, Any], None]]] = {
    actions.Carry: (carrying.check_carry, carrying.carry),
    actions.Serve: (_check_serve, _serve),
    actions.Board: (check_board, board),
    actions.HandOver: (_check_hand_over, lambda run, action: hand_over(run, action.item, action.to)),
    actions.Dismount: (_check_dismount, _dismount),
    actions.Proclaim: (
        _check_proclaim,
        lambda run, action: run.change(proclaimed=(*run.state.proclaimed, action.flag)),
    ),
}
"""What may be done beside moves: what refuses it, and what it does."""
KINDS: tuple[type[Action], ...] = (actions.Move, *_BESIDE, actions.Done)
"""What a player may do during their movement."""


def awaited(world: World, state: RingState, task: Movement) -> Asked | None:
    """Ask a player who has anything to move or to proclaim."""
    has_figures = any(one.mover == task.player for one in state.figures)
    may_proclaim = any(world.players[task.player] in one.declared_by for one in world.scenario.triggers)
    return asked(world, state, task.player) if has_figures or may_proclaim else None


def check(world: World, state: RingState, task: Movement, action: Action) -> None:
    """Raise `IllegalAction` where a player may not do this now."""
    if isinstance(action, actions.Move):
        moving.plan_of(world, state, task.player, action)
    elif not isinstance(action, actions.Done):
        _BESIDE[type(action)][0](world, state, task.player, action)


def take(run: Run, task: Movement, action: Action) -> None:
    """Do what a player decided; his movement goes on until he is done."""
    run.change(phase="movement", mover=task.player)
    if isinstance(action, actions.Done):
        return
    if isinstance(action, actions.Move):
        moving.move(run, task.player, action)
    else:
        _BESIDE[type(action)][1](run, action)
    run.push(task)


def end(run: Run, task: EndMovement) -> None:
    """Look at what a movement has led to (J4)."""
    run.change(mover=-1)
    carrying.slay_the_abandoned(run, task.player)

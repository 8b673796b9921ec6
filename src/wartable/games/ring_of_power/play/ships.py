"""Ships: who may go aboard and ashore, where, and what it does (C12, Q69)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.actions import Board
from wartable.games.ring_of_power.campaign.deployment import rings
from wartable.games.ring_of_power.campaign.events import Changed
from wartable.games.ring_of_power.campaign.figures import near
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.boating import landing_fault, step_fault
from wartable.games.ring_of_power.play.carrying import carried_before, loads_of, scattered
from wartable.games.ring_of_power.play.moving import ends_of, forbidden, held, hindered, still, surroundings
from wartable.games.ring_of_power.play.reasons import mine, reason
from wartable.games.ring_of_power.scenario import Point


def reach(world: World) -> float:
    """Return from how far figures go aboard and ashore, in inches from the middle of the ship (Q69)."""
    return world.constants.contact + world.charts.movement["ship"].radius


def explain(world: World, state: RingState, player: int, action: Board) -> Reason | None:
    """Say why figures may not go aboard or ashore; None when they may."""
    team = mine(world, state, player, (action.ship, *action.figures))
    if isinstance(team, Reason):
        return team
    ship, *figures = team
    if world.kind(ship).race != "ship":
        return reason("no_ship", f"{name_of(world, ship)} is no ship.", "Q69")
    if not figures:
        return reason("nobody", "Name the figures that go aboard or ashore.", "Q69")
    lying = next((one for one in figures if one.wounded or one.carried_by), None)
    if lying is not None:
        text = f"{name_of(world, lying)} goes aboard and ashore only with those who carry him; name them."
        return reason("wounded", text, "C16, J3")
    scene = Scene(world, state)
    if action.ashore:
        return _ashore_fault(scene, ship, figures, action.ashore)
    return _full(scene, ship, figures) or _aboard_fault(scene, ship, figures)


def _full(scene: Scene, ship: Figure, figures: Sequence[Figure]) -> Reason | None:
    room = room_aboard(scene, ship)
    loads = sum(1 for _ in loads_of(scene.state, [one.id for one in figures]))
    if len(figures) + loads > room:
        return reason("ship_full", f"The ship has room for {room} more, with those who are carried.", "Q69")
    return None


def room_aboard(scene: Scene, ship: Figure) -> int:
    """Return how many more figures a ship has room for."""
    return scene.world.kind(ship).capacity - sum(one.aboard == ship.id for one in scene.state.figures)


def _aboard_fault(scene: Scene, ship: Figure, figures: Sequence[Figure]) -> Reason | None:
    fault = next((fault for fault in (boarding_fault(scene, ship, one) for one in figures) if fault), None)
    spots = {one.id: one.point for one in figures}
    fault = fault or carried_before(scene.world, scene.state, spots) or scattered(scene.world, scene.state, spots)
    return fault or forbidden(scene, figures, [(one.point, ship.point) for one in figures], vanishing=True)


def boarding_fault(scene: Scene, ship: Figure, one: Figure) -> Reason | None:
    """Say why a figure cannot go aboard a ship, room or not: it moves (C2, C15, C16), from within an inch (Q69)."""
    name = name_of(scene.world, one)
    if one.aboard or one.inside or one.weapon or scene.world.kind(one).race == "ship":
        return reason("cannot_board", f"{name} cannot go aboard from where it is.", "Q69")
    if not near(one.point, ship.point, reach(scene.world)):
        return reason("too_far", f"{name} is more than 1 inch away from the ship.", "Q69")
    who = surroundings(scene, one.owner, [one])
    return still(scene, one) or step_fault(scene.world, one, one.point, ship.point, who)


def kept_aboard(scene: Scene, one: Figure) -> Reason | None:
    """Say why a figure at sea does not leave its ship this turn, wherever to; None when it may (C2, C15, C16, Q69).

    Who went aboard this turn may land again: he has not walked. Nor has who was brought by a ship that sailed.
    """
    ship = scene.state.by_id[one.aboard]
    engaged = held(scene, ship) if ship.moved < scene.state.turn else None
    return engaged or hindered(scene, one, but=("aboard", "moved"))


def landing_spots(scene: Scene, ship: Figure, figures: Sequence[Figure], toward: Point) -> tuple[Point, ...]:
    """Return points on which figures may land from a ship, one for each as far as they go, nearest to a point first."""
    world, who = scene.world, surroundings(scene, ship.owner, figures)
    around = (spot for spot in rings(toward) if near(spot, ship.point, reach(world)))
    fit = (s for s in around if not any(landing_fault(world, one, ship.point, s, who) for one in figures))
    return tuple(islice(fit, len(figures)))


def _ashore_fault(scene: Scene, ship: Figure, figures: Sequence[Figure], points: Sequence[Point]) -> Reason | None:
    if len(points) != len(figures):
        return reason("points", f"{len(figures)} figures need {len(figures)} points ashore.", "Q69")
    world = scene.world
    who = surroundings(scene, ship.owner, figures)
    for one, point in zip(figures, points, strict=True):
        if one.aboard != ship.id:
            return reason("not_aboard", f"{name_of(world, one)} is not aboard.", "Q69")
        fault = kept_aboard(scene, one)
        if fault is not None:
            return fault
        if not near(point, ship.point, reach(world)):
            return reason("too_far", "Figures land within 1 inch of the ship.", "Q69")
        fault = landing_fault(world, one, ship.point, point, who)
        if fault is not None:
            return fault
    paths = [(ship.point, point) for point in points]
    fault = scattered(world, scene.state, ends_of(list(zip((one.id for one in figures), paths, strict=True))))
    return fault or forbidden(scene, figures, paths)


def board(run: Run, action: Board) -> None:
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
    loads = [load.id for load in loads_of(run.state, action.figures)]
    run.alter((*action.figures, *loads), moved=turn, disturbed=turn)
    run.say(Changed(figures=action.figures, what="ashore" if action.ashore else "aboard"))

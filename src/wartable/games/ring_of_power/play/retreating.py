"""Retreats of the beaten: by default as far from the victors as one move leads, or by paths their owner chooses (H)."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.ring_of_power.campaign.actions import Carry, FallBack
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.events import FellBack
from wartable.games.ring_of_power.campaign.figures import Scene, pace_for
from wartable.games.ring_of_power.campaign.run import Asked, Run, asked, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.carrying import carry, check_carry, check_together, partings
from wartable.games.ring_of_power.play.garrisons import put_inside
from wartable.games.ring_of_power.play.hindrances import refuse, shut_to
from wartable.games.ring_of_power.play.moving import Path, ends_of, pace_of_team, surroundings
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.paths import PathFault
from wartable.games.ring_of_power.terrain.retreat import judge_retreat, retreat_force, retreat_points
from wartable.games.ring_of_power.terrain.speeds import Pace, slowest


def awaited(world: World, state: RingState, task: Retreat) -> Asked | None:
    """Ask the owner of beaten figures where they flee, unless they go back inside or nobody decides for them."""
    if task.into or task.resolved:
        return None
    left = any(number in state.by_id for number in task.figures)
    return asked(world, state, task.player) if left else None


def default_paths(world: World, state: RingState, task: Retreat) -> tuple[tuple[int, Path], ...]:
    """Return the default retreat of each figure; those who are trapped are left out (Q15)."""
    scene = Scene(world, state)
    team = _team(state, task)
    side = world.sides[task.player]
    found = retreat_force(
        world.ground,
        [_pace(scene, one) for one in team],
        [one.point for one in team],
        _victors(state, task),
        surroundings(scene, task.player, team),
        [place.centre for place in world.scenario.places if state.holder.get(place.id) == side],
        [shut_to(scene, one) for one in team],
    )
    return tuple((one.id, plan.points) for one, plan in zip(team, found, strict=True) if plan is not None)


def _team(state: RingState, task: Retreat) -> tuple[Figure, ...]:
    return tuple(state.by_id[number] for number in task.figures if number in state.by_id)


def _victors(state: RingState, task: Retreat) -> list[Point]:
    return [state.by_id[number].point for number in task.victors if number in state.by_id]


def _pace(scene: Scene, one: Figure) -> Pace:
    """Return the pace at which a figure flees: with whom it carries (J3), and a crew with the weapon that it saves."""
    own = pace_of_team(scene, [one])
    served = scene.state.by_id.get(one.serves)
    weapon = pace_for(scene.world, served) if served and served.weapon else None
    return slowest([own, weapon]) if weapon and weapon.fastest else own


def by_default(run: Run, task: Retreat) -> None:
    """Let figures go where the rules send them."""
    if task.into:
        put_inside(run, task.figures, task.into)
        _regroup(run, task.figures)
    elif run.present(task.figures):
        paths = default_paths(run.world, run.state, task)
        left = [load.id for load, _ in partings(run.world, run.state, ends_of(paths))]
        if left:  # whose carriers cannot flee together
            run.put_down(left)
            paths = default_paths(run.world, run.state, task)
        _go(run, task, paths)
        run.leave_weapons(task.figures)


def check(world: World, state: RingState, task: Retreat, action: FallBack | Carry) -> None:
    """Raise `IllegalAction` for a retreat that is not allowed. Figures that are not named flee by default.

    Before that the wounded may be taken up by those who flee, or put down (J3).
    """
    if isinstance(action, Carry):
        _check_carry(world, state, task, action)
        return
    ids = [number for number, _ in action.paths]
    if not set(ids) <= {one.id for one in _team(state, task)}:
        raise refuse("not_beaten", "Name figures of yours that retreat now.", "H")
    if len(set(ids)) < len(ids):
        raise refuse("twice", "Name each figure once.", "H")
    for number, path in action.paths:
        _check_path(Scene(world, state), task, [state.by_id[each] for each in ids], number, path)
    ends = ends_of(action.paths)
    if len(set(ends.values())) < len(ends):
        raise refuse("taken", "Two figures would end on one point.", "A7")
    check_together(world, state, ends)


def _check_carry(world: World, state: RingState, task: Retreat, action: Carry) -> None:
    load = state.by_id.get(action.carried)
    bearers = {*action.carriers, *(load.carried_by if load else ())}
    if not bearers <= set(task.figures):
        raise refuse("not_beaten", "Only figures of yours that retreat now take somebody along.", "H, J3")
    if load and not load.carried_by and world.hostile(load.owner, task.player):
        raise refuse("not_beaten", "Who flees takes nobody captive.", "H, J4")
    check_carry(world, state, task.player, action)


def _check_path(scene: Scene, task: Retreat, team: Sequence[Figure], number: int, path: Sequence[Point]) -> None:
    one = scene.state.by_id[number]
    if not path or tuple(path[0]) != one.point:
        raise refuse("start", f"The retreat of {name_of(scene.world, one)} begins where it stands.", "H")
    who = surroundings(scene, task.player, team)
    victors = _victors(scene.state, task)
    ground, pace, shut = scene.world.ground, _pace(scene, one), shut_to(scene, one)
    least = retreat_points(ground, pace, one.point, victors, who, shut=shut).least
    verdict = judge_retreat(ground, pace, path, victors, who, least, shut)
    if isinstance(verdict, PathFault):
        raise refuse(verdict.code, f"{name_of(scene.world, one)}: {verdict.sentence}", verdict.rule)


def take(run: Run, task: Retreat, action: FallBack | Carry) -> None:
    """Let figures flee by the paths that were chosen, the others by default; or take somebody up before that."""
    if isinstance(action, Carry):
        carry(run, action)
        run.push(task)
        return
    chosen = ends_of(action.paths)
    _go(run, Retreat(task.player, tuple(sorted(chosen)), task.victors), action.paths)
    by_default(run, Retreat(task.player, tuple(n for n in task.figures if n not in chosen), task.victors))
    run.leave_weapons(task.figures)


def _go(run: Run, task: Retreat, paths: Sequence[tuple[int, Path]]) -> None:
    gone = ends_of(paths)
    for number, (x, y) in gone.items():
        run.alter([number], x=x, y=y)
    run.bring_along(gone)
    if paths:
        run.say(FellBack(player=task.player, paths=tuple(paths), names=run.names(gone)))
    _regroup(run, task.figures)
    if run.world.settled.retreat_trapped == "eliminate":
        run.remove([number for number in task.figures if number not in gone], "dead")


def _regroup(run: Run, figures: Sequence[int]) -> None:
    """Let the beaten regroup until the end of their next movement, which may still come this turn (H, Q45)."""
    for one in run.present((*figures, *run.aboard(figures))):
        run.alter([one.id], still_until=run.state.next_movement(one.owner), disturbed=run.state.turn)

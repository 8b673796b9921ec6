"""Pinning: who is held by an enemy within an inch when his movement begins, and who must be found first (C2, F4)."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.engine.chance import Roll
from wartable.games.ring_of_power.campaign.agenda import Spot
from wartable.games.ring_of_power.campaign.events import Changed, Threw
from wartable.games.ring_of_power.campaign.figures import able, enemies_of, near, unseen
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.waiting import dice
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.aftermath import spotted


def pinned_by(scene: Scene, one: Figure) -> Figure | None:
    """Return an enemy that pins a figure, or None. Stealthy groups are pinned only once found (C3, Q73)."""
    world, state = scene.world, scene.state
    if not one.in_field or (stealthy(scene, one) and one.found < state.turn):
        return None
    reach = world.constants.contact
    return next(
        (
            foe
            for foe in enemies_of(world, state, one.owner)
            if able(world, foe) and not unseen(world, state, foe) and near(foe.point, one.point, reach)
        ),
        None,
    )


def stealthy(scene: Scene, one: Figure) -> bool:
    """Whether a lone figure, or every figure of its force, has stealth (C3, Q73)."""
    return scene.world.has(one, "stealth") and all(scene.world.has(other, "stealth") for other in scene.force_of(one))


def searches(world: World, state: RingState, player: int) -> tuple[tuple[int, ...], ...]:
    """Return the stealthy groups of a player that enemies within an inch look for, each by the ids of its figures."""
    scene = Scene(world, state)
    reach = world.constants.contact
    foes = [foe for foe in enemies_of(world, state, player) if able(world, foe)]
    groups: dict[int, tuple[int, ...]] = {}
    for one in scene.field:
        if one.owner != player or one.found == state.turn or not able(world, one) or not stealthy(scene, one):
            continue
        if any(near(foe.point, one.point, reach) for foe in foes):
            groups[scene.force[one.id]] = tuple(other.id for other in scene.force_of(one))
    return tuple(groups.values())


def wanted(world: World, state: RingState, task: Spot) -> Roll | None:
    """Return a die for each group that is looked for (F2)."""
    count = len(searches(world, state, task.player))
    return dice("search", count) if count else None


def spot(run: Run, task: Spot, faces: Sequence[int]) -> None:
    """Note which groups were found: on 4 or more, with 1 added where a tracker is among those who search (F2)."""
    run.say(Threw(purpose="search", faces=tuple(faces)))
    for group, face in zip(searches(run.world, run.state, task.player), faces, strict=True):
        if face + _help(run, group, task.player) >= run.world.constants.detect_target:
            spotted(run, group)
        else:
            run.say(Changed(figures=group, what="unfound"))


def _help(run: Run, group: tuple[int, ...], player: int) -> int:
    """Return the best bonus of the enemies within an inch of a group."""
    reach = run.world.constants.contact
    team = run.present(group)
    foes = [foe for foe in enemies_of(run.world, run.state, player) if able(run.world, foe)]
    beside = [foe for foe in foes if any(near(foe.point, one.point, reach) for one in team)]
    return max((ability.detect for foe in beside for ability in run.world.abilities(foe)), default=0)

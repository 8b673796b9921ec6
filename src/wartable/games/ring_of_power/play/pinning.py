"""Pinning: who is held by an enemy within an inch when his movement begins, and who must be found first (C2, F4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from wartable.engine.chance import Roll
from wartable.games.ring_of_power.campaign.agenda import Spot
from wartable.games.ring_of_power.campaign.events import Changed, Threw
from wartable.games.ring_of_power.campaign.figures import able, borne_by, close, enemies_of, radii, radius, unseen
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.waiting import dice
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.terrain.geometry import Ints, point_array, squared


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
        wide = np.array(radii(world, foes), dtype=np.int64) + mil(world.constants.contact)
        found = scene.pinning[player] = foes, point_array([foe.point for foe in foes]), wide
    return found


def pins(world: World, state: RingState, foe: Figure) -> bool:
    """Whether a figure holds enemies beside it: not when hidden, wounded, or still numb from paralysis (C2, Q6).

    A ship holds them as those aboard would (Q69).
    """
    ship = world.kind(foe).race == "ship"
    crew = [one for one in state.figures if one.aboard == foe.id] if ship else [foe]
    return any(_holds(world, state, one) for one in crew)


def _holds(world: World, state: RingState, foe: Figure) -> bool:
    return able(world, foe) and not unseen(world, state, foe) and foe.numb_until < max(state.turn, 1)


def stealthy(scene: Scene, one: Figure) -> bool:
    """Whether a lone figure, or every figure of its force, has stealth (C3, Q73)."""
    return scene.world.has(one, "stealth") and all(scene.world.has(other, "stealth") for other in scene.force_of(one))


def looks(world: World, state: RingState, player: int) -> tuple[Look, ...]:
    """Return who looks for stealthy groups of a player: every force within an inch, or the best of them (F2, Q7)."""
    scene = Scene(world, state)
    enemies = (one for one in state.figures if not one.inside and world.hostile(one.owner, player))
    foes = [(foe, borne_by(state, foe)) for foe in enemies if able(world, foe)]
    found: list[Look] = []
    for number in dict.fromkeys(
        scene.lineup.force[one.id] for one in scene.lineup.field if _sought(scene, one, player)
    ):
        group = scene.lineup.members[number]
        near = world.constants.contact
        beside = [foe for foe, base in foes if any(close(world, base, one, near) for one in group)]
        seekers = sorted({scene.lineup.force[foe.id] for foe in beside})
        ids = tuple(one.id for one in group)
        ways = [Look(ids, _help(scene, force, group)) for force in seekers]
        once = world.settled.detect_rolls == "once_per_phase"
        found += sorted(ways, key=lambda way: -way.bonus)[:1] if once else ways
    return tuple(found)


def _sought(scene: Scene, one: Figure, player: int) -> bool:
    hides = one.in_field and one.owner == player and one.found < scene.state.turn
    return hides and able(scene.world, one) and stealthy(scene, one)


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
            run.say(Changed(figures=group, what="unfound"))


def spotted(run: Run, figures: tuple[int, ...]) -> None:
    """Note that figures were found this turn (F5)."""
    run.alter(figures, found=run.state.turn)
    sides = {run.world.sides[one.owner] for one in run.present(figures)}
    run.change(spotted=tuple(sorted({**dict(run.state.spotted), **dict.fromkeys(sides, run.state.turn)}.items())))
    run.say(Changed(figures=figures, what="found"))

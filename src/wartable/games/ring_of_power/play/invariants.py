"""What holds in every state of a campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from wartable.games.ring_of_power.campaign.figures import captive, pace_for
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.terrain.geometry import spots
from wartable.games.ring_of_power.terrain.speeds import Pace


def violations(world: World, state: RingState) -> Iterator[str]:
    """Yield a sentence for each promise that a state breaks."""
    yield from _presence(world, state)
    yield from _standing(world, state)
    yield from _garrisons(world, state)
    yield from _bonds(world, state)


def _presence(world: World, state: RingState) -> Iterator[str]:
    """No figure is twice on the table, or there and fallen; no item is held twice."""
    ids = [one.id for one in state.figures]
    if ids != sorted(set(ids)):
        yield "Figures are not in order of their ids, or one is there twice."
    for away in state.away:
        if away.figure.id in state.by_id and away.back == 0:
            yield f"{name_of(world, away.figure)} is both on the table and off it."
    held = Counter(one.holds for one in state.figures if one.holds)
    yield from (f"{item} is held {count} times." for item, count in held.items() if count > 1)


def _standing(world: World, state: RingState) -> Iterator[str]:
    """Nobody stands off the table or in closed ground, and no two on one point (A7)."""
    field = [one for one in state.figures if one.in_field]
    if not field:
        return
    points = np.array([one.point for one in field])
    for one, fits in zip(field, world.ground.on_table(points.astype(np.float64)).tolist(), strict=True):
        if not fits:
            yield f"{name_of(world, one)} stands off the table at {one.point}."
    for spot, count in Counter(one.point for one in field).items():
        if count > 1:
            yield f"{count} figures stand on one point, {spot}."
    yield from _footing(world, field)


def _garrisons(world: World, state: RingState) -> Iterator[str]:
    """Garrisons are of one side: enemies share walls only as captives, or as those in the tower and around it (K5)."""
    free = [one for one in state.figures if one.inside and not captive(world, state, one)]
    sides = {(one.inside, one.tower, world.sides[one.owner]) for one in free}
    for (place, tower), count in Counter((place, tower) for place, tower, _ in sides).items():
        if count > 1:
            yield f"{count} sides share {'the tower of ' if tower else ''}{place}."


def _footing(world: World, field: Sequence[Figure]) -> Iterator[str]:
    """Nobody who moves at all stands in ground that is closed to him; walls may have been shut behind him."""
    alike: dict[Pace, list[Figure]] = {}
    for one in field:
        alike.setdefault(pace_for(world, one), []).append(one)
    for pace, figures in alike.items():
        if pace.fastest:
            inside = shapely.intersects(
                world.ground.closed(pace, world.ground.ways),
                spots(np.array([one.point for one in figures], dtype=np.float64)),
            )
            lost = [one for one, shut in zip(figures, inside.tolist(), strict=True) if shut]
            yield from (f"{name_of(world, one)} stands in closed ground at {one.point}." for one in lost)


def _bonds(world: World, state: RingState) -> Iterator[str]:
    """Crews, carriers and passengers belong to figures that are there."""
    for one in state.figures:
        for number in (one.serves, one.aboard, *one.carried_by):
            if number and number not in state.by_id:
                yield f"{name_of(world, one)} is bound to figure {number}, which is gone."
        weapon = state.by_id.get(one.serves)
        if weapon is not None and weapon.inside != one.inside:
            yield f"{name_of(world, one)} serves {name_of(world, weapon)}, which is on the other side of walls."
        carriers = [state.by_id[number] for number in one.carried_by if number in state.by_id]
        if any(carrier.wounded or carrier.quarters != one.quarters for carrier in carriers):
            yield f"{name_of(world, one)} is carried by somebody who is wounded or elsewhere."
    if state.ending is not None and state.agenda:
        yield "The campaign is over, but something is still to be done."

"""The wounded of those who were beaten: by default whoever flees and can takes them up; the others stay (J3, H)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wartable.games.ring_of_power.campaign.actions import Carry
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.figures import burden
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.carrying import carrier_fault, carry, loads_of
from wartable.games.ring_of_power.terrain.points import square

Load = tuple[int, tuple[int, ...], bool]
"""A wounded figure, those who carry it or would, and whether they do."""


def take_up(run: Run, fleeing: Sequence[int], wounded: Iterable[Figure]) -> None:
    """Let those who flee take up the wounded beside them, whoever holds an item or leads best first.

    Loads that only two can carry are left to their owner, who may carry before he retreats.
    """
    for load in sorted(wounded, key=lambda one: (not one.holds, -run.world.leadership(one), one.id)):
        bearers = _bearers(run.world, run.state, fleeing, load)
        if bearers:
            carry(run, Carry(carried=load.id, carriers=bearers))


def loads(world: World, state: RingState, task: Retreat) -> Iterator[Load]:
    """Yield the wounded whom those who flee carry or could carry."""
    for one in state.figures:
        if one.carried_by and set(one.carried_by) <= set(task.figures):
            yield one.id, one.carried_by, True
        elif one.wounded and one.in_field and one.owner == task.player:
            bearers = _bearers(world, state, task.figures, one)
            if bearers:
                yield one.id, bearers, False


def _bearers(world: World, state: RingState, fleeing: Sequence[int], load: Figure) -> tuple[int, ...]:
    """Return who takes a wounded figure up: the nearest who is free, else who carries already and bears one more.

    A man carries two hobbits (Q25). Empty where nobody can.
    """
    there = (state.by_id[number] for number in fleeing if number in state.by_id)
    fit = [one for one in there if one.owner == load.owner and not one.serves and not carrier_fault(world, one, load)]
    nearest = sorted(fit, key=lambda one: (square(one.point, load.point), one.id))
    laden = {one.id: tuple(loads_of(state, (one.id,))) for one in nearest}
    for one in sorted(nearest, key=lambda one: bool(laden[one.id])):
        alone = all(other.carried_by == (one.id,) for other in laden[one.id])
        if alone and burden(world, [one], [load, *laden[one.id]]) != "none":
            return (one.id,)
    return ()

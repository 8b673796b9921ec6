"""The wounded of those who were beaten: by default whoever flees and can takes them up; the others stay (J3, H)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wartable.games.ring_of_power.campaign.actions import Carry
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.figures import burden
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.beside import carrier_fault, carry, loads_of

Load = tuple[int, tuple[int, ...], bool]
"""A wounded figure, those who carry it or would, and whether they do."""


def take_up(run: Run, fleeing: Sequence[int], wounded: Iterable[Figure]) -> None:
    """Let those who flee take up the wounded beside them: one bearer each, whoever holds an item or leads best first.

    Bearers of more than one, and loads for two, are left to their owner, who may carry before he retreats.
    """
    for load in sorted(wounded, key=lambda one: (not one.holds, -run.world.leadership(one), one.id)):
        bearer = _bearer(run.world, run.state, fleeing, load)
        if bearer is not None:
            carry(run, Carry(carried=load.id, carriers=(bearer.id,)))


def loads(world: World, state: RingState, task: Retreat) -> Iterator[Load]:
    """Yield the wounded whom those who flee carry or could carry."""
    for one in state.figures:
        if one.carried_by and set(one.carried_by) <= set(task.figures):
            yield one.id, one.carried_by, True
        elif one.wounded and one.in_field and one.owner == task.player:
            bearer = _bearer(world, state, task.figures, one)
            if bearer is not None:
                yield one.id, (bearer.id,), False


def _bearer(world: World, state: RingState, fleeing: Sequence[int], load: Figure) -> Figure | None:
    """Return the nearest who can carry somebody alone and has nobody and nothing else to take along."""
    there = (state.by_id[number] for number in fleeing if number in state.by_id)
    free = [one for one in there if one.owner == load.owner and not one.serves and not any(loads_of(state, (one.id,)))]
    strong = [one for one in free if carrier_fault(world, one, load) is None and burden(world, [one], [load]) != "none"]
    return min(strong, key=lambda one: ((one.x - load.x) ** 2 + (one.y - load.y) ** 2, one.id), default=None)

"""A player's movement: what he may do until he is done, and what is looked at then (C)."""

from __future__ import annotations

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign.actions import Done, Move
from wartable.games.ring_of_power.campaign.agenda import EndMovement, Movement
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.waiting import Asked, asked
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import beside, moving
from wartable.games.ring_of_power.play.captives import slay_the_abandoned

KINDS: tuple[type[Action], ...] = (Move, *beside.BESIDE, Done)
"""What a player may do during his movement."""


def awaited(world: World, state: RingState, task: Movement) -> Asked | None:
    """Ask a player who has anything to move or to proclaim."""
    has_figures = any(one.mover == task.player for one in state.figures)
    may_proclaim = any(world.players[task.player] in one.declared_by for one in world.scenario.triggers)
    return asked(world, state, task.player) if has_figures or may_proclaim else None


def explain(world: World, state: RingState, task: Movement, action: Action) -> Reason | None:
    """Say why a player may not do this now; None when he may."""
    if isinstance(action, Move):
        plan = moving.plan_of(world, state, task.player, action)
        return plan if isinstance(plan, Reason) else None
    if isinstance(action, Done):
        return None
    return beside.explain(world, state, task.player, action)


def take(run: Run, task: Movement, action: Action) -> None:
    """Do what a player decided; his movement goes on until he is done."""
    run.change(phase="movement", mover=task.player)
    if isinstance(action, Done):
        return
    if isinstance(action, Move):
        moving.move(run, task.player, action)
    else:
        beside.perform(run, action)
    run.push(task)


def end(run: Run, task: EndMovement) -> None:
    """Look at what a movement has led to (J4)."""
    run.change(mover=-1)
    slay_the_abandoned(run, task.player)

"""What is asked of a player now, in a few words."""

from __future__ import annotations

from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.play.legal import movable


def prompt_of(world: World, state: RingState) -> str:
    """Return what is asked: `Rohan: move up to 4 figures`."""
    task = state.agenda[0]
    if isinstance(task, agenda.Movement):
        return f"{_name(world, task.player)}: move up to {len(movable(world, state, task.player))} figures"
    if isinstance(task, agenda.Declare):
        return f"{_name(world, task.player)}: declare assaults and sallies"
    if isinstance(task, agenda.Retreat):
        return f"{_name(world, task.player)}: retreat"
    if isinstance(task, agenda.Special):
        return world.rules[task.rule].sentence
    if isinstance(task, agenda.Clash) and task.stage and isinstance(task.stage.awaits, Decision):
        return task.stage.awaits.question or f"Combat: {task.stage.awaits.kind}"
    return "Choose where your reinforcements arrive"


def _name(world: World, player: int) -> str:
    facts = world.scenario.players.get(world.players[player])
    return facts.name if facts else world.players[player]

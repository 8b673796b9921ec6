"""A player's movement: what he may do until he is done, beside moves, and what is looked at then (C, L2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.actions import Done, Move
from wartable.games.ring_of_power.campaign.agenda import EndMovement, Movement
from wartable.games.ring_of_power.campaign.deployment import stands_on_foot
from wartable.games.ring_of_power.campaign.events import Changed
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.waiting import Asked, asked
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import carrying, moving, ships
from wartable.games.ring_of_power.play.carrying import slay_the_abandoned
from wartable.games.ring_of_power.play.reasons import mine, reason
from wartable.games.ring_of_power.scenario import Trigger
from wartable.games.ring_of_power.special.effects import hand_over


def _fault(world: World, state: RingState, player: int, action: Action) -> Reason | None:
    """Say why a player may not do this during his movement; None when he may."""
    return _EXPLAIN[type(action)](world, state, player, action)


def _perform(run: Run, action: Action) -> None:
    """Do a legal action."""
    _DO[type(action)](run, action)


# Weapons, by L2.


def _serve_fault(world: World, state: RingState, player: int, action: actions.Serve) -> Reason | None:
    team = mine(world, state, player, (action.weapon, *action.figures))
    if isinstance(team, Reason):
        return team
    weapon, *recruits = team
    if not weapon.weapon:
        return reason("no_weapon", f"{name_of(world, weapon)} is no weapon.", "L2")
    crew = [one for one in state.figures if one.serves == weapon.id]
    room = world.charts.artillery[weapon.weapon].crew - len(crew)
    if not any(one.original for one in crew):
        return reason("no_crew", "None of the weapon's first crew is left to show others how.", "L2")
    if not recruits or len(recruits) > room:
        return reason("crew_full", f"There is room for {room} more men at this weapon.", "L2")
    force = {one.id for one in Scene(world, state).force_of(crew[0])}
    wrong = next((one for one in recruits if not recruit(world, one, force)), None)
    if wrong is None:
        return None
    return reason("no_recruit", f"{name_of(world, wrong)} is no free foot soldier of the crew's force.", "L2")


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


def _hand_over_fault(world: World, state: RingState, player: int, action: actions.HandOver) -> Reason | None:
    holder = next((one for one in state.figures if one.holds == action.item), None)
    if holder is None:
        return reason("no_item", f"Nobody on the table holds {action.item}.", "4")
    team = mine(world, state, player, (holder.id, action.to))
    if isinstance(team, Reason):
        return team
    to = team[1]
    if not world.kind(to).character or to.wounded:
        return reason("no_bearer", f"{name_of(world, to)} cannot bear it; give it to an unwounded character.", "4")
    if to not in Scene(world, state).force_of(holder):
        return reason("too_far", f"{name_of(world, to)} is not in the holder's force.", "4")
    return None


def _hand_over(run: Run, action: actions.HandOver) -> None:
    hand_over(run, action.item, action.to)


def _dismount_fault(world: World, state: RingState, player: int, action: actions.Dismount) -> Reason | None:
    team = mine(world, state, player, action.figures)
    if isinstance(team, Reason):
        return team
    standing = next((one for one in team if not one.mounted), None)
    if standing is not None or not team:
        return reason("on_foot", "Name figures that ride.", "A8")
    stuck = next((one for one in team if not stands_on_foot(world, one)), None)
    if stuck is not None:
        return reason("no_footing", f"{name_of(world, stuck)} cannot stand there on foot.", "A8, C12")
    return None


def _dismount(run: Run, action: actions.Dismount) -> None:
    run.alter(action.figures, mounted=False)
    run.say(Changed(figures=action.figures, what="dismounted"))


def _proclaim_fault(world: World, state: RingState, player: int, action: actions.Proclaim) -> Reason | None:
    open_to = [one.flag for one in world.scenario.triggers if world.players[player] in one.declared_by]
    if action.flag not in open_to:
        known = ", ".join(open_to) or "nothing"
        return reason("no_flag", f"You may proclaim {known}, not {action.flag}.", "4")
    if action.flag in dict(state.flags) or action.flag in state.proclaimed:
        return reason("flag_up", f"{action.flag} has been proclaimed already.", "4")
    return None


def proclaimable(world: World, state: RingState, player: int) -> Iterator[Trigger]:
    """Yield what a player may proclaim: triggers of his whose flags are not raised yet (4)."""
    raised = {*dict(state.flags), *state.proclaimed}
    own = (one for one in world.scenario.triggers if world.players[player] in one.declared_by)
    return (one for one in own if one.flag not in raised)


def _proclaim(run: Run, action: actions.Proclaim) -> None:
    run.change(proclaimed=(*run.state.proclaimed, action.flag))


_EXPLAIN: Mapping[type, Callable[[World, RingState, int, Any], Reason | None]] = {
    actions.Carry: carrying.carry_fault,
    actions.Serve: _serve_fault,
    actions.Board: ships.explain,
    actions.HandOver: _hand_over_fault,
    actions.Dismount: _dismount_fault,
    actions.Proclaim: _proclaim_fault,
}
_DO: Mapping[type, Callable[[Run, Any], None]] = {
    actions.Carry: carrying.carry,
    actions.Serve: _serve,
    actions.Board: ships.board,
    actions.HandOver: _hand_over,
    actions.Dismount: _dismount,
    actions.Proclaim: _proclaim,
}
BESIDE = tuple(_DO)
"""The kinds of actions that this module is for."""


KINDS: tuple[type[Action], ...] = (Move, *BESIDE, Done)
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
    return _fault(world, state, task.player, action)


def take(run: Run, task: Movement, action: Action) -> None:
    """Do what a player decided; his movement goes on until he is done."""
    run.change(phase="movement", mover=task.player)
    if isinstance(action, Done):
        return
    if isinstance(action, Move):
        moving.move(run, task.player, action)
    else:
        _perform(run, action)
    run.push(task)


def end(run: Run, task: EndMovement) -> None:
    """Look at what a movement has led to (J4)."""
    run.change(mover=-1)
    slay_the_abandoned(run, task.player)

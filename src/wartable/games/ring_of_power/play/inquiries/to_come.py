"""The combat that a move or a declaration leads to, brought up to its first question as the rules would bring it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import takewhile

import msgspec

from wartable.engine.errors import IllegalAction, Reason
from wartable.games.ring_of_power.campaign.actions import Board, Declaration, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare, FindCombats, Movement, Special
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.waiting import Asked
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.play import declaring, machine, moving, ships
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.inquiries.team import Team
from wartable.games.ring_of_power.play.legal import default
from wartable.games.ring_of_power.play.reasons import reason


class Ahead(msgspec.Struct, frozen=True):
    """A combat before its first blow, the table on which it is fought, and special rules that could not be counted."""

    state: RingState
    clash: Clash
    stage: Stage
    uncounted: tuple[str, ...] = ()


def under_way(state: RingState) -> Ahead | None:
    """Return the combat that is on, as long as no blow has fallen."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Clash) or task.stage is None or task.stage.awaits is None:
        return None
    before = task.stage.step <= Step.ATTACK and not task.stage.bouts and not any(task.stage.volley.faces)
    return Ahead(state, task, task.stage) if before else None


def movers(action: Move | Board) -> tuple[int, ...]:
    """Return the ids of the figures that move or land, the first leads."""
    return action.figures if isinstance(action, Board) else tuple(number for number, _ in action.paths)


def arrived(world: World, state: RingState, action: Move | Board) -> RingState:
    """Return the table after a move or a landing. Raises `IllegalAction` for one that may not be made.

    Who may assault a place from where he stands is taken to do so.
    """
    ids = movers(action)
    player = Team(world, state, ids).player if ids else -1
    run = Run(world, state, None)
    if isinstance(action, Board):
        _allowed(ships.explain(world, state, player, action))
        ships.board(run, action)
    else:
        plan = moving.plan_of(world, state, player, action)
        _allowed(plan if isinstance(plan, Reason) else None)
        moving.move(run, player, action)
    run.change(assaults=declaring.possible_assaults(world, run.state, player))
    return run.state


def met(world: World, state: RingState, ids: Collection[int]) -> Ahead | None:
    """Return the first combat that any of some figures comes to from where all stand; None if they meet nobody."""
    return _of(Run(world, state, None), set(ids))


def free_to_go(world: World, state: RingState, ahead: Ahead, side: str) -> frozenset[int]:
    """Return the enemies of a side in a combat to come who may still move off before it: nobody holds them (C2)."""
    before = takewhile(lambda task: not isinstance(task, FindCombats), state.agenda)
    movers = {task.player for task in before if isinstance(task, Movement)}
    scene = Scene(world, state)
    everybody = (state.by_id[number] for number in ahead.clash.everybody if number in state.by_id)
    foes = (one for one in everybody if one.in_field and one.owner in movers and world.sides[one.owner] != side)
    return frozenset(one.id for one in foes if able(world, one) and moving.still(scene, one) is None)


def without(state: RingState, ids: Collection[int]) -> RingState:
    """Return a table less some figures, those whom they carry and those aboard them."""
    gone = set(ids)
    left = (f for f in state.figures if not (f.id in gone or f.aboard in gone or gone.intersection(f.carried_by)))
    return msgspec.structs.replace(state, figures=tuple(left))


def _allowed(fault: Reason | None) -> None:
    if fault is not None:
        raise IllegalAction(fault)


def declared(world: World, state: RingState, action: Declaration, figure: int) -> Ahead | None:
    """Return the combat that a declaration brings a figure; None where it brings it none. Raises `IllegalAction`."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Declare):
        raise IllegalAction(reason("not_now", "Assaults and sallies are not declared now.", "K2"))
    _allowed(declaring.explain(world, state, task.player, action))
    run = Run(world, state, None)
    declaring.declare(run, task.player, action)
    return _of(run, {figure})


def _of(run: Run, ids: set[int]) -> Ahead | None:
    """Return the first combat that any of some figures is in."""
    clash = next((one for one in clashes(run) if ids.intersection(one.everybody)), None)
    return brought(run, clash) if clash is not None else None


def brought(run: Run, clash: Clash) -> Ahead | None:
    """Let special rules of the combat do their work, with defaults for decisions, up to its first question."""
    run.change(agenda=(clash,), assaults=(), phase="combat", mover=-1)
    machine.FLOW.go_on(run)
    uncounted: list[str] = []
    while (wait := machine.FLOW.awaited(run.world, run.state)) is not None:
        task = run.state.agenda[0]
        if isinstance(task, Clash):
            return Ahead(run.state, task, task.stage, tuple(uncounted)) if task.stage is not None else None
        if isinstance(wait, Asked):
            machine.FLOW.take(run, wait.seats[0], default(run.world, run.state))
            continue
        if isinstance(task, Special):
            uncounted.append(run.world.rules[task.rule].sentence)
        run.pop()
        machine.FLOW.go_on(run)
    return None


def names_of(ahead: Ahead) -> Iterator[str]:
    """Yield the titles of what special rules change for figures of the combat."""
    yield from dict.fromkeys(boost.modifier.title for boost in ahead.clash.boosts)

"""The machine that runs a campaign's agenda: what each task waits for, what it does, and how it takes an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from wartable.engine.chance import Drawn, Rolled
from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign import actions, agenda
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.waiting import Asked, Wait
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import amok, declaring, fighting, movement, pinning, retreating, turn
from wartable.games.ring_of_power.play.combats import find_combats
from wartable.games.ring_of_power.play.control import decide
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.special import application, rolls


class Handler(NamedTuple):
    """How a task is handled. `awaits` says what it waits for; without it, or if it says nothing, `run` does the task.

    `takes` does it with an answer: an action of a player, or the faces or index that chance gave.
    """

    run: Callable[[Run, Any], None]
    awaits: Callable[[World, RingState, Any], Wait | None] | None = None
    takes: Callable[[Run, Any, Any], None] | None = None
    explains: Callable[[World, RingState, Any, Action], Reason | None] | None = None
    asks_for: tuple[type[Action], ...] = ()


def awaited(world: World, state: RingState) -> Wait | None:
    """Return what the first task waits for; None when the campaign is over."""
    if not state.agenda:
        return None
    handler = HANDLERS[type(state.agenda[0])]
    return handler.awaits(world, state, state.agenda[0]) if handler.awaits else None


def explain(world: World, state: RingState, action: Action) -> Reason | None:
    """Say why the first task does not take an action; None when it does."""
    task = state.agenda[0]
    handler = HANDLERS[type(task)]
    if not isinstance(action, handler.asks_for):
        wanted = " or ".join(str(kind.__struct_config__.tag) for kind in handler.asks_for)
        return reason("not_now", f"Now is the time to {wanted}.", "B1")
    return handler.explains(world, state, task, action) if handler.explains else None


def take(run: Run, answer: Action) -> None:
    """Give an answer to the first task, then go on until something else is waited for."""
    task = run.pop()
    takes = HANDLERS[type(task)].takes
    if takes is None:
        message = f"{type(task).__name__} takes no answer."
        raise TypeError(message)
    takes(run, task, _plain(answer))
    go_on(run)


def _plain(answer: Action) -> Any:  # noqa: ANN401 - faces, an index, or the action itself
    if isinstance(answer, Rolled):
        return answer.faces
    return answer.index if isinstance(answer, Drawn) else answer


def go_on(run: Run) -> None:
    """Run tasks until one waits, or the campaign is over; after each nobody is carried by those who cannot (J3)."""
    run.let_go()
    while run.state.agenda and not decide(run, "immediate"):
        if awaited(run.world, run.state) is not None:
            return
        task = run.pop()
        HANDLERS[type(task)].run(run, task)
        run.let_go()


def _idle(run: Run, task: agenda.Task) -> None:
    """Do nothing: what the task was about is gone."""
    del run, task


def _consent(run: Run, task: agenda.Special, answer: Any) -> None:  # noqa: ANN401
    if isinstance(answer, actions.Consent):
        application.consented(run, task, use=answer.use)
    else:
        application.rolled(run, task, answer[0])


def _land(run: Run, task: agenda.Arrive, answer: actions.Land) -> None:
    turn.land(run, turn.arrival_of(run.world, task), run.world.place(answer.at))


def _land_fault(world: World, state: RingState, task: agenda.Arrive, action: Action) -> Reason | None:
    open_to = [place.id for place in turn.open_places(world, state, turn.arrival_of(world, task))]
    if isinstance(action, actions.Land) and action.at in open_to:
        return None
    return reason("no_landing", f"They can arrive at {' or '.join(open_to)}.", "B5")


def _declared(run: Run, task: agenda.Declare, answer: actions.Declaration) -> None:
    declaring.declare(run, task.player, answer)


def _declare_fault(world: World, state: RingState, task: agenda.Declare, action: Action) -> Reason | None:
    return declaring.explain(world, state, task.player, action) if isinstance(action, actions.Declaration) else None


HANDLERS: Mapping[type, Handler] = {
    agenda.BeginTurn: Handler(turn.begin_turn),
    agenda.Arrive: Handler(turn.arrive, turn.landing, _land, _land_fault, (actions.Land,)),
    agenda.Hooked: Handler(application.hooked),
    agenda.Special: Handler(application.special, application.awaited, _consent, None, (actions.Consent,)),
    agenda.Effects: Handler(application.effects),
    agenda.HarmRolls: Handler(_idle, rolls.wanted, rolls.harmed),
    agenda.StrikeRolls: Handler(_idle, rolls.wanted, rolls.struck),
    agenda.DuelRolls: Handler(_idle, rolls.wanted, rolls.duelled),
    agenda.RollFor: Handler(_idle, rolls.wanted, rolls.rolled_for),
    agenda.SeizeRolls: Handler(_idle, rolls.wanted, rolls.seized),
    agenda.Spot: Handler(_idle, pinning.wanted, pinning.spot),
    agenda.Amok: Handler(_idle, amok.wanted, amok.run_amok),
    agenda.Movement: Handler(_idle, movement.awaited, movement.take, movement.explain, movement.KINDS),
    agenda.EndMovement: Handler(movement.end),
    agenda.Declare: Handler(declaring.undeclared, declaring.awaited, _declared, _declare_fault, (actions.Declaration,)),
    agenda.FindCombats: Handler(find_combats),
    agenda.Clash: Handler(
        fighting.go_on, fighting.awaited, fighting.take, fighting.explain, (actions.Choose, actions.Resolve)
    ),
    agenda.Retreat: Handler(
        retreating.by_default,
        retreating.awaited,
        retreating.take,
        retreating.explain,
        (actions.FallBack, actions.Carry),
    ),
    agenda.EndCombat: Handler(turn.end_combat),
}
"""How each kind of task is handled."""


def player_asked(world: World, state: RingState) -> int | None:
    """Return the player who is asked, or None."""
    wait = awaited(world, state)
    return wait.player if isinstance(wait, Asked) else None

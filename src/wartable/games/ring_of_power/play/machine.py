"""The turns of a campaign as a table of handlers: what each task waits for, what it does, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.games.flow.handler import Handler, skip
from wartable.games.flow.machine import Flow
from wartable.games.ring_of_power.campaign import actions, agenda
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.waiting import Asked
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import amok, declaring, fighting, legal, movement, pinning, retreating, turn
from wartable.games.ring_of_power.play.combats import find_combats
from wartable.games.ring_of_power.play.control import decide
from wartable.games.ring_of_power.play.legal import prompt_of
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.special import application


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


def _over(run: Run) -> bool:
    """Let go whom nobody can carry any more (J3), and look whether the campaign is decided."""
    run.let_go()
    return bool(run.state.agenda) and decide(run, "immediate")


def _not_now(handler: Handler, action: Action) -> Reason:
    del action
    wanted = " or ".join(str(kind.__struct_config__.tag) for kind in handler.asks_for)
    return reason("not_now", f"Now is the time to {wanted}.", "B1")


def _asking(*parts: Any, title: str, rule: str = "") -> Handler:  # noqa: ANN401 - the first fields of a handler
    """Return a handler that leaves the seat out: a seat may play several players, and the task names who is asked."""
    handler = Handler(*parts)

    return handler._replace(
        title=title,
        rule=rule,
        explains=_seatless(handler.explains),
        offers=_seatless(handler.offers),
        sample=_seatless(handler.sample),
        default=_default,
        prompt=_prompt,
    )


def _default(world: World, state: RingState, _task: agenda.Task, _seat: Seat) -> Action:
    return legal.default(world, state)


def _prompt(world: World, state: RingState, _task: agenda.Task, _seat: Seat) -> str:
    return prompt_of(world, state)


def _seatless(does: Callable[..., Any] | None) -> Any:  # noqa: ANN401 - what it does, called with a seat
    def done(world: World, state: RingState, task: agenda.Task, _seat: Seat, *more: Any) -> Any:  # noqa: ANN401
        return does and does(world, state, task, *more)

    return does and done


FLOW = Flow(
    {
        agenda.BeginTurn: Handler(turn.begin_turn, title="Begin the turn", rule="B3, B4"),
        agenda.Arrive: _asking(
            turn.arrive, turn.landing, _land, _land_fault, (actions.Land,), legal.land_offers, legal.land_sample,
            title="Arrive", rule="B5, B7",
        ),
        agenda.Movement: _asking(
            skip, movement.awaited, movement.take, movement.explain, movement.KINDS,
            legal.move_offers, legal.move_sample, title="Move", rule="C",
        ),
        agenda.Spot: Handler(skip, pinning.wanted, pinning.spot, title="Spot", rule="C3, F4"),
        agenda.EndMovement: Handler(movement.end, title="End a movement", rule="J4"),
        agenda.Amok: Handler(skip, amok.wanted, amok.run_amok, title="Run amok", rule="Q70"),
        agenda.Declare: _asking(
            declaring.undeclared, declaring.awaited, _declared, _declare_fault, (actions.Declaration,),
            legal.declare_offers, legal.declare_sample, title="Declare", rule="K2, Q17",
        ),
        agenda.FindCombats: Handler(find_combats, title="Find combats", rule="E"),
        agenda.Clash: _asking(
            fighting.go_on, fighting.awaited, fighting.take, fighting.explain, (actions.Choose, actions.Resolve),
            legal.clash_offers, legal.clash_sample, title="Fight", rule="G",
        ),
        agenda.Retreat: _asking(
            retreating.by_default, retreating.awaited, retreating.take, retreating.explain,
            (actions.FallBack, actions.Carry), legal.retreat_offers, legal.default_sample,
            title="Retreat", rule="H",
        ),
        agenda.EndCombat: Handler(turn.end_combat, title="End the combats", rule="B6, G16"),
        agenda.Hooked: Handler(application.hooked),
        agenda.Special: _asking(
            application.special, application.awaited, _consent, None, (actions.Consent,),
            legal.consent_offers, legal.consent_sample, title="Apply a special rule",
        ),
        agenda.Effects: Handler(application.effects),
        agenda.HarmRolls: Handler(skip, application.wanted, application.harmed),
        agenda.StrikeRolls: Handler(skip, application.wanted, application.struck),
        agenda.DuelRolls: Handler(skip, application.wanted, application.duelled),
        agenda.RollFor: Handler(skip, application.wanted, application.rolled_for),
        agenda.SeizeRolls: Handler(skip, application.wanted, application.seized),
    },
    runs=Run,
    over=_over,
    not_now=_not_now,
)  # fmt: skip
"""How each kind of task is handled, in the order of a turn."""


def player_asked(world: World, state: RingState) -> int | None:
    """Return the player who is asked, or None."""
    wait = FLOW.awaited(world, state)
    return wait.player if isinstance(wait, Asked) else None


def explain(world: World, state: RingState, action: Action) -> Reason | None:
    """Say why the player who is asked may not do this; None when they may."""
    return FLOW.explain(world, state, Seat(0), action)

"""The turns as a table of handlers: what each task waits for and does, and what of it may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import cos, pi, sin
from typing import Any, TypeAlias

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason, refusal
from wartable.engine.values import Action, Seat
from wartable.games.flow.handler import Handler, skip
from wartable.games.flow.machine import Flow
from wartable.games.ring_of_power.campaign import actions, agenda
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Asked, Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.machine import sample
from wartable.games.ring_of_power.play import (
    combats,
    fighting,
    garrisons,
    hindrances,
    movement,
    moving,
    retreating,
    turn,
)
from wartable.games.ring_of_power.special import application
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_path
from wartable.games.ring_of_power.terrain.plans import stopped

TRIES = 6
"""Directions that a sampled move tries before the figure stays where it is."""
CIRCLE = 3600


def movable(world: World, state: RingState, player: int) -> tuple[Figure, ...]:
    """Return the figures that a player may still move this turn."""
    scene = Scene(world, state)
    mine = led_by(state, player)
    return tuple(one for one in mine if moving.still(scene, one) is None and moving.pace_of_team(scene, [one]).fastest)


def led_by(state: RingState, player: int) -> tuple[Figure, ...]:
    """Return the figures that a player moves: his own, but for those lent away, and those lent to him."""
    return tuple(one for one in state.figures if one.mover == player)


def move_sample(world: World, state: RingState, task: agenda.Movement, rng: Randomness) -> Action:
    """Move a figure in a random direction, or now and then end the movement."""
    fresh = [one for one in led_by(state, task.player) if one.moved < state.turn]
    if not fresh or rng.randrange(len(fresh) + 2) < 2:
        return actions.Done()
    one = fresh[rng.randrange(len(fresh))]
    free = moving.still(Scene(world, state), one) is None
    return (random_move(world, state, one, rng) if free else None) or actions.Done()


def random_move(world: World, state: RingState, one: Figure, rng: Randomness) -> actions.Move | None:
    """Return a move of one figure in a random direction, or None where none of a few directions is open."""
    scene = Scene(world, state)
    pace = moving.pace_of_team(scene, [one])
    who = moving.surroundings(scene, one.owner, [one])
    start = one.point
    if one.inside:
        doors = garrisons.doors(world, world.place(one.inside))
        start = doors[rng.randrange(len(doors))]
    for _ in range(TRIES):
        length = pace.fastest * (1 + rng.randrange(10)) // 10
        angle = 2 * pi * rng.randrange(CIRCLE) / CIRCLE
        end = round(start[0] + length * cos(angle)), round(start[1] + length * sin(angle))
        path = stopped((start, end), who) if who.contact_move == "stop" else (start, end)
        if isinstance(judge_path(world.ground, pace, path, who), PathCost) and len(path) > 1:
            move = actions.Move(paths=((one.id, path),))
            if refusal(moving.plan_of, world, state, one.mover, move) is None:
                return move
    return None


def declare_sample(world: World, state: RingState, task: agenda.Declare, rng: Randomness) -> Action:
    """Declare some of the assaults and sallies that are possible."""
    assaults = tuple(one for one in combats.possible_assaults(world, state, task.player) if rng.randrange(2))
    sallies = combats.possible_sallies(world, state, task.player)
    chosen = tuple(
        (place, figures[: 1 + rng.randrange(len(figures))]) for place, figures in sallies if rng.randrange(2)
    )
    wish = actions.Declaration(assaults=assaults, sallies=chosen)
    barred = refusal(combats.check_declaration, world, state, task, wish) is not None
    return msgspec.structs.replace(wish, sallies=()) if barred else wish


def clash_sample(_world: World, _state: RingState, task: agenda.Clash, rng: Randomness) -> Action:
    """Answer anyhow, by the default, or now and then leave everything else to the defaults."""
    if task.stage is None or task.decision is None or not rng.randrange(8):
        return actions.Resolve()
    return actions.Choose(choice=sample(task.stage, rng) if rng.randrange(2) else task.decision.default)


def move_offers(world: World, state: RingState, task: agenda.Movement) -> Iterator[Offer]:
    """Offer each figure that may go, what may be proclaimed, and the end of the movement."""
    for one in movable(world, state, task.player):
        yield Offer(kind="move", source=str(one.id), free=True, note=name_of(world, one))
    for trigger in movement.proclaimable(world, state, task.player):
        yield Offer(kind="proclaim", targets=(trigger.flag,), note=trigger.title)
    yield Offer(kind="done")


def declare_offers(world: World, state: RingState, task: agenda.Declare) -> Iterator[Offer]:
    """Offer assaults and sallies."""
    for one in combats.possible_assaults(world, state, task.player):
        yield Offer(kind="declare", source=str(one.figure), targets=(one.place,), note="assault")
    for place, figures in combats.possible_sallies(world, state, task.player):
        yield Offer(kind="declare", source=place, targets=tuple(map(str, figures)), note="sally")


def clash_offers(_world: World, _state: RingState, task: agenda.Clash) -> Iterator[Offer]:
    """Offer what the combat asks, and to leave the rest to the defaults."""
    asked = task.decision
    if asked is not None:
        targets = tuple(map(str, asked.figures))
        yield Offer(kind="choose", source=asked.kind, targets=targets, note=asked.question, free=True)
        yield Offer(kind="resolve", note="everything else of this combat by the defaults")


def retreat_offers(world: World, state: RingState, task: agenda.Retreat) -> Iterator[Offer]:
    """Offer a retreat of each figure."""
    for number in task.figures:
        if number in state.by_id:
            yield Offer(kind="fall_back", source=str(number), free=True, note=name_of(world, state.by_id[number]))


def landings(world: World, state: RingState, task: agenda.Arrive) -> tuple[actions.Land, ...]:
    """Return the places that are open to reinforcements; they arrive at the first if nobody decides."""
    return tuple(actions.Land(at=place.id) for place in turn.open_places(world, state, turn.arrival_of(world, task)))


def land_offers(world: World, state: RingState, task: agenda.Arrive) -> Iterator[Offer]:
    """Offer the places that are open."""
    yield Offer(kind="land", source=task.arrival, targets=tuple(one.at for one in landings(world, state, task)))


def consent_offers(world: World, _state: RingState, task: agenda.Special) -> Iterator[Offer]:
    """Offer yes and no."""
    yield Offer(kind="consent", source=task.rule, targets=("yes", "no"), note=world.rules[task.rule].sentence)


def _consent(run: Run, task: agenda.Special, answer: Any) -> None:  # noqa: ANN401
    if isinstance(answer, actions.Consent):
        application.consented(run, task, use=answer.use)
    else:
        application.rolled(run, task, answer[0])


def _land(run: Run, task: agenda.Arrive, answer: actions.Land) -> None:
    turn.land(run, turn.arrival_of(run.world, task), run.world.place(answer.at))


def _check_landing(world: World, state: RingState, task: agenda.Arrive, action: actions.Land) -> None:
    every = landings(world, state, task)
    if action not in every:
        raise hindrances.refuse("no_landing", f"They can arrive at {' or '.join(one.at for one in every)}.", "B5")


def _over(run: Run) -> bool:
    """Let go whom nobody can carry any more (J3), and look whether the campaign is decided."""
    run.let_go()
    return bool(run.state.agenda) and garrisons.decide(run, "immediate")


def _not_now(handler: Handler, _action: Action) -> Reason:
    wanted = " or ".join(str(kind.__struct_config__.tag) for kind in handler.asks_for)
    return hindrances.reason("not_now", f"Now is the time to {wanted}.", "B1")


_Default: TypeAlias = Callable[[World, RingState, Any], Action]
_Prompt: TypeAlias = Callable[[World, RingState, Any], str]


def _asking(*parts: Any, default: _Default, prompt: _Prompt, **more: Any) -> Handler:  # noqa: ANN401 - a handler's fields
    """Return a handler that leaves the seat out: a seat may play several players, and the task names who is asked.

    In the place of what explains an action stands what raises `IllegalAction` for it.
    """
    handler = Handler(*parts)._replace(**more, default=_seatless(default), prompt=_seatless(prompt))
    check = handler.explains
    return handler._replace(
        explains=check and _seatless(partial(refusal, check)),
        offers=_seatless(handler.offers),
        sample=_seatless(handler.sample),
        every=_seatless(handler.every),
    )


def _seatless(does: Callable[..., Any] | None) -> Any:  # noqa: ANN401 - what it does, called with a seat
    def done(world: World, state: RingState, task: agenda.Task, _seat: Seat, *more: Any) -> Any:  # noqa: ANN401
        return does and does(world, state, task, *more)

    return does and done


def _always(value: Any) -> Any:  # noqa: ANN401 - an answer, all answers, or words
    """Return a function that gives the same, whatever it is asked about."""

    def same(*_: object) -> Any:  # noqa: ANN401
        return value

    return same


def _told(words: str) -> _Prompt:
    """Return what asks a player: `Rohan: retreat`."""
    return lambda world, _state, task: f"{world.player_name(task.player)}: {words}"


def _move_prompt(world: World, state: RingState, task: agenda.Movement) -> str:
    count = len(movable(world, state, task.player))
    return f"{world.player_name(task.player)}: move up to {count} figures"


CONSENTS = (actions.Consent(use=False), actions.Consent(use=True))
"""The answers to a rule that asks; it is let be if nobody decides."""
FLOW = Flow(
    {
        agenda.BeginTurn: Handler(turn.begin_turn, title="Begin the turn", rule="B3, B4"),
        agenda.Arrive: _asking(
            turn.arrive, turn.landing, _land, _check_landing, (actions.Land,), land_offers, every=landings,
            default=lambda world, state, task: landings(world, state, task)[0],
            prompt=_always("Choose where your reinforcements arrive"), title="Arrive", rule="B5, B7",
        ),
        agenda.Movement: _asking(
            skip, movement.awaited, movement.take, movement.check, movement.KINDS, move_offers, move_sample,
            default=_always(actions.Done()), prompt=_move_prompt, title="Move", rule="C",
        ),
        agenda.Spot: Handler(skip, hindrances.wanted, hindrances.spot, title="Spot", rule="C3, F4"),
        agenda.EndMovement: Handler(movement.end, title="End a movement", rule="J4"),
        agenda.Amok: Handler(skip, turn.wanted, turn.run_amok, title="Run amok", rule="Q70"),
        agenda.Declare: _asking(
            combats.undeclared, combats.may_declare, combats.declare, combats.check_declaration, (actions.Declaration,),
            declare_offers, declare_sample, default=_always(actions.Declaration()),
            prompt=_told("declare assaults and sallies"), title="Declare", rule="K2, Q17",
        ),
        agenda.FindCombats: Handler(combats.find_combats, title="Find combats", rule="E"),
        agenda.Clash: _asking(
            fighting.go_on, fighting.awaited, fighting.take, fighting.check, (actions.Choose, actions.Resolve),
            clash_offers, clash_sample,
            default=lambda _world, _state, task: actions.Choose(choice=task.decision.default),
            prompt=lambda _world, _state, task: task.decision.question, title="Fight", rule="G",
        ),
        agenda.Retreat: _asking(
            retreating.by_default, retreating.awaited, retreating.take, retreating.check,
            (actions.FallBack, actions.Carry), retreat_offers, _always(actions.FallBack()),
            default=_always(actions.FallBack()), prompt=_told("retreat"), title="Retreat", rule="H",
        ),
        agenda.EndCombat: Handler(turn.end_combat, title="End the combats", rule="B6, G16"),
        agenda.Hooked: Handler(application.hooked),
        agenda.Special: _asking(
            application.special, application.awaited, _consent, None, (actions.Consent,), consent_offers,
            every=_always(CONSENTS), default=_always(CONSENTS[0]),
            prompt=lambda world, _state, task: world.rules[task.rule].sentence, title="Apply a special rule",
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


def default(world: World, state: RingState) -> Action:
    """Return what the rules do for somebody absent: stay, let be, take every default, retreat as the rules say."""
    does = FLOW.handlers[type(state.agenda[0])].default
    assert does is not None  # noqa: S101 - whatever asks has one
    return does(world, state, state.agenda[0], Seat(0))


def player_asked(world: World, state: RingState) -> int | None:
    """Return the player who is asked, or None."""
    wait = FLOW.awaited(world, state)
    return wait.player if isinstance(wait, Asked) else None


def explain(world: World, state: RingState, action: Action) -> Reason | None:
    """Say why the player who is asked may not do this; None when they may."""
    return FLOW.explain(world, state, Seat(0), action)

"""A combat from its first decision to its report, in the fixed order of the rules, one answer at a time (G)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from wartable.games.ring_of_power.combat import allocation, defend, hiding, outcome, prepare, rolls, targets, weapons
from wartable.games.ring_of_power.combat.lines import remembering
from wartable.games.ring_of_power.combat.requests import Answer, Decision, Request, Throw
from wartable.games.ring_of_power.combat.stage import Stage, Step, Volley, refuse
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle


class Act(NamedTuple):
    """What a step asks for (None: nothing more), how it takes an answer, and what it does when it is left."""

    ask: Callable[[Stage], Request | None]
    take: Callable[[Stage, Answer], Stage]
    leave: Callable[[Stage], Stage]


def _nothing(stage: Stage) -> Stage:
    return stage


def _no_question(_stage: Stage) -> None:
    return None


def _no_answer(_stage: Stage, _answer: Answer) -> Stage:
    raise refuse("answer", "Nothing is asked here.")


ACTS: dict[Step, Act] = {
    Step.HIDE: Act(hiding.ask_hide, hiding.take_hide, hiding.leave_hide),
    Step.SEARCH: Act(hiding.ask_search, hiding.take_search, hiding.leave_search),
    Step.AIM: Act(prepare.ask_aim, prepare.take_aim, _nothing),
    Step.HOLD: Act(prepare.ask_hold, prepare.take_hold, _nothing),
    Step.DUEL: Act(prepare.ask_duel, prepare.take_duel, _nothing),
    Step.ENCHANT: Act(prepare.ask_enchant, prepare.take_enchant, _nothing),
    Step.SERVE: Act(weapons.ask_serve, weapons.take_serve, weapons.leave_serve),
    Step.ATTACK: Act(rolls.ask_attack, rolls.take_attack, _nothing),
    Step.REROLL: Act(rolls.ask_reroll, rolls.take_reroll, rolls.leave_reroll),
    Step.PICK: Act(allocation.ask_pick, allocation.take_pick, allocation.leave_pick),
    Step.ALLOCATE: Act(allocation.ask_allocate, allocation.take_allocate, allocation.leave_allocate),
    Step.DEFEND: Act(defend.ask_defend, defend.take_defend, _nothing),
    Step.SAVE_AGAIN: Act(defend.ask_save_again, defend.take_save_again, defend.leave_saves),
    Step.SCORE: Act(_no_question, _no_answer, outcome.leave_score),
    Step.EXTRA: Act(outcome.ask_extra, outcome.take_extra, outcome.leave_extra),
    Step.FALL: Act(outcome.ask_fall, outcome.take_fall, outcome.leave_fall),
    Step.ENTER: Act(outcome.ask_enter, outcome.take_enter, _nothing),
}
"""What is done in each step."""


def begin(battle: Battle) -> Stage:
    """Return the first stage of a combat: it waits for something, or is over."""
    return _flow(Stage(battle=battle, place=battle.place))


def answer(stage: Stage, reply: Answer) -> Stage:
    """Return the stage after an answer. Raises `IllegalAction` with the reason if the answer does not fit."""
    if stage.awaits is None:
        raise refuse("answer", "The combat is over; nothing is asked.")
    return _flow(remembering(stage, ACTS[stage.step].take(stage, reply)))


def with_defaults(stage: Stage, *, until: Step = Step.OVER) -> Stage:
    """Return the stage after defaults for all decisions up to the next dice, or to a step (`resolve all`)."""
    while isinstance(stage.awaits, Decision) and stage.step < until:
        stage = answer(stage, stage.awaits.default)
    return stage


def resume(stage: Stage, step: Step) -> Stage:
    """Return the stage that follows when a combat is taken up at the beginning of a step, as odds do."""
    return _flow(replace(stage, step=step, turn=0, awaits=None))


def play(stage: Stage, roll: Callable[[Throw], Answer]) -> Stage:
    """Return the end of a combat with defaults for all decisions and the given dice."""
    while stage.awaits is not None:
        reply = roll(stage.awaits) if isinstance(stage.awaits, Throw) else stage.awaits.default
        stage = answer(stage, reply)
    return stage


def _flow(stage: Stage) -> Stage:
    """Go on until something is asked or the combat is over."""
    while stage.step is not Step.OVER:
        request = ACTS[stage.step].ask(stage)
        if request is not None:
            return remembering(stage, replace(stage, awaits=request))
        stage = remembering(stage, _next(ACTS[stage.step].leave(stage)))
    return stage


def _next(stage: Stage) -> Stage:
    """Return the stage at its next step: a second wave follows ambush, a second bout the first."""
    if stage.step is Step.SEARCH and not stage.pairings:
        return replace(stage, step=Step.OVER, turn=0)
    if stage.step is Step.SERVE:
        return begin_bout(stage, 0)
    if stage.step is Step.SAVE_AGAIN and stage.wave == 0:
        return replace(stage, step=Step.ATTACK, turn=0, wave=1, volley=Volley())
    if stage.step is Step.ENTER:
        last = stage.bout + 1 == len(stage.pairings)
        return replace(stage, step=Step.OVER, turn=0) if last else begin_bout(stage, stage.bout + 1)
    return replace(stage, step=Step(stage.step + 1), turn=0)


def begin_bout(stage: Stage, bout: int) -> Stage:
    """Return the stage at the attack of a bout: its ambush, if somebody in the combat lies in one."""
    fallen = tuple(condition.id for condition in stage.conditions if condition.fate in CASUALTIES)
    ambush = any("strikes_first" in targets.traits(fighter.abilities) for fighter in stage.battle.fighters)
    first = 0 if ambush else 1
    return replace(stage, step=Step.ATTACK, turn=0, bout=bout, wave=first, volley=Volley(), fallen=fallen)

"""How one course of a combat ends: who wins by its states, what it costs, and who fights on after a draw."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wartable.games.ring_of_power.combat import outcome
from wartable.games.ring_of_power.combat.lines import lines
from wartable.games.ring_of_power.combat.machine import answer, resume, with_defaults
from wartable.games.ring_of_power.combat.odds.ledger import Fates, Result
from wartable.games.ring_of_power.combat.odds.states import State, after_wave
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.combat.summary import final
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate, Fighter


def with_state(stage: Stage, index: int, state: State) -> Stage:
    """Return the stage with what the last wave did to one side, the other unhurt by it."""
    other = tuple(() for _ in lines(stage)[1 - index].exposed)
    return after_wave(stage, (state, other) if index == 0 else (other, state))


def merit(stage: Stage, index: int) -> int:
    """Return what a side's own state adds to its score less the enemy's: leadership less casualties (G11)."""
    return outcome.leadership(stage, index)[0] - outcome.casualties(stage, index)


def decided(stage: Stage, index: int, result: Result) -> Stage:
    """Return the end of a bout that a side wins, draws or loses, with the play's own aftermath and its defaults."""
    sides = stage.pairings[stage.bout].sides
    winner = {"win": sides[index], "loss": sides[1 - index]}.get(result)
    scores = (outcome.side_score(stage, 0), outcome.side_score(stage, 1))
    return with_defaults(resume(outcome.settled(stage, scores, winner), Step.EXTRA))


def result_of(stage: Stage, bout: int) -> Result:
    """Return how a bout ended, as its first side sees it."""
    winner = stage.bouts[bout].winner
    if winner is None:
        return "draw"
    return "win" if winner == stage.pairings[bout].sides[0] else "loss"


def fight_fates(stage: Stage, fighters: Iterable[Fighter]) -> Fates:
    """Return what the blows alone did to figures."""
    found = ((f.id, stage.by_id[f.id].blow) for f in fighters if f.id in stage.by_id)
    return {figure: fate for figure, fate in found if fate is not Fate.UNHURT}


def final_fates(stage: Stage, fighters: Iterable[Fighter]) -> Fates:
    """Return what becomes of figures in the end, extra losses and the fall of a place counted in."""
    found = ((f.id, final(stage, f)[0]) for f in fighters)
    return {figure: fate for figure, fate in found if fate is not Fate.UNHURT}


def merged(before: Fates, now: Fates) -> Fates:
    """Return fates over several rounds: a later one replaces an earlier unless it is nothing new."""
    return {**before, **now} if before else now


def survivors(stage: Stage) -> Battle | None:
    """Return the next round after a draw (G12): everybody where he was, found; None if a side has nobody left."""
    left = [_as_left(stage, f) for f in stage.battle.fighters]
    fighters = tuple(f for f in left if f is not None)
    able = {f.side for f in fighters if not f.wounded and f.engaged and not f.weapon}
    if not set(stage.pairings[0].sides) <= able:
        return None
    forces = {f.force for f in fighters}
    meetings = tuple(m for m in stage.battle.meetings if m.one in forces and m.other in forces)
    found = tuple(sorted(forces))
    place = stage.place and replace(stage.place, open=stage.place.open or _breached(stage))
    return replace(stage.battle, fighters=fighters, meetings=meetings, found=found, place=place)


def _breached(stage: Stage) -> bool:
    return stage.place is not None and any(barrier.broken for barrier in stage.place.barriers)


def _as_left(stage: Stage, fighter: Fighter) -> Fighter | None:
    """Return a figure as it enters the next round, None if it is off the table."""
    fate = final(stage, fighter)[0]
    if fate in (Fate.DEAD, Fate.DISPERSED):
        return None
    if fate in CASUALTIES:
        return replace(fighter, wounded=True)
    wounds = stage.by_id[fighter.id].wounds if fighter.id in stage.by_id else fighter.wounds
    if fate is Fate.DISMOUNTED and fighter.foot:
        return replace(fighter, profile=fighter.foot, foot=None, wounds=wounds)
    return replace(fighter, wounds=wounds) if wounds != fighter.wounds else fighter


def to_next_blow(stage: Stage) -> Stage:
    """Return the stage after defaults up to the blows of the next bout, or to the end."""
    while isinstance(stage.awaits, Decision) and (stage.step > Step.DEFEND):
        stage = answer(stage, stage.awaits.default)
    return stage

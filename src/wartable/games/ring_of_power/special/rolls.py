"""Dice that effects ask for: harm one by one, strikes, duels outside of battles, and who seizes an item."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wartable.engine.chance import Roll
from wartable.games.ring_of_power.campaign.agenda import DuelRolls, Effects, HarmRolls, RollFor, SeizeRolls, StrikeRolls
from wartable.games.ring_of_power.campaign.events import Threw
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.waiting import SIX, dice
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.special.effects import hand_over, harm

Task = HarmRolls | StrikeRolls | DuelRolls | SeizeRolls | RollFor


def wanted(world: World, state: RingState, task: Task) -> Roll | None:
    """Return the dice that a task wants; None where those it is about are gone."""
    if isinstance(task, HarmRolls):
        count = sum(number in state.by_id for number in task.figures)
        return dice("rule.harm", count) if count else None
    if isinstance(task, RollFor):
        return dice("rule", 1)
    if isinstance(task, StrikeRolls):
        return _strike_dice(world, state, task)
    if isinstance(task, DuelRolls):
        both = task.one in state.by_id and task.other in state.by_id
        return dice("duel", 2) if both else None
    holder = holder_of(state, task.item)
    fought_over = holder is not None and task.by in state.by_id and holder.id != task.by
    return dice("rule.seize", 2) if fought_over else None


def holder_of(state: RingState, item: str) -> Figure | None:
    """Return the figure that holds an item, or None."""
    return next((figure for figure in state.figures if figure.holds == item), None)


def harmed(run: Run, task: HarmRolls, faces: Sequence[int]) -> None:
    """Harm those whose die was too low."""
    figures = run.present(task.figures)
    run.say(Threw(purpose="harm", faces=tuple(faces)))
    harm(run, [one for one, face in zip(figures, faces, strict=True) if face < task.spared], task.how)


def _targets(world: World, state: RingState, task: StrikeRolls) -> list[Figure]:
    return [
        state.by_id[number] for number in task.figures if number in state.by_id and able(world, state.by_id[number])
    ]


def _strike_dice(world: World, state: RingState, task: StrikeRolls) -> Roll | None:
    if not _targets(world, state, task) or task.hits == 0:
        return None
    return dice("rule.strike", task.dice) if task.hits < 0 else dice("rule.defence", task.hits)


def struck(run: Run, task: StrikeRolls, faces: Sequence[int]) -> None:
    """Count hits, then let each be defended; hits are dealt out evenly, army figures first."""
    run.say(Threw(purpose="strike" if task.hits < 0 else "defence", faces=tuple(faces)))
    if task.hits < 0:
        hits = sum(face == SIX or face >= task.attack for face in faces)
        run.push(msgspec.structs.replace(task, hits=hits))
        return
    targets = sorted(_targets(run.world, run.state, task), key=lambda one: (run.world.kind(one).character, one.id))
    fallen: dict[int, Figure] = {}
    for number, face in enumerate(faces):
        victim = targets[number % len(targets)]
        if not _saved(run.world, victim, face, task.tags):
            fallen[victim.id] = victim
    harm(run, list(fallen.values()), "harm")


def _saved(world: World, figure: Figure, face: int, tags: Sequence[str]) -> bool:
    """Whether a figure's die saves it from a hit outside of battle: by its own defence, abilities that always hold."""
    printed = world.kind(figure).profile(mounted=figure.mounted).defence
    constants = world.constants
    base = constants.missing_defence if printed is None else printed
    bonuses = sum(one.defence for one in world.abilities(figure) if not (one.when or one.where))
    penalty = sum(world.charts.tags[tag].defence for tag in tags)
    target = max(base - bonuses - penalty, constants.best_target)
    return face > 1 and target <= SIX and face >= target


def duelled(run: Run, task: DuelRolls, faces: Sequence[int]) -> None:
    """Compare two dice with what is added to them, and do what comes of it."""
    run.say(Threw(purpose="duel", faces=tuple(faces)))
    mine, theirs = faces[0] + task.adds[0], faces[1] + task.adds[1]
    came = task.win if mine > theirs else task.lose if mine < theirs else task.tie
    run.push(Effects(came, task.it))


def rolled_for(run: Run, task: RollFor, faces: Sequence[int]) -> None:
    """Do what a die decides."""
    run.say(Threw(purpose="rule", faces=tuple(faces)))
    run.push(Effects(task.then if faces[0] >= task.target else task.otherwise, task.it))


def seized(run: Run, task: SeizeRolls, faces: Sequence[int]) -> None:
    """Give an item to the one who tries to take it, if his die is higher than its holder's."""
    run.say(Threw(purpose="seize", faces=tuple(faces)))
    if faces[0] > faces[1]:
        hand_over(run, task.item, task.by)

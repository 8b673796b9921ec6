"""Applying special rules: finding those of a hook, asking for leave, rolling, and doing what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wartable.engine.chance import Roll
from wartable.games.flow.handler import Wait
from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.agenda import Ids
from wartable.games.ring_of_power.campaign.events import Ruled, Threw
from wartable.games.ring_of_power.campaign.figures import Scene, able
from wartable.games.ring_of_power.campaign.run import SIX, Run, asked, dice
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.special.conditions import holds, matching
from wartable.games.ring_of_power.special.effects import do, hand_over, harm, holder_of
from wartable.games.ring_of_power.vocabulary import effects as words
from wartable.games.ring_of_power.vocabulary.effects import SpecialRule

Task = agenda.HarmRolls | agenda.StrikeRolls | agenda.DuelRolls | agenda.SeizeRolls | agenda.RollFor


def wanted(world: World, state: RingState, task: Task) -> Roll | None:
    """Return the dice that a task wants; None where those it is about are gone."""
    if isinstance(task, agenda.HarmRolls):
        count = sum(number in state.by_id for number in task.figures)
        return dice("rule.harm", count) if count else None
    if isinstance(task, agenda.RollFor):
        return dice("rule", 1)
    if isinstance(task, agenda.StrikeRolls):
        if not _targets(world, state, task) or task.hits == 0:
            return None
        return dice("rule.strike", task.dice) if task.hits < 0 else dice("rule.defence", task.hits)
    if isinstance(task, agenda.DuelRolls):
        both = task.one in state.by_id and task.other in state.by_id
        return dice("duel", 2) if both else None
    holder = holder_of(state, task.item)
    fought_over = holder is not None and task.by in state.by_id and holder.id != task.by
    return dice("rule.seize", 2) if fought_over else None


def harmed(run: Run, task: agenda.HarmRolls, faces: Sequence[int]) -> None:
    """Harm those whose die was too low."""
    figures = run.present(task.figures)
    run.say(Threw(purpose="harm", faces=tuple(faces)))
    harm(run, [one for one, face in zip(figures, faces, strict=True) if face < task.spared], task.how)


def _targets(world: World, state: RingState, task: agenda.StrikeRolls) -> list[Figure]:
    there = (state.by_id[number] for number in task.figures if number in state.by_id)
    return [one for one in there if able(world, one)]


def struck(run: Run, task: agenda.StrikeRolls, faces: Sequence[int]) -> None:
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


def duelled(run: Run, task: agenda.DuelRolls, faces: Sequence[int]) -> None:
    """Compare two dice with what is added to them, and do what comes of it."""
    run.say(Threw(purpose="duel", faces=tuple(faces)))
    mine, theirs = faces[0] + task.adds[0], faces[1] + task.adds[1]
    came = task.win if mine > theirs else task.lose if mine < theirs else task.tie
    run.push(agenda.Effects(came, task.it))


def rolled_for(run: Run, task: agenda.RollFor, faces: Sequence[int]) -> None:
    """Do what a die decides."""
    run.say(Threw(purpose="rule", faces=tuple(faces)))
    run.push(agenda.Effects(task.then if faces[0] >= task.target else task.otherwise, task.it))


def seized(run: Run, task: agenda.SeizeRolls, faces: Sequence[int]) -> None:
    """Give an item to the one who tries to take it, if his die is higher than its holder's."""
    run.say(Threw(purpose="seize", faces=tuple(faces)))
    if faces[0] > faces[1]:
        hand_over(run, task.item, task.by)


def hooked(run: Run, task: agenda.Hooked) -> None:
    """Put every special rule of a hook on the agenda, once for each figure or force that it is for."""
    scene = Scene(run.world, run.state)
    tasks: list[agenda.Special] = []
    for rule in run.world.scenario.rules:
        if rule.when == task.hook and not spent(run.state, rule):
            tasks += [agenda.Special(rule.id, it) for it in subjects(scene, rule, task)]
    run.push(*tasks)


def subjects(scene: Scene, rule: SpecialRule, task: agenda.Hooked) -> tuple[Ids, ...]:
    """Return what a rule is applied to: what the hook is about, or the figures or forces in it that fit the rule."""
    if rule.each is None:
        return (task.it,)
    about = frozenset(task.it)
    own = (figure for figure in matching(scene, rule.each) if task.player in {-1, figure.owner})
    found = [figure for figure in own if not about or figure.id in about]
    if rule.per == "figure":
        return tuple((figure.id,) for figure in found)
    numbers = sorted({scene.lineup.force[figure.id] for figure in found})
    return tuple(tuple(figure.id for figure in scene.lineup.members[number]) for number in numbers)


def spent(state: RingState, rule: SpecialRule) -> bool:
    """Whether a rule with a limit has been used up."""
    last = dict(state.used).get(rule.id)
    return last is not None and (rule.limit == "once" or (rule.limit == "once_a_turn" and last == state.turn))


def awaited(world: World, state: RingState, task: agenda.Special) -> Wait | None:
    """Return what a special rule waits for: leave of the player it asks, or its die."""
    rule = world.rules[task.rule]
    if not _applies(world, state, rule, task.it):
        return None
    if task.stage == "ask" and rule.asks:
        return asked(world, state, world.index[rule.asks])
    return dice(f"rule.{rule.id}", 1) if rule.roll or rule.table else None


def _applies(world: World, state: RingState, rule: SpecialRule, it: Ids) -> bool:
    if spent(state, rule) or (it and not any(number in state.by_id for number in it)):
        return False
    scene = Scene(world, state, it, it) if rule.when == "battle_end" else scene_of(world, state, it)
    return holds(scene, rule.condition)


def scene_of(world: World, state: RingState, it: Ids) -> Scene:
    """Return a state as a rule looks at it: with what it is applied to, and the battle that is coming or going on."""
    clash = next((task for task in state.agenda if isinstance(task, agenda.Clash)), None)
    return Scene(world, state, it, clash.everybody if clash else ())


def special(run: Run, task: agenda.Special) -> None:
    """Do a rule that waits for nothing: its effects, if it applies at all."""
    rule = run.world.rules[task.rule]
    if _applies(run.world, run.state, rule, task.it):
        _apply(run, rule, task.it, told=rule.when != "battle")


def _apply(run: Run, rule: SpecialRule, it: Ids, *, told: bool = True) -> None:
    """Do what a rule does that has no die."""
    _used(run, rule)
    if told:
        run.say(Ruled(rule=rule.id, it=it))
    run.push(agenda.Effects(rule.then, it))


def consented(run: Run, task: agenda.Special, *, use: bool) -> None:
    """Go on with a rule that a player was asked about."""
    rule = run.world.rules[task.rule]
    if use and (rule.roll or rule.table):
        run.push(agenda.Special(rule.id, task.it, "roll"))
    elif use:
        _apply(run, rule, task.it)


def rolled(run: Run, task: agenda.Special, face: int) -> None:
    """Do what a rule's die brings."""
    rule = run.world.rules[task.rule]
    _used(run, rule)
    if rule.table:
        run.say(Ruled(rule=rule.id, it=task.it, faces=(face,), total=face))
        run.push(*(agenda.Effects(row.effects, task.it) for row in rule.table if face in row.faces))
        return
    trial = rule.roll or words.Trial(target=1)
    scene = scene_of(run.world, run.state, task.it)
    total = face + sum(_bonus(scene, one) for one in trial.plus)
    passed = total >= trial.target
    run.say(Ruled(rule=rule.id, it=task.it, faces=(face,), total=total, passed=passed))
    run.push(agenda.Effects(rule.then if passed else rule.otherwise, task.it))


def _bonus(scene: Scene, one: words.Bonus) -> int:
    """Return what is added to the die of a trial."""
    if not holds(scene, one.condition):
        return 0
    if not one.counter:
        return one.by
    times = dict(scene.state.counters).get(one.counter, 0) // one.per
    return one.by * (times if one.most is None else min(times, one.most))


def effects(run: Run, task: agenda.Effects) -> None:
    """Do the first effect of a list, and put the others off, since it may have dice of its own."""
    if not task.effects:
        return
    first, *rest = task.effects
    if rest:
        run.push(agenda.Effects(tuple(rest), task.it, task.sentence))
    do(run, first, task.it)


def _used(run: Run, rule: SpecialRule) -> None:
    if rule.limit:
        used = {**dict(run.state.used), rule.id: run.state.turn}
        run.change(used=tuple(sorted(used.items())))

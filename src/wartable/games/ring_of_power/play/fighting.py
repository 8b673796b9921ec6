"""Fighting a clash step by step: special rules before it, its questions and dice, and what comes of it (G)."""

from __future__ import annotations

import msgspec

from wartable.engine.errors import IllegalAction, Reason
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign.actions import Choose
from wartable.games.ring_of_power.campaign.agenda import Clash, Hooked
from wartable.games.ring_of_power.campaign.events import BattleBegan, BattleRolled
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.waiting import Asked, Wait, dice
from wartable.games.ring_of_power.campaign.world import World, seat_of
from wartable.games.ring_of_power.combat import machine as combat
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.summary import report
from wartable.games.ring_of_power.play.aftermath import settle
from wartable.games.ring_of_power.play.battle import battle_of


def awaited(world: World, state: RingState, task: Clash) -> Wait | None:
    """Return the decision or dice that a clash under way waits for. The wild decide by default."""
    del state, world
    if task.stage is None or task.stage.awaits is None:
        return None
    wait = task.stage.awaits
    return dice(f"battle.{wait.purpose}", wait.dice) if isinstance(wait, Throw) else Asked(wait.player)


def go_on(run: Run, task: Clash) -> None:
    """Prepare a clash, begin it, or put what came of it on the table."""
    if not _still_on(run, task):
        return
    if not task.prepared:
        _prepare(run, task)
    elif task.stage is None:
        everybody = tuple(tuple(one.id for one in run.present(force)) for force in task.forces)
        run.say(BattleBegan(forces=everybody, place=task.place))
        stage = combat.begin(battle_of(Scene(run.world, run.state), task))
        run.push(msgspec.structs.replace(task, stage=_by_the_wild(run, stage)))
    else:
        settle(run, task, report(task.stage))


def _still_on(run: Run, task: Clash) -> bool:
    """Whether there are still enemies able to fight; special rules may have taken them away."""
    sides = {run.world.sides[one.owner] for force in task.forces for one in run.present(force) if able(run.world, one)}
    return any(run.world.scenario.hostile(one, other) for one in sides for other in sides)


def _prepare(run: Run, task: Clash) -> None:
    """Look at special rules of battles, assaults and sallies before the first question."""
    everybody = tuple(number for force in task.forces for number in force)
    scene = Scene(run.world, run.state)
    attackers = tuple(dict.fromkeys(one.id for lead in run.present(task.attacking) for one in scene.force_of(lead)))
    before = [Hooked("battle", it=everybody)]
    before += [Hooked("assault", it=attackers)] if attackers else []
    before += [Hooked("sally", it=task.sallied)] if task.sallied else []
    run.push(*before, msgspec.structs.replace(task, prepared=True))


def _by_the_wild(run: Run, stage: Stage) -> Stage:
    """Answer for those whom nobody plays."""
    while isinstance(stage.awaits, Decision) and seat_of(run.world, run.state.seats, stage.awaits.player) is None:
        stage = combat.answer(stage, stage.awaits.default)
    return stage


def explain(world: World, state: RingState, task: Clash, action: Action) -> Reason | None:
    """Say why an answer does not fit what the combat asks; None when it does."""
    del world, state
    assert isinstance(action, Choose)  # noqa: S101 - the machine has looked
    assert task.stage is not None  # noqa: S101 - it waits
    try:
        combat.answer(task.stage, action.choice)
    except IllegalAction as refused:
        return refused.reason
    return None


def take(run: Run, task: Clash, answer: Choose | tuple[int, ...]) -> None:
    """Go on with a combat by a player's choice or by dice."""
    stage = task.stage
    assert stage is not None  # noqa: S101 - it waits
    if isinstance(answer, Choose):
        after = combat.answer(stage, answer.choice)
    else:
        assert isinstance(stage.awaits, Throw)  # noqa: S101 - dice were asked for
        pools = zip(stage.awaits.pools, stage.awaits.split(answer), strict=True)
        run.say(BattleRolled(pools=tuple((pool.name, faces) for pool, faces in pools)))
        after = combat.answer(stage, Faces(tuple(answer)))
    run.push(msgspec.structs.replace(task, stage=_by_the_wild(run, after)))

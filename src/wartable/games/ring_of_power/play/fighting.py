"""Fighting a clash step by step: special rules before it, its questions and dice, and what comes of it (G)."""

from __future__ import annotations

import msgspec

from wartable.engine.values import Action
from wartable.games.flow.handler import Wait
from wartable.games.ring_of_power.campaign.actions import Choose, Resolve
from wartable.games.ring_of_power.campaign.agenda import Clash, Hooked
from wartable.games.ring_of_power.campaign.events import BattleBegan, BattleLuck, BattleRolled, SideLuck
from wartable.games.ring_of_power.campaign.figures import Scene, able
from wartable.games.ring_of_power.campaign.run import Run, asked, dice
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of
from wartable.games.ring_of_power.combat import machine as combat
from wartable.games.ring_of_power.combat.odds.front import effort, luck, odds, opening
from wartable.games.ring_of_power.combat.odds.large import fits
from wartable.games.ring_of_power.combat.report import rows
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.summary import report
from wartable.games.ring_of_power.play.aftermath import settle
from wartable.games.ring_of_power.play.battle import battle_of

MOST_EFFORT = 50_000
"""Cases up to which luck is reckoned after a combat: a fraction of a second."""


def awaited(world: World, state: RingState, task: Clash) -> Wait | None:
    """Return the decision or dice that a clash under way waits for. The wild decide by default."""
    if task.stage is None or task.stage.awaits is None:
        return None
    wait = task.stage.awaits
    if isinstance(wait, Throw):
        return dice(f"battle.{wait.purpose}", wait.dice)
    return asked(world, state, wait.player)


def go_on(run: Run, task: Clash) -> None:
    """Prepare a clash, begin it, or put what came of it on the table."""
    if not _still_on(run, task):
        return
    if not task.prepared:
        _prepare(run, task)
    elif task.stage is None:
        task = task.without(_gone(run, task))
        weapons = run.weapons(task.everybody)
        run.say(BattleBegan(forces=task.forces, place=task.place, weapons=weapons))
        stage = combat.begin(battle_of(Scene(run.world, run.state), task))
        run.push(_going(run, task, stage))
    else:
        settle(run, task, report(task.stage))
        _luck(run, task.stage)


def _still_on(run: Run, task: Clash) -> bool:
    """Whether there are still enemies able to fight; special rules may have taken them away."""
    sides = {run.world.sides[one.owner] for one in run.present(task.everybody) if able(run.world, one)}
    return any(run.world.scenario.hostile(one, other) for one in sides for other in sides)


def _gone(run: Run, task: Clash) -> set[int]:
    """Return who is not there any more: special rules and earlier combats of the phase take figures away."""
    return {*task.everybody} - {one.id for one in run.present(task.everybody)}


def _prepare(run: Run, task: Clash) -> None:
    """Look at special rules of battles, assaults and sallies before the first question."""
    scene = Scene(run.world, run.state)
    attackers = tuple(dict.fromkeys(one.id for lead in run.present(task.attacking) for one in scene.force_of(lead)))
    before = [Hooked("battle", it=task.everybody)]
    before += [Hooked("assault", it=attackers)] if attackers else []
    before += [Hooked("sally", it=task.sallied)] if task.sallied else []
    run.push(*before, msgspec.structs.replace(task, prepared=True))


def _going(run: Run, task: Clash, stage: Stage) -> Clash:
    """Return a clash at a stage, after the answers of those whom nobody plays and who leave it to the defaults."""
    while isinstance(stage.awaits, Decision) and not _decides(run, task, stage.awaits.player):
        stage = combat.answer(stage, stage.awaits.default)
    return msgspec.structs.replace(task, stage=stage)


def _decides(run: Run, task: Clash, player: int) -> bool:
    return player not in task.resolved and seat_of(run.world, run.state.seats, player) is not None


def _luck(run: Run, stage: Stage) -> None:
    """Tell how the dice fell, where somebody listens and it can be reckoned at once."""
    before = opening(stage)
    if not run.heard or before is None or not fits(before) or effort(before) > MOST_EFFORT:
        return
    found = luck(odds(before), stage)
    total = sum(one.luck for one in found)
    sides = tuple(
        SideLuck(
            side=stage.battle.sides[one.side].name,
            players=stage.battle.sides[one.side].players,
            casualties=one.casualties,
            expected=one.expected,
            as_bad=one.as_bad,
            luck=2 * one.luck - total,
        )
        for one in found
    )
    run.say(BattleLuck(sides=sides))


def check(world: World, state: RingState, task: Clash, action: Action) -> None:
    """Raise `IllegalAction` for an answer that does not fit what the combat asks."""
    del world, state
    assert task.stage is not None  # noqa: S101 - it waits
    if isinstance(action, Choose):
        combat.answer(task.stage, action.choice)


def take(run: Run, task: Clash, answer: Choose | Resolve | tuple[int, ...]) -> None:
    """Go on with a combat by a player's choice, by leaving everything else to the defaults, or by dice."""
    stage = task.stage
    assert stage is not None  # noqa: S101 - it waits
    if isinstance(answer, Resolve):
        task = msgspec.structs.replace(task, resolved=_resolving(run, task, stage))
    elif isinstance(answer, Choose):
        stage = combat.answer(stage, answer.choice)
    else:
        after = combat.answer(stage, Faces(answer))
        shown = rows(stage.battle, after.dice[len(stage.dice) :])
        seats = [seat_of(run.world, run.state.seats, row.player) for row in shown]
        run.say(BattleRolled(rows=shown, seats=tuple(-1 if seat is None else int(seat) for seat in seats)))
        stage = after
    run.push(_going(run, task, stage))


def _resolving(run: Run, task: Clash, stage: Stage) -> tuple[int, ...]:
    """Return who leaves everything to the defaults from now on: all players of the seat that is asked."""
    assert isinstance(stage.awaits, Decision)  # noqa: S101 - somebody was asked
    seat = seat_of(run.world, run.state.seats, stage.awaits.player)
    players = range(len(run.world.players))
    own = (player for player in players if seat_of(run.world, run.state.seats, player) == seat)
    return tuple(sorted({*task.resolved, *own}))

"""Fighting a clash: special rules before it, questions and dice, and what it leaves behind on the table (G)."""

from __future__ import annotations

import msgspec

from wartable.engine.structs import filled
from wartable.engine.values import Action
from wartable.games.flow.handler import Wait
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Choose, Resolve
from wartable.games.ring_of_power.campaign.agenda import Clash, Hooked, Retreat
from wartable.games.ring_of_power.campaign.deployment import stands_on_foot
from wartable.games.ring_of_power.campaign.figures import Scene, able, close, enemies_of, pace_for, party
from wartable.games.ring_of_power.campaign.run import Run, asked, dice
from wartable.games.ring_of_power.campaign.state import Damage, Figure, RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of
from wartable.games.ring_of_power.combat import machine as combat
from wartable.games.ring_of_power.combat.machine import report
from wartable.games.ring_of_power.combat.odds import large
from wartable.games.ring_of_power.combat.odds.front import effort, luck, odds, opening
from wartable.games.ring_of_power.combat.report import FigureResult, Report, rows
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Fate
from wartable.games.ring_of_power.play import garrisons
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.carrying import take_up
from wartable.games.ring_of_power.play.combats import before_gate
from wartable.games.ring_of_power.play.hindrances import spotted
from wartable.games.ring_of_power.scenario import AMOK
from wartable.games.ring_of_power.special.conditions import fits
from wartable.games.ring_of_power.special.effects import breach, hand_over
from wartable.games.ring_of_power.terrain.geometry import square

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
    # Whether there are still enemies able to fight; special rules may have taken them away.
    sides = {run.world.sides[one.owner] for one in run.present(task.everybody) if able(run.world, one)}
    if not any(run.world.scenario.hostile(one, other) for one in sides for other in sides):
        return
    if not task.prepared:
        # Special rules of battles, assaults and sallies come before the first question.
        scene = Scene(run.world, run.state)
        attackers = dict.fromkeys(one.id for lead in run.present(task.attacking) for one in scene.force_of(lead))
        before = [Hooked("battle", it=task.everybody)]
        before += [Hooked("assault", it=tuple(attackers))] if attackers else []
        before += [Hooked("sally", it=task.sallied)] if task.sallied else []
        run.push(*before, msgspec.structs.replace(task, prepared=True))
    elif task.stage is None:
        # Special rules and earlier combats of the phase take figures away.
        task = task.without({*task.everybody} - {one.id for one in run.present(task.everybody)})
        weapons = run.weapons(task.everybody)
        owners = tuple(run.figure(force[0]).owner for force in task.forces)
        run.say(events.BattleBegan(forces=task.forces, owners=owners, place=task.place, weapons=weapons))
        stage = combat.begin(battle_of(Scene(run.world, run.state), task))
        run.push(_going(run, task, stage))
    else:
        settle(run, task, report(task.stage))
        _luck(run, task.stage)


def _going(run: Run, task: Clash, stage: Stage) -> Clash:
    """Return a clash at a stage, after the answers of those whom nobody plays and who leave it to the defaults."""

    def decides(player: int) -> bool:
        return player not in task.resolved and seat_of(run.world, run.state.seats, player) is not None

    while isinstance(stage.awaits, Decision) and not decides(stage.awaits.player):
        stage = combat.answer(stage, stage.awaits.default)
    return msgspec.structs.replace(task, stage=stage)


def _luck(run: Run, stage: Stage) -> None:
    """Tell how the dice fell, where somebody listens and it can be reckoned at once."""
    before = opening(stage)
    if not run.heard or before is None or not large.fits(before) or effort(before) > MOST_EFFORT:
        return
    found = luck(odds(before), stage)
    total = sum(one.luck for one in found)
    sides = tuple(
        filled(events.SideLuck, one, side=side.name, players=side.players, luck=2 * one.luck - total)
        for one, side in zip(found, stage.battle.sides, strict=True)
    )
    run.say(events.BattleLuck(sides=sides))


def check(_world: World, _state: RingState, task: Clash, action: Action) -> None:
    """Raise `IllegalAction` for an answer that does not fit what the combat asks."""
    assert task.stage is not None  # noqa: S101 - it waits
    if isinstance(action, Choose):
        combat.answer(task.stage, action.choice)


def take(run: Run, task: Clash, answer: Choose | Resolve | tuple[int, ...]) -> None:
    """Go on with a combat by a player's choice, by leaving everything else to the defaults, or by dice."""
    stage = task.stage
    assert stage is not None  # noqa: S101 - it waits
    if isinstance(answer, Resolve):
        assert isinstance(stage.awaits, Decision)  # noqa: S101 - somebody was asked
        # All players of the seat that is asked leave everything to the defaults from now on.
        seats = [seat_of(run.world, run.state.seats, player) for player in range(len(run.world.players))]
        own = (player for player, seat in enumerate(seats) if seat == seats[stage.awaits.player])
        task = msgspec.structs.replace(task, resolved=tuple(sorted({*task.resolved, *own})))
    elif isinstance(answer, Choose):
        stage = combat.answer(stage, answer.choice)
    else:
        after = combat.answer(stage, Faces(answer))
        shown = rows(stage.battle, after.dice[len(stage.dice) :])
        seats = [seat_of(run.world, run.state.seats, row.player) for row in shown]
        run.say(events.BattleRolled(rows=shown, seats=tuple(-1 if seat is None else int(seat) for seat in seats)))
        stage = after
    run.push(_going(run, task, stage))


Ids = tuple[int, ...]


def settle(run: Run, clash: Clash, report: Report) -> None:
    """Put what came of a combat on the table, and its retreats on the agenda."""
    sides = clash.stage.battle.sides if clash.stage else ()
    run.say(events.BattleEnded(report=report, sides=tuple(side.name for side in sides)))
    _note(run, clash, report)
    _weapons(run, report)
    _score(run, report)
    _drop_items(run, report, clash.everybody)
    _fates(run, report)
    run.let_go()
    _walls(run, clash, report)
    _summoned(run, report, clash.everybody)
    run.push(*_retreats(run, clash, report), Hooked("battle_end", it=clash.everybody))


def _note(run: Run, clash: Clash, report: Report) -> None:
    """Note who fought, who was found and who must skip a move."""
    turn = run.state.turn
    run.alter(report.fought, fought=turn, disturbed=turn)
    run.alter([one.id for one in report.figures], disturbed=turn)
    for one in run.present(figure.id for figure in report.figures if figure.recovering):
        until = run.state.next_movement(one.owner)
        run.alter([one.id], still_until=until, numb_until=until)
    found = {number for force in report.found for number in clash.forces[force]}
    by_rule = clash.stage.battle.hiders if clash.stage else ()
    fought = [(n, force) for n, force in enumerate(clash.forces) if not set(force).isdisjoint(report.fought)]
    seen = tuple(number for n, force in fought if n in by_rule or _might_hide(run, force) for number in force)
    found |= {one.id for one in run.present(seen) if one.found < turn}
    if found:
        spotted(run, tuple(sorted(found)))


def _might_hide(run: Run, force: Ids) -> bool:
    """Whether a force might have hidden by itself, so that it is found once it has fought (F5)."""
    members = [one for one in run.present(force) if not one.weapon]
    stealthy = all(run.world.has(one, "stealth") for one in members)
    return all(one.in_field for one in members) and (stealthy or party(run.world, members))


def _fates(run: Run, report: Report) -> None:
    by_fate: dict[Fate, list[FigureResult]] = {}
    for one in report.figures:
        by_fate.setdefault(one.fate, []).append(one)
    wounded, thrown = (tuple(one.id for one in by_fate.get(fate, [])) for fate in (Fate.WOUNDED, Fate.DISMOUNTED))
    if wounded:
        run.alter(wounded, wounded=True)
        run.say(events.Changed(figures=wounded, names=run.names(wounded), what="wounded"))
    if thrown:
        run.alter(thrown, mounted=False)
        run.say(events.Changed(figures=thrown, names=run.names(thrown), what="dismounted"))
        # Riders of flyers, thrown off where nobody stands on foot, go to the nearest ground that is open (A8, C12).
        fallen = [one.id for one in run.present(thrown) if not stands_on_foot(run.world, one)]
        run.put_down(fallen)
        run.bring_along(fallen)
    for hurt in by_fate.get(Fate.HURT, []):
        kind = run.world.kind(run.figure(hurt.id))
        run.alter([hurt.id], lost_wounds=kind.wounds - hurt.wounds)
    for dispersed in by_fate.get(Fate.DISPERSED, []):  # before their ship goes down with all aboard
        # An ethereal figure comes back after five turns, or never where the scenario has no place for it (J6).
        scene, figure = Scene(run.world, run.state), run.figure(dispersed.id)
        home = next((one.at for one in run.world.scenario.returns if fits(scene, one.who, figure)), "")
        back = run.state.turn + run.world.constants.ethereal_turns if home else 0
        run.remove([figure.id], "dispersed", back=back, at=home)
    run.remove([one.id for one in by_fate.get(Fate.DEAD, [])], "dead")


def _weapons(run: Run, report: Report) -> None:
    served = {one.serves for one in run.state.figures}
    for one in report.weapons:
        if one.lost or (one.unmanned and one.id not in served):
            run.remove([one.id], "dead")
        else:
            before = run.figure(one.id)
            short = before.broken and one.crew < run.world.charts.artillery[before.weapon].crew
            run.alter([one.id], crew=one.crew if before.unit else 0, broken=short or not one.mobile)
    wild = [one.id for one in report.weapons if one.amok]
    run.alter(wild, owner=run.world.index.get(AMOK, -1), lent_to=-1)
    _drive_out(run, [one for one in run.present(wild) if one.inside])
    for figure, weapon in report.recruits:
        run.alter([figure], serves=weapon, original=False)


def _score(run: Run, report: Report) -> None:
    """Give status points for the fallen, the drowned too, to the first player on the other side of the combat (Q69)."""
    owners = [one.owner for one in run.present((*report.fought, *(figure.id for figure in report.figures)))]
    for figure in run.present(_falling(run, report)):
        killer = next((owner for owner in owners if run.world.hostile(owner, figure.owner)), None)
        if killer is not None and not figure.weapon and run.world.players[figure.owner] != AMOK:
            feat = "character_felled" if run.world.kind(figure).character else "army_felled"
            run.award(feat, killer, unit=figure.unit)


def _falling(run: Run, report: Report) -> Ids:
    """Return those who leave the table by a combat, each once: the fallen, and whoever goes down with them."""
    fallen = [one.id for one in report.figures if one.fate in {Fate.DEAD, Fate.DISPERSED}]
    return tuple(dict.fromkeys((*fallen, *run.aboard(fallen))))


def _drop_items(run: Run, report: Report, everybody: Ids) -> None:
    """Give what a fallen bearer held to a friend beside him, else to an enemy who fought (4)."""
    falling = set(_falling(run, report))
    for bearer in [one for one in run.present(falling) if one.holds]:
        heir = _heir(run, bearer, [one for one in run.present(everybody) if one.id not in falling])
        if heir is not None:
            if run.world.hostile(heir.owner, bearer.owner):
                run.award("item_taken", heir.owner)
            hand_over(run, bearer.holds, heir.id)


def _heir(run: Run, bearer: Figure, left: list[Figure]) -> Figure | None:
    fit = [one for one in left if able(run.world, one)]
    reach = run.world.constants.contact
    enemies = [one for one in fit if run.world.hostile(one.owner, bearer.owner)]
    friends = (one for one in fit if one not in enemies and run.world.kind(one).character)
    enemies.sort(key=lambda one: (not run.world.kind(one).character, square(one.point, bearer.point), one.id))
    return next(iter((*(one for one in friends if close(run.world, one, bearer, reach)), *enemies)), None)


def _walls(run: Run, clash: Clash, report: Report) -> None:
    """Break what was broken, and let the winners of an assault into what they have taken (K4, K7)."""
    damage = {part.key: part for part in run.state.damage}
    for one in report.barriers:
        damage[one.name] = Damage(one.name, one.tries, damage[one.name].broken if one.name in damage else False)
    run.change(damage=tuple(damage[key] for key in sorted(damage)))
    breach(run, [one.name for one in report.barriers if one.broken])
    escaping = run.present(number for bout in report.bouts for number in bout.fled)
    fled = tuple(one.id for one in escaping if run.world.sides[one.owner] != AMOK)
    _to_tower(run, clash, fled)
    beaten = run.present(report.retreats)
    driven = [one for one in beaten if one.inside and not one.tower and not (one.weapon and not _can_go(run, one))]
    _drive_out(run, driven)
    entered = run.present(number for bout in report.bouts for number in bout.entered)
    gone = fled or any(one.id in clash.inside for one in driven)
    if not clash.place or not (entered or report.taken is not None or gone):
        return
    winners = [one for one in run.present(clash.attacking) if able(run.world, one)]
    going = [one for one in entered if able(run.world, one) and one.in_field and run.world.sides[one.owner] != AMOK]
    _drive_out(run, _enemies_inside(run, clash.place, going))
    if _enemies_inside(run, clash.place, going):
        return  # who finds no room outside stays where he is, and nobody moves in with him (Q15)
    place = run.world.place(clash.place)
    garrisons.go_inside(run, [one.id for one in garrisons.with_room(run, going, place)], place)
    if winners or going:
        by = (*winners, *going)[0].owner
        garrisons.take(run, place, run.world.sides[by], by)


def _enemies_inside(run: Run, place: str, winners: list[Figure]) -> list[Figure]:
    """Return enemies of the winners who still are inside and can fight, as special rules let them vanish or go free."""
    left = (one for one in run.state.figures if one.inside == place and not one.tower and able(run.world, one))
    return [one for one in left if any(run.world.hostile(one.owner, winner.owner) for winner in winners)]


def _drive_out(run: Run, driven: list[Figure]) -> None:
    """Put the beaten who stood inside without walls to die behind on the ground before a gate (K4, K8).

    They are those of a place that stands open, whom a rule spares, who assaulted a tower from within, and who vanished
    from the combat in which it fell. Who finds no room stays.
    """
    for name in sorted({one.inside for one in driven}):
        team = [one for one in driven if one.inside == name]
        enemies = [foe.point for foe in enemies_of(run.world, run.state, team[0].owner)]
        place = run.world.place(name)
        gate = max(
            garrisons.doors(run.world, place), key=lambda door: min((square(door, foe) for foe in enemies), default=0)
        )
        for one, (x, y) in zip(team, before_gate(run.world, run.state, place, gate, team, enemies), strict=False):
            run.alter([one.id], inside="", x=x, y=y)
        run.bring_along(one.id for one in team)
        run.leave_weapons([one.id for one in run.present(mate.id for mate in team) if not one.inside])


def _to_tower(run: Run, clash: Clash, fled: Ids) -> None:
    """Let figures up into the tower, with friends whom they carry; who is parted from his carriers is put down (J3)."""
    going = set(fled)
    for load in [one for one in run.state.figures if one.carried_by]:
        carriers = going.intersection(load.carried_by)
        # Some of those who carry him go without the others, or he without all of them.
        parted = len(carriers) < len(load.carried_by) if carriers else load.id in going
        if parted or (load.captured and carriers):
            run.put_down([load.id])
    garrisons.put_inside(run, fled, clash.place, tower=True)


def _summoned(run: Run, report: Report, everybody: Ids) -> None:
    """Let those go who were summoned until they win a combat."""
    team, sides = run.present(everybody), run.world.sides
    if any(bout.winner is not None for bout in report.bouts):
        won = {sides[one.owner] for one in team if one.id not in report.retreats}
        run.remove([one.id for one in team if one.leaves_on_victory and sides[one.owner] in won], "left")


def _retreats(run: Run, clash: Clash, report: Report) -> list[Retreat]:
    """Return the retreats of the losers, one for each of their owners; those who sallied go back inside."""
    beaten = run.present(report.retreats)
    losing = [one for one in beaten if (one.in_field or one.id in clash.sallied) and _can_go(run, one)]
    tasks: list[Retreat] = []
    for owner in sorted({one.owner for one in losing}):
        victors = tuple(one.id for one in run.present(clash.everybody) if run.world.hostile(one.owner, owner))
        for place in sorted({_home(run, clash, one) for one in losing if one.owner == owner}):
            team = tuple(one.id for one in losing if one.owner == owner and _home(run, clash, one) == place)
            tasks.append(Retreat(owner, team, victors, place, owner in clash.resolved, clash.stage))
            take_up(run, team, [one for one in run.present(report.retreats) if one.wounded and one.in_field])
    return tasks


def _can_go(run: Run, one: Figure) -> bool:
    """Whether a beaten figure retreats: the wounded are left behind, and weapons that cannot be moved (C16, L)."""
    if not one.weapon:
        return not one.wounded
    crewed = any(other.serves == one.id for other in run.state.figures)
    return crewed and bool(pace_for(run.world, one).fastest)


def _home(run: Run, clash: Clash, one: Figure) -> str:
    """Return the place, or the tower in it, that a figure sallied from and its side still holds, or an empty string."""
    if one.id not in clash.sallied or one.inside:
        return one.inside
    place = dict(zip(clash.sallied, clash.homes, strict=False)).get(one.id, "")
    return place if run.state.holder.get(place) == run.world.sides[one.owner] else ""

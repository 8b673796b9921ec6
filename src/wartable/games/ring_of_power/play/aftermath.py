"""What a combat leaves behind: casualties, broken walls, places taken, status points, retreats to come (G10-G16)."""

from __future__ import annotations

from collections.abc import Iterable

from wartable.games.ring_of_power.campaign.agenda import Clash, Hooked, Retreat
from wartable.games.ring_of_power.campaign.events import BattleEnded, Changed
from wartable.games.ring_of_power.campaign.figures import able, near
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.muster import garrisoned
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Damage, Figure
from wartable.games.ring_of_power.combat.report import FigureResult, Report
from wartable.games.ring_of_power.combat.values import Fate
from wartable.games.ring_of_power.play.control import feat, take
from wartable.games.ring_of_power.special.effects import breach, hand_over
from wartable.games.ring_of_power.special.matching import fits

Ids = tuple[int, ...]


def settle(run: Run, clash: Clash, report: Report) -> None:
    """Put what came of a combat on the table, and its retreats on the agenda."""
    everybody = tuple(number for force in clash.forces for number in force)
    sides = clash.stage.battle.sides if clash.stage else ()
    run.say(BattleEnded(report=report, sides=tuple(side.name for side in sides)))
    _note(run, clash, report)
    _weapons(run, report)
    _score(run, report)
    _drop_items(run, report, everybody)
    _fates(run, report)
    _walls(run, clash, report)
    _summoned(run, report, everybody)
    run.push(*_retreats(run, clash, report, everybody), Hooked("battle_end", it=everybody))


def _note(run: Run, clash: Clash, report: Report) -> None:
    """Note who fought, who was found and who must skip a move."""
    turn = run.state.turn
    run.alter(report.fought, fought=turn, disturbed=turn)
    run.alter([one.id for one in report.figures], disturbed=turn)
    run.alter([one.id for one in report.figures if one.recovering], still_until=turn + 1)
    found = tuple(number for force in report.found for number in clash.forces[force])
    if found:
        spotted(run, found)


def spotted(run: Run, figures: Ids) -> None:
    """Note that figures were found this turn (F5)."""
    run.alter(figures, found=run.state.turn)
    sides = {run.world.sides[one.owner] for one in run.present(figures)}
    run.change(spotted=tuple(sorted({**dict(run.state.spotted), **dict.fromkeys(sides, run.state.turn)}.items())))
    run.say(Changed(figures=figures, what="found"))


def _fates(run: Run, report: Report) -> None:
    by_fate: dict[Fate, list[FigureResult]] = {}
    for one in report.figures:
        by_fate.setdefault(one.fate, []).append(one)
    for fate, fields in _LASTING.items():
        ids = [one.id for one in by_fate.get(fate, [])]
        run.alter(ids, **fields)
        if ids and fate is not Fate.HURT:
            run.say(Changed(figures=tuple(ids), what="wounded" if fate is Fate.WOUNDED else "dismounted"))
    for hurt in by_fate.get(Fate.HURT, []):
        kind = run.world.kind(run.figure(hurt.id))
        run.alter([hurt.id], lost_wounds=kind.wounds - hurt.wounds)
    _drown(run, [one.id for one in by_fate.get(Fate.DEAD, [])])
    run.remove([one.id for one in by_fate.get(Fate.DEAD, [])], "dead")
    for dispersed in by_fate.get(Fate.DISPERSED, []):
        _disperse(run, dispersed.id)


_LASTING: dict[Fate, dict[str, bool]] = {
    Fate.WOUNDED: {"wounded": True},
    Fate.DISMOUNTED: {"mounted": False},
    Fate.HURT: {},
}


def _drown(run: Run, sunk: Iterable[int]) -> None:
    """Whoever is aboard a ship that sinks goes down with it (Q69)."""
    ships = set(sunk)
    run.remove([one.id for one in run.state.figures if one.aboard in ships], "dead")


def _disperse(run: Run, number: int) -> None:
    """Take an ethereal figure off the table for five turns, or for good where the scenario has no place for it (J6)."""
    figure = run.figure(number)
    scene = Scene(run.world, run.state)
    home = next((one.at for one in run.world.scenario.returns if fits(scene, one.who, figure)), "")
    back = run.state.turn + run.world.constants.ethereal_turns if home else 0
    run.remove([number], "dispersed", back=back, at=home)


def _weapons(run: Run, report: Report) -> None:
    for one in report.weapons:
        if one.lost:
            run.remove([one.id], "dead")
        else:
            run.alter([one.id], crew=one.crew if run.figure(one.id).unit else 0, broken=not one.mobile)
    for figure, weapon in report.recruits:
        run.alter([figure], serves=weapon, original=False)


def _score(run: Run, report: Report) -> None:
    """Give status points for the fallen to the first player on the other side of the combat."""
    for one in report.figures:
        if one.fate not in {Fate.DEAD, Fate.DISPERSED} or one.id not in run.state.by_id:
            continue
        figure = run.figure(one.id)
        killer = _killer(run, report, figure)
        if killer is not None and not figure.weapon:
            kind = run.world.kind(figure)
            feat(run, "character_felled" if kind.character else "army_felled", killer, unit=figure.unit)


def _killer(run: Run, report: Report, fallen: Figure) -> int | None:
    foes = [one.id for one in report.figures if one.id in run.state.by_id]
    owners = [run.figure(number).owner for number in (*report.fought, *foes) if number in run.state.by_id]
    return next((owner for owner in owners if run.world.hostile(owner, fallen.owner)), None)


def _drop_items(run: Run, report: Report, everybody: Ids) -> None:
    """Give what a fallen bearer held to a friend beside him, else to an enemy who fought (4)."""
    falling = {one.id for one in report.figures if one.fate in {Fate.DEAD, Fate.DISPERSED}}
    for bearer in [one for one in run.present(everybody) if one.holds and one.id in falling]:
        heir = _heir(run, bearer, [one for one in run.present(everybody) if one.id not in falling])
        if heir is not None:
            if run.world.hostile(heir.owner, bearer.owner):
                feat(run, "item_taken", heir.owner)
            hand_over(run, bearer.holds, heir.id)


def _heir(run: Run, bearer: Figure, left: list[Figure]) -> Figure | None:
    fit = [one for one in left if able(run.world, one)]
    reach = run.world.constants.contact
    friends = [one for one in fit if one.owner == bearer.owner or not run.world.hostile(one.owner, bearer.owner)]
    beside = [one for one in friends if near(one.point, bearer.point, reach) and run.world.kind(one).character]
    enemies = sorted(
        (one for one in fit if run.world.hostile(one.owner, bearer.owner)),
        key=lambda one: (not run.world.kind(one).character, _apart(one, bearer), one.id),
    )
    return next(iter((*beside, *enemies)), None)


def _apart(one: Figure, other: Figure) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _walls(run: Run, clash: Clash, report: Report) -> None:
    """Break what was broken, and let the winners of an assault into what they have taken (K4, K7)."""
    damage = {part.key: part for part in run.state.damage}
    for one in report.barriers:
        damage[one.name] = Damage(one.name, one.tries, damage[one.name].broken if one.name in damage else False)
    run.change(damage=tuple(damage[key] for key in sorted(damage)))
    breach(run, [one.name for one in report.barriers if one.broken])
    if report.taken is None or not clash.place:
        return
    for bout in report.bouts:
        _to_tower(run, clash, bout.fled)
    winners = [one for one in run.present(clash.attacking) if able(run.world, one)]
    team = {one.id: one for lead in winners for one in Scene(run.world, run.state).force_of(lead)}
    inside = [one for one in team.values() if able(run.world, one) and one.in_field and _at_wall(run, clash, one)]
    run.put([garrisoned(run.world, one, clash.place) for one in inside])
    if winners:
        take(run, run.world.place(clash.place), run.world.sides[winners[0].owner])


def _at_wall(run: Run, clash: Clash, one: Figure) -> bool:
    return run.world.distance(clash.place, one.point) <= run.world.constants.engage * 1000


def _to_tower(run: Run, clash: Clash, fled: Ids) -> None:
    run.put([garrisoned(run.world, one, clash.place, tower=True) for one in run.present(fled)])


def _summoned(run: Run, report: Report, everybody: Ids) -> None:
    """Let those go who were summoned until they win a combat."""
    winners = {bout.winner for bout in report.bouts if bout.winner is not None}
    if winners:
        won = {run.world.sides[one.owner] for one in run.present(everybody) if one.id not in report.retreats}
        team = run.present(everybody)
        run.remove([one.id for one in team if one.leaves_on_victory and run.world.sides[one.owner] in won], "left")


def _retreats(run: Run, clash: Clash, report: Report, everybody: Ids) -> list[Retreat]:
    """Return the retreats of the losers, one for each of their owners; those who sallied go back inside."""
    losing = [one for one in run.present(report.retreats) if one.in_field]
    tasks: list[Retreat] = []
    for owner in sorted({one.owner for one in losing}):
        victors = tuple(one.id for one in run.present(everybody) if run.world.hostile(one.owner, owner))
        for place in sorted({_home(run, clash, one) for one in losing if one.owner == owner}):
            team = tuple(one.id for one in losing if one.owner == owner and _home(run, clash, one) == place)
            tasks.append(Retreat(owner, team, victors, place, owner in clash.resolved, clash.stage))
    return tasks


def _home(run: Run, clash: Clash, one: Figure) -> str:
    """Return the place that a figure sallied from, or an empty string."""
    if one.id not in clash.sallied:
        return ""
    side = run.world.sides[one.owner]
    nearest = min(
        (place for place in run.world.scenario.places if place.walled and run.state.holder.get(place.id) == side),
        key=lambda place: run.world.distance(place.id, one.point),
        default=None,
    )
    return nearest.id if nearest else ""


def captured(run: Run, player: int) -> None:
    """Slay wounded enemies who were left alone and are within an inch of a player's figures (J4)."""
    reach = run.world.constants.contact
    hunters = [one for one in run.state.figures if one.owner == player and one.in_field and able(run.world, one)]
    scene = Scene(run.world, run.state)
    for prey in [one for one in run.state.figures if one.wounded and run.world.hostile(one.owner, player)]:
        alone = not any(able(run.world, friend) for friend in scene.force_of(prey))
        hunter = next((one for one in hunters if near(one.point, prey.point, reach)), None)
        if alone and prey.in_field and hunter is not None:
            _slay(run, prey, hunter)


def _slay(run: Run, prey: Figure, hunter: Figure) -> None:
    if prey.holds:
        feat(run, "item_taken", hunter.owner)
        hand_over(run, prey.holds, hunter.id)
    feat(run, "character_captured", hunter.owner, unit=prey.unit)
    run.remove([prey.id], "captured")

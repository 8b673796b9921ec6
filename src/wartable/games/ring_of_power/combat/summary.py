"""The report of a combat that is over (G15, G16)."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.lines import crew_of, serving
from wartable.games.ring_of_power.combat.outcome import doomed
from wartable.games.ring_of_power.combat.report import BarrierResult, FigureResult, Report, WeaponResult
from wartable.games.ring_of_power.combat.stage import Condition, Stage
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate, Fighter


def report(stage: Stage) -> Report:
    """Return what came of a combat. Raises `ValueError` while it is under way."""
    if not stage.over:
        raise ValueError("The combat is not over; answer what it waits for first.")
    winners = [bout.winner for bout in stage.bouts if bout.fell]
    gone = {f.id for f in stage.battle.fighters if _gone(stage, f)}
    retreats = {figure for bout in stage.bouts for figure in bout.retreats} - gone
    return Report(
        figures=tuple(_figures(stage)),
        bouts=stage.bouts,
        retreats=tuple(sorted(retreats)),
        taken=winners[-1] if winners else None,
        found=stage.found,
        evaded=stage.evaded,
        fought=stage.fought,
        weapons=tuple(_weapons(stage)),
        barriers=tuple(_barriers(stage)),
        recruits=stage.recruits,
        dice=stage.dice,
    )


def _gone(stage: Stage, fighter: Fighter) -> bool:
    return final(stage, fighter)[0] in (Fate.DEAD, Fate.DISPERSED)


def final(stage: Stage, fighter: Fighter) -> tuple[Fate, str]:
    """Return what becomes of a figure in the end, and by what: berserkers and the crew of a charge die (G15, L5)."""
    condition = stage.by_id.get(fighter.id)
    if fighter.id in stage.spent:
        return Fate.DEAD, "charge"
    if condition is not None and condition.fate in CASUALTIES:
        return condition.fate, condition.cause
    if doomed(stage, fighter):
        return Fate.DEAD, "berserk"
    return (condition.fate, condition.cause) if condition else (Fate.UNHURT, "")


def _figures(stage: Stage) -> Iterator[FigureResult]:
    for fighter in sorted(stage.battle.fighters, key=lambda f: f.id):
        fate, cause = final(stage, fighter)
        condition = stage.by_id.get(fighter.id, Condition(fighter.id, fate, fighter.wounds, cause=""))
        if fate is not Fate.UNHURT or condition.hits:
            yield FigureResult(
                id=fighter.id,
                side=fighter.side,
                fate=fate,
                hits=condition.hits,
                failures=condition.failures,
                wounds=0 if fate in CASUALTIES else condition.wounds,
                cause="" if fate is Fate.UNHURT else cause,
                recovering=fate is Fate.PARALYSED,
            )


def _weapons(stage: Stage) -> Iterator[WeaponResult]:
    for fighter in stage.battle.fighters:
        if fighter.weapon:
            yield _weapon(stage, fighter)
        elif fighter.profile.dice == "crew":
            crew = _left(stage, fighter)
            served = crew_at_first(stage, fighter)
            lost = _gone(stage, fighter)
            yield WeaponResult(
                id=fighter.id, crew=crew, mobile=True, lost=lost, amok=served > 0 and not crew and not lost
            )


def _weapon(stage: Stage, fighter: Fighter) -> WeaponResult:
    crew = _left(stage, fighter)
    mode = dict(stage.modes).get(fighter.id)
    chart = charts().artillery[fighter.weapon]
    first = crew_at_first(stage, fighter)
    dropped = mode == "detonate" or (mode == "fight" and chart.rerolls > 0)
    return WeaponResult(
        id=fighter.id,
        crew=crew,
        mobile=chart.moves and crew >= min(first, chart.crew),
        lost=dropped or (first > 0 and crew == 0) or _gone(stage, fighter),
        unmanned=first == 0,
    )


def crew_at_first(stage: Stage, fighter: Fighter) -> int:
    """Return how many men served a weapon or beast when the combat began."""
    return fighter.crew + sum(serving(stage, f) == fighter.id and not f.wounded for f in stage.battle.fighters)


def _left(stage: Stage, fighter: Fighter) -> int:
    left = [f for f in crew_of(stage, fighter) if not _gone(stage, f)]
    return fighter.crew + len(left)


def _barriers(stage: Stage) -> Iterator[BarrierResult]:
    before = stage.battle.place.barriers if stage.battle.place else ()
    after = stage.place.barriers if stage.place else ()
    for old, new in zip(before, after, strict=True):
        if old != new:
            yield BarrierResult(new.name, new.tries, new.broken)

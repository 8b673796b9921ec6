"""Artillery, rams and demolition charges: what is done with them, new crew, and gates that break (G5, L)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import lines
from wartable.games.ring_of_power.combat.requests import Answer, Decision, Mode, Pool, Serve, Throw
from wartable.games.ring_of_power.combat.stage import (
    Stage,
    ask,
    in_combat,
    owners,
    pooled,
    refuse,
    still_to_ask,
    turn_after,
)
from wartable.games.ring_of_power.combat.values import Barrier, Fighter, Place


def ask_serve(stage: Stage) -> Decision | Throw | None:
    """Ask each owner in turn what his weapons do, then for the dice of rams and charges."""
    for side, player, _ in still_to_ask(stage):
        options = tuple((f.id, modes(stage, f)) for f in _weapons(stage) if f.side == side and f.owner == player)
        if any(len(choices) > 1 for _, choices in options):
            usual, men = Serve(tuple((weapon, choices[0]) for weapon, choices in options)), recruits(stage, player)
            return ask(stage, side, usual, "What do the weapons do?", men, player=player, options=options)
    if stage.turn > len(owners(stage.battle)):
        return None
    bomb = (charts().constants.bomb_target,)
    pools = [
        Pool(f"ram.{weapon}", ((weapon, 2),)) if mode == "break" else Pool(f"bomb.{weapon}", ((weapon, 1),), bomb)
        for weapon, mode in stage.modes
        if mode in {"break", "detonate"}
    ]
    return Throw(tuple(pools)) if pools else None


def _weapons(stage: Stage) -> tuple[Fighter, ...]:
    return tuple(fighter for fighter in in_combat(stage) if fighter.weapon)


def _crew(stage: Stage, weapon: Fighter) -> int:
    return len(lines.crew_of(stage, weapon)) + weapon.crew


def modes(stage: Stage, weapon: Fighter) -> tuple[Mode, ...]:
    """Return what can be done with a weapon, the default first (L)."""
    chart = charts().artillery[weapon.weapon]
    if chart.dice:
        foes = tuple(f for f in in_combat(stage) if f.side != weapon.side)
        table = chart.chart_dice if stage.battle.rules.artillery_profile == "chart" else chart.dice
        loaded = table[min(_crew(stage, weapon), len(table) - 1)] > 0
        return ("fire", "fight") if weapon.engaged and loaded and lines.may_fire(weapon, foes) else ("fight",)
    barrier = _barrier(stage.place, weapon.at)
    whole = barrier is not None and not barrier.broken and barrier.kind in chart.uses
    ready = whole and _crew(stage, weapon) >= chart.crew
    if chart.rerolls:
        return ("support", "break", "idle", "fight") if ready and not lines.walls_open(stage) else ("idle", "fight")
    return ("detonate", "fight", "idle") if ready else ("idle", "fight")


def _barrier(place: Place | None, name: str) -> Barrier | None:
    return next((barrier for barrier in place.barriers if barrier.name == name), None) if place and name else None


def recruits(stage: Stage, player: int) -> tuple[int, ...]:
    """Return infantry of a player that can take the place of lost crew of some weapon (L2)."""
    own = [f for f in in_combat(stage) if f.owner == player and stage.able(f)]
    wanting = [weapon for weapon in _weapons(stage) if weapon.owner == player and vacant(stage, weapon)]
    return tuple(f.id for f in own if any(can_serve(stage, f, weapon) for weapon in wanting))


def vacant(stage: Stage, weapon: Fighter) -> int:
    """Return how many men a weapon can take on: those it lacks while one of its first crew lives (L2)."""
    original = any(f.original_crew for f in lines.crew_of(stage, weapon)) or weapon.crew > 0
    return max(0, charts().artillery[weapon.weapon].crew - _crew(stage, weapon)) if original else 0


def can_serve(stage: Stage, fighter: Fighter, weapon: Fighter) -> bool:
    """Whether a figure is infantry of the weapon's force that serves nothing else (L2)."""
    infantry = not fighter.character and not fighter.mounted and not fighter.weapon and fighter.profile.dice != "crew"
    return infantry and fighter.force == weapon.force and lines.serving(stage, fighter) is None


def take_serve(stage: Stage, decision: Decision, answer: Serve) -> Stage:
    """Note what weapons do. Raises `IllegalAction` for what cannot be."""
    choices, chosen = dict(decision.options), dict(answer.modes)
    if set(chosen) != set(choices) or any(chosen[weapon] not in choices[weapon] for weapon in chosen):
        raise refuse("serve", "Each weapon asked about does one of the things it can do.", "G5")
    fault = next(_recruit_faults(stage, decision, answer.recruits), None)
    if fault:
        raise refuse("serve", fault, "L2")
    return replace(
        stage,
        turn=turn_after(stage, decision),
        modes=tuple(sorted({*stage.modes, *answer.modes})),
        recruits=tuple(sorted({*stage.recruits, *answer.recruits})),
    )


def _recruit_faults(stage: Stage, decision: Decision, chosen: tuple[tuple[int, int], ...]) -> Iterator[str]:
    if len(dict(chosen)) < len(chosen):
        yield "A figure joins the crew of one weapon."
    for figure, weapon in chosen:
        gun = stage.battle.by_id.get(weapon)
        asked = gun is not None and weapon in dict(decision.options) and figure in decision.figures
        if gun is None or not asked or not can_serve(stage, stage.battle.by_id[figure], gun):
            yield f"Figure {figure} cannot serve {weapon}: crew are infantry of the weapon's own force."
        elif sum(other == weapon for _, other in chosen) > vacant(stage, gun):
            yield f"Weapon {weapon} has no place for so many; it takes {vacant(stage, gun)}."


def roll_serve(stage: Stage, answer: Answer) -> Stage:
    """Break what the dice of rams and charges break."""
    stage, faces = pooled(stage, answer)
    for name, shown in faces.items():
        kind, weapon = name.split(".")
        stage = _tried(stage, stage.battle.by_id[int(weapon)], sum(shown), ram=kind == "ram")
    charges = [stage.battle.by_id[weapon] for weapon, mode in stage.modes if mode == "detonate"]
    spent = [f.id for charge in charges for f in lines.crew_of(stage, charge)]
    return replace(stage, turn=len(owners(stage.battle)) + 1, spent=tuple(sorted({*stage.spent, *spent})))


def _tried(stage: Stage, weapon: Fighter, total: int, *, ram: bool) -> Stage:
    """Break a gate or wall, or not (L4, L5); tries on a gate count whoever made them (Q58)."""
    place = stage.place
    barrier = _barrier(place, weapon.at)
    if place is None or barrier is None or barrier.broken:
        return stage
    broken = breaks(barrier, total) if ram else total >= charts().constants.bomb_target
    after = replace(barrier, tries=barrier.tries + ram, broken=broken)
    barriers = tuple(after if old is barrier else old for old in place.barriers)
    opened = place.open or (broken and stage.battle.rules.breach == "at_once")
    return replace(stage, place=replace(place, barriers=barriers, open=opened))


def breaks(gate: Barrier, total: int) -> bool:
    """Whether two dice of a ram break a gate: 11, less two for each earlier try (L4)."""
    return total + charts().constants.ram_step * gate.tries >= charts().constants.ram_target


def leave_serve(stage: Stage) -> Stage:
    """Settle what weapons do that nobody had to be asked about."""
    asked = dict(stage.modes)
    rest = [(weapon.id, modes(stage, weapon)[0]) for weapon in _weapons(stage) if weapon.id not in asked]
    return replace(stage, modes=tuple(sorted((*stage.modes, *rest))))

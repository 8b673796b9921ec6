"""What commands do with scenarios: their tables as pictures, their findings, and odds of forces given in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from wartable.board.findings import Finding
from wartable.board.palette import Theme
from wartable.cli.usage import BadUsage, nearest
from wartable.engine.errors import BadData
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import Odds, ResultOdds, SideOdds, UnitOdds
from wartable.games.ring_of_power.combat.odds.words import Units, battle_of
from wartable.games.ring_of_power.combat.targets import traits
from wartable.games.ring_of_power.combat.values import CombatRules, rules_of
from wartable.games.ring_of_power.drawing.places import starting
from wartable.games.ring_of_power.drawing.table import draw_table
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.options import RingOptions, Settlements
from wartable.games.ring_of_power.reading import bring, read_scenario, scenario, scenario_keys, unit_types
from wartable.games.ring_of_power.scenario import Scenario
from wartable.odds.sums import mean

MOST_ROUNDS = 20
TOLD = 1e-6
"""Draws not fought on that are worth a line."""
_FOLLOWED = 24
"""Figures up to which a round is followed state by state, which tells everybody's end."""


def find_scenario(name: str) -> Scenario:
    """Return a scenario by its key, or from the file of that name. Raises `BadUsage` or `BadData`."""
    if name in scenario_keys():
        return scenario(name)
    path = Path(name)
    if path.suffix not in {".yaml", ".yml"}:
        raise BadUsage(f"There is no scenario {name!r}; {nearest(name, scenario_keys())}")
    one = read_scenario(_text(path), path.name, path.parent)
    faults = list(findings(one))
    if faults:
        more = f" wartable check {name} tells {len(faults)} faults." if len(faults) > 1 else ""
        raise BadData(f"{path.name}: {faults[0]}{more}")
    bring(one)
    return one


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadData(f"{path.name} is no text in UTF-8.") from error


def scenario_picture(name: str, *, theme: Theme, width: int, figures: bool) -> tuple[str, str]:
    """Return the title of a scenario and its table as a picture. Raises `BadUsage` or `BadData`."""
    one = find_scenario(name)
    rosters = starting(world_of(RingOptions(scenario=one.id))) if figures else None
    return one.title, draw_table(one, rosters, theme=theme, width=width, portable=True)


def check_scenario(path: Path) -> tuple[Finding, ...]:
    """Return everything that is wrong with a scenario file, as findings."""
    try:
        one = read_scenario(_text(path), path.name, path.parent)
    except BadData as error:
        said = str(error).removeprefix(f"{path.name}: ")
        return (Finding("error", path.name, said),)
    return tuple(Finding("error", path.name, sentence) for sentence in findings(one))


def odds_with(name: str, attackers: str, defenders: str, rounds: int) -> tuple[Odds, Units]:
    """Return the odds of a combat told in words, a draw fought on for so many rounds, and the units by key."""
    if rounds > MOST_ROUNDS:
        raise BadUsage(f"--rounds {rounds}: odds are told for up to {MOST_ROUNDS} rounds.")
    one = find_scenario(name)
    units = unit_types(one)
    battle = battle_of(units, attackers, defenders, combat_rules(one))
    return odds(battle, rounds, detail=len(battle.fighters) <= _FOLLOWED), units


def combat_rules(one: Scenario) -> CombatRules:
    """Return the rules of combat with the settlements of a scenario."""
    chosen = {name: one.settlements[name] for name in Settlements.__struct_fields__ if name in one.settlements}
    return rules_of(RingOptions(scenario=one.id, **chosen))  # type: ignore[arg-type]


def report(found: Odds, units: Units) -> str:
    """Return odds as text: results after each round, then losses and fates after the last."""
    lines = ["after    attackers win   draw   defenders win"]
    lines += [f"{_rounds(number):<9}{_results(result)}" for number, result in enumerate(found.rounds, 1)]
    lines.append(f"\nAfter {_rounds(len(found.rounds))}:")
    for side in found.sides:
        lines += _side(side, units)
    if found.remark:
        lines.append(f"\n{found.remark}")
    if found.unfollowed > TOLD:
        lines.append(f"\nDraws of {found.unfollowed:.1e} in all were not fought on.")
    return "\n".join(lines) + "\n"


def _rounds(number: int) -> str:
    return f"{number} round{'s' if number > 1 else ''}"


def _results(result: ResultOdds) -> str:
    said = f"{_share(result.win):>13}{_share(result.draw):>9}{_share(result.loss):>14}"
    return said + (f"   no combat {_share(result.none)}" if result.none else "")


def _share(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _side(side: SideOdds, units: Units) -> Iterator[str]:
    yield f"  {side.name} lose {side.expected:.3f} in the blows" + (
        f", {mean(side.lost):.3f} in all" if side.lost else ""
    )
    for unit in side.units:
        if unit.count > 1:
            yield f"    {unit.count} {_name(unit.unit, units)}: {_losses(unit, units)}"
    for hero in side.characters:
        fates = hero.final or hero.fates
        told = ", ".join(f"{fate.value} {_share(chance)}" for fate, chance in fates.items() if chance)
        yield f"    {_name(hero.unit, units)}: {told}"


def _losses(unit: UnitOdds, units: Units) -> str:
    """Say what a type loses; berserkers take no hits, but whoever of them fought dies when the combat is over (M4)."""
    if "dies_after" in traits(units[unit.unit].abilities if unit.unit in units else ()):
        return "take no hits; who fought is dead after the first round"
    afoot = mean(unit.dismounted)
    return f"{mean(unit.casualties):.3f} fall" + (f", {afoot:.3f} end on foot" if afoot else "")


def _name(key: str, units: Units) -> str:
    return units[key].name if key in units else re.sub("_", " ", key)

"""The calculator of Ring of Power: what two forces can be put together from, and the odds of their combat."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.errors import BadData
from wartable.engine.structs import filled
from wartable.engine.words import hint
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.odds.front import effort, odds
from wartable.games.ring_of_power.combat.odds.result import Odds, SideOdds, Stop
from wartable.games.ring_of_power.combat.odds.words import WALLS, Units, battle_of
from wartable.games.ring_of_power.combat.values import Battle, CombatRules
from wartable.games.ring_of_power.reading import scenario, scenario_keys, unit_types
from wartable.games.ring_of_power.units import Profile, UnitType
from wartable.games.ring_of_power.units import units as package_units
from wartable.odds.sums import mean
from wartable.server.problems import Refused
from wartable.tools.ring_of_power import wire
from wartable.tools.ring_of_power.tables import combat_rules

MOST_EFFORT = 200_000
"""Cases that are gone through for an answer: a second or two."""
_FOLLOWED = 20_000
"""Cases up to which a single round is followed state by state, which tells everybody's end."""
_SEEN = 1e-9
"""Chances at the end of a law that are too small to be shown."""


def stock(key: str) -> wire.Stock:
    """Return what forces can be put together from, in a scenario's own form; raises `Refused` for an unknown one."""
    try:
        units = _units(key)
    except BadData as error:
        raise Refused(404, "scenario.unknown", str(error)) from error
    rules = charts()
    return wire.Stock(
        units=tuple(_card(key, unit) for key, unit in units.items() if unit.race != "ship"),
        weapons=tuple(wire.WeaponCard(key=key, name=one.title, crew=one.crew) for key, one in rules.artillery.items()),
        grounds=tuple(wire.Named(key, row.title) for key, row in rules.terrain.items() if row.ground != "impassable"),
        walls=tuple(wire.Named(key, walls.title) for key, walls in WALLS.items()),
        scenarios=tuple(wire.Named(one, scenario(one).title) for one in scenario_keys()),
    )


def _card(key: str, unit: UnitType) -> wire.UnitCard:
    abilities = charts().abilities
    return filled(
        wire.UnitCard,
        unit,
        key=key,
        foot=_row(unit.foot),
        mounted=_row(unit.mounted) if unit.mounted else None,
        abilities=tuple(abilities[one].title for one in unit.abilities),
    )


def _row(profile: Profile) -> wire.Row:
    return profile.dice, profile.attack, profile.defence


def _units(key: str) -> Units:
    return unit_types(scenario(key)) if key else package_units()


def answer(wish: wire.OddsWish) -> wire.OddsAnswer:
    """Return the odds wished for; raises `Refused` for words not understood, and for more than can be reckoned."""
    try:
        return _answer(wish)
    except BadData as error:
        raise Refused(400, "odds.invalid", str(error)) from error


def _answer(wish: wire.OddsWish) -> wire.OddsAnswer:
    units = _units(wish.scenario)
    rules = combat_rules(scenario(wish.scenario)) if wish.scenario else CombatRules()
    battle = battle_of(units, wish.attackers, wish.defenders, rules)
    if len(battle.fighters) > wire.MOST_FIGURES:
        raise BadData(
            f"{len(battle.fighters)} figures are more than the {wire.MOST_FIGURES} that are reckoned with here."
        )
    stops = tuple(_stop(one, battle) for one in wish.stop)
    detail = wish.rounds == 1 and effort(battle, detail=True) <= _FOLLOWED
    if effort(battle, wish.rounds, detail=detail) > MOST_EFFORT:
        raise BadData("There are too many ways for this combat to go; ask for fewer figures or fewer sorts of them.")
    found = odds(battle, wish.rounds, stops, detail=detail)
    return wire.OddsAnswer(
        rounds=tuple(filled(wire.Results, one, lose=one.loss) for one in found.rounds),
        attackers=_side(found, 0, battle, units),
        defenders=_side(found, 1, battle, units),
        remark=found.remark,
    )


def _stop(one: wire.StopWish, battle: Battle) -> Stop:
    side = ("attackers", "defenders").index(one.side)
    if not one.character:
        if one.casualties is None:
            raise BadData("Say after how many casualties, or after whose fall, a side breaks off.")
        return Stop(side=side, casualties=one.casualties)
    heroes = {f.unit: f.id for f in battle.fighters if f.side == side and f.character}
    if one.character not in heroes:
        message = f"{one.character} is no character of the {one.side}. {hint(one.character, list(heroes))}"
        raise BadData(message.strip())
    return Stop(side=side, casualties=one.casualties, figure=heroes[one.character])


def _side(found: Odds, side: int, battle: Battle, units: Units) -> wire.SideAnswer:
    one = found.sides[side]
    # A law without the tail that nobody will see.
    shown = list(one.casualties)
    while len(shown) > 1 and shown[-1] < _SEEN:
        shown.pop()
    return wire.SideAnswer(
        figures=sum(f.side == side and not f.weapon for f in battle.fighters),
        casualties=tuple(shown),
        mean=one.expected,
        lost=mean(one.lost) if one.lost else None,
        units=tuple(_losses(one, units)),
        characters=tuple(_heroes(one, units)),
    )


def _losses(one: SideOdds, units: Units) -> Iterator[wire.UnitLosses]:
    for unit in one.units:
        if unit.unit in units and not units[unit.unit].character:
            lost, dismounted = mean(unit.casualties), mean(unit.dismounted)
            yield filled(wire.UnitLosses, unit, name=units[unit.unit].name, lost=lost, dismounted=dismounted)


def _heroes(one: SideOdds, units: Units) -> Iterator[wire.HeroFate]:
    for hero in one.characters:
        fates = hero.final or hero.fates
        yield wire.HeroFate(
            unit=hero.unit,
            name=units[hero.unit].name,
            fates={fate: chance for fate, chance in fates.items() if chance},
            to_the_end=bool(hero.final),
        )

"""Two forces in words, as `3 uruk_hai, lurtz` against `6 rohan_foot in fortress`, as a combat that can be reckoned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.words import folded, hint, key_of
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.values import Barrier, Battle, CombatRules, Fighter, Place, Shelter, Side
from wartable.games.ring_of_power.units import Profile, UnitType

Units: TypeAlias = Mapping[str, UnitType]
MOST = 5_000
"""Figures of one side: enough for any table, and few enough to be reckoned with."""
_TEAM = re.compile(
    r"^(?:(\d+) )?([a-z][a-z0-9_' -]*?)(?: (on foot|mounted|wounded))?(?: with ([a-z0-9_' -]+))?$"  # folded before
)


class Walls(NamedTuple):
    """What defenders can be behind: how it shelters, what a ram or charge lies at, and whether that is broken (K8)."""

    title: str
    shelter: Shelter
    barrier: Barrier | None = None
    tower: bool = False


_GATE = Barrier("gate")
OPEN = Walls("In the open", Shelter.NONE)
WALLS: Mapping[str, Walls] = {
    "fortress": Walls("Fortress", Shelter.FORTRESS, _GATE, tower=True),
    "weak_wall": Walls("Fortress, at its weak wall", Shelter.FORTRESS, Barrier("weak wall", "weak_wall"), tower=True),
    "breached_fortress": Walls("Fortress that stands open", Shelter.FORTRESS, Barrier("gate", broken=True), tower=True),
    "tower": Walls("Tower", Shelter.TOWER, _GATE),
    "stockade": Walls("Stockade", Shelter.STOCKADE),
}
_SAME = {"citadel": "fortress"}
_FORM = "write each as a number and a key, such as 3 uruk_hai, lurtz"


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """So many figures of one type, or weapons `crewed` by a type."""

    unit: str
    number: int = 1
    mounted: bool = True
    wounded: bool = False
    crewed: str = ""


def battle_of(units: Units, attackers: str, defenders: str, rules: CombatRules | None = None) -> Battle:
    """Return the combat of two forces that are all engaged with each other.

    Each side is a list with commas: `NUMBER KEY`, then `on foot` for riders that have dismounted, `wounded`, or
    `with KEY` for the crew of a weapon; names do for keys, with or without their accents. At its end stands where the
    side is: `in fortress` (at its gate), `in weak wall`, `in breached fortress`, `in tower`, `in stockade`, or a type
    of terrain, as `in woods`. Raises `BadData` saying what was not understood, with the nearest key.
    """
    storming, none, ground = _where(attackers)
    holding, walls, around = _where(defenders)
    if none.shelter:
        raise BadData("Only the defenders can be behind walls; leave them out for the attackers.")
    numbers = count(1)
    gate = walls.barrier
    at = gate.name if gate else "gate"
    place = Place(name="the walls", holder=1, open=gate.broken, tower=walls.tower, barriers=(gate,)) if gate else None
    fighters = [
        *(one for team in _teams(storming, units) for one in _fighters(team, units, 0, numbers, OPEN, ground, at)),
        *(one for team in _teams(holding, units) for one in _fighters(team, units, 1, numbers, walls, around)),
    ]
    return Battle(
        sides=(Side(name="attackers", players=(0,)), Side(name="defenders", players=(1,))),
        fighters=tuple(fighters),
        attacking=(0,),
        place=place,
        rules=rules or CombatRules(),
    )


def _where(words: str) -> tuple[str, Walls, str]:
    """Split off where a side stands: the list of figures, walls, and type of terrain."""
    listed, found, where = words.strip().rpartition(" in ")
    if not found:
        return words, OPEN, "clear"
    names = {key: row.title for key, row in charts().terrain.items()} | {key: one.title for key, one in WALLS.items()}
    where = _SAME.get(where.strip(), key_of(where, names))
    if where in WALLS:
        return listed, WALLS[where], "clear"
    kinds = [kind for kind, row in charts().terrain.items() if row.ground != "impassable"]
    if where not in kinds:
        raise BadData(f"Nobody can stand in {where}. {hint(where, [*WALLS, *kinds])}")
    return listed, OPEN, where


def _teams(listed: str, units: Units) -> Iterator[Team]:
    total = 0
    for words in listed.split(","):
        team = _team(" ".join(folded(words).replace("\u2019", "'").split()), units)
        total += team.number
        if total > MOST:
            raise BadData(f"A side has up to {MOST} figures here; more are named.")
        yield team


def _team(words: str, units: Units) -> Team:
    match = _TEAM.match(words)
    if not match:
        raise BadData(f"{words!r} names no figures; {_FORM}.")
    number, word, state, server = match.groups()
    weapons = charts().artillery
    names = {**{key: one.title for key, one in weapons.items()}, **{key: one.name for key, one in units.items()}}
    key, crew = key_of(word, names), key_of(server or "", names)
    if key not in names:
        raise BadData(f"There is no unit {key}. {hint(key, names)}")
    many = int(number or 1) if len(number or "") < len(str(MOST)) + 1 else MOST + 1
    if not many or (key in units and units[key].character and many > 1):
        raise BadData(f"{many} {key}: there has to be one at least, and of a character there is no more than one.")
    if key in weapons and (not crew or crew not in units):
        message = f"Who serves the {key}? Write {key} with uruk_hai. {hint(crew or '', list(units)) if crew else ''}"
        raise BadData(message.strip())
    return Team(unit=key, number=many, mounted=state != "on foot", wounded=state == "wounded", crewed=crew or "")


def _fighters(
    team: Team, units: Units, side: int, numbers: Iterator[int], walls: Walls, terrain: str, at: str = ""
) -> Iterator[Fighter]:
    for _ in range(team.number):
        served = next(numbers)
        if team.crewed:
            stands = _stands(side, walls, terrain)
            weapon = Profile(0, None, None)
            yield Fighter(id=served, unit=team.unit, weapon=team.unit, profile=weapon, at=at, **stands)
            crew = [team.crewed] * charts().artillery[team.unit].crew
        else:
            yield _fighter(team, units[team.unit], side, served, walls, terrain)
            riders = units[team.unit].crew  # of a beast (Q30)
            crew = [riders.unit] * riders.count if riders else []
        for unit in crew:
            one = _fighter(Team(unit=unit), units[unit], side, next(numbers), walls, terrain)
            yield msgspec.structs.replace(one, serves=served)


def _fighter(team: Team, kind: UnitType, side: int, number: int, walls: Walls, terrain: str) -> Fighter:
    shut = walls.barrier is not None and not walls.barrier.broken
    rides = team.mounted and kind.mounted is not None and not shut
    return Fighter(
        id=number,
        unit=team.unit,
        profile=kind.profile(mounted=rides),
        foot=kind.foot if rides else None,
        character=kind.character,
        abilities=kind.abilities,
        nation=kind.nation,
        leads=kind.leads,
        leadership=kind.leadership,
        wizardry=kind.wizardry,
        wounded=team.wounded,
        wounds=kind.wounds,
        crew_max=kind.crew.max if kind.crew else 0,
        vessel=kind.race == "ship",
        **_stands(side, walls, terrain),
    )


def _stands(side: int, walls: Walls, terrain: str) -> dict[str, Any]:
    return {"side": side, "owner": side, "force": side, "inside": walls.shelter, "terrain": terrain}

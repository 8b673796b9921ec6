"""Set-ups: five powers, four without Eriador, two sides; and what doubtful names on the notes' lists stand for.

Source: rules/machiavelli.md 18.3, 18.4; rules/ring-diplomacy.md Y01, Y06.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.games.machiavelli.board import Scenario, StartUnit
from wartable.games.machiavelli.faults import scenario_faults
from wartable.games.machiavelli.fewer import Fewer, for_fewer
from wartable.games.machiavelli.lotr.data import board, facts
from wartable.games.machiavelli.state import Place, Power
from wartable.games.ring_figures.kinds import MOUNT_DOOM

Played: TypeAlias = Literal["five", "four", "two"]
Hedemyra: TypeAlias = Literal["the_wold", "dead_marshes"]
Tolfalas: TypeAlias = Literal["island", "druwaith_iaur", "omit"]
WOLD, MARSHES, ISLAND, DRUWAITH = "the_wold", "dead_marshes", "tolfalas", "druwaith_iaur"


class Setup(msgspec.Struct, frozen=True):
    """What is chosen of a set-up.

    `garrisons` says whether nobody's cities have garrisons of nobody, `doom` whether Mount Doom has a city.
    """

    powers: Played = "five"
    garrisons: bool = True
    doom: bool = False
    hedemyra: Hedemyra = "the_wold"
    tolfalas: Tolfalas = "island"


@cache
def scenario(chosen: Setup) -> Scenario:
    """Return the set-up; raises `BadData` where the file of the game does not fit the board."""
    made = _with_doom(_with_tolfalas(_with_hedemyra(facts().scenario, chosen), chosen), chosen)
    made = _played(made, chosen.powers)
    on = board(sea="port_line", doom=chosen.doom)
    held = {
        place for start in made.powers.values() for one in start.countries for place in made.countries[one].provinces
    }
    nobodys = tuple(place for place in on.counting if place not in held) if chosen.garrisons else ()
    made = replace(made, autonomous=nobodys)
    faults = list(scenario_faults(made, on))
    if faults:
        raise BadData("\n".join(f"game.yaml: {fault}" for fault in faults))
    return made


def _with_hedemyra(made: Scenario, chosen: Setup) -> Scenario:
    """Let Saruman's third city be the one that is read so (18.3)."""
    if chosen.hedemyra == "the_wold":
        return made
    made = _with_homes(made, "saruman", WOLD, MARSHES)
    saruman = made.powers["saruman"]
    units = tuple(replace(unit, place=MARSHES if unit.place == WOLD else unit.place) for unit in saruman.units)
    return replace(made, powers={**made.powers, "saruman": replace(saruman, units=units)})


def _with_tolfalas(made: Scenario, chosen: Setup) -> Scenario:
    """Leave the island out where it is read otherwise, for Druwaith Iaur or for nothing (18.3)."""
    if chosen.tolfalas == "island":
        return made
    other = DRUWAITH if chosen.tolfalas == "druwaith_iaur" else ""
    return replace(_with_homes(made, "gondor", ISLAND, other), out=(*made.out, ISLAND))


def _with_homes(made: Scenario, power: Power, place: Place, other: Place) -> Scenario:
    """Return a set-up with another home province in place of one; with the empty string in place of it, without it."""
    land = made.countries[power]
    provinces = tuple(new for one in land.provinces if (new := other if one == place else one))
    return replace(made, countries={**made.countries, power: replace(land, provinces=provinces)})


def _with_doom(made: Scenario, chosen: Setup) -> Scenario:
    """Let Mordor begin with an army in Mount Doom if that has a city: there is one in each home city (18.4)."""
    if not chosen.doom:
        return made
    mordor = made.powers["mordor"]
    units = (*mordor.units, StartUnit("A", MOUNT_DOOM))
    return replace(made, powers={**made.powers, "mordor": replace(mordor, units=units)})


def _played(made: Scenario, powers: Played) -> Scenario:
    """Leave Eriador to nobody with four players; with two let each side be one power (ring-diplomacy Y06)."""
    if powers == "four":
        return replace(made, powers={power: start for power, start in made.powers.items() if power != "eriador"})
    if powers == "five":
        return made
    sides = facts().sides
    told = Fewer(
        key=made.key, title=made.title, like=made.key, sides=tuple((first, *one.leads) for first, one in sides.items())
    )
    joined = for_fewer(made, told)
    return replace(
        joined,
        like="",
        powers={power: replace(start, name=sides[power].name) for power, start in joined.powers.items()},
    )

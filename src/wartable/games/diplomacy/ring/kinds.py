"""The kinds of unit of ring diplomacy, and where each of them goes (ring-diplomacy Y04, Y10, Y11, Y20, Y51, Y53)."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.adjudication.conditions import Traits
from wartable.games.adjudication.map import Borders, UnitType
from wartable.games.adjudication.orders import Province, UnitKind
from wartable.games.diplomacy.ring.settings import Settings
from wartable.games.ring_figures.kinds import FIGURE_KINDS, together

ENTS, ASLEEP = "N", "WOOD"
"""The Ents, and what marks Fangorn while they have not come."""
FANGORN = "fangorn"
_STRONG = {"T": "trolls and orcs", "M": "mumakil", "H": "elite archers"}
_FAST = {"W": "worg riders", "U": "Uruk-hai", "C": "cavalry"}
ELITES = ("T", "M", "W", "U", "C", "H")
"""Elite units in the order of the table, in which civil disorder removes them (Y14)."""


def kinds_of(settings: Settings) -> Mapping[UnitKind, UnitType]:
    """Return the table of kinds: armies and fleets, then those of the advanced game."""
    carried = settings.fleets
    found = {"A": UnitType("army", carried=carried), "F": UnitType("fleet", afloat=True, carries=True)}
    if settings.advanced:
        found |= {letter: _elite(letter, settings, carried=carried) for letter in ELITES}
    if settings.ents:
        found[ENTS] = UnitType("Ents", traits=_strong("the Ents have strength 2", settings), many=True)
        found[ASLEEP] = UnitType("sleeping Ents", beside=True, many=True)
    if settings.advanced:
        found |= FIGURE_KINDS
    return found


def _elite(letter: UnitKind, settings: Settings, *, carried: bool) -> UnitType:
    if letter in _FAST:
        return UnitType(_FAST[letter], carried=carried, traits=Traits(steps=2), many=True)
    name = _STRONG[letter]
    return UnitType(name, carried=carried, traits=_strong(f"{name} have strength 2", settings), many=True)


def _strong(why: str, settings: Settings) -> Traits:
    return Traits(attack=2, hold=2, hold_moving=2, defend=2, prevent=2, support=settings.elite_support, shelter=why)


def borders_of(settings: Settings, land: Borders, sea: Borders, mountains: Borders) -> Mapping[UnitKind, Borders]:
    """Return where each kind may step."""
    found: dict[UnitKind, Borders] = {"F": sea}
    wild = together(land, mountains)
    for kind, facts in kinds_of(settings).items():
        if kind in {ENTS, ASLEEP}:
            found[kind] = _around_fangorn(land)
        elif kind != "F":
            found[kind] = wild if facts.beside else land
    return found


def _around_fangorn(land: Borders) -> dict[Province, tuple[Province, ...]]:
    """Return the borders between Fangorn and the provinces next to it, and among those (Y51)."""
    home = {FANGORN, *land.get(FANGORN, ()), *(place for place, ends in land.items() if FANGORN in ends)}
    return {place: tuple(end for end in ends if end in home) for place, ends in land.items() if place in home}

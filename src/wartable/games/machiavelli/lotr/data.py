"""What the game is played on: the map that ring diplomacy uses, with cities, homes, elites and tables of its own.

Source: rules/machiavelli.md 18.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

import msgspec

from wartable.board.fileformat import read_yaml
from wartable.engine.fields import converted
from wartable.games.adjudication.orders import UnitKind
from wartable.games.machiavelli.board import Board, Scenario, Table
from wartable.games.machiavelli.data import make_board
from wartable.games.machiavelli.goals import Goal
from wartable.games.machiavelli.state import Place, Power, UnitClass

Side: TypeAlias = Literal["good", "evil"]
SeaModel: TypeAlias = Literal["port_line", "free_lines", "seas"]
"""Who goes over the sea: fleets and armies along lines from port to port, armies alone, or fleets by seas (18.3)."""


class JoinedSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that is one power: its name, and the powers that its first one leads as well."""

    name: str
    leads: tuple[Power, ...]


class Waters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces at sea: the key of the board on which they are drawn, their names, and where fleets go.

    `fleet_borders` are those of seas with each other and with provinces, and those of provinces along the coast.
    """

    picture: str
    names: Mapping[Place, str]
    fleet_borders: Mapping[Place, tuple[Place, ...]]
    storm: Table


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of the game holds."""

    scenario: Scenario
    sides: Mapping[Power, JoinedSide]
    major_cities: Mapping[Place, int]
    elites: Mapping[Power, Mapping[UnitClass, int]]
    letters: Mapping[str, UnitClass]
    goals: Mapping[str, Goal]
    famine: Table
    plague: Table
    seas: Waters


class Land(msgspec.Struct, frozen=True):
    """What the file of the map holds, as far as it is needed here."""

    provinces: Mapping[Place, Mapping[str, Any]]
    army_borders: Mapping[Place, tuple[Place, ...]]
    fleet_borders: Mapping[Place, tuple[Place, ...]]
    mountain_borders: Mapping[Place, tuple[Place, ...]]
    figures: Mapping[UnitKind, Place]
    sides: Mapping[Power, Side]
    board: str


@cache
def facts() -> Facts:
    """Return what the package has of the game; raises `BadData` that names what is wrong."""
    return converted(_read("lotr_machiavelli", "game.yaml"), Facts, "game.yaml")


@cache
def land() -> Land:
    """Return the map that ring diplomacy is played on."""
    return msgspec.convert(_read("ring_diplomacy", "map.yaml"), Land)


def _read(folder: str, name: str) -> Any:  # noqa: ANN401 - plain data
    return read_yaml((resources.files("wartable") / "data" / folder / name).read_text("utf-8"))


@cache
def board(*, sea: SeaModel, doom: bool) -> Board:
    """Return the board as the sea is played; `doom` says whether Mount Doom has a city (18.3)."""
    on, own = land(), facts()
    waters = own.seas if sea == "seas" else None
    borders = waters.fleet_borders if waters else on.fleet_borders
    coastal = {place for start, ends in borders.items() for place in (start, *ends)} if waters else frozenset[Place]()
    return make_board(
        {
            "key": "lotr",
            "title": "Middle-earth",
            "picture": waters.picture if waters else on.board,
            "provinces": {
                place: _province(place, told, own.major_cities, sea=sea, doom=doom)
                | ({"kind": "coastal"} if place in coastal else {})
                for place, told in on.provinces.items()
            }
            | ({place: {"name": name, "kind": "sea"} for place, name in waters.names.items()} if waters else {}),
            "army_borders": on.army_borders,
            "fleet_borders": borders,
            "famine": own.famine,
            "plague": own.plague,
            "storm": waters.storm if waters else {},
        },
        "game.yaml",
    )


def _province(
    place: Place, told: Mapping[str, Any], major: Mapping[Place, int], *, sea: SeaModel, doom: bool
) -> dict[str, object]:
    """Return a province: whatever is a centre in ring diplomacy has a fortified city (18.3)."""
    known: dict[str, object] = {"name": told["name"], "kind": told["kind"], "aliases": _aliases(place, told)}
    if told.get("centre") or (doom and place == "mount_doom"):
        port = sea != "free_lines" and bool(told.get("harbour"))
        known["city"] = {"kind": "fortified", "value": major.get(place, 1), "port": port}
    return known


def _aliases(place: Place, told: Mapping[str, Any]) -> list[str]:
    return [name for name in told.get("aliases", ()) if name.lower() != place]

"""Reading scenario files: YAML with lengths in inches becomes a `Scenario` in 1/1000 inch whose references resolve."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import Any, TypeGuard, cast

import msgspec
import yaml

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.words import hint
from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.library import MARK, OwnScenario, of_plain, own_keys, own_scenario, with_factions
from wartable.games.ring_of_power.misspelt import advised
from wartable.games.ring_of_power.scenario import AMOK, Scenario, Side
from wartable.games.ring_of_power.units import UnitType, rowed, units

_TABLE = ("polygon", "line", "width", "height", "at", "radius", "circle", "anchor", "spacing", "points")
_LENGTHS = frozenset({*_TABLE, "gates", "weak_walls", "within", "distance"})
"""Keys whose numbers are inches; where such a key holds something else, as `at: edoras`, it is left as it is."""
_COUNTS = frozenset({"points"})
"""Among these, keys whose bare numbers are no lengths: points of status beside points of the table."""
_FOLDER = resources.files("wartable.data") / "ring_of_power" / "scenarios"


_brought: dict[str, Scenario] = {}


def bring(one: Scenario) -> None:
    """Make a scenario of one's own playable in this process by its id, in the place of another of that id.

    `linting.findings` says beforehand what is wrong with it.
    """
    _brought[one.id] = one


@cache
def packaged_scenarios() -> tuple[str, ...]:
    """Return the keys of the scenarios of the package."""
    return tuple(sorted(file.name.removesuffix(".yaml") for file in _FOLDER.iterdir() if file.name.endswith(".yaml")))


def scenario_keys() -> tuple[str, ...]:
    """Return the keys of the scenarios of the package, then of those brought along and of the user's own."""
    others = sorted({*_brought, *own_keys()})
    return (*packaged_scenarios(), *(key for key in others if key not in packaged_scenarios()))


def scenario(key: str) -> Scenario:
    """Return a scenario by its key, or an own one by its id, such as `siege@3f2a9c41d07b`.

    Raises `BadData` for a key that there is not, or a faulty file.
    """
    if key in _brought:
        return _brought[key]
    if key in packaged_scenarios():
        return _read_packaged(key)
    if key not in own_keys() and MARK not in key:
        raise BadData(f"There is no scenario {key}. {hint(key, scenario_keys())}")
    return _own[key] if key in _own else _read_own(key)


def bound(key: str) -> str:
    """Return the id of an own scenario as its files are now; any other key as it is. Raises `BadData`."""
    if MARK in key or key in _brought or key in packaged_scenarios() or key not in own_keys():
        return key
    return own_scenario(key).id


_own: dict[str, Scenario] = {}
"""Every own scenario read by this process, by id: a game goes on when the files change beneath it."""
_told: dict[str, Mapping[str, Any]] = {}
"""What the files of those say."""


def own_text(name: str) -> str:
    """Return all that an own scenario says, its factions taken in, as JSON, which is YAML; raises `BadData`."""
    found = _told.get(name) or own_scenario(name).plain
    return msgspec.json.encode(found).decode()


def lend(name: str, text: str) -> None:
    """Let an own scenario be found by its id in this process, from the text that a record carries.

    Raises `BadData` where it is none, or another than the id says.
    """
    try:
        plain = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise BadData(f"The scenario beside it cannot be read: {error}.") from error
    made = of_plain(plain)
    if made.id != name:
        raise BadData(f"The file beside it makes the scenario {made.id}, not {name}.")
    _keep(made)


def _keep(found: OwnScenario) -> None:
    if found.id not in _own:
        _own[found.id] = read_plain(dict(found.plain), f"{found.key}/scenario.yaml")
        _told[found.id] = found.plain


def _read_own(name: str) -> Scenario:
    found = own_scenario(name)
    _keep(found)
    return _own[found.id]


@cache
def _read_packaged(key: str) -> Scenario:
    return read_scenario((_FOLDER / f"{key}.yaml").read_text("utf-8"), key)


def read_scenario(text: str, name: str = "the scenario", folder: Path | None = None) -> Scenario:
    """Return a scenario from YAML text; the factions it names lie in the folder.

    Raises `BadData` that names the field, and what would be right.
    """
    try:
        plain = read_yaml(text)
    except yaml.YAMLError as error:
        raise BadData(f"{name} is not YAML: {error}") from error
    named = isinstance(plain, dict) and "factions" in plain
    return read_plain(with_factions(cast("dict[str, Any]", plain), folder or Path()) if named else plain, name)


def read_plain(whole: Any, name: str) -> Scenario:  # noqa: ANN401 - YAML can hold anything
    """Return a scenario from what its file says, factions taken in. Raises `BadData` as `read_scenario` does."""
    plain = whole
    try:
        plain = _in_mils(whole)
        if isinstance(plain, dict) and "units" in plain:
            plain["units"] = rowed(cast("dict[str, Any]", plain)["units"], charts())
        return _with_amok(msgspec.convert(plain, Scenario, strict=True))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadData(f"{name}: {advised(str(error), plain, Scenario)}") from error


def _with_amok(one: Scenario) -> Scenario:
    """Return a scenario with the side that beasts with crews go over to when they run amok, if it has such (Q70)."""
    kinds = unit_types(one)
    groups = [group for roster in one.rosters.values() for group in roster]
    groups += [group for arrival in one.arrivals for group in arrival.groups]
    sides = tuple(side.id for side in one.sides)
    if AMOK in sides or not any(group.unit in kinds and kinds[group.unit].crew for group in groups):
        return one
    side = Side(id=AMOK, name="Beasts running amok", wild=True, hostile_to=sides)
    return msgspec.structs.replace(one, sides=(*one.sides, side))


def unit_types(one: Scenario) -> Mapping[str, UnitType]:
    """Return the unit types of a scenario by key: those of the package, and its own in their place."""
    return {**units(), **one.units}


def _in_mils(value: Any, key: str = "") -> Any:  # noqa: ANN401 - YAML can hold anything
    if isinstance(value, dict):
        fields = cast("dict[object, Any]", value)
        return {name: _in_mils(inner, str(name)) for name, inner in fields.items()}
    if _is_list(value):
        if "" in value:
            raise ValueError(f"{key} lists an empty name")
        if key in _LENGTHS and all(isinstance(inner, int | float | list) for inner in value):
            return [_mils(inner, key) for inner in value]
        return [_in_mils(inner, key if key not in _LENGTHS else "") for inner in value]
    if key in _LENGTHS and key not in _COUNTS and isinstance(value, int | float):
        return _mils(value, key)
    return value


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _mils(value: Any, key: str) -> Any:  # noqa: ANN401 - a number, or lists of numbers
    if _is_list(value):
        return [_mils(inner, key) for inner in value]
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{key} holds {value!r}, where a number of inches belongs")
    return mil(value)

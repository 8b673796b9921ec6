"""Reading scenario files, those of the package and the user's own: lengths in inches become 1/1000 inch."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import yaml

from wartable.board.errors import unreadable
from wartable.board.fileformat import is_list, is_map, read_yaml, read_yaml_file
from wartable.board.folders import MARK, Library, identity
from wartable.engine.errors import BadData
from wartable.engine.fields import converted, explained
from wartable.engine.words import hint
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import AMOK, KEY, Scenario, Side
from wartable.games.ring_of_power.units import UnitType, rowed, units

SCHEMA = "wartable-faction/1"
_FORM = (f"`str` matching regex {KEY!r}", "an id of small letters, figures, _ and -, beginning with a letter")
"""What msgspec says that an id should be, and what people are told."""
_FACTION = re.compile(r"^[a-z][a-z0-9_-]{0,40}$")


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A faction file: what it is called, and its unit types by key, written as those of a scenario."""

    schema: Literal["wartable-faction/1"]
    title: str
    units: dict[str, dict[str, Any]]


def named_factions(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the factions that a scenario file asks for. Raises `BadData` for what is no name."""
    named = plain.get("factions", [])
    if not isinstance(named, list):
        raise BadData("factions is a list of names of files beside the scenario, without .yaml.")
    for name in cast("list[object]", named):
        if not isinstance(name, str) or not _FACTION.match(name):
            raise BadData(f"factions: {name!r} is no name of a faction; use lower-case letters, digits, - and _.")
    return tuple(cast("list[str]", named))


def read_faction(file: Path) -> Faction:
    """Return a faction. Raises `BadData` that names the file and field."""
    if not file.is_file():
        raise BadData(f"There is no faction {file.stem}: {file.name} must lie beside the scenario.")
    return converted(read_yaml_file(file), Faction, f"{file.name} is no faction")


def with_factions(plain: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a scenario says with the units of its factions; its own units go before them. Raises `BadData`."""
    units: dict[str, Any] = {}
    for name in named_factions(plain):
        units |= read_faction(folder / f"{name}.yaml").units
    own = plain.get("units", {})
    if not units or not isinstance(own, dict):
        return plain
    return {**plain, "units": {**units, **cast("dict[str, Any]", own)}}


FOLDERS = "WARTABLE_SCENARIOS"
"""Environment variable: the folders with own scenarios, in place of the usual one; the first is imported into."""
FILE = "scenario.yaml"


class OwnScenario(msgspec.Struct, frozen=True, dict=True):
    """A scenario of the user: `id` is its key with a digest of all it says, its factions with it; `plain` is that."""

    id: str
    plain: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The key without the digest."""
        return self.id.partition(MARK)[0]

    @property
    def title(self) -> str:
        """What it is called."""
        return str(self.plain.get("title", ""))

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario itself. Raises `BadData` where what it says makes none."""
        return read_plain(dict(self.plain), f"{self.key}/scenario.yaml")


def read_file(file: Path) -> OwnScenario:
    """Return what a scenario file says, with the factions beside it. Raises `BadData` or `OSError`."""
    plain = read_yaml_file(file)
    if not is_map(plain) or not isinstance(plain.get("id"), str):
        raise BadData(f"{file.name} is no scenario: it needs an id.")
    return of_plain(with_factions(plain, file.parent))


def of_plain(whole: Mapping[str, Any]) -> OwnScenario:
    """Return a scenario of which all is known that it says."""
    return OwnScenario(identity(str(whole.get("id", "")), whole), whole)


OWN = Library("scenario", variable=FOLDERS, folder="scenarios", file=FILE, read=lambda place: read_file(place / FILE))
"""The scenarios of the user."""


def own_scenario(name: str) -> OwnScenario:
    """Return a scenario of the user by its key, as it is now, or by its id, as it was. Raises `BadData`."""
    if found := OWN.find(name):
        return found
    raise BadData(f"There is no scenario {name.partition(MARK)[0]} here; wartable import brings one in.")


def install(file: Path, taken: Sequence[str]) -> OwnScenario:
    """Put a scenario file and its factions into the first of the user's folders.

    An older version of that key stays beside it for the games played on it. Raises `BadData` for a key that is among
    those `taken`, or none.
    """
    made = read_file(file)
    place = OWN.place(made, taken, replace=True)
    if file.resolve().parent == place.resolve():
        return made
    for name in named_factions(made.plain):
        shutil.copyfile(file.parent / f"{name}.yaml", place / f"{name}.yaml")
    shutil.copyfile(file, place / FILE)
    return made


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
    others = sorted({*_brought, *OWN.names()})
    return (*packaged_scenarios(), *(key for key in others if key not in packaged_scenarios()))


def scenario(key: str) -> Scenario:
    """Return a scenario by its key, or an own one by its id, such as `siege@3f2a9c41d07b`.

    Raises `BadData` for a key that there is not, or a faulty file.
    """
    if key in _brought:
        return _brought[key]
    if key in packaged_scenarios():
        return _read_packaged(key)
    if key not in OWN.names() and MARK not in key:
        raise BadData(f"There is no scenario {key}. {hint(key, scenario_keys())}")
    return own_scenario(key).scenario


def bound(key: str) -> str:
    """Return the id of an own scenario as its files are now; any other key as it is. Raises `BadData`."""
    if MARK in key or key in _brought or key in packaged_scenarios() or key not in OWN.names():
        return key
    return own_scenario(key).id


def own_text(name: str) -> str:
    """Return all that an own scenario says, its factions taken in, as JSON, which is YAML; raises `BadData`."""
    return msgspec.json.encode(own_scenario(name).plain).decode()


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
        raise BadData(f"What lies beside it makes the scenario {made.id}, not {name}.")
    OWN.known.setdefault(name, made)


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
        raise BadData(f"{name} is not YAML: {unreadable(error)}") from error
    named = is_map(plain) and "factions" in plain
    return read_plain(with_factions(plain, folder or Path()) if named else plain, name)


def read_plain(whole: Any, name: str) -> Scenario:  # noqa: ANN401 - YAML can hold anything
    """Return a scenario from what its file says, factions taken in. Raises `BadData` as `read_scenario` does."""
    plain = whole
    try:
        plain = _in_mils(whole)
        if is_map(plain) and "units" in plain:
            plain["units"] = rowed(plain["units"])
        return _with_amok(msgspec.convert(plain, Scenario, strict=True))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadData(f"{name}: {explained(error, plain, Scenario).replace(*_FORM)}") from error


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
    if is_map(value):
        return {name: _in_mils(inner, str(name)) for name, inner in value.items()}
    if is_list(value):
        if "" in value:
            raise ValueError(f"{key} lists an empty name")
        if key in _LENGTHS and all(isinstance(inner, int | float | list) for inner in value):
            return [_mils(inner, key) for inner in value]
        return [_in_mils(inner, key if key not in _LENGTHS else "") for inner in value]
    if key in _LENGTHS and key not in _COUNTS and isinstance(value, int | float):
        return _mils(value, key)
    return value


def _mils(value: Any, key: str) -> Any:  # noqa: ANN401 - a number, or lists of numbers
    if is_list(value):
        return [_mils(inner, key) for inner in value]
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{key} holds {value!r}, where a number of inches belongs")
    return mil(value)

"""Reading scenario files, those of the package and the user's own: lengths in inches become 1/1000 inch."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import yaml

from wartable.board import folders
from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.words import hint
from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.misspelt import advised, is_list, is_map
from wartable.games.ring_of_power.scenario import AMOK, Scenario, Side
from wartable.games.ring_of_power.units import UnitType, rowed, units

SCHEMA = "wartable-faction/1"
_FACTION = re.compile(r"^[a-z][a-z0-9_-]{0,40}$")


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A faction file: what it is called, and its unit types by key, written as those of a scenario."""

    schema: Literal["wartable-faction/1"]
    title: str
    units: dict[str, dict[str, Any]]


def faction_file(name: str, folder: Path) -> Path:
    """Return where the faction of a name lies in a folder."""
    return folder / f"{name}.yaml"


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
    try:
        return msgspec.convert(read_yaml(file.read_text("utf-8")), Faction)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        message = f"{file.name} is not YAML: {error}"
    except msgspec.ValidationError as error:
        message = f"{file.name} is no faction: {error}"
    except FileNotFoundError:
        message = f"There is no faction {file.stem}: {file.name} must lie beside the scenario."
    raise BadData(message)


def with_factions(plain: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a scenario says with the units of its factions; its own units go before them. Raises `BadData`."""
    units: dict[str, Any] = {}
    for name in named_factions(plain):
        units |= read_faction(faction_file(name, folder)).units
    own = plain.get("units", {})
    if not units or not isinstance(own, dict):
        return plain
    return {**plain, "units": {**units, **cast("dict[str, Any]", own)}}


FOLDERS = "WARTABLE_SCENARIOS"
"""Environment variable: the folders with own scenarios, in place of the usual one; the first is imported into."""
FILE = "scenario.yaml"
MARK = "@"
"""Stands between the key of a scenario and the digest of what it says: `siege@3f2a9c41d07b`."""
_KEY = re.compile(r"^[a-z][a-z0-9_-]{0,40}$")
_NAME = re.compile(r"^[a-z][a-z0-9_-]{0,40}(@[0-9a-f]{12})?$")
_DIGITS = 12


class OwnScenario(msgspec.Struct, frozen=True):
    """A scenario of the user: `id` is its key with a digest of all it says, its factions with it; `plain` is that."""

    id: str
    plain: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The key without the digest."""
        return self.id.partition(MARK)[0]


def own_folders() -> tuple[Path, ...]:
    """Return the folders with own scenarios, whether they exist or not; an empty environment variable means none."""
    return folders.own_folders(FOLDERS, "scenarios")


def own_keys() -> tuple[str, ...]:
    """Return the keys of the user's scenarios, older versions left out."""
    found = {path.parent.name for folder in own_folders() for path in folder.glob(f"*/{FILE}")}
    return tuple(sorted(key for key in found if _KEY.match(key)))


def own_scenario(name: str) -> OwnScenario:
    """Return a scenario of the user by its key, as it is now, or by its id, as it was. Raises `BadData`."""
    key, _, digest = name.partition(MARK)
    for folder in own_folders():
        # What an import replaced lies beside it under its whole id.
        for place in (folder / name, folder / key):
            if _NAME.match(name) and (place / FILE).is_file():
                found = _read(place, _stamp(place))
                if not digest or found.id == name:
                    return found
    if digest and key in own_keys():
        raise BadData(f"The scenario {key} has changed since this was begun; bring its files back as they were.")
    raise BadData(f"There is no scenario {key} here; wartable import brings one in.")


def read_file(file: Path) -> OwnScenario:
    """Return what a scenario file says, with the factions beside it. Raises `BadData` or `OSError`."""
    try:
        plain: object = read_yaml(file.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadData(f"{file.name} is not YAML: {error}") from error
    if not is_map(plain) or not isinstance(plain.get("id"), str):
        raise BadData(f"{file.name} is no scenario: it needs an id.")
    return of_plain(with_factions(plain, file.parent))


def of_plain(whole: Mapping[str, Any]) -> OwnScenario:
    """Return a scenario of which all is known that it says."""
    return OwnScenario(f"{whole.get('id', '')}{MARK}{_digest(whole)}", whole)


def install(file: Path, taken: Sequence[str]) -> OwnScenario:
    """Put a scenario file and its factions into the first of the user's folders.

    An older version of that key stays beside it for the games played on it. Raises `BadData` for a key that is among
    those `taken`, or none.
    """
    made, places = read_file(file), own_folders()
    if not places:
        raise BadData(f"{FOLDERS} names no folder to import into.")
    if not _KEY.match(made.key) or made.key in taken:
        message = f"{made.key!r} cannot be the id of an own scenario: lower-case letters, digits, - and _, and none of "
        raise BadData(message + f"{', '.join(taken)}.")
    place = places[0] / made.key
    if (place / FILE).exists():
        old = own_scenario(made.key)
        if old.id == made.id:
            return made
        aside = place.with_name(old.id)
        place.rename(aside) if not aside.exists() else shutil.rmtree(place)
    place.mkdir(parents=True, exist_ok=True)
    for name in named_factions(made.plain):
        shutil.copyfile(faction_file(name, file.parent), faction_file(name, place))
    shutil.copyfile(file, place / FILE)
    return made


def _stamp(place: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what changes when somebody edits a file of the folder."""
    files = sorted(path for path in place.iterdir() if path.is_file())
    return tuple((path.name, stat.st_mtime_ns, stat.st_size) for path in files for stat in (path.stat(),))


@lru_cache(maxsize=64)
def _read(place: Path, _stamp: tuple[tuple[str, int, int], ...]) -> OwnScenario:
    found = read_file(place / FILE)
    key = place.name.partition(MARK)[0]
    if found.key != key:
        raise BadData(f"{place / FILE}: its id is {found.key}, but the folder is named {key}.")
    return found


def _digest(plain: Mapping[str, Any]) -> str:
    """Return hexadecimal digits over what a file says, so that comments and later versions of the program count not."""
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:_DIGITS]


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
    named = is_map(plain) and "factions" in plain
    return read_plain(with_factions(plain, folder or Path()) if named else plain, name)


def read_plain(whole: Any, name: str) -> Scenario:  # noqa: ANN401 - YAML can hold anything
    """Return a scenario from what its file says, factions taken in. Raises `BadData` as `read_scenario` does."""
    plain = whole
    try:
        plain = _in_mils(whole)
        if is_map(plain) and "units" in plain:
            plain["units"] = rowed(plain["units"], charts())
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

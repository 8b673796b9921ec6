"""Scenarios of one's own: folders in the user's data, each with a scenario file and the factions that it names."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import yaml

from wartable.board import folders
from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData

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
    if not isinstance(plain, dict) or not isinstance(cast("dict[str, Any]", plain).get("id"), str):
        raise BadData(f"{file.name} is no scenario: it needs an id.")
    return of_plain(with_factions(cast("dict[str, Any]", plain), file.parent))


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

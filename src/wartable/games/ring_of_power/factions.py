"""Factions: unit types in a file of their own, which several scenarios may name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import yaml

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData

SCHEMA = "wartable-faction/1"
_NAME = re.compile(r"^[a-z][a-z0-9_-]{0,40}$")


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
        message = "factions is a list of names of files beside the scenario, without .yaml."
        raise BadData(message)
    for name in cast("list[object]", named):
        if not isinstance(name, str) or not _NAME.match(name):
            message = f"factions: {name!r} is no name of a faction; use lower-case letters, digits, - and _."
            raise BadData(message)
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

"""Any map file a variant can be read from, told apart by its name."""

from __future__ import annotations

from pathlib import Path

from wartable.engine.errors import BadData
from wartable.engine.words import hint
from wartable.games.diplomacy.formats.draft import Imported
from wartable.games.diplomacy.formats.jdip import read_package
from wartable.games.diplomacy.formats.judgemap import read_map
from wartable.games.diplomacy.variant import load_variant_file

MAP_KINDS = (".yaml", ".yml", ".map", ".zip")
"""Endings of map files: our own, those of the `diplomacy` package and DPjudge, and packages of jDip."""
INDEX = "variants.xml"
"""The file of an unpacked package of jDip that lists its variants."""


def read_any_map(path: Path, name: str = "") -> Imported:
    """Read a variant; `name` chooses one of a package, the first if empty. Raises `BadData`."""
    match path.suffix.lower():
        case ".yaml" | ".yml":
            return Imported(load_variant_file(path))
        case ".map":
            return read_map(path)
        case ".zip":
            return _of_package(path, name)
        case _ if path.name == INDEX:
            return _of_package(path.parent, name)
        case _:
            kinds = " or ".join((*MAP_KINDS, INDEX))
            message = f"{path.name} is no map of a kind that is known; it should end in {kinds}."
            raise BadData(message)


def _of_package(path: Path, name: str) -> Imported:
    found = read_package(path)
    wanted = name or next(iter(found), "")
    if wanted not in found:
        message = f"{path.name} has no variant {wanted!r}. {hint(wanted, found)}"
        raise BadData(message)
    return found[wanted]

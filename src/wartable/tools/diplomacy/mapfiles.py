"""Maps of Diplomacy for the sandbox: those of the package by name, and map files people bring, read and handed back."""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from wartable.engine.errors import WartableError
from wartable.games.diplomacy.formats.anymap import read_any_map
from wartable.games.diplomacy.play.mapoptions import map_keys, map_of
from wartable.server.problems import Refused
from wartable.tools.diplomacy.wire import MapFile, MapRead, MapTitle

KINDS = (".map", ".yaml", ".yml")
"""Endings of map files that are plain text; packages have to be imported on the server."""

_LONGEST = 50
"""Most letters of a file's name that are kept."""


def maps() -> tuple[MapTitle, ...]:
    """Return the maps of this server, the standard one first."""
    keys = sorted(map_keys(), key=lambda key: (key != "standard", key))
    return tuple(MapTitle(key=key, title=map_of(key).title) for key in keys)


def read_map_file(given: MapFile) -> MapRead:
    """Read a map file into the form the adjudicator takes; raises `Refused` saying what is wrong with it.

    The file is read from a folder of its own, so that those it uses (`USE standard`) cannot be files of the server.
    """
    name = PurePath(given.name.replace("\\", "/"))
    if name.suffix.lower() not in KINDS:
        raise Refused(400, "map.kind", f"A map file ends in {', '.join(KINDS)}.", fix=KINDS)
    stem = re.sub(r"[^\w -]", "", name.stem)[:_LONGEST] or "map"
    with TemporaryDirectory() as folder:
        path = Path(folder, stem + name.suffix)
        path.write_text(given.text, "utf-8")
        try:
            found = read_any_map(path)
        except WartableError as error:
            raise Refused(400, "map.unreadable", str(error)) from error
    if not found.variant.provinces or not found.variant.powers:
        raise Refused(400, "map.empty", f"{given.name} is no map: it names no province or no power.")
    return MapRead(variant=found.variant, notes=found.notes)

"""Maps of Diplomacy of one's own: a folder each in the user's data, with the map as `variant.yaml`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from wartable.board.folders import laid_out, own_folders
from wartable.engine.errors import BadData
from wartable.games.diplomacy.formats.write import plain_variant, write_variant
from wartable.games.diplomacy.variant import Variant, load_variant_file, packaged_variants

FOLDERS = "WARTABLE_VARIANTS"
"""Environment variable: the folders with own maps, in place of the usual one; the first is imported into."""
FILE = "variant.yaml"
MARK = "@"
"""Stands between the key of a map and the digest of what decides how a game on it goes: `strait@3f2a9c41d07b`."""
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}(@[0-9a-f]{12})?")
_DIGITS = 12
_SHOWN = {"title": "", "provenance": "", "board": "", "caveat": ""}
"""What changes no game."""


class OwnVariant(msgspec.Struct, frozen=True):
    """A map of the user: `id` is its key with a digest."""

    id: str
    variant: Variant


_known: dict[str, OwnVariant] = {}
"""Every own map read by this process, by id: a game goes on when the files change beneath it."""


def folders() -> tuple[Path, ...]:
    """Return the folders with own maps, whether they exist or not."""
    return own_folders(FOLDERS, "variants")


def own_keys() -> tuple[str, ...]:
    """Return the keys of the user's maps, older versions left out."""
    found = {path.parent.name for folder in folders() for path in folder.glob(f"*/{FILE}")}
    return tuple(sorted(key for key in found if _KEY.fullmatch(key)))


def of(variant: Variant) -> OwnVariant:
    """Return a map with its id."""
    plain = plain_variant(msgspec.structs.replace(variant, **_SHOWN))
    told = hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:_DIGITS]
    return OwnVariant(f"{variant.key}{MARK}{told}", variant)


def lend(name: str, files: Mapping[str, str]) -> str:
    """Let a map be found by its id in this process, from the files that a record carries; returns its board's key.

    Raises `BadData` where they make no map, or another than the id says.
    """
    text = {FILE: files.get(FILE, "")}
    with laid_out(text, name.partition(MARK)[0]) as folder:
        found = of(load_variant_file(folder / FILE))
    if found.id != name:
        raise BadData(f"The file beside it makes the map {found.id}, not {name}.")
    return _known.setdefault(name, found).variant.board


def own_variant(name: str) -> OwnVariant:
    """Return a map of the user by its key, as it is now, or by its id, as it was. Raises `BadData`."""
    if name in _known:
        return _known[name]
    key, _, digest = name.partition(MARK)
    for folder in folders() if _NAME.fullmatch(name) else ():
        # What an import replaced lies beside it under its whole id.
        for file in (folder / name / FILE, folder / key / FILE):
            if file.is_file():
                found = _read(file, file.stat().st_mtime_ns)
                if not digest or found.id == name:
                    return _known.setdefault(found.id, found)
    if digest and key in own_keys():
        raise BadData(f"The map {key} has changed since this was begun; bring its file back as it was.")
    raise BadData(f"There is no map {key} here; wartable import brings one in.")


@lru_cache(maxsize=64)
def _read(file: Path, _stamp: int) -> OwnVariant:
    variant, key = load_variant_file(file), file.parent.name.partition(MARK)[0]
    if variant.key != key:
        raise BadData(f"{file}: its key is {variant.key}, but the folder is named {key}.")
    return of(variant)


def install(variant: Variant, *, replace: bool = False) -> Path:
    """Write a map into the first of the user's folders; returns its folder there.

    An older version of that key stays beside it for the games played on it. Raises `BadData` for a key that is not
    free, unless the map is to be replaced, and for a map that two players cannot play.
    """
    made, places = of(variant), folders()
    if not places:
        raise BadData(f"{FOLDERS} names no folder to import into.")
    if not _KEY.fullmatch(variant.key) or variant.key in packaged_variants():
        message = f"{variant.key!r} cannot be the key of an own map: lower-case letters, digits, - and _, and none of "
        raise BadData(message + f"{', '.join(packaged_variants())}; choose another with --key.")
    place = places[0] / variant.key
    if (place / FILE).exists():
        _make_room(place, made, replace=replace)
    place.mkdir(parents=True, exist_ok=True)
    (place / FILE).write_text(write_variant(variant), encoding="utf-8")
    return place


def _make_room(place: Path, made: OwnVariant, *, replace: bool) -> None:
    """Move what lies in the way to a folder named by its id; a map that plays alike is written over."""
    old = _read(place / FILE, (place / FILE).stat().st_mtime_ns)
    if old.variant == made.variant:
        return
    if not replace:
        message = f"There is a map {made.variant.key} already, {old.variant.title}; add --replace, or choose another "
        raise BadData(message + "key with --key.")
    aside = place.with_name(old.id)
    if old.id != made.id and not aside.exists():
        place.rename(aside)

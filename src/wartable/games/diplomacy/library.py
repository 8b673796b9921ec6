"""Maps of Diplomacy of one's own: a folder each in the user's data, with the map as `variant.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from wartable.board.folders import MARK, Library, identity
from wartable.engine.errors import BadData
from wartable.engine.registry import GAMES
from wartable.games.diplomacy.formats.write import plain_variant, write_variant
from wartable.games.diplomacy.variant import Variant, load_variant_file, packaged_variants

FOLDERS = "WARTABLE_VARIANTS"
"""Environment variable: the folders with own maps, in place of the usual one; the first is imported into."""
FILE = "variant.yaml"
_SHOWN = {"title": "", "provenance": "", "board": "", "caveat": ""}
"""What changes no game."""


class OwnVariant(msgspec.Struct, frozen=True):
    """A map of the user: `id` is its key with a digest."""

    id: str
    variant: Variant

    @property
    def title(self) -> str:
        """What the map is called."""
        return self.variant.title


def of(variant: Variant) -> OwnVariant:
    """Return a map with its id."""
    plain = plain_variant(msgspec.structs.replace(variant, **_SHOWN))
    return OwnVariant(identity(variant.key, plain), variant)


OWN = Library(
    "map", variable=FOLDERS, folder="variants", file=FILE, read=lambda place: of(load_variant_file(place / FILE))
)
"""The maps of the user."""


def own_variants() -> Iterator[OwnVariant]:
    """Yield the maps of the user that can be played on; `wartable check` says what is wrong with the others."""
    for key in OWN.names():
        with suppress(BadData):
            yield own_variant(key)


def own_variant(name: str) -> OwnVariant:
    """Return a map of the user by its key, as it is now, or by its id, as it was. Raises `BadData`."""
    if found := OWN.find(name):
        return found
    raise BadData(f"There is no map {name.partition(MARK)[0]} here; wartable import brings one in.")


def key_fault(key: str) -> str:
    """Say why no import takes a map by a key: maps of the package and games go by it, or it is none; else empty."""
    return OWN.key_fault(key, _taken())


def _taken() -> tuple[str, ...]:
    return (*packaged_variants(), *GAMES.keys())


def install(variant: Variant, *, replace: bool = False) -> Path:
    """Write a map into the first of the user's folders; returns its folder there.

    An older version of that key stays beside it for the games played on it. Raises `BadData` for a key that is not
    free, unless the map is to be replaced, and for a map that two players cannot play.
    """
    place = OWN.place(of(variant), _taken(), replace=replace)
    (place / FILE).write_text(write_variant(variant), encoding="utf-8")
    return place

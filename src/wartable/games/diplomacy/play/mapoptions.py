"""Maps as the options of their games change them, for judging outside a game: two seasons, other units, fortresses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wartable.engine.options import read
from wartable.games.diplomacy.play.middle_earth_options import MiddleEarthOptions
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.variant import Variant, load_variant

MAP_OPTIONS: Mapping[str, tuple[type[DiplomacyOptions], tuple[str, ...]]] = MappingProxyType(
    {
        "middle-earth-viii": (
            MiddleEarthOptions,
            (
                "seasons",
                "starting_units",
                "fleet_sites",
                "fortress_needs_owner",
                "fortress_dol_guldur",
                "fortress_every_home",
            ),
        )
    }
)
"""By the key of a map: the options of its game, and which of them change the map rather than the rulings."""


def map_with(key: str, chosen: Mapping[str, object]) -> tuple[Variant, dict[str, str]]:
    """Return a packaged map changed by those of some options that concern it, and the other options as text.

    Raises `BadOptions` for a value that an option cannot have, `BadData` where there is no map of that key.
    """
    if key not in MAP_OPTIONS:
        return load_variant(key), {name: str(value) for name, value in chosen.items()}
    kind, names = MAP_OPTIONS[key]
    mine = {name: _plain(value) for name, value in chosen.items() if name in names}
    rest = {name: str(value) for name, value in chosen.items() if name not in names}
    return read(kind, mine).variant() if mine else load_variant(key), rest


def _plain(value: object) -> object:
    """Read `true` and `false`, which come as text over HTTP."""
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value

"""Maps by their key: of this package, of installed games, as their options change them, and of the user."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.engine.options import read
from wartable.engine.registry import GAMES
from wartable.games.diplomacy.library import OWN, own_variant, own_variants
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.rules import rules_of
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant, load_variant, packaged_variants

_OF_GAMES = frozenset((*DiplomacyOptions.__struct_fields__, *Rulings.__struct_fields__))
"""Options that settle points of the rules or of play; what a game has beside them changes its map."""


def map_keys() -> tuple[str, ...]:
    """Return the keys of all maps: those of the package, then installed games that are played on others, then own."""
    known = packaged_variants()
    return (
        *known,
        *(game.key for game in GAMES.every() if _options_of(game.key) and map_of(game.key).key not in known),
        *(own.variant.key for own in own_variants()),
    )


def has_map(key: str) -> bool:
    """Whether there is a map of a key."""
    return key in packaged_variants() or _options_of(key) is not None or key in OWN.names()


def map_of(key: str) -> Variant:
    """Return the map a game of the Diplomacy family is usually played on, else the one of that key.

    Raises `BadData` where there is none.
    """
    return map_with(key, {})[0]


def map_with(key: str, chosen: Mapping[str, object]) -> tuple[Variant, dict[str, str]]:
    """Return a map changed by those of some options that concern it, and the other options as text.

    Raises `BadOptions` for a value that an option cannot have, `BadData` where there is no map of that key.
    """
    kind = _options_of(key)
    if kind is None:
        own = key not in packaged_variants() and key in OWN.names()
        found = own_variant(key).variant if own else load_variant(key)
        return found, {name: str(value) for name, value in chosen.items()}
    names = [name for name in kind.__struct_fields__ if name not in _OF_GAMES]
    mine = {name: _plain(value) for name, value in chosen.items() if name in names}
    rest = {name: str(value) for name, value in chosen.items() if name not in names}
    return rules_of(read(kind, mine)).variant, rest


def _options_of(key: str) -> type[DiplomacyOptions] | None:
    """Return the options of the game of a key, if it is one of the Diplomacy family."""
    game = GAMES.find(key)
    return game.options_type if game is not None and issubclass(game.options_type, DiplomacyOptions) else None


def _plain(value: object) -> object:
    """Read `true`, `false` and numbers, which come as text over HTTP."""
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value

"""How the standard game is played: the presets are the rulebooks."""

from __future__ import annotations

from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.variant import Variant, load_variant


class StandardOptions(DiplomacyOptions, frozen=True, kw_only=True, cache_hash=True):
    """The choices on the standard map."""

    def variant(self) -> Variant:
        """Return the standard map."""
        return load_variant("standard")


PRESETS = {
    "2023": StandardOptions(),
    "2000": StandardOptions(rulebook="2000"),
    "1982": StandardOptions(rulebook="1982"),
    "1971": StandardOptions(rulebook="1971"),
    "webdip": StandardOptions(rulebook="webdip"),
}
"""A preset for each rulebook."""

PRESET_TITLES = {"webdip": "webDiplomacy"}
"""What players call those whose keys say it badly: `webDiplomacy rules`."""

PRESET_LINES = {
    "2023": "The rulebook of 2023, as most players know the game today.",
    "2000": "The rulebook of 2000 and 2008.",
    "1982": "The rulebook of 1982 and 1992: an army goes by sea to a neighbour when its own fleet carries it.",
    "1971": "The rulebook of 1971 and 1976: one broken route breaks a convoy.",
    "webdip": "As played on webDiplomacy: an army goes by sea to a neighbour only when its order says so.",
}

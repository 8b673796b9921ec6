"""Diplomacy on the standard map, or on one of the user's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.play.calendar import PHASES
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.standard_options import (
    PRESET_LINES,
    PRESET_TITLES,
    PRESETS,
    STANDARD,
    StandardOptions,
)
from wartable.games.diplomacy.play.state import StandardState


class StandardDiplomacy(Diplomacy):
    """Seven powers, 34 centres; with five or six players Italy, then Germany, is in civil disorder.

    On a map of the user every power is played.
    """

    key = "diplomacy"
    title = "Diplomacy"
    seats = (5, 7)
    blurb = Blurb(
        line="Seven powers of 1901, no dice: everything is agreement, and everybody moves at once.",
        about=(
            "All write orders in secret, and all are carried out at the same moment. Armies and fleets are equal; only "
            "support decides, so nobody gets anywhere alone. Whoever owns 18 supply centres wins."
        ),
        minutes=240,
        dice=False,
        letters=True,
        preset_titles=PRESET_TITLES,
        preset_lines=PRESET_LINES,
        absent="units hold",
        brief="Retreats and builds",
        phases=PHASES,
        round="year",
    )
    options_type = StandardOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    state_type = StandardState

    @property
    def _usual(self) -> StandardOptions:
        return PRESETS["2023"]

    def _left_out(self, options: DiplomacyOptions) -> tuple[Power, ...]:
        """Return Italy and Germany; every power of another map is played."""
        standard = not isinstance(options, StandardOptions) or options.map == STANDARD
        return ("italy", "germany") if standard else ()


DIPLOMACY = StandardDiplomacy()
"""The game; it keeps nothing, so one is enough."""

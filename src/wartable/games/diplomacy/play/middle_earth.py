"""Middle-Earth Diplomacy VIII, by Lew Pulsipher (`rules/middle-earth-viii.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.games.diplomacy.play.calendar import PHASES
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth_options import (
    PRESET_LINES,
    PRESET_TITLES,
    PRESETS,
    MiddleEarthOptions,
)
from wartable.games.diplomacy.play.state import MiddleEarthState


class MiddleEarthDiplomacy(Diplomacy):
    """Eight powers of the Third Age: one movement a year, fortresses, and units that change their kind."""

    key = "middle-earth-viii"
    title = "Middle-Earth Diplomacy VIII"
    versions = ("4", "5", "6")
    seats = (8, 8)
    blurb = Blurb(
        line="Eight powers of the Third Age, one move a year, fortresses and no dice.",
        about=(
            "All write orders in secret, and all orders are carried out at the same moment, once a year. Fortresses "
            "stand against one support, and on the coast armies turn into fleets. Whoever has 19 units wins."
        ),
        minutes=180,
        dice=False,
        letters=True,
        caveat=(
            "The original map is lost. Home centres are sourced; all borders, seas, neutral centres and fortresses are "
            "reconstructed."
        ),
        preset_titles=PRESET_TITLES,
        preset_lines=PRESET_LINES,
        absent="units hold",
        brief="Retreats and builds",
        phases=PHASES,
        round="year",
    )
    options_type = MiddleEarthOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    state_type = MiddleEarthState

    @property
    def _usual(self) -> MiddleEarthOptions:
        return PRESETS["1971"]


MIDDLE_EARTH_VIII = MiddleEarthDiplomacy()
"""The game; it keeps nothing, so one is enough."""

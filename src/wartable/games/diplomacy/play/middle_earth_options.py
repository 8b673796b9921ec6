"""How Middle-Earth Diplomacy VIII is played: what could be settled otherwise, and the two other ways to play it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from wartable.engine.needs import need
from wartable.engine.options import About
from wartable.games.diplomacy.play.options import DiplomacyOptions, Rulebook
from wartable.games.diplomacy.variant import Calendar, PowerFacts, Season, Variant, load_variant

RULE = "middle-earth-viii"

Seasons = Annotated[
    Literal["one", "two"],
    About(
        "Movement seasons",
        "One movement a year in Summer, as the game was designed, or two in Spring and Autumn, as the designer "
        "suggests trying: that hurts Mordor.",
        rule=f"{RULE} 2.8",
        choices={"one": "Summer only", "two": "Spring and Autumn"},
        group="Calendar",
    ),
]
StartingUnits = Annotated[
    Literal["armies", "fleets"],
    About(
        "Coastal starting units",
        "What Arnor, Angmar and Gondor begin with in their coastal home centres.",
        rule=f"{RULE} 2.8",
        choices={"armies": "Armies, as everywhere", "fleets": "Fleets, as in the version of 2006"},
        group="Set-up",
    ),
]
FleetSites = Annotated[
    Literal["home", "four", "none"],
    About(
        "Where fleets are built",
        "Only at home; or also, as in the version of 2006, at Grey Havens, Forochel, Belfalas and Lebennin by an "
        "owner who still has a home centre; or nowhere.",
        rule=f"{RULE} 2.8, S13",
        choices={
            "home": "In coastal home centres",
            "four": "At the four harbours by their owner too",
            "none": "Nowhere: fleets only come by conversion",
        },
        group="Set-up",
    ),
]
Movers = Annotated[
    bool,
    About(
        "Fortress covers movers",
        "Whether a unit that fails to leave its fortress is defended by it.",
        rule=f"{RULE} S4",
        group="Fortresses",
    ),
]
FortressSupports = Annotated[
    Literal["added", "within"],
    About(
        "Supports in a fortress",
        "Whether supports to hold are added to the strength of two that a unit has in its fortress.",
        rule=f"{RULE} S5",
        choices={"added": "Added: two and the supports", "within": "Not added: two, or one and the supports if more"},
        group="Fortresses",
    ),
]
FortressOwned = Annotated[
    bool,
    About(
        "Fortress must be owned",
        "Whether a fortress helps its power only while that power owns the centre.",
        rule=f"{RULE} S6",
        group="Fortresses",
    ),
]
DolGuldur = Annotated[
    bool,
    About(
        "Dol Guldur is a fortress",
        "Whether Mordor has a second fortress, two moves from four foreign centres.",
        rule=f"{RULE} 2.8",
        group="Fortresses",
        needs=(need("it is one already, as every home centre is", fortress_every_home=False),),
    ),
]
EveryHome = Annotated[
    bool,
    About(
        "Every home centre is a fortress",
        "Whether units are harder to dislodge in every home centre of their power, and not in one of them only.",
        rule=f"{RULE} S7",
        group="Fortresses",
    ),
]
StoppedBy = Annotated[
    Literal["any", "foreign", "equal"],
    About(
        "What stops a conversion",
        "Whether every move into the space stops a conversion, or only those of others, or only attacks that match the "
        "unit's defence.",
        rule=f"{RULE} S2",
        choices={
            "any": "Any move into the space",
            "foreign": "Moves of other powers only",
            "equal": "Attacks as strong as its defence",
        },
        group="Conversion",
    ),
]
FLEET_SITES = ("GHA", "FOH", "BEL", "LEB")
"""The coastal home centres."""


class MiddleEarthOptions(DiplomacyOptions, frozen=True, kw_only=True, cache_hash=True):
    """The choices of Middle-Earth VIII; those of its digest that have a settlement are settled so by default.

    Of the open points in section 5 of the digest S9, S10 and S11 are points of the rulebook (`paradox`,
    `adjacent_convoy`, `routes`); S8 would change nothing, as units only grow in Winter; S12 does not arise, as
    impossible orders are refused.
    """

    groups: ClassVar = (
        "Rules", "Calendar", "Set-up", "Fortresses", "Conversion", "End", "Absence", "Doubtful points"
    )  # fmt: skip
    votes_count_since = "5"
    choices_only_since = "6"

    rulebook: Rulebook = "1971"
    seasons: Seasons = "one"
    starting_units: StartingUnits = "armies"
    fleet_sites: FleetSites = "home"
    fortress_supports: FortressSupports = "added"
    fortress_covers_movers: Movers = True
    fortress_needs_owner: FortressOwned = False
    fortress_dol_guldur: DolGuldur = False
    fortress_every_home: EveryHome = False
    conversion_stopped_by: StoppedBy = "any"

    def variant(self) -> Variant:
        """Return the board with the calendar, units and fortresses chosen."""
        base = load_variant("middle-earth-viii")
        powers = {power: self._power(power, facts) for power, facts in base.powers.items()}
        sites = FLEET_SITES if self.fleet_sites == "four" else ()
        calendar = TWO_SEASONS if self.seasons == "two" else base.calendar
        return replace(
            base,
            powers=powers,
            calendar=calendar,
            fleet_sites=sites,
            fleet_builds=self.fleet_sites != "none",
            fortress_needs_owner=self.fortress_needs_owner,
        )

    def _power(self, power: str, facts: PowerFacts) -> PowerFacts:
        if self.fortress_every_home:
            facts = replace(facts, fortresses=facts.home)
        elif power == "mordor" and self.fortress_dol_guldur:
            facts = replace(facts, fortresses=(*facts.fortresses, "DGU"))
        if self.starting_units == "fleets":
            facts = replace(facts, units=tuple(_afloat(unit) for unit in facts.units))
        return facts


def _afloat(unit: str) -> str:
    at = unit.partition(" ")[2]
    return f"F {at}" if at in FLEET_SITES else unit


TWO_SEASONS = Calendar(
    first_year=3000,
    year="Third Age {year}",
    seasons=(
        Season("spring", "movement"),
        Season("spring", "retreats"),
        Season("autumn", "movement"),
        Season("autumn", "retreats", counts=True),
        Season("winter", "adjustments"),
    ),
)
"""The calendar of the usual game, as the designer proposes it for comparison."""

PRESETS = {
    "1971": MiddleEarthOptions(),
    "modern": MiddleEarthOptions(rulebook="2023"),
    "two-seasons": MiddleEarthOptions(seasons="two"),
    "third-age-2006": MiddleEarthOptions(starting_units="fleets", fleet_sites="four"),
}
"""The game as printed, by modern rules, with two movements a year, and the computer version of 2006."""

PRESET_TITLES = {"two-seasons": "Two-season", "third-age-2006": "2006"}
"""What players call those whose keys say it badly: `Two-season rules`."""

PRESET_LINES = {
    "1971": "As printed: all rules of 1971, one movement a year, fortresses and conversion.",
    "modern": "The same board by the rulebook of 2023: convoys and retreats as players know them today.",
    "two-seasons": "Movement in Spring and Autumn; centres are counted after Autumn.",
    "third-age-2006": "The version of 2006: fleets on the coasts from the start, and built at the four harbours.",
}

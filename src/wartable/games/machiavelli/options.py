"""How Machiavelli is played: every point in which editions differ, and the profiles that settle them together.

Source: rules/machiavelli.md 15.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from wartable.engine.options import About
from wartable.games.machiavelli.data import scenario_titles
from wartable.games.machiavelli.optional_rules import GROUP, OptionalRules
from wartable.games.scoring import Scoring
from wartable.games.voting import Ballot, Concessions, Draws

RULE = "machiavelli"


def _switch(label: str, sentence: str, rule: str, group: str) -> About:
    return About(label, sentence, rule=f"{RULE} {rule}", group=group)


class MachiavelliOptions(OptionalRules, frozen=True, kw_only=True):
    """The options of one game; the defaults are those of the profile `classic`."""

    groups: ClassVar[tuple[str, ...]] = ("Game", "End", "Disasters", "Money", "Units", "Control", GROUP)

    scenario: Annotated[
        str, About("Scenario", "Who plays, in which year, with what.", choices=scenario_titles, group="Game", lead=True)
    ] = "balance_of_power_1454"
    length: Annotated[
        Literal["basic", "advanced", "ultimate"],
        About(
            "Length",
            "How many cities and home countries win.",
            rule=f"{RULE} 9.4",
            choices={
                "basic": "12 cities, all of the own home among them",
                "advanced": "15 cities and 2 home countries; 18 cities with four or fewer powers",
                "ultimate": "23 cities and 3 home countries",
            },
            group="Game",
        ),
    ] = "advanced"
    victory_home_countries: Annotated[
        int,
        About(
            "Home countries to win",
            "How many home countries a winner holds; -1: as many as the cities ask for.",
            rule=f"{RULE} 9.4",
            least=-1,
            most=8,
            group="Game",
        ),
    ] = -1
    last_year: Annotated[
        int,
        About(
            "Years",
            "After so many years the power with most cities wins; 0: no limit.",
            rule=f"{RULE} 9.4",
            least=0,
            most=100,
            group="Game",
        ),
    ] = 0
    draws: Draws = "survivors"
    ballot: Ballot = "secret"
    concessions: Concessions = True
    scoring: Scoring = "draw_size"
    money: Annotated[bool, _switch("Money", "Whether there is money; without it cities limit units.", "16", "Game")] = (
        True
    )
    dice: Annotated[bool, _switch("Dice", "Whether variable income is rolled for.", "10", "Game")] = True
    special_units: Annotated[
        bool, _switch("Special units", "Whether there are militia, mercenaries and professionals.", "3.1", "Units")
    ] = True
    fortresses: Annotated[bool, _switch("Fortresses", "Whether fortresses hold garrisons.", "1", "Units")] = False

    famine: Annotated[bool, _switch("Famine", "Whether famine is rolled for each year.", "13.3", "Disasters")] = True
    plague: Annotated[bool, _switch("Plague", "Whether plague is rolled for after spring.", "13.3", "Disasters")] = (
        False
    )
    storms: Annotated[bool, _switch("Storms", "Whether storms are rolled for after fall.", "13.3", "Disasters")] = False
    storm_season: Annotated[
        Literal["fall", "summer"],
        About(
            "Storms come",
            "When storms are rolled for, and when they sink fleets.",
            rule=f"{RULE} 13.3",
            choices={"fall": "After fall, and sink at once", "summer": "After summer, and sink after fall"},
            group="Disasters",
        ),
    ] = "fall"
    first_year_famine: Annotated[
        bool,
        _switch("Famine in the first year", "Whether famine is rolled before the first spring.", "2.1", "Disasters"),
    ] = False
    severity_die: Annotated[
        Literal["2d6_print", "2d6_judge", "1d6"],
        About(
            "Severity of a year",
            "Which dice say how bad a year is.",
            rule=f"{RULE} 13.1",
            choices={
                "2d6_print": "Two dice, as printed",
                "2d6_judge": "Two dice, as in the computer judge",
                "1d6": "One die",
            },
            group="Disasters",
        ),
    ] = "2d6_print"

    treasuries: Annotated[
        Literal["secret", "open"],
        About(
            "Treasuries",
            "Whether powers see each other's money, loans and assassins.",
            rule=f"{RULE} 19.3",
            choices={"secret": "Secret", "open": "Open to all"},
            group="Money",
        ),
    ] = "secret"
    loans: Annotated[bool, _switch("Loans", "Whether the bank lends.", "12.1", "Money")] = True
    assassination: Annotated[bool, _switch("Assassination", "Whether there are assassins.", "12.4", "Money")] = True
    bribe_adjacency: Annotated[
        Literal["off", "unit", "unit_or_control"],
        About(
            "Bribes reach",
            "What a briber needs in or next to the province of the unit.",
            rule=f"{RULE} 12.2",
            choices={"off": "Nothing", "unit": "A unit", "unit_or_control": "A unit or a controlled province"},
            group="Money",
        ),
    ] = "unit"
    bribe_tie: Annotated[
        Literal["fail", "die", "first"],
        About(
            "Equal bribes",
            "What happens when the highest bribes are equal.",
            rule=f"{RULE} 12.2",
            choices={"fail": "All fail", "die": "A die decides", "first": "The first found wins"},
            group="Money",
        ),
    ] = "fail"
    counter_bribes: Annotated[
        Literal["sum", "largest", "cover"],
        About(
            "Counter-bribes",
            "Whether all counter-bribes on a unit count against the largest bribe, or the largest of them.",
            rule=f"{RULE} 12.2",
            choices={
                "sum": "All, added up, against the largest bribe",
                "largest": "The largest, against the largest bribe",
                "cover": "All, added up: the largest of the bribes that cover price and counter-bribes works",
            },
            group="Money",
        ),
    ] = "sum"
    credit_limit: Annotated[
        Literal["25", "provinces_plus_units_max_25"],
        About(
            "Credit",
            "How much principal a power may owe.",
            rule=f"{RULE} 12.1",
            choices={
                "25": "25 ducats",
                "provinces_plus_units_max_25": "A ducat for each province and unit, at most 25",
            },
            group="Money",
        ),
    ] = "25"
    assassination_table: Annotated[
        Literal["sixths", "dice_pool"],
        About(
            "Odds of assassination",
            "What 12, 24 and 36 ducats buy, or more dice for more money.",
            rule=f"{RULE} 12.4",
            choices={"sixths": "One die: 1, 1-2, 1-3", "dice_pool": "One to ten dice that need a six"},
            group="Money",
        ),
    ] = "sixths"
    taxation: Annotated[
        Literal["off", "famine", "rebels"],
        About(
            "Taxation",
            "Whether a city may be made to pay again at the start of a year, and what its province does then.",
            rule=f"{RULE} 14",
            choices={"off": "No", "famine": "Yes, and there is famine", "rebels": "Yes, and it rebels"},
            group="Money",
        ),
    ] = "off"
    unordered_upkeep: Annotated[
        Literal["disband", "pay_oldest"],
        About(
            "Units not mentioned",
            "What happens to units that their power neither pays nor disbands.",
            rule=f"{RULE} 11",
            choices={"disband": "They are disbanded", "pay_oldest": "The oldest are paid as far as money goes"},
            group="Money",
        ),
    ] = "pay_oldest"
    variable_income_die: Annotated[
        Literal["per_row", "per_game"],
        About(
            "Variable income",
            "Whether each country rolls its own dice.",
            rule=f"{RULE} 10",
            choices={"per_row": "Each its own", "per_game": "One roll for all"},
            group="Money",
        ),
    ] = "per_row"

    special_unit_limits: Annotated[
        Literal["one", "per_power_table", "per_power_table_bribes_exempt"],
        About(
            "Limit of special units",
            "How many a power may have.",
            rule=f"{RULE} 3.1",
            choices={
                "one": "One of any class",
                "per_power_table": "One, of the classes of its power",
                "per_power_table_bribes_exempt": "The same, but any number by bribes",
            },
            group="Units",
        ),
    ] = "one"
    elite_support_cut: Annotated[
        Literal["whole", "pointwise"],
        About(
            "Support of elites",
            "Whether an attack cuts the whole support of a unit of strength 2.",
            rule=f"{RULE} 3.1",
            choices={"whole": "The whole", "pointwise": "A point for each point of the attack"},
            group="Units",
        ),
    ] = "whole"
    must_lift_siege: Annotated[
        bool, _switch("Sieges are lifted first", "Whether a besieger has to lift its siege to leave.", "6", "Units")
    ] = True
    besieged_may_convert: Annotated[
        bool, _switch("Besieged come out", "Whether a garrison under siege may convert.", "6", "Units")
    ] = False
    retreat_to_city: Annotated[
        Literal["last_resort", "always"],
        About(
            "Retreats into the own city",
            "When a dislodged unit may go into the city of its province.",
            rule=f"{RULE} 8",
            choices={"last_resort": "If it can go nowhere else", "always": "Always"},
            group="Units",
        ),
    ] = "last_resort"
    coastal_transport: Annotated[
        bool, _switch("Transport along coasts", "Whether fleets in provinces carry armies.", "4", "Units")
    ] = True
    straits_close: Annotated[
        Literal["entering", "standing"],
        About(
            "Straits",
            "Whether a fleet that comes in closes a strait at once.",
            rule=f"{RULE} 5.10",
            choices={"entering": "At once", "standing": "Only one that was there"},
            group="Units",
        ),
    ] = "entering"
    disband_in_campaign: Annotated[
        bool, _switch("Disbanding in campaigns", "Whether units may be disbanded at any time.", "5.9", "Units")
    ] = True
    support_names: Annotated[
        Literal["unit", "power"],
        About(
            "Supports name",
            "Whether a support is for a unit, or for whatever a power does in a province.",
            rule=f"{RULE} 4",
            choices={"unit": "A unit", "power": "A power and a province"},
            group="Units",
        ),
    ] = "unit"
    rebellion_marker: Annotated[
        Literal["field_and_city", "one"],
        About(
            "Rebels",
            "Whether rebels rise in the field and in an empty fortified city, or in one of them.",
            rule=f"{RULE} 12.3",
            choices={"field_and_city": "In both", "one": "In the city if it is fortified and empty, else in the field"},
            group="Units",
        ),
    ] = "field_and_city"

    control_timing: Annotated[
        Literal["immediate", "fall"],
        About(
            "Control changes",
            "When provinces and cities change their controller.",
            rule=f"{RULE} 9.1",
            choices={"immediate": "At once", "fall": "After fall"},
            group="Control",
        ),
    ] = "immediate"
    mixed_control: Annotated[
        bool,
        _switch("Divided control", "Whether province and city may have different controllers.", "9.1", "Control"),
    ] = True


MACH95 = {
    "scenario": "balance_of_power_1454_1995",
    "severity_die": "1d6",
    "control_timing": "fall",
    "mixed_control": False,
    "victory_home_countries": 0,
    "must_lift_siege": False,
    "besieged_may_convert": True,
    "retreat_to_city": "always",
    "coastal_transport": False,
    "elite_support_cut": "pointwise",
    "straits_close": "standing",
    "disband_in_campaign": False,
    "bribe_adjacency": "unit_or_control",
    "bribe_tie": "die",
    "special_unit_limits": "per_power_table",
}
"""What the edition of 1995 has otherwise (machiavelli 0.3, 15)."""
CONDOTTIERI = {
    **MACH95,
    "elite_support_cut": "whole",
    "bribe_tie": "first",
    "special_unit_limits": "per_power_table_bribes_exempt",
    "counter_bribes": "cover",
    "storm_season": "summer",
    "credit_limit": "provinces_plus_units_max_25",
    "assassination_table": "dice_pool",
    "rebellion_marker": "one",
    "variable_income_die": "per_game",
}
"""What the web site of that name has otherwise (machiavelli 15, 19)."""
BASIC = {
    "length": "basic",
    "money": False,
    "dice": False,
    "famine": False,
    "loans": False,
    "assassination": False,
    "special_units": False,
}
"""The basic game: no money, no dice (machiavelli 16)."""
PROFILES: Mapping[str, Mapping[str, object]] = {
    "classic": {},
    "mach95": MACH95,
    "condottieri": CONDOTTIERI,
    "basic": BASIC,
}
"""Values by profile that differ from the defaults."""

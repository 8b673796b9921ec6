"""How Lord of the Rings Machiavelli is played: points of Machiavelli that its notes leave open, and those of its own.

Source: rules/machiavelli.md 18.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from wartable.engine.errors import Conflict, Reason
from wartable.engine.needs import need
from wartable.engine.options import BY_SEATS, About, build
from wartable.games.machiavelli.lotr.data import SeaModel
from wartable.games.machiavelli.lotr.setups import Hedemyra, Played, Tolfalas
from wartable.games.machiavelli.optional_rules import NAMES
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.ring_figures.realm import FigureSettings

RULE = "machiavelli"
_AT_SEA = (need("there are no spaces at sea", sea_model="seas"),)
_SCALED = (need("more than half of the cities win", victory="machiavelli"),)


class LotrOptions(MachiavelliOptions, frozen=True, kw_only=True):
    """The options of one game; those of Machiavelli begin as in its profile `classic`, with plague."""

    groups: ClassVar[tuple[str, ...]] = ("Game", "End", "Map", "Figures", "Disasters", "Money", "Units", "Control")
    fixed: ClassVar[tuple[str, ...]] = (
        "scenario", "victory_home_countries", "money", "dice", "special_units", "special_unit_limits", "fortresses",
        "straits_close", "coastal_transport", *NAMES,
    )  # fmt: skip
    """What the notes settle, and what this board knows nothing of (machiavelli 18.1)."""
    special_units: bool = False

    powers: Annotated[
        Played,
        About(
            "Powers",
            "Who plays: all five, four while Eriador is nobody's at first, or a player for each side.",
            rule=f"{RULE} 18.4, ring-diplomacy Y06",
            choices={
                "five": "Five",
                "four": "Four; Eriador is a country that belongs to nobody",
                "two": "Two; each side is one power with all its home countries",
            },
            group="Game",
            lead=True,
            by_seats={2: "two", 4: "four", 5: "five"},
        ),
    ] = BY_SEATS
    forced_alliances: Annotated[
        bool,
        About(
            "Forced alliances",
            "Whether powers of one side may not act against each other while two powers of the other side are left.",
            rule="ring-diplomacy Y50",
            group="Game",
        ),
    ] = False
    ents: Annotated[
        bool,
        About(
            "Ents",
            "Whether the Ents come to help Rohan when evil holds or attacks Fangorn.",
            rule="ring-diplomacy Y51",
            group="Units",
        ),
    ] = False
    victory: Annotated[
        Literal["majority", "machiavelli"],
        About(
            "Victory",
            "What wins: the rule of the notes, or that of Machiavelli with its numbers scaled to this board.",
            rule=f"{RULE} 18.7",
            choices={"majority": "More than half of the cities", "machiavelli": "Cities and home countries"},
            group="Game",
        ),
    ] = "majority"
    length: Annotated[
        Literal["basic", "advanced", "ultimate"],
        About(
            "Length",
            "How many cities and home countries win.",
            rule=f"{RULE} 18.7",
            choices={
                "basic": "9 cities, all of the own home and five others among them",
                "advanced": "11 cities and 2 home countries; 13 cities with four or fewer powers",
                "ultimate": "16 cities and 3 home countries",
            },
            group="Game",
            needs=_SCALED,
        ),
    ] = "advanced"
    victory_check: Annotated[
        Literal["after_fall", "every_campaign"],
        About(
            "Victory is looked for",
            "When cities are counted; the Ring may end the game after any campaign.",
            rule=f"{RULE} 18.7",
            choices={"after_fall": "After fall", "every_campaign": "After every campaign"},
            group="Game",
        ),
    ] = "after_fall"
    sea_model: Annotated[
        SeaModel,
        About(
            "The sea",
            "Who goes over the sea, and how. The spaces at sea are those of a public variant on this map.",
            rule=f"{RULE} 18.3",
            choices={
                "port_line": "Fleets in ports, and armies along one line into an empty port or carried by fleets",
                "free_lines": "Armies, to any empty port; there are no fleets",
                "seas": "Fleets from sea to sea; each at sea earns a ducat and may carry an army",
            },
            group="Game",
        ),
    ] = "port_line"
    autonomous_garrisons: Annotated[
        Literal["all_neutral_cities", "none"],
        About(
            "Independent garrisons",
            "Whether neutral cities begin with independent garrisons.",
            rule=f"{RULE} 18.4",
            choices={"all_neutral_cities": "In all of them", "none": "None"},
            group="Game",
        ),
    ] = "all_neutral_cities"
    mount_doom_city: Annotated[
        bool,
        About(
            "Mount Doom has a city",
            "Whether Mount Doom, a site of power that the notes do not mark, has a city.",
            rule=f"{RULE} 18.3",
            group="Map",
        ),
    ] = False
    hedemyra: Annotated[
        Hedemyra,
        About(
            "Saruman's third city",
            "Which province the notes mean by a name that is on no board.",
            rule=f"{RULE} 18.3",
            choices={"the_wold": "The Wold", "dead_marshes": "Dead Marshes"},
            group="Map",
        ),
    ] = "the_wold"
    tolfalas: Annotated[
        Tolfalas,
        About(
            "Tolfalas",
            "What the notes mean by Tolfalas, which is drawn as an island without a name.",
            rule=f"{RULE} 18.3",
            choices={
                "island": "The island, next to Belfalas",
                "druwaith_iaur": "Druwaith Iaur belongs to Gondor's country; the island is not in play",
                "omit": "Nothing; the island is not in play",
            },
            group="Map",
        ),
    ] = "island"

    sudden_death: Annotated[
        tuple[Literal["doom", "caught", "last_year"], ...],
        About(
            "Sudden death",
            "What ends the game after a campaign, as a victory of the power with most cities; of powers that are level "
            "the one with more home cities of the other side wins.",
            rule=f"{RULE} 18.7, ring-diplomacy Y40, Y41",
            choices={
                "doom": "The ring-bearer ends a campaign on Mount Doom without the black riders",
                "caught": "The black riders end a campaign with the ring-bearer",
                "last_year": "The last year is over",
            },
            group="Figures",
        ),
    ] = ("doom", "caught")
    ring_decides: Annotated[
        bool,
        About(
            "The Ring decides",
            "Whether only good powers win when the Ring comes to Mount Doom, and only evil ones when it is caught. "
            "Reconstructed for two players: no source says it.",
            rule="ring-diplomacy Y41",
            group="Figures",
            by_seats={2: True, 4: False},
        ),
    ] = BY_SEATS
    ring_steps: Annotated[
        int,
        About(
            "Steps of the hidden figures",
            "How many provinces the ring-bearer and the black riders may go in a campaign.",
            rule=f"{RULE} 18.2",
            least=1,
            most=2,
            group="Figures",
        ),
    ] = 1
    nazgul_spares: Annotated[
        Literal["nobody", "evil"],
        About(
            "The Nazgul strike",
            "Whether the Nazgul strike units of Saruman as well.",
            rule="ring-diplomacy Y22.4",
            choices={"nobody": "Everybody but Mordor", "evil": "Good units only"},
            group="Figures",
        ),
    ] = "nobody"
    dead_spent: Annotated[
        Literal["on_effect", "on_call"],
        About(
            "The Dead have come",
            "Whether a call of the Dead that finds no evil attack may be made again.",
            rule="ring-diplomacy Y22.5",
            choices={"on_effect": "When they have taken a unit", "on_call": "When they were called"},
            group="Figures",
        ),
    ] = "on_effect"

    plague: Annotated[
        bool,
        About("Plague", "Whether plague is rolled for after spring.", rule=f"{RULE} 18.1, 18.9", group="Disasters"),
    ] = True
    storms: Annotated[
        bool,
        About(
            "Storms",
            "Whether storms are rolled for. The table of the seas is reconstructed.",
            rule=f"{RULE} 13.3, 18.3",
            group="Disasters",
            needs=_AT_SEA,
        ),
    ] = False
    storm_season: Annotated[
        Literal["fall", "summer"],
        About(
            "Storms come",
            "When storms are rolled for, and when they sink fleets.",
            rule=f"{RULE} 13.3",
            choices={"fall": "After fall, and sink at once", "summer": "After summer, and sink after fall"},
            group="Disasters",
            needs=(*_AT_SEA, need("there are no storms", storms=True)),
        ),
    ] = "fall"
    severity_die: Annotated[
        Literal["2d6_print", "2d6_judge", "1d6"],
        About(
            "Severity of a year",
            "Which dice say how bad a year is; with famine and plague two dice strike a quarter of the board a year.",
            rule=f"{RULE} 18.8, 20",
            choices={
                "2d6_print": "Two dice, as printed",
                "2d6_judge": "Two dice, as in the computer judge",
                "1d6": "One die",
            },
            group="Disasters",
        ),
    ] = "1d6"

    def contradictions(self) -> Iterator[Conflict]:
        """Yield an end by the calendar without a last year."""
        yield from super().contradictions()
        if "last_year" in self.sudden_death and not self.last_year:
            message = "Sudden death after the last year needs a number of years."
            reason = Reason(code="option.contradiction", message=message, rule="ring-diplomacy Y40")
            yield Conflict(options=("sudden_death", "last_year"), reason=reason)

    def settings(self) -> FigureSettings:
        """Return how doubtful points of figures are settled."""
        return FigureSettings(
            nazgul_spares=self.nazgul_spares,
            dead_spent=self.dead_spent,
            ring_steps=self.ring_steps,
            fleets=self.sea_model != "free_lines",
        )


PRESETS: Mapping[str, LotrOptions] = {
    "standard": LotrOptions(),
    "open-lands": build(LotrOptions, {"sea_model": "free_lines", "autonomous_garrisons": "none"}),
    "open-seas": build(LotrOptions, {"sea_model": "seas", "storms": True}),
    "three-homes": build(LotrOptions, {"victory": "machiavelli", "length": "ultimate"}),
}
"""The game as the digest has it, one of open cities and sailing armies, one with fleets at sea, and one that is won as
Machiavelli is."""

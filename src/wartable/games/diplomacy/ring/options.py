"""How ring diplomacy is played: the basic and the advanced game, and every point that its digest leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from wartable.engine.errors import Conflict, Reason
from wartable.engine.needs import need
from wartable.engine.options import BY_SEATS, About
from wartable.games.adjudication.orders import Power, Province, UnitKind
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.ring.ringmap import RingMap, printed_map
from wartable.games.diplomacy.ring.settings import Settings
from wartable.games.diplomacy.variant import PowerFacts, ProvinceFacts

RULE = "ring-diplomacy"
_ADVANCED = (need("the basic game has only armies", advanced=True),)
_FIVE, _FOUR = 5, 4

Advanced = Annotated[
    bool,
    About(
        "Advanced game",
        "Whether there are elite and special units, the ring-bearer and the black riders, or armies only.",
        rule=f"{RULE} 2",
        group="Game",
        lead=True,
    ),
]
Eriador = Annotated[
    Literal["played", "neutral"],
    About(
        "Eriador",
        "Whether Eriador is a power, or its centres belong to nobody at first, as in the older game of four powers.",
        rule=f"{RULE} Y06",
        choices={"played": "A power", "neutral": "Nobody's at first"},
        group="Game",
        by_seats={2: "played", 4: "neutral", 5: "played"},
    ),
]
SeaMoves = Annotated[
    Literal["any_port", "until_occupied", "one_line"],
    About(
        "Armies at sea",
        "How far an army may go from port to port; the port it goes to must be empty before orders are carried out.",
        rule=f"{RULE} Y04",
        choices={
            "any_port": "To any port, whoever holds those between",
            "until_occupied": "Past empty and own ports only",
            "one_line": "Along one sea-line",
        },
        group="Game",
    ),
]
EliteSupport = Annotated[
    int,
    About(
        "Support of strong units",
        "What a support by a unit of strength 2 is worth.",
        rule=f"{RULE} Y11",
        least=1,
        most=2,
        group="Units",
        needs=_ADVANCED,
    ),
]
NazgulSpares = Annotated[
    Literal["nobody", "evil"],
    About(
        "The Nazgul strike",
        "Whether the Nazgul strike units of Saruman as well.",
        rule=f"{RULE} Y22.4",
        choices={"nobody": "Everybody but Mordor", "evil": "Good units only"},
        group="Units",
        needs=_ADVANCED,
    ),
]
DeadSpent = Annotated[
    Literal["on_effect", "on_call"],
    About(
        "The Dead have come",
        "Whether a call of the Dead that finds no evil attack may be made again.",
        rule=f"{RULE} Y22.5",
        choices={"on_effect": "When they have taken a unit", "on_call": "When they were called"},
        group="Units",
        needs=_ADVANCED,
    ),
]
RingSteps = Annotated[
    int,
    About(
        "Steps of the hidden figures",
        "How many provinces the ring-bearer and the black riders may go in a turn.",
        rule=f"{RULE} Y34",
        least=1,
        most=2,
        group="Units",
        needs=_ADVANCED,
    ),
]
SuddenDeath = Annotated[
    tuple[Literal["doom", "caught", "last_year"], ...],
    About(
        "Sudden death",
        "What ends the game at once, as a victory of the power with most centres.",
        rule=f"{RULE} Y40",
        choices={
            "doom": "The ring-bearer ends a turn on Mount Doom without the black riders",
            "caught": "The black riders end a turn with the ring-bearer",
            "last_year": "The last year is over",
        },
        group="End",
    ),
]
RingDecides = Annotated[
    bool,
    About(
        "The Ring decides",
        "Whether only good powers can win when the Ring comes to Mount Doom, and only evil ones when it is caught.",
        rule=f"{RULE} Y41",
        group="End",
        needs=_ADVANCED,
    ),
]
ForcedAlliances = Annotated[
    bool,
    About(
        "Forced alliances",
        "Whether powers of one side may not attack each other while two powers of the other side are left.",
        rule=f"{RULE} Y50",
        group="Optional rules",
        by_seats={2: True, 4: False},
    ),
]
Ents = Annotated[
    bool,
    About(
        "Ents",
        "Whether the Ents come to help Rohan when evil holds or attacks Fangorn.",
        rule=f"{RULE} Y51",
        group="Optional rules",
        needs=_ADVANCED,
    ),
]
Strongholds = Annotated[
    bool,
    About(
        "Strongholds",
        "Whether a unit in a stronghold holds with one more, unless it tries to leave.",
        rule=f"{RULE} Y52",
        group="Optional rules",
    ),
]
Fleets = Annotated[
    bool,
    About(
        "Fleets",
        "Whether fleets are built in ports, go along the sea-lines and carry armies.",
        rule=f"{RULE} Y53",
        group="Optional rules",
    ),
]
Hedemyra = Annotated[
    Literal["the_wold", "dead_marshes"],
    About(
        "Saruman's third centre",
        "Which province the notes mean by a name that is on no board.",
        rule=f"{RULE} Y01",
        choices={"the_wold": "The Wold", "dead_marshes": "Dead Marshes"},
        group="Map",
    ),
]
Tolfalas = Annotated[
    Literal["island", "druwaith_iaur", "omit"],
    About(
        "Tolfalas",
        "What the notes mean by Tolfalas, which is drawn as an island without a name.",
        rule=f"{RULE} Y01",
        choices={
            "island": "The island, next to Belfalas",
            "druwaith_iaur": "Druwaith Iaur belongs to Gondor's country",
            "omit": "Nothing",
        },
        group="Map",
    ),
]
MountDoom = Annotated[
    bool,
    About(
        "Mount Doom is a centre",
        "Whether Mount Doom, a site of power that the notes do not mark, is a supply centre.",
        rule=f"{RULE} Y01",
        group="Map",
    ),
]


class RingOptions(DiplomacyOptions, frozen=True, kw_only=True, cache_hash=True):
    """The choices of ring diplomacy; those without a choice are as its digest settles them."""

    groups: ClassVar = ("Game", "Rules", "Units", "Optional rules", "Map", "End", "Absence", "Doubtful points")
    votes_count_since = "2"
    choices_only_since = "3"

    advanced: Advanced = True
    eriador: Eriador = BY_SEATS
    sea_moves: SeaMoves = "any_port"
    elite_support: EliteSupport = 2
    nazgul_spares: NazgulSpares = "nobody"
    dead_spent: DeadSpent = "on_effect"
    ring_steps: RingSteps = 1
    sudden_death: SuddenDeath = ("doom", "caught")
    ring_decides: RingDecides = False
    forced_alliances: ForcedAlliances = BY_SEATS
    ents: Ents = False
    strongholds: Strongholds = False
    fleets: Fleets = False
    hedemyra: Hedemyra = "the_wold"
    tolfalas: Tolfalas = "island"
    mount_doom_centre: MountDoom = False

    def contradictions(self) -> Iterator[Conflict]:
        """Yield an end by the calendar without a last year, and one before the beginning."""
        yield from super().contradictions()
        if "last_year" in self.sudden_death and not self.last_year:
            message = "Sudden death after the last year needs a last year."
            reason = Reason(code="option.contradiction", message=message, rule=f"{RULE} Y40")
            yield Conflict(options=("sudden_death", "last_year"), reason=reason)

    def settings(self) -> Settings:
        """Return what changes how a phase is judged."""
        return Settings(
            advanced=self.advanced,
            sea_moves=self.sea_moves,
            elite_support=self.elite_support,
            nazgul_spares=self.nazgul_spares,
            dead_spent=self.dead_spent,
            ring_steps=self.ring_steps,
            forced_alliances=bool(self.forced_alliances),
            ents=self.ents and self.advanced,
            strongholds=self.strongholds,
            fleets=self.fleets,
        )

    def variant(self) -> RingMap:
        """Return the map as these options have it."""
        base = printed_map()
        powers = {power: facts for power, facts in base.powers.items() if self._plays(power)}
        provinces = {code: facts for code, facts in base.provinces.items() if self._has(code)}
        if self.mount_doom_centre:
            provinces["mount_doom"] = replace(provinces["mount_doom"], centre=True)
        return replace(
            base,
            powers={power: self._power(power, facts) for power, facts in powers.items()},
            provinces=provinces,
            army_borders=self._borders(base.army_borders),
            fleet_builds=self.fleets,
            settings=self.settings(),
        )

    def _plays(self, power: Power) -> bool:
        return power != "eriador" or self.eriador != "neutral"

    def _has(self, code: Province) -> bool:
        return code != "tolfalas" or self.tolfalas == "island"

    def _borders(self, borders: Mapping[Province, tuple[Province, ...]]) -> dict[Province, tuple[Province, ...]]:
        return {
            place: tuple(end for end in ends if self._has(end)) for place, ends in borders.items() if self._has(place)
        }

    def _power(self, power: Power, facts: PowerFacts) -> PowerFacts:
        special: Mapping[UnitKind, int] = facts.special if self.advanced else {}
        country = tuple(code for code in facts.country if self._has(code))
        home, units = facts.home, facts.units
        if power == "gondor" and self.tolfalas == "druwaith_iaur":
            country = (*country, "druwaith_iaur")
        if power == "saruman" and self.hedemyra == "dead_marshes":
            home = tuple(_other_hedemyra(code) for code in home)
            country = tuple(_other_hedemyra(code) for code in country)
            units = tuple(f"A {code}" for code in home)
        return replace(facts, home=home, units=units, country=country, special=special)


def _other_hedemyra(code: Province) -> Province:
    return "dead_marshes" if code == "the_wold" else code


PRESETS: Mapping[str, RingOptions] = {
    "basic": RingOptions(advanced=False),
    "advanced": RingOptions(),
    "everything": RingOptions(fleets=True, ents=True, strongholds=True, forced_alliances=True),
    "two-player": RingOptions(concessions=False),
}
"""The game of armies, the advanced game, that with all optional rules, and the advanced game for two."""

PRESET_TITLES = {"two-player": "Two-player"}
"""What players call those whose keys say it badly."""

PRESET_LINES = {
    "basic": "Armies only, which sail from port to port; whoever owns 16 of the 30 centres wins.",
    "advanced": "Elite units, the Nazgul and the Great Eagles, the Dead, and a ring-bearer whom nobody sees.",
    "everything": "The advanced game with fleets, Ents, strongholds and forced alliances.",
    "two-player": "The advanced game for two: one leads the good powers, one the evil ones.",
}


def code_of(facts: ProvinceFacts) -> str:
    """Return the three-letter code of a province, which is the first of its other names."""
    return facts.aliases[0]

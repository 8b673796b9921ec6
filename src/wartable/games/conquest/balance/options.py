"""The options of the Balance of Power variant and their presets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from wartable.engine.errors import Conflict
from wartable.engine.needs import Other, need
from wartable.engine.options import About
from wartable.games.conquest.balance.boards import misfits
from wartable.games.conquest.core.maps import board_choices
from wartable.games.conquest.core.options import RECONSTRUCTED, ConquestOptions

ACTIONS = need("there are no special combat actions", actions=True)
SITES = need("there are no sites", sites=True)
FOR_MANY = need("this neutral army is for two players only", neutral_army=Other("two"))

BoardName = Annotated[
    str,
    About(
        "Board",
        "Printed boards differ by one sea lane. A map of your own works if it has the continents that objectives "
        "name, and 36 to 60 territories.",
        rule="balance-of-power 58",
        choices=board_choices,
        group="Board and set-up",
    ),
]
FirstPlayer = Annotated[
    Literal["rolled", "seat_order"],
    About(
        "First player",
        "Who plays first; the others follow in the order of seats.",
        rule="balance-of-power 6",
        choices={"rolled": "The highest die", "seat_order": "The first seat"},
        group="Board and set-up",
    ),
]
StartingArmies = Annotated[
    Literal["variant", "classic"],
    About(
        "Starting armies",
        "Armies at the start, in playing order: later players get more, and the third and the fifth a card; or "
        "all get the same, as in Classic Risk.",
        rule="balance-of-power 7",
        choices={"variant": "30 and 33; or 33, 35, 37, 39, 39", "classic": "40, 35, 30, 25 or 20 each"},
        group="Board and set-up",
    ),
]
FifthPlayer = Annotated[
    Literal["literal", "progressive"],
    About(
        "Fifth player",
        "The text prints 39 armies for the fourth and for the fifth player.",
        rule="balance-of-power 13",
        choices={"literal": "39 and a card", "progressive": "41 and a card (reconstructed)"},
        group="Board and set-up",
        needs=(FOR_MANY, need("all begin with the armies of Classic Risk", starting_armies="variant")),
        seats=(5, 6),
    ),
]
SixPlayers = Annotated[
    bool,
    About(
        "Six players",
        f"A sixth player begins with 41 armies and a card, {RECONSTRUCTED}.",
        rule="balance-of-power 14",
        group="Board and set-up",
        needs=(FOR_MANY,),
    ),
]
NeutralArmy = Annotated[
    Literal["two", "with_three", "none"],
    About(
        "Neutral army",
        "75 armies on the sites. The losing player reinforces them and attacks with them.",
        rule="balance-of-power 16",
        choices={
            "two": "Yes, for two players",
            "with_three": "Yes, for any number of players",
            "none": "No",
        },
        group="Board and set-up",
        demands=dict.fromkeys(("two", "with_three"), (SITES,)),
    ),
]
Cities = Annotated[
    Literal["drawn", "printed"],
    About(
        "Cities",
        "Fifteen cities; each counts as a territory.",
        rule="balance-of-power 4",
        choices={"drawn": "Drawn", "printed": "Where the game of 2008 prints them"},
        group="Board and set-up",
    ),
]
Capitals = Annotated[
    Literal["apart", "anywhere"],
    About(
        "Capitals",
        "Each player places one, on a territory of theirs.",
        rule="balance-of-power 17",
        choices={"apart": "In different continents where that is possible", "anywhere": "Anywhere"},
        group="Board and set-up",
    ),
]
Rough = Annotated[
    bool,
    About(
        "Rough terrain",
        "Fifteen territories drawn: attacked with two dice at most, always defended with two.",
        rule="balance-of-power 5",
        group="Board and set-up",
    ),
]
Sites = Annotated[
    bool,
    About(
        "Sites",
        "Six territories drawn, where the neutral army begins and some objectives lie.",
        rule="balance-of-power 16",
        group="Board and set-up",
    ),
]
SpecialSites = Annotated[
    bool,
    About(
        "Special effects of sites",
        "Each site has an effect, given by the board: barracks, an airfield, a fortress, an arsenal or a "
        "listening post. The rules say that sites may have effects but name none, so these are reconstructed.",
        rule="balance-of-power 68",
        group="Board and set-up",
        needs=(SITES,),
    ),
]
SpecialActions = Annotated[
    bool,
    About(
        "Special combat actions",
        "Casualties and stars buy reconnaissance, bombs, spies and more.",
        rule="balance-of-power 36",
        group="Actions",
    ),
]
Prices = Annotated[
    Literal["printed", "balanced"],
    About(
        "Prices",
        "Printed prices, some of which do not match what an action is worth, or prices found by test games.",
        rule="balance-of-power 36",
        choices={
            "printed": "As printed, the same every time",
            "balanced": "By worth, one more each time (reconstructed)",
        },
        group="Actions",
        needs=(ACTIONS,),
    ),
]
Alliances = Annotated[
    Literal["any_time", "rested"],
    About(
        "Forced alliances",
        "Whether the same side may be forced into an alliance turn after turn.",
        rule="balance-of-power 40",
        choices={"any_time": "Any time", "rested": "Not twice in a row (reconstructed)"},
        group="Actions",
        needs=(ACTIONS,),
    ),
]
Recon = Annotated[
    Literal["rerolled", "raised"],
    About(
        "Recon mission",
        "What happens when a die that cannot show 1 rolls a 1.",
        rule="balance-of-power 38",
        choices={"rerolled": "It is rolled again", "raised": "It counts as 2"},
        group="Actions",
        needs=(ACTIONS, SITES),
    ),
]
ThirdPair = Annotated[
    bool,
    About(
        "Third pair",
        "Where both sides roll three dice or more, three pairs are compared, so that an attacker may lose three.",
        rule="balance-of-power 53",
        group="Actions",
        needs=(need("neither actions nor rewards bring extra dice", actions=True, rewards=True),),
    ),
]
DieCap = Annotated[
    Literal["none", "six"],
    About(
        "Highest die",
        "Whether airfields and tanks can lift a 6 to a 7.",
        rule="balance-of-power 57",
        choices={"none": "A 6 may become 7 or 8", "six": "6 is the most"},
        group="Actions",
        needs=(need("nothing lifts a die", actions=True, rewards=True, tanks=True, site_effects=True),),
    ),
]
Tanks = Annotated[
    bool,
    About(
        "Tanks",
        "Five armies may form a tank, which lifts the highest die of battles beside it.",
        rule="balance-of-power 62",
        group="Actions",
    ),
]
Rounding = Annotated[
    Literal["down", "up"],
    About(
        "Draft",
        "A third of territories and cities together, at least three.",
        rule="balance-of-power 55",
        choices={"down": "Rounded down", "up": "Rounded up"},
        group="Armies and cards",
    ),
]
Stars = Annotated[
    Literal["symbols", "printed"],
    About(
        "Stars",
        "Which cards show two stars. The list for the deck of 2008 is reconstructed.",
        rule="balance-of-power 2",
        choices={
            "symbols": "Cavalry; two wild cards of one star",
            "printed": "Twelve of the deck of 2008; no wild cards",
        },
        group="Armies and cards",
    ),
]
HandLimit = Annotated[
    bool,
    About(
        "Hand limit",
        "Nobody holds more than five cards; the sixth goes to the losing player.",
        rule="balance-of-power 3",
        group="Armies and cards",
    ),
]
Objectives = Annotated[
    Literal["variant", "game_2008"],
    About(
        "Objectives",
        "Eight lie face up, drawn from the twelve of the game of 2008; two about sites may be among them "
        "(reconstructed).",
        rule="balance-of-power 58",
        choices={"variant": "Those of 2008 and two about sites", "game_2008": "Those of 2008"},
        group="Goal",
        demands={"variant": (SITES,)},
    ),
]
ObjectiveNumbers = Annotated[
    Literal["printed", "fitted"],
    About(
        "Numbers of objectives",
        "What is printed is nearly reached when a game begins: the fewer play, the more each of them holds.",
        rule="balance-of-power 58",
        choices={
            "printed": "As printed, from the first turn on: 8 or 11 cities, 20 territories",
            "fitted": "Fitted to the number of players, from the third turn on (reconstructed)",
        },
        group="Goal",
    ),
]
Needed = Annotated[
    int,
    About(
        "Objectives to win",
        "A player who has collected this many and holds their own capital at the end of their turn wins.",
        rule="balance-of-power 58",
        least=1,
        most=8,
        group="Goal",
    ),
]
Rewards = Annotated[
    bool,
    About(
        "Rewards",
        "Each objective brings its collector an advantage for the rest of the game; their wordings are reconstructed.",
        rule="balance-of-power 59",
        group="Goal",
    ),
]

TurnLimit = Annotated[
    int,
    About(
        "Turn limit",
        "After this many full turns the player with the most territories and cities wins; cards and then armies "
        "break ties. 0: no limit.",
        rule="balance-of-power 19",
        least=0,
        most=500,
        group="Goal",
    ),
]


class BalanceOptions(ConquestOptions, frozen=True, kw_only=True, cache_hash=True):
    """How the variant is played; the defaults are its game for two."""

    groups: ClassVar = ("Board and set-up", "Goal", "Armies and cards", "Actions")

    board: BoardName = "classic"
    first_player: FirstPlayer = "rolled"
    neutral_army: NeutralArmy = "two"
    starting_armies: StartingArmies = "variant"
    fifth_player: FifthPlayer = "literal"
    six_players: SixPlayers = False
    cities: Cities = "drawn"
    capitals: Capitals = "apart"
    rough: Rough = True
    sites: Sites = True
    site_effects: SpecialSites = False
    actions: SpecialActions = True
    prices: Prices = "balanced"
    alliances: Alliances = "rested"
    recon: Recon = "rerolled"
    third_pair: ThirdPair = False
    die_cap: DieCap = "none"
    tanks: Tanks = False
    rounding: Rounding = "down"
    stars: Stars = "symbols"
    hand_limit: HandLimit = True
    objectives: Objectives = "variant"
    objective_numbers: ObjectiveNumbers = "fitted"
    objectives_needed: Needed = 3
    rewards: Rewards = False
    turn_limit: TurnLimit = 0

    def contradictions(self) -> Iterator[Conflict]:
        """Yield what a map of one's own does not have."""
        printed = "cities" if self.cities == "printed" else "stars" if self.stars == "printed" else ""
        yield from misfits(self.board, printed=printed, site_effects=self.site_effects)


PRESETS = {
    "two-player": BalanceOptions(),
    "many": BalanceOptions(neutral_army="none"),
    "with-tanks": BalanceOptions(tanks=True),
    "literal": BalanceOptions(
        neutral_army="with_three", third_pair=True, prices="printed", alliances="any_time", objective_numbers="printed"
    ),
    "world-2008": BalanceOptions(
        board="world_2008",
        neutral_army="none",
        starting_armies="classic",
        capitals="anywhere",
        rough=False,
        sites=False,
        actions=False,
        stars="printed",
        hand_limit=False,
        objectives="game_2008",
        objective_numbers="printed",
        rewards=True,
    ),
}
"""`literal`: the words of the text at their strongest. `world-2008`: the revised game of 2008 by the same parts."""

PRESET_TITLES = {
    "two-player": "Two players",
    "many": "Three to five",
    "with-tanks": "With tanks",
    "literal": "Literal",
    "world-2008": "World of 2008",
}
PRESET_LINES = {
    "two-player": "The duel: a neutral army of 75 stands between two players, and the losing one commands it.",
    "many": "No neutral army: cities, rough terrain, actions and objectives for three to five players.",
    "with-tanks": "The duel with tanks, which never fight and help those who do.",
    "literal": "Every rule read at its strongest: a neutral army at any table, and extra dice that kill a third.",
    "world-2008": "The revised game of 2008: cities and objectives with rewards; no neutral army and no actions.",
}

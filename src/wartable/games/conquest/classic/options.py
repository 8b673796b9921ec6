"""The options of Classic Risk and their presets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from wartable.engine.errors import Conflict
from wartable.engine.needs import Other, need
from wartable.engine.options import About
from wartable.games.conquest.classic.misfits import misfits
from wartable.games.conquest.core.options import RECONSTRUCTED, ConquestOptions, FortifyRule
from wartable.games.conquest.simultaneous import option_fields as s

CARDS = need("this game has no cards", cards=Other("off"))
Setup = Annotated[
    Literal["automatic", "turns", "claim"],
    About(
        "Set-up",
        "How territories and starting armies come to the map.",
        rule="risk D4",
        choices={
            "automatic": "All at random, play begins at once",
            "turns": "Dealt at random, then placed one army at a time in turn",
            "claim": "Claimed one by one in turn, then placed in turn",
        },
        group="Board and set-up",
    ),
]
FirstPlayer = Annotated[
    Literal["drawn", "seat_order"],
    About(
        "First player",
        "Who plays first; the others follow in the order of seats.",
        rule="risk D4",
        choices={"drawn": "Drawn by chance", "seat_order": "The first seat"},
        group="Board and set-up",
    ),
]
StartingArmies = Annotated[
    int,
    About(
        "Starting armies",
        "Armies of each player at the start; 0 takes the table: 40, 35, 30, 25 or 20 for 2 to 6 players, and in "
        "proportion to the territories on a map of your own.",
        rule="risk D3",
        least=0,
        most=200,
        group="Board and set-up",
    ),
]
Bonuses = Annotated[
    Literal["standard", "none", "border_weighted"],
    About(
        "Continent bonuses",
        f"Armies each turn for a whole continent. The border-weighted table is {RECONSTRUCTED}.",
        rule="risk D6",
        choices={
            "standard": "Standard: 7 5 5 3 2 2, or the map's own",
            "none": "None",
            "border_weighted": "By borders (reconstructed): 6 4 4 3 2 2",
        },
        group="Armies",
        needs=(need("only cards bring armies here", income=Other("cards_only")),),
    ),
]
Income = Annotated[
    Literal["whole_sum", "official", "cards_only"],
    About(
        "New armies",
        "Territories and continents bring armies, at least three: for the whole sum, or for the territories alone, "
        "before bonuses. Or cards alone bring some, so that the largest does not grow ever faster; that needs a turn "
        "limit.",
        rule="risk D6",
        choices={
            "whole_sum": "At least three in all",
            "official": "At least three before bonuses (official)",
            "cards_only": "For cards only",
        },
        group="Armies",
        demands={
            "cards_only": (CARDS, need("without a turn limit play may come to a standstill", turn_limit=Other(0)))
        },
    ),
]
AttackDice = Annotated[
    int,
    About(
        "Attack dice",
        "The most dice an attacker rolls.",
        rule="risk D8",
        least=1,
        most=3,
        group="Battle",
        needs=(s.IN_TURNS,),
    ),
]
DefenceDice = Annotated[
    int,
    About(
        "Defence dice",
        "The most dice a defender rolls; three is the Italian rule, and then three pairs are compared.",
        rule="risk D8",
        least=1,
        most=3,
        group="Battle",
        needs=(s.IN_TURNS,),
    ),
]
MoveIn = Annotated[
    Literal["one", "dice"],
    About(
        "Moving in",
        "How many armies must at least enter a conquered territory.",
        rule="risk D10",
        choices={"one": "One", "dice": "As many as dice were rolled (official)"},
        group="Battle",
        needs=(s.IN_TURNS,),
    ),
]
CardRule = Annotated[
    Literal["off", "escalating", "fixed", "italian"],
    About(
        "Cards",
        "One card for a turn with a conquest; three of a kind or one of each bring armies.",
        rule="risk D12",
        choices={
            "off": "No cards",
            "escalating": "Sets grow: 4 6 8 10 12 15 20 …",
            "fixed": "Fixed: infantry 4, cavalry 6, artillery 8, one of each 10",
            "italian": "Italian: artillery 4, infantry 6, cavalry 8, one of each 10, two with a wild card 12; no limit",
        },
        group="Cards",
    ),
]
SeizeCards = Annotated[
    bool,
    About(
        "Cards of the eliminated",
        "A player who eliminates another takes their cards.",
        rule="risk D12",
        group="Cards",
        needs=(CARDS,),
    ),
]
PictureBonus = Annotated[
    bool,
    About(
        "Pictured territory",
        "A traded card whose territory you hold brings 2 extra armies there, once per turn.",
        rule="risk D12",
        group="Cards",
        needs=(CARDS,),
    ),
]
Goal = Annotated[
    Literal["world", "missions", "territories", "continents"],
    About(
        "Goal",
        "What wins the game. The last player left always wins.",
        rule="risk D1",
        choices={
            "world": "Conquer the whole world",
            "missions": "A secret mission each",
            "territories": "A number of territories, open to all",
            "continents": "A pair of continents, open to all",
        },
        group="Goal",
    ),
]
MissionList = Annotated[
    Literal["european_14", "lotr_notes"],
    About(
        "Missions",
        "Which missions are dealt; in the European list the two Europe missions ask for a third continent. A map of "
        "your own deals its own.",
        rule="risk D12",
        choices={"european_14": "European edition, 14 missions", "lotr_notes": "List of the LotR notes, 14 missions"},
        group="Goal",
        needs=(need("missions are not the goal", goal="missions"),),
    ),
]
TerritoryGoal = Annotated[
    Literal["either", "24", "18_with_two"],
    About(
        "Territories to hold",
        "How many territories a player needs to win, where that is the goal.",
        rule="risk D1",
        choices={"either": "24, or 18 with two armies each", "24": "24", "18_with_two": "18 with two armies each"},
        group="Goal",
        needs=(need("territories are not the goal", goal="territories"),),
    ),
]
TurnLimit = Annotated[
    int,
    About(
        "Turn limit",
        "After this many full turns the player with the most territories wins; armies break ties. 0: no limit.",
        rule="risk D1",
        least=0,
        most=500,
        group="Goal",
        offer=20,
    ),
]

BOOK = "risk"
Moves = Annotated[s.MovesKind, s.moves(BOOK)]
Reveal = Annotated[s.RevealKind, s.reveal(BOOK)]
Swap = Annotated[s.SwapKind, s.swap(BOOK)]
CapByUnits = Annotated[bool, s.cap_by_units(BOOK)]
Withdrawal = Annotated[bool, s.withdraw(BOOK)]
Battles = Annotated[s.BattlesKind, s.battles(BOOK)]


class RiskOptions(ConquestOptions, frozen=True, kw_only=True, cache_hash=True):
    """How Classic Risk is played; the defaults are the risk-engine rules."""

    groups: ClassVar = ("Board and set-up", "Goal", "Armies", "Battle", "Cards", s.GROUP)

    setup: Setup = "automatic"
    first_player: FirstPlayer = "drawn"
    starting_armies: StartingArmies = 0
    bonuses: Bonuses = "standard"
    income: Income = "whole_sum"
    attack_dice: AttackDice = 3
    defence_dice: DefenceDice = 2
    move_in: MoveIn = "one"
    fortify: FortifyRule = "adjacent"
    cards: CardRule = "off"
    seize_cards: SeizeCards = True
    picture_bonus: PictureBonus = True
    goal: Goal = "world"
    missions: MissionList = "european_14"
    territories: TerritoryGoal = "either"
    turn_limit: TurnLimit = 0
    moves: Moves = "turns"
    reveal: Reveal = "together"
    swap: Swap = "pass"
    cap_by_units: CapByUnits = False
    withdraw: Withdrawal = True
    battles: Battles = "full"

    def contradictions(self) -> Iterable[Conflict]:
        """Return what a map of one's own does not have."""
        return misfits(self.board, self.goal, self.missions, self.territories)


PRESETS = {
    "engine": RiskOptions(),
    "classic": RiskOptions(income="official", cards="escalating", move_in="dice"),
    "missions": RiskOptions(income="official", cards="escalating", move_in="dice", goal="missions"),
    "risk-simultaneous": RiskOptions(income="official", cards="fixed", moves="simultaneous"),
}
"""`engine`: the risk-engine rules. `classic`: the rulebook of 1993. `missions`: the European game.

`risk-simultaneous`: the LotR notes' simultaneous rounds on the classic map (`risk M01` to `M15`), with sets of fixed
worth: an army moves over one border in a round, so that sets that grow outgrow what the land brings, before anybody can
be driven off the map.
"""

PRESET_TITLES = {"engine": "Simple", "classic": "Classic", "missions": "Mission", "risk-simultaneous": "Simultaneous"}
PRESET_LINES = {
    "engine": "Short and simple: the map is dealt at random, no cards, the whole world to win.",
    "classic": "The rulebook of 1993: card sets that grow, bonuses on top of the minimum, the dice rolled move in.",
    "missions": "The European game: as classic, and each player has a secret mission.",
    "risk-simultaneous": "All write their moves at the same time; where several meet, one battle is fought by all.",
}

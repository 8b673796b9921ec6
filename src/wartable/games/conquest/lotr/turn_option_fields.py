"""What can be chosen of leaders, reinforcements, cards, turn, Ring and sides."""

from __future__ import annotations

from typing import Annotated, Literal

from wartable.engine.needs import need
from wartable.engine.options import About
from wartable.games.conquest.lotr.option_fields import (
    CARDS,
    EMPTY,
    LEADER_MISSIONS,
    LEADERS,
    POINTS,
    RING,
    SIDES,
    TURN,
    UNITS,
)
from wartable.games.conquest.simultaneous import option_fields as s

SETS = need("sets of cards bring nothing", income="cards")
DOOM = need("the journey ends at the Dead Marshes", edition="64")
TO_DOOM = need("the journey ends at the Dead Marshes", journey_end="mount_doom")
APART = need("leaders only move along with units", leaders_separate=True)

LeadersAtStart = Annotated[
    int,
    About(
        "Leaders to begin with",
        "Leaders that each player places in the set-up. The edition of 2002 begins with one.",
        rule="lotr-risk 2",
        least=0,
        most=4,
        group=LEADERS,
    ),
]
LeadersMax = Annotated[
    int,
    About(
        "Most leaders",
        "Leaders that a player may have on the map.",
        rule="lotr-risk T32",
        least=1,
        most=4,
        group=LEADERS,
    ),
]
LeadersPerTerritory = Annotated[
    int,
    About(
        "Leaders in one territory",
        "How many leaders of a player may stand together. Several add no more than one.",
        rule="lotr-risk T30",
        least=1,
        most=2,
        group=LEADERS,
    ),
]
LeaderBonus = Annotated[
    int,
    About(
        "Bonus of a leader",
        "What a leader adds to the highest die of an attack or a defence.",
        rule="lotr-risk T31",
        least=0,
        most=2,
        group=LEADERS,
    ),
]
Declaration = Annotated[
    bool,
    About(
        "Declare missions",
        "Before the attacks a leader may be declared to be on a mission: it adds nothing to the dice then.",
        rule="lotr-risk T33",
        group=LEADERS,
        needs=(LEADER_MISSIONS,),
    ),
]
ClaimAfterFighting = Annotated[
    bool,
    About(
        "Missions after a fight",
        "Whether a leader that has fought in this turn may fulfil a mission.",
        rule="lotr-risk T33",
        group=LEADERS,
        needs=(LEADER_MISSIONS,),
    ),
]
FoughtLeaderMoves = Annotated[
    bool,
    About(
        "Moves after a fight",
        "Whether a leader that has fought in this turn may move at its end.",
        rule="lotr-risk T33",
        group=LEADERS,
    ),
]
NewLeader = Annotated[
    Literal["after_cards", "before_cards", "with_leader_move"],
    About(
        "New leader",
        "When a player without a leader places one.",
        rule="lotr-risk T34",
        choices={
            "after_cards": "After the cards",
            "before_cards": "Before the cards",
            "with_leader_move": "Instead of a leader's move; no mission in that turn",
        },
        group=LEADERS,
        demands={"with_leader_move": (APART,)},
    ),
]
Income = Annotated[
    tuple[Literal["territories", "regions", "strongholds", "cards"], ...],
    About(
        "Reinforcements for",
        "What brings units. Territories bring at least three; with cards alone, games are longer and more even.",
        rule="lotr-risk T50",
        choices={
            "territories": "A third of the territories, at least three",
            "regions": "Whole regions",
            "strongholds": "Strongholds, a unit onto each",
            "cards": "Sets of territory cards",
        },
        least=1,
        group=UNITS,
    ),
]
PlaceIn = Annotated[
    Literal["own", "also_named_empty"],
    About(
        "Units are placed",
        "Whether units may also go to empty territories that a traded card shows or the player's mission names.",
        rule="lotr-risk T55",
        choices={"own": "In their own territories", "also_named_empty": "Also in empty ones that their cards name"},
        group=UNITS,
        demands={"also_named_empty": (EMPTY,)},
    ),
]
SetValues = Annotated[
    Literal["combination", "escalating"],
    About(
        "Sets",
        "What sets of territory cards bring.",
        rule="lotr-risk T51",
        choices={
            "combination": "By symbols: infantry 4, cavalry 6, creatures 8, one of each 10",
            "escalating": "More with each set: 4 6 8 10 12 15 20 …",
        },
        group=CARDS,
        needs=(SETS,),
    ),
]
SetCounter = Annotated[
    Literal["game", "player"],
    About(
        "Sets are counted",
        "Whose sets make the next one worth more.",
        rule="lotr-risk T52",
        choices={"game": "Those of all players", "player": "Each player's own"},
        group=CARDS,
        needs=(SETS, need("sets do not grow", set_values="escalating")),
    ),
]
SetsPerTurn = Annotated[
    Literal["one", "several"],
    About(
        "Sets in a turn",
        "How many sets may be traded in a turn.",
        rule="lotr-risk 2",
        choices={"one": "One", "several": "Several"},
        group=CARDS,
        needs=(SETS,),
    ),
]
ForcedTradeAt = Annotated[
    int,
    About(
        "Cards that force a trade",
        "A player with this many territory cards at the start of a turn must trade a set.",
        rule="lotr-risk T53",
        least=5,
        most=6,
        group=CARDS,
        needs=(SETS,),
    ),
]
DepictedBonus = Annotated[
    bool,
    About(
        "Depicted territory",
        "A set with the card of a territory that the player holds brings two more units, placed there.",
        rule="lotr-risk T54",
        group=CARDS,
        needs=(SETS,),
    ),
]
TerritoryCardLimit = Annotated[
    int,
    About(
        "Territory cards in hand",
        "Cards from missions come up to this number. The card for a conquest always comes.",
        rule="lotr-risk T81",
        least=3,
        most=9,
        group=CARDS,
    ),
]
TakeTerritoryCards = Annotated[
    bool,
    About(
        "Territory cards of the eliminated",
        "A player who eliminates another takes their territory cards.",
        rule="lotr-risk T70",
        group=CARDS,
    ),
]
TradeDown = Annotated[
    bool,
    About(
        "Trade after an elimination",
        "Whoever took cards must at once trade sets until fewer than five are left.",
        rule="lotr-risk T72",
        group=CARDS,
        needs=(SETS,),
    ),
]
TakeAdventureCards = Annotated[
    bool,
    About(
        "Adventure cards of the eliminated",
        "A player who eliminates another takes their adventure cards, and discards any surplus at the end of the turn.",
        rule="lotr-risk T71",
        group=CARDS,
    ),
]
TurnOrder = Annotated[
    Literal["p64", "p42", "source"],
    About(
        "Order of a turn",
        "The printed orders differ in when a new leader comes; the LotR notes add a step to claim missions.",
        rule="lotr-risk T80",
        choices={"p64": "Trilogy Edition", "p42": "Edition of 2002", "source": "LotR notes"},
        group=TURN,
        demands={
            "p64": (need("in this order a new leader comes after the cards", new_leader="after_cards"),),
            "p42": (need("in this order a new leader comes before the cards", new_leader="before_cards"),),
        },
    ),
]
Range = Annotated[
    Literal["adjacent", "chain"],
    About(
        "Reach of a move",
        "How far units move at the end of a turn.",
        rule="lotr-risk T60",
        choices={"adjacent": "To a neighbour of theirs", "chain": "Through any chain of their own territories"},
        group=TURN,
    ),
]
Amount = Annotated[
    Literal["one_group", "all"],
    About(
        "Moves",
        "Whether one group of units moves at the end of a turn, or all may.",
        rule="lotr-risk T61",
        choices={"one_group": "One group", "all": "All units"},
        group=TURN,
    ),
]
LeadersSeparate = Annotated[
    bool,
    About(
        "Leaders move apart",
        "Each leader may move once at the end of a turn, without units. Otherwise leaders move only with units.",
        rule="lotr-risk T62",
        group=TURN,
    ),
]
SouthDowns = Annotated[
    bool,
    About(
        "By the South Downs",
        "Whether the path of the Fellowship leads through the South Downs, on which sources do not agree.",
        rule="lotr-risk T85",
        group=RING,
        needs=(POINTS,),
    ),
]
DoomRoll = Annotated[
    bool,
    About(
        "Roll on Mount Doom",
        "The Ring is destroyed on 4 or more; without this the game ends when the Fellowship gets there.",
        rule="lotr-risk T86",
        group=RING,
        needs=(POINTS, DOOM, TO_DOOM),
    ),
]
JourneyEnd = Annotated[
    Literal["mount_doom", "dead_marshes"],
    About(
        "End of the journey",
        "Where the path of the Fellowship ends on the board of 64. Of 42 it always ends at the Dead Marshes.",
        rule="lotr-risk V5",
        choices={"mount_doom": "On Mount Doom", "dead_marshes": "When it leaves the Dead Marshes"},
        group=RING,
        needs=(POINTS, DOOM),
    ),
]
FindRing = Annotated[
    bool,
    About(
        "Finding the Ring",
        "Before the Ring moves, an evil player who holds its territory at the end of an own turn searches: 12 on two "
        "dice wins. A leader there and the whole region add one each.",
        rule="lotr-risk T84",
        group=RING,
        needs=(POINTS, need("it is no part of this edition", edition="64")),
    ),
]
SidesOption = Annotated[
    Literal["none", "alliance", "team"],
    About(
        "Sides",
        "Four players in two sides: partners pass through each other's territories and win together. Both games are "
        "reconstructed.",
        rule="lotr-risk 3",
        choices={
            "none": "Everybody alone",
            "alliance": "Alliance: the side with more points wins",
            "team": "Team: good destroys the Ring, evil finds it",
        },
        group=SIDES,
        lead=True,
        seats=(4,),
    ),
]
TeamPoints = Annotated[
    bool,
    About(
        "Points of teams",
        "Whether points decide when the Ring is destroyed, rather than good winning outright.",
        rule="lotr-risk 3",
        group=SIDES,
        seats=(4,),
        needs=(POINTS, need("there are no teams", sides="team")),
    ),
]

BOOK = "lotr-risk"
_ALONE = need("partners would meet in the same places", sides="none")
_SEEN = need("battles of all are seen by all", hidden_armies=False)
_NO_CAPITALS = need("capitals would fall in several places at the same time", capitals=False)
_UNDECLARED = need("a leader's order says where it goes", declaration=False)
_AT_ONCE = need("missions are shown after the battles", reward_timing=("after_combat_and_fortify", "after_combat"))
_OWN = need("two could place in the same empty territory", place_in="own")
_LEAVE = need("all units may leave a territory", leave_one=False)
_ENTER = need("battles decide who enters", enter_minimum="0")
Moves = Annotated[s.MovesKind, s.moves(BOOK, _ALONE, _SEEN, _NO_CAPITALS, _UNDECLARED, _AT_ONCE, _OWN, _LEAVE, _ENTER)]
Reveal = Annotated[s.RevealKind, s.reveal(BOOK)]
Swap = Annotated[s.SwapKind, s.swap(BOOK)]
CapByUnits = Annotated[bool, s.cap_by_units(BOOK)]
Withdrawal = Annotated[bool, s.withdraw(BOOK)]
Battles = Annotated[s.BattlesKind, s.battles(BOOK)]
FellowshipSteps = Annotated[s.FellowshipKind, s.fellowship(BOOK)]

"""What can be chosen of set-up, goal, missions and battle: label, sentence, rule and words of each option."""

from __future__ import annotations

from typing import Annotated, Literal

from wartable.engine.needs import need
from wartable.engine.options import About

SETUP, GOAL, MISSIONS, BATTLE, LEADERS = "Set-up", "Goal and end", "Missions and adventure cards", "Battle", "Leaders"
UNITS, CARDS, TURN, RING, SIDES = "Reinforcements", "Territory cards", "Turn and moves", "The Ring", "Sides"

POINTS = need("points are not the goal, so there is no Ring on the board", victory="points")
GOALS = need(
    "there are no goals of this kind", victory=("territorial", "eliminate", "regions"), end_on_goal=True
)  # fmt: skip
LEADER_MISSIONS = need("missions need no leader", mission_needs_leader=True)
EMPTY = need(
    "no territory can be empty",
    leave_one=False,
    enter_minimum="0",
    require_unit_everywhere=False,
    neutral_off_fill="empty",
)

EditionOption = Annotated[
    Literal["64", "42"],
    About(
        "Edition",
        "The board: 64 territories, or the 42 without Gondor, Mordor and Haradwaith. It sets units, deck and path too.",
        rule="lotr-risk T01",
        choices={"64": "Trilogy Edition, 64 territories", "42": "Edition of 2002, 42 territories"},
        group=SETUP,
        lead=True,
    ),
]
NeutralArmy = Annotated[
    bool,
    About(
        "Neutral army for two",
        "With two players an army that nobody leads holds a third of the map and only defends.",
        rule="lotr-risk T02",
        group=SETUP,
        seats=(2,),
    ),
]
NeutralOffFill = Annotated[
    Literal["claim", "empty"],
    About(
        "Instead of the neutral army",
        "What happens to its territories when two play without it.",
        rule="lotr-risk T02",
        choices={"claim": "Players claim them one by one", "empty": "They begin empty"},
        group=SETUP,
        seats=(2,),
        needs=(need("there is a neutral army", neutral_army_2p=False),),
        demands={"empty": (need("each territory must begin with a unit", require_unit_everywhere=False),)},
    ),
]
DealMode = Annotated[
    Literal["alignment", "random", "tweaked"],
    About(
        "Deal",
        "Which territories players begin with.",
        rule="lotr-risk T04",
        choices={
            "alignment": "By the shields on the cards: good, evil, neutral",
            "random": "At random",
            "tweaked": "By shields, with four neutral ones each; good begins",
        },
        group=SETUP,
        by_seats={2: "random", 3: "alignment"},
        demands={
            "tweaked": (
                need("this deal is for two sides of two players", sides=("alliance", "team")),
                need("this deal is for 64 territories", edition="64"),
            )
        },
    ),
]
RequireUnit = Annotated[
    bool,
    About(
        "A unit in each territory",
        "A unit is placed in each territory dealt. Otherwise the deal only says where players may place units, "
        "and the rest begins empty.",
        rule="lotr-risk T05",
        group=SETUP,
    ),
]
Leftover = Annotated[
    Literal["players_choose", "deal_rest"],
    About(
        "Territories left over",
        "What happens to the territories that are not dealt.",
        rule="lotr-risk T06",
        choices={"players_choose": "Players claim them one by one", "deal_rest": "They are dealt as well"},
        group=SETUP,
    ),
]
StartingTerritoryCards = Annotated[
    int,
    About(
        "Territory cards to begin with",
        "Cards that each player is dealt. The editions differ, and the LotR notes advise none.",
        rule="lotr-risk T07",
        least=0,
        most=5,
        group=SETUP,
        by_seats={2: 0, 3: 1, 4: 2},
    ),
]
StartingAdventureCards = Annotated[
    int,
    About(
        "Adventure cards to begin with",
        "Cards that each player is dealt, never events.",
        rule="lotr-risk T08",
        least=0,
        most=6,
        group=SETUP,
    ),
]
Victory = Annotated[
    tuple[Literal["points", "all", "territorial", "eliminate", "regions"], ...],
    About(
        "What wins",
        "Points are counted when the journey of the Ring ends; without them there is no Ring. Any other goal wins for "
        "whoever reaches it, and so does being the last player.",
        rule="lotr-risk T10",
        choices={
            "points": "Most points when the journey of the Ring ends",
            "all": "All territories",
            "territorial": "A number of territories: 36, or 27 with two units (24, or 18 with two units, of 42)",
            "eliminate": "Eliminating a colour",
            "regions": "Two or three named regions",
        },
        least=1,
        group=GOAL,
        lead=True,
    ),
]
Secret = Annotated[
    Literal["dealt", "open_to_all"],
    About(
        "Goals",
        "Whether each player has one of the goals in secret, or all goals are open to everybody.",
        rule="lotr-risk T14",
        choices={"dealt": "One each, in secret", "open_to_all": "Open to all"},
        group=GOAL,
        needs=(GOALS,),
    ),
]
GoalCheck = Annotated[
    Literal["end_of_own_turn", "at_once"],
    About(
        "Goals are judged",
        "When somebody wins by a goal: a goal at the end of a turn comes before the step of the Ring.",
        rule="lotr-risk T15",
        choices={"end_of_own_turn": "At the end of the player's turn", "at_once": "At once"},
        group=GOAL,
        needs=(GOALS,),
    ),
]
EndOnGoal = Annotated[
    bool,
    About(
        "Conquests end the game",
        "A goal of territories or regions ends the game, and its player wins whatever the points.",
        rule="lotr-risk T17",
        group=GOAL,
    ),
]
EqualTurns = Annotated[
    bool,
    About(
        "Equal turns",
        "When the journey of the Ring ends, the round is finished, so that all have had the same number of turns.",
        rule="lotr-risk 3",
        group=GOAL,
        needs=(POINTS,),
    ),
]
Capitals = Annotated[
    bool,
    About(
        "Secret capitals",
        "Each player names one of their strongholds in secret, and is out if it falls. Reconstructed: from no printed "
        "edition.",
        rule="lotr-risk V3",
        group=GOAL,
    ),
]
HiddenArmies = Annotated[
    bool,
    About(
        "Hidden armies",
        "Only players with a neighbouring territory see how many units stand in a territory. Reconstructed: from no "
        "printed edition.",
        rule="lotr-risk V6",
        group=BATTLE,
    ),
]
MissionNeedsLeader = Annotated[
    bool,
    About(
        "Missions need a leader",
        "Otherwise a player may show a mission once a turn if they hold its territory, or one in its region.",
        rule="lotr-risk T16",
        group=MISSIONS,
    ),
]
RewardTiming = Annotated[
    Literal["after_combat_and_fortify", "at_once", "after_combat", "reinforcement"],
    About(
        "Reward of a mission",
        "When a mission is shown and its units are placed. At once makes a faster, more aggressive game.",
        rule="lotr-risk T18",
        choices={
            "after_combat_and_fortify": "After the attacks or after the move",
            "at_once": "At once, during the attacks too",
            "after_combat": "After the attacks only, before any move",
            "reinforcement": "Shown as usual; its units come with the next reinforcements",
        },
        group=MISSIONS,
    ),
]
LeaderAlreadyThere = Annotated[
    Literal["counts", "must_arrive"],
    About(
        "Leader already there",
        "Whether a leader fulfils a mission where it stood when the turn began.",
        rule="lotr-risk T19",
        choices={"counts": "Counts", "must_arrive": "It must arrive in this turn"},
        group=MISSIONS,
        needs=(LEADER_MISSIONS,),
    ),
]
MissionOrCard = Annotated[
    Literal["both", "either"],
    About(
        "Mission and adventure card",
        "Whether a turn may bring both the reward of a mission and an adventure card, or only one of them.",
        rule="lotr-risk T82",
        choices={"both": "Both", "either": "Either one mission or one card"},
        group=MISSIONS,
    ),
]
SiteVisit = Annotated[
    Literal["conquer", "conquer_or_move", "pass_through", "present"],
    About(
        "Adventure cards are earned",
        "What a leader must do at a site of power.",
        rule="lotr-risk T35",
        choices={
            "conquer": "Conquer it",
            "conquer_or_move": "Conquer it or move there",
            "pass_through": "Conquer it, move there or pass through",
            "present": "Stand there when cards are drawn, however long",
        },
        group=MISSIONS,
    ),
]
AdventureLimit = Annotated[
    int,
    About(
        "Adventure cards in hand",
        "The most that a hand holds after a draw; played cards do not count.",
        rule="lotr-risk T83",
        least=1,
        most=10,
        group=MISSIONS,
    ),
]
LeaveOne = Annotated[
    bool,
    About(
        "One unit stays",
        "At least one unit stays in each territory. Otherwise a territory may be left empty, and then has no owner.",
        rule="lotr-risk T20",
        group=BATTLE,
    ),
]
EnterMinimum = Annotated[
    Literal["fought", "1", "0"],
    About(
        "Moving in, at least",
        "How many units must enter a conquered territory. With 0 it may stay empty, but that is no conquest.",
        rule="lotr-risk T21",
        choices={"fought": "Those that rolled", "1": "One", "0": "None"},
        group=BATTLE,
    ),
]
EnterMaximum = Annotated[
    Literal["any", "fought"],
    About(
        "Moving in, at most",
        "How many units may enter a conquered territory.",
        rule="lotr-risk T22",
        choices={"any": "All that may leave", "fought": "Those that rolled"},
        group=BATTLE,
    ),
]
EmptyCounts = Annotated[
    bool,
    About(
        "Empty territories count",
        "Whether taking an empty territory is a conquest, which earns a card.",
        rule="lotr-risk T23",
        group=BATTLE,
        needs=(EMPTY,),
    ),
]
ChainAttacks = Annotated[
    bool,
    About(
        "Attack on",
        "Whether units may attack out of a territory that was conquered in the same turn.",
        rule="lotr-risk T24",
        group=BATTLE,
    ),
]
SeaRule = Annotated[
    Literal["adjacent", "any_port", "until_enemy"],
    About(
        "Sea",
        "How far units get from a port in one attack or move.",
        rule="lotr-risk T40",
        choices={
            "adjacent": "To the next port on a sea-line",
            "any_port": "To any port",
            "until_enemy": "Through own and empty ports, up to the first enemy one",
        },
        group=BATTLE,
    ),
]

"""What can be chosen of simultaneous rounds: label, sentence, rule and words of each option, for any game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from wartable.engine.needs import Need, need
from wartable.engine.options import About

GROUP = "Simultaneous rounds"
"""The title of the group in which these options are shown."""
TOGETHER = need("players move in turns", moves="simultaneous")
IN_TURNS = need("all write their moves at the same time", moves="turns")
FULL = need("attackers bounce off each other, so a battle has two sides", battles="full")
AT_ONCE = need("the players' armies arrive one after another, so a battle has two sides", reveal="together")

MovesKind: TypeAlias = Literal["turns", "simultaneous"]
RevealKind: TypeAlias = Literal["together", "player_by_player"]
SwapKind: TypeAlias = Literal["pass", "fight"]
BattlesKind: TypeAlias = Literal["full", "bounce"]
FellowshipKind: TypeAlias = Literal["per_player", "one_per_round"]


def moves(book: str, *demands: Need) -> About:
    """Return what is said of whether players move in turns; `demands` are what the game asks of simultaneous rounds."""
    return About(
        "Moves",
        "In turns, or all at the same time: then written moves collide, and battles may have several sides.",
        rule=f"{book} M01",
        choices={"turns": "In turns", "simultaneous": "All at the same time"},
        group=GROUP,
        lead=True,
        demands={"simultaneous": demands} if demands else {},
    )


def reveal(book: str) -> About:
    """Return what is said of how moves are carried out."""
    return About(
        "Carrying moves out",
        "All together, or player by player in turn order: later arrivals fight the winner of the first battle.",
        rule=f"{book} M02",
        choices={"together": "All together", "player_by_player": "Player by player"},
        group=GROUP,
        needs=(TOGETHER,),
    )


def swap(book: str) -> About:
    """Return what is said of forces that cross on a border."""
    return About(
        "Crossing on a border",
        "Two forces that swap places pass each other, or fight on the border before anything else.",
        rule=f"{book} M05",
        choices={"pass": "They pass", "fight": "They fight"},
        group=GROUP,
        needs=(TOGETHER,),
    )


def cap_by_units(book: str) -> About:
    """Return what is said of the defender's dice."""
    return About(
        "No more dice than armies",
        "Against several attackers three armies would have four dice; with this they have three.",
        rule=f"{book} M07",
        group=GROUP,
        needs=(TOGETHER, AT_ONCE, FULL),
    )


def withdraw(book: str) -> About:
    """Return what is said of leaving battles."""
    return About(
        "Withdrawal",
        "Armies that moved into a battle may leave it after any full round; they return when all battles are over.",
        rule=f"{book} M12",
        group=GROUP,
        needs=(TOGETHER,),
    )


def battles(book: str) -> About:
    """Return what is said of places where several attackers arrive."""
    return About(
        "Several attackers",
        "They fight each other and the defender in one battle, or bounce off each other one by one until one is left.",
        rule=f"{book} M13",
        choices={"full": "One battle of all", "bounce": "They bounce"},
        group=GROUP,
        needs=(TOGETHER, AT_ONCE),
    )


def fellowship(book: str) -> About:
    """Return what is said of the Fellowship's steps."""
    return About(
        "Steps of the Fellowship",
        "One step for each player at the end of a round, or one in all.",
        rule=f"{book} M15",
        choices={"per_player": "One for each player", "one_per_round": "One in a round"},
        group=GROUP,
        needs=(TOGETHER,),
    )

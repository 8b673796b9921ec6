"""Exact dice mathematics: distributions of rolls, battles and campaigns, never samples."""

from wartable.odds.battle import MAX_ARMIES, Battle, BattleOdds, battle_odds
from wartable.odds.dice import Outcome, RollOdds, roll_between, roll_odds
from wartable.odds.errors import OddsError
from wartable.odds.exact import exact_conquest, exact_ends
from wartable.odds.luck import DiceLuck, LossMoments, expected_losses
from wartable.odds.path import PathOdds, next_leg, path_odds
from wartable.odds.rules import PLAIN, DiceRules
from wartable.odds.table import ConquestTable, Outlook, conquest_table, outlook

__all__ = [
    "MAX_ARMIES",
    "PLAIN",
    "Battle",
    "BattleOdds",
    "ConquestTable",
    "DiceLuck",
    "DiceRules",
    "LossMoments",
    "OddsError",
    "Outcome",
    "Outlook",
    "PathOdds",
    "RollOdds",
    "battle_odds",
    "conquest_table",
    "exact_conquest",
    "exact_ends",
    "expected_losses",
    "next_leg",
    "outlook",
    "path_odds",
    "roll_between",
    "roll_odds",
]

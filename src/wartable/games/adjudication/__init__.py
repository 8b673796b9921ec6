"""Simultaneous movement judged: a module of its own, for Diplomacy and for all games that move like it.

`Map` is what it needs to know of a board; `resolve` judges the orders for the units on it, `resolve_retreats` what the
dislodged do, `Choices` lists what units may be ordered. `Conditions` and stages are what a game adds.
"""

from wartable.games.adjudication.conditions import PLAIN, Bonus, Conditions, Marks, Passage, Traits
from wartable.games.adjudication.judge import Judgement, resolve, settled
from wartable.games.adjudication.map import KINDS, Area, Map, UnitClass, UnitType
from wartable.games.adjudication.orders import (
    AnyOrder,
    Call,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
)
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.results import Dislodged, Judged, MovementResult, RetreatResult, Why
from wartable.games.adjudication.retreats import resolve_retreats
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.stages import DrivenOff, Prepared, StageError
from wartable.games.adjudication.units import Units

__all__ = [
    "KINDS",
    "PLAIN",
    "AnyOrder",
    "Area",
    "Bonus",
    "Call",
    "Choices",
    "Conditions",
    "Convert",
    "Convoy",
    "Disband",
    "Dislodged",
    "DrivenOff",
    "Hold",
    "Judged",
    "Judgement",
    "Map",
    "Marks",
    "Move",
    "MovementResult",
    "MovementRulings",
    "Order",
    "Passage",
    "Prepared",
    "Retreat",
    "RetreatResult",
    "StageError",
    "SupportHold",
    "SupportMove",
    "Traits",
    "Unit",
    "UnitClass",
    "UnitType",
    "Units",
    "Why",
    "resolve",
    "resolve_retreats",
    "settled",
]

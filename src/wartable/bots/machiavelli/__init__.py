"""Players of Machiavelli, in any scenario and edition: orders, sieges, units of the year, and money."""

from wartable.bots.machiavelli.easy import EasyPolicy
from wartable.bots.machiavelli.hard import HardPolicy
from wartable.bots.machiavelli.medium import MediumPolicy
from wartable.bots.registry import three_levels
from wartable.games.machiavelli.play.state import MachiavelliState

BOTS = three_levels(
    "machiavelli",
    MachiavelliState,
    ("Walks to the nearest cities, besieges them, guards its own and spends its ducats on units.", EasyPolicy),
    ("Weighs several plans against what others may do, and bribes where that is worth its price.", MediumPolicy),
    ("Plans orders and money against what all others are likely to do, and borrows for what pays.", HardPolicy),
)

"""Players of the conquest family: shared evaluation, one idea per module, and three levels built on it."""

from wartable.bots.conquest.balance.answers import BALANCE
from wartable.bots.conquest.classic import CLASSIC
from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.hard import HardPolicy
from wartable.bots.conquest.knowledge import know
from wartable.bots.conquest.lotr.answers import LOTR
from wartable.bots.conquest.medium import MediumPolicy
from wartable.bots.registry import three_levels
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.lotr.state import LotrState

know(RiskState, CLASSIC)
know(BalanceState, BALANCE)
know(LotrState, LOTR)

BOTS = three_levels(
    "conquest",
    ConquestState,
    ("Attacks where it is stronger and thinks no further.", EasyPolicy),
    ("Goes for regions, masses its armies and weighs the odds of each battle.", MediumPolicy),
    ("Plans whole campaigns with exact odds and thinks of the replies.", HardPolicy),
)

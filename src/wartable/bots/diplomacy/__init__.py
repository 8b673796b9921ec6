"""Players of Diplomacy without press, on any map: shared judgement, an idea per module, and three levels."""

from wartable.bots.diplomacy.easy import EasyPolicy
from wartable.bots.diplomacy.hard import HardPolicy
from wartable.bots.diplomacy.medium import MediumPolicy
from wartable.bots.registry import three_levels
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.ring.state import RingState

BOTS = three_levels(
    "diplomacy",
    DiplomacyState,
    ("Sends every unit its own way to the nearest foreign centre.", EasyPolicy),
    ("Goes for the best centres in reach with the support they need, and guards what is threatened.", MediumPolicy),
    ("Weighs many plans against the likely plans of all others, each judged as the rules judge it.", HardPolicy),
    but=(RingState,),
)

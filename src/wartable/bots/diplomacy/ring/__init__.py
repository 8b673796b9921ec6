"""Players of ring diplomacy: the judgement of Diplomacy's bots, with figures beside units, and three levels."""

from wartable.bots.diplomacy.ring.easy import RingEasy
from wartable.bots.diplomacy.ring.hard import RingHard
from wartable.bots.diplomacy.ring.medium import RingMedium
from wartable.bots.registry import three_levels
from wartable.games.diplomacy.ring.state import RingState

BOTS = three_levels(
    "ring-diplomacy",
    RingState,
    ("Sends every unit to the nearest foreign centre, and figures where they help or hurt most.", RingEasy),
    ("Goes for centres with the support they need, strikes and guards where most is at stake.", RingMedium),
    ("Weighs many plans, strikes and guards against the likely ones of all others.", RingHard),
)

"""Players of ring diplomacy: beside random moves so far one level, which plays by simple aims."""

from wartable.bots.diplomacy.ring.easy import RingEasy
from wartable.bots.registry import Bot
from wartable.games.diplomacy.ring.state import RingState

BOTS = (
    Bot(
        key="easy",
        title="Easy",
        line="Sends every unit to the nearest foreign centre, and figures where they help or hurt most.",
        plays=lambda game: issubclass(game.state_type, RingState),
        make=RingEasy,
        family="ring-diplomacy",
    ),
)

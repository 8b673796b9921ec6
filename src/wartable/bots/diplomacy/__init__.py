"""Players of Diplomacy without press, on any map: shared judgement, an idea per module, and three levels."""

from wartable.bots.diplomacy.easy import EasyPolicy
from wartable.bots.diplomacy.hard import HardPolicy
from wartable.bots.diplomacy.medium import MediumPolicy
from wartable.engine.game import AnyGame
from wartable.games.diplomacy.play.state import DiplomacyState

__all__ = ["EasyPolicy", "HardPolicy", "MediumPolicy", "plays_diplomacy"]


def plays_diplomacy(game: AnyGame) -> bool:
    """Whether a game's positions are those of the Diplomacy family."""
    return issubclass(game.state_type, DiplomacyState)

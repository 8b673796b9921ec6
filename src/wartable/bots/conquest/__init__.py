"""Players of the conquest family: shared evaluation, one idea per module, and three levels built on it."""

from wartable.engine.game import AnyGame
from wartable.games.conquest.core.state import ConquestState


def plays_conquest(game: AnyGame) -> bool:
    """Whether a game's positions are those of the conquest family."""
    return issubclass(game.state_type, ConquestState)

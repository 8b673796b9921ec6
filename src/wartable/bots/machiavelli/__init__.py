"""Players of Machiavelli, in any scenario and edition: orders, sieges, units of the year and a little money."""

from wartable.bots.machiavelli.easy import EasyPolicy
from wartable.bots.registry import Bot
from wartable.engine.game import AnyGame
from wartable.games.machiavelli.play.state import MachiavelliState


def _plays(game: AnyGame) -> bool:
    return game.state_type is MachiavelliState


BOTS = (
    Bot(
        key="easy",
        title="Easy",
        line="Walks to the nearest cities, besieges them, guards its own and spends its ducats on units.",
        plays=_plays,
        make=EasyPolicy,
        family="machiavelli",
    ),
)

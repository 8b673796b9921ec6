"""Where environments that were installed earlier look for Classic Risk."""

from wartable.games.conquest.classic.game import RISK

__all__ = ["RISK"]

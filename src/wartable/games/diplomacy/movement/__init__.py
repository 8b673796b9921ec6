"""The adjudicator of movement: `resolve` judges a phase, `possible_orders` lists what a unit may be ordered."""

from wartable.games.diplomacy.movement.choices import possible_orders
from wartable.games.diplomacy.movement.judging import resolve

__all__ = ["possible_orders", "resolve"]

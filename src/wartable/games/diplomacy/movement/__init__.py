"""The adjudicator of movement: `resolve` judges a phase, `possible_orders` lists what a unit may be ordered."""

from wartable.games.diplomacy.movement.choices import possible_orders
from wartable.games.diplomacy.movement.judging import Judgement, resolve, settled

__all__ = ["Judgement", "possible_orders", "resolve", "settled"]

"""What the game calls once it is played. With it numpy, scipy and shapely are loaded, so it is itself loaded late."""

from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.world import seat_of, seating, world_of
from wartable.games.ring_of_power.drawing.sheet import Ground, ground_of, opening_picture, position_picture
from wartable.games.ring_of_power.play import machine
from wartable.games.ring_of_power.play.doers import doer
from wartable.games.ring_of_power.play.goal import Goal, goal_of
from wartable.games.ring_of_power.play.inquiries.answering import answer
from wartable.games.ring_of_power.play.opening import begun
from wartable.games.ring_of_power.play.promises import broken_promises
from wartable.games.ring_of_power.play.ranking import ranks
from wartable.games.ring_of_power.play.view import view_of

__all__ = [
    "Goal",
    "Ground",
    "able",
    "answer",
    "begun",
    "broken_promises",
    "doer",
    "goal_of",
    "ground_of",
    "machine",
    "opening_picture",
    "position_picture",
    "ranks",
    "seat_of",
    "seating",
    "view_of",
    "world_of",
]

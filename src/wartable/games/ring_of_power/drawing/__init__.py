"""The table of a scenario as a picture: terrain, places, names and figures, in the style of a campaign map."""

from wartable.games.ring_of_power.drawing.shown import shown, starting
from wartable.games.ring_of_power.drawing.table import draw_table
from wartable.games.ring_of_power.drawing.values import Garrison, Shown, Token

__all__ = ["Garrison", "Shown", "Token", "draw_table", "shown", "starting"]

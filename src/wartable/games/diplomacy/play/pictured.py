"""A moment of a game as the picture a board draws: where it stands, with the orders that led there."""

from __future__ import annotations

from wartable.games.diplomacy import pictured
from wartable.games.diplomacy.play.rules import rules_of
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.order_drawing.picture import OrderPicture

WIDTH = 1200
"""Pixels across a drawing for which names and units are laid out."""


def picture_of(state: DiplomacyState) -> OrderPicture:
    """Return where a game stands, with the orders that led there."""
    judged = [one for report in state.last for one in report.judged]
    return pictured.picture_of(rules_of(state.options).variant, state.position, judged, state.held)

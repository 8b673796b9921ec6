"""A position with figures, and what is to be decided in it, as JSON."""

from __future__ import annotations

from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.lotr.position import LotrPosition


class LotrMoment(Moment, frozen=True, kw_only=True):
    """A moment of a game in Middle-earth."""

    position: LotrPosition

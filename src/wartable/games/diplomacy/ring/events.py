"""What a game of ring diplomacy tells: the events of Diplomacy, and those of figures."""

from __future__ import annotations

from wartable.games.diplomacy.play.events import EVENTS
from wartable.games.ring_figures.events import FIGURE_EVENTS

RING_EVENTS = (*EVENTS, *FIGURE_EVENTS)
"""Every kind of event."""

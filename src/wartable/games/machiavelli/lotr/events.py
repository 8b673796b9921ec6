"""What the game tells beside the events of Machiavelli: where figures went, and what is seen of the hidden ones."""

from __future__ import annotations

from wartable.engine.values import Event
from wartable.games.adjudication.results import Judged
from wartable.games.machiavelli.events import Told
from wartable.games.machiavelli.play.tell import EVENTS
from wartable.games.ring_figures.events import FIGURE_EVENTS


class FiguresWent(Told, frozen=True, kw_only=True, tag="figures_went"):
    """What the Nazgul, the Great Eagles and the Dead did, each with its result and reason."""

    judged: tuple[Judged, ...]


LOTR_EVENTS: tuple[type[Event], ...] = (*EVENTS, *FIGURE_EVENTS, FiguresWent)
"""Every kind of event."""

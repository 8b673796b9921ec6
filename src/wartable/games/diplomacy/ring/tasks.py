"""What a game of ring diplomacy has to do beside the phases of Diplomacy."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.diplomacy.play.tasks import PhaseTask
from wartable.games.flow.tasks import Task
from wartable.games.ring_figures.tasks import AskRiders, Elect


class EndTurn(Task, frozen=True, tag="end_turn"):
    """A season is over: sudden death is looked for (`ring-diplomacy Y40`)."""


RingTask: TypeAlias = PhaseTask | Elect | AskRiders | EndTurn
"""Everything that can be on the agenda."""

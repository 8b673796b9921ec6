"""What a game of ring diplomacy has to do beside the phases of Diplomacy."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.diplomacy.play.tasks import PhaseTask
from wartable.games.flow.tasks import Task


class Elect(Task, frozen=True, tag="elect"):
    """A good power is drawn in secret to lead the ring-bearer (`ring-diplomacy Y31`)."""


class AskRiders(Task, frozen=True, tag="riders"):
    """The ring-bearer was seen: Mordor is asked whether the black riders go there (`ring-diplomacy Y33`)."""


class EndTurn(Task, frozen=True, tag="end_turn"):
    """A season is over: sudden death is looked for (`ring-diplomacy Y40`)."""


RingTask: TypeAlias = PhaseTask | Elect | AskRiders | EndTurn
"""Everything that can be on the agenda."""

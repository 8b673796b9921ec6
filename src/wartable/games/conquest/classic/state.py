"""The state of a game of Classic Risk."""

from __future__ import annotations

from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.tasks import RiskTask
from wartable.games.conquest.core.state import ConquestState


class RiskState(ConquestState, frozen=True, kw_only=True, gc=False):
    """One position of Classic Risk."""

    options: RiskOptions
    agenda: tuple[RiskTask, ...] = ()

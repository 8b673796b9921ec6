"""The state of a game of Classic Risk."""

from __future__ import annotations

from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.tasks import RiskTask
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.simultaneous.state import NO_AFFAIRS, Affairs
from wartable.games.conquest.simultaneous.tasks import RoundTask


class RiskState(ConquestState, frozen=True, kw_only=True, gc=False):
    """One position of Classic Risk."""

    options: RiskOptions
    agenda: tuple[RiskTask, ...] = ()


class RiskRoundState(RiskState, frozen=True, kw_only=True, gc=False):
    """One position of Classic Risk with simultaneous rounds."""

    agenda: tuple[RiskTask | RoundTask, ...] = ()  # type: ignore[assignment] # of a round beside those of a turn
    affairs: Affairs = NO_AFFAIRS
    """What the round has come to."""

    @property
    def phase(self) -> str:
        """The name of the task that waits; `over` when the game is over."""
        return str(self.agenda[0].__struct_config__.tag) if self.agenda else "over"

    @property
    def afield(self) -> bool:
        """Whether armies are under way."""
        return self.affairs.marching

"""The state of a game of Classic Risk."""

from __future__ import annotations

from typing import Literal, TypeAlias

from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.core.state import ConquestState

Phase: TypeAlias = Literal[
    "first", "deal", "muster", "missions", "claim", "setup",
    "reinforce", "attack", "battle", "occupy", "fortify", "draw", "over",
]  # fmt: skip
"""What Classic Risk waits for; `wartable.games.conquest.phases` says who is asked and what comes next."""


class RiskState(ConquestState, frozen=True, gc=False):
    """One position of Classic Risk."""

    options: RiskOptions
    phase: Phase

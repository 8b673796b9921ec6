"""What a game of Diplomacy has still to do in a phase, as tasks on its agenda."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.flow.tasks import Task


class OpenPhase(Task, frozen=True, tag="open"):
    """The phase of the position that has been reached opens; orders in advance that settle it count as sent."""


class SendOrders(Task, frozen=True, tag="orders"):
    """Powers with something to decide send their orders in secret, until none are missing."""


class CountVotes(Task, frozen=True, tag="votes"):
    """Who has sent nothing for too long falls into civil disorder, and votes on the end of the game are counted."""


class JudgePhase(Task, frozen=True, tag="judge"):
    """The orders are revealed and judged; the game ends, or the calendar goes on to the next phase."""


PhaseTask: TypeAlias = OpenPhase | SendOrders | CountVotes | JudgePhase
"""Everything that can be on the agenda."""

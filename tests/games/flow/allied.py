"""Sides: seats opposite each other play together, add up what they throw, and win or lose together."""

from __future__ import annotations

from typing import Any

from tests.games.flow.effects import OrderGame
from wartable.engine.values import Outcome


class AlliedGame(OrderGame):
    key = "tiny-allied"
    title = "Allied"
    seats = (4, 4)

    def sides(self, state: Any) -> tuple[int, ...]:
        return tuple(seat % 2 for seat in range(len(state.points)))

    def points_of(self, state: Any) -> tuple[int, ...]:
        sides = self.sides(state)
        sums = [sum(points for points, own in zip(state.points, sides, strict=True) if own == side) for side in (0, 1)]
        return tuple(sums[side] for side in sides)


ALLIED = AlliedGame()


class TraitorousGame(AlliedGame):
    """Says who is allied, and lets one of them win alone."""

    def outcome(self, state: Any) -> Outcome | None:
        found = super().outcome(state)
        return found and Outcome(ranks=(1, 2, 2, 2), scores=found.scores, reason=found.reason)


class HalfSided(AlliedGame):
    """Says nothing of the side of some."""

    def sides(self, state: Any) -> tuple[int, ...]:
        return super().sides(state)[:3]

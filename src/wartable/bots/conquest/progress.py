"""How far everybody is with what wins besides the world: as far as the bot may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.board.compiled import bits
from wartable.bots.conquest.goals import own_aims, wanted_mask
from wartable.bots.conquest.position import Position
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.goals import Eliminate, Goal, HoldSpaces

if TYPE_CHECKING:
    from wartable.bots.conquest.scene import Scene  # which lays out what is measured here


class Progress:
    """Measures the goal in positions of one scene, as its game says."""

    def __init__(self, scene: Scene) -> None:
        measure = scene.lore.measure()
        self.of, self.after = measure.of, measure.after


class AimProgress:
    """Measures missions and open goals of Classic Risk; missions of others are unknown and count as nothing."""

    def __init__(self, rules: RiskRules, state: RiskState, seat: int) -> None:
        self.rules = rules
        secret = rules.options.goal == "missions"
        self.aims: list[tuple[Goal, ...]] = [
            own_aims(rules, state, other) if other == seat or not secret else () for other in range(state.seats)
        ]
        self.nothing = not any(self.aims)

    def of(self, pos: Position) -> list[float]:
        """Return the progress of each seat, 1.0 where it has won."""
        if self.nothing:
            return [0.0] * len(pos.held)
        return [
            max((self._progress(pos, seat, aim) for aim in aims), default=0.0) for seat, aims in enumerate(self.aims)
        ]

    def after(self, pos: Position, then: Position) -> list[float]:  # noqa: ARG002 - what was held does not count
        """Measure where the others' turns have led."""
        return self.of(then)

    def _progress(self, pos: Position, seat: int, aim: Goal) -> float:
        own = pos.held[seat]
        if isinstance(aim, Eliminate):
            left = pos.held[aim.seat].bit_count()
            return 1.0 - left / (left + 4.0) if left else 1.0
        if isinstance(aim, HoldSpaces):
            return min(1.0, self._spaces(pos, own, aim.armies) / aim.count)
        wanted = wanted_mask(self.rules, aim, pos.held, seat)
        return 1.0 - (wanted & ~own).bit_count() / wanted.bit_count()

    def _spaces(self, pos: Position, own: int, armies: int) -> int:
        if armies == 1:
            return own.bit_count()
        return sum(pos.armies[space] >= armies for space in bits(own))

"""What a bot knows of Classic Risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.bots.conquest import cards, moves
from wartable.bots.conquest.field import plain_field
from wartable.bots.conquest.goals import own_aims, wanted_mask
from wartable.bots.conquest.ground import Ground
from wartable.bots.conquest.knowledge import Knowledge
from wartable.bots.conquest.lore import Lore, Measure
from wartable.bots.conquest.progress import AimProgress
from wartable.bots.conquest.simultaneous.outlook import RoundLore
from wartable.bots.conquest.weights import Weights, usual_weights
from wartable.engine.driver import Decision
from wartable.games.conquest.classic.course import COURSE
from wartable.games.conquest.classic.rules import RiskRules, income
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.goals import Eliminate, Goal, HoldRegions
from wartable.games.conquest.core.tasks import Reinforcing
from wartable.games.conquest.core.trading import may_trade, must_trade

if TYPE_CHECKING:
    from wartable.bots.conquest.player import ConquestPolicy
    from wartable.bots.conquest.scene import Scene

GOAL_BONUS = 6
"""Armies a turn that a region of one's own goal is taken to be worth."""


class ClassicLore(Lore):
    """Sets of cards, missions and open goals; nothing bears on a battle but armies."""

    _aims: tuple[Goal, ...] | None = None

    def __init__(self, ground: Ground, rules: RiskRules, state: RiskState, seat: int) -> None:
        self.ground, self.rules, self.state, self.seat = ground, rules, state, seat
        self.field = plain_field(ground)

    @property
    def aims(self) -> tuple[Goal, ...]:
        """What would win the game for the seat besides being the last one; the easy level never asks."""
        if self._aims is None:
            self._aims = own_aims(self.rules, self.state, self.seat)
        return self._aims

    @property
    def victims(self) -> frozenset[int]:  # type: ignore[override]
        """Seats whose end the own mission asks for."""
        return frozenset([aim.seat for aim in self.aims if isinstance(aim, Eliminate)])

    def income(self, held: int) -> int:
        """Return the armies for territories and continents."""
        return income(self.rules, held)

    def hand_worth(self, count: int) -> float:
        """Return the part of a set that so many cards are."""
        return cards.hand_worth(self.rules, count, self.state.cards.sets)

    def trade_worth(self, count: int) -> float:  # noqa: ARG002 - a set is a set
        """Return the armies of the next set."""
        return cards.next_worth(self.rules, self.state.cards.sets) if self.state.cards.hands else 0

    def measure(self) -> Measure:
        """Measure missions and open goals."""
        return AimProgress(self.rules, self.state, self.seat)

    def region_worth(self) -> list[float]:
        """Return the bonus of each region, more where the goal asks for it."""
        regions = self.ground.regions
        aims = [aim for aim in self.aims if isinstance(aim, HoldRegions)]
        if not aims:
            return [float(region.bonus) for region in regions]
        held = self.state.held
        masks = [wanted_mask(self.rules, aim, held, self.seat) for aim in aims]
        wanted = min(masks, key=lambda mask: ((mask & ~held[self.seat]).bit_count(), mask))
        return [region.bonus + GOAL_BONUS * bool(region.mask & wanted) for region in regions]

    def wish(self, space: int) -> float:  # noqa: ARG002 - all spaces are alike
        """Return nothing."""
        return 0.0

    def because(self, space: int) -> str:  # noqa: ARG002 - as above
        """Say nothing."""
        return ""

    def weights(self) -> Weights:
        """Return the weights that suit the options."""
        return usual_weights(self.rules.options)


def answers(policy: ConquestPolicy, scene: Scene) -> Decision | None:
    """Trade a set where one must be, or where the level likes to; all else is as in every game of the family."""
    if type(scene.state.agenda[0]) is not Reinforcing:
        return None
    rules, state = scene.classic
    if may_trade(rules, state, scene.seat):
        forced = must_trade(rules, state, scene.seat)
        found = cards.best_set(scene)
        if found is not None and (forced or policy.wants_trade(scene, found)):
            return moves.trade(scene, found, forced=forced)
    return None


CLASSIC = Knowledge(ClassicLore, answers, rounds=RoundLore(COURSE))

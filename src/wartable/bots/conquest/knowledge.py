"""What the bots of the family know of each game: how it values things, and how it answers what only it asks.

A further game needs none: it is played by what all games of the family share and, where it asks something else, by
what leaves most at once. To have it played better, its package calls `know` with what it knows, by the type of its
positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from wartable.bots.conquest.field import Field, plain_field
from wartable.bots.conquest.ground import Ground
from wartable.bots.conquest.lore import Lore, Measure
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.simultaneous.outlook import RoundLore
from wartable.bots.conquest.weights import DUEL, MELEE, Weights
from wartable.engine.driver import Decision
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.ways import targets

if TYPE_CHECKING:
    from random import Random

    from wartable.bots.conquest.player import ConquestPolicy
    from wartable.bots.conquest.scene import Scene

Answers: TypeAlias = "Callable[[ConquestPolicy, Scene], Decision | None]"
"""What a level answers in a game; None for what all games of the family ask alike."""

Swift: TypeAlias = "Callable[[ConquestPolicy, Any, Any, int, Random], Decision | None]"
"""The same without a scene, from rules, state, seat and generator; None for what takes a look at the position."""


class Knowledge(NamedTuple):
    """What is known of one game."""

    lore: Callable[[Ground, Any, Any, int], Lore]
    """Makes the answers of one game to one question, from ground, rules, state and seat."""
    answers: Answers = lambda _policy, _scene: None
    sure: bool = True
    """Whether its answers are always legal; otherwise each is looked at first."""
    swift: Swift | None = None
    """Answers what a level decides without a look at the position."""
    ground: Callable[[Any, Any, int], Ground] | None = None
    """Returns the ground for rules, state and seat, where ways change during a game."""
    position: Callable[[Ground, Any, Any, int], Position] = Position.of
    """Reads a state into a position, where more than armies matters in it."""
    rounds: RoundLore | None = None
    """What is known of its simultaneous rounds, where it has them."""


_KNOWN: dict[type[ConquestState], Knowledge] = {}


def know(positions: type[ConquestState], knowledge: Knowledge) -> None:
    """Take what is known of the game with positions of a type."""
    _KNOWN[positions] = knowledge
    knowledge_of.cache_clear()


@lru_cache(maxsize=64)
def knowledge_of(positions: type[ConquestState]) -> Knowledge:
    """Return what is known of the game with positions of a type, or of the nearest type that it is derived from."""
    return next((_KNOWN[kind] for kind in positions.__mro__ if kind in _KNOWN), PLAIN)


class NoGoal:
    """Measures nothing: nobody is known to be nearer to a win than by land and armies."""

    def of(self, pos: Position) -> list[float]:
        """Return nothing for each seat."""
        return [0.0] * len(pos.held)

    def after(self, pos: Position, then: Position) -> list[float]:
        """Return the same."""
        del then
        return self.of(pos)


class PlainLore(Lore):
    """Territories, regions and armies, and the dice as rules have them in the position that is asked about."""

    victims: frozenset[int] = frozenset()

    def __init__(self, ground: Ground, rules: Rules, state: ConquestState, seat: int) -> None:
        self.ground, self.rules, self.state, self.seat = ground, rules, state, seat
        self.field: Field = replace(plain_field(ground), barred=self._barred())

    def _barred(self) -> tuple[int, ...]:
        """Return what may not be attacked from each space: friends, and where no way leads."""
        return tuple(~targets(self.rules, self.state, self.seat, space) for space in range(self.ground.size))

    def income(self, held: int) -> int:
        """Return what the rules give for these territories."""
        masks = tuple(held if seat == self.seat else mask & ~held for seat, mask in enumerate(self.state.held))
        return self.rules.income(replace(self.state, held=masks), self.seat)

    def hand_worth(self, count: int) -> float:
        """Return nothing: what cards bring is not known."""
        del count
        return 0.0

    def trade_worth(self, count: int) -> float:
        """Return nothing."""
        del count
        return 0.0

    def measure(self) -> Measure:
        """Measure nothing."""
        return NoGoal()

    def region_worth(self) -> list[float]:
        """Return the bonus of each region."""
        return [float(region.bonus) for region in self.ground.regions]

    def wish(self, space: int) -> float:
        """Return nothing: all spaces are alike."""
        del space
        return 0.0

    def because(self, space: int) -> str:
        """Say nothing."""
        del space
        return ""

    def weights(self) -> Weights:
        """Return the weights of Classic Risk."""
        return DUEL, MELEE


PLAIN = Knowledge(PlainLore, sure=False)
"""What is known of a game that nobody has said anything about."""

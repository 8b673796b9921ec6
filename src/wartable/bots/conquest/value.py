"""What a position is worth: the chance to win, as a few weights on its features say.

The seats share the chance by the exponentials of their weighted sums. The weights were found by play: for most games by
varying them at random against the medium level, following what went with winning; for sets that grow by a regression of
who won upon these figures at every turn of a hundred games of four. A reached goal counts as a win whatever the weights
say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from operator import mul

from wartable.bots.conquest.features import features
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.progress import Progress
from wartable.bots.conquest.reply import Replies
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.weights import Weights

PUSH, PUSH_A_TURN = 0.02, 0.0005
"""Worth of holding everything beyond the chance to win, and its growth per turn: a won game is to be ended."""


class Valuer:
    """Values positions at the end of the turn of one scene; counts how often it was asked."""

    def __init__(self, scene: Scene, weights: Weights | None = None) -> None:
        state = scene.state
        self.scene, self.seat = scene, scene.seat
        place = state.order.index(scene.seat) + 1
        self.order = state.order[place:] + state.order[:place]
        self.counts = [len(hand) for hand in state.cards.hands] or [0] * state.seats
        self.playing_cards = bool(state.cards.hands)
        self.seizing = scene.rules.cards.seized
        self.nothing = [0.0] * state.seats
        self.drawn = state.conquered
        self.weights = weights or scene.lore.weights()
        self.progress = Progress(scene)
        self.push = (PUSH + PUSH_A_TURN * state.turn) / scene.ground.size
        self.won = 1.0 + self.push * scene.ground.size
        self.replies = Replies(scene)
        self.asked = 0

    def value(self, pos: Position) -> float:
        """Return the chance that the seat wins from here, the next seat being about to move."""
        self.asked += 1
        return self._mixed(pos, self._value(pos, self.order, self._draws(pos), self.progress.of(pos)))

    def later(self, pos: Position) -> float:
        """Return the same after the others' replies, when the seat is about to move again."""
        if self.progress.of(pos)[self.seat] >= 1.0:
            return self.won
        then = self.replies.after(pos)
        order = (self.seat, *self.order[:-1])
        return self._mixed(pos, self._value(then, order, self._draws(pos), self.progress.after(pos, then)))

    def _mixed(self, pos: Position, going_on: float) -> float:
        """Return the worth of a position that the game may end in, from what it is worth where the game goes on."""
        sure = self.scene.lore.replied
        return going_on if sure >= 1.0 else sure * going_on + (1.0 - sure) * self.scene.lore.ended(pos)

    def _draws(self, pos: Position) -> bool:
        """Whether the seat will have earned a card with its turn."""
        return self.drawn or bool(pos.own & ~self.scene.state.held[self.seat])

    def _value(self, pos: Position, order: tuple[int, ...], draws: bool, goals: list[float]) -> float:  # noqa: FBT001 - hot and private
        if max(goals) >= 1.0:
            return self.won if goals[self.seat] >= 1.0 else 0.0
        rows = features(pos, order, self._hands(pos, draws), goals)
        weights = self.weights[len(rows) > 2]
        scores = {seat: sum(map(mul, weights, row)) for seat, row in rows}
        if (sides := pos.field.sides) and self.seat in scores:
            scores = _joined(scores, sides, self.seat)
        return _share(scores, self.seat) + self.push * pos.own.bit_count()

    def _hands(self, pos: Position, draws: bool) -> list[float]:  # noqa: FBT001 - hot and private
        """Return what the hands are worth, the card of this turn and those of the eliminated included."""
        if not self.playing_cards:
            return self.nothing
        counts = self.counts[:]
        for seat, mask in enumerate(pos.held):
            if not mask and counts[seat]:
                counts[self.seat] += counts[seat] if self.seizing else 0
                counts[seat] = 0
        counts[self.seat] += draws
        return [self.scene.lore.hand_worth(count) for count in counts]


def _joined(scores: dict[int, float], sides: Sequence[int], seat: int) -> dict[int, float]:
    """Return the scores with those of the side of a seat added to its own: its chance is then that of the side."""
    own, friends = scores[seat], [other for other in scores if other != seat and sides[other] == sides[seat]]
    joined = {other: score for other, score in scores.items() if other not in friends}
    joined[seat] = own + log(1.0 + sum(exp(min(60.0, scores[other] - own)) for other in friends))
    return joined


def _share(scores: dict[int, float], seat: int) -> float:
    """Return the share of a seat by the exponentials of the scores; a seat without one is out."""
    own = scores.get(seat)
    if own is None:
        return 0.0
    return 1.0 / sum([exp(min(60.0, score - own)) for score in scores.values()])

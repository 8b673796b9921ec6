"""What the others will do about it: one turn of each, with sound play and dice that fall as expected."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.scene import Scene

DARING = 0.62
"""The least chance others are taken to attack at."""
BLOWS = 9
"""Most conquests another is taken to make in a turn."""
CAPITAL = 2.0
"""What another is taken to give for a capital, in armies."""
TRADES = (0.0, 0.0, 0.0, 0.3, 0.7, 1.0)
"""The chance that a hand of so many cards is turned in."""


class Replies:
    """The turns of the others between this turn of the seat and its next."""

    def __init__(self, scene: Scene) -> None:
        state = scene.state
        place = state.order.index(scene.seat)
        self.order = state.order[place + 1 :] + state.order[:place]
        self.ground, self.seat, self.income = scene.ground, scene.seat, scene.lore.income
        hands = [len(hand) for hand in state.cards.hands] or [0] * state.seats
        self.extra = [int(scene.lore.trade_worth(count) * TRADES[min(count, 5)]) for count in hands]

    def after(self, pos: Position) -> Position:
        """Return the position when it is the seat's turn again, or when the seat has lost all."""
        then = pos.copy()
        for seat in self.order:
            if then.held[seat] and then.held[self.seat]:
                then.seat = seat
                self._turn(then)
        then.seat = self.seat
        return then

    def _turn(self, pos: Position) -> None:
        wishes = self._wishes(pos)
        fresh = self.income(pos.own) + self.extra[pos.seat]
        place = self._best(pos, wishes, fresh)
        pos.armies[place[1] if place else (pos.own & -pos.own).bit_length() - 1] += fresh
        for _ in range(BLOWS):
            blow = self._best(pos, wishes, 0)
            if blow is None:
                return
            self._strike(pos, blow[1], blow[2])

    def _best(self, pos: Position, wishes: list[float], fresh: int) -> tuple[float, int, int] | None:
        """Return the best attack at good odds, with so many more armies at its source: they are best placed there."""
        near, armies, own, odds = self.ground.near, pos.armies, pos.own, pos.field.guard
        foes = ~own if not pos.field.sides else ~pos.allied(pos.seat)
        best: tuple[float, int, int] | None = None
        for source in bits(own):
            force = armies[source] + fresh - 1
            if force < 2 or not near[source] & foes:
                continue
            for target in bits(near[source] & foes):
                chance = odds[target].conquered(force, armies[target])
                if chance >= DARING:
                    score = chance * wishes[target] + 0.01 * force
                    if best is None or score > best[0]:
                        best = (score, source, target)
        return best

    def _strike(self, pos: Position, source: int, target: int) -> None:
        left = max(1, int(pos.field.guard[target].survivors(pos.armies[source] - 1, pos.armies[target]) + 0.3))
        near, rest = self.ground.near, ~pos.own & ~(1 << target)
        onward = near[target] & rest or not near[source] & rest
        moving = left if onward else 1
        pos.conquer(source, target, 1 + left - moving, moving)

    def _wishes(self, pos: Position) -> list[float]:
        """Return what each space is worth to the seat that moves, in armies."""
        wishes = [1.0] * self.ground.size
        own = pos.own
        for region in self.ground.regions:
            missing = region.mask & ~own
            if not missing:
                continue
            share = (region.mask & own).bit_count() / region.size
            gain = region.bonus * share * share * 2.0 / missing.bit_count()
            if any(held & region.mask == region.mask for held in pos.held):
                gain += region.bonus
            for space in bits(missing):
                wishes[space] += gain
        for space in bits(pos.field.capitals & ~own):
            wishes[space] += CAPITAL
        for held in pos.held:
            if held and held.bit_count() <= 2 and not held & own:
                for space in bits(held):
                    wishes[space] += 3.0
        return wishes

"""Objectives as a bot sees them: how far everybody is, and which spaces lead on to one or keep others from one."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.bots.conquest.position import Position
from wartable.games.conquest.balance.collecting import too_early
from wartable.games.conquest.balance.data import Objective
from wartable.games.conquest.balance.objectives import Ground, progress
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState

REACHED, PART = 0.85, 0.6
"""What an objective that another seat has reached counts before it is collected, and what a part of one counts."""
NEARLY = 0.97
"""Progress of another seat that wins at the end of its next turn unless it is stopped."""
HOME = 0.75
"""What holding the own capital counts, in objectives: without it nobody wins by them."""
WORTH, LAST_WORTH = 7.0, 20.0
"""Worth of an objective in armies, and of the one that wins."""
NEAR = 5
"""An objective that lacks at most so many spaces is gone for."""


class Aims:
    """Measures objectives in positions of one scene."""

    def __init__(self, rules: BalanceRules, state: BalanceState, seat: int) -> None:
        self.rules, self.state, self.seat = rules, state, seat
        self.open = [rules.objectives[key] for key in state.face_up]
        self.needed = state.options.objectives_needed
        self.have = [len(keys) for keys in state.collected]
        self.enemy = [
            sum({1 << space for owner, space in enumerate(state.capitals) if owner != other and space >= 0})
            for other in range(state.seats)
        ]
        self.done = state.phase in {"fortify", "draw"} or too_early(rules, state)
        """Whether this turn's objective has been collected or left, or none can be yet."""
        self._wishes: list[float] = []

    def of(self, pos: Position) -> list[float]:
        """Return the progress of each seat; 1.0 for the own one if it wins by ending its turn like this."""
        return [self._own(pos) if seat == self.seat else self._other(pos, seat) for seat in range(len(pos.held))]

    def after(self, pos: Position, then: Position) -> list[float]:
        """Return the progress when the others have had their turns: what was reached is collected, theirs too."""
        return [
            self._own_later(pos, then) if seat == self.seat else self._other_later(then, seat)
            for seat in range(len(then.held))
        ]

    def _shares(self, held: int, began: int, seat: int) -> list[float]:
        ground = Ground(held, began, self.state.cities, self.state.sites, self.enemy[seat])
        return [progress(self.rules.board, one, ground) for one in self.open]

    def _collected(self, pos: Position) -> tuple[int, int]:
        """Return the objectives of the seat when its turn ends like this, and which it collects (-1: none)."""
        have, shares = self.have[self.seat], self._shares(pos.own, self.state.began, self.seat)
        if self.done or not shares or max(shares) < 1.0:
            return have, -1
        return have + 1, shares.index(max(shares))

    def _own(self, pos: Position) -> float:
        have, taken = self._collected(pos)
        if have >= self.needed and self._home(pos, self.seat):
            return 1.0
        shares = self._shares(pos.own, self.state.began, self.seat)
        return self._nearness(pos, self.seat, have, PART * _best(shares, taken) ** 2)

    def _own_later(self, pos: Position, then: Position) -> float:
        have, taken = self._collected(pos)
        shares = self._shares(then.own, then.own, self.seat)
        return self._nearness(then, self.seat, have, PART * _best(shares, taken) ** 2)

    def _other(self, pos: Position, seat: int) -> float:
        held = pos.held[seat]
        if not held:
            return 0.0
        best = _best(self._shares(held, held, seat), -1)
        return self._nearness(pos, seat, self.have[seat], REACHED if best >= 1.0 else PART * best**2)

    def _other_later(self, then: Position, seat: int) -> float:
        held = then.held[seat]
        if not held:
            return 0.0
        have, best = self.have[seat], _best(self._shares(held, held, seat), -1)
        if best >= 1.0 and have + 1 >= self.needed and self._home(then, seat):
            return 1.0
        return self._nearness(then, seat, have, 1.0 if best >= 1.0 else PART * best**2)

    def _nearness(self, pos: Position, seat: int, have: int, more: float) -> float:
        """Return how near a seat is to winning by what it has, what it has in part, and its capital."""
        return min(NEARLY, (have + more + HOME * self._home(pos, seat)) / (self.needed + HOME))

    def _home(self, pos: Position, seat: int) -> bool:
        capital = self.state.capitals[seat]
        return capital >= 0 and bool(pos.held[seat] >> capital & 1)

    def region_extra(self) -> list[float]:
        """Return what objectives add to the worth of each region."""
        wanted = {one.region for one in self.open if one.what == "region"}
        more = 0.4 * self._value(self.seat)
        return [more * (name in wanted) for name in self.rules.board.region_ids]

    def _value(self, seat: int) -> float:
        return LAST_WORTH if self.have[seat] >= self.needed - 1 else WORTH

    def wish(self, space: int) -> float:
        """Return what a space of another is worth for objectives: the own ones, and those of its holder."""
        if not self._wishes:
            self._wishes = [0.0] * len(self.rules.names)
            for mask, value in (*self._wanted(), *self._denied()):
                for place in range(len(self._wishes)):
                    if mask >> place & 1:
                        self._wishes[place] += value
        return self._wishes[space]

    def _wanted(self) -> Iterator[tuple[int, float]]:
        """Yield the spaces that lead on to an objective that is near."""
        own = self.state.held[self.seat]
        for one in self.open:
            mask = self._mask(one, self.seat)
            have = (own & mask if one.how == "control" else own & ~self.state.began & mask).bit_count()
            missing = one.count - have
            if mask and 0 < missing <= NEAR:
                yield mask & ~own, self._value(self.seat) / (missing * missing)

    def _denied(self) -> Iterator[tuple[int, float]]:
        """Yield the spaces by which others have reached an objective."""
        for seat, held in enumerate(self.state.held):
            if seat == self.seat or not held:
                continue
            for one in self.open:
                mask = self._region(one) or self._mask(one, seat)
                ground = Ground(held, held, self.state.cities, self.state.sites, self.enemy[seat])
                if mask and progress(self.rules.board, one, ground) >= 1.0:
                    yield mask & held, 0.3 * self._value(seat)

    def _region(self, one: Objective) -> int:
        board = self.rules.board
        return board.region_masks[board.region_ids.index(one.region)] if one.what == "region" else 0

    def _mask(self, one: Objective, seat: int) -> int:
        """Return the spaces that an objective counts; none where it is about regions."""
        state = self.state
        known = {
            "cities": state.cities,
            "sites": state.sites,
            "capitals": self.enemy[seat],
            "territories": self.rules.board.everything,
        }
        return known.get(one.what, 0)


def _best(shares: list[float], taken: int) -> float:
    """Return the best share of those that are not taken."""
    return max((share for number, share in enumerate(shares) if number != taken), default=0.0)

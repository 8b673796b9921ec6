"""Objectives as a bot sees them: how far everybody is, and which spaces lead on to one or keep others from one."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.bots.conquest.position import Position
from wartable.games.conquest.balance.data import Objective
from wartable.games.conquest.balance.objectives import Ground, progress
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState

REACHED, PART = 0.85, 0.6
"""What an objective that another seat has reached counts before it is collected, and what a part of one counts."""
NEARLY = 0.97
"""Progress of another seat that wins at the end of its next turn unless it is stopped."""
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
        self.done = state.phase in {"fortify", "draw"}
        """Whether this turn's objective has been collected or left."""
        self._wishes: list[float] = []

    def of(self, pos: Position) -> list[float]:
        """Return the progress of each seat; 1.0 for the own one if it would win with its turn ending like this."""
        return [self._own(pos) if seat == self.seat else self._other(pos, seat) for seat in range(len(pos.held))]

    def _shares(self, held: int, began: int, seat: int) -> list[float]:
        ground = Ground(held, began, self.state.cities, self.state.sites, self.enemy[seat])
        return sorted((progress(self.rules.board, one, ground) for one in self.open), reverse=True)

    def _own(self, pos: Position) -> float:
        shares, have = self._shares(pos.own, self.state.began, self.seat), self.have[self.seat]
        if shares and shares[0] >= 1.0 and not self.done:
            have, shares = have + 1, shares[1:]
        if have >= self.needed and self._home(pos, self.seat):
            return 1.0
        more = PART * shares[0] ** 2 if shares else 0.0
        return min(NEARLY, (have + more) / self.needed)

    def _other(self, pos: Position, seat: int) -> float:
        held = pos.held[seat]
        if not held:
            return 0.0
        shares, have = self._shares(held, held, seat), self.have[seat]
        best = shares[0] if shares else 0.0
        more = REACHED if best >= 1.0 else PART * best**2
        if not self._home(pos, seat):
            have = min(have, self.needed - 1)
        return min(NEARLY, (have + more) / self.needed)

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

"""Claiming the map and placing the first armies, one by one."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.core.actions import Claim, Place
from wartable.games.conquest.core.events import Claimed, Placed
from wartable.games.conquest.core.tasks import Claims, SetUpPlacing
from wartable.games.conquest.core.turn import R, S, Tell, Turns


class SetUp(Turns[R, S]):
    """Claiming the map and placing armies one by one, in every game of the family."""

    def claim(self, rules: R, state: S, seat: int, action: Claim, tell: Tell) -> S:
        """Take a free space with one army; when none is left the remaining armies are placed in turn."""
        space = rules.board.index[action.space]
        held = list(state.held)
        held[seat] |= 1 << space
        after = _spend(replace(state, held=tuple(held)), seat, space)
        if tell is not None:
            tell.append(Claimed(seat, action.space))
        place = state.order.index(seat)
        if 0 in after.armies:
            turn = state.order[(place + 1) % state.seats]
            return replace(after, seat=turn, agenda=(Claims(Seat(turn)),))
        return self.next_to_place(rules, after, place, tell)

    def place_one(self, rules: R, state: S, seat: int, action: Place, tell: Tell) -> S:
        """Put one starting army on an own space and pass on to the next seat that has some."""
        after = _spend(state, seat, rules.board.index[action.space])
        if tell is not None:
            tell.append(Placed(seat, action.space, 1))
        return self.next_to_place(rules, after, state.order.index(seat), tell)

    def next_to_place(self, rules: R, state: S, place: int, tell: Tell) -> S:
        """Pass on to the next seat in order with starting armies, or go on when nobody has any."""
        for step in range(1, state.seats + 1):
            seat = state.order[(place + step) % state.seats]
            if state.pools[seat]:
                return replace(state, agenda=(SetUpPlacing(Seat(seat)),), seat=seat)
        return self.all_set_up(rules, replace(state, pools=()), tell)

    def all_set_up(self, rules: R, state: S, tell: Tell) -> S:
        """Go on when the last starting army is placed: the first turn begins."""
        return self.begin_turn(rules, state, state.order[0], 0, tell)


def _spend(state: S, seat: int, space: int) -> S:
    """Put an army of the seat's pool on a space."""
    armies, pools = list(state.armies), list(state.pools)
    armies[space] += 1
    pools[seat] -= 1
    return replace(state, armies=tuple(armies), pools=tuple(pools))

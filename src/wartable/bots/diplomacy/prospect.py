"""What a board after a phase is worth to a power: centres held, in danger and in reach, and the ways beyond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wartable.bots.diplomacy.judge import GONE, Board
from wartable.bots.diplomacy.table import Table
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.orders import Power

OPEN: Final = 0.45
"""Part of its worth that an own centre loses that others can walk into while nobody of ours could follow."""
PRESSED: Final = 0.3
"""Part it loses that two of one power can come against and we cannot match."""
EXPOSED: Final = 0.15
"""What an own unit loses that could be dislodged."""
FREE: Final = 0.4
"""What a foreign centre in reach is worth that nobody else could come to."""
DISPUTED: Final = 0.15
"""What it is worth where others could come as well."""
STRONG: Final = 0.2
"""What it is worth more where two of ours could come."""
FORCE: Final = 0.5
"""What a unit is worth by itself."""
FLED: Final = 0.35
"""What a unit keeps of that when it was dislodged."""
FEAR: Final = 0.25
"""What it costs that a unit in a centre can be driven off before it can do anything, and the centre be entered."""
AHEAD: Final = 0.25
"""What the worth of places counts beside that of centres."""
UNSETTLED: Final = 0.75
"""What a foreign centre that we stand in is worth before centres are counted."""
LOST: Final = 0.6
"""What an own centre that others stand in has lost before centres are counted."""
VICTORY: Final = 12.0
"""What it is worth to win."""
RIVAL: Final = 0.25
"""What each centre of the strongest other power costs, once it is near to winning."""


class Prospect:
    """Weighs boards for one power; a rival costs once it has more than `alarm` of what wins."""

    alarm = 0.5

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.table: Table = worth.table
        self.power: Power = worth.power
        self._centres = mask(self.table.ground.centres)
        self._owned = {
            power: mask(space for space in self.table.ground.centres if self.table.owner[space] == power)
            for power in (*self.table.units, *self.table.sizes)
        }

    def value(self, board: Board) -> float:
        """Return what a board is worth, in centres."""
        ours = others = 0
        friends = self.table.friends.get(self.power, ())
        ones: dict[Power, int] = {}
        twos: dict[Power, int] = {}
        network, owners = self.table.ground.network, self.table.numbered.owner
        spans, strong = self.table.spans, self.table.strong
        for unit, place in enumerate(board.places):
            if place == GONE:
                continue
            owner, reach = owners[unit], spans[board.kinds[unit]][place]
            one = ones.get(owner, 0)
            twos[owner] = twos.get(owner, 0) | (reach if unit in strong else one & reach)
            ones[owner] = one | reach
            if owner == self.power:
                ours |= 1 << network.space_of[place]
            elif unit not in board.dislodged and owner not in friends:
                others |= 1 << network.space_of[place]
        own = ones.pop(self.power, 0), twos.pop(self.power, 0)
        fear = self._fear(board, ours, others, {**ones, self.power: own[0]}) if board.threat[1] else 0.0
        for friend in friends:
            ones.pop(friend, None)
            twos.pop(friend, None)
        danger = _union(ones), _union(twos)
        return self._force(board) + self._centres_of(ours, others, own, danger) - self._rivals(board) - fear

    def _fear(self, board: Board, ours: int, others: int, reach: Mapping[Power, int]) -> float:
        """Return what it costs that a unit in a centre can be driven off and the centre entered; below 0 for a hope."""
        power, spaces = board.threat
        entered = spaces & reach.get(power, 0) & self._centres
        if power == self.power or power in self.table.friends.get(self.power, ()):
            return -FEAR if entered & others else 0.0
        return FEAR if entered & ours else 0.0

    def _force(self, board: Board) -> float:
        """Weigh the own units, and the ways that lie before them."""
        found = 0.0
        for unit in self.table.units.get(self.power, ()):
            place = board.places[unit]
            if place != GONE:
                found += (FLED if unit in board.dislodged else FORCE) * self.table.attack[unit]
                found += AHEAD * self.worth.at[board.kinds[unit]][place]
        return found

    def _centres_of(self, ours: int, others: int, own: tuple[int, int], danger: tuple[int, int]) -> float:
        """Weigh centres from sets of spaces: those units stand in, and those one or two of a power could enter."""
        counting = self.table.counting
        before = self._owned.get(self.power, 0)
        taken = ours & self._centres & ~before
        lost = others & before
        held = before & ~lost | taken
        total = float((before & ~lost).bit_count()) + (1.0 if counting else UNSETTLED) * taken.bit_count()
        if not counting:
            total += (1 - LOST) * lost.bit_count()
        total -= OPEN * (held & ~ours & danger[0] & ~own[0]).bit_count()
        total -= PRESSED * (held & danger[1] & ~own[1]).bit_count()
        total -= EXPOSED * (ours & danger[1] & ~own[0]).bit_count()
        goals = self._centres & ~held
        free = goals & own[0] & ~danger[0] & ~others
        total += FREE * free.bit_count() + DISPUTED * (goals & own[0] & ~free).bit_count()
        total += STRONG * (goals & own[1]).bit_count()
        return total + (VICTORY if counting and held.bit_count() >= self.table.ground.goal else 0.0)

    def _rivals(self, board: Board) -> float:
        """Return what it costs that another power comes near to winning."""
        sizes, goal = self.table.sizes, self.table.ground.goal
        friends = self.table.friends.get(self.power, (self.power,))
        leader = max((power for power in sizes if power not in friends), key=lambda each: sizes[each], default="")
        if not leader or sizes[leader] <= self.alarm * goal:
            return 0.0
        numbered, space_of = self.table.numbered, self.table.ground.network.space_of
        held, driven = self._owned[leader], 0
        for unit, place in enumerate(board.places):
            if place != GONE and unit not in board.dislodged:
                space = 1 << space_of[place]
                held, driven = (held | space, driven) if numbered.owner[unit] == leader else (held, driven | space)
        return RIVAL * (held & self._centres & ~driven).bit_count()


def _union(sets: dict[str, int]) -> int:
    found = 0
    for spaces in sets.values():
        found |= spaces
    return found

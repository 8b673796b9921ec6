"""What comes of a set of plans: every unit's place after the adjudicator has judged them, without words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from wartable.bots.diplomacy.table import Table
from wartable.games.diplomacy.movement.aftermath import Aftermath
from wartable.games.diplomacy.movement.cycles import settle
from wartable.games.diplomacy.movement.decisions import YES, Decisions
from wartable.games.diplomacy.movement.docket import Docket
from wartable.games.diplomacy.movement.legality import CONVERT
from wartable.games.diplomacy.orders import MovementOrder, Power

Orders: TypeAlias = tuple[MovementOrder, ...]
GONE = -1
"""In place of the location of a unit that was dislodged and has nowhere to go."""


class Board:
    """The board after a phase: by unit, its kind, its location or `GONE`, and whether it was dislodged.

    A dislodged unit is put where it would go first of all by the alphabet: good enough for weighing plans.
    """

    def __init__(self, kinds: Sequence[int], places: Sequence[int], dislodged: Mapping[int, int]) -> None:
        self.kinds = kinds
        self.places = places
        self.dislodged = dislodged


class Judge:
    """Judges sets of plans over one table, and counts how often."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rulings = table.ground.rules.rulings
        self.count = 0

    def board(self, orders: Mapping[Power, Orders]) -> Board:
        """Return the board that orders of all powers lead to; units without an order hold."""
        self.count += 1
        muster = self.table.muster
        decisions = Decisions(Docket(muster, orders, self.rulings))
        settle(decisions)
        after = Aftermath(decisions)
        kinds, places = muster.kind, muster.location[:]
        place = decisions.docket.place
        for unit, moved in enumerate(after.moved):
            if moved:
                places[unit] = place[unit]
            elif decisions.doing[unit] == CONVERT and decisions.verdict[unit] == YES:
                kinds = kinds[:]
                kinds[unit] = 1 - kinds[unit]
                places[unit] = place[unit]
        for unit, mover in after.dislodger.items():
            ways = after.retreats(unit, mover)
            places[unit] = muster.network.number[ways[0]] if ways else GONE
        return Board(kinds, places, after.dislodger)

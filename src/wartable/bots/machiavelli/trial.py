"""What comes of the orders and the money of all powers, by the rules themselves and without words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from wartable.games.machiavelli import expenses, steps
from wartable.games.machiavelli.banking import bank
from wartable.games.machiavelli.control import counted
from wartable.games.machiavelli.ending import settle
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.optional.hiring import commanded
from wartable.games.machiavelli.orders import CITY, CampaignOrder, Retreat
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.reading import Reader, Reading
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import SEASONS, Position, Power

Profile: TypeAlias = Mapping[Power, CampaignOrders]
"""What all powers write in a campaign."""
KEPT: Final = 400
"""Financed positions that are remembered."""


class Memory(Reader):
    """A reader that remembers what it read: the same orders come back in many trials."""

    def __init__(self, rules: Rules, position: Position) -> None:
        super().__init__(rules, position, rules.units(position))
        self._known: dict[tuple[Power, CampaignOrder], Reading] = {}

    def read(self, power: Power, order: CampaignOrder) -> Reading:
        """Return what an order asks for, or why it is refused."""
        found = self._known.get((power, order))
        if found is None:
            found = self._known[power, order] = super().read(power, order)
        return found


class Trial:
    """Tries what powers may write from one position, and counts how often."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules = rules
        self.position = position
        self.count = 0
        self._financed: dict[object, tuple[Position, Memory]] = {}

    def after(self, profile: Profile, struck: frozenset[Power] = frozenset()) -> Position:
        """Return the position at the end of the campaign; dice of equal bribes fall on 1, dislodged units go home."""
        self.count += 1
        position, memory = self.financed(profile)
        hired = commanded(position, {power: action.orders for power, action in profile.items()})
        moved = steps.move(self.rules, hired.position, hired.orders, struck, reader=memory, told=False)
        found, lost = moved.position, moved.result.dislodged
        if lost:
            found = steps.fall_back(self.rules, found, lost, _ways_out(found, lost)).position
        return self._ended(found)

    def financed(self, profile: Profile) -> tuple[Position, Memory]:
        """Return the position after bank and expenses, with a reader of orders in it."""
        written = tuple((power, one.banking, one.expenses) for power, one in profile.items())
        key = tuple(one for one in written if one[1] or one[2])
        found = self._financed.get(key)
        if found is None:
            if len(self._financed) >= KEPT:
                self._financed.clear()
            position = self._spent(profile) if key else self.position
            found = self._financed[key] = position, Memory(self.rules, position)
        return found

    def _spent(self, profile: Profile) -> Position:
        position = bank(self.rules, self.position, {power: one.banking for power, one in profile.items()}).position
        written = {power: one.expenses for power, one in profile.items()}
        faces = (1,) * len(expenses.tie_dice(self.rules, position, written))
        spent = expenses.spend(self.rules, position, written, faces).position
        return counted(self.rules, spent).position

    def _ended(self, position: Position) -> Position:
        """Let famine take units after spring, and count control and powers where that is due."""
        last = position.season == SEASONS[-1]
        if position.season == SEASONS[0] and position.famine:
            position = counted(self.rules, steps.starved(self.rules, position).position).position
        if last:
            position = steps.after_fall(self.rules, position).position
        if last or self.rules.options.control_timing == "immediate":
            position = settle(self.rules, position).position
        return position


def _ways_out(position: Position, dislodged: Sequence[Dislodged]) -> dict[Power, list[Retreat]]:
    """Let dislodged units go to an own province, else anywhere else, else into the city."""
    found: dict[Power, list[Retreat]] = {}
    for one in dislodged:
        owner = one.unit.owner
        ways = sorted(one.retreats, key=lambda way: (way == CITY, position.provinces.get(place_of(way)) != owner, way))
        if ways:
            found.setdefault(owner, []).append(Retreat(one.name, ways[0]))
    return found

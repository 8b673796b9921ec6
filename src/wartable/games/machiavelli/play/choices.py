"""What a unit may be ordered, and what a seat may decide, at random or as a list to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from wartable.engine.chance import Randomness
from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.possible import Choices
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.maps import location, named, piece, place_of, small
from wartable.games.machiavelli.orders import CampaignOrder
from wartable.games.machiavelli.reading import RULINGS, Read, Reader
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Kind, Position, Unit

T = TypeVar("T")


def pick(items: Sequence[T], rng: Randomness) -> T:
    """Return one of several things at random."""
    return items[rng.randrange(len(items))]


class UnitChoices:
    """What the units of a position may be ordered: orders that could work for some orders of the others."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules = rules
        self.position = position
        units = rules.units(position)
        self.reader = Reader(rules, position, units)
        self._choices = Choices(units, RULINGS)
        self._by_at = {location(rules.board, unit): unit for unit in position.units}

    def orders(self, unit: Unit) -> Iterator[CampaignOrder]:
        """Yield the legal orders of a unit."""
        candidates = [*self._own(unit), *self._known(unit)]
        yield from (one for one in dict.fromkeys(candidates) if isinstance(self.reader.read(unit.owner, one), Read))

    def draw(self, unit: Unit, rng: Randomness) -> CampaignOrder:
        """Draw one legal order without listing them all; seldom what only Machiavelli knows, never a disbanding."""
        if rng.randrange(3) == 0:
            own = [one for one in self._own(unit) if not isinstance(one, orders.Disband)]
            candidates: tuple[CampaignOrder, ...] = (pick(own, rng),)
        else:
            candidates = tuple(self._ours(unit, self._choices.draw(piece(self.rules.board, unit), rng)))
        found = [one for one in candidates if isinstance(self.reader.read(unit.owner, one), Read)]
        return pick(found, rng) if found else orders.Hold(named(unit))

    def _own(self, unit: Unit) -> Iterator[CampaignOrder]:
        """Yield what the adjudicator knows nothing of."""
        name = named(unit)
        yield orders.Hold(name)
        if unit.kind != "G":
            yield orders.Besiege(name)
            yield orders.Lift(name)
        into: tuple[Kind, ...] = ("A", "F") if unit.kind == "G" else ("G",)
        yield from (orders.Convert(name, kind) for kind in into)
        if self.rules.options.disband_in_campaign:
            yield orders.Disband(name)

    def _known(self, unit: Unit) -> Iterator[CampaignOrder]:
        """Yield the orders that the adjudicator knows, in our words."""
        for asked in self._choices.orders(piece(self.rules.board, unit)):
            yield from self._ours(unit, asked)

    def _ours(self, unit: Unit, asked: plain.MovementOrder) -> Iterator[CampaignOrder]:
        name = named(unit)
        if isinstance(asked, plain.Move) and unit.kind != "G":
            between = () if asked.via else tuple(map(place_of, asked.path))
            yield orders.Advance(name, _ours_at(asked.to), between)
        elif isinstance(asked, plain.SupportHold):
            yield orders.Support(name, named(self._by_at[asked.of.at]))
        elif isinstance(asked, plain.SupportMove):
            other = self._by_at[asked.of.at]
            if other.kind == "G":
                yield orders.Support(name, named(other), into="A")
                yield orders.Support(name, named(other), into="F")
            else:
                yield orders.Support(name, named(other), _ours_at(asked.to))
        elif isinstance(asked, plain.Convoy):
            yield orders.Transport(name, named(self._by_at[asked.of.at]), _ours_at(asked.to))


def _ours_at(at: str) -> str:
    return "/".join(filter(None, small(at)))

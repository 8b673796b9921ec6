"""One position as all powers see it: who owns what, who could go where, and how many could come to each space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TypeAlias

from wartable.bots.diplomacy.ground import Ground
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.orders import MovementOrder, Power
from wartable.games.adjudication.routes import bits
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.position import Position

Plan: TypeAlias = Mapping[int, MovementOrder]
"""An order for each unit of a power, by the number of the unit."""


class Table:
    """A position in numbers. Units are those `numbered`.

    `owner` gives the owner of each space that is a centre (empty: nobody), `sizes` the centres of each power, `units`
    the units of each. `friends` are for each power those that it does not attack. By unit, `ways` are the locations it
    may go to, `reach` their spaces, `helps` the spaces where it may give support, `attack` its strength and `aid` what
    its support is worth; `strong` are those of more than common strength. `pressure[power][space]` is the strength of
    the units of a power that could step there. `spans` are by kind and location the spaces in reach.

    A `struck` unit is driven off before anybody moves: it stands in nobody's way, and nothing can be done with it.
    """

    def __init__(
        self,
        ground: Ground,
        position: Position,
        friends: Mapping[Power, Collection[Power]] | None = None,
        struck: int = NOBODY,
    ) -> None:
        rules = ground.rules
        self.ground = ground
        self.position = position
        self.friends = friends or {}
        self.struck = struck
        numbered = rules.variant.numbered(position, rules.rulings)
        self.numbered = numbered if struck == NOBODY else numbered.without(struck)
        self.owner = [""] * len(ground.network.spaces)
        for code, power in position.owners.items():
            self.owner[ground.network.number[code]] = power
        self.sizes: Counter[Power] = Counter(position.owners.values())
        self.counting = ground.counts_after(position.phase)
        self.units: dict[Power, list[int]] = {}
        for unit, power in enumerate(self.numbered.owner):
            if unit != struck:
                self.units.setdefault(power, []).append(unit)
        every = range(len(self.numbered.unit))
        traits = self.numbered.traits
        self.attack = [one.attack for one in traits] if traits else [1] * len(every)
        self.aid = [one.support for one in traits] if traits else [1] * len(every)
        self.strong = frozenset([unit for unit in every if self.attack[unit] > 1] if traits else ())
        self.ways = [self._ways(unit) for unit in every]
        self.reach = [self._reach(unit) for unit in every]
        self.helps = [self.numbered.helps(unit) for unit in every]
        self.spans = self._spans()
        self.pressure = {power: self._pressure(units) for power, units in self.units.items()}
        self._foes: dict[Power, list[tuple[Power, list[int]]]] = {}

    def _ways(self, unit: int) -> tuple[int, ...]:
        """Return the locations a unit may be ordered to, those two steps away last."""
        numbered = self.numbered
        _, location, kind = numbered.standing[unit]
        found = numbered.network.ways[kind][location]
        if numbered.traits and (far := numbered.two_steps(unit) & ~numbered.direct(unit)):
            found += tuple(bits(far))
        if not numbered.barred:
            return found
        return tuple(way for way in found if not numbered.why_barred(unit, numbered.network.space_of[way]))

    def _reach(self, unit: int) -> int:
        numbered = self.numbered
        if numbered.barred:
            return mask(numbered.network.space_of[way] for way in self.ways[unit])
        return numbered.direct(unit) | numbered.two_steps(unit) if numbered.traits else numbered.direct(unit)

    def _spans(self) -> list[tuple[int, ...]]:
        """Return the spaces in reach; in most games they are those next to a location."""
        far = self.ground.far
        return [
            tuple([near | more for near, more in zip(steps, far[kind], strict=True)]) if far[kind] else steps
            for kind, steps in enumerate(self.numbered.network.steps)
        ]

    def _pressure(self, units: list[int]) -> list[int]:
        found = [0] * len(self.owner)
        for unit in units:
            for space in bits(self.reach[unit]):
                found[space] += self.attack[unit]
        return found

    def occupant(self, space: int) -> Power:
        """Return the power with a unit in a space, empty if none."""
        unit = self.numbered.at[space]
        return "" if unit == NOBODY else self.numbered.owner[unit]

    def defence(self, space: int) -> int:
        """Return what the unit in a space stands with by itself; 0 where there is none."""
        unit = self.numbered.at[space]
        if unit == NOBODY:
            return 0
        return self.numbered.traits[unit].hold if self.numbered.traits else 1

    def rival(self, power: Power, space: int) -> tuple[int, Power]:
        """Return the greatest strength that one other power could send to a space, and who that is."""
        foes = self._foes.get(power)
        if foes is None:
            friends = self.friends.get(power, (power,))
            foes = self._foes[power] = [(other, sent) for other, sent in self.pressure.items() if other not in friends]
        most, who = 0, ""
        for other, sent in foes:
            if sent[space] > most:
                most, who = sent[space], other
        return most, who

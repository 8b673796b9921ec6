"""A position in the form searches like: plain lists of holders and armies that can be changed and copied."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.board.compiled import bits
from wartable.bots.conquest.field import Field
from wartable.bots.conquest.ground import Ground, Odds
from wartable.games.conquest.core.state import ConquestState, owners_of


class Position:
    """Who holds what, seen by the seat that thinks. Not immutable: searches change copies of it."""

    __slots__ = ("_owner", "armies", "field", "ground", "held", "seat")

    def __init__(
        self, ground: Ground, field: Field, seat: int, held: list[int], armies: list[int], owner: list[int] | None
    ) -> None:
        self.ground = ground
        self.field = field
        self.seat = seat
        self.held = held
        self.armies = armies
        self._owner = owner

    @classmethod
    def of(cls, ground: Ground, field: Field, state: ConquestState, seat: int) -> Position:
        """Read a state, as seen by a seat."""
        return cls(ground, field, seat, [*state.held], [*state.armies], None)

    def copy(self) -> Position:
        """Return a position that can be changed without changing this one."""
        return Position(self.ground, self.field, self.seat, self.held[:], self.armies[:], self.owner[:])

    @property
    def owner(self) -> list[int]:
        """The holder of each space, or nobody; worked out when it is asked for first, as the easy level never does."""
        if self._owner is None:
            self._owner = list(owners_of(tuple(self.held), self.ground.size))
        return self._owner

    @property
    def own(self) -> int:
        """The spaces of the seat."""
        return self.held[self.seat]

    def allied(self, seat: int) -> int:
        """Return the spaces of a seat and of those on its side."""
        sides = self.field.sides
        if not sides:
            return self.held[seat]
        return sum(held for other, held in enumerate(self.held) if sides[other] == sides[seat])

    def front(self, seat: int) -> int:
        """Return the spaces of a seat that border somebody else's or free ones."""
        near, own, found = self.ground.near, self.held[seat], 0
        foreign = ~own if not self.field.sides else ~self.allied(seat)
        for space in bits(own):
            if near[space] & foreign:
                found |= 1 << space
        return found

    def targets(self, space: int) -> tuple[int, ...]:
        """Return the spaces next to an own space that may be attacked from there."""
        return bits(self.ground.near[space] & ~self.own & ~self.field.barred[space])

    def odds(self, source: int) -> Sequence[Odds]:
        """Return the odds of attacks from a space by target."""
        return self.field.odds[source]

    def sources(self, target: int) -> tuple[int, ...]:
        """Return the own spaces next to a space."""
        return bits(self.ground.near[target] & self.own)

    def total(self, mask: int) -> int:
        """Return the armies on a set of spaces."""
        return sum(map(self.armies.__getitem__, bits(mask)))

    def conquer(self, source: int, target: int, stay: int, arrive: int) -> None:
        """Take a space: so many armies stay behind, so many arrive."""
        owner, bit = self.owner, 1 << target
        loser = owner[target]
        if loser >= 0:
            self.held[loser] &= ~bit
        self.held[self.seat] |= bit
        owner[target] = self.seat
        self.armies[source] = stay
        self.armies[target] = arrive

    def move(self, source: int, target: int, count: int) -> None:
        """Move armies from a space to another."""
        self.armies[source] -= count
        self.armies[target] += count

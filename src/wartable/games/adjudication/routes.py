"""Convoy routes over sets of fleets, as flood fills and chordless walks on bitmasks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

KEPT = 1 << 14
"""Answers of each kind that are kept for one map; the oldest go first, so that memory stays flat."""
STEPS = 500
"""Steps of one search for routes, many times what the maps of known games need."""


class ConvoyRoutes:
    """Which spaces touch which sea spaces, and what fleets at sea can carry from shore to shore.

    `shores[s]` is the set of sea spaces next to space `s`, itself land or sea. Fleets are given as the set of sea
    spaces they stand in.
    """

    def __init__(self, shores: tuple[int, ...]) -> None:
        self.shores = shores
        self._around = [0] * len(shores)
        for space, seas in enumerate(shores):
            for sea in bits(seas):
                self._around[sea] |= 1 << space
        self.chains = lru_cache(KEPT)(self._chains)
        self.connected = lru_cache(KEPT)(self._connected)
        self.useful = lru_cache(KEPT)(self._needed)
        self.coast_of = lru_cache(KEPT)(self._coast_of)
        self._on_routes = lru_cache(KEPT)(self._on_minimal_routes)

    def _connected(self, origin: int, target: int, fleets: int) -> bool:
        """Whether fleets form a chain from one shore to the other; one that lies in either harbour is no part of it."""
        fleets &= ~(1 << origin | 1 << target)
        start, end = self.shores[origin], self.shores[target]
        for chain in self.chains(fleets):  # noqa: SIM110 - a generator expression takes three times as long
            if chain & start and chain & end:
                return True
        return False

    def _needed(self, origin: int, target: int, fleets: int) -> int:
        """Return the fleets that lie on some minimal route: one that no fleet could be left out of (DATC 4.E.1)."""
        fleets &= ~(1 << origin | 1 << target)
        start, end = self.shores[origin], self.shores[target]
        found = 0
        for chain in self.chains(fleets):
            if chain & start and chain & end:
                found |= self._on_routes(origin, target, chain)
        return found

    def _coast_of(self, fleets: int) -> int:
        """Return the spaces next to any of the fleets' own, at sea or on land."""
        found = 0
        for space in bits(fleets):
            found |= self._around[space]
        return found

    def _chains(self, fleets: int) -> tuple[int, ...]:
        """Divide fleets into groups that touch each other."""
        found: list[int] = []
        while fleets:
            chain = self._flood(fleets & -fleets, fleets)
            found.append(chain)
            fleets &= ~chain
        return tuple(found)

    def _flood(self, reached: int, within: int) -> int:
        fresh = reached
        while fresh:
            around = 0
            for space in bits(fresh):
                around |= self.shores[space]
            fresh = around & within & ~reached
            reached |= fresh
        return reached

    def _on_minimal_routes(self, origin: int, target: int, fleets: int) -> int:
        """Search for chordless routes through all fleets at once; on vast seas then for each fleet still missing.

        A fleet whose own search takes too long as well counts as lying on a route.
        """
        found, complete = self._search(origin, target, fleets, fleets)
        if not complete:
            for fleet in bits(fleets & ~found):
                route, complete = self._search(origin, target, fleets, 1 << fleet)
                found |= route if complete else route | 1 << fleet
        return found

    def _search(self, origin: int, target: int, fleets: int, wanted: int) -> tuple[int, bool]:
        """Walk chordless routes until all wanted fleets are on one, leaving out branches that lead to none of them.

        Returns the fleets on the routes found, and whether the search came to its end within `STEPS` steps.
        """
        start, end = self.shores[origin] & fleets, self.shores[target] & fleets
        found = 0
        # A walk: the space it is in, the spaces it went through, and those it may still enter. A space next to an
        # earlier one of the walk is a chord and barred; so is a second one on either shore.
        walks = [(space, 1 << space, fleets & ~start) for space in bits(start)]
        for _ in range(STEPS):
            if not walks or not wanted:
                return found, True
            here, path, free = walks.pop()
            if path & end:
                found |= path
                wanted &= ~path
                continue
            rest = free & ~self.shores[here]
            for space in bits(self.shores[here] & free):
                reach = self._flood(1 << space, rest)
                if reach & end and (path | reach) & wanted:
                    walks.append((space, path | 1 << space, rest))
        return found, False


def bits(spaces: int) -> Iterator[int]:
    """Yield the members of a set, smallest first."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest

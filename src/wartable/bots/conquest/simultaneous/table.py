"""A round of simultaneous moves in numbers: who stands where, what places are worth to whom, and how meetings end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from wartable.board.compiled import bits
from wartable.bots.conquest.ground import Ground, Region
from wartable.bots.conquest.simultaneous.outlook import Outlook
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.simultaneous.battle import Side, begun, bounced
from wartable.games.conquest.simultaneous.standing import standing

Forces: TypeAlias = tuple[tuple[int, int], ...]
"""Who comes together at a place, with how many units, by ascending number."""
Plan: TypeAlias = tuple[tuple[int, int, int], ...]
"""What a seat orders: source, target, units."""
Meeting: TypeAlias = tuple[tuple[int, float, float], ...]
"""What comes of a meeting: player, chance to be left at the place, expected units left, there or bounced."""

SPACE, RENT = 0.4, 1.0 / 3.0
"""Worth in units of a space by itself, and what it brings a round."""
CROWDED = 3.0
"""Units to a space from which on the map counts as crowded: land is worth more units where there are many."""
RISING = 2.0
"""Power by which the part of a region that is held promises its bonus."""
GRAINS = 16
"""Parts that the units of a usual space are taken to have: by so many at a time they are tried elsewhere.

Of thousands of units every number would be another battle to work out, which makes no difference to the choice.
"""
BACK = 0.45
"""What a unit far from every border is worth less than one at it."""
FADES = 0.7
"""What is left of the difference with every step that a unit is nearer to the border."""
MOST = 12
"""Most units in all of a battle that is worked out round by round as it is; those of larger ones are divided."""
ABSENT = NOBODY - 1
"""In place of who stayed: nobody did. A neutral army is `NOBODY`."""


@lru_cache(maxsize=64)
def _neighbours(ways: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(bits(mask)) for mask in ways)


class Table:
    """Armies, ways and worths of all seats. `guard` is the bonus of the defence, `bounce` whether attackers bounce.

    `grain` is by how many units at a time orders are changed: more than one where there are very many.

    Worths are worked out for a seat when they are asked for first; `extra` adds to what spaces are worth to some seats.
    """

    def __init__(
        self, ground: Ground, ways: Sequence[int], owner: Sequence[int], armies: Sequence[int], seats: Sequence[int]
    ) -> None:
        self.ground = ground
        self.owner, self.armies, self.seats = list(owner), list(armies), list(seats)
        self.near = _neighbours(tuple(ways))
        self.guard = [0] * len(self.owner)
        self.bounce = False
        self.grain = max(1, sum(self.armies) // (GRAINS * len(self.armies)))
        self.rivalry = 1.0 / max(1, len(self.seats) - 1)
        self.outlook = Outlook()
        self.extra: Mapping[int, Sequence[float]] = {}
        self._prizes: dict[int, list[float]] = {}
        self._posts: dict[int, list[float]] = {}
        self._threats: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int, Forces], Meeting] = {}

    # --- worths

    def prizes(self, seat: int) -> list[float]:
        """Return what it is worth to a seat to hold each space after the round, in units."""
        if seat not in self._prizes:
            self._prizes[seat] = self._prizes_of(seat)
        return self._prizes[seat]

    def posts(self, seat: int) -> list[float]:
        """Return what a unit of a seat is worth in each space: most at the borders."""
        if seat not in self._posts:
            self._posts[seat] = self._posts_of(seat)
        return self._posts[seat]

    def threats(self, seat: int) -> list[int]:
        """Return the most units that one seat other than this could bring to each space."""
        if seat not in self._threats:
            self._threats[seat] = self._threats_of(seat)
        return self._threats[seat]

    def _prizes_of(self, seat: int) -> list[float]:
        own, outlook = self.held(seat), self.outlook
        base = SPACE + RENT * outlook.rounds + outlook.point
        found = [base if own >> space & 1 else base + outlook.card for space in range(len(self.owner))]
        worth = 0.6 * outlook.rounds + 0.7 * outlook.point
        for region in self.ground.regions:
            part = (own & region.mask).bit_count()
            gain = worth * (_promise(region, part + 1) - _promise(region, part))
            loss = worth * (_promise(region, part) - _promise(region, part - 1))
            for space in bits(region.mask):
                found[space] += loss if own >> space & 1 else gain
        for space, more in enumerate(self.extra.get(seat, ())):
            found[space] += more
        swell = max(1.0, sum(self.armies) / (CROWDED * len(self.armies)))
        return [swell * prize for prize in found]

    def _posts_of(self, seat: int) -> list[float]:
        own = self.held(seat)
        steps = [0 if not own >> space & 1 or self.borders(space, own) else 99 for space in range(len(self.owner))]
        fresh = [space for space, step in enumerate(steps) if not step and own >> space & 1]
        step = 0
        while fresh:
            step += 1
            ahead = [to for space in fresh for to in self.near[space] if steps[to] > step]
            for space in ahead:
                steps[space] = step
            fresh = ahead
        return [self.outlook.unit * (1.0 - BACK * (1.0 - FADES**step)) for step in steps]

    def _threats_of(self, seat: int) -> list[int]:
        found: list[int] = []
        for near in self.near:
            by: dict[int, int] = {}
            for other in near:
                owner = self.owner[other]
                if owner not in {seat, NOBODY}:
                    by[owner] = by.get(owner, 0) + self.armies[other]
            found.append(max(by.values(), default=0))
        return found

    def borders(self, space: int, own: int) -> bool:
        """Whether a space lies next to one that is not in a mask."""
        return any(not own >> to & 1 for to in self.near[space])

    def held(self, seat: int) -> int:
        """Return the spaces of a seat as a mask."""
        return sum(1 << space for space, owner in enumerate(self.owner) if owner == seat)

    def meeting(self, place: int, stayed: int, forces: Forces) -> Meeting:
        """Return what comes of it when forces meet; `stayed` is who defends, or `ABSENT`."""
        if len(forces) < 2:
            return tuple((player, 1.0, float(units)) for player, units in forces)
        key = (self.guard[place] if stayed != ABSENT else 0, stayed, forces)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._bounced(*key) if self.bounce else self._fought(*key)
        return found

    def _fought(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        if len(forces) == 2 and stayed != ABSENT:
            return self._duel(stayed, forces) if not guard else self._several(guard, stayed, forces, 1.0)
        return self._several(guard, stayed, forces, max(1.0, sum(units for _, units in forces) / MOST))

    @staticmethod
    def _several(guard: int, stayed: int, forces: Forces, scale: float) -> Meeting:
        """Fight with all units divided by a number; sides are numbered anew, so that one battle tells for all alike."""
        counts = [max(1, round(units / scale)) for _, units in forces]
        sides = [
            Side(player if player < 0 else number, count, guard * (player == stayed), player == stayed)
            for number, ((player, _), count) in enumerate(zip(forces, counts, strict=True))
        ]
        ends = zip(forces, counts, standing(begun(sides)), strict=True)
        return tuple((player, share.wins, share.units * units / count) for (player, units), count, share in ends)

    def _duel(self, stayed: int, forces: Forces) -> Meeting:
        odds = self.ground.odds
        (one, mine), (two, other) = forces
        attackers, defenders = (other, mine) if one == stayed else (mine, other)
        chance = odds.conquered(attackers, defenders)
        left = chance * odds.survivors(attackers, defenders)
        held = (1.0 - chance) * odds.holders(attackers, defenders)
        attack, defence = (chance, left), (1.0 - chance, held)
        first, second = (defence, attack) if one == stayed else (attack, defence)
        return ((one, *first), (two, *second))

    def _bounced(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        """Have attackers bounce off each other first; bounced units live."""
        attackers = {player: units for player, units in forces if player != stayed}
        back = bounced(attackers)
        left = tuple((p, units - back.get(p, 0)) for p, units in forces if units > back.get(p, 0))
        fought = {player: (wins, units) for player, wins, units in self._after(guard, stayed, left)}
        return tuple(
            (player, fought.get(player, (0.0, 0.0))[0], fought.get(player, (0.0, 0.0))[1] + back.get(player, 0))
            for player, _ in forces
        )

    def _after(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        if len(forces) > 1:
            return self._fought(guard, stayed, forces)
        return tuple((player, 1.0, float(units)) for player, units in forces)


def _promise(region: Region, part: int) -> float:
    """Return what a part of a region promises: its bonus times a power of the share held."""
    return region.bonus * (max(0, part) / region.size) ** RISING if part <= region.size else float(region.bonus)

"""What stays the same during a game, compiled for quick evaluation: board, regions, dice, odds."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from wartable.board.compiled import bits
from wartable.games.conquest.core.rules import REMEMBERED, Rules
from wartable.odds import DiceRules, conquest_table

TABLE = 96
"""The largest army that is looked up as it is; larger battles are scaled down to it."""
KEPT = 128
"""Tables of odds that are remembered at once; one takes 1 MB."""


class Region(msgspec.Struct, frozen=True):
    """A region by masks: its spaces, those that can be attacked from outside, and the outside spaces next to it."""

    name: str
    mask: int
    bonus: int
    size: int
    gates: tuple[int, ...]
    gate_mask: int
    around: int
    shares: tuple[float, ...]
    """By number of spaces held: the bonus times the square of their share."""


class Odds:
    """Fights to the end by table: `conquered(a, d)` for a attackers that may attack and d defenders.

    `chance[a][d]` is the bare table up to `TABLE` armies a side, for inner loops.
    """

    __slots__ = ("_held", "_left", "chance")

    def __init__(self, rules: DiceRules) -> None:
        table = conquest_table(TABLE, TABLE, rules)
        self.chance, self._left, self._held = table.conquered, table.attackers_left, table.defenders_left

    def conquered(self, attackers: int, defenders: int) -> float:
        """Return the probability that no defender is left."""
        if attackers <= 0:
            return 0.0
        if attackers > TABLE or defenders > TABLE:
            attackers, defenders, _ = _scaled(attackers, defenders)
        return self.chance[attackers][defenders]

    def survivors(self, attackers: int, defenders: int) -> float:
        """Return the mean number of attackers left, given that they win."""
        if attackers <= 0:
            return 0.0
        scale = 1.0
        if attackers > TABLE or defenders > TABLE:
            attackers, defenders, scale = _scaled(attackers, defenders)
        chance = self.chance[attackers][defenders]
        return scale * self._left[attackers][defenders] / chance if chance > 1e-9 else 1.0

    def holders(self, attackers: int, defenders: int) -> float:
        """Return the mean number of defenders left, given that they hold."""
        if attackers <= 0:
            return float(defenders)
        scale = 1.0
        if attackers > TABLE or defenders > TABLE:
            attackers, defenders, scale = _scaled(attackers, defenders)
        lost = 1.0 - self.chance[attackers][defenders]
        return max(1.0, scale * self._held[attackers][defenders] / lost) if lost > 1e-9 else 1.0


def _scaled(attackers: int, defenders: int) -> tuple[int, int, float]:
    scale = max(attackers, defenders) / TABLE
    return max(1, int(attackers / scale)), max(1, int(defenders / scale + 0.5)), scale


class Ground(msgspec.Struct, frozen=True, eq=False):
    """Board, regions and odds of one set of options. Spaces are indices, sets of spaces bit masks."""

    rules: Rules
    near: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    regions: tuple[Region, ...]
    region_of: tuple[int, ...]
    size: int
    odds: Odds

    def name(self, space: int) -> str:
        """Return the name of a space."""
        return self.rules.names[space]

    def id(self, space: int) -> str:
        """Return the id of a space."""
        return self.rules.board.ids[space]


@lru_cache(maxsize=REMEMBERED)
def ground_of(rules: Rules) -> Ground:
    """Return the compiled ground of these rules."""
    board = rules.board
    dice = rules.plain
    regions = tuple(
        _region(rules, name, mask, bonus)
        for name, (mask, bonus) in zip(rules.regions.values(), rules.bonuses, strict=True)
    )
    return Ground(
        rules=rules,
        near=board.neighbour_masks,
        neighbours=board.neighbours,
        regions=regions,
        region_of=board.region_of,
        size=len(board.ids),
        odds=odds_by(dice),
    )


@lru_cache(maxsize=KEPT)
def odds_by(dice: DiceRules) -> Odds:
    """Return the odds of battles with these dice; in the variant there are hundreds of sorts of them."""
    return Odds(dice)


def _region(rules: Rules, name: str, mask: int, bonus: int) -> Region:
    board = rules.board
    gates = tuple(space for space in bits(mask) if board.neighbour_masks[space] & ~mask)
    return Region(
        name=name,
        mask=mask,
        bonus=bonus,
        size=mask.bit_count(),
        gates=gates,
        gate_mask=sum(1 << space for space in gates),
        around=board.around(mask),
        shares=tuple(bonus * (part / mask.bit_count()) ** 2 for part in range(mask.bit_count() + 1)),
    )

"""Speed of a figure in each type of terrain, from its row of the movement chart, abilities and state (C4-C8, C12)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wartable.games.ring_of_power.charts import Ability, Speeds, TerrainType, charts, mil


class Mover(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What decides how fast a figure is: everything else about it is settled before.

    `row` takes the place of the chart's row for `race`, as in the slow chart. `clear_in` are types that a scenario
    makes clear for this figure beyond its abilities. `carrying` means half speed for what it carries (J3).
    """

    race: str
    mounted: bool = False
    abilities: frozenset[str] = frozenset()
    carrying: bool = False
    clear_in: frozenset[str] = frozenset()
    row: Speeds | None = None


class Pace(msgspec.Struct, frozen=True, gc=False):
    """Inches in thousands that a whole move covers, by type of terrain in the chart's order; 0: closed.

    `road` holds where the entire move lies on road (Q61). Flyers pass over walls; ships sail, and never land.
    """

    speeds: tuple[int, ...]
    road: int
    flies: bool = False
    sails: bool = False

    @property
    def fastest(self) -> int:
        """The furthest that one move can lead, in 1/1000 inch."""
        return max(self.road, *self.speeds)

    @property
    def walks(self) -> bool:
        """Whether it crosses waters on foot or hoof, so that streams and shallows take it a whole move (C10)."""
        return not (self.flies or self.sails) and self.fastest > 0


def pace_of(mover: Mover) -> Pace:
    """Return the speeds of one figure (C4). Raises `KeyError` for a race or ability that the charts do not know.

    The order of modifiers is Q28: base, doubled by scouts, what abilities add, halved by a burden, the road's bonus.
    """
    rules = charts()
    row = mover.row or rules.movement[mover.race]
    abilities = tuple(rules.abilities[key] for key in sorted(mover.abilities))
    traits = {trait for ability in abilities for trait in ability.traits}
    if "immobile" in traits:
        return Pace((0,) * len(rules.terrain), 0)
    if mover.race == "ship":
        return Pace(tuple(_sailing(row, kind) for kind in rules.terrain.values()), 0, sails=True)
    clear_to = mover.clear_in.union(*(ability.clear_in for ability in abilities))
    flies = mover.race == "flying"
    clear = _modified(mover, _clear(row, mounted=mover.mounted), "clear", abilities)
    rough = _modified(mover, mil(row.difficult), "difficult", abilities)
    if "ponderous" in traits:
        rough = 0
    closed = clear if flies else 0
    by_type = tuple(
        0
        if mover.race in kind.closed_to
        else {"clear": clear, "difficult": clear if key in clear_to else rough}.get(kind.ground, closed)
        for key, kind in rules.terrain.items()
    )
    return Pace(by_type, clear + mil(rules.constants.road) if clear and not flies else clear, flies=flies)


def slowest(paces: Sequence[Pace]) -> Pace:
    """Return the pace of figures that move together: in each type of terrain the lowest of them (D3).

    Raises `ValueError` for nobody.
    """
    if not paces:
        raise ValueError("Name at least one figure.")
    return Pace(
        tuple(min(column) for column in zip(*(pace.speeds for pace in paces), strict=True)),
        min(pace.road for pace in paces),
        flies=all(pace.flies for pace in paces),
        sails=all(pace.sails for pace in paces),
    )


def _clear(row: Speeds, *, mounted: bool) -> int:
    """Speed in clear ground before modifiers; a race with one column uses it, whether it rides or not."""
    printed = (row.mounted, row.foot) if mounted else (row.foot, row.mounted)
    return mil(next((value for value in printed if value is not None), 0))


def _modified(mover: Mover, base: int, ground: str, abilities: Sequence[Ability]) -> int:
    """Put modifiers on a base speed in their order (C4, Q28); what is closed stays closed."""
    if base == 0:
        return 0
    for ability in abilities:
        base *= ability.speed_factor
    for ability in abilities:
        if mover.race not in ability.speed_exempt and ability.speed_in in {"", ground}:
            base += mil(ability.speed)
    return max(base, 0) // (2 if mover.carrying else 1)


def _sailing(row: Speeds, kind: TerrainType) -> int:
    """Ships use the clear column on sea and lake, the other on rivers (C12, Q69)."""
    if not kind.water:
        return 0
    return mil(row.difficult) if kind.water == "river" else _clear(row, mounted=True)

"""What a turn brings, and points: territories, regions, strongholds, cards (`lotr-risk T50`, `lotr-risk 1.4`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wartable.games.conquest.core.rules import region_bonus
from wartable.games.conquest.lotr.state import LotrState

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules  # whose methods ask here


class Income(NamedTuple):
    """Units at the start of a turn: those of strongholds stand there at once."""

    territories: int
    regions: int
    strongholds: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def to_place(self) -> int:
        """Those that the player places."""
        return self.territories + self.regions


def income_of(rules: LotrRules, held: int) -> Income:
    """Return what the territories of a mask bring."""
    parts, table = rules.options.income, rules.data.income
    land = max(table.minimum, held.bit_count() // table.territories_per_unit) if "territories" in parts else 0
    regions = region_bonus(rules, held) if "regions" in parts else 0
    forts = (held & rules.strongholds).bit_count() * table.stronghold if "strongholds" in parts else 0
    return Income(land, regions, forts)


class Points(NamedTuple):
    """What a seat scores."""

    territories: int
    strongholds: int
    regions: int
    cards: int

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self)


def points_of(rules: LotrRules, state: LotrState, seat: int) -> Points:
    """Return the points of a seat; one without territories has none (`lotr-risk L59`)."""
    held, table = state.held[seat], rules.data.scoring
    if not held:
        return Points(0, 0, 0, 0)
    return Points(
        held.bit_count() * table.territory,
        (held & rules.strongholds).bit_count() * table.stronghold,
        region_bonus(rules, held),
        stars_of(rules, state, seat),
    )


def stars_of(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the stars of the cards in front of a seat."""
    side = state.side(seat)
    return sum(rules.deck[card].stars_for(side) for card in state.shown[seat]) if state.shown else 0


def merits(rules: LotrRules, state: LotrState, seat: int) -> tuple[int, int, int, int]:
    """Return what ranks a seat at the end: points, territories, strongholds, points of cards (`lotr-risk 1.4`)."""
    points = points_of(rules, state, seat)
    held = state.held[seat]
    return points.total, held.bit_count(), (held & rules.strongholds).bit_count(), points.cards

"""The points on which editions of the rules differ, as one frozen record with named presets (DATC 4.A to 4.E)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from wartable.games.adjudication.rulings import MovementRulings, Reading

SurplusRule: TypeAlias = Literal["none", "first"]
OrderSetsRule: TypeAlias = Literal["last", "combined", "none"]
RemovalRule: TypeAlias = Literal["home", "home_by_kind", "country", "owned"]


class Rulings(MovementRulings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How doubtful points are settled, beside those of movements; each field names its DATC issue.

    Defaults are those of DATC 3.0 and the 2023 rulebook. One issue has no field, as it asks people rather than a
    program: what to do with a unit that should never have existed (4.E.6).
    """

    # Letters and nationality, 4.C
    kind_missing: Reading = "lenient"
    """4.C.1: whether an order may leave out the letter of a unit."""
    build_kind_missing: Literal["implied", "illegal"] = "implied"
    """4.C.3, a build without a letter: an army inland, a fleet where a coast is named, else refused; or refused."""
    fleet_inland: Literal["illegal", "army"] = "illegal"
    """4.C.4: whether a fleet built inland is refused or becomes an army."""
    nationality_missing: Reading = "lenient"
    """4.C.5: whether an order naming another power's unit may leave out the power."""
    nationality_wrong: Reading = "lenient"
    """4.C.6: whether an order counts though it names the wrong power of a unit."""

    # Doubles, surplus and absence, 4.D
    order_sets: OrderSetsRule = "last"
    """4.D.1 and 4.D.2, several sets of orders of one power, parted in texts by a line of dashes: its last one counts,
    all are combined, or none counts, as where nobody can tell which came last."""
    surplus_builds: SurplusRule = "first"
    """4.D.4, more builds than due: none, or the first legal ones."""
    double_builds: SurplusRule = "first"
    """4.D.5, two builds in one centre: neither, or the first."""
    surplus_removals: SurplusRule = "first"
    """4.D.6, more removals than due: none, or the first legal ones."""
    waive: bool = True
    """4.D.7: whether a build may be left unused."""
    removal: RemovalRule = "owned"
    """4.D.8, automatic removals go by distance: to the nearest `home` centre over the borders (1971, 1982), to the same
    with fleets over the borders of fleets only (`home_by_kind`, webDiplomacy), to the `country` of the power (2000), or
    to the nearest `owned` centre, over land and sea alike (2023)."""

    # Orders that cannot be meant or are not written, 4.E
    poor_orders: Reading = "lenient"
    """4.E.2: whether orders in free words are read where they have one meaning, or only canonical text counts."""
    perpetual_orders: bool = False
    """4.E.4: whether the orders of a movement last, so that a power which sends none repeats them as far as they are
    possible. It concerns games: who judges a single phase has all orders before him."""

    # Of variants
    fortress_supports: Literal["added", "within"] = "added"
    """Middle-Earth VIII S5: whether supports to hold are added to the strength of a fortress, or the larger counts:
    that strength, or the unit with its supports as elsewhere."""
    fortress_covers_movers: bool = True
    """Middle-Earth VIII S4: whether a unit that fails to leave its fortress is defended by it."""


DEFAULT = Rulings()
"""The usual rulings."""
PRESETS: Mapping[str, Rulings] = MappingProxyType(
    {
        "2023": DEFAULT,
        "2000": Rulings(paradox="2000", removal="country"),
        "1982": Rulings(
            paradox="1982", adjacent_convoy="intent_1982", retreat_to_convoyed_origin=False, removal="home"
        ),
        "1971": Rulings(
            routes="any_breaks",
            paradox="1971",
            adjacent_convoy="swap_1971",
            retreat_to_convoyed_origin=False,
            removal="home",
        ),
        "webdip": Rulings(adjacent_convoy="via_only", removal="home_by_kind"),
    }
)
"""Rulebooks by year, and `webdip` as played there."""

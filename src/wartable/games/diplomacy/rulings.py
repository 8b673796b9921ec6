"""The points on which editions of the rules differ, as one frozen record with named presets (DATC 4.A to 4.E)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

RoutesRule: TypeAlias = Literal["any_breaks", "any_own_breaks", "all_break"]
ParadoxRule: TypeAlias = Literal["szykman", "all_hold", "1971", "1982", "2000"]
AdjacentConvoyRule: TypeAlias = Literal["swap_1971", "intent_1982", "fleet_or_via", "via_only"]
PathRule: TypeAlias = Literal["ignored", "optional", "required"]
SupportCoastRule: TypeAlias = Literal["required", "optional", "ignored"]
Reading: TypeAlias = Literal["lenient", "strict"]
DoubleRule: TypeAlias = Literal["first", "last", "hold"]
SurplusRule: TypeAlias = Literal["none", "first"]
OrderSetsRule: TypeAlias = Literal["last", "combined", "none"]
RemovalRule: TypeAlias = Literal["home", "home_by_kind", "country", "owned"]


class Rulings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How doubtful points are settled; each field names its DATC issue.

    Defaults are those of DATC 3.0 and the 2023 rulebook. One issue has no field, as it asks people rather than a
    program: what to do with a unit that should never have existed (4.E.6).
    """

    # Convoys, 4.A
    routes: RoutesRule = "all_break"
    """4.A.1, several convoy routes: one that is broken breaks the convoy (1971), or all must break. `any_own_breaks` is
    as 1971, but for fleets of other powers where those of the army's own make a route (Middle-Earth VIII S11)."""
    paradox: ParadoxRule = "szykman"
    """4.A.2, convoy paradoxes. `szykman`: the convoys in it fail. `all_hold`: all moves in it fail.

    `1971`, `1982`, `2000`: a convoyed army leaves certain supports uncut, as those texts say (1971: for an attack on a
    fleet that convoys it; 1982: for any action in a sea space with a convoying fleet; 2000: for an attack on a fleet
    its convoy cannot do without). What those leave open is settled as by `szykman`.
    """
    adjacent_convoy: AdjacentConvoyRule = "fleet_or_via"
    """4.A.3, when an army goes to a neighbour by convoy. `swap_1971`: only to change places with a unit that comes
    the other way, over any undisturbed route. `intent_1982`: when a fleet of its own power is ordered to carry it.
    `fleet_or_via` (2000, 2023): the same, or when the order says VIA. `via_only`: only when the order says VIA.
    """
    land_fallback: bool = False
    """4.A.3: whether an army that was to go to a neighbour by convoy goes by land where the convoy fails."""
    convoyed_cuts_against_origin: bool = False
    """4.A.4: whether a convoyed army cuts the support for an attack on the space it comes from."""
    retreat_to_convoyed_origin: bool = True
    """4.A.5: whether a unit dislodged by a convoyed army may retreat to where that army came from."""
    convoy_path: PathRule = "ignored"
    """4.A.6: whether fleets named in an army's order are ignored, binding where named, or must be named."""
    dislodged_blocks_origin: bool = True
    """4.A.7: whether a unit dislodged by a convoyed army still stands off a third unit where that army came from."""

    # Coasts, 4.B
    coast_missing: Literal["illegal", "first"] = "illegal"
    """4.B.1, a fleet's move names no coast and may reach several: illegal, or to the first the map lists."""
    coast_implied: Literal["only", "illegal"] = "only"
    """4.B.2, a fleet's move names no coast and may reach one: to that one, or illegal."""
    coast_unreachable: Literal["illegal", "other"] = "illegal"
    """4.B.3, a fleet's move names a coast out of reach where another is in reach: illegal, or to the other."""
    support_coast: SupportCoastRule = "optional"
    """4.B.4, the coast in a support for a fleet's move: must be written, must be right if written, or is ignored."""
    coast_of_unit: Literal["ignored", "illegal"] = "ignored"
    """4.B.5, an order names the wrong coast of the unit it is for, in any phase."""
    coast_meaningless: Literal["ignored", "illegal"] = "ignored"
    """4.B.6, a coast is written for an army, or one that does not exist."""
    build_coast: Literal["required", "first"] = "required"
    """4.B.7, a fleet is built on a split coast without naming it: refused, or put on the first the map lists."""

    # Letters and nationality, 4.C
    kind_missing: Reading = "lenient"
    """4.C.1: whether an order may leave out the letter of a unit."""
    kind_wrong: Reading = "lenient"
    """4.C.2: whether an order counts though it names a unit by the wrong letter, in any phase."""
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
    double_orders: DoubleRule = "hold"
    """4.D.3, two different orders for one unit: the first or the last counts, or it holds."""
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
    disorder_supported: bool = True
    """4.D.9: whether units of a power that gave no order at all may be supported to hold."""

    # Orders that cannot be meant or are not written, 4.E
    illegal_moves: Literal["hold", "move"] = "hold"
    """4.E.1, a unit with an impossible move: holds and may be supported, or counts as a mover (Walker, 1979)."""
    poor_orders: Reading = "lenient"
    """4.E.2: whether orders in free words are read where they have one meaning, or only canonical text counts."""
    implicit_orders: bool = False
    """4.E.3: whether a move that a unit's own power supports or convoys, but did not order, counts as ordered."""
    perpetual_orders: bool = False
    """4.E.4: whether the orders of a movement last, so that a power which sends none repeats them as far as they are
    possible. It concerns games: who judges a single phase has all orders before him."""
    proxy_orders: bool = False
    """4.E.5: whether an order by another power counts for a unit whose own power gave it none."""

    # Of variants
    fortress_supports: Literal["added", "within"] = "added"
    """Middle-Earth VIII S5: whether supports to hold are added to the strength of a fortress, or the larger counts:
    that strength, or the unit with its supports as elsewhere."""
    fortress_covers_movers: bool = True
    """Middle-Earth VIII S4: whether a unit that fails to leave its fortress is defended by it."""
    conversion_stopped_by: Literal["any", "foreign", "equal"] = "any"
    """Middle-Earth VIII S2: whether any attack stops a conversion, or only those of other powers, or only those at
    least as strong as the unit's defence."""
    via_blocked: bool = False
    """Ring diplomacy: whether a foreign unit in the space between stops a move over two spaces."""


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

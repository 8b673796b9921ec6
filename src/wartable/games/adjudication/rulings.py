"""How movements are judged where editions of the rules differ, as one frozen record (DATC 4.A to 4.E)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

RoutesRule: TypeAlias = Literal["any_breaks", "any_own_breaks", "all_break"]
ParadoxRule: TypeAlias = Literal["szykman", "all_hold", "1971", "1982", "2000"]
AdjacentConvoyRule: TypeAlias = Literal["swap_1971", "intent_1982", "fleet_or_via", "via_only"]
PathRule: TypeAlias = Literal["ignored", "optional", "required"]
SupportCoastRule: TypeAlias = Literal["required", "optional", "ignored"]
Reading: TypeAlias = Literal["lenient", "strict"]
DoubleRule: TypeAlias = Literal["first", "last", "hold"]


class MovementRulings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How doubtful points of a movement are settled; each field names its DATC issue.

    Defaults are those of DATC 3.0 and the 2023 rulebook. A game adds the points that only it knows.
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

    # How units are named, and orders that are doubled, impossible or missing, 4.C to 4.E
    kind_wrong: Reading = "lenient"
    """4.C.2: whether an order counts though it names a unit by the wrong letter, in any phase."""
    double_orders: DoubleRule = "hold"
    """4.D.3, two different orders for one unit: the first or the last counts, or it holds."""
    disorder_supported: bool = True
    """4.D.9: whether units of a power that gave no order at all may be supported to hold."""
    illegal_moves: Literal["hold", "move"] = "hold"
    """4.E.1, a unit with an impossible move: holds and may be supported, or counts as a mover (Walker, 1979)."""
    implicit_orders: bool = False
    """4.E.3: whether a move that a unit's own power supports or convoys, but did not order, counts as ordered."""
    proxy_orders: bool = False
    """4.E.5: whether an order by another power counts for a unit whose own power gave it none."""

    # Of variants
    conversion_stopped_by: Literal["any", "foreign", "equal"] = "any"
    """Middle-Earth VIII S2: whether any attack stops a conversion, or only those of other powers, or only those at
    least as strong as the unit's defence."""
    via_blocked: bool = False
    """Ring diplomacy: whether a foreign unit in the space between stops a move over two spaces."""

"""The decisions of a seat: all its orders of a phase with its votes and orders in advance, and coming back."""

from __future__ import annotations

import msgspec

from wartable.engine.values import Action
from wartable.games.adjudication.orders import AdjustmentOrder, AnyOrder, Power, RetreatOrder


class Ahead(msgspec.Struct, frozen=True, omit_defaults=True):
    """Orders in advance for what may become due after this phase (rules/middle-earth-viii.md 8).

    `retreats` may name several ways out for one unit: the first that is open is taken. `adjustments` are taken from
    the front, as many as are due, those left out that cannot be done. They count only if they settle everything the
    seat has to decide; otherwise it is asked, and they are dropped.
    """

    retreats: tuple[RetreatOrder, ...] = ()
    adjustments: tuple[AdjustmentOrder, ...] = ()


NOTHING_AHEAD = Ahead()


class Orders(Action, frozen=True, tag="orders", omit_defaults=True):
    """Everything a seat decides in a phase, of whichever kind the phase is.

    A unit without an order holds; a dislodged one is disbanded; builds not ordered are waived; removals not ordered
    follow the rule. Nothing at all in a movement phase, no vote either, counts as a missed turn. With the orders of a
    movement phase a power may vote for a draw, or (`concede_to`) for ending the game as the victory of another power.
    `draw_of` names the powers that are to share the draw; without names all that survive do.
    """

    orders: tuple[AnyOrder, ...] = ()
    draw: bool = False
    concede_to: Power = ""
    ahead: Ahead = NOTHING_AHEAD
    draw_of: tuple[Power, ...] = ()


class ComeBack(Action, frozen=True, tag="come_back"):
    """A power in civil disorder is played again, by whoever plays it now: from this phase on it is asked as others."""

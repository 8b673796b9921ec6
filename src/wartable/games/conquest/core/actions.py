"""Every decision of a conquest game, as it goes over the wire."""

from __future__ import annotations

from wartable.engine.values import Action


class Claim(Action, frozen=True, tag="claim", gc=False):
    """Take a free territory with one army, while the map is being claimed."""

    space: str


class Place(Action, frozen=True, tag="place", gc=False):
    """Put `count` of the armies in hand on an own territory."""

    space: str
    count: int = 1


class Trade(Action, frozen=True, tag="trade", gc=False):
    """Turn in a set of three cards for armies; `bonus` is the pictured own territory that gets the extra ones."""

    cards: tuple[str, ...]
    bonus: str | None = None


class Attack(Action, frozen=True, tag="attack", gc=False):
    """Attack a neighbour with up to `dice` dice.

    Without `until` it is one roll. With it the rolls go on until the target falls or no more than `until` armies are
    left in `source`; 1 goes on to the end.
    """

    source: str
    target: str
    dice: int = 3
    until: int | None = None


class Occupy(Action, frozen=True, tag="occupy", gc=False):
    """Move `count` armies into the territory just conquered."""

    count: int


class EndAttacks(Action, frozen=True, tag="end_attacks", gc=False):
    """Attack no more this turn; fortification comes next."""


class Fortify(Action, frozen=True, tag="fortify", gc=False):
    """Move `count` armies from one own territory to another; this ends the turn."""

    source: str
    target: str
    count: int


class EndTurn(Action, frozen=True, tag="end_turn", gc=False):
    """End the turn without a fortification."""

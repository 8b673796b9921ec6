"""A position as a few figures per seat: what the value of a position is made of."""

from __future__ import annotations

from math import log
from typing import TypeAlias

from wartable.bots.conquest.position import Position

Row: TypeAlias = tuple[float, float, float, float, float, float, float]
"""One seat's figures, or the weights they are added up with, in the order of `NAMES`."""
NAMES = ("armies", "income", "spaces", "promise", "next", "last", "goal")
"""Logarithms of armies (cards counted in), of income and of spaces; the bonuses that regions held in part promise;
whether the seat moves next, or last; how far it is with the goal, from 0 to 1."""


def features(pos: Position, order: tuple[int, ...], hands: list[float], goals: list[float]) -> list[tuple[int, Row]]:
    """Return seat and row of all that hold something.

    `order` is the playing order, beginning with the seat that moves next; `hands` what the cards of each seat are worth
    in armies; `goals` the progress of each with the goal.
    """
    held = pos.held
    whole, promise = _regions(pos)
    cities, capitals = pos.field.cities, pos.field.capitals
    total = [*hands, 0.0]  # the last for armies that no seat holds
    for owner, armies in zip(pos.owner, pos.armies, strict=True):
        total[owner] += armies
    alive = [seat for seat in order if held[seat]]
    first, last = alive[0], alive[-1]
    rows: list[tuple[int, Row]] = []
    for seat in alive:
        own = held[seat]
        spaces = own.bit_count()
        places = spaces + (own & cities).bit_count()
        income = (places / 3.0 if places > 9 else 3.0) + whole[seat] + (own & capitals).bit_count()
        rows.append((
            seat,
            (
                log(total[seat] + 1.0),
                log(income),
                log(spaces),
                promise[seat],
                seat == first,
                seat == last,
                goals[seat],
            ),
        ))  # fmt: skip
    return rows


def _regions(pos: Position) -> tuple[list[float], list[float]]:
    """Return the bonuses of whole regions, and what regions held in part promise, per seat.

    A part promises the bonus times the square of the share held.
    """
    held = pos.held
    whole, promise = [0.0] * len(held), [0.0] * len(held)
    for region in pos.ground.regions:
        mask, shares = region.mask, region.shares
        for seat, own in enumerate(held):
            part = own & mask
            if part == mask:
                whole[seat] += region.bonus
                break
            if part:
                promise[seat] += shares[part.bit_count()]
    return whole, promise

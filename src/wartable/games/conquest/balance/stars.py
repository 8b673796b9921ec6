"""Stars on cards: what they are worth as armies, and as payment (`balance-of-power 32` and 36)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from typing import NamedTuple

from wartable.games.conquest.balance.data import StarTable


def worth(table: StarTable, stars: int) -> int | None:
    """Return the armies for stars handed in; None where so few or so many are not taken."""
    return table.values.get(stars)


class Payment(NamedTuple):
    """How an action is paid for: armies of the own pile, and stars, each worth one army."""

    pile: int
    stars: int


def payment(cost: int, pile: int, stars: Sequence[int]) -> Payment | None:
    """Return what is taken for an action when cards with these stars are given; None where it is not enough.

    Cards go first and no change is given; the pile pays the rest.
    """
    given = sum(stars)
    rest = max(0, cost - given)
    return Payment(rest, given) if rest <= pile else None


def wasted(cost: int, stars: Sequence[int]) -> bool:
    """Whether one of the cards is given for nothing: the others would pay the whole price."""
    return bool(stars) and sum(stars) - min(stars) >= cost


def fewest_cards(cost: int, pile: int, stars: Sequence[int]) -> tuple[int, ...] | None:
    """Return which cards to give with the whole pile, by position: as few stars, then as few cards, as will do.

    None where all of them are not enough. Cards that show as many stars are alike: of a hand without limit there would
    be too many selections to try.
    """
    alike = [[card for card, shown in enumerate(stars) if shown == value] for value in sorted(set(stars))]
    ways = product(*([same[:size] for size in range(len(same) + 1)] for same in alike))
    choices = [tuple(sorted(chain.from_iterable(some))) for some in ways]
    enough = [some for some in choices if pile + sum(stars[card] for card in some) >= cost]
    return min(enough, key=lambda some: (sum(stars[card] for card in some), len(some)), default=None)

"""The shop as people see it: every action with its price, what it would do now, and why it is closed."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from wartable.engine.errors import Reason
from wartable.games.conquest.balance.data import ActionKey, ActionRow
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.item import Wants
from wartable.games.conquest.balance.shop.items import ITEMS
from wartable.games.conquest.balance.shop.pay import actions_for, too_dear
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.rules import REMEMBERED


class ShopRow(msgspec.Struct, frozen=True):
    """One action: `reason` says why it cannot be bought now, `wants` what has to be chosen.

    `choices` are ids of territories, or numbers of seats as text (-1: the neutral army); empty while it is closed.
    """

    what: ActionKey
    title: str
    cost: int
    rule: int
    now: str
    reason: Reason | None
    wants: Wants
    choices: tuple[str, ...]
    amount: int
    """Armies to be placed or moved at most; 0 where none are."""


class Funds(msgspec.Struct, frozen=True):
    """What the seat could pay with: casualties of its pile, and stars of its cards."""

    pile: int
    stars: int


def rows(rules: BalanceRules, state: BalanceState) -> tuple[ShopRow, ...]:
    """Return the shop for the acting seat."""
    return tuple(_row(rules, state, row) for row in actions_for(rules, state, state.seat))


def prices(rules: BalanceRules, state: BalanceState, seat: int | None) -> tuple[ShopRow, ...]:
    """Return the shop as it is for a seat that is not buying now: its prices, and when it opens."""
    return _prices(actions_for(rules, state, seat), rules)


@lru_cache(maxsize=REMEMBERED)
def _prices(actions: tuple[ActionRow, ...], rules: BalanceRules) -> tuple[ShopRow, ...]:
    later = no("buy.later", "Actions are bought in your own turn, before the draft.", 36)
    return tuple(
        ShopRow(
            what=row.key,
            title=row.title,
            cost=row.cost,
            rule=row.rule,
            now="",
            reason=later,
            wants=ITEMS[row.key].wants,
            choices=(),
            amount=ITEMS[row.key].amount(rules),
        )
        for row in actions
    )


def _row(rules: BalanceRules, state: BalanceState, row: ActionRow) -> ShopRow:
    item = ITEMS[row.key]
    useless = item.closed(rules, state)
    reason = useless or too_dear(rules, state, row)
    return ShopRow(
        what=row.key,
        title=row.title,
        cost=row.cost,
        rule=row.rule,
        now=item.now(rules, state) if useless is None else useless.message,
        reason=reason,
        wants=item.wants,
        choices=item.choices(rules, state) if reason is None else (),
        amount=item.amount(rules),
    )


def funds(rules: BalanceRules, state: BalanceState, seat: int) -> Funds:
    """Return what a seat could pay with."""
    return Funds(state.piles[seat], sum(rules.stars[card] for card in state.cards.hands[seat]))

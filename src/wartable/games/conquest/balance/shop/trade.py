"""Buying: whether a purchase is legal, what it does, and which there are (`balance-of-power 36`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionRow
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop import pay
from wartable.games.conquest.balance.shop.items import ITEMS
from wartable.games.conquest.balance.state import BalanceState


def row_of(rules: BalanceRules, state: BalanceState, key: str) -> ActionRow:
    """Return the title of an action that the shop has, and what it costs the acting seat."""
    return next(row for row in pay.actions_for(rules, state, state.seat) if row.key == key)


def closed(rules: BalanceRules, state: BalanceState, row: ActionRow) -> Reason | None:
    """Say why an action cannot be bought now whatever it is aimed at: it is useless, or too dear."""
    return ITEMS[row.key].closed(rules, state) or pay.too_dear(rules, state, row)


def refuse(rules: BalanceRules, state: BalanceState, _seat: int, action: Buy) -> Reason | None:
    """Say why the acting seat may not buy this: useless, too dear, wrong target, wrong payment."""
    row = row_of(rules, state, action.what)
    return (
        closed(rules, state, row)
        or ITEMS[row.key].refuse(rules, state, action)
        or pay.bad_payment(rules, state, row, action.cards)
    )


def buy(rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
    """Pay, then carry the action out; some wait for chance or a further decision, then buying goes on."""
    row = row_of(rules, state, action.what)
    return ITEMS[row.key].do(rules, pay.pay(rules, state, row, action, tell), action, tell)


def open_rows(rules: BalanceRules, state: BalanceState) -> Iterator[ActionRow]:
    """Yield the actions that can be bought now; what is too dear is not looked at."""
    means = pay.pile_of(state) + sum(pay.hand_stars(rules, state))
    for row in pay.actions_for(rules, state, state.seat):
        if row.cost <= means and ITEMS[row.key].closed(rules, state) is None:
            yield row


def choices(rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
    """Yield a purchase for every action and target, paid with as few stars as will do; armies go undivided."""
    for row in open_rows(rules, state):
        cards = pay.default_cards(rules, state, row)
        for plan in ITEMS[row.key].plans(rules, state):
            yield replace(plan, cards=cards)


def sample(rules: BalanceRules, state: BalanceState, rng: Randomness) -> Buy | None:
    """Return any legal purchase at random; None where there is none."""
    rows = list(open_rows(rules, state))
    if not rows:
        return None
    row = rows[rng.randrange(len(rows))]
    return replace(ITEMS[row.key].pick(rules, state, rng), cards=pay.random_cards(rules, state, row, rng))

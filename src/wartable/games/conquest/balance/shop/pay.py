"""How actions are paid for: casualties of the own pile, and stars of cards (`balance-of-power 36`)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.engine.words import counted, listed
from wartable.games.conquest.balance import stars
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.casualties import spent
from wartable.games.conquest.balance.data import ActionRow
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.events import Bought, CardsPaid
from wartable.games.conquest.balance.sites import cheaper
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.words import stars as star_words

RULE = 36


def actions_for(rules: BalanceRules, state: BalanceState, seat: int | None) -> tuple[ActionRow, ...]:
    """Return the actions at the prices of a seat: as printed, or balanced and one more for each time it bought them.

    For nobody's seat, a spectator's, at those that nobody's purchases have raised. Arsenals take something off.
    """
    table = rules.tables.shop
    less = 0 if seat is None else cheaper(state, seat)
    if not state.bought:
        return tuple(_at(row, row.cost - less) for row in table.actions) if less else table.actions
    counts = state.bought[seat] if seat is not None else (0,) * len(table.actions)
    return tuple(
        _at(row, row.balanced + table.rise * count - less) for row, count in zip(table.actions, counts, strict=True)
    )


def _at(row: ActionRow, cost: int) -> ActionRow:
    """Return an action at a price, which is one at least."""
    return replace(row, cost=max(1, cost))


def count_purchase(rules: BalanceRules, state: BalanceState, key: str) -> BalanceState:
    """Count a purchase of the acting seat, where that raises the price of the next."""
    if not state.bought:
        return state
    bought = list(state.bought)
    bought[state.seat] = tuple(
        count + (row.key == key) for row, count in zip(rules.tables.shop.actions, bought[state.seat], strict=True)
    )
    return replace(state, bought=tuple(bought))


def pile_of(state: BalanceState) -> int:
    """Return the casualties that the acting seat can pay with."""
    return state.piles[state.seat]


def hand_stars(rules: BalanceRules, state: BalanceState) -> list[int]:
    """Return the stars of each card in the acting seat's hand."""
    return [rules.stars[card] for card in state.cards.hands[state.seat]]


def too_dear(rules: BalanceRules, state: BalanceState, row: ActionRow) -> Reason | None:
    """Refuse what pile and cards together cannot pay."""
    pile, shown = pile_of(state), sum(hand_stars(rules, state))
    if pile + shown >= row.cost:
        return None
    message = (
        f"{row.title} costs {row.cost}. Your pile has {casualties(pile)}, and your cards show {star_words(shown)}."
    )
    return no("buy.too_dear", message, RULE)


def bad_payment(rules: BalanceRules, state: BalanceState, row: ActionRow, cards: Sequence[str]) -> Reason | None:
    """Refuse cards that are not held, not enough, or one too many."""
    hand, index = state.cards.hands[state.seat], rules.cards.index
    given = [index.get(name, -1) for name in cards]
    if len(set(given)) != len(given) or any(card not in hand for card in given):
        held = tuple(rules.cards.names[card] for card in hand)
        own = (
            f"Pay with cards of your own hand, each once: {listed(held)}." if held else "You hold no cards to pay with."
        )
        return no("buy.card_not_held", own, RULE, held)
    shown, pile = [rules.stars[card] for card in given], pile_of(state)
    if stars.wasted(row.cost, shown):
        message = f"{row.title} costs {row.cost}, and no change is given: fewer cards pay it."
        return no("buy.card_wasted", message, RULE)
    if stars.payment(row.cost, pile, shown) is None:
        lacking = row.cost - pile
        message = (
            f"{row.title} costs {row.cost}, and your pile has {casualties(pile)}. Add cards with {star_words(lacking)}."
        )
        return no("buy.cards_missing", message, RULE)
    return None


def pay(
    rules: BalanceRules, state: BalanceState, row: ActionRow, action: Buy, tell: list[Event] | None
) -> BalanceState:
    """Take the price of a legal purchase: cards are discarded, armies go back to the supply."""
    index = rules.cards.index
    given = [index[name] for name in action.cards]
    price = stars.payment(row.cost, pile_of(state), [rules.stars[card] for card in given])
    assert price is not None  # noqa: S101 - the purchase was checked
    if tell is not None:
        tell.append(Bought(state.seat, action.what, price.pile, price.stars, action.space, action.seat))
        if action.cards:
            tell.append(CardsPaid(state.seat, action.cards))
    piles = spent(state.piles, state.seat, price.pile)
    paid = replace(state, piles=piles, cards=state.cards.passed(given, state.seat))
    return count_purchase(rules, paid, action.what)


def default_cards(rules: BalanceRules, state: BalanceState, row: ActionRow) -> tuple[str, ...]:
    """Return the cards to give beside the pile: as few stars as will do. Empty where nothing will."""
    chosen = stars.fewest_cards(row.cost, pile_of(state), hand_stars(rules, state)) or ()
    return tuple(rules.cards.ids[state.cards.hands[state.seat][place]] for place in chosen)


def random_cards(rules: BalanceRules, state: BalanceState, row: ActionRow, rng: Randomness) -> tuple[str, ...]:
    """Return cards of any legal payment."""
    names = [rules.cards.ids[card] for card in state.cards.hands[state.seat]]
    for _ in range(len(names)):
        some = tuple(name for name in names if rng.randrange(2))
        if bad_payment(rules, state, row, some) is None:
            return some
    return default_cards(rules, state, row)


def casualties(count: int) -> str:
    """Say a number of casualties."""
    return counted(count, "casualty", "casualties")

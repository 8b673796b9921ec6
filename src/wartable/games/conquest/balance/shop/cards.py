"""Actions that bring cards: draw card and espionage (`balance-of-power 48` and 51)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from wartable.engine.chance import Draw, Drawn
from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.bans import gone
from wartable.games.conquest.balance.shop.events import CardSpied, CardStolen
from wartable.games.conquest.balance.shop.item import Item, SideItem
from wartable.games.conquest.balance.sides import others, side_words
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tasks import Spying
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import Drawing
from wartable.games.conquest.core.words import cards


class DrawCard(Item):
    """Draw a card."""

    key: ClassVar[ActionKey] = "draw_card"
    rule: ClassVar[int] = 48

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it when every card is held."""
        if rules.cards.drawable(state.cards):
            return None
        return self.no("draw_card.none", "There is no card to draw: all are in players' hands.")

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Send for the card."""
        return replace(state, agenda=(Drawing(Seat(state.seat)), *state.agenda))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many cards that makes."""
        return f"Draw a card. {_fate(rules, state)}"


class Espionage(SideItem):
    """Take a card at random from another player's hand."""

    key: ClassVar[ActionKey] = "espionage"
    rule: ClassVar[int] = 51

    def sides(self, rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
        """Return the players who hold a card."""
        return tuple(seat for seat in others(state) if state.cards.hands[seat])

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it when nobody else holds one."""
        if self.sides(rules, state):
            return None
        return self.no("espionage.no_cards", "No other player holds a card.")

    def why_not(self, rules: BalanceRules, state: BalanceState, side: int) -> Reason:
        """Say that this side has none."""
        if side != NOBODY and not state.held[side]:
            return gone(self, side)
        words = side_words(side)
        return self.no("espionage.no_cards", f"{words[0].upper()}{words[1:]} holds no card.")

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Send for the draw."""
        return replace(state, agenda=(Spying(Seat(state.seat), action.seat or 0), *state.agenda))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say who holds how many."""
        hands = [f"{side_words(seat)} holds {len(state.cards.hands[seat])}" for seat in self.sides(rules, state)]
        return f"Take a card unseen: {', '.join(hands)}. {_fate(rules, state)}"


def _fate(rules: BalanceRules, state: BalanceState) -> str:
    """Say what one more card makes of the own hand (`balance-of-power 34`)."""
    more = len(state.cards.hands[state.seat]) + 1
    if state.options.hand_limit and more > rules.tables.hand_limit.most:
        return "You hold the most there may be, so you then give one away."
    return f"You then hold {cards(more)}."


def spy_request(_rules: BalanceRules, state: BalanceState, spying: Spying) -> Draw:
    """Return the draw among the cards of the player spied upon; both of them learn which it is."""
    return Draw("spy", len(state.cards.hands[spying.victim]), audience=(spying.seat, spying.victim))


def take(rules: BalanceRules, state: BalanceState, answer: Drawn, tell: list[Event] | None) -> BalanceState:
    """Move the card; what the hand limit says of it comes next."""
    spying = state.agenda[0]
    assert isinstance(spying, Spying)  # noqa: S101 - that is what was answered
    victim = spying.victim
    card = state.cards.hands[victim][answer.index]
    if tell is not None:
        both = (Seat(state.seat), Seat(victim))
        tell.append(CardStolen(state.seat, victim))
        tell.append(CardSpied(state.seat, victim, rules.cards.ids[card], audience=both))
    return replace(state, cards=state.cards.passed((card,), victim, state.seat), agenda=state.agenda[1:])

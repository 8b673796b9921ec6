"""Why Classic Risk refuses a decision, above all of cards."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.engine.words import counted, listed
from wartable.games.conquest.classic.phases import PHASES
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import trading
from wartable.games.conquest.core.actions import EndAttacks, Fortify, Place, Trade
from wartable.games.conquest.core.explain import CHECKS as SHARED
from wartable.games.conquest.core.explain import no, place
from wartable.games.conquest.core.machine import Check
from wartable.games.conquest.core.tell import filled
from wartable.games.conquest.core.words import armies

# --- what Classic Risk adds


def _place_or_trade(rules: RiskRules, state: RiskState, seat: int, action: Place) -> Reason | None:
    owed = _owes_set(rules, state, seat) if state.cards.hands else None
    return owed or place(rules, state, seat, action)


def _owes_set(rules: RiskRules, state: RiskState, seat: int) -> Reason | None:
    """Refuse everything else while a set must be traded."""
    if not trading.must_trade(rules, state, seat):
        return None
    held = len(state.cards.hands[seat])
    message = f"You hold {counted(held, 'card')}, so trade a set before you place armies."
    if not state.to_place:
        message = "You have no armies to place, so trade the set that you hold."
    if state.conquered:
        message = (
            f"You hold {counted(held, 'card')}, so trade sets now until {rules.cards.seized_to} or fewer are left."
        )
    return no("trade.forced", message, "D12")


def _no_cards() -> Reason:
    return no("trade.no_cards", "This game has no cards.", "D12")


def _trade(rules: RiskRules, state: RiskState, seat: int, action: Trade) -> Reason | None:
    if not state.cards.hands:
        return _no_cards()
    if not trading.may_trade(rules, state, seat):
        kept = rules.cards.seized_to
        return no(
            "trade.not_now",
            f"You are down to {counted(kept, 'card')} or fewer; the next sets wait for your turn.",
            "D12",
        )
    index = rules.cards.index
    hand = state.cards.hands[seat]
    cards = [index.get(name, -1) for name in action.cards]
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        held = tuple(rules.cards.names[card] for card in hand)
        own = f"You can trade only cards of your own hand, each once: {listed(held)}." if held else ""
        return no("trade.not_held", own or "You have no cards to trade yet.", "D12", held)
    return _no_set(rules, cards) or _bad_bonus(rules, state, seat, action, cards)


def _no_set(rules: RiskRules, cards: list[int]) -> Reason | None:
    symbols = [rules.cards.symbols[card] for card in cards]
    if rules.cards.sets.is_set(symbols):
        return None
    pair = "two alike" if rules.options.cards == "italian" else "any two"
    message = f"A set is three alike, one of each, or {pair} with a wild card."
    return no("trade.no_set", f"{message} These are {listed(symbols) if symbols else 'no cards'}.", "D12")


def _bad_bonus(rules: RiskRules, state: RiskState, seat: int, action: Trade, cards: list[int]) -> Reason | None:
    if action.bonus is None:
        return None
    choice = trading.pictured(rules, state, seat, cards)
    if action.bonus in choice:
        return None
    names = tuple(rules.name(rules.board.index[space]) for space in choice)
    extra = armies(rules.cards.picture_armies)
    if not rules.cards.picture_armies:
        message = "This game gives no extra armies for pictured territories."
    elif state.cards.pictured:
        message = f"The {extra} for a pictured territory come once per turn, and you have had them."
    else:
        message = f"The {extra} go to a territory of yours that a traded card shows."
    return no("trade.bonus", message, "D12", names)


def wrong_phase(rules: RiskRules, state: RiskState, seat: int, kind: type[Action]) -> Reason:
    """Say why an action of a kind is refused that the phase does not allow."""
    row = PHASES[state.phase]
    if kind is Trade and not state.cards.hands:
        return _no_cards()
    if (owed := _owes_set(rules, state, seat)) is not None:
        return owed
    if said := _OUT_OF_STEP.get((state.phase, kind)):
        return no("phase.wrong", *said)
    return no("phase.wrong", filled(row.hint, rules, state, seat) or "The dice are rolling; wait for them.", row.rule)


_PLACED = "All your new armies are placed. The next ones come with your next turn."
_TRADED = "Cards are traded at the start of a turn, before the last army is placed."
_OUT_OF_STEP: Mapping[tuple[str, type[Action]], tuple[str, str]] = {
    ("attack", Place): (_PLACED, "D6"),
    ("fortify", Place): (_PLACED, "D6"),
    ("attack", Trade): (_TRADED, "D12"),
    ("fortify", Trade): (_TRADED, "D12"),
    ("attack", Fortify): ("Fortifying comes after your attacks. End them first.", "D5"),
    ("fortify", EndAttacks): ("Your attacks are over already. Make one move, or end your turn.", "D11"),
}
"""What to say, and by which rule, where the hint of the phase would not meet what was tried."""


CHECKS: Mapping[type[Action], Check] = {**SHARED, Place: _place_or_trade, Trade: _trade}

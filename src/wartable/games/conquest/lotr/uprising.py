"""Territory cards kept aside for Local Uprising: shown as soon as their holder owns the territory (`lotr-risk L34`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.adventure.hands import reinforced
from wartable.games.conquest.lotr.data import Happening
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState


def owned(state: LotrState, seat: int) -> int:
    """Return the territories that a seat owns as a mask: one that waits for units to move in is not among them."""
    entry = state.entry
    return state.held[seat] & ~(1 << entry.target if entry else 0)


def look(rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
    """Carry out what a seat kept aside for territories that it owns now; the cards are discarded."""
    kept = state.aside[seat] if state.aside else ()
    risen = tuple(card for card in kept if state.held[seat] >> card & 1)
    if not risen:
        return state
    event = next(card for card in rules.deck if isinstance(card, Happening) and card.effect == "uprising")
    for card in risen:
        if tell is not None:
            tell.append(e.TurnedUp(seat, event.id, (rules.id(card),)))
        state = reinforced(rules, state, seat, event.id, card, event.amount, tell)
    left = tuple(card for card in kept if card not in risen)
    aside = tuple(left if other == seat else cards for other, cards in enumerate(state.aside))
    return replace(state, aside=aside)

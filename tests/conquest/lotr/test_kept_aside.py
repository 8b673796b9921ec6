"""Cards kept aside for Local Uprising: who comes to an empty territory shows its card, or that it is none of these."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from wartable.engine.values import Event, Seat
from wartable.games.conquest.lotr.actions import Enter
from wartable.games.conquest.lotr.events import NotAside, TurnedUp
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import LotrState


def entry() -> tuple[LotrState, Enter]:
    """Return a position of the open start in which somebody may enter an empty territory, with the move."""
    for state, seat, _ in positions(started("open-start", 3), Random(1)):
        if seat >= 0:
            for action in LOTR_RISK.legal(state, seat):
                if isinstance(action, Enter):
                    return state, action
    raise AssertionError("nobody could enter anything")


def events(state: LotrState, action: Enter, kept: tuple[int, ...]) -> list[type[Event]]:
    """Return what is told of an entry by who keeps some cards aside."""
    aside = tuple(kept if seat == state.seat else () for seat in range(state.seats))
    deck = state.cards.deck
    for card in kept:
        deck &= ~(1 << card)
    before = replace(state, aside=aside, cards=replace(state.cards, deck=deck))
    told = LOTR_RISK.apply(before, Seat(state.seat), action).events
    return [type(event) for event in told if isinstance(event, NotAside | TurnedUp)]


def test_coming_to_an_empty_territory_shows_its_card_or_that_it_is_not_kept() -> None:
    state, action = entry()
    index = LOTR_RISK.rules(state).board.index
    target = index[action.target]
    other = next(card for card in range(len(index)) if not state.held[state.seat] >> card & 1 and card != target)

    assert events(state, action, ()) == []
    assert events(state, action, (other,)) == [NotAside]
    assert events(state, action, (target,)) == [TurnedUp]
    assert NotAside.reveals, "what others learn cannot be taken back"

"""What is told of the hands that are dealt in the set-up: a number once, and each card to its holder alone."""

from __future__ import annotations

from random import Random

from tests.conquest.lotr.play import positions, started
from wartable.games.conquest.lotr.events import AdventureDrawn, AdventureTaken
from wartable.games.conquest.lotr.game import LOTR_RISK

NAMES = ("Ann", "Bert")
HAND = 3


def test_a_dealt_hand_is_told_of_once_with_its_number() -> None:
    told: list[AdventureTaken] = []
    drawn: list[AdventureDrawn] = []
    for state, seat, action in positions(started("original", 2), Random(1)):
        events = LOTR_RISK.apply(state, seat, action).events
        told += [event for event in events if isinstance(event, AdventureTaken)]
        drawn += [event for event in events if isinstance(event, AdventureDrawn)]
        if len(told) == len(NAMES):
            break
    assert sorted((event.seat, event.count) for event in told) == [(0, HAND), (1, HAND)]
    assert [len({card.card for card in drawn if card.seat == seat}) for seat in (0, 1)] == [HAND, HAND]
    assert all(card.audience == (card.seat,) for card in drawn)
    options = started("original", 2).options
    assert LOTR_RISK.tell(told[0], NAMES, options).endswith(" takes 3 adventure cards.")
    assert LOTR_RISK.tell(AdventureTaken(0), NAMES, options) == "Ann takes an adventure card."

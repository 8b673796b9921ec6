"""What everybody is told of the cards that a turn has earned so far."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from wartable.games.conquest.core.tasks import Drawing
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.tasks import DrawingAdventure

DRAWN: dict[type, str] = {Drawing: "territory", DrawingAdventure: "adventure"}


@pytest.mark.parametrize("seed", [5, 6])
def test_cards_are_told_as_earned_before_they_are_drawn_and_no_others(seed: int) -> None:
    """lotr-risk T35: a card for a conquest, an adventure card for a leader at a site."""
    told, drawn = set[tuple[int, int, str]](), set[tuple[int, int, str]]()
    for state, _, _ in positions(started("trilogy", 2), Random(seed)):
        kind = DRAWN.get(type(state.agenda[0]))
        earned = LOTR_RISK.view(state, None).earned
        if kind:
            assert kind in earned
            drawn.add((state.turn, state.seat, kind))
        elif state.phase == "fortify":
            told |= {(state.turn, state.seat, one) for one in earned}
    assert {kind for _, _, kind in drawn} == {"territory", "adventure"}
    assert told <= drawn


def test_a_fulfilled_mission_is_instead_of_the_card_where_the_rules_say_so() -> None:
    """lotr-risk T82."""
    taken = next(
        state for state, _, _ in positions(started("notes", 2), Random(3)) if state.site and state.phase == "fortify"
    )
    assert "adventure" in LOTR_RISK.view(taken, None).earned
    assert "adventure" not in LOTR_RISK.view(replace(taken, missions_shown=1), None).earned


def test_a_turn_begins_with_no_card_earned() -> None:
    begun = [state for state, _, _ in positions(started("trilogy", 2), Random(3)) if state.phase == "reinforce"]
    assert {LOTR_RISK.view(state, None).earned for state in begun} == {()}

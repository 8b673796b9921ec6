"""The time of an answer in a window tells nothing: what a bot works out does not depend on whether a card fits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from types import FrameType

import pytest
from msgspec.structs import replace

from tests.bots.test_lotr_judgement import NORTH, RULES, TRILOGY, mask, position
from wartable import bots
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.tasks import Attacking, Rolling
from wartable.games.conquest.lotr.actions import Pass, PlayCard
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.state import Standing as Attack
from wartable.games.conquest.lotr.tasks import Leaving, Reacting, RingRolled, Stage

CHOOSING = {"answer", "_reason", "_power", "percent", "<dictcomp>"}
"""What is done with cards that fit, after all else has been worked out: a look at each of them."""


def leaving(hand: str) -> LotrState:
    """The Fellowship leaves without a roll."""
    state = position(Leaving(Seat(0)), own=NORTH, hand=hand, options=TRILOGY)
    return replace(state, agenda=(Reacting((Seat(0),), about="fellowship.leaves"), *state.agenda))


def rolled(hand: str) -> LotrState:
    """The Fellowship has rolled."""
    state = position(RingRolled(Seat(0), 4), own=NORTH, hand=hand, ring=6)
    return replace(state, agenda=(Reacting((Seat(0),), about="fellowship.rolled"), *state.agenda))


def attacked(hand: str) -> LotrState:
    """An own territory is attacked."""
    index = RULES.board.index
    target = index["carrock"]
    state = position(Attacking(Seat(1)), own=NORTH, hand=hand, units={"carrock": 3})
    source = next(space for space in range(64) if RULES.land[space] >> target & 1 and not state.held[0] >> space & 1)
    fight, owner = Rolling(Seat(state.owner(source)), source, target, 3, 1), Seat(state.owner(source))
    armies = tuple(9 if space == source else count for space, count in enumerate(state.armies))
    agenda = (Reacting((Seat(0),), about="attack.declared"), fight, Attacking(owner), Stage(owner, 1))
    return replace(state, armies=armies, seat=int(owner), agenda=agenda, assault=Attack(source, target, rolls=1))


WINDOWS: dict[str, tuple[Callable[[str], LotrState], str]] = {
    "leaving": (leaving, "gollum"),
    "rolled": (rolled, "smeagol"),
    "attacked": (attacked, "courage_alone"),
}
"""Each window, and a card that fits there."""


def traced(state: LotrState, level: str) -> tuple[Action, list[str]]:
    """A bot's answer, and every function of the bots that was called for it."""
    player, called = bots.get(LOTR_RISK, level), list[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and str(frame.f_globals["__name__"]).startswith("wartable.bots"):
            called.append(frame.f_code.co_name)

    player.decide(LOTR_RISK, state, Seat(0), Random(1))  # what is remembered from then on
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        decision = player.decide(LOTR_RISK, state, Seat(0), Random(1))
    finally:
        sys.setprofile(before)
    return decision.action, called


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("name", WINDOWS)
def test_as_much_is_worked_out_without_a_card_that_fits_as_with_one(name: str, level: str) -> None:
    window, card = WINDOWS[name]
    played, busy = traced(window(card), level)
    passed, idle = traced(window("ambush"), level)
    assert isinstance(LOTR_RISK.legal(window(card), Seat(0)).sample(Random(2)), PlayCard | Pass)
    assert LOTR_RISK.legal(window(card), Seat(0)).count() != 1, "the card does not fit"
    assert passed == Pass()
    assert played == Pass() or isinstance(played, PlayCard)
    assert [name for name in busy if name not in CHOOSING] == idle


def test_a_card_that_fits_is_thought_of_by_stronger_levels() -> None:
    assert traced(attacked("courage_alone"), "medium")[0] == PlayCard("courage_alone")
    assert mask("carrock") & NORTH

"""What is drawn anew for a seat, and what hidden armies let others see (`lotr-risk V6`, `lotr-risk L69`)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple, replace

from tests.conquest.lotr.play import past, started
from wartable.board.compiled import bits
from wartable.engine.chance import Drawn, Rolled
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.conquest.core.events import Battle
from wartable.games.conquest.core.tasks import Attacking, MovingIn
from wartable.games.conquest.lotr.actions import Enter, LotrAttack, PlayCard
from wartable.games.conquest.lotr.events import BattleHeard, Departed, RewardPlaced, Sighted
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import DrawingAdventure, Stage, TurningUp
from wartable.games.conquest.lotr.visible import UNSEEN

RULES = LOTR_RISK.rules(started("hidden-armies", 3))
AT = RULES.board.index


def position(preset: str = "hidden-armies", hand: tuple[str, ...] = (), **values: Any) -> LotrState:
    """Return seat 0 attacking from Umbar, with seat 2 far in the north and seat 1 all around."""
    state = started(preset, 3, **values)
    first = sum(1 << AT[space] for space in ("umbar", "deep_harad"))
    last = sum(1 << AT[space] for space in ("forodwaith", "borderlands"))
    everything = (1 << len(RULES.board.ids)) - 1
    rules = LOTR_RISK.rules(state)
    cards = tuple(rules.copies[card].bit_length() - 1 for card in hand)
    adventure = replace(
        state.adventure,
        hands=(cards, (), ()),
        deck=((1 << len(rules.deck)) - 1) & ~sum(1 << card for card in cards),
    )
    return replace(
        state,
        agenda=(Attacking(Seat(0)), Stage(Seat(0), 1)),
        held=(first, everything & ~first & ~last, last),
        armies=tuple(4 for _ in RULES.board.ids),
        pools=(),
        adventure=adventure,
    )


def done(state: LotrState, seat: int, action: Action) -> Any:
    return LOTR_RISK.apply(state, Seat(seat), action)


def test_v6_progress_with_units_that_are_not_seen_is_not_told() -> None:
    state = position(victory=("points", "territorial"), secret="open_to_all")

    assert LOTR_RISK.view(state, Seat(0)).goal.progress[1] is None
    assert LOTR_RISK.view(state, Seat(1)).goal.progress[1] == 1.0
    assert LOTR_RISK.view(replace(state, options=position("trilogy").options), Seat(0)).goal.progress[1] is not None


def test_v6_wormtongue_is_played_upon_units_that_are_seen() -> None:
    state = position(hand=("wormtongue",), sea_rule="any_port")
    far, near = (PlayCard("wormtongue", "umbar", target, 2) for target in ("mithlond", "belfalas"))

    assert LOTR_RISK.explain(state, Seat(0), near) is None
    assert LOTR_RISK.explain(state, Seat(0), far) is not None
    alone = replace(state, armies=tuple(1 if n == AT["mithlond"] else 4 for n in range(len(state.armies))))
    offered = [LOTR_RISK.legal(one, Seat(0)).structure() for one in (state, alone)]
    assert offered[0] == offered[1]


def test_v6_who_sees_one_end_of_a_battle_does_not_hear_what_is_left_at_the_other() -> None:
    state = position(sea_rule="any_port")
    state = done(state, 0, LotrAttack("umbar", "forodwaith", 3)).state
    events = LOTR_RISK.apply(state, CHANCE, Rolled((6, 6, 6, 1, 1))).events
    battle, heard = events[0], events[1]

    assert isinstance(battle, Battle)
    assert battle.audience == (1,)  # borders both
    assert isinstance(heard, BattleHeard)
    assert heard.audience == (0, 2)
    assert not hasattr(heard, "target_left")
    assert "Forodwaith" in LOTR_RISK.tell(heard, ("Ada", "Bo", "Cy"), state.options)


def test_v6_units_of_events_far_away_are_told_to_those_beside_them_alone() -> None:
    """Raiders take half of the units: the number would tell how many there are."""
    state = replace(position(), agenda=(TurningUp(Seat(0), "raiders"), DrawingAdventure(Seat(0)), Stage(Seat(0), 4)))
    for name in ("forodwaith", "borderlands", "the_shire"):
        task = state.agenda[0]
        assert isinstance(task, TurningUp)
        order = [card for card in bits(state.cards.deck) if not task.passed >> card & 1]
        state, events = astuple(LOTR_RISK.apply(state, CHANCE, Drawn(order.index(AT[name]))))
    lost = [event for event in events if isinstance(event, RewardPlaced)]

    assert [event.count for event in lost] == [-2, -2, -2]
    assert all(0 not in (event.audience or ()) for event in lost)


def test_v6_how_many_move_in_is_told_to_those_who_see_them() -> None:
    state = position()
    state = replace(state, agenda=(MovingIn(Seat(1), AT["rhudaur"], AT["moria"], 2, 3), *state.agenda), seat=1)

    own, told = (LOTR_RISK.view(state, Seat(seat)).occupy for seat in (1, 0))
    assert own is not None
    assert told is not None
    assert (own.least, own.most) == (2, 3)
    assert (told.least, told.most) == (UNSEEN, UNSEEN)


@pytest.mark.parametrize(("units", "empty"), [(4, True), (3, False)])
def test_v6_what_an_entry_uncovers_cannot_be_taken_back(units: int, *, empty: bool) -> None:
    state = position(leave_one=False)
    target = AT["harad"]
    state = replace(
        state,
        armies=tuple(0 if n == target else count for n, count in enumerate(state.armies)),
        held=(state.held[0], state.held[1] & ~(1 << target), state.held[2]),
    )
    events = done(state, 0, Enter("deep_harad", "harad", units)).events

    assert any(isinstance(event, Sighted) for event in events)
    assert [event.empty for event in events if isinstance(event, Departed)] == [empty]
    assert any(event.reveals for event in events)


def test_v6_the_fortify_step_comes_whether_anything_can_move_or_not() -> None:
    state = position()
    poor = replace(state, armies=tuple(1 for _ in state.armies))
    ends = [LOTR_RISK.legal(one, Seat(0)).structure()[-2].kind for one in (state, poor)]
    assert ends == ["end_attacks", "end_attacks"]
    after = [LOTR_RISK.parse(one, Seat(0), "end attacks") for one in (state, poor)]

    phases = [done(one, 0, action).state.phase for one, action in zip((state, poor), after, strict=True)]
    assert phases == ["fortify", "fortify"]


# --- drawn anew


def test_what_is_drawn_anew_does_not_depend_on_the_truth() -> None:
    """lotr-risk L34: a card in a hand may as well be the one that somebody keeps aside."""
    state = past(started("trilogy", 3), 260, seed=2)
    kept = next(card for card in bits(state.cards.deck) if not state.held[1] >> card & 1)
    held = next(card for card in state.cards.hands[2] if card < len(RULES.board.ids))
    state = replace(
        state,
        aside=((), (kept,), ()),
        cards=replace(state.cards, deck=state.cards.deck & ~(1 << kept)),
        held=tuple(mask & ~(1 << held) if seat == 1 else mask for seat, mask in enumerate(state.held)),
    )
    found = {LOTR_RISK.resample(state, Seat(0), Random(luck)).aside[1] for luck in range(600)}

    assert (held,) in found
    assert (kept,) in found


def test_cards_that_were_just_turned_up_stay_in_the_deck() -> None:
    """lotr-risk L33."""
    state = past(started("trilogy", 3), 260, seed=2)
    shown = bits(state.cards.deck)[:2]
    task = TurningUp(Seat(1), "raiders", spaces=0, passed=sum(1 << card for card in shown))
    state = replace(state, agenda=(task, *state.agenda))

    for luck in range(40):
        deck = LOTR_RISK.resample(state, Seat(0), Random(luck)).cards.deck
        assert all(deck >> card & 1 for card in shown)


def test_v6_how_many_units_somebody_has_is_drawn_anew_as_well() -> None:
    state = position()
    totals = {LOTR_RISK.resample(state, Seat(0), Random(luck)).army_totals()[1] for luck in range(20)}

    assert len(totals) > 5


def test_a_goal_that_is_judged_at_the_end_of_the_turn_may_be_reached_before() -> None:
    """lotr-risk T15, lotr-risk L25: whoever is on turn may have reached any goal; others would have won."""
    state = replace(position("secret-goals"), seat=1, missions=(0, 1, 2))
    reached = [n for n, goal in enumerate(RULES_OF_GOALS) if goal.progress(LOTR_RISK.rules(state), state, 1) >= 1.0]
    found = {LOTR_RISK.resample(state, Seat(0), Random(luck)).missions[1] for luck in range(200)}

    assert reached
    assert found & set(reached)


RULES_OF_GOALS = LOTR_RISK.rules(started("secret-goals", 3)).missions


def test_who_has_drawn_only_an_event_plays_nothing_more_in_the_turn() -> None:
    """lotr-risk L39: the last card of the deck was an event."""
    state = position("trilogy", hand=("gollum",))
    rules = LOTR_RISK.rules(state)
    last = replace(state.adventure, deck=rules.copies["cave_troll"])
    agenda = (DrawingAdventure(Seat(0)), Stage(Seat(0), rules.stages.index("goals")))

    after = LOTR_RISK.apply(replace(state, adventure=last, agenda=agenda), CHANCE, Drawn(0)).state
    asked = LOTR_RISK.asked(LOTR_RISK.flow.begun(rules, replace(state, agenda=agenda[1:])))

    assert asked is not None
    assert (asked.about, asked.seats) == ("fellowship.leaves", (0,))  # who has drawn nothing
    assert LOTR_RISK.to_act(after) == (1,)
    assert after.phase == "reinforce"

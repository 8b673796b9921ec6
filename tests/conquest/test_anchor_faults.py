"""The faults of the anchor engine (A4.1 to A4.10 of the digest) that concern rules: none of them is here."""

from __future__ import annotations

import pytest

from tests.conquest.positions import chance, did, do, ids, match, position, refused, roll
from wartable.engine.chance import Drawn, Rolled, Shuffled
from wartable.engine.errors import IllegalAction
from wartable.engine.values import CHANCE
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.core.actions import Attack, EndAttacks, EndTurn, Fortify, Place
from wartable.games.conquest.core.events import Battle, Eliminated, Won


@pytest.mark.parametrize(
    ("attack", "defence", "attacker_loss", "defender_loss"),
    [((2,), (1, 1), 0, 1), ((2,), (3, 1), 1, 0), ((5, 5), (1,), 0, 1)],
)
def test_a4_1_a_pair_costs_one_army_and_no_more(
    attack: tuple[int, ...], defence: tuple[int, ...], attacker_loss: int, defender_loss: int
) -> None:
    state = position("brazil", armies={"brazil": 9, "peru": len(defence)})
    _, events = chance(do(state, Attack("brazil", "peru", len(attack))), Rolled(attack + defence))
    battle = events[0]
    assert isinstance(battle, Battle)
    assert (battle.attacker_loss, battle.defender_loss) == (attacker_loss, defender_loss)
    assert (battle.source_left, battle.target_left) == (9 - attacker_loss, len(defence) - defender_loss)


def test_a4_2_elimination_and_victory_are_told() -> None:
    state = position(*(space for space in ids() if space != "brazil"), armies={"peru": 5})
    step = RISK.apply(do(state, "attack peru > brazil x3"), CHANCE, Rolled((6, 6, 6, 1)))
    assert Eliminated(1, 0) in step.events
    assert step.events[-1] == Won((0,), "Conquered the whole world.")


def test_a4_3_the_eliminated_are_skipped() -> None:
    state = position("brazil", seats=4, others={1: (), 2: ()})
    assert do(state, EndTurn()).seat == 3


@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("reinforce", Attack("brazil", "argentina", 1)),
        ("reinforce", Fortify("brazil", "peru", 1)),
        ("reinforce", EndTurn()),
        ("attack", Place("brazil", 1)),
        ("attack", Fortify("brazil", "peru", 1)),
        ("fortify", Attack("brazil", "argentina", 1)),
        ("fortify", Place("brazil", 1)),
        ("fortify", EndAttacks()),
    ],
)
def test_a4_4_steps_are_enforced(phase: str, action: Attack | Fortify | EndTurn | Place | EndAttacks) -> None:
    state = position("brazil", "peru", phase=phase, armies={"brazil": 5}, to_place=3 if phase == "reinforce" else 0)
    assert refused(state, action).code == "phase.wrong"


def test_a4_5_a_conquered_territory_is_never_left_empty() -> None:
    state = roll(do(position("brazil", armies={"brazil": 5}), "attack brazil > peru x3"), 6, 5, 4, 1)
    for action in (EndTurn(), EndAttacks(), Attack("brazil", "argentina", 1)):
        reason = refused(state, action)
        assert reason.message == "Peru is yours. Say first how many armies move in."
    assert refused(state, "occupy 0").code == "occupy.too_few"


def test_a4_8_a_refusal_reaches_the_sender_and_changes_nothing() -> None:
    state = position("brazil", armies={"brazil": 5})
    with pytest.raises(IllegalAction, match="does not border Egypt") as caught:
        did(state, "attack brazil > egypt x3")
    assert caught.value.reason.fix == ("Venezuela", "Peru", "Argentina", "North Africa")
    assert refused(state, EndTurn(), seat=1).code == "turn.not_yours"


@pytest.mark.parametrize("first", range(4))
def test_a4_10_extra_territories_go_to_those_who_move_last(first: int) -> None:
    table = match([Drawn(first), Shuffled(tuple(range(42))), Rolled((1,) * 78)], seats=4)
    table.answer_chance()
    order = table.state.order
    assert order[0] == first
    assert [table.state.held[seat].bit_count() for seat in order] == [10, 10, 11, 11]

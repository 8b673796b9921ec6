"""The special combat actions against others, by number of rule, each refusal with its reason."""

from __future__ import annotations

import pytest

from wartable.engine.chance import Draw, Drawn, Roll, Rolled
from wartable.engine.values import Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.game import BALANCE_OF_POWER as GAME
from wartable.games.conquest.balance.shop import answer_bomb, take
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.tasks import Fallout, Shopping, Spying

from .positions import (
    AUSTRALIA,
    BOARD,
    MANY,
    SOUTH_AMERICA,
    at,
    bought,
    card,
    count,
    position,
    refused,
    rules,
    standard,
)

# --- 40 forced alliance


@pytest.mark.parametrize("side", [1, NEUTRAL])
def test_rule_40_a_player_or_the_neutral_army_may_not_attack(side: int) -> None:
    after, told = bought(standard(), Buy("forced_alliance", seat=side))
    assert after.effects.alliances == (Alliance(0, side),)
    assert told == [e.Bought(0, "forced_alliance", 4, 0, None, side)]
    again = refused(after, Buy("forced_alliance", seat=side))
    assert (again.code, again.rule) == ("forced_alliance.twice", "balance-of-power 40")


@pytest.mark.parametrize(("side", "code"), [(None, "buy.no_target"), (0, "buy.own_target"), (7, "seat.unknown")])
def test_rule_40_refusals(side: int | None, code: str) -> None:
    assert refused(standard(), Buy("forced_alliance", seat=side)).code == code


def test_rule_40_without_a_neutral_army_and_with_everybody_bound() -> None:
    state = standard(neutral=())
    assert refused(state, Buy("forced_alliance", seat=NEUTRAL)).code == "buy.gone"
    after, _ = bought(state, Buy("forced_alliance", seat=1))
    assert refused(after, Buy("forced_alliance", seat=1)).code == "forced_alliance.twice"


# --- 43 kill general


@pytest.mark.parametrize(("space", "side"), [("central_america", 1), ("north_africa", NEUTRAL)])
def test_rule_43_no_attack_on_the_buyer_from_there(space: str, side: int) -> None:
    after, _ = bought(standard(), Buy("kill_general", space))
    assert after.effects.generals == (General(0, side, at(space)),)
    assert refused(after, Buy("kill_general", space)).code == "kill_general.twice"


@pytest.mark.parametrize(
    ("space", "code"),
    [
        (None, "buy.no_target"), ("atlantis", "space.unknown"), ("brazil", "buy.own_target"),
        ("siam", "buy.not_adjacent"),
    ],
)  # fmt: skip
def test_rule_43_refusals(space: str | None, code: str) -> None:
    assert refused(standard(), Buy("kill_general", space)).code == code


def test_rule_43_is_useless_against_a_bound_side() -> None:
    bound = standard(effects=Effects(alliances=(Alliance(0, 1),)))
    assert refused(bound, Buy("kill_general", "central_america")).code == "kill_general.bound"
    everybody = standard(effects=Effects(alliances=(Alliance(0, 1), Alliance(0, NEUTRAL))))
    assert refused(everybody, Buy("kill_general", "central_america")).code == "kill_general.nobody"


# --- 46 atomic bomb


def test_rule_46_two_armies_anywhere_then_a_die_for_each_neighbour() -> None:
    waiting, told = bought(standard(), Buy("atomic_bomb", "siam"))
    assert (count(waiting, "siam"), waiting.piles) == (5, (6, 2, 0))
    assert waiting.agenda == (Fallout(Seat(0), at("siam")), Shopping(Seat(0)))
    assert told[1:] == [e.Struck(0, "siam", 1, 2, 5)]
    assert GAME.request(waiting) == Roll("bomb", (6,) * 3)


def test_rule_46_fallout_on_four_to_six_spares_the_last_army_and_hits_own_ones() -> None:
    state = standard(neutral=("north_africa", "egypt"), armies={"central_america": 3, "venezuela": 2, "peru": 2})
    waiting, _ = bought(state, Buy("atomic_bomb", "central_america"))
    near = [BOARD.ids[space] for space in BOARD.neighbours[at("central_america")]]
    assert sorted(near) == ["eastern_united_states", "venezuela", "western_united_states"]
    faces = tuple({"venezuela": 4, "western_united_states": 6}.get(name, 3) for name in near)
    told: list[object] = []
    after = answer_bomb(rules(), waiting, Rolled(faces), told)  # type: ignore[arg-type]
    assert count(after, "venezuela") == 1
    assert count(after, "western_united_states") == 1, "it had one"
    assert after.agenda == (Shopping(Seat(0)),)
    assert after.piles == (6, 2, 0), "nobody's opponent killed the own army"
    assert told[1:] == [e.Struck(0, "venezuela", 0, 1, 1)]


def test_rule_46_neutral_is_enemy_and_its_dead_go_to_its_pile() -> None:
    waiting, _ = bought(standard(piles=(6, 11, 11)), Buy("atomic_bomb", "north_africa"))
    assert (count(waiting, "north_africa"), waiting.piles) == (3, (0, 11, 12)), "a pile ends at twelve"


def test_rule_46_vector_of_two_armies() -> None:
    after, _ = bought(standard(), Buy("atomic_bomb", "egypt"))
    assert (count(after, "egypt"), after.piles) == (1, (6, 0, 1))


@pytest.mark.parametrize(
    ("space", "code"), [("brazil", "buy.own_target"), ("japan", "buy.last_army"), (None, "buy.no_target")]
)
def test_rule_46_refusals(space: str | None, code: str) -> None:
    assert refused(standard(), Buy("atomic_bomb", space)).code == code


def test_rule_46_needs_somebody_with_two_armies() -> None:
    assert refused(standard(armies={"brazil": 3}), Buy("atomic_bomb", "siam")).code == "atomic_bomb.no_target"


# --- 47 bombardment


def test_rule_47_vector_of_three_armies() -> None:
    state = standard(armies={"central_america": 3})
    after, told = bought(state, Buy("bombardment", "central_america"))
    assert (count(after, "central_america"), after.piles) == (1, (6, 2, 0))
    assert told[1:] == [e.Struck(0, "central_america", 1, 2, 1)]


def test_rule_47_removes_three() -> None:
    after, _ = bought(standard(), Buy("bombardment", "north_africa"))
    assert (count(after, "north_africa"), after.piles) == (2, (6, 0, 3))


@pytest.mark.parametrize(
    ("space", "code"),
    [("siam", "buy.not_adjacent"), ("peru", "buy.own_target"), ("western_europe", "buy.not_adjacent")],
)
def test_rule_47_refusals(space: str, code: str) -> None:
    assert refused(standard(), Buy("bombardment", space)).code == code


def test_rule_47_needs_a_neighbour_with_two_armies() -> None:
    assert refused(standard(armies={"siam": 9}), Buy("bombardment", "siam")).code == "bombardment.no_target"


# --- 49 sabotage


def test_rule_49_once_per_player() -> None:
    after, _ = bought(standard(), Buy("sabotage", seat=1))
    assert after.effects.sabotaged == 0b10
    again = refused(after, Buy("sabotage", seat=1))
    assert (again.code, again.rule) == ("sabotage.twice", "balance-of-power 49")


def test_rule_49_one_of_two_others_at_a_time() -> None:
    state = position(*SOUTH_AMERICA, options=MANY, seats=3, others={1: AUSTRALIA}, effects=Effects(sabotaged=0b10))
    assert refused(state, Buy("sabotage", seat=1)).code == "sabotage.twice"
    assert bought(state, Buy("sabotage", seat=2))[0].effects.sabotaged == 0b110


@pytest.mark.parametrize(("side", "code"), [(NEUTRAL, "sabotage.neutral"), (0, "buy.own_target")])
def test_rule_49_refusals(side: int, code: str) -> None:
    assert refused(standard(), Buy("sabotage", seat=side)).code == code


def test_rule_49_an_eliminated_player_is_no_target() -> None:
    state = position(*SOUTH_AMERICA, options=MANY, seats=3)
    assert refused(state, Buy("sabotage", seat=1)).code == "buy.gone"


# --- 51 espionage


def test_rule_51_a_card_at_random_from_another_hand() -> None:
    state = standard(hands={0: (at("peru"),), 1: (at("alaska"), at("siam"))})
    waiting, _ = bought(state, Buy("espionage", seat=1))
    assert waiting.agenda == (Spying(Seat(0), 1), Shopping(Seat(0)))
    assert GAME.request(waiting) == Draw("spy", 2, (0, 1))
    told: list[object] = []
    after = take(rules(), waiting, Drawn(1), told)  # type: ignore[arg-type]
    assert after.cards.hands == (tuple(sorted((at("peru"), at("siam")))), (at("alaska"),))
    assert told == [e.CardStolen(0, 1), e.CardSpied(0, 1, card("siam"), audience=(Seat(0), Seat(1)))]


def test_rule_51_refusals() -> None:
    assert refused(standard(), Buy("espionage", seat=1)).code == "espionage.no_cards"
    state = position(*SOUTH_AMERICA, options=MANY, seats=3, others={1: AUSTRALIA}, hands={1: (3,)})
    assert refused(state, Buy("espionage", seat=2)).code == "espionage.no_cards"
    assert refused(state, Buy("espionage", seat=0)).code == "buy.own_target"

"""What bots make of positions of the Balance of Power variant put up by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.conquest.balance.positions import AUSTRALIA, BOARD, SOUTH_AMERICA, at, card, position
from wartable import bots
from wartable.bots.conquest.scene import scene_of
from wartable.engine.values import Action, Seat
from wartable.games.conquest.balance.actions import Buy, Collect, Done, Give
from wartable.games.conquest.balance.effects import Alliance, Effects
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tasks import Raiding
from wartable.games.conquest.core.actions import Attack, Occupy, Trade
from wartable.games.conquest.core.tasks import MovingIn

PLAIN = BalanceOptions(actions=False)


def chosen(level: str, state: BalanceState) -> Action:
    """What a level does for the seat whose turn it is."""
    player = bots.get(BALANCE_OF_POWER, level)
    return player.decide(BALANCE_OF_POWER, state, Seat(state.seat), Random(1)).action


def test_the_space_that_wins_is_attacked() -> None:
    state = position(
        *SOUTH_AMERICA, *AUSTRALIA[1:], armies={"new_guinea": 9, "venezuela": 9}, phase="attack", options=PLAIN,
        collected=(("o01", "o02"), ()), face_up=("o07",), capitals=(at("peru"), at("ural")),
    )  # fmt: skip
    action = chosen("hard", state)
    assert isinstance(action, Attack)
    assert action.target == "indonesia"


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_no_attack_goes_against_a_ban(level: str) -> None:
    state = position(
        *SOUTH_AMERICA, armies={"venezuela": 20, "brazil": 20}, neutral=("north_africa",), phase="attack",
        options=PLAIN, effects=Effects(alliances=(Alliance(1, 0),)),
    )  # fmt: skip
    action = chosen(level, state)
    assert not isinstance(action, Attack) or action.target == "north_africa"


def test_odds_are_those_of_the_target() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", rough=1 << at("central_america"), neutral=("north_africa",))
    odds = scene_of(rules_of(state.options), state, 0, Random(1)).pos.field.odds[at("venezuela")]
    assert odds[at("central_america")].conquered(3, 1) == pytest.approx(0.665849, abs=1e-6)
    assert odds[at("north_africa")].conquered(3, 1) == pytest.approx(0.781929, abs=1e-6)
    assert odds[at("siam")].conquered(3, 1) == pytest.approx(0.916375, abs=1e-6)


def test_odds_know_which_source_a_tank_stands_beside() -> None:
    tanks = tuple(int(space == at("argentina")) for space in range(len(BOARD.ids)))
    own = [name for name in SOUTH_AMERICA if name != "venezuela"]
    state = position(*own, "north_africa", phase="attack", options=BalanceOptions(tanks=True), tanks=tanks)
    odds = scene_of(rules_of(state.options), state, 0, Random(1)).pos.field.odds
    plain = odds[at("north_africa")][at("egypt")]
    assert odds[at("peru")][at("venezuela")].conquered(3, 2) > plain.conquered(3, 2), "Argentina lies beside Peru"
    assert odds[at("north_africa")][at("western_europe")] is plain


def test_whom_a_strong_neighbour_threatens_forces_an_alliance() -> None:
    state = position(
        *SOUTH_AMERICA,
        armies={"central_america": 25, "north_africa": 25},
        pile=4,
        capitals=(at("venezuela"), at("ural")),
    )
    assert chosen("medium", state) == Buy("forced_alliance", seat=1)


def test_nothing_is_bought_that_is_not_worth_its_price() -> None:
    state = position(*SOUTH_AMERICA, armies={"venezuela": 30, "brazil": 30}, pile=3, sites=0)
    assert chosen("medium", state) == Done()


def test_a_full_hand_of_stars_is_turned_in() -> None:
    hand = tuple(sorted(at(name) for name in ("ural", "siberia", "peru", "brazil", "china")))
    state = position(*SOUTH_AMERICA, phase="reinforce", to_place=5, drafted=5, hands={0: hand}, options=PLAIN)
    action = chosen("medium", state)
    assert isinstance(action, Trade)
    assert len(action.cards) == 5


def test_the_card_with_fewest_stars_is_given_away() -> None:
    hand = tuple(sorted(at(name) for name in ("ural", "siberia", "yakutsk", "irkutsk", "india", "peru")))
    state = position(*SOUTH_AMERICA, phase="give attack", hands={0: hand}, options=PLAIN)
    assert chosen("hard", state) == Give(card("peru"))


def test_what_is_conquered_in_one_turn_is_collected_first() -> None:
    state = position(
        *SOUTH_AMERICA, *AUSTRALIA, phase="collect", options=PLAIN, face_up=("o07", "o10"), began=1 << at("ural")
    )  # fmt: skip
    assert chosen("medium", state) == Collect("o10")


def test_the_neutral_army_moves_on_with_all() -> None:
    source, target = at("north_africa"), at("congo")
    state = position(
        *SOUTH_AMERICA, neutral=("north_africa", "congo"), armies={"north_africa": 8, "congo": 0}, options=PLAIN,
        agenda=(MovingIn(Seat(0), source, target, 2, 7), Raiding(Seat(0), source, target)),
    )  # fmt: skip
    assert chosen("medium", state) == Occupy(7)

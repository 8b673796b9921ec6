"""The special combat actions that help their buyer, by number of rule, each refusal with its reason."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects
from wartable.games.conquest.balance.shop import choices
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.tasks import Raiding, Shopping
from wartable.games.conquest.core.events import Fortified, Placed
from wartable.games.conquest.core.tasks import Drawing

from .positions import BOARD, SOUTH_AMERICA, WITH_TANKS, at, bought, count, position, refused, rules, standard

# --- 38 recon mission


def test_rule_38_recon_counts_up_to_the_dice_there_can_be() -> None:
    state = standard(effects=Effects(recon=5))
    assert refused(state, Buy("recon")).code == "recon.enough"


def test_rule_38_recon_needs_a_site_of_others() -> None:
    assert refused(standard(sites=BOARD.mask(["brazil"])), Buy("recon")).code == "recon.no_site"
    assert refused(standard(sites=0), Buy("recon")).code == "recon.no_site"


# --- 39 maneuver


def test_rule_39_up_to_five_armies_come_from_joined_territories() -> None:
    after, told = bought(standard(), Buy("maneuver", "argentina", armies=(("brazil", 4), ("peru", 1))))
    assert [count(after, name) for name in ("argentina", "brazil", "peru")] == [6, 2, 1]
    assert told[1:] == [Fortified(0, "brazil", "argentina", 4), Fortified(0, "peru", "argentina", 1)]
    assert after.phase == "buy", "the move at the end of the turn is not used up"


def test_rule_39_a_chain_is_enough() -> None:
    state = position("argentina", "brazil", "venezuela", armies={"argentina": 4})
    after, _ = bought(state, Buy("maneuver", "venezuela", armies=(("argentina", 3),)))
    assert count(after, "venezuela") == 4


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Buy("maneuver"), "buy.no_target"),
        (Buy("maneuver", "atlantis", armies=(("brazil", 1),)), "space.unknown"),
        (Buy("maneuver", "siam", armies=(("brazil", 1),)), "space.not_yours"),
        (Buy("maneuver", "peru", armies=()), "maneuver.count"),
        (Buy("maneuver", "peru", armies=(("brazil", 6),)), "maneuver.count"),
        (Buy("maneuver", "argentina", armies=(("peru", 2),)), "maneuver.too_many"),
        (Buy("maneuver", "peru", armies=(("venezuela", 1),)), "maneuver.too_few"),
        (Buy("maneuver", "brazil", armies=(("brazil", 1),)), "maneuver.same"),
        (Buy("maneuver", "peru", armies=(("siam", 1),)), "space.not_yours"),
        (Buy("maneuver", "peru", armies=(("atlantis", 1),)), "space.unknown"),
        (Buy("maneuver", "peru", armies=(("brazil", 1), ("brazil", 1))), "buy.named_twice"),
        (Buy("maneuver", "peru", armies=(("brazil", 0),)), "count.too_small"),
        (Buy("maneuver", "peru", tank="brazil"), "tank.off"),
    ],
)
def test_rule_39_refusals(action: Buy, code: str) -> None:
    assert refused(standard(), action).code == code


def test_rule_39_without_a_chain_nothing_moves() -> None:
    state = position("argentina", "siam", "india", armies={"argentina": 4, "siam": 3})
    assert refused(state, Buy("maneuver", "argentina", armies=(("siam", 1),))).code == "maneuver.not_connected"
    assert refused(state, Buy("maneuver", "india", armies=(("argentina", 1),))).code == "maneuver.not_connected"
    assert refused(position("argentina", "siam"), Buy("maneuver", "siam")).code == "maneuver.nothing"


def test_rule_39_the_only_one_that_can_send_is_no_target() -> None:
    state = position("argentina", "brazil", "peru", "siam", "india", armies={"argentina": 3})
    found = [action.space for action in choices(rules(), state) if action.what == "maneuver"]
    assert found == ["peru", "brazil"]
    assert refused(state, Buy("maneuver", "argentina", armies=(("brazil", 1),))).code == "maneuver.not_connected"


def test_rules_39_and_66_one_tank_is_a_whole_maneuver() -> None:
    tanks = tuple(2 if space == at("brazil") else 0 for space in range(42))
    state = standard(options=WITH_TANKS, tanks=tanks)
    after, _ = bought(state, Buy("maneuver", "peru", tank="brazil"))
    assert (after.tanks[at("brazil")], after.tanks[at("peru")]) == (1, 1)
    assert after.armies == state.armies
    both = refused(state, Buy("maneuver", "peru", armies=(("brazil", 1),), tank="brazil"))
    assert both.code == "maneuver.tank_alone"
    assert refused(state, Buy("maneuver", "peru", tank="argentina")).code == "maneuver.no_tank"


# --- 41, 42 improved attack and defense


def test_rules_41_and_53_two_extra_attack_dice_at_most() -> None:
    state = standard()
    for number in (1, 2):
        state, _ = bought(state, Buy("improved_attack"))
        assert state.effects.attack_dice == number
    assert refused(state, Buy("improved_attack")).code == "improved_attack.enough"


def test_rules_42_and_53_two_extra_defence_dice_at_most() -> None:
    state = standard()
    for number in (1, 2):
        state, _ = bought(state, Buy("improved_defense"))
        assert state.effects.defence_of(0) == number
    assert refused(state, Buy("improved_defense")).code == "improved_defense.enough"


# --- 44 neutral attack


def test_rule_44_the_buyer_commands_the_neutral_army_once() -> None:
    after, _ = bought(standard(neutral=("north_africa",), armies={"north_africa": 3}), Buy("neutral_attack"))
    assert after.agenda == (Raiding(Seat(0)), Shopping(Seat(0)))


def test_rule_44_needs_a_neutral_army_that_can_attack_somebody_else() -> None:
    assert refused(standard(neutral=()), Buy("neutral_attack")).code == "neutral_attack.none"
    weak = standard(armies={"brazil": 6})
    assert refused(weak, Buy("neutral_attack")).code == "neutral_attack.no_target"
    bound = standard(effects=Effects(alliances=(Alliance(1, NEUTRAL),)))
    assert refused(bound, Buy("neutral_attack")).code == "neutral_attack.no_target"


# --- 45 draft


def test_rule_45_three_armies_at_once() -> None:
    after, told = bought(standard(), Buy("draft", armies=(("peru", 1), ("brazil", 2))))
    assert (count(after, "peru"), count(after, "brazil")) == (3, 8)
    assert told[1:] == [Placed(0, "peru", 1), Placed(0, "brazil", 2)]


def test_rule_45_sabotage_does_not_touch_it() -> None:
    after, _ = bought(standard(effects=Effects(sabotaged=1)), Buy("draft", armies=(("peru", 3),)))
    assert count(after, "peru") == 5


@pytest.mark.parametrize(
    ("armies", "code"),
    [
        ((), "draft.count"), ((("peru", 2),), "draft.count"), ((("peru", 4),), "draft.count"),
        ((("siam", 3),), "space.not_yours"), ((("peru", 2), ("peru", 1)), "buy.named_twice"),
        ((("peru", 4), ("brazil", -1)), "count.too_small"),
    ],
)  # fmt: skip
def test_rule_45_refusals(armies: tuple[tuple[str, int], ...], code: str) -> None:
    assert refused(standard(), Buy("draft", armies=armies)).code == code


# --- 48 draw card


def test_rule_48_a_card_is_sent_for() -> None:
    after, _ = bought(standard(), Buy("draw_card"))
    assert after.agenda == (Drawing(Seat(0)), Shopping(Seat(0)))


def test_rule_48_refuses_when_every_card_is_held() -> None:
    state = position(*SOUTH_AMERICA, hands={1: tuple(range(44))})
    assert refused(state, Buy("draw_card")).code == "draw_card.none"


# --- 50 special forces


def test_rule_50_once_a_turn() -> None:
    after, _ = bought(standard(), Buy("special_forces"))
    assert after.effects.special_forces
    assert refused(after, Buy("special_forces")).code == "special_forces.twice"


def test_rule_50_needs_rough_terrain_of_others() -> None:
    assert refused(standard(rough=BOARD.mask(["brazil"])), Buy("special_forces")).code == "special_forces.no_rough"


# --- 52 airfield


def test_rule_52_an_airfield_for_good() -> None:
    after, told = bought(standard(), Buy("airfield", "brazil"))
    assert after.airfields == 1 << at("brazil")
    assert told[1:] == [e.AirfieldBuilt(0, "brazil")]
    assert refused(replace(after, piles=(12, 0, 0)), Buy("airfield", "brazil")).code == "airfield.twice"


def test_rule_52_refusals() -> None:
    assert refused(standard(), Buy("airfield", "siam")).code == "space.not_yours"
    everywhere = standard(airfields=BOARD.mask(SOUTH_AMERICA))
    assert refused(everywhere, Buy("airfield", "peru")).code == "airfield.everywhere"

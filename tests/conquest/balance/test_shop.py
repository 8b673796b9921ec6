"""The fifteen special combat actions by number of rule: what each does, and each refusal with its reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Roll, Rolled
from wartable.engine.values import Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.shop import answer_bomb, choices, funds, lines, refuse, request, rows, sample, take
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.shop.tell import SENTENCES
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.events import Fortified, Placed
from wartable.games.conquest.tell import Words

from .positions import (
    AUSTRALIA,
    BOARD,
    MANY,
    SOUTH_AMERICA,
    WITH_TANKS,
    at,
    bought,
    card,
    count,
    position,
    refused,
    rules,
)

NAMES = ("Ann", "Ben", "Cat", "the neutral army")


def standard(**more: Any) -> BalanceState:
    """Ann holds South America, the neutral army Africa's north, Ben the rest; sites and rough terrain are about."""
    settings: dict[str, Any] = {
        "neutral": ("north_africa", "egypt"),
        "armies": {"north_africa": 5, "egypt": 2, "central_america": 4, "brazil": 6, "peru": 2, "siam": 7},
        "sites": BOARD.mask(["north_africa", "egypt", "siam", "japan", "ural", "brazil"]),
        "rough": BOARD.mask(["central_america", "japan"]),
    } | more
    return position(*SOUTH_AMERICA, **settings)


# --- paying (rule 36)


def test_rule_36_the_pile_pays() -> None:
    after, told = bought(standard(pile=7), Buy("recon"))
    assert after.piles == (5, 0, 0)
    assert told == [e.Bought(0, "recon", 2, 0)]


def test_rule_36_the_same_action_more_than_once() -> None:
    state = standard(pile=7)
    for _ in range(3):
        state, _ = bought(state, Buy("recon"))
    assert (state.piles[0], state.effects.recon) == (1, 3)


def test_rule_36_cards_pay_by_their_stars_and_are_discarded() -> None:
    hand = (at("ural"), at("brazil"))
    after, told = bought(
        standard(pile=4, hands={0: hand}), Buy("bombardment", "central_america", cards=(card("ural"),))
    )
    assert after.piles[0] == 0
    assert after.cards.hands[0] == (at("brazil"),)
    assert not after.cards.deck >> at("ural") & 1, "it lies with the discarded ones"
    assert told[:2] == [e.Bought(0, "bombardment", 4, 2, "central_america"), e.CardsPaid(0, (card("ural"),))]


def test_rule_36_no_change_is_given() -> None:
    cards = (card("ural"), card("siberia"))
    state = standard(pile=12, hands={0: (at("ural"), at("siberia"))})
    after, _ = bought(state, Buy("maneuver", "peru", armies=(("brazil", 1),), cards=cards))
    assert after.piles[0] == 12


@pytest.mark.parametrize(
    ("pile", "hand", "cards", "code", "words"),
    [
        (3, (), (), "buy.too_dear", "Bombardment costs 6. Your pile has 3 casualties, and your cards show 0 stars."),
        (3, ("ural",), ("ural",), "buy.too_dear", "Your pile has 3 casualties, and your cards show 2 stars."),
        (5, ("ural",), (), "buy.cards_missing", "Your pile has 5 casualties. Add cards with 1 star."),
        (6, (), ("ural",), "buy.card_not_held", "You hold no cards to pay with."),
        (6, ("peru",), ("ural",), "buy.card_not_held", "Pay with cards of your own hand, each once: Peru (infantry)."),
        (6, ("ural",), ("ural", "ural"), "buy.card_not_held", "each once: Ural (cavalry)."),
    ],
)
def test_rule_36_refusals_of_payment(
    pile: int, hand: tuple[str, ...], cards: tuple[str, ...], code: str, words: str
) -> None:
    state = standard(pile=pile, hands={0: tuple(map(at, hand))})
    reason = refused(state, Buy("bombardment", "central_america", cards=tuple(map(card, cards))))
    assert (reason.code, reason.rule) == (code, "balance-of-power 36")
    assert words.lower() in reason.message.lower()


def test_rule_36_a_card_for_nothing_is_refused() -> None:
    state = standard(pile=0, hands={0: (at("ural"), at("peru"))})
    reason = refused(state, Buy("recon", cards=(card("ural"), card("peru"))))
    assert (reason.code, reason.message) == (
        "buy.card_wasted", "Recon mission costs 2, and no change is given: fewer cards pay it.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "action",
    [
        Buy("recon", "brazil"), Buy("improved_attack", seat=1), Buy("draw_card", armies=(("peru", 1),)),
        Buy("bombardment", "central_america", seat=1), Buy("sabotage", "siam", 1), Buy("draft", "peru"),
        Buy("maneuver", "peru", 1, (("brazil", 1),)), Buy("draft", tank="peru"),
    ],
)  # fmt: skip
def test_a_target_too_many_is_refused(action: Buy) -> None:
    assert refused(standard(), action).code in {"buy.surplus", "draft.count"}


@pytest.mark.parametrize(("what", "space"), [("bombardment", "central_america"), ("atomic_bomb", "western_europe")])
def test_rule_37_the_last_army_is_never_removed(what: ActionKey, space: str) -> None:
    reason = refused(standard(armies={"north_africa": 2}), Buy(what, space))
    assert reason.code == "buy.last_army"
    assert reason.message.endswith("has 1 army, and the last one is never removed.")


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


# --- 44 neutral attack


def test_rule_44_the_buyer_commands_the_neutral_army_once() -> None:
    after, _ = bought(standard(neutral=("north_africa",), armies={"north_africa": 3}), Buy("neutral_attack"))
    assert (after.phase, after.resume) == ("neutral_attack", "buy")


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


# --- 46 atomic bomb


def test_rule_46_two_armies_anywhere_then_a_die_for_each_neighbour() -> None:
    waiting, told = bought(standard(), Buy("atomic_bomb", "siam"))
    assert (count(waiting, "siam"), waiting.piles) == (5, (6, 2, 0))
    assert (waiting.phase, waiting.resume, waiting.target) == ("bomb", "buy", at("siam"))
    assert told[1:] == [e.Struck(0, "siam", 1, 2, 5)]
    assert request(rules(), waiting) == Roll("bomb", (6,) * 3)


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
    assert (after.phase, after.resume, after.target) == ("buy", "", -1)
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


# --- 48 draw card


def test_rule_48_a_card_is_sent_for() -> None:
    after, _ = bought(standard(), Buy("draw_card"))
    assert (after.phase, after.resume) == ("draw", "buy")


def test_rule_48_refuses_when_every_card_is_held() -> None:
    state = position(*SOUTH_AMERICA, hands={1: tuple(range(44))})
    assert refused(state, Buy("draw_card")).code == "draw_card.none"


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


# --- 50 special forces


def test_rule_50_once_a_turn() -> None:
    after, _ = bought(standard(), Buy("special_forces"))
    assert after.effects.special_forces
    assert refused(after, Buy("special_forces")).code == "special_forces.twice"


def test_rule_50_needs_rough_terrain_of_others() -> None:
    assert refused(standard(rough=BOARD.mask(["brazil"])), Buy("special_forces")).code == "special_forces.no_rough"


# --- 51 espionage


def test_rule_51_a_card_at_random_from_another_hand() -> None:
    state = standard(hands={0: (at("peru"),), 1: (at("alaska"), at("siam"))})
    waiting, _ = bought(state, Buy("espionage", seat=1))
    assert (waiting.phase, waiting.resume) == ("spy", "buy")
    assert request(rules(), waiting) == Draw("spy", 2, (0, 1))
    told: list[object] = []
    after = take(rules(), waiting, Drawn(1), told)  # type: ignore[arg-type]
    assert after.cards.hands == (tuple(sorted((at("peru"), at("siam")))), (at("alaska"),))
    assert told == [e.CardStolen(0, 1), e.CardSpied(0, 1, card("siam"), audience=(Seat(0), Seat(1)))]


def test_rule_51_refusals() -> None:
    assert refused(standard(), Buy("espionage", seat=1)).code == "espionage.no_cards"
    state = position(*SOUTH_AMERICA, options=MANY, seats=3, others={1: AUSTRALIA}, hands={1: (3,)})
    assert refused(state, Buy("espionage", seat=2)).code == "espionage.no_cards"
    assert refused(state, Buy("espionage", seat=0)).code == "buy.own_target"


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


# --- the shop as a whole


def test_every_listed_purchase_is_legal_and_every_open_action_is_listed() -> None:
    state = standard(hands={0: (at("ural"),), 1: (at("siam"),)})
    listed = list(choices(rules(), state))
    assert all(refuse(rules(), state, action) is None for action in listed)
    assert {action.what for action in listed} == {row.what for row in rows(rules(), state) if row.reason is None}
    assert len({action.what for action in listed}) == 15


def test_nothing_is_listed_that_cannot_be_paid() -> None:
    assert [action.what for action in choices(rules(), standard(pile=2))] == ["recon"]
    poor = standard(pile=1)
    assert list(choices(rules(), poor)) == []
    assert sample(rules(), poor, Random(1)) is None


@pytest.mark.parametrize("options", [PRESETS["two-player"], WITH_TANKS])
def test_random_purchases_are_legal_and_of_every_kind(options: BalanceOptions) -> None:
    rng = Random(5)
    tanks = tuple(1 if space == at("brazil") else 0 for space in range(42)) if options.tanks else ()
    state = standard(options=options, tanks=tanks, hands={0: (at("ural"), at("peru"), 42), 1: (at("siam"),)}, pile=9)
    seen: set[str] = set()
    paid: set[int] = set()
    for _ in range(400):
        action = sample(rules(options), state, rng)
        assert action is not None
        assert refuse(rules(options), state, action) is None, action
        seen.add(action.what + ("+tank" if action.tank else ""))
        paid.add(len(action.cards))
    assert len(seen) == (16 if options.tanks else 15)
    assert len(paid) > 1


def test_rows_say_what_it_does_now_and_why_it_is_closed() -> None:
    found = {row.what: row for row in rows(rules(), standard(pile=4))}
    assert next(iter(found)) == "recon"
    assert found["recon"].now == "Until your turn ends, 1 attack die cannot show 1 against sites of others: 5 now."
    assert (found["recon"].cost, found["recon"].rule, found["recon"].wants) == (2, 38, "")
    dear = found["airfield"].reason
    assert dear is not None
    assert dear.code == "buy.too_dear"
    assert found["airfield"].choices == ()
    assert set(found["kill_general"].choices) == {"central_america", "north_africa"}
    assert found["forced_alliance"].choices == ("1", "-1")
    assert found["sabotage"].now.startswith("As things stand the next draft would be: seat 2 ")
    assert (found["draft"].amount, found["maneuver"].amount, found["recon"].amount) == (3, 5, 0)
    assert funds(rules(), standard(pile=4, hands={0: (at("ural"),)}), 0) == type(funds(rules(), standard(), 0))(4, 2)


def test_every_now_is_a_sentence() -> None:
    for row in rows(rules(), standard(hands={1: (1,)})):
        assert row.now[0].isupper(), row
        assert row.now.endswith("."), row


def test_effects_in_force_are_told_with_their_end() -> None:
    effects = Effects(
        recon=2, attack_dice=1, special_forces=True, sabotaged=0b10,
        alliances=(Alliance(0, 1), Alliance(0, NEUTRAL)), generals=(General(1, 0, at("brazil")),),
    ).with_defence(1, 2)  # fmt: skip
    found = {(line.what, line.seat): line for line in lines(rules(), standard(effects=effects))}
    assert len(found) == 8
    assert found["forced_alliance", 1].ends == "until the next turn of seat 2 ends"
    assert found["forced_alliance", NEUTRAL].ends == "until the next turn of seat 1"
    assert found["kill_general", 0].text == "may not attack seat 2 from Brazil"
    assert found["improved_defense", 1].ends == "until the next turn of seat 2"
    assert found["recon", 0].text == "2 attack dice cannot show 1 against sites"


def test_purchases_are_told_in_sentences() -> None:
    state = standard(hands={0: (at("ural"),), 1: (at("siam"),)})
    words = Words(NAMES, rules())
    for action in choices(rules(), state):
        for event in bought(state, action)[1]:
            if type(event) in SENTENCES:
                said = SENTENCES[type(event)](event, words)
                assert said.endswith("."), said
                assert "{" not in said
    struck = e.Struck(0, "brazil", NEUTRAL, 2, 1)
    assert SENTENCES[e.Struck](struck, words) == "2 armies of the neutral army in Brazil are destroyed; 1 left."
    bomb = e.Bought(0, "forced_alliance", 2, 2, None, 1)
    assert SENTENCES[e.Bought](bomb, words) == (
        "Ann forces Ben into an alliance through the next turn, for 2 casualties and 2 stars."
    )


def test_nothing_bought_empties_a_territory_or_overfills_a_pile() -> None:
    rng = Random(11)
    for _ in range(150):
        armies = {BOARD.ids[space]: 1 + rng.randrange(4) for space in bits(BOARD.everything)}
        state = standard(armies=armies, piles=(12, 10 + rng.randrange(3), 10 + rng.randrange(3)))
        action = sample(rules(), state, rng)
        assert action is not None
        after, _ = bought(state, action)
        if after.phase == "bomb":
            after = answer_bomb(rules(), after, Rolled((6,) * len(BOARD.neighbours[after.target])), None)
        assert min(after.armies) >= 1
        assert max(after.piles) <= 12


NOW: list[tuple[str, dict[str, Any], str]] = [
    ("neutral_attack", {}, "Attack once with the neutral army: from 2 territories, 5 could be attacked."),
    ("draw_card", {"hands": {0: (0, 1, 2, 3)}}, "Draw a card. You then hold 5 cards."),
    (
        "draw_card",
        {"hands": {0: (0, 1, 2, 3, 4)}},
        "Draw a card. You hold the most there may be, so you then give one away.",
    ),
    ("espionage", {"hands": {1: (1, 2)}}, "Take a card unseen: seat 2 holds 2. You then hold 1 card."),
    ("improved_attack", {}, "Until your turn ends, each of your attacks rolls one die more: 4 with three armies."),
    (
        "improved_defense",
        {"effects": Effects().with_defence(0, 2)},
        "Until your next turn, each of your defenses rolls one die more: 4 with two armies.",
    ),
    (
        "special_forces",
        {},
        "Until your turn ends, three armies may attack rough terrain of others: 2 territories now.",
    ),
    (
        "special_forces",
        {"rough": BOARD.mask(["brazil", "iceland"])},
        "Until your turn ends, three armies may attack rough terrain of others: 1 territory now.",
    ),
    (
        "kill_general",
        {},
        "A territory beside yours cannot attack you next turn: 2 to choose from, 2 able to attack now.",
    ),
    (
        "bombardment",
        {},
        "Remove 3 armies from a territory beside yours: 2 to choose from, 2 with so many to lose.",
    ),
    (
        "atomic_bomb",
        {},
        (
            "Remove 2 armies from a territory anywhere, 4 to choose from, "
            "and one more from each beside it, yours too, on 4 to 6."
        ),
    ),
    (
        "maneuver",
        {"armies": {"brazil": 3, "peru": 2}},
        "Move up to 3 armies to one of your territories at once; you keep the move that ends your turn.",
    ),
    (
        "airfield",
        {"airfields": BOARD.mask(["brazil"])},
        (
            "For good, +1 on its holder's highest die in battles in that territory and beside it; "
            "3 of yours to choose from, 1 beside others."
        ),
    ),
    (
        "forced_alliance",
        {},
        (
            "A side of your choice may not attack you: a player for the whole of the next turn, "
            "the neutral army until your next turn."
        ),
    ),
]


@pytest.mark.parametrize(("what", "more", "words"), NOW)
def test_what_an_action_does_now(what: str, more: dict[str, Any], words: str) -> None:
    found: dict[str, str] = {row.what: row.now for row in rows(rules(), standard(**more))}
    assert found[what] == words

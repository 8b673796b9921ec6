"""The shop by number of rule: paying (36), the last army (37), and what all actions have in common."""

from __future__ import annotations

from random import Random

import pytest

from wartable.board.compiled import bits
from wartable.engine.chance import Rolled
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.shop import answer_bomb, choices, refuse, rows, sample
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.tasks import Fallout

from .positions import BOARD, WITH_TANKS, at, bought, card, refused, rules, standard

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


# --- the shop as a whole


def test_every_listed_purchase_is_legal_and_every_open_action_is_listed() -> None:
    state = standard(hands={0: (at("ural"),), 1: (at("siam"),)})
    listed = list(choices(rules(), state))
    assert all(refuse(rules(), state, state.seat, action) is None for action in listed)
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
        assert refuse(rules(options), state, state.seat, action) is None, action
        seen.add(action.what + ("+tank" if action.tank else ""))
        paid.add(len(action.cards))
    assert len(seen) == (16 if options.tanks else 15)
    assert len(paid) > 1


def test_nothing_bought_empties_a_territory_or_overfills_a_pile() -> None:
    rng = Random(11)
    for _ in range(150):
        armies = {BOARD.ids[space]: 1 + rng.randrange(4) for space in bits(BOARD.everything)}
        state = standard(armies=armies, piles=(12, 10 + rng.randrange(3), 10 + rng.randrange(3)))
        action = sample(rules(), state, rng)
        assert action is not None
        after, _ = bought(state, action)
        if isinstance(after.agenda[0], Fallout):
            after = answer_bomb(rules(), after, Rolled((6,) * len(BOARD.neighbours[after.agenda[0].space])), None)
        assert min(after.armies) >= 1
        assert max(after.piles) <= 12

"""Territory cards: earning, sets and their worth, forced trades, pictured territories, elimination."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.conquest.positions import (
    card_of,
    chance,
    count,
    did,
    do,
    draw,
    hand,
    ids,
    position,
    refused,
    roll,
    rules,
    waiting,
)
from wartable.engine.chance import Draw, Drawn, Rolled
from wartable.engine.conformance import conform
from wartable.engine.errors import BadOptions
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndTurn, Place, Trade
from wartable.games.conquest.core.events import CardDrawn, CardsSeized, CardTaken, Traded, TurnBegan

ESCALATING = RiskOptions(cards="escalating")
FIXED = RiskOptions(cards="fixed")
ITALIAN = RiskOptions(cards="italian")
CARDS_ONLY = RiskOptions(cards="escalating", income="cards_only", turn_limit=30)
INFANTRY = ("alaska", "peru", "egypt", "congo")
CAVALRY = ("greenland", "quebec", "ukraine")
ARTILLERY = ("brazil", "japan", "indonesia")


def with_hand(*names: str, options: RiskOptions = ESCALATING, other: tuple[str, ...] = (), **more: object) -> RiskState:
    """A state at the start of seat 0's turn, who holds these cards and two territories."""
    state = position("brazil", "peru", options=options, phase="reinforce", to_place=3, **more)  # type: ignore[arg-type]
    hands = (hand(options, *names), hand(options, *other))
    held = sum(1 << card for each in hands for card in each)
    return replace(state, cards=replace(state.cards, hands=hands, deck=state.cards.deck & ~held))


def cards(*spaces: str) -> tuple[str, ...]:
    return tuple(sorted(card_of(space) for space in spaces))


def trade(*spaces: str, wild: int = 0, bonus: str | None = None) -> Trade:
    return Trade((*cards(*spaces), *(f"w{number + 1}" for number in range(wild))), bonus)


def test_the_deck_has_fourteen_of_each_symbol_and_two_wild_cards() -> None:
    symbols = [rules().cards.symbols[card] for card in range(rules().cards.size)]
    assert {kind: symbols.count(kind) for kind in set(symbols)} == {
        "infantry": 14, "cavalry": 14, "artillery": 14, "wild": 2,
    }  # fmt: skip


def test_a_conquest_earns_one_card_at_the_end_of_the_turn() -> None:
    state = position("brazil", options=ESCALATING, phase="fortify", conquered=True)
    waiting = do(state, EndTurn())
    request = RISK.request(waiting)
    assert request == Draw("card", 44, audience=(0,))
    after, events = chance(waiting, Drawn(11))
    assert events[0] == CardTaken(0)
    assert events[1] == CardDrawn(0, card_of("brazil"), audience=(Seat(0),))
    assert after.cards.hands == ((11,), ())
    assert after.seat == 1


def test_no_conquest_no_card() -> None:
    assert do(position("brazil", options=ESCALATING, phase="fortify"), EndTurn()).phase == "reinforce"


def test_an_empty_deck_is_made_of_the_traded_cards() -> None:
    state = position("brazil", options=ESCALATING, phase="fortify", conquered=True)
    state = replace(state, cards=replace(state.cards, hands=(tuple(range(3)), tuple(range(3, 6))), deck=0))
    waiting = do(state, EndTurn())
    assert RISK.request(waiting) == Draw("card", 38, audience=(0,))
    after = draw(waiting, 0)
    assert after.cards.hands[0] == (0, 1, 2, 6)
    assert after.cards.deck.bit_count() == 37


def test_no_card_when_all_are_held() -> None:
    state = position("brazil", options=ESCALATING, phase="fortify", conquered=True)
    state = replace(state, cards=replace(state.cards, hands=(tuple(range(22)), tuple(range(22, 44))), deck=0))
    assert do(state, EndTurn()).phase == "reinforce"


@pytest.mark.parametrize(
    ("symbols", "good"),
    [
        (("infantry",) * 3, True),
        (("infantry", "cavalry", "artillery"), True),
        (("infantry", "infantry", "wild"), True),
        (("infantry", "cavalry", "wild"), True),
        (("infantry", "wild", "wild"), True),
        (("infantry", "infantry", "cavalry"), False),
        (("infantry", "cavalry"), False),
        (("infantry",) * 4, False),
    ],
)
def test_sets(symbols: tuple[str, ...], good: bool) -> None:  # noqa: FBT001 - a table's column
    assert rules(ESCALATING).cards.sets.is_set(symbols) is good


@pytest.mark.parametrize(
    ("symbols", "armies"),
    [
        (("artillery",) * 3, 4),
        (("infantry",) * 3, 6),
        (("cavalry",) * 3, 8),
        (("infantry", "cavalry", "artillery"), 10),
        (("infantry", "infantry", "wild"), 12),
        (("artillery", "artillery", "wild"), 12),
        (("infantry", "cavalry", "wild"), 0),
        (("infantry", "wild", "wild"), 0),
        (("wild", "wild", "wild"), 0),
        (("infantry", "infantry", "cavalry"), 0),
    ],
)
def test_d12_italian_sets(symbols: tuple[str, ...], armies: int) -> None:
    assert rules(ITALIAN).cards.sets.is_set(symbols) is (armies > 0)
    if armies:
        assert rules(ITALIAN).cards.sets.worth(symbols, 7) == armies


def test_d12_italian_hands_have_no_limit() -> None:
    state = with_hand(*cards(*INFANTRY, "quebec", "ukraine"), options=ITALIAN)
    assert {type(action) for action in RISK.legal(state, Seat(0))} == {Place, Trade}
    assert not RISK.view(state, Seat(0)).cards.must_trade
    reason = refused(state, Trade((card_of("peru"), card_of("quebec"), "w1")))
    assert reason.code == "trade.not_held"
    wild = with_hand(card_of("peru"), card_of("quebec"), "w1", options=ITALIAN)
    assert "two alike with a wild card" in refused(wild, trade("peru", "quebec", wild=1)).message
    assert RISK.view(wild, Seat(0)).cards.next_set == (6, 8, 4, 10, 12)


def test_d12_italian_hands_stay_whole_after_an_elimination() -> None:
    state = _last_stand(cards("alaska", "peru", "egypt", "quebec"), cards("congo", "japan"), ITALIAN)
    state = do(roll(do(state, "attack brazil > peru x3"), 6, 6, 6, 1), "occupy 3")
    assert (state.phase, len(state.cards.hands[0])) == ("attack", 6)


def test_d12_three_wild_cards_where_a_map_has_them() -> None:
    assert rules(FIXED).cards.sets.worth(("wild",) * 3, 0) == 12


# --- armies from cards only (D6)


def test_d6_without_a_set_a_turn_begins_with_the_attack() -> None:
    state = position("brazil", options=CARDS_ONLY, phase="fortify", armies={"brazil": 2})
    after, events = did(state, EndTurn())
    assert (after.phase, after.seat, after.to_place) == ("attack", 1, 0)
    assert [event.income for event in events if isinstance(event, TurnBegan)] == [0]
    assert RISK.view(after, None).income == (0, 0)
    assert {region.bonus for region in RISK.view(after, None).regions} == {0}


def test_d6_a_set_is_traded_by_whom_nothing_else_brings_armies() -> None:
    start = with_hand(options=CARDS_ONLY, other=cards(*INFANTRY[:3], "quebec"))
    state = do(replace(start, agenda=waiting("fortify"), to_place=0), EndTurn())
    assert (state.phase, state.seat) == ("reinforce", 1)
    assert refused(state, Place("alaska", 1)).message.startswith("You have no armies to place, so trade")
    assert isinstance(RISK.default(state, Seat(1)), Trade)
    state = do(state, trade(*INFANTRY[:3]))
    assert state.to_place == 4
    assert not RISK.view(state, Seat(1)).cards.must_trade


@pytest.mark.parametrize(
    ("values", "what"),
    [({"cards": "off"}, "no cards"), ({"bonuses": "none"}, "only cards bring"), ({"turn_limit": 0}, "standstill")],
)
def test_d6_cards_only_needs_cards_and_an_end(values: dict[str, object], what: str) -> None:
    with pytest.raises(BadOptions, match=what):
        build(RiskOptions, {"cards": "fixed", "income": "cards_only", "turn_limit": 9, **values})


@pytest.mark.parametrize(
    "values",
    [
        {"cards": "italian", "defence_dice": 3},
        {"cards": "escalating", "income": "cards_only", "turn_limit": 30},
        {"cards": "italian", "income": "cards_only", "turn_limit": 30},
    ],
    ids=str,
)
def test_d6_d12_whole_games_keep_every_promise(values: dict[str, object]) -> None:
    (report,) = conform(RISK, games=3, seed=1, preset="engine", limit=400, values=values)
    assert report.games == 3


def test_escalating_sets() -> None:
    worths = [rules(ESCALATING).cards.sets.worth((), traded) for traded in range(9)]
    assert worths == [4, 6, 8, 10, 12, 15, 20, 25, 30]


@pytest.mark.parametrize(
    ("symbols", "armies"),
    [
        (("infantry",) * 3, 4),
        (("cavalry",) * 3, 6),
        (("artillery",) * 3, 8),
        (("infantry", "cavalry", "artillery"), 10),
        (("infantry", "infantry", "wild"), 4),
        (("cavalry", "cavalry", "wild"), 6),
        (("artillery", "artillery", "wild"), 8),
        (("infantry", "cavalry", "wild"), 10),
        (("artillery", "wild", "wild"), 10),
    ],
)
def test_fixed_sets_count_a_wild_card_as_what_gives_most(symbols: tuple[str, ...], armies: int) -> None:
    assert rules(FIXED).cards.sets.worth(symbols, 7) == armies


def test_a_set_is_traded_for_armies_in_hand() -> None:
    state = with_hand(*cards(*INFANTRY[:3]))
    after, events = did(state, trade(*INFANTRY[:3]))
    assert after.to_place == 3 + 4
    assert after.cards.hands == ((), ())
    assert after.cards.sets == 1
    assert events == (Traded(0, cards(*INFANTRY[:3]), 4, None),)


def test_the_count_of_sets_is_common() -> None:
    state = with_hand(*cards(*INFANTRY[:3]))
    state = replace(state, cards=replace(state.cards, sets=6))
    assert do(state, trade(*INFANTRY[:3])).to_place == 3 + 20


def test_a_pictured_own_territory_gets_two_armies_once_a_turn() -> None:
    state = with_hand(*cards(*INFANTRY[:3], "brazil", "quebec", "congo"))
    after = do(state, trade(*INFANTRY[:3], bonus="peru"))
    assert count(after, "peru") == 1 + 2
    assert refused(after, trade("congo", "quebec", "brazil", bonus="brazil")).code == "trade.bonus"
    assert do(after, trade("congo", "quebec", "brazil")).to_place == 3 + 4 + 6


@pytest.mark.parametrize("bonus", ["alaska", "brazil"])
def test_only_a_pictured_own_territory_gets_them(bonus: str) -> None:
    reason = refused(with_hand(*cards(*INFANTRY[:3])), trade(*INFANTRY[:3], bonus=bonus))
    assert reason.code == "trade.bonus"
    assert reason.fix == ("Peru",)


def test_pictured_territories_can_be_switched_off() -> None:
    options = RiskOptions(cards="escalating", picture_bonus=False)
    state = with_hand(*cards(*INFANTRY[:3]), options=options)
    assert refused(state, trade(*INFANTRY[:3], bonus="peru")).message.startswith("This game gives no extra armies")


def test_the_next_turn_brings_the_extra_armies_again() -> None:
    state = with_hand(*cards(*INFANTRY[:3]))
    state = replace(state, cards=replace(state.cards, pictured=True), agenda=waiting("fortify"))
    assert not do(state, EndTurn()).cards.pictured


def test_five_cards_at_the_start_of_a_turn_must_be_traded() -> None:
    state = with_hand(*cards(*INFANTRY[:3], "quebec", "ukraine"))
    reason = refused(state, Place("brazil", 1))
    assert reason.code == "trade.forced"
    assert reason.message == "You hold 5 cards, so trade a set before you place armies."
    assert all(isinstance(action, Trade) for action in RISK.legal(state, Seat(0)))
    after = do(state, trade(*INFANTRY[:3]))
    assert RISK.explain(after, Seat(0), Place("brazil", 1)) is None


def test_whatever_is_tried_instead_of_a_forced_trade_is_refused_for_it() -> None:
    state = replace(with_hand(*cards(*INFANTRY[:3], "quebec", "ukraine", "japan")), to_place=0, conquered=True)
    for action in (Place("brazil", 1), EndTurn(), Attack("brazil", "venezuela", 1)):
        reason = refused(state, action)
        assert reason.code == "trade.forced"
        assert reason.message == "You hold 6 cards, so trade sets now until 4 or fewer are left."


def test_four_cards_may_be_kept() -> None:
    state = with_hand(*cards(*INFANTRY[:3], "quebec"))
    kinds = {type(action) for action in RISK.legal(state, Seat(0))}
    assert kinds == {Place, Trade}


def test_cards_that_are_no_set_or_not_held_are_refused() -> None:
    state = with_hand(*cards(*INFANTRY[:2], "quebec"))
    assert refused(state, trade(*INFANTRY[:2], "quebec")).code == "trade.no_set"
    assert refused(state, trade(*INFANTRY[:3])).code == "trade.not_held"
    assert refused(state, Trade((card_of("peru"),) * 3)).code == "trade.not_held"
    assert refused(state, Trade(("c99", "w7", "x"))).code == "trade.not_held"
    assert refused(position("brazil", phase="reinforce", to_place=3), trade(*INFANTRY[:3])).code == "trade.no_cards"


def test_cards_may_be_named_in_any_order() -> None:
    state = with_hand(*cards(*INFANTRY[:3]))
    assert do(state, Trade(tuple(reversed(cards(*INFANTRY[:3]))))).cards.hands == ((), ())


def test_wild_cards_fill_any_set() -> None:
    state = with_hand(card_of("peru"), card_of("quebec"), "w1")
    assert do(state, trade("peru", "quebec", wild=1)).to_place == 3 + 4


def _last_stand(mine: tuple[str, ...], theirs: tuple[str, ...], options: RiskOptions = ESCALATING) -> RiskState:
    """Seat 0 attacks the last territory of seat 1, of three."""
    state = position("brazil", options=options, armies={"brazil": 6}, seats=3, others={1: ("peru",)})
    hands = (hand(options, *mine), hand(options, *theirs), ())
    held = sum(1 << card for each in hands for card in each)
    return replace(state, cards=replace(state.cards, hands=hands, deck=state.cards.deck & ~held))


def test_who_eliminates_takes_the_cards() -> None:
    state = do(_last_stand(cards("alaska"), cards("congo", "japan")), "attack brazil > peru x3")
    after = RISK.apply(state, CHANCE, Rolled((6, 6, 6, 1)))
    assert CardsSeized(0, 1, 2) in after.events
    assert after.state.cards.hands == (hand(ESCALATING, *cards("alaska", "congo", "japan")), (), ())
    assert do(after.state, "occupy 3").phase == "attack"


def test_five_cards_after_an_elimination_may_wait() -> None:
    state = _last_stand(cards("alaska", "peru", "egypt"), cards("congo", "japan"))
    state = do(roll(do(state, "attack brazil > peru x3"), 6, 6, 6, 1), "occupy 3")
    assert (state.phase, len(state.cards.hands[0])) == ("attack", 5)


def test_six_cards_after_an_elimination_are_traded_down_to_four_and_placed() -> None:
    state = _last_stand(cards("alaska", "peru", "egypt", "quebec"), cards("congo", "japan"))
    state = do(roll(do(state, "attack brazil > peru x3"), 6, 6, 6, 1), "occupy 3")
    assert (state.phase, state.to_place) == ("reinforce", 0)
    assert RISK.view(state, Seat(0)).cards.must_trade
    assert refused(state, EndTurn()).code == "trade.forced"
    state = do(state, trade("alaska", "peru", "egypt", bonus="peru"))
    assert (state.to_place, count(state, "peru")) == (4, 5)
    assert refused(state, trade("congo", "japan", "quebec")).code == "trade.not_now"
    state = do(state, "place brazil x4")
    assert state.phase == "attack"
    assert state.conquered


def test_nine_cards_are_traded_until_four_or_fewer_remain() -> None:
    state = _last_stand(cards(*INFANTRY, "quebec"), cards("japan", "ukraine", "indonesia", "greenland"))
    state = do(roll(do(state, "attack brazil > peru x3"), 6, 6, 6, 1), "occupy 1")
    for held in (9, 6):
        assert len(state.cards.hands[0]) == held
        state = do(state, next(action for action in RISK.legal(state, Seat(0)) if isinstance(action, Trade)))
    assert len(state.cards.hands[0]) == 3
    assert state.to_place == 4 + 6


def test_cards_of_the_eliminated_can_be_left() -> None:
    options = RiskOptions(cards="escalating", seize_cards=False)
    state = do(_last_stand((), cards("congo", "japan"), options), "attack brazil > peru x3")
    assert roll(state, 6, 6, 6, 1).cards.hands == ((), (), ())


def test_a_view_shows_the_own_hand_and_only_the_number_of_others() -> None:
    state = with_hand(*cards("peru", "brazil"), "w2", other=cards("congo"))
    own, other, nobody = (RISK.view(state, seat).cards for seat in (Seat(0), Seat(1), None))
    assert [(card.space, card.symbol) for card in own.hand] == [
        ("peru", "infantry"),
        ("brazil", "artillery"),
        (None, "wild"),
    ]
    assert [card.space for card in other.hand] == ["congo"]
    assert nobody.hand == ()
    assert own.counts == other.counts == nobody.counts == (3, 1)
    assert (own.next_set, own.deck) == (4, 40)
    assert RISK.view(position("peru", options=FIXED), None).cards.next_set == (4, 6, 8, 10)


def test_every_space_has_a_card() -> None:
    assert rules().cards.spaces == ids()


def test_a_trade_cannot_be_taken_back_for_the_cards_were_seen() -> None:
    _, events = did(with_hand(*cards(*INFANTRY[:3])), trade(*INFANTRY[:3]))
    assert [event.reveals for event in events] == [True]
    _, events = did(with_hand(), Place("brazil", 1))
    assert [event.reveals for event in events] == [False]


@pytest.mark.parametrize("seizes", [True, False])
def test_the_view_says_whether_cards_of_the_eliminated_are_taken(*, seizes: bool) -> None:
    """The page promised them to whoever takes somebody's last territory in games where nobody gets them."""
    options = RiskOptions(cards="escalating", seize_cards=seizes)
    assert RISK.view(position("peru", options=options), None).cards.seized is seizes

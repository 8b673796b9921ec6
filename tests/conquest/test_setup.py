"""Ways of setting up, and options that do not fit."""

from __future__ import annotations

from random import Random

import pytest

from tests.conquest.positions import begun, did, do, ids, match, position, refused
from wartable.engine.chance import Draw, Drawn, Roll, Rolled, Shuffle, Shuffled, answer_with
from wartable.engine.errors import BadOptions
from wartable.engine.options import build, describe, read
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.core.actions import Claim, Place
from wartable.games.conquest.core.events import Claimed, Dealt

TURNS = RiskOptions(setup="turns")
CLAIM = RiskOptions(setup="claim")


def test_the_automatic_set_up_asks_chance_three_times() -> None:
    state = RISK.start(PRESETS["engine"], 3)
    assert RISK.request(state) == Draw("first player", 3)
    state = RISK.advance(state, CHANCE, Drawn(2))
    assert state.order == (2, 0, 1)
    assert RISK.request(state) == Shuffle("deal", 42)
    state = RISK.advance(state, CHANCE, Shuffled(tuple(range(42))))
    assert RISK.request(state) == Roll("starting armies", (14,) * 63)
    step = RISK.apply(state, CHANCE, Rolled((1,) * 63))
    dealt = step.events[0]
    assert isinstance(dealt, Dealt)
    assert sorted(dealt.armies)[-3:] == [22, 22, 22]
    assert (step.state.seat, step.state.phase) == (2, "reinforce")


def test_seat_order_draws_nobody() -> None:
    options = RiskOptions(first_player="seat_order")
    state = RISK.start(options, 4)
    assert RISK.request(state) == Shuffle("deal", 42)
    assert begun(options, 4).seat == 0


def test_in_turns_everybody_places_one_army_at_a_time() -> None:
    state = begun(TURNS, 3)
    assert state.phase == "setup"
    assert state.army_totals() == (14, 14, 14)
    order, rng = [], Random(1)
    while state.phase == "setup":
        order.append(state.seat)
        assert RISK.view(state, None).to_place == state.pools[state.seat]
        state = RISK.advance(state, Seat(state.seat), RISK.legal(state, Seat(state.seat)).sample(rng))
    assert state.army_totals() == (35, 35, 35)
    assert len(order) == 63
    assert order[:6] == list(state.order) * 2
    assert (state.phase, state.seat, state.turn) == ("reinforce", state.order[0], 0)


def test_claiming_takes_free_territories_in_turn() -> None:
    state = begun(CLAIM, 4)
    assert (state.phase, state.owners) == ("claim", (-1,) * 42)
    first = state.seat
    state, events = did(state, Claim("brazil"))
    assert events == (Claimed(first, "brazil"),)
    reason = refused(state, Claim("brazil"))
    assert reason.code == "claim.taken"
    assert len(reason.fix) == 41
    for space in ids():
        if space != "brazil":
            state = do(state, Claim(space))
    assert state.phase == "setup"
    assert [state.held[seat].bit_count() for seat in state.order] == [11, 11, 10, 10]
    assert state.seat == state.order[2], "after 42 claims it is the third player's turn"


def test_uneven_pools_run_out_one_by_one() -> None:
    state = begun(CLAIM, 4)
    while state.phase != "reinforce":
        state = do(state, RISK.default(state, Seat(state.seat)))
    assert state.army_totals() == (30, 30, 30, 30)


def test_own_starting_armies() -> None:
    assert begun(RiskOptions(starting_armies=50), 3).army_totals() == (50, 50, 50)
    with pytest.raises(BadOptions, match="at least 21"):
        RISK.start(RiskOptions(starting_armies=20), 2)


def test_placing_two_at_once_is_refused_in_the_set_up() -> None:
    state = begun(TURNS, 3)
    own = RISK.legal(state, Seat(state.seat)).structure()[0].targets[0]
    assert refused(state, Place(own, 2)).message == "Starting armies are placed one at a time, in turn."


@pytest.mark.parametrize(
    "values",
    [{"seize_cards": False}, {"picture_bonus": False}, {"missions": "lotr_notes"}, {"territories": "24"}],
)
def test_options_without_effect_are_refused_where_they_are_chosen_and_played_where_they_are_stored(
    values: dict[str, object],
) -> None:
    with pytest.raises(BadOptions, match="has no effect") as caught:
        build(RiskOptions, values)
    assert caught.value.reason.code == "option.contradiction"
    assert caught.value.disagreement
    assert caught.value.disagreement.conflicts[0].options[0] in values
    assert RISK.start(read(RiskOptions, values), 3).options == RiskOptions(**values)  # type: ignore[arg-type]


def test_an_income_from_cards_alone_asks_for_cards_and_an_end() -> None:
    with pytest.raises(BadOptions, match="this game has no cards") as caught:
        build(RiskOptions, {"income": "cards_only"})
    assert caught.value.reason.fix == ("income=whole_sum", "cards=escalating, turn_limit=20")
    with pytest.raises(BadOptions, match="standstill"):
        RISK.start(RiskOptions(income="cards_only", cards="fixed"), 3)
    with pytest.raises(BadOptions, match="Continent bonuses has no effect: only cards bring armies here"):
        build(RiskOptions, {"income": "cards_only", "cards": "fixed", "turn_limit": 9, "bonuses": "none"})


def test_every_option_says_what_it_is_and_names_a_rule() -> None:
    for field in describe(RiskOptions):
        assert field.sentence.endswith(".")
        assert field.rule.startswith(("risk D", "risk M"))
        assert field.group


def test_the_reconstructed_table_says_so() -> None:
    bonuses = next(field for field in describe(RiskOptions) if field.name == "bonuses")
    assert "reconstructed" in bonuses.sentence
    assert "reconstructed" in dict(bonuses.choices)["border_weighted"]


@pytest.mark.parametrize(
    ("edition", "one", "other"),
    [("anniversary_1999", "east_africa", "middle_east"), ("world_2008", "new_guinea", "western_australia")],
)
def test_editions_lack_one_lane(edition: str, one: str, other: str) -> None:
    options = RiskOptions(board=edition)
    assert refused(position(one, options=options, armies={one: 5}), f"attack {one} > {other} x3").code == (
        "attack.not_adjacent"
    )
    assert do(position(one, armies={one: 5}), f"attack {one} > {other} x3").phase == "battle"


def test_italian_defence_rolls_three_dice() -> None:
    options = RiskOptions(defence_dice=3)
    state = position("brazil", options=options, armies={"brazil": 9, "peru": 9})
    request = RISK.request(do(state, "attack brazil > peru x3"))
    assert isinstance(request, Roll)
    assert len(request.dice) == 6


def test_attack_dice_can_be_capped() -> None:
    options = RiskOptions(attack_dice=2)
    state = position("brazil", options=options, armies={"brazil": 9})
    assert refused(state, "attack brazil > peru x3").message == "An attack rolls at most 2 dice, not 3."
    assert RISK.parse(state, Seat(0), "attack brazil > peru") in RISK.legal(state, Seat(0))


def test_move_in_as_many_as_dice() -> None:
    options = RiskOptions(move_in="dice")
    state = do(position("brazil", options=options, armies={"brazil": 6}), "attack brazil > peru x3")
    state = RISK.advance(state, CHANCE, Rolled((6, 6, 6, 1)))
    assert (
        refused(state, "occupy 2").message == "At least 3 armies must move in: as many as attacked last and are left."
    )
    assert do(state, "occupy 3").phase == "attack"


def test_fortify_along_a_chain() -> None:
    options = RiskOptions(fortify="chain")
    state = position("brazil", "peru", "argentina", "china", options=options, phase="fortify", armies={"peru": 4})
    assert do(state, "fortify peru > brazil 3").seat == 1
    state = position(
        "venezuela", "peru", "argentina", "china", options=options, phase="fortify", armies={"venezuela": 4}
    )
    assert do(state, "fortify venezuela > argentina 3").seat == 1
    assert refused(state, "fortify venezuela > china 3").code == "fortify.not_connected"


def test_no_fortification_ends_the_turn_with_the_attacks() -> None:
    state = position("brazil", "peru", options=RiskOptions(fortify="none"), armies={"brazil": 5})
    assert do(state, "end attacks").seat == 1


def test_nobody_is_asked_for_a_move_that_cannot_be_made() -> None:
    assert do(position("brazil", "china", armies={"brazil": 5}), "end attacks").seat == 1


def test_script_of_a_set_up() -> None:
    table = match([Drawn(0), Shuffled(tuple(range(42))), Rolled((1,) * 63)])
    table.answer_chance()
    assert RISK.clock(table.state) == (0, 0)
    assert answer_with(Draw("x", 1), Random(0)) == Drawn(0)

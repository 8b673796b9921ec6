"""Simultaneous rounds by the numbers of their rules, beside the stated cases (`lotr-risk M01-M16`, `L70-L85`)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tests.conquest.simultaneous.playing import GAMES, PRESETS, before_moves, last_of, ordered, played, started
from tests.conquest.simultaneous.tables import NAMES, brazil, moved, table, three_sided
from wartable.engine.chance import Rolled
from wartable.engine.errors import BadOptions, IllegalAction
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.core.events import Eliminated, Traded
from wartable.games.conquest.lotr.actions import EndStep, PlayCard
from wartable.games.conquest.lotr.data import lotr_data
from wartable.games.conquest.lotr.presets import PRESETS as LOTR_PRESETS
from wartable.games.conquest.simultaneous.actions import (
    FightOn,
    NameTargets,
    Order,
    Orders,
    Placements,
    SetTurnedIn,
    Withdraw,
)
from wartable.games.conquest.simultaneous.events import Aimed
from wartable.games.conquest.simultaneous.inquiries import Aims, AskBattle
from wartable.games.conquest.simultaneous.state import affairs_of

# --- M01 to M05


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("lotr-simultaneous", {"sides": "alliance"}),
        ("lotr-simultaneous", {"hidden_armies": True}),
        ("lotr-simultaneous", {"capitals": True}),
        ("lotr-simultaneous", {"declaration": True}),
        ("lotr-simultaneous", {"reward_timing": "reinforcement"}),
        ("lotr-simultaneous", {"place_in": "also_named_empty"}),
        ("lotr-simultaneous", {"leave_one": True}),
        ("risk-simultaneous", {"attack_dice": 2}),
    ],
)
def test_m01_what_does_not_go_with_simultaneous_rounds_is_refused(preset: str, options: dict[str, Any]) -> None:
    base: Any = PRESETS[preset]
    with pytest.raises(BadOptions) as error:
        GAMES[preset].start(build(type(base), options, base).for_seats(4), 4)
    assert next(iter(options)) in str(error.value) or error.value.reason.message


def test_m01_a_refusal_names_what_can_be_reached_and_changes_nothing() -> None:
    here = brazil()
    reason = here.game.explain(here.state, Seat(1), Orders((Order("venezuela", "argentina", 2),)))
    assert reason.rule == "risk M01, T40"
    assert "Brazil" in reason.message
    assert set(reason.fix) == {"Brazil", "Central America", "Peru"}
    with pytest.raises(IllegalAction):
        here.act(1, Orders((Order("venezuela", "argentina", 2),)))
    assert here.game.to_act(here.state) == (0, 1, 2)


def test_m01_out_of_their_step_decisions_are_refused_with_the_time_for_them() -> None:
    here = brazil()
    for action, rule in (
        (Placements(), "M15"),
        (NameTargets(((1, 1),)), "M06"),
        (Withdraw(), "M12"),
        (FightOn(), "M12"),
    ):
        reason = here.game.explain(here.state, Seat(0), action)
        assert reason.rule == f"risk {rule}"
        assert reason.message


def test_m02_the_log_tells_all_moves_and_then_what_met() -> None:
    here = three_sided()
    told = [here.game.tell(event, NAMES, here.state.options) for event in here.events]
    assert told == [
        "All moves are laid open.",
        "Bo moves 5 armies from Venezuela to Brazil.",
        "Cy moves 3 armies from Peru to Brazil.",
        "Battle in Brazil: Bo with 5 and Cy with 3 attack Ada, who stayed with 4.",
    ]


def test_m05_forces_of_one_seat_cross_without_a_fight() -> None:
    here = table(
        "risk-simultaneous", "moves", options={"swap": "fight"}, rest=[2, 1],
        territories={"brazil": [0, 4], "venezuela": [0, 2], "peru": [1, 3]},
    )  # fmt: skip
    here.act(0, Orders((Order("brazil", "venezuela", 4), Order("venezuela", "brazil", 2))))
    here.act(1, Orders())
    here.act(2, Orders())
    assert here.held("brazil") == [0, 2]
    assert here.held("venezuela") == [0, 4]


# --- M06 to M14


def test_m10_the_log_explains_a_battle_of_three_sides() -> None:
    here = three_sided()
    here.act(0, NameTargets(((1, 2), (2, 2))))
    here.act(1, NameTargets(((2, 3),)))
    before = len(here.events)
    here.act(2, NameTargets(((0, 3),)))
    here.act(CHANCE, Rolled((5, 2, 6, 2, 1)))
    told = [here.game.tell(event, NAMES, here.state.options) for event in here.events[before:]]
    aims = (
        "Brazil, round 1 (Ada defends): Ada aims 2 dice at Bo and 2 at Cy; Bo aims 3 dice at Cy; Cy aims 3 dice at Ada."
    )
    result = (
        "Brazil, round 1: Ada rolls 5 2 against 6 2 1 of Cy (ties go to Ada, who defends): Ada loses 1 and Cy loses 1. "
        "Bo aims nothing at Ada, so 2 dice of Ada hit Bo without a roll. "
        "Cy aims nothing at Bo, so 3 dice of Bo hit Cy without a roll. "
        "In all Ada loses 1 and has 3 left; Bo loses 2 and has 3 left; Cy is hit 4 times and loses the last 3."
    )
    assert told == [aims, result]
    assert here.game.asked(here.state).about == "battle.withdraw"
    assert here.game.asked(here.state).seats == (1,)


def test_m06_a_round_without_answers_needs_no_dice() -> None:
    here = three_sided()
    here.act(0, NameTargets(((1, 4),)))
    here.act(1, NameTargets(((2, 3),)))
    here.act(2, NameTargets(((0, 3),)))
    assert not here.chance
    assert here.held("brazil") == [0, 1]


def test_m06_what_is_aimed_is_secret_until_all_have_named_it() -> None:
    here = three_sided()
    assert here.game.asked(here.state).secret
    here.act(1, NameTargets(((2, 3),)))
    assert not any(isinstance(event, Aimed) for event in here.events)
    here.act(0, NameTargets(((1, 4),)))
    here.act(2, NameTargets(((0, 3),)))
    assert sum(isinstance(event, Aimed) for event in here.events) == 1


@pytest.mark.parametrize(("by_units", "dice"), [(False, 4), (True, 3)])
def test_m07_the_dice_that_are_asked_for_follow_the_option(*, by_units: bool, dice: int) -> None:
    territories = {"brazil": [0, 3], "venezuela": [1, 5], "peru": [2, 3]}
    here = brazil(options={"cap_by_units": by_units}, territories=territories)
    moved(here, s1=(("venezuela", "brazil", 5),), s2=(("peru", "brazil", 3),))
    assert here.game.view(here.state, None).round.battles[0].sides[0].dice == dice
    assert (here.game.explain(here.state, Seat(0), NameTargets(((1, 4),))) is None) is not by_units


def test_m12_nobody_is_asked_to_withdraw_where_the_option_is_off() -> None:
    here = brazil(options={"withdraw": False})
    here.act(1, Orders((Order("venezuela", "brazil", 5),)))
    here.act(0, Orders())
    here.act(2, Orders())
    here.act(0, NameTargets(((1, 2),)))
    here.act(1, NameTargets(((0, 3),)))
    here.act(CHANCE, Rolled((6, 6, 1, 1, 1)))
    assert here.game.asked(here.state).about == "battle.targets"


def test_m14_unused_dice_and_bonus_are_pointed_out() -> None:
    here = table(
        "lotr-simultaneous", "battles", rest=[2, 1], leaders={"0": ["fangorn"]},
        territories={"fangorn": [0, 4], "lorien": [None, 0], "gap_of_rohan": [None, 0], "forlindon": [1, 1]},
        battles=[{"place": "fangorn", "defender": [0, 4], "attackers": {"1": {"lorien": 3}, "2": {"gap_of_rohan": 3}}}],
    )  # fmt: skip
    omitted = here.game.omissions(here.state, Seat(0), NameTargets(((1, 2), (2, 2))))
    assert omitted == ("No group gets your +2: name one.",)
    assert here.game.omissions(here.state, Seat(1), NameTargets(((0, 1),))) == ("You have 3 dice and aim 1.",)
    assert here.game.omissions(here.state, Seat(0), NameTargets(((1, 4),))) == ()  # the only group gets it


# --- M15: the other steps


def test_m15_sets_of_a_round_are_all_counted_from_its_beginning() -> None:
    cards = {0: ("brazil", "peru", "wild_1"), 1: ("wild_2", "venezuela", "argentina")}
    here = brazil("round", {"cards": "escalating"}, territory_cards=cards)
    names = here.rules.cards.ids
    hands = [tuple(names[card] for card in hand) for hand in here.state.cards.hands]
    here.act(0, Placements((("brazil", 7),), (SetTurnedIn(hands[0], "brazil"),)))
    here.act(1, Placements((("venezuela", 7),), (SetTurnedIn(hands[1], "venezuela"),)))
    income = here.rules.income(here.state, 2)
    here.act(2, Placements((("peru", income),)))
    assert here.held("brazil") == [0, 4 + 3 + 4 + 2]
    assert here.held("venezuela") == [1, 5 + 3 + 4 + 2]
    assert here.state.cards.sets == 2
    assert [event.armies for event in here.events if isinstance(event, Traded)] == [4, 4]
    assert here.state.cards.hands == ((), (), ())


def test_m15_a_full_hand_must_be_traded() -> None:
    here = brazil("round", territory_cards={0: ("brazil", "peru", "venezuela", "argentina", "wild_1")})
    reason = here.game.explain(here.state, Seat(0), Placements((("brazil", 3),)))
    assert reason.rule == "risk M15, T53"
    assert here.game.view(here.state, Seat(0)).round.must_trade
    default = here.game.default(here.state, Seat(0))
    assert len(default.sets) == 1
    assert here.game.explain(here.state, Seat(0), default) is None


def test_m15_cards_of_one_attack_are_not_in_the_deck_and_those_of_the_fellowship_are() -> None:
    state = started("lotr-simultaneous", 3)
    deck = {card.id for card in GAMES["lotr-simultaneous"].rules(state).deck}
    assert not deck & {"ambush", "wormtongue", "violent_storms", "move_by_night", "corsairs_of_umbar"}
    assert deck >= {"gollum", "borne_to_another_place", "edoras", "winter_storms"}
    assert deck <= {card.id for card in lotr_data().adventure}


def test_m15_a_card_of_the_start_of_a_turn_is_played_among_the_cards_of_a_round() -> None:
    here = table(
        "lotr-simultaneous", "cards", rest=[2, 1],
        territories={"enedwaith": [0, 1], "dunland": [0, 4], "moria": [1, 4]},
        leaders={"0": ["enedwaith"], "1": ["moria"], "2": ["umbar"]},
        adventure_cards={"0": ["borne_to_another_place", "you_shall_not_pass"]},
    )  # fmt: skip
    here.act(0, PlayCard("borne_to_another_place", "enedwaith", "dunland"))
    here.act(0, PlayCard("you_shall_not_pass", "enedwaith", "minhiriath"))
    here.act(0, EndStep())
    assert here.state.pieces[0][here.space("dunland")] == 1
    assert [card.card for card in here.state.in_force] == [
        "you_shall_not_pass"
    ]  # up to the own cards of the next round
    state = before_moves(here.game, here.state, 1, here.state.turn)
    assert [card.card for card in state.in_force] == ["you_shall_not_pass"]


def test_m15_a_turn_limit_ends_the_game_with_a_round() -> None:
    game, state = GAMES["risk-simultaneous"], started("risk-simultaneous", 2, turn_limit=2)
    last = last_of(game, state, 4, 10_000)
    assert last.turn == 1
    assert "after 2 turns" in game.outcome(last).reason


def test_all_who_fall_together_share_the_end() -> None:
    here = table(
        "risk-simultaneous", "battles", territories={"brazil": [0, 1], "venezuela": [None, 0], "peru": [None, 0]},
        rest="empty", battles=[
            {"place": "brazil", "defender": [0, 1], "attackers": {"1": {"venezuela": 1}, "2": {"peru": 1}}}
        ],
    )  # fmt: skip
    here.act(0, NameTargets(((1, 2),)))
    here.act(1, NameTargets(((2, 1),)))
    here.act(2, NameTargets(((0, 1),)))
    outcome = here.game.outcome(here.state)
    assert outcome.ranks == (1, 1, 1)
    assert "Nobody is left" in outcome.reason
    assert sum(isinstance(event, Eliminated) for event in here.events) == 3


def test_l85_the_presets_have_the_defaults_of_the_digest() -> None:
    for name in ("lotr-simultaneous", "simple-bounce"):
        options = LOTR_PRESETS[name]
        assert (options.withdraw, options.swap, options.reveal, options.fellowship) == (
            True, "pass", "together", "per_player",
        )  # fmt: skip
    assert LOTR_PRESETS["simple-bounce"].battles == "bounce"


# --- odds, answers in advance, what is shown


def test_odds_of_a_battle_are_exact_for_given_targets() -> None:
    here = three_sided()
    odds = here.game.answer(
        here.state, Seat(0), AskBattle(aims=(Aims(1, ((2, 3),)), Aims(2, ((0, 3),)), Aims(0, ((1, 2), (2, 2)))))
    )
    assert odds.place == "brazil"
    assert odds.players == (0, 1, 2)
    assert sum(row.chance for row in odds.rows) == pytest.approx(1)
    losses = {side.player: side.losses for side in odds.sides}
    assert losses[1] == 2  # hit by the two dice that are not answered
    assert losses[2] == 3
    assert sum(side.wins for side in odds.sides) + odds.nobody == pytest.approx(1)
    assert odds.exact
    mean = sum(row.losses[0] * row.chance for row in odds.rows)
    assert losses[0] == pytest.approx(mean)


def test_advice_can_be_followed_and_heads_the_choices() -> None:
    here = three_sided()
    for seat in range(3):
        odds = here.game.answer(here.state, Seat(seat), AskBattle(place="brazil"))
        advised = NameTargets(odds.advice.dice, odds.advice.bonus)
        assert here.game.explain(here.state, Seat(seat), advised) is None
        assert odds.choices[0].advised
        assert odds.choices[0].aims == odds.advice
        assert odds.reason
        for choice in odds.choices:
            assert here.game.explain(here.state, Seat(seat), NameTargets(choice.aims.dice, choice.aims.bonus)) is None
    assert here.game.answer(here.state, None, AskBattle()).advice is None


def test_odds_tell_nothing_of_what_others_have_named() -> None:
    here = three_sided()
    before = here.game.answer(here.state, Seat(0), AskBattle())
    here.act(1, NameTargets(((2, 3),)))
    assert here.game.answer(here.state, Seat(0), AskBattle()) == before


def test_a_question_about_no_battle_is_refused() -> None:
    here = brazil()
    with pytest.raises(IllegalAction) as error:
        here.game.answer(here.state, Seat(0), AskBattle())
    assert error.value.reason.rule == "risk M06"
    here = three_sided()
    with pytest.raises(IllegalAction) as error:
        here.game.answer(here.state, Seat(0), AskBattle(place="peru"))
    assert error.value.reason.fix == ("brazil",)
    with pytest.raises(IllegalAction) as error:
        here.game.answer(here.state, Seat(0), AskBattle(aims=(Aims(1, ((0, 4),)),)))
    assert error.value.reason.rule == "risk M09"


def test_plain_answers_of_battles_are_settled_in_advance() -> None:
    here = brazil()
    game = here.game
    assert [one.key for one in game.standing(here.state.options)] == ["battle.single", "battle.fight_on"]
    assert game.standing(PRESETS["classic"]) == ()
    here.act(1, Orders((Order("venezuela", "brazil", 5),)))
    here.act(0, Orders())
    here.act(2, Orders())
    assert game.settled(here.state, Seat(0), "battle.single") == NameTargets(((1, 2),))
    assert game.settled(here.state, Seat(0), "battle.fight_on") is None
    here.act(0, NameTargets(((1, 2),)))
    here.act(1, NameTargets(((0, 3),)))
    here.act(CHANCE, Rolled((6, 6, 1, 1, 1)))
    assert game.settled(here.state, Seat(1), "battle.fight_on") == FightOn()
    crowd = three_sided()
    assert game.settled(crowd.state, Seat(0), "battle.single") is None


def test_a_view_shows_the_battle_and_who_is_ready_and_the_own_answer_alone() -> None:
    here = three_sided()
    here.act(1, NameTargets(((2, 3),)))
    views = [here.game.view(here.state, Seat(seat)).round for seat in range(3)]
    battle = views[0].battles[0]
    assert (battle.place, battle.acting, battle.round) == ("brazil", 0, 1)
    assert [(side.player, side.count, side.dice, side.stayed) for side in battle.sides] == [
        (0, 4, 4, True), (1, 5, 3, False), (2, 3, 3, False),
    ]  # fmt: skip
    assert [view.ready for view in views] == [(1,)] * 3
    assert [view.own for view in views] == [None, NameTargets(((2, 3),)), None]
    assert here.game.view(here.state, None).totals[1] == 5  # on their way, and counted


def test_a_game_in_turns_shows_nothing_of_rounds() -> None:
    game = GAMES["risk-simultaneous"]
    state = game.start(PRESETS["classic"], 3)
    assert b'"round"' not in msgspec.json.encode(game.view(state, None))
    assert type(state) is game.state_type
    assert type(started("risk-simultaneous", 3)) is game.round_state_type


def test_steps_grow_with_every_question() -> None:
    game, steps = GAMES["lotr-simultaneous"], list[int]()
    for state, _, _ in played(game, started("lotr-simultaneous", 3), 2, 500):
        asked = game.asked(state)
        if asked is not None and asked.secret:
            steps.append(asked.step)
    assert all(one <= other for one, other in pairwise(steps))
    assert len(set(steps)) > 20


def test_hand_in_order_does_not_matter_to_a_position() -> None:
    here = brazil()
    written = [(Seat(0), Orders()), (Seat(1), Orders((Order("venezuela", "brazil", 5),))), (Seat(2), Orders())]
    one, other = ordered(here.game, here.state, written), ordered(here.game, here.state, written[::-1])
    assert one == other
    assert affairs_of(one).marching

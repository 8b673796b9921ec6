"""What is told to who writes in a round: armies that sets bring, what each choice of targets promises, luck of dice."""

from __future__ import annotations

from math import fsum

import pytest

from tests.conquest.simultaneous.tables import brazil, three_sided
from wartable.engine.errors import IllegalAction
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.simultaneous.actions import NameTargets, SetTurnedIn
from wartable.games.conquest.simultaneous.battle import Side, aimed, begun
from wartable.games.conquest.simultaneous.events import Duelled, RoundFought, Struck
from wartable.games.conquest.simultaneous.forecast import AskArmies, AskTargets
from wartable.games.conquest.simultaneous.inquiries import Aims, AskBattle
from wartable.games.conquest.simultaneous.odds import whole_odds

ADA, BO, CY = Seat(0), Seat(1), Seat(2)


def test_m06_every_choice_of_targets_is_told_with_what_it_promises() -> None:
    here = three_sided()
    told = here.game.answer(here.state, BO, AskTargets())
    assert [dict(one.dice) for one in told.own] == [{2: 3}, {0: 1, 2: 2}, {0: 2, 2: 1}, {0: 3}]
    assert [(one.player, len(one.choices)) for one in told.others] == [(0, 3), (2, 4)]
    assert [len(row) for row in told.chances] == [12] * 4
    assert all(0 <= chance <= 1 for row in told.chances for chance in row)
    assert told.means == tuple(pytest.approx(fsum(row) / 12) for row in told.chances)
    assert told.exact
    assert told.reason


def test_m06_a_case_of_the_table_is_the_exact_chance_to_be_left_alone() -> None:
    here = three_sided()
    told = here.game.answer(here.state, BO, AskTargets())
    row, (ada, cy) = 1, (2, 3)  # the last side's choices change fastest
    chosen = [told.own[row], told.others[0].choices[ada], told.others[1].choices[cy]]
    targets = {player: aimed(dict(one.dice), one.bonus) for player, one in zip((1, 0, 2), chosen, strict=True)}
    battle = begun([Side(0, 4, stayed=True), Side(1, 5), Side(2, 3)])
    assert told.chances[row][ada * 4 + cy] == pytest.approx(whole_odds(battle, targets).share(1).wins)
    asked = AskBattle(aims=tuple(Aims(player, one.dice) for player, one in targets.items()))
    odds = here.game.answer(here.state, BO, asked)
    assert {side.player: side.wins for side in odds.sides}[1] == pytest.approx(told.chances[row][ada * 4 + cy])


def test_m06_the_suggested_choice_is_what_the_battle_is_advised() -> None:
    here = three_sided()
    for seat in (ADA, BO, CY):
        told = here.game.answer(here.state, seat, AskTargets())
        best = told.own[told.suggested]
        advised = here.game.answer(here.state, seat, AskBattle()).advice
        assert (best.dice, best.bonus) == (advised.dice, advised.bonus)
        assert here.game.explain(here.state, seat, NameTargets(best.dice, best.bonus)) is None


def test_m06_who_is_not_in_the_battle_is_told_nothing() -> None:
    here = three_sided()
    with pytest.raises(IllegalAction, match="side of the battle"):
        here.game.answer(here.state, None, AskTargets())
    with pytest.raises(IllegalAction, match="No battle is on"):
        here.game.answer(brazil().state, ADA, AskTargets())


def test_m15_a_seat_is_told_what_its_sets_bring() -> None:
    here = brazil("round", territory_cards={0: ("brazil", "peru", "wild_1")})
    names = here.rules.cards.ids
    sets = (SetTurnedIn(tuple(names[card] for card in here.state.cards.hands[0]), "brazil"),)
    plain, traded = (here.game.answer(here.state, ADA, AskArmies(sets=some)) for some in ((), sets))
    assert (plain.count, plain.sets) == (3, ())
    assert (traded.count, traded.sets) == (3 + 10, (10,)), "one of each kind, where sets have a fixed worth"
    with pytest.raises(IllegalAction, match="No sets can be traded"):
        here.game.answer(here.state, BO, AskArmies(sets=sets))
    with pytest.raises(IllegalAction, match="spectators"):
        here.game.answer(here.state, None, AskArmies())


def test_m10_dice_of_a_round_count_for_luck_and_hits_without_a_roll_do_not() -> None:
    duel = Duelled((0, 2), ((5, 2), (6, 2, 1)), (0, 0), (1, 1), defended=True)
    told = RISK.study.dice(RoundFought("brazil", "", 1, (duel,), (Struck(0, 1, 2),), ((0, 1),), ((0, 3),)))
    assert [(use.seat, use.faces, use.gained, use.due) for use in told] == [(0, (5, 2), 1, 7), (2, (6, 2, 1), 1, 10.5)]
    lost_by_attacker = (2 * 2275 + 2611) / 7776  # the known chances of three dice against two
    assert [use.expected for use in told] == [pytest.approx(lost_by_attacker), pytest.approx(2 - lost_by_attacker)]
    [alone] = RISK.study.dice(
        RoundFought("brazil", "", 1, (Duelled((-1, 2), ((5,), (6,)), (0, 0), (1, 0), defended=True),), (), (), ())
    )
    assert alone.seat == CY
    assert alone.expected == pytest.approx(15 / 36)

"""How bots judge simultaneous rounds: meetings, worths, drafts, guesses, placements."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.simultaneous import at, mixed, table_of
from wartable.bots.conquest.simultaneous.drafting import Draft, drafted, staying
from wartable.bots.conquest.simultaneous.guessing import answers, drafts, guessed
from wartable.bots.conquest.simultaneous.judge import Board, Judge
from wartable.bots.conquest.simultaneous.outlook import Outlook
from wartable.bots.conquest.simultaneous.placing import placed
from wartable.bots.conquest.simultaneous.table import ABSENT, Forces, Meeting, Plan, Table
from wartable.bots.conquest.simultaneous.wits import HARD
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.simultaneous.battle import Side, begun
from wartable.games.conquest.simultaneous.odds import whole_odds


def named(table: Table, plan: Plan) -> set[tuple[str, str, int]]:
    ids = table.ground.rules.board.ids
    return {(ids[source], ids[target], units) for source, target, units in plan}


def ordered(table: Table, *orders: tuple[str, str, int]) -> Plan:
    return tuple((at(table, source), at(table, target), units) for source, target, units in orders)


# --- meetings


def test_a_meeting_of_two_or_three_ends_as_the_exact_odds_say() -> None:
    table = table_of({})
    for forces in (((0, 3), (1, 2)), ((0, 3), (1, 2), (2, 4))):
        odds = whole_odds(begun([Side(player, units, 0, player == 1) for player, units in forces]))
        for player, wins, units in table.meeting(0, 1, forces):
            assert wins == pytest.approx(odds.share(player).wins)
            assert units == pytest.approx(odds.share(player).units)


def test_large_meetings_end_as_small_ones_of_the_same_shares_whoever_meets() -> None:
    table = table_of({})
    small = {player: (wins, units) for player, wins, units in table.meeting(0, ABSENT, ((0, 6), (1, 4), (2, 2)))}
    large = {player: (wins, units) for player, wins, units in table.meeting(0, ABSENT, ((1, 300), (2, 200), (5, 100)))}
    for one, other in zip(small.values(), large.values(), strict=True):
        assert other == pytest.approx((one[0], 50 * one[1]))
    assert tuple(large) == (1, 2, 5)


def test_one_force_alone_stands_and_a_guard_helps_who_stayed() -> None:
    table = table_of({})
    assert table.meeting(0, ABSENT, ((2, 5),)) == ((2, 1.0, 5.0),)
    plain = {player: wins for player, wins, _ in table.meeting(0, 1, ((0, 3), (1, 3)))}
    table.guard[1] = 1
    guarded = {player: wins for player, wins, _ in table.meeting(1, 1, ((0, 3), (1, 3)))}
    assert guarded[1] > plain[1]


def test_where_attackers_bounce_they_live_and_the_rest_fights() -> None:
    table = table_of({})
    table.bounce = True
    found = {player: (wins, units) for player, wins, units in table.meeting(0, ABSENT, ((0, 5), (1, 3)))}
    assert found == {0: (1.0, 5.0), 1: (0.0, 3.0)}
    three = {player: units for player, _, units in table.meeting(0, 2, ((0, 4), (1, 4), (2, 1)))}
    assert three == {0: 4.0, 1: 4.0, 2: 1.0}


# --- worths


def test_a_space_that_completes_a_region_is_worth_more() -> None:
    names = ("indonesia", "new_guinea", "western_australia")
    table = table_of(dict.fromkeys(names, (0, 1)))
    prizes = table.prizes(0)
    assert prizes[at(table, "eastern_australia")] > prizes[at(table, "siam")] + 2
    assert prizes[at(table, "indonesia")] > prizes[at(table, "siam")]


def test_units_are_worth_more_at_the_border_and_land_where_many_armies_are() -> None:
    table = table_of({"siam": (1, 1)}, rest=(0, 1))
    assert table.posts(0)[at(table, "india")] > table.posts(0)[at(table, "argentina")]
    assert table.threats(0)[at(table, "india")] == 1
    assert table.threats(0)[at(table, "argentina")] == 0
    crowded = table_of({"siam": (1, 1)}, rest=(0, 30))
    assert crowded.prizes(0)[0] > 5 * table.prizes(0)[0]


def test_points_count_more_and_income_less_as_the_end_comes_near() -> None:
    early, late = table_of({}), table_of({})
    late.outlook = Outlook(rounds=0.0, unit=0.25, point=2.5)
    assert late.posts(1)[0] == pytest.approx(0.25 * early.posts(1)[0])
    assert late.prizes(1)[0] > 2.5


def test_a_board_is_who_comes_together_where() -> None:
    table = table_of({"alaska": (0, 5), "alberta": (2, 2)})
    plan = {0: ordered(table, ("alaska", "alberta", 5)), 1: ordered(table, ("ontario", "alberta", 1))}
    board = Board(table, plan)
    alberta, alaska, ontario = (at(table, name) for name in ("alberta", "alaska", "ontario"))
    assert board.forces[alberta] == ((0, 5), (1, 1), (2, 2))
    assert board.stayed[alberta] == 2
    assert (board.forces[alaska], board.stayed[alaska]) == ((), ABSENT)
    assert board.touched == {alberta, alaska, ontario}
    without = Board(table, plan, 0)
    assert without.forces[alberta] == ((1, 1), (2, 2))
    assert without.forces[alaska] == ()


def test_a_board_of_orders_is_worth_what_all_its_places_are() -> None:
    table = mixed(3)
    plans = {seat: drafts(table, seat, 1, Random(1))[0] for seat in table.seats}
    for seat in table.seats:
        judge = Judge(table, seat)
        full, none = Board(table, plans), Board(table, {})
        places = range(len(table.owner))
        every = sum(judge.worth(each, full.stayed[each], full.forces[each]) for each in places)
        quiet = sum(judge.worth(each, none.stayed[each], none.forces[each]) for each in places)
        assert judge.value(full) == pytest.approx(every - quiet)


# --- drafts


def test_a_stack_goes_for_several_weak_neighbours_at_once() -> None:
    table = table_of({"alaska": (0, 9), "argentina": (0, 1)})
    judge = Judge(table, 0)
    plan = named(table, drafted(judge, staying(judge)))
    assert {target for source, target, _ in plan if source == "alaska"} >= {"alberta", "kamchatka"}


def test_an_idle_army_comes_to_the_border() -> None:
    table = table_of({"siam": (1, 9), "argentina": (0, 6)}, rest=(0, 1))
    judge = Judge(table, 0)
    moves = named(table, drafted(judge, staying(judge)))
    assert any(source == "argentina" and units >= 5 for source, _, units in moves)


def test_orders_never_move_more_than_is_there_and_are_worth_more_than_staying() -> None:
    for seed in range(6):
        table = mixed(seed)
        for seat in table.seats:
            judge = Judge(table, seat)
            boards = staying(judge)
            plan = drafted(judge, boards, rng=Random(seed))
            for source in {source for source, _, _ in plan}:
                assert table.owner[source] == seat
                assert sum(units for start, _, units in plan if start == source) <= table.armies[source]
            places = range(len(table.owner))
            assert Draft(judge, boards, plan).total(places) >= Draft(judge, boards).total(places) - 1e-9


def test_an_answer_reckons_with_what_others_order() -> None:
    table = table_of({"alaska": (0, 6), "kamchatka": (1, 8), "alberta": (1, 1)}, rest=(1, 1))
    judge = Judge(table, 0)
    attack = {1: ordered(table, ("kamchatka", "alaska", 8))}
    alone = drafted(judge, staying(judge))
    warned = drafted(judge, [Board(table, attack, 0)])
    assert alone != warned
    places = range(len(table.owner))
    both = [Draft(judge, [Board(table, attack, 0)], plan).total(places) for plan in (alone, warned)]
    assert both[1] > both[0]


# --- guesses and placements


def test_guesses_are_drafts_of_all_and_the_same_for_the_same_seed() -> None:
    table = mixed(11)
    one, boards = guessed(table, 0, HARD, Random(7))
    other, _ = guessed(mixed(11), 0, HARD, Random(7))
    assert one == other
    assert 1 <= len(boards) <= HARD.samples
    assert all(board.forces[space] == () for board in boards for space, owner in enumerate(table.owner)
               if owner == 0 and space not in board.touched)  # fmt: skip
    plans = {seat: drafts(table, seat, 3, Random(1)) for seat in table.seats}
    assert answers(table, 0, plans, 2, Random(2))


def test_new_armies_go_where_they_do_something() -> None:
    table = table_of({"siam": (0, 2), "indonesia": (0, 1), "new_guinea": (0, 1), "western_australia": (0, 1)})
    judge = Judge(table, 0)
    front = [at(table, name) for name in ("siam", "new_guinea", "western_australia")]
    before = table.armies[:]
    found = placed(judge, staying(judge), front, 3)
    assert sum(found.values()) == 3
    assert at(table, "siam") not in found
    assert table.armies == before


def test_the_neutral_army_is_nobodys_rival() -> None:
    table = table_of({"alaska": (0, 3), "alberta": (NOBODY, 2)})
    assert NOBODY not in table.seats
    judge = Judge(table, 0)
    assert judge.worth(at(table, "alberta"), NOBODY, ((NOBODY, 2),)) < 0


class Asked(Table):
    """A table that keeps the meetings it is asked about."""

    asked: set[Forces]

    def meeting(self, place: int, stayed: int, forces: Forces) -> Meeting:
        self.asked.add(forces)
        return super().meeting(place, stayed, forces)


def test_orders_for_thousands_of_units_need_no_more_battles_than_for_a_few() -> None:
    battles: list[int] = []
    for times in (16, 4000):
        few = mixed(3)
        many = Asked(few.ground, few.ground.near, few.owner, [times * each for each in few.armies], few.seats)
        many.asked = set()
        drafts(many, 0, 3, Random(1))
        battles.append(len(many.asked))
    assert battles[1] < 2 * battles[0]

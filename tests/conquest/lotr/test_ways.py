"""The best way of a leader to a mission: by hand, and against every roll of the dice in the engine itself."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, permutations, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from wartable.engine.chance import Roll, Rolled
from wartable.engine.errors import IllegalAction
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.conquest.core.actions import Occupy
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.tasks import Attacking, Fortifying, MovingIn, Reinforcing
from wartable.games.conquest.lotr.actions import Enter, LotrAttack
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.inquiries import AskWay, Way
from wartable.games.conquest.lotr.state import InForce, LotrState, Standing
from wartable.games.conquest.lotr.tasks import Declaring, Stage

ME = Seat(0)
ONE_DIE = {0: 15 / 36, 1: 21 / 36}
"""The chance of one die against one by the bonus of the attack less that of the defence."""


def position(
    mine: dict[str, int], foes: dict[str, int], *leaders: str, preset: str = "trilogy", **values: Any
) -> LotrState:
    """Return a position of two in their attack step: own units, some of the other's, who has 50 elsewhere."""
    state = next(found for found, _, _ in positions(started(preset, 2, **values), Random(1)) if not found.pools)
    index = LOTR_RISK.rules(state).board.index
    armies = [50] * len(state.armies)
    for space, count in (mine | foes).items():
        armies[index[space]] = count
    own = sum(1 << index[space] for space in mine)
    free = sum(1 << space for space, count in enumerate(armies) if not count)
    stand = {index[space] for space in leaders}
    return replace(
        state,
        agenda=(Attacking(ME), Stage(ME, 1)),
        seat=0,
        held=(own, (1 << len(armies)) - 1 & ~own & ~free),
        armies=tuple(armies),
        pieces=(tuple(int(space in stand) for space in range(len(armies))),),
    )


def holding(state: LotrState, card: str) -> LotrState:
    """Return the position with one card in the own hand."""
    number = next(number for number, each in enumerate(LOTR_RISK.rules(state).deck) if each.id == card)
    return replace(state, adventure=Cards(((number,), ()), 0))


def asked(state: LotrState, space: str = "", mission: str = "") -> Way:
    """Return the answer."""
    return way_told(state, ME, AskWay(space=space, mission=mission))


def way_told(state: LotrState, seat: Seat, inquiry: AskWay) -> Way:
    """Return the answer to a seat."""
    answer = LOTR_RISK.answer(state, seat, inquiry)
    assert isinstance(answer, Way)
    return answer


def stations(way: Way) -> list[tuple[str, str]]:
    """Return what is decided in each step, and where it leads."""
    return [(step.kind, step.target) for step in way.steps]


# --- against the engine


@lru_cache
def fought(state: LotrState, at: str, target: str) -> tuple[tuple[LotrState, float], ...]:
    """Return every position after a conquest with its exact chance, by each roll that the engine asks for."""
    index, rules = LOTR_RISK.rules(state).board.index, LOTR_RISK.rules(state)
    able = state.armies[index[at]] - rules.stay
    if state.armies[index[target]]:
        action: Action = LotrAttack(at, target, min(3, able), rules.stay, leader=True)
    else:
        action = Enter(at, target, able, leader=True)
    if LOTR_RISK.explain(state, ME, action) is not None:
        return ()
    found: dict[LotrState, float] = {LOTR_RISK.advance(state, ME, action): 1.0}
    ended: dict[LotrState, float] = {}
    while found:
        now, chance = found.popitem()
        if now.agenda and isinstance(now.agenda[0], MovingIn):
            now = LOTR_RISK.advance(now, ME, Occupy(now.agenda[0].most))
        if LOTR_RISK.to_act(now) != (CHANCE,):
            ended[now] = ended.get(now, 0.0) + chance
            continue
        request = LOTR_RISK.request(now)
        assert isinstance(request, Roll)
        throws = list(product(*(range(1, sides + 1) for sides in request.dice)))
        for faces in throws:
            after = LOTR_RISK.advance(now, CHANCE, Rolled(faces))
            found[after] = found.get(after, 0.0) + chance / len(throws)
    return tuple((after, chance) for after, chance in ended.items() if after.held[0] >> index[target] & 1)


def played(state: LotrState, route: tuple[str, ...], at: str) -> float:
    """Return the exact chance of a route of conquests with the leader."""
    if not route:
        return 1.0
    return sum(chance * played(after, route[1:], route[0]) for after, chance in fought(state, at, route[0]))


def likeliest(state: LotrState, goal: str, at: str, through: tuple[str, ...]) -> float:
    """Return the chance of the best of all routes through some territories."""
    routes = (route for length in range(len(through) + 1) for route in permutations(through, length))
    return max(played(state, (*route, goal), at) for route in routes)


SMALL: list[tuple[dict[str, int], dict[str, int], dict[str, Any]]] = [
    ({"gap_of_rohan": 4}, {"fangorn": 1, "west_rohan": 1, "enedwaith": 1}, {}),
    ({"gap_of_rohan": 4}, {"fangorn": 2, "the_wold": 1, "lorien": 1}, {}),
    ({"gap_of_rohan": 5}, {"fangorn": 1, "the_wold": 1, "lorien": 1}, {"enter_maximum": "fought"}),
    ({"gap_of_rohan": 3}, {"fangorn": 1, "the_wold": 1, "lorien": 1}, {"leader_bonus": 0}),
    ({"gap_of_rohan": 3}, {"fangorn": 1, "the_wold": 0, "lorien": 1}, {"leave_one": False, "enter_minimum": "1"}),
    ({"mithlond": 4}, {"minhiriath": 1, "belfalas": 1, "lebennin": 1}, {"sea_rule": "until_enemy"}),
    ({"mithlond": 4}, {"minhiriath": 2, "belfalas": 1, "lebennin": 1}, {"sea_rule": "any_port"}),
]


@pytest.mark.parametrize(("mine", "foes", "values"), SMALL)
def test_the_best_of_all_routes_is_that_of_every_roll_in_the_engine(
    mine: dict[str, int], foes: dict[str, int], values: dict[str, Any]
) -> None:
    """lotr-risk T20, lotr-risk T22, lotr-risk T23, lotr-risk T31, lotr-risk T40."""
    (at,) = mine
    state = replace(position(mine, foes, at, **values), adventure=Cards(((), ()), 0))
    for goal in foes:
        through = tuple(space for space in foes if space != goal)
        best = likeliest(state, goal, at, through)
        assert asked(state, goal).chance == pytest.approx(best if best > 0.001 else 0.0, abs=1e-12)
    assert any(asked(state, goal).chance > 0.05 for goal in foes)


# --- by hand


def test_a_chain_by_one_die_each_with_its_bonuses() -> None:
    """lotr-risk T31: leader and stronghold add one each; the second territory has no stronghold."""
    state = position({"gap_of_rohan": 3}, {"fangorn": 1, "lorien": 1}, "gap_of_rohan", leave_one=True)
    way = asked(state, "lorien")
    assert stations(way) == [("attack", "fangorn"), ("attack", "lorien")]
    assert [(step.attack_bonus, step.defence_bonus, step.defenders) for step in way.steps] == [(1, 1, 1), (1, 0, 1)]
    two = 1 - sum(max(one, two) + 1 <= foe + 1 for one, two, foe in product(range(1, 7), repeat=3)) / 216
    assert way.steps[0].chance == pytest.approx(two + (1 - two) * ONE_DIE[0])
    assert way.chance == pytest.approx(two * ONE_DIE[1])  # a second unit must be left to go on
    assert way.leader == "gap_of_rohan"


def test_a_card_in_force_counts_for_its_attack_alone() -> None:
    """lotr-risk card:black_sails, lotr-risk L41, lotr-risk L42."""
    state = position({"gap_of_rohan": 2, "lebennin": 2}, {"fangorn": 1, "the_wold": 1}, "gap_of_rohan")
    index = LOTR_RISK.rules(state).board.index
    lifted = replace(state, assault=Standing(index["gap_of_rohan"], index["fangorn"], lift=1))
    assert asked(state, "fangorn").chance == pytest.approx(ONE_DIE[0])
    assert asked(lifted, "fangorn").chance == pytest.approx(ONE_DIE[1])
    assert asked(lifted, "the_wold").chance == pytest.approx(ONE_DIE[1])
    bound = replace(lifted, assault=Standing(index["gap_of_rohan"], index["fangorn"], lift=1, bound=True))
    assert asked(bound, "the_wold").chance == 0.0


def test_corsairs_take_units_of_an_attack_by_sea() -> None:
    """lotr-risk L36."""
    state = position({"mithlond": 5}, {"minhiriath": 1}, "mithlond")
    toll = replace(state, in_force=(InForce("corsairs_of_umbar", 1, 0),))
    assert asked(toll, "minhiriath").chance == pytest.approx(ONE_DIE[1])
    assert asked(toll, "minhiriath").steps[0].sea
    assert asked(state, "minhiriath").chance > ONE_DIE[1]


def test_a_blocked_bridge_is_crossed_with_the_leader_alone() -> None:
    """lotr-risk card:you_shall_not_pass."""
    state = position({"gap_of_rohan": 2}, {"west_rohan": 1}, "gap_of_rohan", fought_leader_moves=False)
    index = LOTR_RISK.rules(state).board.index
    banks = 1 << index["gap_of_rohan"] | 1 << index["west_rohan"]
    blocked = replace(state, in_force=(InForce("you_shall_not_pass", 1, banks),))
    assert asked(blocked, "west_rohan").chance == pytest.approx(ONE_DIE[0])
    away = replace(blocked, pieces=((0,) * len(state.armies),))
    assert asked(away, "west_rohan").reason is not None


def test_after_its_attacks_a_leader_moves_on() -> None:
    """lotr-risk T60, lotr-risk T62: Lebennin is own, but Minas Tirith lies between."""
    mine = {"gap_of_rohan": 2, "lebennin": 1, "belfalas": 1}
    state = position(mine, {"minas_tirith": 1}, "gap_of_rohan")
    way = asked(state, "belfalas")
    assert stations(way) == [("attack", "minas_tirith"), ("move_leader", "belfalas")]
    assert way.chance == pytest.approx(ONE_DIE[0])
    moving = replace(state, agenda=(Fortifying(ME), Stage(ME, 2)))
    assert asked(moving, "belfalas").chance == 0.0
    assert stations(asked(moving, "gap_of_rohan")) == []


def test_leaders_that_move_with_units_alone_need_one_more() -> None:
    """lotr-risk T62: of two that fight, one stays in the territory taken, so both must live."""
    mine = {"gap_of_rohan": 3, "lebennin": 1}
    state = position(mine, {"minas_tirith": 1}, "gap_of_rohan", leaders_separate=False)
    two = 1 - sum(max(one, two) + 1 <= foe + 1 for one, two, foe in product(range(1, 7), repeat=3)) / 216
    way = asked(state, "lebennin")
    assert stations(way) == [("attack", "minas_tirith"), ("fortify", "lebennin")]
    assert way.chance == pytest.approx(two)


def test_a_leader_that_may_not_fight_for_a_mission_follows_its_army() -> None:
    """lotr-risk T33: by the notes one that has fought claims nothing, so the army of Lebennin opens the way."""
    mine = {"lebennin": 2, "lamedon": 1}
    state = holding(position(mine, {"belfalas": 1}, "lamedon", preset="notes"), "dol_amroth")
    way = asked(state, mission="dol_amroth")
    assert stations(way) == [("attack", "belfalas"), ("move_leader", "belfalas")]
    assert (way.leader, way.space, way.steps[0].leader) == ("lamedon", "belfalas", False)
    assert way.chance == pytest.approx(ONE_DIE[0])
    assert asked(state, "belfalas").chance == way.chance


def test_a_leader_may_be_declared_before_the_attacks() -> None:
    """lotr-risk T33: it adds nothing then, but goes along and claims."""
    along = {"leaders_separate": False, "new_leader": "after_cards"}
    bare = position({"lebennin": 2}, {"belfalas": 1}, "lebennin", preset="notes", **along)
    state = holding(bare, "dol_amroth")
    assert asked(state, mission="dol_amroth").reason is not None
    early = replace(state, agenda=(Declaring(ME), Stage(ME, 1)))
    way = asked(early, mission="dol_amroth")
    assert stations(way) == [("declare", "lebennin"), ("attack", "belfalas")]
    assert way.steps[1].attack_bonus == 0
    assert asked(replace(state, agenda=(Reinforcing(ME), Stage(ME, 0))), mission="dol_amroth") == way


def test_a_mission_that_needs_no_leader_is_held_by_any_army() -> None:
    """lotr-risk T16."""
    state = position({"lebennin": 2}, {"belfalas": 1, "minas_tirith": 1}, mission_needs_leader=False)
    way = asked(holding(state, "dol_amroth"), mission="dol_amroth")
    assert (way.leader, stations(way)) == ("", [("attack", "belfalas")])
    assert way.chance == pytest.approx(ONE_DIE[0])


def test_who_is_there_already_needs_no_step_unless_it_must_arrive() -> None:
    """lotr-risk T19."""
    state = holding(position({"belfalas": 2}, {}, "belfalas"), "dol_amroth")
    assert (asked(state, mission="dol_amroth").chance, asked(state, mission="dol_amroth").steps) == (1.0, ())
    strict = holding(position({"belfalas": 2}, {}, "belfalas", leader_already_there="must_arrive"), "dol_amroth")
    strict = replace(strict, stood=strict.held[0])
    reason = asked(strict, mission="dol_amroth").reason
    assert reason is not None
    assert reason.rule == "lotr-risk T19"


# --- what is not told


def test_units_that_are_not_seen_stay_unknown() -> None:
    """lotr-risk V6: whatever stands behind the neighbours, the answer is the same."""
    answers = {
        asked(
            position({"gap_of_rohan": 9}, {"fangorn": 1, "lorien": units}, "gap_of_rohan", preset="hidden-armies"),
            "lorien",
        )
        for units in (1, 9, 40)
    }
    assert len(answers) == 1
    (answer,) = answers
    assert answer.reason is not None
    assert answer.reason.code == "way.unseen"


@pytest.mark.parametrize(("preset", "seed"), [("trilogy", 1), ("hidden-armies", 1), ("hidden-armies", 2)])
def test_an_answer_tells_nothing_that_the_seat_may_not_know(preset: str, seed: int) -> None:
    """What else is drawn of other hands, decks and units leaves every answer the same."""
    rng, told = Random(seed), 0
    for state, seat, _ in islice(positions(started(preset, 3), Random(seed)), 400, 1_200, 40):
        if not state.agenda or not isinstance(state.agenda[0], Attacking | Reinforcing | Fortifying):
            continue
        other = LOTR_RISK.resample(state, seat, rng)
        for space in LOTR_RISK.rules(state).board.ids[::7]:
            answer = way_told(state, seat, AskWay(space=space))
            assert answer == LOTR_RISK.answer(other, seat, AskWay(space=space))
            told += bool(answer.steps)
    assert told


def test_questions_without_sense_are_refused() -> None:
    state = holding(position({"gap_of_rohan": 2}, {}, "gap_of_rohan"), "dol_amroth")
    for inquiry, code in (
        (AskWay(), "way.one"),
        (AskWay(space="fangorn", mission="dol_amroth"), "way.one"),
        (AskWay(space="narnia"), "space.unknown"),
        (AskWay(mission="pelargir"), "mission.not_held"),
    ):
        with pytest.raises(IllegalAction) as refused:
            LOTR_RISK.answer(state, ME, inquiry)
        assert refused.value.reason.code == code
    with pytest.raises(IllegalAction, match="spectators"):
        LOTR_RISK.answer(state, None, AskWay(space="fangorn"))


def test_ways_are_told_in_the_own_turn() -> None:
    state = position({"gap_of_rohan": 2}, {}, "gap_of_rohan")
    reason = way_told(state, Seat(1), AskWay(space="fangorn")).reason
    assert reason is not None
    assert reason.code == "way.not_your_turn"

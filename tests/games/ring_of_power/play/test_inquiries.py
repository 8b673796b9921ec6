"""Questions about a campaign: reach, ways, battles to come and retreats agree with what the rules then allow."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest
import shapely
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_fortress import at_declaration, line, siege
from tests.games.ring_of_power.play.test_moving import altered, facing
from tests.games.ring_of_power.play.test_special import small
from wartable.engine.errors import IllegalAction
from wartable.engine.game import Inquiry
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign.actions import Board, Declaration, Done, FallBack, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Movement, Retreat
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.play import retreating
from wartable.games.ring_of_power.play.combats import possible_assaults, possible_sallies
from wartable.games.ring_of_power.play.contract import Judged
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.inquiries.battles import Prospect
from wartable.games.ring_of_power.play.inquiries.questions import AskBattle, AskReach, AskRetreat, AskWay
from wartable.games.ring_of_power.play.inquiries.way import Reachable, Way
from wartable.games.ring_of_power.scenario import Point

T = TypeVar("T", bound=msgspec.Struct)


def answer(campaign: Campaign, asked: Inquiry, kind: type[T]) -> T:
    """Return the answer for whoever is asked; asking twice brings the same and changes nothing."""
    assert campaign.asked is not None
    before = campaign.state
    first, second = (RING_OF_POWER.answer(before, campaign.asked, asked) for _ in range(2))
    assert first == second
    assert campaign.state == before
    assert isinstance(first, kind)
    msgspec.json.encode(first)
    return first


def reach(campaign: Campaign, *figures: int) -> Reachable:
    return answer(campaign, AskReach(figures=figures), Reachable)


def way(campaign: Campaign, figures: tuple[int, ...], to: Point, **more: object) -> Way:
    return answer(campaign, AskWay(figures=figures, to=to, **more), Way)  # type: ignore[arg-type]


def gone(campaign: Campaign, move: Move | Board | None) -> None:
    """Make a move that was answered."""
    assert move is not None
    campaign.do(move)


def ids(campaign: Campaign, unit: str) -> tuple[int, ...]:
    return tuple(one.id for one in campaign.state.figures if one.unit == unit)


def straight(campaign: Campaign, figure: int, to: Point) -> str:
    """Return the code of the reason why a figure may not go straight to a point."""
    return campaign.refusal(Move(paths=((figure, (campaign.state.by_id[figure].point, to)),)))


def walkers() -> Campaign:
    return facing(
        {"unit": "rohan_foot", "count": 4, "at": [10, 8]},
        {"character": "aragorn", "at": [10, 12]},
        {"unit": "rohan_rider", "count": 1, "at": [15, 12]},
    )


# How far.


def test_reach_ends_where_the_judge_says() -> None:
    campaign = walkers()
    (lead,) = ids(campaign, "aragorn")
    x, y = campaign.state.by_id[lead].point

    found = reach(campaign, lead)

    (area,) = found.areas
    ground = shapely.Polygon(area.outer, area.holes)
    for far, code in ((found.allowance - 300, ""), (found.allowance + 300, "ring.too_long")):
        assert ground.contains(shapely.Point(x, y - far)) == (code == "")
        assert straight(campaign, lead, (x, y - far)) == code


def test_several_reach_as_far_as_the_slowest() -> None:
    campaign = walkers()
    (rider,), (lead,) = ids(campaign, "rohan_rider"), ids(campaign, "aragorn")

    assert reach(campaign, rider).allowance > reach(campaign, lead).allowance
    assert reach(campaign, rider, lead).allowance == reach(campaign, lead).allowance


def test_the_pinned_reach_nothing_and_hear_why() -> None:
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(20.9, 8))

    found = reach(campaign, *ids(campaign, "aragorn"))

    assert found.areas == ()
    assert found.reason is not None
    assert found.reason.code == "ring.pinned"


def test_the_reach_of_an_enemy_is_that_of_his_next_movement() -> None:
    campaign = walkers()
    (orc,) = ids(campaign, "orc")
    threat = reach(campaign, orc)
    assert threat.areas

    campaign.do(Done())
    assert reach(campaign, orc).areas == threat.areas


def test_a_garrison_reaches_from_its_gate() -> None:
    campaign = small()
    foot = ids(campaign, "rohan_foot")
    (gate,) = campaign.world.place("keep").gates

    found = reach(campaign, *foot)

    assert any(shapely.Polygon(area.outer).buffer(10).contains(shapely.Point(gate)) for area in found.areas)
    assert found.reason is None


def test_moves_made_change_the_reach() -> None:
    campaign = walkers()
    (lead,) = ids(campaign, "aragorn")
    gone(campaign, way(campaign, (lead,), (10_000, 9_000)).move)

    found = reach(campaign, lead)

    assert found.reason is not None
    assert found.reason.code == "ring.moved"


# By which way.


def test_a_way_costs_what_its_bill_says_and_its_move_goes_it() -> None:
    campaign = walkers()
    (lead,) = ids(campaign, "aragorn")

    found = way(campaign, (lead,), (14_000, 9_000))

    assert found.fault is None
    assert found.inches == 5_000
    assert sum(item.inches for item in found.bill) == found.inches
    assert found.spent == pytest.approx(sum(item.cost for item in found.bill))
    assert found.spent == pytest.approx(found.inches / found.allowance)
    gone(campaign, found.move)
    assert campaign.state.by_id[lead].point == (14_000, 9_000)


def test_way_points_bend_a_way() -> None:
    campaign = walkers()
    (lead,) = ids(campaign, "aragorn")

    found = way(campaign, (lead,), (13_000, 9_000), through=((10_000, 9_000),))

    assert found.paths == ((lead, ((10_000, 12_000), (10_000, 9_000), (13_000, 9_000))),)
    assert found.inches == 6_000
    gone(campaign, found.move)


def test_a_way_leads_round_what_is_closed() -> None:
    campaign = altered(small(), 6, x=18_000, y=16_000)
    lead = 6
    assert straight(campaign, lead, (18_000, 13_500)) == "ring.closed"

    found = way(campaign, (lead,), (18_000, 13_500))

    assert len(found.paths[0][1]) > 2
    gone(campaign, found.move)
    assert campaign.state.by_id[lead].point == (18_000, 13_500)


def test_a_way_that_is_too_long_says_how_far_it_could_lead() -> None:
    campaign = walkers()
    (lead,) = ids(campaign, "aragorn")

    found = way(campaign, (lead,), (10_000, 500))

    assert found.move is None
    assert found.fault is not None
    assert (found.fault.code, found.fault.figure) == ("ring.too_long", lead)
    assert found.fault.at is not None
    assert straight(campaign, lead, found.fault.at) == ""
    assert found.fault.at == (10_000, 12_000 - found.allowance)


def test_a_way_to_an_enemy_stops_in_contact_and_names_him() -> None:
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(25, 8))
    (lead,), (orc,) = ids(campaign, "aragorn"), ids(campaign, "orc")

    found = way(campaign, (lead,), (25_000, 8_000))

    assert found.stopped_by == orc
    assert found.foes == (orc,)
    assert found.paths[0][1][-1] == (24_000, 8_000)
    gone(campaign, found.move)


def test_a_force_keeps_its_formation() -> None:
    campaign = walkers()
    foot = ids(campaign, "rohan_foot")
    before = [campaign.state.by_id[one].point for one in foot]

    found = way(campaign, foot, (before[0][0] + 2_000, before[0][1] - 3_000))

    gone(campaign, found.move)
    after = [campaign.state.by_id[one].point for one in foot]
    assert after == [(x + 2_000, y - 3_000) for x, y in before]
    assert (found.left, found.apart) == ((), ())


def test_a_force_leaves_and_enters_by_the_gate() -> None:
    campaign = small()
    foot = ids(campaign, "rohan_foot")
    (gate,) = campaign.world.place("keep").gates

    found = way(campaign, foot, (10_000, 5_000))

    assert {path[0] for _, path in found.paths} == {gate}
    gone(campaign, found.move)
    assert len({campaign.world.ground.kind(path[-1]) for _, path in found.paths}) == 1
    assert len({Scene(campaign.world, campaign.state).lineup.force[one] for one in foot}) == 1
    assert len({campaign.state.by_id[one].point for one in foot}) == len(foot)
    campaign.by_default(lambda state: state.turn == 2 and state.agenda[0] == Movement(0))
    back = way(campaign, foot, gate, into="keep")
    gone(campaign, back.move)
    assert all(campaign.state.by_id[one].inside == "keep" for one in foot)


def test_a_gate_of_the_enemy_lets_nobody_in() -> None:
    campaign = small()
    campaign.put(replace(campaign.state, control=(("keep", "evil"), *campaign.state.control[1:])))
    altered(campaign, 6, x=9_000, y=5_000)

    found = way(campaign, (6,), (7_000, 5_000), into="keep")

    assert found.move is None
    assert found.fault is not None
    assert found.fault.code == "ring.not_held"


def test_out_of_turn_a_way_is_planned_but_not_offered() -> None:
    campaign = walkers()
    campaign.do(Done())

    found = way(campaign, ids(campaign, "aragorn"), (14_000, 9_000))

    assert (found.move, found.fault) == (None, None)
    assert found.paths


# With what odds.


def prospect(campaign: Campaign, move: Move | Board | None, rounds: int = 1) -> Prospect | None:
    asked = AskBattle(move=move, rounds=rounds)  # type: ignore[arg-type]
    assert campaign.asked is not None
    found = RING_OF_POWER.answer(campaign.state, campaign.asked, asked)
    assert found is None or isinstance(found, Prospect)
    return found


def to_combat(campaign: Campaign) -> Clash:
    """Let both end their movements, and return the combat that begins."""
    campaign.by_default(lambda state: isinstance(state.agenda[0], Clash))
    task = campaign.state.agenda[0]
    assert isinstance(task, Clash)
    return task


def test_the_odds_of_a_move_are_those_of_the_combat_that_it_brings() -> None:
    campaign = facing(
        {"character": "aragorn", "at": [19, 7.9]}, {"unit": "rohan_foot", "count": 3, "at": [19, 7]}, at=(25, 8)
    )
    figures = (*ids(campaign, "aragorn"), *ids(campaign, "rohan_foot"))
    move = way(campaign, figures, (25_000, 8_000)).move
    found = prospect(campaign, move)
    assert found is not None

    gone(campaign, move)
    stage = to_combat(campaign).stage
    assert stage is not None

    real = odds(stage, detail=True)
    assert (found.win, found.draw, found.lose) == pytest.approx(
        (float(real.win), float(real.draw), float(real.loss)), abs=1e-12
    )
    assert (found.own, found.other) == (len(figures), 1)
    assert found.win + found.draw + found.lose + found.none == pytest.approx(1)
    assert [hero.name for hero in found.fates if hero.own] == ["Aragorn"]
    assert found == prospect(campaign, None)


def before_two_orcs() -> tuple[Campaign, Move | Board | None]:
    """A rider who comes to the first of two orcs an inch apart; the orcs move later in the turn."""
    campaign = facing({"unit": "rohan_rider", "count": 1, "at": [20, 8]}, at=(25, 8))
    (orc,) = (one for one in campaign.state.figures if one.owner == 1)
    other = replace(orc, id=campaign.state.next_id, x=orc.x + 900)
    state = replace(campaign.state, figures=(*campaign.state.figures, other), next_id=other.id + 1)
    campaign.put(state)
    return campaign, way(campaign, ids(campaign, "rohan_rider"), (25_000, 8_000)).move


def test_the_odds_of_a_move_tell_who_may_still_move_off_and_the_odds_with_those_who_are_held() -> None:
    """Statement C2: only who is within an inch of an enemy when his movement begins is held."""
    campaign, move = before_two_orcs()
    found = prospect(campaign, move)

    assert found is not None
    assert (found.other, found.leavers) == (2, 1)
    assert found.held is not None
    assert found.held.other == 1
    assert found.held.win > found.win
    gone(campaign, move)
    campaign.do(Done())
    far = max(campaign.state.figures, key=lambda one: one.x)
    gone(campaign, way(campaign, (far.id,), (far.x + 5_000, 8_000)).move)
    stage = to_combat(campaign).stage
    assert stage is not None
    assert found.held.win == pytest.approx(float(odds(stage, detail=True).win), abs=1e-12)


def test_nobody_moves_off_whose_movement_is_over() -> None:
    campaign, move = before_two_orcs()
    agenda = tuple(task for task in campaign.state.agenda if task != Movement(1))
    state = replace(campaign.state, agenda=agenda)

    found = RING_OF_POWER.answer(state, campaign.asked, AskBattle(move=move))

    assert isinstance(found, Prospect)
    assert (found.other, found.leavers, found.held) == (2, 0, None)


def test_the_far_end_of_a_force_is_not_counted_among_those_who_fight() -> None:
    """Statement E3: a file of ten, an inch apart, of whom six are within 6 inches of the enemy."""
    campaign = facing(*({"unit": "rohan_foot", "count": 1, "at": [20 - k, 8]} for k in range(10)), at=(21, 8))
    to_combat(campaign)

    found = prospect(campaign, None)

    assert found is not None
    assert (found.own, found.other) == (6, 1)


def test_the_loser_sees_the_same_combat_from_the_other_side() -> None:
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(25, 8))
    gone(campaign, way(campaign, ids(campaign, "aragorn"), (25_000, 8_000)).move)
    to_combat(campaign)

    ours, theirs = (RING_OF_POWER.answer(campaign.state, Seat(seat), AskBattle(move=None)) for seat in (0, 1))

    assert isinstance(ours, Prospect)
    assert isinstance(theirs, Prospect)
    assert (ours.win, ours.own_loss) == pytest.approx((theirs.lose, theirs.other_loss))
    assert (ours.own, ours.other) == (theirs.other, theirs.own)


def test_the_odds_of_an_assault_are_those_of_the_combat_that_its_declaration_brings() -> None:
    campaign = at_declaration(siege(line(6)))
    (assault, *_) = possible_assaults(campaign.world, campaign.state, 0)
    wanted = Declaration(assaults=(assault,))
    found = answer(campaign, AskBattle(declare=wanted, of=assault.figure), Prospect)
    nothing = AskBattle(declare=Declaration(), of=assault.figure)
    assert campaign.asked is not None
    assert RING_OF_POWER.answer(campaign.state, campaign.asked, nothing) is None

    campaign.do(wanted)
    stage = to_combat(campaign).stage
    assert stage is not None
    real = odds(stage)

    attacking = next(number for number, side in enumerate(stage.battle.sides) if side.name == "evil")
    wins = (float(real.result.win), float(real.result.loss))
    assert (found.win, found.lose) == pytest.approx(wins if attacking == 0 else wins[::-1], abs=1e-12)
    assert (found.own, found.foe) == (6, "Rohan")


def test_the_odds_of_a_sally_are_those_of_who_steps_out() -> None:
    campaign = at_declaration(siege([(26_500, 14_000), (27_200, 14_000)]))
    campaign.do(Declaration())
    ((place, figures),) = possible_sallies(campaign.world, campaign.state, 1)

    few, many = (
        answer(campaign, AskBattle(declare=Declaration(sallies=((place, out),)), of=out[0]), Prospect)
        for out in (figures[:3], figures[:6])
    )

    assert (few.own, few.other, many.own) == (3, 2, 6)
    assert many.other_loss > few.other_loss > 0


def test_nobody_defends_a_place_that_is_walked_into() -> None:
    campaign = at_declaration(siege(line(4), garrison=0))
    (assault, *_) = possible_assaults(campaign.world, campaign.state, 0)
    assert campaign.asked is not None

    asked = AskBattle(declare=Declaration(assaults=(assault,)), of=assault.figure)
    assert RING_OF_POWER.answer(campaign.state, campaign.asked, asked) is None


def test_a_fight_to_the_end_leaves_fewer_draws() -> None:
    campaign = facing({"unit": "rohan_foot", "count": 2, "at": [20, 8]}, at=(25, 8))
    move = way(campaign, ids(campaign, "rohan_foot"), (25_000, 8_000)).move

    once, long = prospect(campaign, move), prospect(campaign, move, rounds=0)

    assert once is not None
    assert long is not None
    assert long.rounds > once.rounds == 1
    assert long.draw < once.draw


def test_a_move_without_contact_has_no_odds() -> None:
    campaign = walkers()
    move = way(campaign, ids(campaign, "aragorn"), (14_000, 9_000)).move

    assert prospect(campaign, move) is None
    assert prospect(campaign, None) is None


def test_an_assault_counts_walls_and_special_rules() -> None:
    campaign = Campaign("helms-deep")
    chosen = next(one for one in campaign.state.figures if one.unit == "ugluk")
    altered(campaign, chosen.id, x=26_500, y=14_500)

    found = prospect(campaign, Move(paths=((chosen.id, ((26_500, 14_500), (26_500, 13_800))),)))

    assert found is not None
    assert found.foe == "Rohan"
    assert "Walls of Helm's Deep" in found.chips
    assert "Deeping Wall" in found.chips


# Whither, when beaten.


def test_the_default_retreat_is_one_and_others_are_judged() -> None:
    campaign = facing({"unit": "rohan_foot", "count": 3, "at": [20, 8]}, at=(25, 8), face=4)
    campaign.put(replace(campaign.state, agenda=(Retreat(1, ids(campaign, "orc"), ids(campaign, "rohan_foot")),)))
    altered(campaign, ids(campaign, "orc")[0], x=21_500, y=8_000)
    task = campaign.state.agenda[0]
    assert isinstance(task, Retreat)
    paths = retreating.default_paths(campaign.world, campaign.state, task)

    fine = answer(campaign, AskRetreat(paths=paths), Judged)
    ((number, path),) = paths
    short = answer(campaign, AskRetreat(paths=((number, (path[0], (22_500, 8_000))),)), Judged)
    elsewhere = answer(campaign, AskRetreat(paths=((number, ((1, 1), (2, 2))),)), Judged)

    assert fine.fault is None
    assert campaign.refusal(FallBack(paths=paths)) == ""
    assert short.fault is not None
    assert (short.fault.code, short.fault.at) == ("ring.too_short", (22_500, 8_000))
    assert elsewhere.fault is not None
    assert elsewhere.fault.code == "ring.start"


NONSENSE = {
    "nobody is there": AskReach(figures=(99,)),
    "two players": AskReach(figures=(1, 7)),
    "twice": AskWay(figures=(1, 1), to=(0, 0)),
    "no move": AskBattle(move=Move(paths=())),
    "a move from elsewhere": AskBattle(move=Move(paths=((1, ((0, 0), (1, 1))),))),
    "no retreat": AskRetreat(paths=()),
    "no time for declarations": AskBattle(declare=Declaration(), of=1),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_with_the_reason(name: str) -> None:
    campaign = walkers()
    assert campaign.asked is not None

    with pytest.raises(IllegalAction) as refused:
        RING_OF_POWER.answer(campaign.state, campaign.asked, NONSENSE[name])

    assert refused.value.reason.code.startswith("ring.")
    assert refused.value.reason.message.endswith(".")

"""Statements of the rules that no other test of the play is about, each through the game itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.mutation.field import figure, moment, world
from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, facing, move, start, table
from tests.games.ring_of_power.play.test_special import goes, rule, small
from wartable.games.ring_of_power.campaign import agenda, events
from wartable.games.ring_of_power.campaign.actions import Carry, Consent, Declaration, Done, Move
from wartable.games.ring_of_power.campaign.agenda import Declare, Retreat
from wartable.games.ring_of_power.campaign.figures import Scene, pace_for
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Ending, Figure, RingState
from wartable.games.ring_of_power.combat.report import Row
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play import handlers, hindrances, turn
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import possible_sallies
from wartable.games.ring_of_power.play.contract import ranks
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import scenario

NORTH, SOUTH = 0, 1
ARAGORN, FRODO, GANDALF, ORC = 6, 4, 5, 7


def placed(campaign: Campaign, *figures: Figure) -> Campaign:
    """Put these figures on the table in the place of all others."""
    campaign.put(replace(campaign.state, figures=figures, next_id=max(one.id for one in figures) + 1))
    return campaign


def orcs(*points: tuple[int, int], first: int = 20) -> list[Figure]:
    return [Figure(id=first + n, owner=SOUTH, unit="orc", x=x, y=y) for n, (x, y) in enumerate(points)]


# The turn


def test_a_turn_begins_with_the_test_of_victory() -> None:
    """Statement B3: whoever has won when the first turn begins has won."""
    won = "  - {winner: evil, when: turn_start, if: {is: figures, who: {unit: [orc]}}, sentence: Orcs.}\n"

    assert small().state.ending is None
    assert small(extra=won).state.ending == Ending("evil", "", "Orcs.")


def test_the_last_turn_is_followed_by_one_more_test() -> None:
    """Settlement Q66."""
    won = "  - {winner: evil, when: turn_start, if: {is: flag, flag: up}, sentence: Late.}\n"
    late = rule("battle_end", "then: [{do: raise, flag: up}]")
    campaign = small(late, extra=won)
    campaign.put(replace(campaign.state, turn=4))
    near = [replace(one, x=20_500, y=20_000) if one.id == ORC else one for one in campaign.state.figures]
    campaign.put(replace(campaign.state, figures=tuple(near)))
    campaign.by_default(lambda state: state.ending is not None)

    assert campaign.state.ending == Ending("evil", "", "Late.")


def test_the_start_of_a_turn_has_its_order() -> None:
    """Statements B1, B2, B4: returns and healing, special rules, arrivals, then movement, then combat."""
    campaign = Campaign("war-of-the-ring")
    kinds = [type(task) for task in campaign.state.agenda]

    assert kinds.index(agenda.Movement) < kinds.index(agenda.Declare) < kinds.index(agenda.FindCombats)
    assert kinds.count(agenda.Movement) == 12
    assert kinds[-2:] == [agenda.FindCombats, agenda.EndCombat]


def test_each_players_combats_are_closed_where_players_take_turns() -> None:
    """Statement B6, settlement Q4: control is settled after every phase of combat."""
    campaign = Campaign(small().options.scenario, turn_structure="player_turns")
    last = [task.last for task in campaign.state.agenda if isinstance(task, agenda.EndCombat)]

    assert last == [False, True]


def test_a_place_changes_hands_when_only_enemies_who_can_fight_are_in_it() -> None:
    """Statement B6, settlement Q65."""
    house = (20_000, 25_000)

    def taken(*figures: Figure) -> str:
        campaign = placed(small(), *figures)
        campaign.by_default(lambda state: state.turn == 2)
        return campaign.state.holder["house"]

    friend = Figure(id=1, owner=NORTH, unit="rohan_foot", x=2_000, y=2_000)
    (orc,) = orcs(house)
    assert taken(friend, orc) == "evil"
    assert taken(friend, replace(orc, wounded=True)) == "good"


@pytest.mark.parametrize(("at", "comes"), [((3_110, 28_000), True), ((3_090, 28_000), False)])
def test_an_edge_is_open_unless_an_enemy_is_within_three_inches(at: tuple[int, int], comes: bool) -> None:  # noqa: FBT001
    """Statement B6: the edge's circle ends at 100 mils, so that the enemy stands 3 inches away, or a little less."""

    def change(plain: dict[str, object]) -> None:
        edge = {"id": "edge", "name": "Edge", "kind": "edge", "circle": [0.05, 28, 0.05], "owner": "good"}
        plain["places"].append(edge)  # type: ignore[attr-defined]
        arrival = {"id": "a", "player": "north", "turn": 2, "at": ["edge"], "groups": [{"unit": "rohan_foot"}]}
        plain.update(arrivals=[arrival])

    campaign = table(change)
    placed(campaign, Figure(id=1, owner=NORTH, unit="rohan_foot", x=39_000, y=2_000), *orcs(at))
    campaign.by_default(lambda state: state.turn == 2)

    assert (sum(one.unit == "rohan_foot" for one in campaign.state.figures) == 2) is comes


def test_arrivals_stand_within_three_inches_and_off_every_enemy_and_may_move() -> None:
    """Statements B5, B7: who finds no room is lost for good."""

    def change(plain: dict[str, object]) -> None:
        groups = [{"unit": "rohan_foot", "count": 120}]
        plain.update(arrivals=[{"id": "a", "player": "north", "turn": 2, "at": ["house"], "groups": groups}])

    campaign = table(change)
    placed(campaign, Figure(id=1, owner=NORTH, unit="rohan_foot", x=2_000, y=2_000), *orcs((23_000, 25_000)))
    campaign.by_default(lambda state: state.turn == 2)
    came = [one for one in campaign.state.figures if one.owner == NORTH and one.id != 1]
    (told,) = (one for one in campaign.told(events.Arrived) if isinstance(one, events.Arrived))

    assert 40 < len(came) < 120
    assert told.lost == 120 - len(came)
    assert max(campaign.world.distance("house", one.point) for one in came) <= 3_000
    assert min((one.x - 23_000) ** 2 + (one.y - 25_000) ** 2 for one in came) > 1_000**2
    assert RING_OF_POWER.to_act(campaign.state) == (NORTH,)
    assert all(one.moved == 0 for one in came)


def test_the_dispersed_return_after_five_turns() -> None:
    """Statement J6, settlement Q37: they come back where the scenario says, and nobody captures them."""
    campaign = Campaign("war-of-the-ring")
    wraith = next(one for one in campaign.state.figures if one.unit == "nazgul")
    run = Run(campaign.world, campaign.state, None)
    run.remove([wraith.id], "dispersed", back=1 + campaign.world.constants.ethereal_turns, at="minas_morgul")
    campaign.put(run.state)

    assert campaign.world.constants.ethereal_turns == 5
    assert (campaign.state.away[-1].back, campaign.state.away[-1].at) == (6, "minas_morgul")


def test_the_dispersed_wait_while_an_enemy_holds_the_place_of_their_return() -> None:
    """Statement J6: nobody takes form inside a garrison of the enemy."""
    campaign = Campaign("war-of-the-ring")
    wraith = next(one for one in campaign.state.figures if one.unit == "nazgul")
    run = Run(campaign.world, campaign.state, None)
    run.remove([wraith.id], "dispersed", back=run.state.turn + 1, at="minas_morgul")

    run.change(control=tuple((dict(run.state.control) | {"minas_morgul": "good"}).items()))
    turn.begin_turn(run, agenda.BeginTurn())
    assert wraith.id not in run.state.by_id
    assert run.state.away[-1].back == run.state.turn + 1

    run.change(control=tuple((dict(run.state.control) | {"minas_morgul": "evil"}).items()))
    turn.begin_turn(run, agenda.BeginTurn())
    assert run.state.by_id[wraith.id].inside == "minas_morgul"


# Movement


def test_who_is_numb_from_paralysis_pins_nobody_and_stays() -> None:
    """Statements C2, C16, G15."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(20.9, 8))
    altered(campaign, 2, numb_until=1, still_until=1)

    assert goes(campaign, "aragorn", (18_000, 7_000)) == ""
    campaign.do(Done())
    assert goes(campaign, "orc", (23_000, 8_000)) == "ring.still"


def test_only_the_figure_within_an_inch_is_pinned() -> None:
    """Statement C2, settlement Q46."""
    men: Group = {"unit": "rohan_foot", "count": 2, "formation": {"shape": "line", "anchor": [19, 8]}}
    campaign = facing(men, at=(20.9, 8))

    assert campaign.refusal(move(2, (20_000, 8_000), (20_000, 12_000))) == "ring.pinned"
    assert campaign.refusal(move(1, (19_000, 8_000), (19_000, 12_000))) == ""


@pytest.mark.parametrize(("settled", "dice"), [("once_per_searching_force_per_phase", 2), ("once_per_phase", 1)])
def test_every_force_beside_a_sneak_looks_for_it(settled: str, dice: int) -> None:
    """Statements F2, F4, settlement Q7: a die for each force, or one for all."""
    campaign = Campaign(small().options.scenario, lambda _, count: (1,) * count, detect_rolls=settled)
    frodo = Figure(id=1, owner=NORTH, unit="frodo", x=20_000, y=8_000)
    placed(campaign, frodo, *orcs((20_900, 8_000), (19_100, 8_000)))
    found = hindrances.looks(campaign.world, campaign.state, NORTH)

    assert [look.group for look in found] == [(1,)] * dice


def test_a_tracker_of_the_force_helps_the_search() -> None:
    """Statements F2, M30: it need not stand beside the one who hides."""
    campaign = small()
    tracker = Figure(id=30, owner=SOUTH, unit="ugluk", x=21_700, y=8_000)
    frodo = Figure(id=1, owner=NORTH, unit="frodo", x=20_000, y=8_000)
    placed(campaign, frodo, *orcs((20_900, 8_000)), tracker)

    assert [look.bonus for look in hindrances.looks(campaign.world, campaign.state, NORTH)] == [1]


@pytest.mark.parametrize(("settled", "bonus"), [("parties", 1), ("characters", 0)])
def test_a_tracker_helps_to_find_armies_with_stealth_on_the_move_as_settled(settled: str, bonus: int) -> None:
    """Statements C3, M30, settlement Q7: two sneaks, and Frodo, begin their turn each beside a tracker."""
    one = world(trackers_find=settled)
    sneaks = [figure(number, "with_stealth", (20_000, 8_000 + 900 * number)) for number in (1, 2)]
    trackers = [figure(number, "with_tracker", (x, 8_900), SOUTH) for number, x in ((30, 20_900), (31, 24_900))]
    state = moment(one, *sneaks, figure(4, "frodo", (24_000, 8_900)), *trackers)

    assert {look.group: look.bonus for look in hindrances.looks(one, state, NORTH)} == {(1, 2): bonus, (4,): 1}
    run = Run(one, state, None)
    hindrances.spot(run, agenda.Spot(NORTH), (3, 3))
    assert [each.id for each in run.state.figures if each.found] == ([1, 2, 4] if bonus else [4])


def test_who_attacks_from_hiding_is_found() -> None:
    """Statement F5: until the end of the turn, and the scenario hears of it."""
    campaign = placed(
        small(face=1), Figure(id=1, owner=NORTH, unit="aragorn", x=20_000, y=8_000), *orcs((20_900, 8_000))
    )
    task = agenda.Clash(forces=((1,), (20,)), attacking=(1,), prepared=True)
    campaign.put(replace(campaign.state, agenda=(task, agenda.EndCombat()), phase="combat"))
    campaign.put(_going_on(campaign))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.by_id[1].found == 1
    assert dict(campaign.state.spotted) == {"good": 1}


def _going_on(campaign: Campaign) -> RingState:
    run = Run(campaign.world, campaign.state, None)
    handlers.FLOW.go_on(run)
    return run.state


def test_bullies_count_the_force_that_they_join() -> None:
    """Statement C14, settlement Q36: a second bully who stands there already makes two against one."""

    def change(plain: dict[str, object]) -> None:
        bully = {"name": "Bully", "nation": "x", "race": "man", "foot": [1, 4, 5], "provenance": "stated"}
        plain.update(items=[], victory=[{"when": "time_out"}], units={"ruffian": {**bully, "abilities": ["bullies"]}})
        north = [{"unit": "ruffian", "at": [20, 8]}, {"unit": "ruffian", "at": [23.6, 8.6]}]
        plain.update(rosters={"north": north, "south": [{"unit": "orc", "at": [25, 8]}]})

    campaign = table(change)
    assert goes(campaign, "ruffian", (24_000, 8_000)) == ""
    alone = placed(campaign, *(one for one in campaign.state.figures if one.id != 2))
    assert goes(alone, "ruffian", (24_000, 8_000)) == "ring.bully"


def test_distances_are_measured_between_bases_if_so_settled() -> None:
    """Statement A5, settlement Q1: bases of half an inch each make two inches out of one."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(21.9, 8))
    edged = Campaign(campaign.options.scenario, measure="edge")

    assert goes(campaign, "aragorn", (17_000, 8_000)) == ""
    assert goes(edged, "aragorn", (17_000, 8_000)) == "ring.pinned"


@pytest.mark.parametrize(("settled", "inches"), [("chart", 6), ("text", 4)])
def test_bolt_shooters_move_as_the_chart_or_the_text_says(settled: str, inches: int) -> None:
    """Settlement Q20."""
    shooter: Group = {"artillery": "bolt_shooter", "crew": ["rohan_foot"], "at": [26, 10]}
    plain = facing(shooter).options.scenario
    campaign = Campaign(plain, bolt_shooter_move=settled)
    crew = tuple(one for one in campaign.state.figures if one.owner == NORTH)

    def gone(by: int) -> str:
        return campaign.refusal(Move(paths=tuple((one.id, (one.point, (one.x, one.y - by))) for one in crew)))

    assert gone(1000 * inches) == ""
    assert gone(1000 * inches + 10) == "ring.too_long"


def test_a_team_may_carry_two_small_ones_but_no_more() -> None:
    """Statement J3, settlement Q25: one man carries two hobbits at half speed; each carries in one team only."""
    campaign = small()
    hobbits = [
        Figure(id=n, owner=NORTH, unit=unit, x=20_000 + 300 * n, y=20_000, wounded=True)
        for n, unit in ((1, "frodo"), (2, "sam"), (3, "merry"))
    ]
    man, other = (Figure(id=n, owner=NORTH, unit="boromir", x=20_000, y=y) for n, y in ((8, 20_400), (9, 19_600)))
    placed(campaign, *hobbits, man, other, *orcs((35_000, 5_000)))
    campaign.do(Carry(carried=1, carriers=(8,)))
    assert campaign.refusal(Carry(carried=2, carriers=(8, 9))) == "ring.busy"
    campaign.do(Carry(carried=2, carriers=(8,)))

    assert campaign.refusal(Carry(carried=3, carriers=(8,))) == "ring.too_heavy"
    assert campaign.refusal(move(8, (20_000, 20_400), (20_600, 25_300))) == ""
    assert campaign.refusal(move(8, (20_000, 20_400), (20_000, 27_500))) == "ring.too_long"  # road: half of 10, and 2


def test_who_is_healed_where_he_was_carried_stands_on_a_point_of_his_own() -> None:
    """Statements J5, A7."""
    campaign = small()
    carried = Figure(id=1, owner=NORTH, unit="frodo", x=20_000, y=25_000, wounded=True, carried_by=(2,), disturbed=1)
    friend = Figure(id=2, owner=NORTH, unit="boromir", x=20_000, y=25_000)
    placed(campaign, carried, friend, *orcs((35_000, 5_000)))
    campaign.by_default(lambda state: state.turn == 3)
    healed = campaign.state.by_id[1]

    assert (healed.wounded, healed.carried_by) == (False, ())
    assert healed.point != campaign.state.by_id[2].point


def test_a_rider_of_a_flyer_walks_once_he_is_thrown() -> None:
    """Statement A8, settlement Q29."""
    world = Campaign("war-of-the-ring").world
    rider = Figure(id=1, owner=0, unit="winged_nazgul", x=0, y=0, mounted=True)

    assert pace_for(world, rider).flies
    assert not pace_for(world, replace(rider, mounted=False)).flies


def test_the_slow_chart_brings_its_own_length_of_the_war() -> None:
    """Statement C1: slow moves need more turns."""
    slow, usual = (Campaign("war-of-the-ring", slow_chart=chosen).world for chosen in (True, False))

    assert (slow.last_turn, usual.last_turn) == (40, 24)
    assert (slow.row("man").foot, usual.row("man").foot) == (6, 10)


# After a combat


def beaten(*figures: Figure, dice: Sequence[int], trapped: str = "stay") -> Campaign:
    """Return the table after a combat of figures of the north with an orc, in which the north saves nothing."""
    campaign = at_retreat(*figures, dice=dice, trapped=trapped)
    campaign.by_default(lambda state: state.turn == 2)
    return campaign


def at_retreat(*figures: Figure, dice: Sequence[int], trapped: str = "stay") -> Campaign:
    """Return the table when those who are beaten by an orc, saving nothing, are asked where they flee."""
    campaign = Campaign(small().options.scenario, retreat_trapped=trapped)
    placed(campaign, *figures, *orcs((20_900, 8_000)))
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else tuple(dice)[:count]
    campaign.by_default(lambda state: isinstance(state.agenda[0], Retreat) or state.turn == 2)
    return campaign


def test_the_wounded_for_whom_there_is_no_bearer_are_left_behind_by_the_beaten() -> None:
    """Statements C16, H, J2, J3: of three hobbits one falls, one is lost besides, one flees with one of them."""
    party = [
        Figure(id=n, owner=NORTH, unit=unit, x=20_300 - 300 * n, y=8_000, found=1)
        for n, unit in ((1, "sam"), (2, "merry"), (3, "pippin"))
    ]
    campaign = beaten(*party, dice=(1, 1, 1, 6))
    left = {one.id: one for one in campaign.state.figures if one.owner == NORTH}
    fallen = [number for number, one in left.items() if one.wounded]

    (bearer,) = (one for one in left.values() if not one.wounded)
    assert len(fallen) == 2
    (taken,) = (left[number] for number in fallen if left[number].carried_by)
    assert (taken.carried_by, taken.point) == ((bearer.id,), bearer.point)
    assert [left[one.id].point == one.point for one in party if one.id in set(fallen) - {taken.id}] == [True]
    assert bearer.still_until == 2
    went = max(abs(bearer.x - old.x) + abs(bearer.y - old.y) for old in party if old.id == bearer.id)
    assert went < 6_000  # at half speed


def test_who_is_strong_enough_takes_up_a_second_where_nobody_else_is_free() -> None:
    """Statements H, J3, settlement Q25: a man flees with two hobbits, at half speed, unless one of them is put down."""
    party = [
        Figure(id=n, owner=NORTH, unit=unit, x=20_300 - 300 * n, y=8_000, found=1)
        for n, unit in ((1, "merry"), (2, "eowyn"), (3, "pippin"))
    ]
    campaign = at_retreat(*party, dice=(1, 1, 1, 6))
    assert loads_shown(campaign) == ((1, (2,), True), (3, (2,), True))
    campaign.do(Carry(carried=1))
    assert loads_shown(campaign) == ((1, (2,), False), (3, (2,), True))
    campaign.do(Carry(carried=1, carriers=(2,)))
    campaign.by_default(lambda state: state.turn == 2)

    merry, eowyn, pippin = (campaign.state.by_id[number] for number in (1, 2, 3))
    assert eowyn.point == merry.point == pippin.point
    assert 6_000 < eowyn.y - party[1].y < 7_100  # on the road at half speed: half of 10, and 2


@pytest.mark.parametrize(("structure", "south"), [("phases", 2), ("player_turns", 1)])
def test_who_misses_the_next_movement_misses_one(structure: str, south: int) -> None:
    """Statements G15, H, settlements Q4, Q45: it may still be to come in the turn of the combat."""
    campaign = Campaign(small().options.scenario, lambda _, count: (1,) * count, turn_structure=structure)
    placed(campaign, *campaign.state.figures[:3], *orcs((7_200, 5_000)))
    campaign.by_default(lambda state: isinstance(state.agenda[0], Declare))

    assert [campaign.state.next_movement(player) for player in (NORTH, 1 - NORTH)] == [2, south]


def loads_shown(campaign: Campaign) -> tuple[tuple[int, tuple[int, ...], bool], ...]:
    question = RING_OF_POWER.view(campaign.state, None).question
    assert question is not None
    return question.loads


def test_the_beaten_may_leave_their_wounded_behind() -> None:
    """Statements H, J3: who is carried by default is put down before the retreat, or taken up by another."""
    party = [
        Figure(id=n, owner=NORTH, unit=unit, x=20_300 - 300 * n, y=8_000, found=1)
        for n, unit in ((1, "sam"), (2, "merry"), (3, "pippin"))
    ]
    campaign = at_retreat(*party, dice=(1, 1, 1, 6))
    (taken,) = (one for one in campaign.state.figures if one.carried_by)
    (bearer,) = taken.carried_by

    assert campaign.refusal(Carry(carried=taken.id, carriers=(101,))) == "ring.not_beaten"
    assert loads_shown(campaign) == ((taken.id, (bearer,), True),)
    campaign.do(Carry(carried=taken.id))
    assert campaign.state.by_id[taken.id].carried_by == ()
    assert (taken.id, (bearer,), False) in loads_shown(campaign)
    campaign.do(Carry(carried=taken.id, carriers=(bearer,)))
    campaign.do(Carry(carried=taken.id))
    before = campaign.state.by_id[taken.id].point
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.by_id[taken.id].point == before
    assert campaign.state.by_id[bearer].still_until == 2


def test_a_crew_flees_with_its_weapon() -> None:
    """Statements H, L1: a bolt shooter that has all its crew is saved, and they go at its pace."""
    weapon = Figure(id=1, owner=NORTH, weapon="bolt_shooter", x=19_300, y=8_000)
    men = [Figure(id=n, owner=NORTH, unit="dale_man", x=20_000, y=6_800 + 400 * n) for n in (2, 3)]
    crew = [Figure(id=n, owner=NORTH, unit="rohan_foot", x=18_600, y=6_800 + 300 * n, serves=1) for n in (4, 5)]
    campaign = beaten(weapon, *men, *crew, dice=(1, 1, 1, 1, 6))
    left = campaign.state.by_id
    gone = {n: ((left[n].x - old.x) ** 2 + (left[n].y - old.y) ** 2) ** 0.5 for n, old in ((1, weapon), (4, crew[0]))}

    assert (left[1].broken, left[4].serves, left[1].still_until) == (False, 1, 2)
    assert 4_000 < gone[4] < 7_000  # its own pace would be 10
    assert 4_000 < gone[1] < 7_000


@pytest.mark.parametrize(("trapped", "left"), [("stay", 1), ("eliminate", 0)])
def test_who_cannot_flee_stays_or_is_lost(trapped: str, left: int) -> None:
    """Statement H, settlements Q15, Q77: in a corner of the table between enemies there is no way back."""
    campaign = Campaign(small().options.scenario, retreat_trapped=trapped)
    men = [Figure(id=n, owner=NORTH, unit="rohan_foot", x=600 - 200 * n, y=0) for n in (1, 2, 3)]
    placed(campaign, *men, *orcs((1_300, 0), (1_300, 900), (0, 1_300), (700, 1_700)))
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (1, 1, 1, 6, 1, 1, 1)[:count]
    campaign.by_default(lambda state: state.turn == 2)

    assert sum(one.owner == NORTH for one in campaign.state.figures) == left


def test_whoever_stands_at_a_wall_fights_if_so_settled() -> None:
    """Statement K2, settlement Q17: by the letter nobody has to say so."""
    campaign = Campaign(small().options.scenario, lambda _, count: (1,) * count, fortress_contact="automatic")
    placed(campaign, *campaign.state.figures[:3], *orcs((7_200, 5_000)))
    campaign.by_default(lambda state: state.turn == 2)

    assert len(campaign.told(events.BattleBegan)) == 1


@pytest.mark.parametrize(("settled", "code"), [(False, ""), (True, "ring.pinned")])
def test_the_hidden_pin_nobody_unless_so_settled(settled: bool, code: str) -> None:  # noqa: FBT001
    """Statement C2, settlement Q6."""
    campaign = Campaign(small().options.scenario, lambda _, count: (1,) * count, hidden_pins_enemy=settled)
    frodo = Figure(id=1, owner=NORTH, unit="frodo", x=20_000, y=8_000)
    placed(campaign, frodo, *orcs((20_900, 8_000)))
    campaign.do(Done())

    assert goes(campaign, "orc", (25_000, 8_000)) == code


@pytest.mark.parametrize(("at", "beside"), [((24_000, 13_900), ""), ((33_000, 13_100), "helms_deep:weak:0")])
def test_a_charge_lies_within_an_inch_of_a_gate_or_weak_wall(at: tuple[int, int], beside: str) -> None:
    """Statement L5, settlement Q59."""
    campaign = Campaign("helms-deep")
    bomb = next(one for one in campaign.state.figures if one.weapon == "demolition_charge")
    crew = [one for one in campaign.state.figures if one.serves == bomb.id]
    guard = next(one for one in campaign.state.figures if one.unit == "galadhrim")
    team = [replace(one, x=at[0] + 300 * n, y=at[1]) for n, one in enumerate((bomb, *crew))]
    placed(campaign, *sorted((*team, guard), key=lambda one: one.id))
    forces = (tuple(one.id for one in team), (guard.id,))
    clash = agenda.Clash(forces=forces, place="helms_deep", inside=(guard.id,), attacking=(crew[0].id,))
    found = battle_of(Scene(campaign.world, campaign.state), clash)

    assert found.by_id[bomb.id].at == beside


def test_who_has_no_mounted_profile_never_rides() -> None:
    """Settlement Q76."""
    riding: Group = {"unit": "orc", "count": 1, "at": [20, 8], "mounted": True}

    assert not facing(riding).state.by_id[1].mounted


def test_names_are_spelled_as_elsewhere() -> None:
    """Settlement Q74: Edoras, Dol Guldur and the Argonath, not as they are misspelled in the text."""
    names = {place.name for place in scenario("war-of-the-ring").places}

    assert {"Edoras", "Dol Guldur", "The Argonath"} <= names


def test_the_riders_of_the_example_roll_nothing_again() -> None:
    """Settlement Q44: the guide's riders charge furiously, those of the example do not."""
    kinds = {key: Campaign(key).world.units["rohan_rider"] for key in ("edoras-raid", "war-of-the-ring")}

    assert [kind.abilities for kind in kinds.values()] == [(), ("swift", "furious_charge_mounted")]


# Victory


def shared(points: tuple[int, ...], lost: Sequence[str] = (), winner: str = "evil") -> tuple[int, ...]:
    campaign = RingOptions(scenario="war-of-the-ring")
    state = RING_OF_POWER.start(campaign, 12)
    control = tuple((place, "evil" if place in lost else side) for place, side in state.control)
    world = Campaign("war-of-the-ring").world
    return ranks(world, replace(state, points=points, control=control, ending=Ending(winner, "minor", "")))


def test_of_the_shadow_the_player_with_most_points_wins() -> None:
    """Section 4: among evil players the one with most status points is the winner of their victory."""
    order = scenario("war-of-the-ring").order
    found = shared(tuple(7 if player == "khamul" else 5 for player in order))

    assert {player: rank for player, rank in zip(order, found, strict=True) if rank < 3} == {
        "khamul": 1,
        **dict.fromkeys(order[:3], 2),
        **dict.fromkeys(order[4:7], 2),
    }
    assert set(found[7:]) == {8}


def test_of_the_free_peoples_all_win_but_those_who_lost_their_home() -> None:
    """Section 4: the Elves lose three homes, Rohan one; the Fellowship has none."""
    order = scenario("war-of-the-ring").order
    found = shared((0,) * 12, ["helms_deep", "rivendell", "lothlorien"], "good")

    assert [player for player, rank in zip(order, found, strict=True) if rank == 1] == [
        "gondor",
        "elves",
        "dwarves",
        "fellowship",
    ]
    assert found[order.index("rohan")] == 5
    assert shared((0,) * 12, winner="") == (1,) * 12


# Helm's Deep


def horn(inside: int) -> Campaign:
    """Return Helm's Deep with Rohan about to sally, so many men staying within."""
    campaign = Campaign("helms-deep", lambda _, count: (3,) * count)
    men = [one for one in campaign.state.figures if one.unit == "rohan_foot" and not one.serves]
    uruk = next(one for one in campaign.state.figures if one.unit == "uruk_hai" and not one.serves)
    keep = sorted([*men[: 3 + inside], replace(uruk, x=26_500, y=14_500)], key=lambda one: one.id)
    campaign.put(replace(campaign.state, figures=tuple(keep)))

    def due(state: RingState) -> bool:
        return isinstance(state.agenda[0], Declare) and campaign.world.players[state.agenda[0].player] == "rohan"

    campaign.by_default(due)
    rohan = campaign.world.index["rohan"]
    ((_, garrison),) = possible_sallies(campaign.world, campaign.state, rohan)
    campaign.do(Declaration(sallies=(("helms_deep", garrison[:3]),)))
    return campaign


def test_the_horn_needs_one_who_stays_behind_and_blows() -> None:
    """Section 4: a special rule of Helm's Deep."""
    nobody, one = horn(0), horn(1)

    assert not isinstance(nobody.state.agenda[0], agenda.Special)
    assert isinstance(one.state.agenda[0], agenda.Special)
    one.do(Consent(use=True))
    one.by_default(lambda state: state.turn == 2)
    assert [len(pool.dice) for pool in _attacks(one)] == [6, 1]


def _attacks(campaign: Campaign) -> list[Row]:
    told = (one for one in campaign.told(events.BattleRolled) if isinstance(one, events.BattleRolled))
    return [row for one in told for row in one.rows if row.kind == "attack"]


def test_forces_join_owners_of_one_side_and_characters_stand_with_their_leader() -> None:
    """Statements D1, D2, D4, D5, settlements Q47, Q48."""
    campaign = small()
    men = [Figure(id=n, owner=NORTH, unit="rohan_foot", x=10_000 + 1_000 * n, y=8_000) for n in (1, 2, 3)]
    alone = Figure(id=4, owner=NORTH, unit="rohan_foot", x=14_001, y=8_000)
    placed(campaign, *men, alone, *orcs((30_000, 8_000)))
    scene = Scene(campaign.world, campaign.state)

    assert scene.lineup.force[1] == scene.lineup.force[2] == scene.lineup.force[3]
    assert len({scene.lineup.force[n] for n in (1, 4, 20)}) == 3
    assert start(campaign, 4) == (14_001, 8_000)

"""Moves and what is done beside them: whose figures, pinning, carrying, crews, ships, healing, arrivals (B, C, J)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_special import TABLE, goes, numbers, small
from wartable.engine.values import Event
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Carry, Dismount, Done, HandOver, Move, Serve
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.figures import burden
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.tell import sentence
from wartable.games.ring_of_power.reading import bring, read_scenario
from wartable.games.ring_of_power.terrain.plans import Path

FRODO, GANDALF, ARAGORN, ORC = 4, 5, 6, 7


def table(change: Callable[[dict[str, object]], None], face: int = 4) -> Campaign:
    """Return the small table with its file changed."""
    plain = yaml.safe_load(TABLE % (next(numbers), " []"))
    change(plain)
    one = read_scenario(yaml.safe_dump(plain))
    assert findings(one) == ()
    bring(one)
    return Campaign(one.id, lambda _, dice: (face,) * dice)


def altered(campaign: Campaign, number: int, **fields: object) -> Campaign:
    """Put other values into fields of a figure."""
    figures = tuple(replace(one, **fields) if one.id == number else one for one in campaign.state.figures)
    campaign.put(replace(campaign.state, figures=figures))
    return campaign


def move(number: int, *path: tuple[int, int]) -> Move:
    return Move(paths=((number, path),))


def start(campaign: Campaign, number: int) -> tuple[int, int]:
    return campaign.state.by_id[number].point


NONSENSE = {
    "nobody": (Move(paths=()), "ring.nobody"),
    "a figure that is not there": (move(99, (1, 1), (2, 2)), "ring.no_figure"),
    "another's figure": (move(ORC, (35_000, 5_000), (34_000, 5_000)), "ring.not_yours"),
    "a wrong start": (move(ARAGORN, (1, 1), (2, 2)), "ring.start"),
    "no path": (Move(paths=((ARAGORN, ()),)), "ring.start"),
    "off the table": (move(ARAGORN, (20_000, 20_000), (20_000, 31_000)), "ring.off_table"),
    "too far": (move(ARAGORN, (20_000, 20_000), (20_000, 29_000), (20_000, 20_000)), "ring.too_long"),
    "into a river": (move(ARAGORN, (20_000, 20_000), (25_000, 15_000)), "ring.closed"),
    "into a place without walls": (
        Move(paths=((ARAGORN, ((20_000, 20_000), (20_000, 21_000))),), into="house"),
        "ring.no_place",
    ),
    "out where there is no way": (
        Move(paths=((ARAGORN, ((20_000, 20_000), (20_000, 21_000))),), into="house", out=True),
        "ring.no_exit",
    ),
    "two on one point": (
        Move(paths=((FRODO, ((2_000, 25_000), (4_000, 25_000))), (GANDALF, ((2_500, 25_500), (4_000, 25_000))))),
        "ring.taken",
    ),
    "a figure twice": (
        Move(paths=((ARAGORN, ((20_000, 20_000),)), (ARAGORN, ((20_000, 20_000),)))),
        "ring.twice",
    ),
    "a hundred thousand corners": (
        move(ARAGORN, *(((20_000, 20_000), (20_001, 20_000)) * 50_000)),
        "ring.too_many_points",
    ),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_by_a_rule_of_this_game_and_changes_nothing(name: str) -> None:
    action, code = NONSENSE[name]
    campaign = small()
    before, seat = campaign.state, campaign.asked
    assert seat is not None
    reason = RING_OF_POWER.explain(before, seat, action)

    assert reason is not None
    assert (reason.code, reason.rule.partition(" ")[0]) == (code, "ring-of-power")
    assert campaign.state == before


def test_a_figure_moves_once_a_turn() -> None:
    """Statement C1."""
    campaign = small()
    campaign.do(move(ARAGORN, (20_000, 20_000), (20_000, 21_000)))

    assert campaign.refusal(move(ARAGORN, (20_000, 21_000), (20_000, 22_000))) == "ring.moved"


def test_figures_that_go_together_go_at_the_pace_of_the_slowest() -> None:
    """Statement D3."""
    campaign = small()
    both = Move(paths=((FRODO, ((2_000, 25_000), (2_000, 18_400))), (GANDALF, ((2_500, 25_500), (2_500, 18_900)))))
    alone = move(GANDALF, (2_500, 25_500), (2_500, 18_300))

    assert campaign.refusal(alone) == ""
    assert campaign.refusal(both) == ""
    further = Move(paths=((FRODO, ((2_000, 25_000), (2_000, 16_900))), (GANDALF, ((2_500, 25_500), (2_500, 17_400)))))
    assert campaign.refusal(further) == "ring.too_long"


Group = dict[str, object]


def facing(*north: Group, at: tuple[float, float] = (30, 8), face: int = 4) -> Campaign:
    """Return the small table with groups of one side and a lone orc on the other."""
    orc: Group = {"unit": "orc", "count": 1, "at": list(at)}
    plain: Group = {
        "rosters": {"north": list(north), "south": [orc]},
        "items": [],
        "victory": [{"when": "time_out"}],
        "points": [{"feat": "army_felled", "points": 1}],
    }
    return table(lambda whole: whole.update(plain), face)


def beside_an_orc(unit: str = "aragorn", face: int = 4) -> Campaign:
    return facing({"character": unit, "at": [20, 8]}, at=(20.9, 8), face=face)


def test_who_begins_within_an_inch_of_an_enemy_is_pinned() -> None:
    """Statement C2."""
    assert goes(beside_an_orc(), "aragorn", (20_000, 7_000)) == "ring.pinned"


@pytest.mark.parametrize(("face", "code"), [(3, ""), (4, "ring.pinned")])
def test_stealth_is_pinned_only_when_found(face: int, code: str) -> None:
    """Statements C3, F4, M26, settlement Q7."""
    campaign = beside_an_orc("frodo", face)

    assert goes(campaign, "frodo", (19_000, 7_000)) == code
    assert len(campaign.told(events.Changed)) == 1


def test_a_wounded_enemy_does_not_pin() -> None:
    """Statements C2, J2."""
    campaign = beside_an_orc()
    altered(campaign, 2, wounded=True)

    assert goes(campaign, "aragorn", (20_000, 7_000)) == ""


def test_a_move_ends_in_contact_unless_it_is_free_to_go_on() -> None:
    """Statement C13, settlement Q2."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, at=(25, 8.5))
    through = ((28_000, 8_000),)
    assert goes(campaign, "aragorn", *through) == "ring.near_enemy"

    free = Campaign(campaign.options.scenario, contact_move="free")
    assert goes(free, "aragorn", *through) == ""


def test_the_regrouping_and_the_wounded_stay() -> None:
    """Statement C16."""
    assert goes(altered(small(), ARAGORN, still_until=1), "aragorn", (20_000, 21_000)) == "ring.still"
    assert goes(altered(small(), ARAGORN, wounded=True), "aragorn", (20_000, 21_000)) == "ring.wounded"


def test_the_venerable_rest_after_a_fight() -> None:
    """Statements C15, M32."""
    campaign = facing({"character": "denethor", "at": [20, 8]})
    assert goes(campaign, "denethor", (20_000, 9_000)) == ""

    campaign.by_default(lambda state: state.turn == 2)
    assert goes(altered(campaign, 1, fought=1), "denethor", (20_000, 9_000)) == "ring.venerable"


def test_the_immobile_never_move() -> None:
    """Statements C15, M15."""
    campaign = facing({"character": "watcher", "at": [20, 8]})

    assert goes(campaign, "watcher", (20_000, 9_000)) == "ring.immobile"


def test_bullies_keep_away_from_an_equal_force() -> None:
    """Statements C14, M5, settlement Q36."""

    def bullied(enemies: int, unit: str = "orc") -> str:
        def change(plain: dict[str, object]) -> None:
            plain.update(items=[], victory=[{"when": "time_out"}])
            bully = {
                "name": "Bully",
                "nation": "x",
                "race": "man",
                "foot": [1, 4, 5],
                "abilities": ["bullies"],
                "provenance": "stated",
            }
            plain.update(units={"ruffian": bully})
            north = [{"unit": "ruffian", "count": 1, "at": [20, 8]}]
            plain.update(rosters={"north": north, "south": [{"unit": unit, "count": enemies, "at": [25, 8]}]})

        return goes(table(change), "ruffian", (24_000, 8_000))

    assert bullied(1) == "ring.bully"
    assert bullied(1, "goblin") == ""


CARRYING = (
    (["man"], ["man"], "half"),
    (["man", "man"], ["man"], "full"),
    (["man"], ["hobbit"], "full"),
    (["hobbit"], ["hobbit"], "half"),
    (["hobbit", "hobbit"], ["hobbit"], "full"),
    (["hobbit"], ["man"], "none"),
    (["hobbit", "hobbit"], ["man"], "half"),
    (["man"], ["hobbit", "hobbit"], "half"),
    (["man", "hobbit"], ["man"], "half"),
)


@pytest.mark.parametrize(("carriers", "carried", "speed"), CARRYING)
def test_carrying(carriers: list[str], carried: list[str], speed: str) -> None:
    """Statement J3, settlement Q25, case 7.4."""
    world = small().world
    unit = {"man": "aragorn", "hobbit": "sam"}

    def made(races: list[str]) -> list[Figure]:
        return [Figure(id=n, owner=0, unit=unit[race], x=0, y=0) for n, race in enumerate(races, 1)]

    assert burden(world, made(carriers), made(carried)) == speed


def test_a_wounded_friend_is_taken_up_carried_and_put_down() -> None:
    campaign = altered(small(), FRODO, wounded=True)
    assert campaign.refusal(Carry(carried=FRODO, carriers=(ARAGORN,))) == "ring.too_far"
    assert campaign.refusal(Carry(carried=GANDALF, carriers=(FRODO,))) == "ring.not_wounded"
    campaign.do(Carry(carried=FRODO, carriers=(GANDALF,)))
    campaign.do(move(GANDALF, (2_500, 25_500), (2_500, 19_000)))
    assert start(campaign, FRODO) == (2_500, 19_000)

    campaign.do(Carry(carried=FRODO))
    assert campaign.state.by_id[FRODO].carried_by == ()


def test_an_item_goes_to_a_character_of_the_force() -> None:
    campaign = small()
    assert campaign.refusal(HandOver(item="crown", to=GANDALF)) == "ring.no_item"
    assert campaign.refusal(HandOver(item="ring", to=ARAGORN)) == "ring.too_far"
    campaign.do(HandOver(item="ring", to=GANDALF))

    assert campaign.state.by_id[GANDALF].holds == "ring"


def test_riders_dismount_for_good() -> None:
    """Statement A8."""
    campaign = facing({"unit": "rohan_rider", "count": 1, "at": [20, 8]})
    campaign.do(Dismount(figures=(1,)))

    assert not campaign.state.by_id[1].mounted
    assert campaign.refusal(Dismount(figures=(1,))) == "ring.on_foot"


def battery() -> Campaign:
    shooter: Group = {"artillery": "bolt_shooter", "crew": ["rohan_foot"], "at": [20, 8]}
    return facing(shooter, {"unit": "rohan_foot", "count": 2, "at": [21, 9]})


def test_a_weapon_moves_only_with_all_of_its_crew() -> None:
    campaign = battery()
    weapon, one, other = (campaign.state.by_id[number] for number in (1, 2, 3))
    north = [(each.id, (each.point, (each.x, each.y + 3_000))) for each in (weapon, one, other)]

    assert campaign.refusal(Move(paths=tuple(north[:2]))) == "ring.no_crew"
    assert campaign.refusal(Move(paths=tuple(north))) == ""


def test_the_log_tells_who_moved_and_whereto() -> None:
    campaign = battery()
    team = [campaign.state.by_id[number] for number in (1, 2, 3)]
    campaign.do(Move(paths=tuple((each.id, (each.point, (each.x, each.y + 3_000))) for each in team)))

    told = sentence(campaign.world, campaign.told(events.Moved)[0])
    assert told.startswith("North moves 1 Bolt shooter and 2 Rohan foot"), told


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (((30_000, 40_000), (30_000, 14_000)), "to Helm's Deep"),
        (((29_000, 14_000), (30_000, 14_000)), "at Helm's Deep"),
        (((30_000, 40_000), (30_000, 25_000)), "to within 13 inches of Helm's Deep"),
        (((30_000, 40_000), (17_500, 28_000)), "to Deeping-coomb"),
        (((30_000, 25_000), (18_000, 47_000)), "to within 11 inches of the Deeping road"),
        (((23_000, 46_000), (18_000, 46_000)), "to 10 inches from the Deeping road"),
    ],
)
def test_a_way_is_told_by_the_place_or_region_it_leads_to(way: Path, said: str) -> None:
    moved = events.Moved(player=0, paths=((1, way),), names=("Orc",))
    assert sentence(Campaign("helms-deep").world, moved) == f"Saruman moves 1 Orc {said}."


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (events.Arrived(player=0, figures=(1, 2), names=("Orc", "Orc"), at="edge"), "2 Orcs of {} arrive"),
        (events.Arrived(player=0, figures=(2,), names=("Orc",), at="edge"), "1 Orc of {} arrives"),
        (
            events.FellBack(player=0, paths=((1, ()), (2, ())), names=("Aragorn", "Orc")),
            "Aragorn and 1 Orc of {} retreat",
        ),
        (events.FellBack(player=0, paths=((2, ()),), names=("Orc",)), "1 Orc of {} retreats and regroups."),
        (events.Changed(figures=(2,), names=("Aragorn",), what="wounded"), "Aragorn is wounded."),
        (
            events.Moved(player=0, paths=((1, ((0, 0),)),), names=("Aragorn", *"ABBCDDD")),
            "{} moves Aragorn, 1 A, 2 Bs and 4 others ",
        ),
    ],
)
def test_figures_are_told_by_their_names(event: Event, said: str) -> None:
    world = battery().world
    told = sentence(world, event)
    assert told.startswith(said.format("North")), told


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("argonath", "The Argonath falls"),
        ("black_gate", "The Black Gate falls"),
        ("thranduil", "Thranduil's Halls fall"),
        ("iron_hills_hold", "The Iron Hills hold falls"),
        ("minas_tirith", "Minas Tirith falls"),
    ],
)
def test_places_are_told_with_their_article(place: str, said: str) -> None:
    world = Campaign("war-of-the-ring").world
    assert sentence(world, events.PlaceTaken(place=place, by="shadow", before="")).startswith(f"{said} to ")


@pytest.mark.parametrize(("scenario", "said"), [("moria-passage", "Goblins gain"), ("helms-deep", "Saruman gains")])
def test_who_goes_by_the_name_of_several_does_what_several_do(scenario: str, said: str) -> None:
    scored = events.Scored(player=0, points=1, feat="hold")
    assert sentence(Campaign(scenario).world, scored) == f"{said} 1 status point."


def test_new_crew_comes_from_foot_soldiers_of_the_force() -> None:
    """Statement L2."""
    campaign = battery()
    assert campaign.refusal(Serve(weapon=1, figures=(4,))) == "ring.crew_full"
    figures = tuple(one for one in campaign.state.figures if one.id != 3)
    campaign.put(replace(campaign.state, figures=figures))
    campaign.do(Serve(weapon=1, figures=(4,)))

    assert campaign.state.by_id[4].serves == 1
    assert not campaign.state.by_id[4].original


def test_crew_that_walks_off_leaves_the_weapon_unmoved() -> None:
    campaign = battery()
    soldier = campaign.state.by_id[2]
    campaign.do(move(2, soldier.point, (soldier.x, soldier.y - 2_000)))

    assert campaign.state.by_id[2].serves == 0
    assert campaign.state.by_id[1].broken


def test_a_weapon_that_loses_crew_outside_of_combat_is_unmoved() -> None:
    """Statement L1: special rules take figures away too."""
    campaign = battery()
    weapon, _, other = (campaign.state.by_id[number] for number in (1, 2, 3))
    run = Run(campaign.world, campaign.state, None)
    run.remove([2], "dead")
    campaign.put(run.state)
    north = [(each.id, (each.point, (each.x, each.y + 3_000))) for each in (weapon, other)]

    assert campaign.refusal(Move(paths=tuple(north))) == "ring.immobile"


@pytest.mark.parametrize(("crew", "inches", "code"), [("orc", 8, ""), ("orc", 9, "ring.too_long"), ("uruk_hai", 9, "")])
def test_a_ram_goes_at_the_pace_of_its_crew(crew: str, inches: int, code: str) -> None:
    """Section L."""
    campaign = facing({"artillery": "battering_ram", "crew": [crew], "at": [10, 3]})
    team = [one for one in campaign.state.figures if one.owner == 0]
    north = tuple((one.id, (one.point, (one.x, one.y + 1_000 * inches))) for one in team)

    assert campaign.refusal(Move(paths=north)) == code


def test_a_beast_is_no_crew() -> None:
    """Statement L2: crew are infantry, in the field as in combat."""
    shooter: Group = {"artillery": "bolt_shooter", "crew": ["haradrim"], "at": [20, 8]}
    campaign = facing(shooter, {"unit": "mumak", "count": 1, "at": [22, 8]})
    altered(campaign, 4, x=20_900, y=8_000)
    campaign.put(replace(campaign.state, figures=tuple(one for one in campaign.state.figures if one.id != 2)))

    assert campaign.refusal(Serve(weapon=1, figures=(4,))) == "ring.no_recruit"


def rested(turns: int) -> bool:
    """Return whether Aragorn, wounded at the house, is healed after so many turns."""
    campaign = altered(small(), ARAGORN, wounded=True, x=20_000, y=25_000, disturbed=1)
    campaign.by_default(lambda state: state.turn == 1 + turns)
    return not campaign.state.by_id[ARAGORN].wounded


def test_a_full_turn_of_rest_at_a_place_of_healing_heals() -> None:
    """Statement J5, settlement Q67."""
    assert [rested(turns) for turns in (1, 2)] == [False, True]


def test_nobody_heals_elsewhere() -> None:
    campaign = altered(small(), ARAGORN, wounded=True)
    campaign.by_default(lambda state: state.turn == 4)

    assert campaign.state.by_id[ARAGORN].wounded


def test_the_wounded_who_are_left_alone_are_slain_and_lose_what_they_hold() -> None:
    """Statement J4, settlement Q68."""
    campaign = altered(small(), FRODO, wounded=True, x=30_000, y=5_000)
    altered(campaign, ORC + 1, x=30_000, y=5_700)  # beside him from the first, and it does not move
    campaign.do(Done())
    campaign.by_default(lambda state: state.turn == 2)
    assert FRODO in campaign.state.by_id
    campaign.do(Done())
    orc = campaign.state.by_id[ORC]
    campaign.do(move(ORC, orc.point, (31_000, 5_000)))
    campaign.do(Done())

    assert FRODO not in campaign.state.by_id
    assert campaign.state.by_id[ORC].holds == "ring"


SARUMAN = 11
CAPTIVES = """\
captives: [{{unit: [{}]}}]
points:
  - {{feat: character_captured, points: 7}}
  - {{feat: character_felled, points: 3}}
"""


def prisoner(who: str = "frodo") -> Campaign:
    """Return the small table with Frodo wounded and alone beside Saruman, in Saruman's movement."""
    campaign = small(extra=CAPTIVES.format(who))
    assert campaign.state.by_id[SARUMAN].unit == "saruman"
    altered(campaign, FRODO, wounded=True, x=33_500, y=25_000)
    campaign.do(Done())
    return campaign


def test_who_flees_takes_nobody_captive_and_leaves_other_bearers_alone() -> None:
    """Statements H, J4: captives are taken by those who move."""
    campaign = prisoner()
    flight = Retreat(1, (SARUMAN,), ())
    campaign.put(replace(campaign.state, agenda=(flight, *campaign.state.agenda)))
    assert campaign.refusal(Carry(carried=FRODO, carriers=(SARUMAN,))) == "ring.not_beaten"

    others = replace(campaign.state, agenda=(replace(flight, figures=(ORC,)), *campaign.state.agenda[1:]))
    campaign.put(others)
    altered(campaign, FRODO, carried_by=(SARUMAN,), captured=True)
    assert campaign.refusal(Carry(carried=FRODO)) == "ring.not_beaten"


def test_a_scenario_says_who_may_be_carried_off_by_his_captors() -> None:
    """Statements J3, J4, settlement Q68."""
    take = Carry(carried=FRODO, carriers=(SARUMAN,))
    assert prisoner(who="sam").refusal(take) == "ring.no_captive"
    campaign = prisoner()
    assert campaign.refusal(Carry(carried=FRODO)) == "ring.not_carried"
    campaign.do(take)
    saruman = campaign.state.by_id[SARUMAN]
    assert (saruman.holds, campaign.state.points) == ("ring", (0, 7))
    half = campaign.state.by_id[SARUMAN]
    assert campaign.refusal(move(SARUMAN, half.point, (33_000, 17_000))) == "ring.too_long"
    campaign.do(move(SARUMAN, half.point, (33_000, 22_000)))
    campaign.do(Done())
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.by_id[FRODO].point == (33_000, 22_000)
    assert campaign.refusal(Carry(carried=FRODO)) == "ring.captive"
    campaign.do(Done())
    campaign.do(Carry(carried=FRODO))
    campaign.do(take)
    assert campaign.state.points == (0, 7)  # he is captured once


def test_a_captive_who_is_put_down_is_a_wounded_enemy_again() -> None:
    """Statement J4, settlement Q68."""
    campaign = prisoner()
    campaign.do(Carry(carried=FRODO, carriers=(SARUMAN,)))
    campaign.do(move(SARUMAN, campaign.state.by_id[SARUMAN].point, (33_000, 24_000)))
    campaign.do(Carry(carried=FRODO))
    campaign.do(Done())

    assert FRODO not in campaign.state.by_id
    assert campaign.state.away[-1].why == "dead"
    assert campaign.state.points == (0, 10)


def test_captors_take_up_again_whom_they_put_down_within_their_own_walls() -> None:
    """Statement J4, settlement Q68: he is theirs while their garrison is around him, and scored once."""
    campaign = prisoner()
    campaign.do(Carry(carried=FRODO, carriers=(SARUMAN,)))
    for number in (FRODO, SARUMAN):
        altered(campaign, number, x=5_000, y=5_000, inside="keep")
    left = tuple(one for one in campaign.state.figures if one.inside != "keep" or one.id in {FRODO, SARUMAN})
    campaign.put(replace(campaign.state, figures=left, control=(("keep", "evil"), *campaign.state.control[1:])))
    points = campaign.state.points
    campaign.do(Carry(carried=FRODO))
    campaign.do(Carry(carried=FRODO, carriers=(SARUMAN,)))

    assert campaign.state.by_id[FRODO].carried_by == (SARUMAN,)
    assert campaign.state.points == points


def test_nobody_is_captured_beside_friends_who_can_fight() -> None:
    """Statement J4."""
    campaign = small(extra=CAPTIVES.format("frodo"))
    altered(campaign, FRODO, wounded=True, x=33_500, y=25_000)
    altered(campaign, ARAGORN, x=34_400, y=25_000)
    campaign.do(Done())

    assert campaign.refusal(Carry(carried=FRODO, carriers=(SARUMAN,))) == "ring.not_alone"


def test_captives_are_led_off_the_table_by_their_captors() -> None:
    """Settlement Q68."""
    campaign = small(extra=CAPTIVES.format("saruman"))
    altered(campaign, SARUMAN, wounded=True, x=38_500, y=16_600)
    altered(campaign, ARAGORN, x=38_000, y=16_500)
    campaign.do(Carry(carried=SARUMAN, carriers=(ARAGORN,)))
    campaign.do(Move(paths=((ARAGORN, ((38_000, 16_500), (39_000, 16_000))),), into="door", out=True))

    assert {away.figure.id: away.why for away in campaign.state.away} == {SARUMAN: "captured", ARAGORN: "left"}


def test_figures_leave_the_table_where_they_may() -> None:
    campaign = altered(small(), ARAGORN, x=36_000, y=18_000)
    path = ((36_000, 18_000), (39_000, 16_000))
    assert campaign.refusal(Move(paths=((ARAGORN, path),), into="hall", out=True)) == "ring.no_exit"
    campaign.do(Move(paths=((ARAGORN, path),), into="door", out=True))

    assert ARAGORN not in campaign.state.by_id
    assert campaign.state.away[-1].why == "left"


def arriving(owner: str = "good", **fields: object) -> Campaign:
    def change(plain: dict[str, object]) -> None:
        arrival = {
            "id": "relief",
            "player": "north",
            "at": ["house"],
            "groups": [{"unit": "rohan_foot", "count": 2}],
            **fields,
        }
        bank = {"id": "ford_bank", "name": "Bank", "kind": "site", "circle": [30, 15, 1.5], "owner": "good"}
        plain["places"].append(bank)  # type: ignore[attr-defined]
        plain.update(arrivals=[arrival])
        for place in plain["places"]:  # type: ignore[attr-defined]
            if place["id"] == "house":
                place["owner"] = owner

    return table(change)


def arrived(campaign: Campaign, turn: int) -> int:
    campaign.by_default(lambda state: state.turn == turn)
    return sum(one.unit == "rohan_foot" for one in campaign.state.figures) - 3


def test_reinforcements_come_in_their_turn_where_their_place_is_held() -> None:
    """Statement B5."""
    assert [arrived(arriving(turn=2), turn) for turn in (1, 2, 3)] == [0, 2, 2]
    assert [arrived(arriving(turn=1, every=2), turn) for turn in (1, 2, 3)] == [2, 2, 4]
    assert [arrived(arriving(turn=1, every=1, until=2), turn) for turn in (1, 2, 3)] == [2, 4, 4]
    assert arrived(arriving("evil", turn=2), 3) == 0


def relieved(arrive_by: str, at: str, *there: str) -> int:
    """Return how many of two come to a place in turn 2 where figures of these players of their side stand."""
    spots: dict[str, list[float]] = {"house": [20, 25], "door": [39, 15.5]}

    def change(plain: dict[str, Any]) -> None:
        plain["sides"][0]["players"].append("west")
        plain["players"]["west"] = {"name": "West"}
        plain["order"].append("west")
        plain["rosters"]["west"] = [{"unit": "rohan_foot", "count": 1, "at": [12, 8]}]
        for player in there:
            plain["rosters"][player].append({"unit": "gondor_warrior", "count": 1, "at": [*spots[at]]})
        groups = [{"unit": "dale_man", "count": 2}]
        plain["arrivals"] = [{"id": "relief", "player": "north", "turn": 2, "at": [at], "groups": groups}]
        plain["settlements"] = {"arrive_by": arrive_by}

    campaign = table(change)
    campaign.by_default(lambda state: state.turn == 2 and state.phase != "turn_start")
    came = sum(one.unit == "dale_man" for one in campaign.state.figures)
    told = [one for one in campaign.told(events.Arrived) if isinstance(one, events.Arrived)]
    assert [one.lost for one in told] == [2 - came]
    return came


def test_a_place_where_only_allies_stand_is_shut_where_the_players_own_control_is_asked() -> None:
    """Statement B5, settlement Q65: an edge of the table nobody can shut."""
    ally, own = ("west",), ("west", "north")

    assert [relieved("side", "house", *there) for there in (ally, own, ())] == [2, 2, 2]
    assert [relieved("player", "house", *there) for there in (ally, own, ())] == [0, 2, 2]
    assert relieved("player", "door", *ally) == 2


def test_those_who_come_with_ships_come_aboard_and_the_rest_on_land() -> None:
    groups = [{"unit": "corsair_ship", "count": 1}, {"unit": "corsair", "count": 10}]
    campaign = arriving(turn=2, at=["ford_bank"], groups=groups)
    campaign.by_default(lambda state: state.turn == 2)

    (ship,) = (one for one in campaign.state.figures if one.unit == "corsair_ship")
    crew = [one for one in campaign.state.figures if one.unit == "corsair"]
    ground = campaign.world.ground
    assert ground.kind(ship.point) == "river"
    assert [one.aboard for one in crew] == [ship.id] * 8 + [0] * 2
    assert {one.point for one in crew[:8]} == {ship.point}
    assert {ground.kind(one.point) for one in crew[8:]} == {"clear"}


def test_players_move_and_fight_in_turn_if_so_wished() -> None:
    """Statement B2, settlement Q4."""
    campaign = small()
    other = Campaign(campaign.options.scenario, turn_structure="player_turns")
    tasks = [type(task).__name__ for task in other.state.agenda]

    assert tasks.count("FindCombats") == 2
    assert tasks.index("FindCombats") < len(tasks) - 1 - tasks[::-1].index("Movement")


def test_after_the_last_turn_the_last_verdict_holds() -> None:
    """Statement B3."""
    campaign = small()
    campaign.by_default(lambda state: state.ending is not None)

    assert campaign.state.turn == 4
    assert campaign.state.ending is not None
    assert campaign.state.ending.sentence == "Time is over."


def test_those_who_come_with_a_flyer_stand_where_walkers_may() -> None:
    beast = {"name": "Fell beast", "nation": "x", "race": "flying", "foot": [2, 3, 3], "provenance": "stated"}
    groups = [{"unit": "fell_beast", "count": 1}, {"unit": "dunlending", "count": 9}]

    def change(plain: dict[str, object]) -> None:
        bank = {"id": "bank", "name": "Bank", "kind": "site", "circle": [30, 15, 1.5], "owner": "good"}
        plain["places"].append(bank)  # type: ignore[attr-defined]
        arrival = {"id": "relief", "player": "north", "turn": 2, "at": ["bank"], "groups": groups}
        plain.update(arrivals=[arrival], units={"fell_beast": beast})

    campaign = table(change)
    campaign.by_default(lambda state: state.turn == 2)

    walkers = [one for one in campaign.state.figures if one.unit == "dunlending"]
    assert len(walkers) == 9
    assert "river" not in {campaign.world.ground.kind(one.point) for one in walkers}

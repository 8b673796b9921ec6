"""Special rules at work on a small table: every condition, effect and kind of roll of the vocabulary."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec import structs

from tests.games.ring_of_power.play.table import Campaign
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Consent, Done, Move, Proclaim
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.state import Away
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.goal import goal_of
from wartable.games.ring_of_power.reading import bring, read_scenario
from wartable.games.ring_of_power.special.conditions import matching
from wartable.games.ring_of_power.vocabulary import conditions as words

TABLE = """
id: small-%d
title: A small table
summary: For tests.
table: {width: 40, height: 30}
last_turn: 4
sides:
  - {id: good, name: Good, players: [north]}
  - {id: evil, name: Evil, players: [south]}
  - {id: wild, name: Wild, wild: true, hostile_to: [good]}
players: {north: {name: North}, south: {name: South}}
order: [north, south]
terrain:
  - {id: forest, type: woods, polygon: [[0, 20], [10, 20], [10, 30], [0, 30]]}
  - {id: moor, type: marsh, polygon: [[30, 20], [40, 20], [40, 30], [30, 30]]}
waters:
  - id: water
    type: river
    navigable: true
    width: 1
    line: [[0, 15], [40, 15]]
    crossings: [{id: ford, type: ford, at: [20, 15], radius: 1}]
roads:
  - {id: lane, width: 1, line: [[20, 0], [20, 30]]}
places:
  - id: keep
    name: Keep
    kind: fortress
    circle: [5, 5, 1.5]
    owner: good
    base: good
    gates: [[6.5, 5]]
    tower: {armies: 2}
  - {id: hall, name: Hall, kind: site, circle: [35, 5, 1.5], owner: evil, base: evil, home_of: south}
  - {id: house, name: House, kind: haven, circle: [20, 25, 1.5], owner: good, healing: true}
  - {id: door, name: Door, kind: edge, circle: [39, 15.9, 0.9], exits: [good]}
rosters:
  north:
    - {unit: rohan_foot, count: 3, inside: keep}
    - {character: frodo, at: [2, 25], holds: ring}
    - {character: gandalf, at: [2.5, 25.5]}
    - {character: aragorn, at: [20, 20]}
  south:
    - {unit: orc, count: 4, at: [35, 5]}
    - {character: saruman, at: [33, 25]}
items:
  - {id: ring, name: A ring}
returns:
  - {who: {ability: ethereal}, at: hall}
rules:%s
victory:
  - {winner: good, when: immediate, if: {is: destroyed, item: ring}, sentence: Molten.}
  - {when: time_out, sentence: Time is over.}
"""


numbers = count(1)


def small(rules: str = "", face: int = 4, extra: str = "") -> Campaign:
    """Return the small table with special rules, all dice showing one face."""
    one = read_scenario(TABLE % (next(numbers), f"\n{rules}" if rules else " []") + extra)
    assert findings(one) == ()
    bring(one)
    return Campaign(one.id, lambda _, dice: (face,) * dice)


def rule(when: str, *lines: str) -> str:
    head = ("  - id: tested", f"    when: {when}", "    sentence: For a test.")
    return "\n".join((*head, *(f"    {line}" for line in lines)))


def points(number: int) -> str:
    """Return the effect by which tests see that something was done."""
    return f"{{do: points, player: south, points: {number}}}"


def doing(when: str, *then: str) -> str:
    return rule(when, f"then: [{', '.join(then)}]")


def matched(campaign: Campaign, **filters: object) -> list[str]:
    who = words.Who(**filters)  # type: ignore[arg-type]
    return [one.unit for one in matching(Scene(campaign.world, campaign.state, it=(1,)), who)]


FILTERS: dict[str, tuple[dict[str, object], int]] = {
    "nothing": ({}, 11),
    "it": ({"it": True}, 1),
    "a unit": ({"unit": ("orc",)}, 4),
    "a nation": ({"nation": ("fellowship",)}, 3),
    "a race": ({"race": ("hobbit",)}, 1),
    "a side": ({"side": "evil"}, 5),
    "a player": ({"player": ("north",)}, 6),
    "an ability": ({"ability": "stealth"}, 1),
    "characters": ({"character": True}, 4),
    "armies": ({"character": False}, 7),
    "the wounded": ({"wounded": True}, 0),
    "riders": ({"mounted": True}, 0),
    "in a tower": ({"tower": True}, 0),
    "an area": ({"inside": ("forest",)}, 2),
    "a garrison": ({"inside": ("keep",)}, 3),
    "a road": ({"on_road": True}, 1),
    "near a place": ({"near": "house", "within": 6_000}, 1),
    "near a unit": ({"near": "frodo", "within": 1_000}, 2),
    "led by somebody": ({"led_by": ("gandalf",)}, 2),
    "in a small force": ({"force_at_most": 1}, 2),
    "in a force of characters": ({"force_all": words.Who(character=True)}, 4),
    "a holder": ({"holds": "ring"}, 1),
    "beside somebody": ({"beside": words.Who(holds="ring")}, 1),
    "but some": ({"side": "evil", "but": words.Who(character=True)}, 4),
    "either of two": ({"either": (words.Who(unit=("orc",)), words.Who(unit=("frodo",)))}, 5),
}


@pytest.mark.parametrize("name", FILTERS)
def test_filters_choose_figures(name: str) -> None:
    filters, wanted = FILTERS[name]

    assert len(matched(small(), **filters)) == wanted


CONDITIONS = {
    "{is: turn, at_least: 1}": True,
    "{is: turn, at_least: 2}": False,
    "{is: turn, at_most: 0}": False,
    "{is: held, place: keep, by: good}": True,
    "{is: held, place: keep, by: good, tower: true}": False,
    "{is: bases, by: good, of: good, at_least: 1}": True,
    "{is: bases, by: good, of: evil, at_least: 1}": False,
    "{is: bases, by: evil, of: evil, at_least: 1, but: [hall]}": False,
    "{is: breached, place: keep}": False,
    "{is: figures, who: {unit: [orc]}, at_least: 4}": True,
    "{is: figures, who: {unit: [orc]}, at_least: 5}": False,
    "{is: figures, who: {unit: [orc]}, at_most: 3}": False,
    "{is: together, who: {unit: [frodo]}, other: {unit: [gandalf]}, within: 1}": True,
    "{is: together, who: {unit: [frodo]}, other: {unit: [aragorn]}, within: 1}": False,
    "{is: left, by: door, who: {side: good}}": False,
    "{is: status, side: evil, at_most: 0}": True,
    "{is: status, side: evil, at_least: 1}": False,
    "{is: spotted, side: good}": False,
    "{is: destroyed, item: ring}": False,
    "{is: counted, counter: corruption_ring, at_least: 1}": False,
    "{is: not, of: {is: destroyed, item: ring}}": True,
    "{is: all, of: [{is: turn, at_least: 1}, {is: destroyed, item: ring}]}": False,
    "{is: any, of: [{is: turn, at_least: 1}, {is: destroyed, item: ring}]}": True,
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_hold_or_not(text: str) -> None:
    campaign = small(rule("turn_start", f"if: {text}", f"then: [{points(7)}]"))

    assert campaign.state.points[1] == (7 if CONDITIONS[text] else 0)


def after(*then: str, face: int = 4, when: str = "turn_start") -> Campaign:
    """Return the small table after the effects, all dice thrown."""
    campaign = small(doing(when, *then), face)
    assert campaign.asked is not None or campaign.state.ending
    return campaign


def test_flags_and_counters_are_raised_lowered_and_counted() -> None:
    campaign = after(
        "{do: raise, flag: up}", "{do: raise, flag: down}", "{do: lower, flag: down}", "{do: count, counter: c, by: 3}"
    )

    assert [flag for flag, _ in campaign.state.flags] == ["up"]
    assert campaign.state.counters == (("c", 3),)


def test_harm_kills_armies_and_wounds_characters() -> None:
    campaign = after("{do: harm, who: {either: [{unit: [orc]}, {unit: [aragorn]}]}}")

    assert campaign.count(orc=0, aragorn=1) == {"orc": 0, "aragorn": 1}
    assert matched(campaign, wounded=True) == ["aragorn"]


@pytest.mark.parametrize(("face", "left"), [(2, 4), (1, 0)])
def test_harm_may_roll_for_each(face: int, left: int) -> None:
    assert after("{do: harm, who: {unit: [orc]}, each_rolls: 2}", face=face).count(orc=0)["orc"] == left


def test_wounding_and_slaying_make_no_difference_between_figures() -> None:
    campaign = after("{do: harm, who: {unit: [orc]}, how: wound}", "{do: harm, who: {unit: [aragorn]}, how: slay}")

    assert matched(campaign, wounded=True) == ["orc"] * 4
    assert campaign.count(aragorn=1)["aragorn"] == 0


def goes(campaign: Campaign, unit: str, *way: tuple[int, int]) -> str:
    """Return the code of why a unit may not go along a way, empty if it may."""
    one = next(figure for figure in campaign.state.figures if figure.unit == unit)
    return campaign.refusal(Move(paths=((one.id, (one.point, *way)),)))


def test_figures_that_are_stopped_do_not_move() -> None:
    assert goes(small(), "aragorn", (20_000, 22_000)) == ""
    assert goes(after("{do: stop, who: {unit: [aragorn]}}"), "aragorn", (20_000, 22_000)) == "ring.moved"


def test_a_closed_area_is_not_entered_until_its_time_is_over() -> None:
    campaign = small(rule("turn_start", "limit: once", "then: [{do: close, area: house, turns: 1}]"))
    assert goes(campaign, "aragorn", (20_000, 24_000)) == "ring.shut"

    campaign.by_default(lambda state: state.turn == 3)
    assert goes(campaign, "aragorn", (20_000, 24_000)) == ""


def test_a_breach_opens_a_place() -> None:
    campaign = after("{do: breach, place: keep}")

    assert campaign.state.breached("keep")
    assert len(campaign.told(events.Broken)) == 0  # told while the table was laid, before anybody listened


def test_figures_are_summoned_once_and_leave_when_their_time_is_over() -> None:
    campaign = small(
        doing("turn_start", "{do: muster, player: wild, units: {giant_spider: 2}, at: house, turns: 1, once: came}")
    )
    assert campaign.count(giant_spider=2)["giant_spider"] == 2

    campaign.by_default(lambda state: state.turn == 2)
    assert campaign.count(giant_spider=0)["giant_spider"] == 0


def test_figures_come_out_of_a_garrison() -> None:
    campaign = after("{do: muster, player: north, units: {rohan_foot: 2}, from_garrison: keep, at: house}")

    assert len(matched(campaign, inside=("keep",))) == 1
    assert matched(campaign, near="house", within=1_000).count("rohan_foot") == 2


def test_who_leaves_for_a_while_comes_back_changed() -> None:
    campaign = small(
        rule(
            "turn_start", "limit: once", "then: [{do: leave, who: {unit: [gandalf]}, turns: 2, at: house, wizardry: 5}]"
        )
    )
    assert campaign.count(gandalf=0)["gandalf"] == 0

    campaign.by_default(lambda state: state.turn == 3)
    (wizard,) = [one for one in campaign.state.figures if one.unit == "gandalf"]
    assert (wizard.wizardry, campaign.world.wizardry(wizard)) == (5, 5)


@pytest.mark.parametrize(("face", "orcs"), [(1, 4), (6, 4), (5, 0)])
def test_a_strike_hits_and_is_defended(face: int, orcs: int) -> None:
    """Ones hit nobody; sixes hit, and save; fives hit, and an orc needs a six."""
    assert after("{do: strike, who: {unit: [orc]}, dice: 8, attack: 4}", face=face).count(orc=0)["orc"] == orcs


def test_figures_become_another_unit() -> None:
    campaign = after("{do: become, who: {unit: [orc]}, unit: warg_rider}")

    assert matched(campaign, mounted=True) == ["warg_rider"] * 4


def test_items_are_given_destroyed_and_corrupt() -> None:
    assert matched(after("{do: give, item: ring, who: {unit: [gandalf]}}"), holds="ring") == ["gandalf"]
    assert after("{do: corrupt, item: ring, by: 2}").state.counters == (("corruption_ring", 2),)
    campaign = small(doing("movement_end", "{do: destroy, item: ring}"))
    campaign.do(Done())
    assert campaign.state.ending is not None
    assert campaign.state.ending.sentence == "Molten."


@pytest.mark.parametrize(("target", "wanted"), [(4, 5), (5, 9)])
def test_a_die_decides_between_effects(target: int, wanted: int) -> None:
    text = f"{{do: roll, target: {target}, then: [{points(5)}], otherwise: [{points(9)}]}}"

    assert after(text).state.points[1] == wanted


DUELS = {"one_adds: 1, other_adds: 0": 1, "one_adds: 0, other_adds: 1": 2, "one_adds: 1, other_adds: 1": 3, "": 2}
"""Gandalf has wizardry 3, Saruman 4."""


@pytest.mark.parametrize("adds", DUELS)
def test_duels_are_won_lost_or_tied(adds: str) -> None:
    ways = ", ".join(f"{way}: [{points(number)}]" for number, way in enumerate(("win", "lose", "tie"), 1))
    campaign = after(f"{{do: duel, one: gandalf, other: saruman, {adds}{', ' if adds else ''}{ways}}}")

    assert campaign.state.points[1] == DUELS[adds]


def test_figures_rush_toward_a_place() -> None:
    before = small().state.by_id
    campaign = after("{do: rush, who: {unit: [aragorn]}, toward: hall}")
    hero = next(one for one in campaign.state.figures if one.unit == "aragorn")
    old = before[hero.id]

    assert campaign.world.distance("hall", hero.point) < campaign.world.distance("hall", old.point) - 4_000


def test_a_lent_figure_is_moved_by_another_until_the_turn_is_over() -> None:
    campaign = small(rule("turn_start", "limit: once", "then: [{do: lend, who: {unit: [orc]}, player: north}]"))
    assert goes(campaign, "orc", (35_000, 9_000)) == ""

    campaign.by_default(lambda state: state.turn == 2)
    assert goes(campaign, "orc", (35_000, 9_000)) == "ring.not_yours"


def test_an_item_is_seized_by_the_higher_die() -> None:
    campaign = small(doing("turn_start", "{do: seize, item: ring, by: saruman}"))
    campaign.faces = lambda _, dice: (6, 1)[:dice]
    assert campaign.asked is not None

    assert matched(campaign, holds="ring") == ["saruman"]


def always(effect: str) -> Campaign:
    return small(doing("always", effect))


def test_standing_rules_bind_and_bar() -> None:
    bound = always("{do: bound, who: {unit: [gandalf]}, inside: forest}")
    barred = always("{do: barred, who: {character: true}, area: house}")

    assert goes(bound, "gandalf", (6_000, 25_500)) == ""
    assert goes(bound, "gandalf", (2_500, 19_000)) == "ring.confined"
    assert goes(barred, "aragorn", (20_000, 25_000)) == "ring.confined"


def test_standing_rules_keep_and_ease() -> None:
    gate = Move(paths=((1, ((6_500, 5_000), (9_000, 5_000))),))
    far = ((2_500, 29_900), (7_000, 29_900))

    assert small().refusal(gate) == ""
    kept = always("{do: keep, who: {unit: [rohan_foot]}, inside: keep, at_least: 3}")
    assert kept.refusal(gate) == "ring.keep"
    assert kept.refusal(Move(paths=((1, ((6_500, 5_000), (6_500, 5_000))),), into="keep", tower=True)) == ""
    assert goes(small(), "gandalf", *far) == "ring.too_long"
    assert goes(always("{do: eased, who: {side: good}, terrain: [woods]}"), "gandalf", *far) == ""


def test_boats_carry_along_the_water() -> None:
    boats = doing("always", "{do: boats, who: {character: true, near: water, within: 6}, distance: 12}")
    assert goes(small(boats), "aragorn", (20_000, 22_000)) == ""
    one = next(figure for figure in small().state.figures if figure.unit == "aragorn")
    by_boat = Move(paths=((one.id, (one.point, (20_000, 15_000), (25_000, 15_000), (25_000, 15_800))),), boat=True)

    assert small(boats).refusal(by_boat) == "ring.no_bank"
    assert small().refusal(by_boat) == "ring.no_boat"


def test_a_player_is_asked_and_may_let_a_rule_be() -> None:
    campaign = small(rule("turn_start", "asks: south", f"then: [{points(3)}]"))
    assert campaign.asked == 1
    campaign.do(Consent(use=True))
    assert campaign.state.points[1] == 3

    other = small(rule("turn_start", "asks: south", f"then: [{points(3)}]"))
    other.do(Consent(use=False))
    assert other.state.points[1] == 0


@pytest.mark.parametrize(("plus", "wanted"), [("", 0), ("{by: 1}", 1), ("{by: 1, counter: c, per: 2, most: 1}", 0)])
def test_a_test_adds_its_bonuses(plus: str, wanted: int) -> None:
    extra = "  - {id: counting, when: turn_start, sentence: Counts., then: [{do: count, counter: c}]}\n"
    campaign = small(extra + rule("turn_start", f"roll: {{target: 5, plus: [{plus}]}}", f"then: [{points(1)}]"))
    assert campaign.asked is not None

    assert campaign.state.points[1] == wanted


def test_a_table_is_rolled_on() -> None:
    rows = f"[{{faces: [1, 2, 3]}}, {{faces: [4, 5, 6], effects: [{points(2)}]}}]"
    campaign = small(rule("turn_start", f"table: {rows}"))
    assert campaign.asked is not None

    assert campaign.state.points[1] == 2


def test_a_rule_is_applied_to_each_force_or_figure() -> None:
    each = ("each: {side: good}", "then: [{do: count, counter: c}]")
    assert dict(small(rule("turn_start", *each)).state.counters)["c"] == 6
    assert dict(small(rule("turn_start", *each, "per: force")).state.counters)["c"] == 3


def test_a_flag_is_proclaimed_for_the_next_turn() -> None:
    campaign = small(extra="triggers:\n  - {flag: war, title: War, declared_by: [north]}\n")
    assert campaign.refusal(Proclaim(flag="peace")) == "ring.no_flag"
    campaign.do(Proclaim(flag="war"))
    assert not campaign.state.flags
    assert campaign.refusal(Proclaim(flag="war")) == "ring.flag_up"

    campaign.by_default(lambda state: state.turn == 2)
    assert campaign.state.flags == (("war", 2),)


def test_a_rule_is_called_by_its_title_and_so_is_the_flag_that_it_raises() -> None:
    """The log told "Isengard fought rohan begins." """
    raising = rule(
        "movement_end", "title: The Ents march", "then: [{do: raise, flag: ents_up}, {do: lower, flag: ents_up}]"
    )
    campaign = small(raising)
    campaign.by_default(lambda state: state.turn > 1)
    told = [RING_OF_POWER.tell(one, (), campaign.options) for one in campaign.told(events.Raised)]
    assert told[:2] == ["The Ents march.", "The Ents march: no more."]
    assert [one.title for one in goal_of(campaign.world).customs] == ["The Ents march"]


def test_what_decided_is_a_base_that_fell_or_an_ending_that_came_at_once() -> None:
    campaign = small()
    landmark = RING_OF_POWER.study.landmark
    keep = events.PlaceTaken(place="keep", by="evil", before="good")
    assert landmark(campaign.state, keep) == "Keep falls to Evil."
    assert landmark(campaign.state, events.PlaceTaken(place="house", by="evil", before="good")) == ""
    ended = {
        sentence: events.GameEnded(winner="good", grade="", sentence=sentence)
        for sentence in ("Molten.", "Time is over.")
    }
    assert [landmark(campaign.state, one) for one in ended.values()] == ["Molten.", ""]


def test_who_left_by_a_gate_has_got_away_and_still_counts() -> None:
    """The company that slipped out of Moria had lost all its fighters in the chart, and so praised who lost."""
    campaign = small()
    frodo = next(one for one in campaign.state.figures if one.unit == "frodo")
    rest = tuple(one for one in campaign.state.figures if one != frodo)
    before = RING_OF_POWER.measures(campaign.state)["fighters"]
    for at, lost in (("door", 0), ("", 1)):
        gone = Away(figure=frodo, why="left", turn=1, at=at)
        left = structs.replace(campaign.state, figures=rest, away=(gone,))
        assert RING_OF_POWER.measures(left)["fighters"] == (before[0] - lost, before[1])

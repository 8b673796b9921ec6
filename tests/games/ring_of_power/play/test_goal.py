"""The goal of a scenario in words: each ending, point, date and special rule, and where it stands."""

from __future__ import annotations

import pytest

from wartable.games.ring_of_power.campaign.world import World, world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.goal import goal_of
from wartable.games.ring_of_power.play.view import RingView
from wartable.games.ring_of_power.reading import packaged_scenarios


def world(key: str) -> World:
    return world_of(RingOptions(scenario=key))


def test_endings_are_told_with_their_conditions_and_places() -> None:
    endings = goal_of(world("helms-deep")).endings
    assert [(one.winner, one.grade, one.condition) for one in endings] == [
        ("evil", "major", "Helm's Deep is held by the Shadow and nobody holds out in Hornburg"),
        ("good", "major", "Helm's Deep is held by the Free Peoples and the walls and gates of Helm's Deep stand"),
        ("good", "minor", "Helm's Deep is held by the Free Peoples"),
        ("good", "minor", "Hornburg holds out"),
        ("evil", "minor", ""),
    ]
    assert endings[0].places == ("helms_deep",)


def test_the_war_tells_ring_bases_and_points() -> None:
    goal = goal_of(world("war-of-the-ring"))
    conditions = [one.condition for one in goal.endings]
    assert conditions[:3] == [
        "The One Ring is destroyed",
        "A character of the Shadow bears the One Ring in Barad-dûr",
        "4 bases of the Free Peoples are held by the Shadow",
    ]
    assert [one.threshold for one in goal.endings[4:6]] == [("evil", 140), ("evil", 100)]
    assert conditions[4] == "The Shadow has 140 or more status points"
    assert "-25 for one's own home lost" in goal.points
    assert "+10 for a character captured: Frodo, Sam, Merry or Pippin" in goal.points


def test_the_timetable_tells_turns_and_what_else_brings_somebody() -> None:
    dates = {(one.turns, one.after): one for one in goal_of(world("war-of-the-ring")).dates}
    royal = dates[(), "1 turn after: Saruman goes to war"]
    assert "Erkenbrand" in royal.who
    assert "2 \N{MULTIPLICATION SIGN} Royal Guard" in royal.who
    assert dates[(6, 12, 18, 24), "every 6 turns, until: Saruman goes to war"].at == ("Edoras",)
    assert dates[tuple(range(1, 25)), "every turn, until: The last march of the Ents"].at == ("Isengard",)


def test_what_starts_a_war_is_told_and_who_may_declare_it() -> None:
    """The timetable named the wars, and nothing said when they come."""
    told = {one.title: one.sentence for one in goal_of(world("war-of-the-ring")).customs}
    assert told["Saruman goes to war"] == (
        "Comes when turn 10 has come or Isengard fights Rohan. Saruman may declare it before."
    )
    assert told["The War of the Ring begins"].endswith(". Witch-king or Mouth of Sauron may declare it before.")


@pytest.mark.parametrize("key", packaged_scenarios())
def test_every_scenario_has_a_goal_in_words(key: str) -> None:
    goal = goal_of(world(key))
    assert goal.endings
    told = [one.condition for one in goal.endings] + list(goal.points) + [one.who for one in goal.dates]
    assert not [text for text in told if "_" in text]
    assert len(goal.customs) == len(world(key).scenario.rules) + len(world(key).scenario.triggers)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("helms-deep", "The walls stand."), ("moria-passage", "The company is lost in the dark.")],
)
def test_the_view_says_what_would_come_if_it_ended_now(key: str, sentence: str) -> None:
    options = RingOptions(scenario=key)
    state = RING_OF_POWER.start(options, 2)
    view = RING_OF_POWER.view(state, None)
    assert isinstance(view, RingView)
    assert world(key).scenario.victory[view.goal.ending].sentence == sentence
    assert view.goal.used == ()

"""Options of Lord of the Rings Risk: what goes together, what does not, and by which rule that is refused."""

from __future__ import annotations

from typing import Any

import pytest

from wartable.engine.errors import BadOptions
from wartable.engine.options import build, check
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESET_LINES, PRESET_TITLES, PRESETS

TRILOGY = PRESETS["trilogy"]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_agree_at_every_number_of_seats_and_have_words(preset: str) -> None:
    options = PRESETS[preset]
    for seats in options.seat_counts():
        check(options.for_seats(seats))

    assert build(LotrOptions, options.values()) == options
    assert preset in PRESET_TITLES
    assert preset in PRESET_LINES


@pytest.mark.parametrize(
    ("values", "rule", "way"),
    [
        ({"neutral_army_2p": False, "neutral_off_fill": "empty"}, "T02", "require_unit_everywhere=false"),
        ({"deal_mode": "tweaked"}, "T04", "sides=alliance"),
        ({"deal_mode": "tweaked", "sides": "team", "edition": "42"}, "T04", "edition=64"),
        ({"secret": "open_to_all"}, "T14", "secret=dealt"),
        ({"goal_check": "at_once"}, "T15", "goal_check=end_of_own_turn"),
        ({"empty_counts_for_card": False}, "T23", "empty_counts_for_card=true"),
        ({"leaders_at_start": 3}, "T32", "leaders_at_start=2"),
        ({"new_leader": "with_leader_move", "turn_order": "source", "leaders_separate": False}, "T34", ""),
        ({"set_counter": "player"}, "T52", "set_values=escalating"),
        ({"income": ["territories"], "depicted_bonus": True}, "T54", "depicted_bonus=false"),
        ({"place_in": "also_named_empty"}, "T55", "place_in=own"),
        ({"turn_order": "p42"}, "T80", "new_leader=before_cards"),
        ({"edition": "42", "find_ring": True}, "T84", "find_ring=false"),
        ({"victory": ["all"], "path_includes_south_downs": False}, "T85", ""),
        ({"edition": "42", "doom_roll": False}, "T86", "doom_roll=true"),
        ({"edition": "42", "journey_end": "dead_marshes"}, "V5", "edition=64"),
        ({"victory": ["all"], "income": ["cards"]}, "T50", "victory=points,all"),
        ({"team_points_at_doom": True}, "3", "sides=team"),
    ],
)
def test_sets_that_contradict_each_other_are_refused_with_a_way_out(
    values: dict[str, Any], rule: str, way: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        build(LotrOptions, values, TRILOGY)

    assert refused.value.reason.rule == f"lotr-risk {rule}"
    assert any(way in one for one in refused.value.reason.fix)


def test_goals_by_conquest_come_with_the_option_that_ends_the_game() -> None:
    """`lotr-risk L26`."""
    assert build(LotrOptions, {"end_on_goal": True}, TRILOGY).goals == ("territorial", "regions")
    assert TRILOGY.goals == ()


def test_the_editions_begin_with_other_hands() -> None:
    """`lotr-risk T07`: none, one or two in the edition of 2002, one in that of 2003."""
    begun = {name: [PRESETS[name].for_seats(n).starting_territory_cards for n in (2, 3, 4)] for name in PRESETS}

    assert (begun["original"], begun["trilogy"], begun["notes"]) == ([0, 1, 2], [1, 1, 1], [0, 0, 0])

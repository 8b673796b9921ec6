"""Scenario files with one thing wrong: each is refused in words, or can be begun; none breaks anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import patient
from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.games.ring_of_power.drawing.canvas import liveries
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import bring, packaged_scenarios, read_scenario

FOLDER = resources.files("wartable.data") / "ring_of_power" / "scenarios"
BROKEN: tuple[Any, ...] = (
    -1,
    0,
    10**9,
    -(10**9),
    0.0004,
    float("nan"),
    float("inf"),
    "",
    "nobody",
    None,
    [],
    {},
    [[1]],
    True,
)
"""What is written in the place of something that is right."""
Path = tuple[str | int, ...]
OTHERS = sorted({*packaged_scenarios()} - {"edoras-raid"})
"""Of the package: those that other tests bring along have no file."""
numbers = count(1)


@cache
def plain(key: str) -> Any:
    return read_yaml((FOLDER / f"{key}.yaml").read_text("utf-8"))


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the way to every value of a file, and to every list and map in it."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in inside:
        yield from leaves(inner, (*path, name))


def changed(value: Any, path: Path, other: Any) -> Any:
    """Return a copy of a file with something else at the end of a way."""
    if not path:
        return other
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: changed(value.get(first), tuple(rest), other)}
    return [changed(inner, tuple(rest), other) if at == first else inner for at, inner in enumerate(value)]


def told(broken: Any) -> str:
    """Return what is said of a scenario; empty if it can be played. Whatever else happens is a fault of ours."""
    try:
        one = read_scenario(json.dumps(broken))
        found = findings(one)
        if found:
            return found[0]
        bring(one)
        state = RING_OF_POWER.start(RingOptions(scenario=one.id), min(one.seatings))
    except BadData as error:
        return str(error)
    assert list(RING_OF_POWER.invariants(state)) == []
    return ""


def renamed(broken: Any) -> Any:
    return {**broken, "id": f"broken-{next(numbers)}"} if isinstance(broken.get("id"), str) else broken


@pytest.mark.parametrize("at", sorted(leaves(plain("edoras-raid")), key=str), ids=lambda at: ".".join(map(str, at)))
def test_whatever_is_wrong_with_the_raid_is_told(at: Path) -> None:
    for value in BROKEN:
        told(renamed(changed(plain("edoras-raid"), at, value)))


@patient(40)
@given(st.data(), st.sampled_from(OTHERS), st.sampled_from(BROKEN))
def test_whatever_is_wrong_with_another_scenario_is_told(data: st.DataObject, key: str, value: object) -> None:
    at = data.draw(st.sampled_from(list(leaves(plain(key)))))

    told(renamed(changed(plain(key), at, value)))


HELMS_DEEP = {
    "a table of nothing": (("table", "width"), 0, "The table is 0 by 48 inches; a side of a table has from 1 to 1000."),
    "an endless table": (("table", "width"), 10**9, "a side of a table has from 1 to 1000"),
    "a table of no number": (("table", "width"), float("nan"), r"at `\$.table.width`"),
    "a negative capacity": (("places", 0, "tower", "armies"), -6, r">= 0 - at `\$.places\[0\].tower.armies"),
    "a negative radius": (("waters", 0, "crossings", 0, "radius"), -1, "its radius is -1 inches"),
    "a ford beside its water": (("waters", 0, "crossings", 0, "at"), [2, 2], "does not touch the water"),
    "a river off the table": (("waters", 0, "line", 0), [-3, 4], r"\(-3, 4\) lies off the table"),
    "a gate off the table": (("places", 0, "gates", 0), [99, 13], r"gate \(99, 13\) lies off the table"),
    "an unknown crew": (("rosters", "saruman", 6, "crew"), ["uruk_enginer"], "Did you mean uruk_engineer"),
    "no crew": (("rosters", "saruman", 6, "crew", 0), "", "crew lists an empty name"),
    "figures on one point": (("rosters", "saruman", 2, "formation", "spacing"), 0, "stand on one point"),
    "a figure off the table": (("rosters", "saruman", 0, "at"), [26, -1], r"\(26, -1\) lies off the table"),
    "a figure in rock": (
        ("rosters", "saruman", 2, "formation", "anchor"),
        [2, 2],
        r"Uruk-hai stands at \(2, 2\), in ground that is closed to it",
    ),
    "figures where others stand": (
        ("rosters", "saruman", 3, "formation", "anchor"),
        [22, 37],
        r"stands at \(22, 37\), where Uruk-hai stands",
    ),
    "a field of another name": (
        ("rules", 1, "then", 0, "dice_facto"),
        2,
        r"field .*\. Did you mean dice_factor",
    ),
    "an effect of another name": (("rules", 1, "then", 0, "do"), "modfy", r"'modfy' .*\. Did you mean modify"),
    "a place of no kind": (("places", 0, "kind"), "fortres", r"'fortres' .*\. Did you mean fortress"),
    "a condition of no kind": (("victory", 0, "if", "is"), "helds", r"'helds' .*\. Did you mean held"),
    "a field far from any": (("table", "zzz"), 1, r"no field 'zzz' in table.*The fields are: .*width, height"),
    "a ground of another name": (
        ("terrain", 0, "type"),
        "hils",
        "type hils, which there is not. Did you mean hills",
    ),
    "a million dice": (("rules", 1, "then", 0, "dice_factor"), 10**6, "<= 10"),
}


@pytest.mark.parametrize("name", HELMS_DEEP)
def test_the_field_and_what_would_be_right_are_named(name: str) -> None:
    at, value, sentence = HELMS_DEEP[name]

    with pytest.raises(AssertionError, match=sentence):
        raise AssertionError(told(renamed(changed(plain("helms-deep"), at, value))))


UNIT = {"name": "X", "nation": "x", "race": "man", "provenance": "stated", "foot": [1, 4, 5]}
UNITS: dict[str, tuple[dict[str, Any], str]] = {
    "no dice at all": ({"foot": [-1, 4, 5]}, r"Unit x: .*`\$.foot\[0\]`"),
    "a target of one": ({"foot": [1, 1, 5]}, r"Unit x: .*>= 2 - at `\$.foot\[1\]`"),
    "a target of seven": ({"foot": [1, 4, 7]}, r"Unit x: .*<= 6 - at `\$.foot\[2\]`"),
    "a negative capacity": ({"capacity": -1}, r"Unit x: .*`\$.capacity`"),
    "no wounds": ({"wounds": 0}, r"Unit x: .*`\$.wounds`"),
    "an unknown race": ({"race": "men"}, "Unit x names the race men, .* Did you mean man"),
    "an unknown ability": ({"abilities": ["swifft"]}, "Unit x names the ability swifft, .* Did you mean swift"),
    "a field of another name": ({"abilites": []}, r"Unit x: .*'abilites'\. Did you mean abilities"),
    "an unknown row": ({"row": "orcs"}, "orcs is no row of the combat chart. Did you mean orc?"),
    "half a die": ({"foot": [0.5, 4, 5]}, r"Unit x: .*`\$.foot\[0\]`"),
}


@pytest.mark.parametrize("name", UNITS)
def test_units_that_are_none_are_told(name: str) -> None:
    fields, sentence = UNITS[name]
    broken = {**plain("edoras-raid"), "units": {"x": {**UNIT, **fields}}}

    with pytest.raises(AssertionError, match=sentence):
        raise AssertionError(told(renamed(broken)))


def test_a_colour_that_is_none_is_told_and_leaves_the_table_to_be_drawn() -> None:
    """Such a table could be begun, and was lost when the server was started again."""
    text = (FOLDER / "helms-deep.yaml").read_text("utf-8")
    given_colour = next(line for line in text.splitlines() if "colour:" in line)
    one = read_scenario(text.replace(given_colour, re.sub(r"colour: '?#\w+'?", "colour: yellowish", given_colour)))

    assert any("'yellowish' is no colour" in said for said in findings(one))
    assert all(re.fullmatch("#[0-9A-Fa-f]{6}", livery.fill) for livery in liveries(one))


def test_an_order_says_who_is_missing_and_who_is_strange() -> None:
    text = (FOLDER / "edoras-raid.yaml").read_text("utf-8")
    order = next(line for line in text.splitlines() if line.startswith("order:"))
    one = read_scenario(text.replace(order, order.replace("]", ", nobody]")))

    assert any(said.endswith("nobody is on no side.") for said in findings(one))

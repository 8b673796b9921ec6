from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import shapely
from shapely import affinity

from wartable.board.lettering import text_width
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.drawing.canvas import Canvas
from wartable.games.ring_of_power.drawing.land import features
from wartable.games.ring_of_power.drawing.places import starting
from wartable.games.ring_of_power.drawing.table import draw_table, ground_of
from wartable.games.ring_of_power.drawing.tokens import SHIELD_HIGH, SHIELD_WIDE, shields
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.reading import packaged_scenarios, read_scenario, scenario

SVG = "{http://www.w3.org/2000/svg}"
KEYS = packaged_scenarios()
SPACED = {"region": 0.24, "water": 0.06, "tract": 0.02}
"""Space between letters by the classes that the style sheet of the drawing gives it to."""
CROWD = """
id: crowd
title: A crowd
summary: Forty sites where there is room for few names.
table: {width: 60, height: 30}
last_turn: 2
sides: [{id: good, name: Good, players: [a]}, {id: evil, name: Evil, players: [b]}]
players: {a: {name: A}, b: {name: B}}
order: [a, b]
places: [%s]
rosters: {a: [], b: []}
victory: [{when: time_out, sentence: It is over.}]
"""


def written(svg: str) -> dict[str, Any]:
    """Return the boxes of the letters of a drawing's names, read off its SVG: from capitals' height to the line."""
    found: dict[str, Any] = {}
    for text in ET.fromstring(svg).iter(f"{SVG}text"):
        if not text.get("id", "").startswith("name-"):
            continue
        size, transform = float(text.get("font-size", "")), text.get("transform", "")
        x, y = (float(part) for part in re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", transform).groups())  # type: ignore[union-attr]
        turn = float(found_turn[1]) if (found_turn := re.search(r"rotate\(([-\d.]+)\)", transform)) else 0.0
        spacing = max(SPACED.get(style, 0.0) for style in text.get("class", "").split())
        half, line = text_width(text.text or "", size, spacing) / 2, y + float(text.get("y", ""))
        found[text.get("id", "")] = affinity.rotate(
            shapely.box(x - half, line - 0.66 * size, x + half, line), turn, origin=(x, y)
        )
    return found


@pytest.mark.parametrize("width", [700, 1000, 1600])
@pytest.mark.parametrize("key", KEYS)
def test_no_name_lies_on_another_or_leaves_the_sheet(key: str, width: int) -> None:
    one, shown = scenario(key), starting(world_of(RingOptions(scenario=key)))
    canvas = Canvas.of(one, width, "light")

    names = written(draw_table(one, shown, width=width))

    for (name, box), (other, others) in combinations(names.items(), 2):
        assert not box.intersects(others), (name, other)
    outside = [name for name, box in names.items() if not canvas.box.contains(box)]
    assert not outside


@pytest.mark.parametrize("width", [1000, 1600])
@pytest.mark.parametrize("key", KEYS)
def test_shields_and_other_places_do_not_cut_the_names_of_places(key: str, width: int) -> None:
    one, shown = scenario(key), starting(world_of(RingOptions(scenario=key)))
    canvas = Canvas.of(one, width, "light")
    half, high = SHIELD_WIDE / 2 * canvas.unit, SHIELD_HIGH / 2 * canvas.unit
    marks = {
        shield.id: shapely.box(shield.at[0] - half, shield.at[1] - high, shield.at[0] + half, shield.at[1] + high)
        for shield in shields(canvas, shown)
    }
    walls = {place.id: canvas.place(place).boundary for place in one.places if place.walled}

    names = written(draw_table(one, shown, width=width))

    for name in (f"place-{place.id}" for place in one.places):
        box = names[f"name-{name}"]
        cut = [mark for mark, shape in (marks | walls).items() if shape.intersects(box)]
        assert not cut, (name, cut)


@pytest.mark.parametrize("key", KEYS)
def test_capitals_of_a_region_stay_within_it(key: str) -> None:
    one = scenario(key)
    canvas = Canvas.of(one, 1600, "light")
    shapes = {f"name-terrain-{part.id}": part.shape for part in features(canvas)}
    svg = draw_table(one)
    capitals = set(re.findall(r'id="([^"]+)" class="name region', svg))

    names = written(svg)

    assert capitals
    assert all(shapes[name].covers(names[name]) for name in capitals)


def test_every_place_of_the_great_war_has_its_name_even_on_the_small_picture() -> None:
    one = scenario("war-of-the-ring")

    names = written(draw_table(one, starting(world_of(RingOptions(scenario=one.id))), width=1000))

    assert {f"name-place-{place.id}" for place in one.places} <= set(names)


def test_a_crowd_leaves_names_out_in_place_of_writing_them_on_each_other() -> None:
    sites = ", ".join(
        f"{{id: site_{n}, name: A long-winded name {n}, kind: site, circle: [{25 + n % 8}, {12 + n // 8}, 0.2]}}"
        for n in range(40)
    )

    names = written(draw_table(read_scenario(CROWD % sites)))

    assert 4 < len(names) < 40
    assert not any(box.intersects(other) for box, other in combinations(names.values(), 2))


def test_a_region_called_after_the_place_in_it_does_not_say_so_twice() -> None:
    names = written(draw_table(scenario("war-of-the-ring")))

    assert "name-place-goblin_town" in names
    assert "name-terrain-goblin_tunnels" not in names


def test_regions_and_rivers_tell_other_spots_apart_from_their_own_and_inside_the_table() -> None:
    world = world_of(RingOptions(scenario="war-of-the-ring"))

    names = {name.text: name for name in ground_of(world).names}

    assert len(names["Anduin"].others) > 3
    assert len(names["Mirkwood"].others) > 3
    wide, high = world.scenario.table.width, world.scenario.table.height
    for name in names.values():
        spots = {name.at, *((x, y) for x, y, _ in name.others)}
        assert len(spots) == len(name.others) + 1
        assert all(0 < x < wide and 0 < y < high for x, y in spots)
    assert not names["Rivendell"].others

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import msgspec
import pytest
import shapely

from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.drawing.canvas import Canvas, liveries
from wartable.games.ring_of_power.drawing.places import Garrison, Shown, Token, starting
from wartable.games.ring_of_power.drawing.table import draw_table
from wartable.games.ring_of_power.drawing.tokens import SHIELD_HIGH, SHIELD_WIDE, shields, token_radii
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.reading import packaged_scenarios, read_scenario, scenario

SVG = "{http://www.w3.org/2000/svg}"
KEYS = packaged_scenarios()
EVERY_TYPE = """
id: every-type
title: One of each & all
summary: A strip of every type of terrain.
table: {width: 60, height: 30}
last_turn: 2
sides: [{id: good, name: Good, players: [a]}, {id: evil, name: Evil, players: [b]}]
players: {a: {name: A}, b: {name: B, colour: '#123456'}}
order: [a, b]
terrain: [%s]
places: [{id: keep, name: <Keep>, kind: fortress, circle: [30, 25, 2], owner: good, gates: [[30, 27]],
  weak_walls: [[[28, 25], [29, 26.7]]], tower: {armies: 2}}]
rosters: {a: [], b: []}
victory: [{when: time_out, sentence: It is over.}]
"""


def ids(svg: str) -> list[str]:
    return [found for element in ET.fromstring(svg).iter() if (found := element.get("id"))]


def start(key: str) -> Shown:
    return starting(world_of(RingOptions(scenario=key)))


@pytest.mark.parametrize("key", KEYS)
def test_every_piece_of_a_scenario_has_its_id_once(key: str) -> None:
    one = scenario(key)

    found = ids(draw_table(one, start(key)))

    crossings = [crossing for water in one.waters for crossing in water.crossings]
    terrain = [area for area in one.terrain if area.type != "clear"]
    parts = [area.id for area in terrain] + [water.id for water in one.waters]
    parts += [road.id for road in one.roads] + [crossing.id for crossing in crossings]
    wanted = {f"terrain-{part}" for part in parts}
    wanted |= {f"place-{place.id}" for place in one.places} | {"table", "figures", "legend", "scale"}
    wanted |= {f"way-{place.id}:gate:{n}" for place in one.places for n in range(len(place.gates))}
    assert wanted <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("key", KEYS)
def test_the_same_table_is_the_same_text(key: str) -> None:
    assert draw_table(scenario(key), start(key)) == draw_table(scenario(key), start(key))


def test_a_portable_drawing_has_no_variables_and_both_themes_differ() -> None:
    one = scenario("edoras-raid")

    light, dark = (draw_table(one, theme=theme, portable=True) for theme in ("light", "dark"))

    assert "var(" not in light + dark
    assert light != dark
    assert "var(--table-hills" in draw_table(one)


def test_every_type_of_terrain_can_be_drawn_and_names_are_escaped() -> None:
    kinds = [kind for kind in charts().terrain if kind not in {"ford", "bridge", "road", "river", "stream", "shallows"}]
    corners = [f"[[{2 * n}, 0], [{2 * n + 2}, 0], [{2 * n + 2}, 9], [{2 * n}, 9]]" for n in range(len(kinds))]
    strips = ", ".join(
        f"{{id: of_{kind}, type: {kind}, name: '{kind}', polygon: {polygon}}}"
        for kind, polygon in zip(kinds, corners, strict=True)
    )
    svg = draw_table(read_scenario(EVERY_TYPE % strips), theme="dark")

    assert "&lt;Keep&gt;" in svg
    assert "One of each &amp; all" in svg
    assert {"terrain-of_soft_sand", "way-keep:weak:0", "tower-keep"} <= set(ids(svg))


def test_figures_are_tokens_where_there_is_room_and_shields_where_there_is_none() -> None:
    one, shown = scenario("helms-deep"), start("helms-deep")

    large, small = ids(draw_table(one, shown, width=1600)), ids(draw_table(one, shown, width=700))

    assert {f"figure-{token.id}" for token in shown.tokens} <= set(large)
    assert not any(name.startswith("figure-") for name in small)
    assert any(name.startswith("force-") for name in small)
    assert "garrison-helms_deep-1" in set(large) & set(small)


def test_shields_count_everybody_and_lie_apart() -> None:
    one, shown = scenario("war-of-the-ring"), start("war-of-the-ring")
    canvas = Canvas.of(one, 1600, "light")

    found = shields(canvas, shown)

    assert sum(shield.count for shield in found) == len(shown.tokens) + sum(camp.count for camp in shown.garrisons)
    loose = [shield for shield in found if shield.id.startswith("force-")]
    for shield in loose:
        for other in found:
            if shield is not other:
                (x, y), (a, b) = shield.at, other.at
                assert abs(x - a) >= SHIELD_WIDE or abs(y - b) >= SHIELD_HIGH, (shield.id, other.id)


def test_tokens_of_one_formation_do_not_cover_each_other() -> None:
    one, shown = scenario("helms-deep"), start("helms-deep")
    canvas = Canvas.of(one, 1600, "light")
    radii = token_radii(canvas, shown.tokens)

    for token, other in combinations(shown.tokens, 2):
        apart = shapely.Point(canvas.at(token.at)).distance(shapely.Point(canvas.at(other.at)))
        assert apart >= radii[token.id] + radii[other.id] or min(radii[token.id], radii[other.id]) == 7


@pytest.mark.parametrize("badge", ["wounded", "pinned", "moved", "regrouping"])
def test_badges_are_drawn(badge: str) -> None:
    token = Token(id=7, player=1, at=(24_000, 20_000), radius=500)
    marked = msgspec.structs.replace(token, badges=(badge,))
    one = scenario("edoras-raid")

    assert f'class="badge {badge}"' in draw_table(one, Shown(tokens=(marked,)))
    assert 'class="badge' not in draw_table(one, Shown(tokens=(token,)))


def test_hidden_figures_have_a_dashed_edge() -> None:
    token = Token(id=7, player=1, at=(24_000, 20_000), radius=500, badges=("hidden",))

    svg = draw_table(scenario("edoras-raid"), Shown(tokens=(token,)))

    assert re.search(r'id="figure-7".*?stroke-dasharray', svg)


def test_broken_gates_and_holders_are_shown() -> None:
    one = scenario("helms-deep")
    camp = Garrison(place="helms_deep", player=0, count=12, hero=True)
    shown = Shown(garrisons=(camp,), holders={"helms_deep": "evil"}, broken=frozenset({"helms_deep:gate:0"}))

    svg = draw_table(one, shown)

    assert "Broken gate" in svg
    assert 'id="place-helms_deep" class="place" data-holder="evil"' in svg
    assert "Saruman: 12 in Helm&#x27;s Deep" in svg


def test_players_are_told_apart_by_pattern_within_a_small_table() -> None:
    for key in KEYS:
        looks = liveries(scenario(key))
        assert len({(look.fill, look.pattern) for look in looks}) == len(looks)
        if len(looks) <= 8:
            assert len({look.pattern for look in looks}) == len(looks)


def test_figures_in_contact_are_shown_pinned() -> None:
    """In the worked example one rider and one Uruk stand an inch apart; the others have no enemy so near."""
    shown = start("edoras-raid")

    pinned = {token.at for token in shown.tokens if "pinned" in token.badges}

    assert pinned == {(24_500, 14_000), (24_500, 15_000)}


def test_tokens_say_by_their_sign_what_they_are_and_by_corners_that_they_are_of_the_shadow() -> None:
    """As in the client: an Uruk with a pike and one with a sword were the same disc, and so was a man of Rohan."""
    uruks = {token.name: (token.sign, token.cornered) for token in start("helms-deep").tokens}

    assert (uruks["Uruk-hai"], uruks["Uruk-hai pike"]) == (("sword", True), ("spear", True))
    assert {token.cornered for token in start("edoras-raid").tokens if token.player == 0} == {False}
    found = draw_table(scenario("helms-deep"), start("helms-deep"))
    assert found.count('class="sign"') == sum(bool(token.sign) for token in start("helms-deep").tokens)


def test_the_shield_of_a_garrison_counts_those_who_fight_and_no_weapons() -> None:
    """The drawing said 30 where the client said 29."""
    (hornburg,) = (one for one in start("helms-deep").garrisons if one.place == "helms_deep" and not one.tower)

    assert hornburg.count == 29

"""Every adventure card of Lord of the Rings Risk has its picture, which is small, safe and as the kit draws it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[3]
PICTURES = ROOT / "web" / "src" / "pages" / "game" / "conquest" / "lotr" / "cards"
KIT = ROOT / "tools" / "lotr_cards"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "defs", "linearGradient", "stop", "g", "path", "rect", "circle", "ellipse"}
"""No text, no script, no style, no image: an element that is not here is a question to ask."""

MISSIONS = """
    elven_halls erebor hobbiton harlond grey_havens weathertop mount_gundabad carn_dum bree lothlorien rauros dagorlad
    easterling_encampment edoras tharbad gates_of_moria osgiliath erech pelargir dol_amroth haradrim_encampment
    mount_doom
"""
EVENTS = """
    appoint_second_leader winter_storms raiders mustering_of_middle_earth local_uprising cave_troll entmoot
    corsairs_of_umbar black_gates_open aragorn_arrives
"""
POWERS = """
    wormtongue courage_alone you_shall_not_pass ambush enemy_is_at_hand siege_machines move_by_night under_the_mountains
    violent_storms borne_to_another_place hunt_for_the_ringbearer strategic_withdrawal black_sails a_balrog_is_come
    boromir_seizes_the_ring knife_in_the_dark dangerous_crossing gollum faramir_finds_ringbearer captured_by_orcs
    shelobs_lair smeagol
"""
TERRITORY_CARDS = ["territory_infantry", "territory_cavalry", "territory_creature", "territory_wild"]
SMALL = dict.fromkeys(TERRITORY_CARDS, (96, 96)) | {"card_back": (96, 132)}
KEYS = sorted([*MISSIONS.split(), *EVENTS.split(), *POWERS.split(), *SMALL])


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((KIT / "cards.yaml").read_text(encoding="utf-8"))
    return found


def elements(key: str) -> list[ET.Element]:
    return list(ET.parse(PICTURES / f"{key}.svg").getroot().iter())


def test_each_card_has_one_picture_and_no_other_is_there() -> None:
    assert tuple(len(ids.split()) for ids in (MISSIONS, EVENTS, POWERS)) == (22, 10, 22)
    assert sorted(path.stem for path in PICTURES.glob("*.svg")) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_picture_has_its_size_and_is_small(key: str) -> None:
    width, height = SMALL.get(key, (240, 150))
    root = elements(key)[0]

    assert root.attrib["viewBox"] == f"0 0 {width} {height}"
    assert (root.attrib["width"], root.attrib["height"]) == (str(width), str(height))
    assert (PICTURES / f"{key}.svg").stat().st_size < 12_000


@pytest.mark.parametrize("key", KEYS)
def test_a_picture_has_shapes_only_and_refers_to_its_own_sky_only(key: str) -> None:
    found = elements(key)
    values = [(name, value) for element in found for name, value in element.attrib.items()]

    assert {element.tag.removeprefix(SVG) for element in found} <= DRAWN
    assert [element.text for element in found if (element.text or "").strip()] == []
    assert [name for name, _ in values if "href" in name or name.startswith("on") or name == "style"] == []
    assert {value for _, value in values if "url(" in value or ":" in value} == {f"url(#sky-{key})"}
    assert [value for name, value in values if name == "id"] == [f"sky-{key}"]


def test_the_described_pictures_are_as_the_kit_draws_them(described: dict[str, Any]) -> None:
    draw = runpy.run_path(str(KIT / "draw.py"))["draw"]
    kept = {key: (PICTURES / f"{key}.svg").read_text(encoding="utf-8") for key in described["cards"]}

    assert {
        key for key, card in described["cards"].items() if draw(key, card, described["palettes"]) != kept[key]
    } == set()


def test_no_two_pictures_are_drawn_from_the_same_parts(described: dict[str, Any]) -> None:
    parts = [str(card["parts"]) for card in described["cards"].values()]

    assert len(set(parts)) == len(parts) == 48

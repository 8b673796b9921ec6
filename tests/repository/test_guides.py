"""The rules for players: every game has them, and pictures, numbers and results in them are those of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.repository.test_reminders import can_be
from wartable.board.fileformat import read_yaml
from wartable.board.library import load_board
from wartable.engine import registry
from wartable.engine.options import describe
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.play.mapoptions import map_with
from wartable.server.guides import guide
from wartable.server.problems import Refused
from wartable.server.rules import rules_page
from wartable.server.wire_guide import GuideScene, GuideStep, GuideTable, When
from wartable.tools.diplomacy.adjudicator import orders_of, situation_of
from wartable.tools.diplomacy.wire import AdjudicationWish

DATA = Path(registry.__file__).parent.parent / "data"
KEYS = registry.GAMES.ours
EVERY_PRESET = [(key, preset) for key in KEYS for preset in registry.get(key).presets]
ORDER = re.compile(r"(\w+) (\S+)(?: (?:[->] (\S+)|[SC] \w+ (\S+)(?: - (\S+))?|[HBD]))(?: \((\w+)\))?")
MAPS = {"diplomacy": "standard", "middle-earth-viii": "middle-earth-viii", "ring-diplomacy": "ring-diplomacy"}
"""The games whose pictures are judged, and their maps."""
WORDS = 60
"""The most that a rule is told in."""
LEAST = 5
"""Questions and words that a variant has at the least."""


def steps(key: str) -> tuple[GuideStep, ...]:
    told = guide(key)
    return (*told.page, *told.turn, *told.example, *told.differs, *told.questions)


def scenes(key: str) -> Iterator[GuideScene]:
    return (step.scene for step in steps(key) if step.scene)


def holds(when: When, values: dict[str, object]) -> bool:
    return all(_plain(values[name]) in those for name, those in when.items())


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, cast("list[str]", value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
def test_every_variant_of_every_game_has_a_page_of_pictures_a_turn_an_example_and_tables(key: str, preset: str) -> None:
    told, values = guide(key), registry.get(key).presets[preset].values()
    page = [step for step in told.page if holds(step.when, values)]

    assert 5 <= len(page) <= 7
    assert all(step.scene for step in page)
    assert page[0].title == "The goal"
    for part in (told.page, told.turn, told.example, told.tables):
        shown = [one.title for one in cast("tuple[GuideStep | GuideTable, ...]", part) if holds(one.when, values)]
        assert shown
        assert len(shown) == len(set(shown))
    assert told.origin
    assert told.goal


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
def test_every_variant_answers_questions_and_explains_its_words_each_once(key: str, preset: str) -> None:
    told, values = guide(key), registry.get(key).presets[preset].values()
    questions = [one.title for one in told.questions if holds(one.when, values)]
    words = [one for one in told.words if holds(one.when, values)]
    forms = [form.lower() for word in words for form in (word.term, *word.forms)]

    assert len(questions) >= LEAST
    assert len(words) >= LEAST
    assert len(questions) == len(set(questions))
    assert len(forms) == len(set(forms))
    assert all(len(word.text.split()) <= WORDS // 2 for word in words)


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_told_in_few_words_and_leads_to_where_it_is_written_out(key: str) -> None:
    sections = rules_page(key).sections
    bold = [one for section in sections for one in re.findall(r"<strong>(.*?)</strong>", section.html)]
    for step in steps(key):
        assert len(step.text.split()) <= WORDS, step.title
        for rule in step.rules:
            if rule.startswith("#"):
                assert rule[1:] in {section.id for section in sections}, rule
            else:
                assert any(f"{one} ".startswith(f"{rule} ") for one in bold), rule


@pytest.mark.parametrize("key", KEYS)
def test_what_a_rule_depends_on_is_an_option_and_a_value_of_it(key: str) -> None:
    game, told = registry.get(key), guide(key)
    fields = {field.name for field in describe(game.options_type)}
    whens = [step.when for step in steps(key)]
    whens += [one.when for one in told.tables]
    whens += [word.when for word in told.words]
    for when in whens:
        for name, values in when.items():
            assert name in fields, name
            for value in values:
                read = (value, _number(value), value == "true", value.split(","))
                assert any(can_be(game, name, each) for each in read), (name, value)


def _number(value: str) -> object:
    return int(value) if value.lstrip("-").isdecimal() else value


@pytest.mark.parametrize("key", KEYS)
def test_every_place_of_a_picture_is_on_the_board(key: str) -> None:
    game = registry.get(key)
    name = game.show.board_key(next(iter(game.presets.values())))
    if name is None:
        assert all(scene.part or scene.dice for scene in scenes(key))
        return
    there = {space.id for space in load_board(name).spaces}
    for scene in scenes(key):
        units = [unit.split(" ")[1] for all_of_one in scene.units.values() for unit in all_of_one.split(", ")]
        orders = [place for order in scene.orders for place in _order(order)[1:5] if place]
        texts = [scene.around, scene.names, scene.lit, *scene.held.values()]
        arrows = [end for arrow in scene.arrows for end in arrow.split(" > ")]
        for place in (*" ".join(texts).split(), *scene.armies, *arrows, *units, *orders):
            assert place.partition("/")[0] in there, place


def _order(text: str) -> tuple[str, ...]:
    found = ORDER.fullmatch(text)
    assert found, text
    return found.groups("")


JUDGED = [
    pytest.param(key, step, id=f"{key} {step.title}")
    for key in MAPS
    for step in steps(key)
    if step.scene and step.scene.orders and not any(_order(one)[0] and one.endswith(" B") for one in step.scene.orders)
]


@pytest.mark.parametrize(("key", "step"), JUDGED)
def test_orders_end_in_a_picture_as_the_adjudicator_says(key: str, step: GuideStep) -> None:
    assert step.scene
    issues = {"advanced": "true"} if "advanced" in step.when else {}
    variant = map_with(MAPS[key], issues)[0]
    of_colour = {str(colour): power for power, colour in variant.colours.items()}
    lines = [str(variant.first_phase)]
    owners: dict[str, str] = {}
    for colour, units in step.scene.units.items():
        lines += [variant.powers[of_colour[colour]].name, units]
        owners |= {unit.split(" ")[1]: of_colour[colour] for unit in units.split(", ")}
    told = [re.sub(r" \(\w+\)", "", order) for order in step.scene.orders]
    written = [f"{variant.powers[owners[_order(one)[1]]].name}: {one}" for one in told]

    wish = AdjudicationWish(
        variant=MAPS[key], position="\n".join(lines), orders="\n".join(written), issues=cast("Any", issues)
    )
    given = situation_of(wish)
    verdict = judge(given.variant, given.position, orders_of(wish.orders, given), given.rulings)

    results = {str(one.order).lower(): one.result for one in verdict.result.judged}
    for order, text in zip(step.scene.orders, told, strict=True):
        stated = _order(order)[5]
        result = results[text.lower()]
        expected = {"bounced": {"bounces"}, "cut": {"cut"}}.get(stated, {"moves", "holds", "supports", "convoys"})
        assert result in expected, (text, result)


def table(key: str, title: str, values: dict[str, object]) -> dict[str, str]:
    (found,) = (one for one in guide(key).tables if one.title == title and holds(one.when, values))
    return {row[0]: row[1] for row in found.rows}


@pytest.mark.parametrize(
    ("key", "file", "title", "bonuses"),
    [
        ("risk", "risk", "Bonus of a whole continent", "standard"),
        ("balance-of-power", "risk", "Bonus of a whole continent", "standard"),
        ("lotr-risk", "lotr-risk", "Bonus of a whole region", "64"),
    ],
)
def test_bonuses_are_those_of_the_game(key: str, file: str, title: str, bonuses: str) -> None:
    data = read_yaml((DATA / "conquest" / f"{file}.yaml").read_text("utf-8"))["bonuses"][bonuses]["regions"]
    values = next(iter(registry.get(key).presets.values())).values()

    shown = table(key, title, values)

    assert {name.lower().replace(" ", "_"): int(worth) for name, worth in shown.items()} == data


@pytest.mark.parametrize("key", ["machiavelli", "lotr-machiavelli"])
def test_prices_are_those_of_the_game(key: str) -> None:
    data = read_yaml((DATA / "machiavelli" / "tables.yaml").read_text("utf-8"))["expenses"]
    prices = {one["title"]: str(one["ducats"]) for one in data.values() if "option" not in one}

    assert table(key, "What ducats do", next(iter(registry.get(key).presets.values())).values()) == prices


def test_a_game_without_such_rules_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installed game brings its own beside its module; without a file it is refused, and its whole rules stay."""
    game = registry.get("risk")
    own = type("Own", (), {"key": "own-game", "title": "Own game", "__module__": __name__})()

    def found(key: str) -> object:
        return own if key == "own-game" else game

    monkeypatch.setattr(registry, "get", found)
    monkeypatch.setattr(f"{__name__}.__file__", str(tmp_path / "own.py"))

    with pytest.raises(Refused, match="no rules in pictures"):
        guide("own-game")
    text = (DATA / "guides" / "risk.yaml").read_text("utf-8")
    (tmp_path / "own-game.guide.yaml").write_text(text, "utf-8")

    assert guide("own-game") == guide("risk")

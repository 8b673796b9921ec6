"""The pages on Ring of Power tell every rule, settlement, option, word and key, and their example can be played."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest
import yaml

from wartable.cli.app import run
from wartable.engine.chance import LooseDice
from wartable.engine.driver import Match
from wartable.engine.options import describe
from wartable.games.ring_of_power import scenario as parts
from wartable.games.ring_of_power.drawing.table import draw_table
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.options import RingOptions, Settlements
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import Faction, bring, read_scenario
from wartable.games.ring_of_power.units import UnitType
from wartable.games.ring_of_power.vocabulary import conditions, effects
from wartable.games.ring_of_power.vocabulary.effects import Bonus, Row, Trial

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "ring-of-power"
CODE = ROOT / "src" / "wartable" / "games" / "ring_of_power"
SECTIONS = sorted(FOLDER.glob("[a-n]-*.md"))
EXAMPLE = ROOT / "examples" / "ring-of-power" / "saltmere.yaml"
PLAYERS_PAGE = (ROOT / "src" / "wartable" / "data" / "rules" / "ring-of-power.md").read_text(encoding="utf-8")
MOST = {"A": 8, "B": 7, "C": 16, "D": 5, "E": 4, "F": 5, "G": 16, "I": 7, "J": 6, "K": 9, "L": 6}
RULES = {"G0", "H", *(f"{letter}{number}" for letter, most in MOST.items() for number in range(1, most + 1))}
"""The numbers of the statements, but for those of abilities and charts, which are tables."""
KINDS = {"Gap", "Contradiction", "Wording", "Repetition", "Slip"}
SETTLEMENT = re.compile(r"^### (Q\d+) .+\n\n\*(\w+)\.\* ((?:(?!^##).*\n?)*)", re.MULTILINE)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def told_settlements() -> list[tuple[str, str, str]]:
    return [found for path in SECTIONS for found in SETTLEMENT.findall(text_of(path))]


def rows_of(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, less its head."""
    after = re.split(rf"^##+ {re.escape(heading)}\n", text, maxsplit=1, flags=re.MULTILINE)[1]
    table = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)
    assert table
    lines = table[0].replace("\\|", "¦").splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_there_is_a_page_for_every_section() -> None:
    assert [path.name[0] for path in SECTIONS] == list("abcdefghijklmn")
    assert all(text_of(path).startswith(f"# {path.name[0].upper()}. ") for path in SECTIONS)


def test_every_statement_is_told_once_in_its_section_with_what_the_text_says() -> None:
    lines = [(path.name[0].upper(), line) for path in SECTIONS for line in text_of(path).splitlines()]
    rows = [(page, line.strip("| ").split(" | ")) for page, line in lines if re.match(r"\| ([A-L]\d+|H) \|", line)]

    assert Counter(cells[0] for _, cells in rows) == Counter(dict.fromkeys(RULES, 1))
    for page, cells in rows:
        assert cells[0][0] == page
        assert cells[2] in {"stated", "gap", "contradiction"}, cells[0]
        assert cells[2] == "stated" or cells[0] in {"A6", "B4", "F5", "G0", "K7", "L3"} or "Q" in cells[-1], cells[0]


def test_the_players_page_has_every_number_too() -> None:
    assert set(re.findall(r"\*\*([A-L]\d+|H)\*\*", PLAYERS_PAGE)) == RULES


def test_every_settlement_is_told_once_with_its_kind() -> None:
    told = told_settlements()

    assert sorted(int(number[1:]) for number, _, _ in told) == list(range(1, 81))
    assert {kind for _, kind, _ in told} == KINDS
    assert [number for number, _, body in told if "*Settled:*" not in body] == []


def test_statements_name_settlements_of_which_one_can_read() -> None:
    named = {number for path in SECTIONS for number in re.findall(r"\bQ\d+", text_of(path))}

    assert named <= {number for number, _, _ in told_settlements()}


def test_every_option_stands_under_the_settlement_that_it_cites() -> None:
    bodies = {number: body for number, _, body in told_settlements()}
    pages = "".join(map(text_of, SECTIONS))
    for field in describe(Settlements):
        mark = f"<!-- option {field.name} -->"
        assert pages.count(mark) == 1, field.name
        for number in re.findall(r"Q\d+", field.rule):
            assert mark in bodies[number], field.name


def test_numbers_that_the_code_cites_can_be_looked_up() -> None:
    known = RULES | {number for number, _, _ in told_settlements()} | {f"M{number}" for number in range(1, 34)}
    cited = {
        number
        for path in CODE.rglob("*.py")
        for quoted in re.findall(r'"(?:ring-of-power )?((?:[A-N]\d+|Q\d+)(?:, (?:[A-N]\d+|Q\d+))*)"', text_of(path))
        for number in quoted.split(", ")
    }

    assert len(cited) > 40
    assert cited - known == set()


# The vocabulary.

VOCABULARY = text_of(FOLDER / "vocabulary.md")


@pytest.mark.parametrize(("heading", "union"), [("Conditions", conditions.Condition), ("Effects", effects.Effect)])
def test_every_word_has_a_row_with_all_its_fields_and_an_example(heading: str, union: object) -> None:
    told = {cells[0].strip("`"): cells for cells in rows_of(VOCABULARY, heading)}
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(union)}

    assert list(told) == list(kinds)
    for word, kind in kinds.items():
        _, fields, meaning, example = told[word]
        assert set(re.findall(r"`(\w+)`\*?\*?:", fields)) == set(kind.__struct_encode_fields__), word
        assert len(meaning) > 10, word
        plain = yaml.safe_load(example.strip("`"))
        assert type(msgspec.convert(plain, union)) is kind, word


def test_every_field_of_a_filter_is_told() -> None:
    told = {cells[0].strip("`"): cells[2] for cells in rows_of(VOCABULARY, "Filters")}

    assert set(told) == set(conditions.Who.__struct_encode_fields__)
    assert all(told.values())


def test_every_key_and_moment_of_a_special_rule_is_told() -> None:
    rows = rows_of(VOCABULARY, "A rule")
    moments = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", VOCABULARY.split("| `when:` |")[1], re.MULTILINE)
    told = {name for cells in rows for name in re.findall(r"\w+", " ".join(cells[:2]))}

    assert {cells[0].strip("`") for cells in rows} == set(effects.SpecialRule.__struct_encode_fields__)
    assert told >= {name for kind in (Trial, Bonus, Row) for name in kind.__struct_encode_fields__}
    assert set(moments[: len(get_args(effects.Hook))]) == set(get_args(effects.Hook))


# Scenario files.

SCENARIOS = text_of(FOLDER / "scenarios.md")
TABLES: dict[str, type[msgspec.Struct]] = {
    "The file": parts.Scenario,
    "Table": parts.Table,
    "Area": parts.Area,
    "Water": parts.Water,
    "Crossing": parts.Crossing,
    "Road": parts.Road,
    "Place": parts.Place,
    "Tower": parts.Tower,
    "Side": parts.Side,
    "Player": parts.PlayerFacts,
    "Unit": UnitType,
    "Faction": Faction,
    "Group": parts.Group,
    "Formation": parts.Formation,
    "Arrival": parts.Arrival,
    "Trigger": parts.Trigger,
    "Item": parts.Item,
    "Return": parts.Return,
    "Points": parts.Points,
    "Verdict": parts.Verdict,
}
EVERYWHERE = {"provenance", "remark"}
"""Keys that every part may have; they are told once for all."""


@pytest.mark.parametrize("heading", TABLES)
def test_every_key_of_a_scenario_is_told_and_whether_it_must_be_there(heading: str) -> None:
    kind = TABLES[heading]
    told = {cells[0].strip("`"): cells for cells in rows_of(SCENARIOS, heading)}
    fields = {info.encode_name: info for info in msgspec.structs.fields(kind)}

    assert set(told) | EVERYWHERE == set(fields) | EVERYWHERE
    for name, cells in told.items():
        from_row = kind is UnitType and name == "foot"  # a row of the chart may say it
        assert from_row or cells[2].startswith("required") == fields[name].required, name


def test_every_part_of_a_scenario_has_its_table() -> None:
    known = {kind for kind in vars(parts).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    own = {kind for kind in known if kind.__module__ == parts.__name__ and not kind.__name__.startswith("_")}

    assert own <= set(TABLES.values())


def test_the_examples_faults_are_told() -> None:
    rows = rows_of(SCENARIOS, "What is refused")

    assert len(rows) >= 20
    assert all(len(cells) == 3 and cells[2] for cells in rows)


def example() -> parts.Scenario:
    return read_scenario(text_of(EXAMPLE), EXAMPLE.name, EXAMPLE.parent)


def test_the_example_is_sound_and_shows_what_it_should() -> None:
    one = example()

    assert findings(one) == ()
    assert "place-lamp_house" in draw_table(one)
    assert {rule.when for rule in one.rules} >= {
        "always",
        "turn_start",
        "movement_end",
        "battle",
        "sally",
        "battle_end",
    }
    assert not {"good", "evil"} & {side.id for side in one.sides}  # a world of its own


def test_the_example_is_checked_and_drawn_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(EXAMPLE)]) == 0
    assert "no fault found" in capsys.readouterr().out
    assert run(["map", "--scenario", str(EXAMPLE), "--figures", "-o", str(tmp_path / "saltmere.svg")]) == 0
    assert 'id="figure-8"' in (tmp_path / "saltmere.svg").read_text(encoding="utf-8")


def test_the_recipes_fit_the_example() -> None:
    recipes = yaml.safe_load(VOCABULARY.split("## Recipes")[1].split("```yaml\n")[1].split("```")[0])["rules"]
    plain = yaml.safe_load(text_of(EXAMPLE))
    whole = yaml.safe_dump({**plain, "rules": [*plain["rules"], *recipes]}, sort_keys=False)

    one = read_scenario(whole, EXAMPLE.name, EXAMPLE.parent)

    assert len(one.rules) == len(plain["rules"]) + len(recipes)
    assert findings(one) == ()


@pytest.mark.parametrize("seed", range(3))
def test_the_example_can_be_played_to_its_end_by_chance(seed: int) -> None:
    bring(example())
    rng = Random(seed)
    match = Match(RING_OF_POWER, RingOptions(scenario="saltmere"), 2, LooseDice(rng))
    while match.outcome is None:
        match.answer_chance()
        for seat in match.to_act[:1]:
            match.act(seat, RING_OF_POWER.legal(match.state, seat).sample(rng))

    assert match.state.turn <= 8
    assert list(RING_OF_POWER.invariants(match.state)) == []
    assert match.outcome.reason in {verdict.sentence for verdict in example().victory}

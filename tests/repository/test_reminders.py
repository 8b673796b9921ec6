"""The reminders beside the board: what they depend on are options of the game, and values those can have."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest

from wartable.engine import registry
from wartable.engine.errors import BadOptions
from wartable.engine.game import AnyGame
from wartable.engine.options import build, describe
from wartable.games.diplomacy.position import PhaseKind
from wartable.server.rules import rules_page

MOST_LINES = 12
EVERY_PRESET = [(game.key, preset) for game in map(registry.get, registry.keys()) for preset in game.presets]
PART = re.compile(r"(?P<phase>[^(]+?)(?: \((?P<option>\w+): (?P<values>[^)]+)\))?")


@pytest.mark.parametrize("key", registry.keys())
def test_every_part_depends_on_what_an_optioncan_be(key: str) -> None:
    game = registry.get(key)
    fields = {field.name for field in describe(game.options_type)}
    for name in rules_page(key).phases:
        part = PART.fullmatch(name)
        assert part, name
        if part["option"]:
            assert part["option"] in fields, name
            for value in part["values"].split(", "):
                assert can_be(game, part["option"], _read(value)), name


def _read(value: str) -> object:
    """Read a value as the heading has it."""
    return int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)


def can_be(game: AnyGame, option: str, value: object) -> bool:
    """Whether an option can have a value, alone or with others beside it."""
    try:
        build(game.options_type, {option: value})
    except BadOptions as error:
        return error.reason.code not in {"option.value", "option.unknown"}
    return True


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
def test_a_reminder_fits_beside_the_board(key: str, preset: str) -> None:
    chosen = registry.get(key).presets[preset].values()
    lines: Counter[str] = Counter()
    for name, body in rules_page(key).phases.items():
        part = PART.fullmatch(name)
        assert part, name
        if not part["option"] or chosen[part["option"]] in map(_read, part["values"].split(", ")):
            lines[part["phase"]] += sum(bool(re.sub(r"<[^>]+>", "", line).strip()) for line in body.splitlines())
    assert all(number <= MOST_LINES for number in lines.values()), lines


@pytest.mark.parametrize("key", ["diplomacy", "middle-earth-viii"])
def test_every_kind_of_phase_of_diplomacy_has_a_reminder(key: str) -> None:
    assert set(rules_page(key).phases) >= set(get_args(PhaseKind))


def test_a_game_without_cards_is_not_told_of_them() -> None:
    parts = rules_page("risk").phases
    assert all("card" not in body.lower() for name, body in parts.items() if "(" not in name)

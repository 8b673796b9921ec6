"""The rules page: every number that refusals and options name is told there, and every step has a reminder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from wartable.engine.options import describe
from wartable.games.conquest.lotr.data import lotr_data
from wartable.games.conquest.lotr.explain import RULES
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.phases import PHASES
from wartable.games.conquest.lotr.presets import PRESET_TITLES

PAGE = resources.files("wartable").joinpath("data/rules/lotr-risk.md").read_text("utf-8")
OF_OPTIONS = {field.rule.removeprefix("lotr-risk ") for field in describe(LotrOptions)}
OF_STEPS = {row.rule for row in PHASES.values()} | set(RULES.values())
MARKS = ("printed", "two sources", "one source", "notes", "reconstructed")


def settlements() -> dict[int, str]:
    """Return the mark of each settlement on the page, those told together by each of their numbers."""
    found: dict[int, str] = {}
    for numbers, mark in re.findall(r"^\| (\*\*L[^|]+?) .*\| ([^|]+) \|$", PAGE, re.MULTILINE):
        first = int(re.findall(r"\d+", numbers)[0])
        found[first] = mark
    return found


def told() -> Iterator[int]:
    """Yield the numbers of the settlements told on the page."""
    for line in PAGE.splitlines():
        if together := re.match(r"\| \*\*L(\d+)\*\*(?: to \*\*L(\d+)\*\*)? ", line):
            yield from range(int(together[1]), int(together[2] or together[1]) + 1)


@pytest.mark.parametrize("number", sorted(OF_OPTIONS | OF_STEPS))
def test_every_rule_that_is_named_is_on_the_page(number: str) -> None:
    assert re.search(rf"\*{re.escape(number)}\b", PAGE)


def test_every_settlement_is_told_once_with_its_mark() -> None:
    assert list(told()) == list(range(1, 90))
    assert all(mark.startswith(MARKS) for mark in settlements().values())


@pytest.mark.parametrize("phase", sorted({row.shown for row in PHASES.values()}))
def test_every_step_has_a_reminder(phase: str) -> None:
    assert f"\n### {phase}\n" in PAGE


@pytest.mark.parametrize("key", PRESET_TITLES)
def test_every_preset_has_a_section(key: str) -> None:
    assert re.search(rf"^### {PRESET_TITLES[key]}$\n+(?:(?!#).*\n)*?.*`{key}`", PAGE, re.MULTILINE)


def test_every_card_is_in_a_table() -> None:
    for card in lotr_data().adventure:
        assert re.search(rf"^\| {re.escape(card.name)}[ ,]", PAGE, re.MULTILINE), card.id


def test_the_numbers_of_stars_we_made_up_are_those_of_the_data() -> None:
    data = lotr_data()
    missions = [card.stars_confidence == "reconstructed" for card in data.missions.cards]
    powers = [card.stars_confidence == "reconstructed" for card in data.powers.cards for _ in range(card.copies)]
    said = re.search(r"\*\*Stars\*\* of (\d+) of the (\d+) missions and of (\d+) of the (\d+) powers", PAGE)
    assert said is not None
    assert tuple(map(int, said.groups())) == (sum(missions), len(missions), sum(powers), len(powers))

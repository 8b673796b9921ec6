"""Golden records: games of supported versions lead where they led, and everybody is shown what was shown then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.records.make import HERE, Planned, planned
from tests.records.views import shown
from wartable.engine import registry
from wartable.engine.digest import layout
from wartable.engine.record import load, options_of, verify

PLANNED = {plan.place: plan for plan in planned()}
STORED = {str(path.relative_to(HERE).with_suffix("")): path for path in sorted(HERE.rglob("*.jsonl"))}
FIRST = {place.rpartition("/")[0]: place for place in sorted(STORED, reverse=True)}
"""One record of each version of each game."""


@pytest.mark.parametrize("path", STORED.values(), ids=STORED)
def test_a_recorded_game_goes_the_same_way_and_is_shown_the_same(path: Path) -> None:
    record = load(path.read_bytes())
    game = registry.get(record.header.game)
    kind = game.state_type_by(options_of(record.header, game))
    assert record.header.layout == layout(kind), "positions cannot be compared"
    told = path.with_suffix(".views").read_text().split()

    assert list(shown(record)) == told


@pytest.mark.parametrize("place", FIRST.values(), ids=FIRST)
def test_dice_of_a_recorded_game_are_still_those_that_follow_from_its_seed(place: str) -> None:
    verdict = verify(load(STORED[place].read_bytes()))

    assert verdict.dice_match is True
    assert verdict.compared


@pytest.mark.parametrize("plan", PLANNED.values(), ids=PLANNED)
def test_every_preset_of_every_game_has_a_record_of_the_version_of_today(plan: Planned) -> None:
    assert plan.place in STORED, "python -m tests.records.make plays it"
    seats = load(STORED[plan.place].read_bytes()).header.seats
    assert tuple(seat.bot for seat in seats) == plan.players


def test_records_are_of_games_that_are_installed() -> None:
    assert {place.split("/")[0] for place in STORED} == set(registry.keys())

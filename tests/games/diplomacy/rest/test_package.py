"""Against the `diplomacy` package of the `bench` group: its maps, its saved games, and its opinion of ours."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.games.diplomacy.rest.boards import STANDARD
from wartable.games.adjudication.orders import AnyOrder
from wartable.games.diplomacy.adjudicate import judge, start
from wartable.games.diplomacy.formats.judgemap import read_map
from wartable.games.diplomacy.formats.saved import PlayedPhase, SavedGame, read_saved_games, write_saved_game
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.notation import read_order

diplomacy: Any = pytest.importorskip("diplomacy", reason="the package of the group bench is not installed")
export: Any = pytest.importorskip("diplomacy.utils.export", reason="the package of the group bench is not installed")

FALLBACK = Rulings(land_fallback=True)
"""The package follows DATC 2.x: an army whose convoy to a neighbour fails goes by land."""
MAPS = sorted((Path(diplomacy.__file__).parent / "maps").glob("*.map"))


def random_game(seed: int, last_year: int) -> Any:
    """A game of the package with random legal orders."""
    dice, game = random.Random(seed), diplomacy.Game(rules=["NO_PRESS", "POWER_CHOICE"])
    while not game.is_game_done and int(game.get_current_phase()[1:5]) <= last_year:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = [place for place in game.get_orderable_locations(power) if possible[place]]
            game.set_orders(power, [dice.choice(sorted(possible[place])) for place in places])
        game.process()
    return game


def next_decision(position: Position, orders: Mapping[str, Sequence[AnyOrder]]) -> Position:
    """Where a phase leads; like the package, without a phase of retreats in which no unit has anywhere to go."""
    after = judge(STANDARD, position, orders, FALLBACK).next
    if after.phase.kind == "retreats" and not any(one.retreats for one in after.dislodged):
        return judge(STANDARD, after, {}, FALLBACK).next
    return after


def summary(position: Position) -> dict[str, object]:
    units = {power: sorted(map(str, there)) for power, there in position.units.items() if there}
    lost = sorted((one.power, str(one.unit), sorted(one.retreats)) for one in position.dislodged)
    return {"phase": str(position.phase), "units": units, "owners": dict(position.owners), "dislodged": lost}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_its_maps_can_be_read(path: Path) -> None:
    variant = read_map(path).variant

    assert len(variant.powers) > 1
    assert judge(variant, start(variant), {}).next.phase != variant.first_phase


def test_its_standard_map_is_ours() -> None:
    theirs = read_map(Path(diplomacy.__file__).parent / "maps" / "standard.map").variant

    assert theirs.fleets == STANDARD.fleets
    assert {code: ways for code, ways in theirs.armies.items() if ways} == {
        code: ways for code, ways in STANDARD.armies.items() if ways
    }
    for code, facts in STANDARD.provinces.items():
        theirs_facts = theirs.provinces[code]
        assert (facts.kind, facts.centre, set(facts.coasts)) == (
            theirs_facts.kind,
            theirs_facts.centre,
            set(theirs_facts.coasts),
        )


@pytest.mark.parametrize("seed", range(4))
def test_its_games_come_out_the_same(seed: int) -> None:
    saved = json.dumps(export.to_saved_game_format(random_game(seed, 1906))).encode()
    (game,) = read_saved_games(saved)

    assert len(game.phases) > 10
    for before, after in pairwise(game.phases):
        assert summary(next_decision(before.position, before.orders)) == summary(after.position)


def test_it_reads_our_games() -> None:
    before = start(STANDARD)
    phases: list[PlayedPhase] = []
    for texts in (["A PAR - BUR", "A MAR - SPA"], ["A BUR S A SPA - MAR", "A SPA H"], ["A MAR B"], []):
        orders = {"france": [read_order(STANDARD, text, before) for text in texts]}
        verdict = judge(STANDARD, before, orders)
        phases.append(PlayedPhase(before, orders, verdict.result.judged))
        before = verdict.next
    ours = json.loads(write_saved_game(SavedGame("own", STANDARD, tuple(phases))))
    theirs = export.from_saved_game_format(ours)

    assert theirs.get_current_phase() == "S1902M"
    assert sorted(theirs.get_units("FRANCE")) == ["A BUR", "A MAR", "A SPA", "F BRE"]
    assert sorted(theirs.get_centers("FRANCE")) == ["BRE", "MAR", "PAR", "SPA"]
    theirs.process()
    assert theirs.get_current_phase() == "F1902M"

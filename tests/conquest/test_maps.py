"""Classic Risk on a map of the user: whole games, its own numbers, and what it cannot offer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.board.lake import install_lake
from wartable.bots import get
from wartable.engine import record, registry
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.errors import BadOptions, BadRecord
from wartable.engine.options import build, describe
from wartable.engine.record import SeatInfo
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.core import maps
from wartable.games.conquest.core.goals import mission_pool
from wartable.games.conquest.core.maprules import MapRules


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of boards with Lake Country in it."""
    install_lake(tmp_path, monkeypatch)
    return tmp_path


def options(**values: object) -> RiskOptions:
    return build(RiskOptions, {"board": "lake_country", **values})


def played(chosen: RiskOptions, *levels: str) -> Match:
    """A whole game between bots."""
    match = Match(RISK, chosen, len(levels), SealedDice.of("lake", *levels))
    bots, rng = [get(RISK, level) for level in levels], Random(4)
    while match.answer_chance() or match.to_act:
        seat = match.to_act[0] if match.to_act else None
        if seat is None:
            break
        decision = bots[seat].decide(RISK, RISK.resample(match.state, seat, rng), Seat(seat), rng)
        match.act(seat, decision.action, decision.why)
        assert len(match.moves) < 5_000
    return match


def test_the_option_lists_the_boards_that_are_there_now(library: Path) -> None:
    field = describe(RiskOptions)[0]
    own = maps.board_choices().keys() - maps.EDITIONS.keys()

    assert [key for key, _ in field.choices][:3] == ["classic", "anniversary_1999", "world_2008"]
    assert field.choices[3:] == ((own.pop(), "Lake Country"),)
    assert field.open
    (library / "lake_country" / "board.yaml").write_text("nonsense")
    assert len(describe(RiskOptions)[0].choices) == 3


def test_a_board_is_bound_to_its_content() -> None:
    assert options().board.startswith("lake_country@")
    assert RISK.start(RiskOptions(board="lake_country"), 3).options == options()
    assert build(RiskOptions, {"board": options().board}) == options()
    assert RISK.show.board_key(options()) == options().board
    assert RISK.show.board_key(RiskOptions(board="world_2008")) == "classic@world_2008"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_bots_play_it_to_the_end_and_the_record_replays(preset: str) -> None:
    chosen = build(RiskOptions, {"board": "lake_country"}, PRESETS[preset])
    match = played(chosen, "hard", "medium", "easy")

    assert match.outcome is not None
    told = [RISK.tell(event, ["Ada", "Bo", "Cy"], chosen) for move in match.moves for event in move.events]
    places = [space.name for space in maps.board_of(chosen.board).spaces]
    assert any(f"takes {place} from" in sentence for place in places for sentence in told)
    stored = record.load(record.dump(record.of_match(match, [SeatInfo(name=name) for name in "abc"])))
    assert record.verify(stored).dice_match


@pytest.mark.parametrize("preset", list(PRESETS))
def test_it_conforms(preset: str) -> None:
    (report,) = conform(RISK, games=5, seed=3, preset=preset, values={"board": "lake_country"})
    if preset != "risk-simultaneous":  # with all at random nobody gets the upper hand there for long
        assert report.finished == 5


def test_the_map_brings_its_own_numbers() -> None:
    state = RISK.start(options(cards="fixed"), 3)
    view = RISK.view(state, None)

    assert [(region.id, region.bonus) for region in view.regions][3] == ("the_isles", 3)
    assert view.cards.deck == 13
    assert state.pools == (10, 10, 10), "35 for 42 territories are 10 for 12"
    assert (view.board, len(view.armies)) == (options().board, 12)
    assert {region.bonus for region in RISK.view(RISK.start(options(bonuses="none"), 3), None).regions} == {0}


@pytest.mark.parametrize("seats", range(2, 7))
def test_starting_armies_follow_the_size_of_the_map(seats: int) -> None:
    state = RISK.start(options(), seats)
    assert state.pools[0] >= -(-12 // seats)


def test_missions_are_those_of_the_map() -> None:
    rules = rules_of(options(goal="missions"))
    table = rules.data.missions["european_14"]

    assert [mission.hold for mission in table.regions][2:] == [("south_marsh", "the_isles"), ("the_isles",)]
    assert table.regions[3].plus_any == 1
    assert [(mission.count, mission.armies) for mission in table.spaces] == [(8, 1), (6, 2)]
    assert (table.eliminate, table.fallback.count) == (6, 8)
    assert 5 not in mission_pool(rules, 2), "six territories are dealt to each of two players"
    assert 5 in mission_pool(rules, 3)


def test_mixed_missions_are_left_out() -> None:
    rules = msgspec.convert(
        {
            "bonuses": {"a": 1},
            "symbols": {},
            "wild": 0,
            "missions": [{"spaces": 3, "regions": ["a"]}, {"eliminate": 2}, {"regions": ["a", "*"]}],
        },
        MapRules,
    )
    table = maps.own_missions(rules, 42)
    assert (len(table.regions), len(table.spaces), table.eliminate) == (1, 0, 2)
    assert (table.fallback.count, table.fallback.armies) == (24, 1)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"goal": "territories"}, "asks for 18 territories, and Lake Country has 12"),
        ({"goal": "missions", "missions": "lotr_notes"}, "Lake Country has its own"),
        ({"board": "lake_contry"}, 'no board "lake_contry" here .did you mean "lake_country"'),
        ({"board": "lake_country@0123456789ab"}, "The board lake_country has changed since this was begun"),
        ({"board": "atlantis@0123456789ab"}, 'There is no board "atlantis" here'),
        ({"board": 7}, "must be a word"),
    ],
)
def test_what_the_map_cannot_offer_is_refused(values: dict[str, object], said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        options(**values)


def without(library: Path, begin: str) -> None:
    """Cut the rules file of the map off where a part begins."""
    path = library / "lake_country" / "rules.yaml"
    path.write_text(path.read_text().split(begin)[0])


@pytest.mark.parametrize("goal", ["missions", "continents"])
def test_goals_need_missions(library: Path, goal: str) -> None:
    without(library, "missions:")
    with pytest.raises(BadOptions, match=f"goal asks for {goal}, and Lake Country"):
        options(goal=goal)


def test_continents_of_the_map_are_a_goal() -> None:
    text = RISK.view(RISK.start(options(goal="continents"), 3), None).goal.text
    assert text.startswith("Hold North Shore and East Hills, or hold East Hills and South Marsh")
    assert "or hold The Isles and another continent of your choice" in text


PAIR = """
schema: wartable-board/1
key: pair
title: A pair
provenance: our own
canvas: {width: 200, height: 100}
spaces:
  east: {name: East, region: "", token: [150, 50]}
  west: {name: West, region: "", token: [50, 50]}
borders:
  land: {east: [west], west: [east]}
"""


@pytest.fixture
def pair(library: Path) -> None:
    """A map of two territories."""
    (library / "pair").mkdir()
    (library / "pair" / "board.yaml").write_text(PAIR)


@pytest.mark.usefixtures("pair")
def test_a_territory_for_everybody() -> None:
    pair = build(RiskOptions, {"board": "pair", "cards": "fixed"})
    assert played(pair, "hard", "medium").outcome is not None
    with pytest.raises(BadOptions, match="3 players need a territory each, and this map has 2"):
        RISK.start(pair, 3)


@pytest.mark.usefixtures("pair")
def test_conformance_leaves_out_the_numbers_of_seats_that_a_map_is_too_small_for() -> None:
    (report,) = conform(RISK, games=2, seed=2, preset="engine", values={"board": "pair"}, limit=20)

    assert report.games == 2
    assert report.skipped == tuple(
        f"{seats} seats: {seats} players need a territory each, and this map has 2. Choose another board."
        for seats in (3, 4, 5, 6)
    )


def test_a_record_is_not_replayed_on_another_map(library: Path) -> None:
    stored = record.load(record.dump(record.of_match(played(options(), "easy", "easy"), [SeatInfo(name="a")] * 2)))
    board = library / "lake_country" / "board.yaml"
    assert record.verify(stored).entries
    stored = msgspec.structs.replace(
        stored, header=msgspec.structs.replace(stored.header, options={**stored.header.options, "board": "lake@00"})
    )
    with pytest.raises(BadRecord, match='Line 1: There is no board "lake" here'):
        record.verify(stored)
    assert board.exists()


def test_a_space_with_many_neighbours_lists_only_what_is_asked_for(library: Path) -> None:
    spokes = [f"s{number:02d}" for number in range(30)]
    lines = ["schema: wartable-board/1", "key: wheel", "title: Wheel", "provenance: our own"]
    lines += ["canvas: {width: 900, height: 100}", "spaces:", '  hub: {name: Hub, region: "", token: [450, 90]}']
    lines += [f'  {one}: {{name: {one.upper()}, region: "", token: [{30 * at}, 20]}}' for at, one in enumerate(spokes)]
    lines += ["borders:", "  land:", f"    hub: [{', '.join(spokes)}]", *(f"    {one}: [hub]" for one in spokes)]
    (library / "wheel").mkdir()
    (library / "wheel" / "board.yaml").write_text("\n".join(lines))

    (report,) = conform(RISK, games=2, seed=1, preset="engine", values={"board": "wheel"}, limit=150)

    assert report.decisions == 300


@pytest.mark.parametrize(("game", "preset"), [("risk", "engine"), ("balance-of-power", "many")])
def test_a_game_on_a_map_that_is_gone_says_which(game: str, preset: str) -> None:
    found = registry.get(game)
    options = msgspec.structs.replace(found.presets[preset], board="isles_of_old@3f2a9c41d07b")

    with pytest.raises(BadOptions, match='There is no board "isles_of_old" here'):
        found.start(options, 3)

"""Bots of Ring of Power on the water: troops board ships, sail, and land for what no way on foot leads to."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.bots.test_ring_of_power_play import played
from wartable import bots
from wartable.games.ring_of_power.campaign.actions import Board, Done, Move
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play import turn
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import bring, read_scenario

STRAIT = """
schema: wartable-scenario/1
id: strait
title: Across the strait
provenance: reconstructed
summary: Corsairs sail for a haven on the other side of a strait.
table: {width: 44, height: 20}
last_turn: 8
minutes: 5
sides:
  - {id: good, name: Free Peoples, players: [gondor]}
  - {id: evil, name: Shadow, players: [harad]}
players:
  gondor: {name: Gondor, colour: '#2f6b3a'}
  harad: {name: Harad, colour: '#b8b4a6'}
order: [harad, gondor]
waters:
  - {id: strait, type: sea, name: The strait, navigable: true, polygon: [[14, 0], [26, 0], [26, 20], [14, 20]]}
places:
  - {id: haven, name: The haven, kind: site, circle: [36, 10, 1.2], owner: good}
rosters:
  harad:
    - {unit: corsair_ship, at: [15.5, 10]}
    - {unit: corsair, count: 6, formation: {shape: line, anchor: [5, 8], heading: 90}}
  gondor:
    - {unit: gondor_warrior, at: [41, 3]}
victory:
  - {winner: evil, when: turn_start, if: {is: held, place: haven, by: evil}, sentence: The haven is taken.}
  - {winner: good, when: time_out, sentence: The haven is safe.}
"""


LAKE = """
schema: wartable-scenario/1
id: lake
title: Over the lake
provenance: reconstructed
summary: A bearer must bring his jewel to a house that lies beyond a lake.
table: {width: 40, height: 20}
last_turn: 8
minutes: 5
sides:
  - {id: good, name: Free Peoples, players: [elves]}
  - {id: evil, name: Shadow, players: [mordor]}
players:
  elves: {name: Elves, colour: '#2f6b3a'}
  mordor: {name: Mordor, colour: '#b8b4a6'}
order: [elves, mordor]
items:
  - {id: jewel, name: The jewel}
waters:
  - {id: lake, type: lake, name: The lake, navigable: true, polygon: [[16, 0], [24, 0], [24, 20], [16, 20]]}
places:
  - {id: house, name: The house, kind: site, circle: [34, 10, 1.2]}
rosters:
  elves:
    - {character: haldir, at: [6, 10], holds: jewel}
    - {character: celeborn, at: [6, 10.8]}
  mordor:
    - {unit: orc, at: [39, 1]}
rules:
  - id: grey_boats
    when: always
    provenance: reconstructed
    sentence: Parties of elves on the bank may go ten inches by boat.
    then: [{do: boats, who: {side: good, character: true, near: lake, within: 1}, distance: 10}]
victory:
  - winner: good
    when: turn_start
    if: {is: figures, who: {holds: jewel, inside: [house]}}
    sentence: The jewel is home.
  - {winner: evil, when: time_out, sentence: The jewel is late.}
"""


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_bearer_with_boats_crosses_water_that_bars_every_way(level: str) -> None:
    bring(read_scenario(LAKE))
    match = played("lake", [level, level])
    by_boat = [one.entry.action for one in match.moves if isinstance(one.entry.action, Move) and one.entry.action.boat]
    assert by_boat
    assert match.state.ending.sentence == "The jewel is home."


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_troops_board_a_ship_and_land_where_no_other_way_leads(level: str) -> None:
    """Settlement Q69."""
    bring(read_scenario(STRAIT))
    match = played("strait", [level, level])
    done = [move.entry.action for move in match.moves]
    boarded = [action for action in done if isinstance(action, Board) and not action.ashore]
    landed = [action for action in done if isinstance(action, Board) and action.ashore]
    assert sum(len(action.figures) for action in boarded) == 6
    assert sum(len(action.figures) for action in landed) == 6
    assert match.state.ending.sentence == "The haven is taken."


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_troops_land_before_the_walls_of_a_haven_on_the_shore(level: str) -> None:
    """Statement C11, settlement Q69."""
    site = "{id: haven, name: The haven, kind: site, circle: [36, 10, 1.2], owner: good}"
    walls = "{id: haven, name: The haven, kind: fortress, circle: [28.1, 10, 1.6], owner: good, gates: [[29.7, 10]]}"
    assert site in STRAIT
    bring(read_scenario(STRAIT.replace(site, walls).replace("id: strait\ntitle", "id: walled-haven\ntitle")))
    match = played("walled-haven", [level, level])
    landings = [one.entry.action for one in match.moves if isinstance(one.entry.action, Board)]
    points = [point for action in landings for point in action.ashore]
    ground = world_of(match.state.options).ground
    assert len(points) == 6
    assert not any(ground.inside(point) for point in points)
    assert match.state.ending.sentence == "The haven is taken."


def test_corsairs_of_the_great_war_come_ashore_near_what_they_want() -> None:
    options = RingOptions(scenario="war-of-the-ring")
    world = world_of(options)
    start = RING_OF_POWER.start(options, 2)
    southrons = world.index["southrons"]
    run = Run(world, msgspec.structs.replace(start, turn=6), None)
    arrival = next(one for one in world.scenario.arrivals if any(group.unit == "corsair_ship" for group in one.groups))
    turn.land(run, arrival, world.place(arrival.at[0]))
    state = run.state
    before = {one.id: one.point for one in state.figures if one.unit == "corsair_ship"}
    assert sum(one.aboard in before for one in state.figures) == 18

    for number in range(6, 10):
        state = moved(msgspec.structs.replace(state, turn=number, agenda=(Movement(southrons),)))
    assert all(state.by_id[number].point != point for number, point in before.items())
    assert sum(one.unit == "corsair" and one.in_field for one in state.figures) == 18


def test_the_fellowship_goes_down_the_great_river_by_boat() -> None:
    options = RingOptions(scenario="war-of-the-ring")
    world = world_of(options)
    start = RING_OF_POWER.start(options, 2)
    fellowship = world.index["fellowship"]
    bank = {"frodo": (38_400, 49_100), "sam": (38_700, 49_000), "aragorn": (38_500, 48_900)}
    others = [one for one in start.figures if one.owner != fellowship]
    walkers = [one for one in start.figures if one.unit in bank]
    walkers = [msgspec.structs.replace(one, x=bank[one.unit][0], y=bank[one.unit][1], inside="") for one in walkers]
    figures = tuple(sorted([*others, *walkers], key=lambda one: one.id))
    state = msgspec.structs.replace(start, turn=8, figures=figures, agenda=(Movement(fellowship),))
    seat = RING_OF_POWER.to_act(state)[0]
    chosen = bots.get(RING_OF_POWER, "medium").decide(RING_OF_POWER, state, seat, Random(1)).action
    assert isinstance(chosen, Move)
    assert chosen.boat
    assert len(chosen.paths) == 3


def moved(state: RingState) -> RingState:
    """Return the table after a bot has moved all that it wants to."""
    policy, rng = bots.get(RING_OF_POWER, "medium"), Random(1)
    while isinstance(state.agenda[0] if state.agenda else None, Movement):
        seat = RING_OF_POWER.to_act(state)[0]
        action = policy.decide(RING_OF_POWER, state, seat, rng).action
        if isinstance(action, Done):
            break
        assert isinstance(action, Board | Move)
        state = RING_OF_POWER.apply(state, seat, action).state
    return state

"""A small table on which two players meet, with a type of unit for every race and every ability."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.games.ring_of_power.mutation.tables import RACES
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play import handlers
from wartable.games.ring_of_power.reading import bring, read_scenario
from wartable.games.ring_of_power.scenario import Point

NORTH, SOUTH = 0, 1
MAN = [1, 4, 5]
BASE = {"name": "Somebody", "nation": "x", "provenance": "reconstructed"}


@cache
def _scenario() -> str:
    """Bring the scenario of the small table along, and return its key."""
    units: dict[str, dict[str, Any]] = {
        f"of_{race}": {**BASE, "race": race, "foot": MAN, "mounted": MAN} for race in RACES
    }
    units |= {f"with_{key}": {**BASE, "race": "man", "foot": MAN, "abilities": [key]} for key in charts().abilities}
    units["somebody"] = {**BASE, "race": "man", "foot": MAN, "character": True, "leadership": 1}
    plain: dict[str, Any] = {
        "id": "mutation",
        "title": "A small table",
        "summary": "For tests.",
        "table": {"width": 40, "height": 30},
        "last_turn": 4,
        "sides": [
            {"id": "good", "name": "Good", "players": ["north"]},
            {"id": "evil", "name": "Evil", "players": ["south"]},
        ],
        "players": {"north": {"name": "North"}, "south": {"name": "South"}},
        "order": ["north", "south"],
        "places": [{"id": "hall", "name": "Hall", "kind": "site", "circle": [35, 5, 1.5], "owner": "evil"}],
        "units": units,
        "rosters": {"north": [], "south": []},
        "victory": [{"winner": "good", "when": "time_out"}],
    }
    one = read_scenario(json.dumps(plain))
    bring(one)
    return one.id


def world(**settled: object) -> World:
    """Return the table under settlements, with the charts that are bound now."""
    return World(RingOptions(scenario=_scenario(), **settled))  # type: ignore[arg-type]


def figure(number: int, unit: str, at: Point, owner: int = NORTH, **more: object) -> Figure:
    """Return a figure at a point in 1/1000 inch; an engine where the unit is a row of the artillery chart."""
    what = {"weapon": unit} if unit in charts().artillery else {"unit": unit}
    return Figure(id=number, owner=owner, x=at[0], y=at[1], **what, **more)  # type: ignore[arg-type]


def moment(one: World, *figures: Figure, turn: int = 2) -> RingState:
    """Return a moment of the north player's movement."""
    return RingState(options=one.options, seats=2, turn=turn, figures=figures, agenda=(Movement(NORTH),))


def refusal(one: World, state: RingState, number: int, *way: Point) -> str:
    """Return the code of why a figure may not go a way from where it stands; empty if it may."""
    path = (state.by_id[number].point, *way)
    reason = handlers.explain(one, state, Move(paths=((number, path),)))
    return reason.code.removeprefix("ring.") if reason else ""

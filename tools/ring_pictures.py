"""Pictures of Ring of Power: the example of a scenario, the big map at its beginning, Helm's Deep in a fight.

The fight is brought about on a campaign of our own with the same dice; its decisions are sent to the table one by one.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from playwright.sync_api import Page

from wartable.board.png import to_png
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.values import Action, Seat
from wartable.games.ring_of_power.campaign.actions import Declaration, Done
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare, Movement
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.drawing.places import starting
from wartable.games.ring_of_power.drawing.table import draw_table
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.combats import possible_assaults
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.handlers import movable
from wartable.games.ring_of_power.play.inquiries.questions import AskWay
from wartable.games.ring_of_power.play.inquiries.way import Way
from wartable.games.ring_of_power.reading import bring, read_scenario

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "ring-of-power" / "saltmere.yaml"
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 82}
"""The texture of paper makes PNG files large."""
WIDTH = 900
SEED = "4"
MARCHING = ("ugluk", "lurtz", "uruk_hai", "uruk_berserker")
"""Who goes for the gate, the leader first."""
GATE = (26_500, 13_900)
STRIDE = 10_000
"""The place before the gate, and a move of Uruk-hai, in 1/1000 inch."""
SETTINGS = '{"speed": "instant", "hintsDone": true, "sound": false}'


def take_ring_pictures(page: Page, out: Path) -> None:
    """Take them all, on a browser page that knows the server."""
    page.evaluate("text => localStorage.setItem('wartable.settings', text)", SETTINGS)
    begin(page, "war-of-the-ring")
    page.screenshot(path=out / "war-of-the-ring.jpg", **JPEG)
    table = begin(page, "helms-deep")
    fight_on(page, table, "helms-deep", is_storm)
    page.reload()
    page.get_by_role("region", name="Combat", exact=True).wait_for()
    page.wait_for_timeout(2500)
    page.screenshot(path=out / "helms-deep.jpg", **JPEG)
    draw_example(page, out)


def draw_example(page: Page, out: Path) -> None:
    """Draw the scenario of the documentation."""
    one = read_scenario(EXAMPLE.read_text(encoding="utf-8"), EXAMPLE.name, EXAMPLE.parent)
    bring(one)
    shown = starting(world_of(RingOptions(scenario=one.id)))
    drawn = b64encode(to_png(draw_table(one, shown, width=WIDTH, portable=True), width=WIDTH)).decode()
    page.set_content(f'<body style="margin: 0"><img src="data:image/png;base64,{drawn}"></body>')
    page.locator("img").screenshot(path=out / "saltmere.jpg", **JPEG)


def begin(page: Page, scenario: str) -> str:
    """Start a table for two at one screen, open it, and return its id."""
    seats = [{"kind": "me"}, {"kind": "local"}]
    wish: dict[str, Any] = {"game": "ring-of-power", "preset": "default", "options": {"scenario": scenario}}
    answer = page.request.post("/api/tables", data={**wish, "seats": seats, "seed": SEED, "start": True})
    assert answer.ok, answer.text()
    table = str(answer.json()["id"])
    page.goto(f"/table/{table}")
    page.locator("[data-table]").wait_for(state="attached")
    page.wait_for_timeout(2500)
    return table


def is_storm(state: RingState) -> bool:
    """Whether a combat at walls waits for its hits to be dealt out."""
    task = state.agenda[0]
    stage = task.stage if isinstance(task, Clash) and task.place else None
    return stage is not None and isinstance(stage.awaits, Decision) and stage.awaits.kind == "allocate"


def fight_on(page: Page, table: str, scenario: str, until: Callable[[RingState], bool]) -> None:
    """Let both seats do as the storm wants it until a state is reached. Raises `LookupError` where it never is."""
    match = Match(RING_OF_POWER, RingOptions(scenario=scenario), 2, SealedDice.of("play", SEED))
    while True:
        match.answer_chance()
        if not match.to_act:
            message = f"{scenario} came to its end without the moment that was looked for."
            raise LookupError(message)
        if until(match.state):
            return
        seat = match.to_act[0]
        action = stormed(match.state, seat)
        match.act(seat, action)
        act(page, table, seat, msgspec.to_builtins(action))


def stormed(state: RingState, seat: Seat) -> Action:
    """Return what a seat does: march straight for the gate, assault it, and all else by default."""
    world = world_of(state.options)
    task = state.agenda[0]
    if isinstance(task, Declare):
        return Declaration(assaults=possible_assaults(world, state, task.player))
    if isinstance(task, Movement) and world.players[task.player] == "saruman":
        column = [one for one in movable(world, state, task.player) if one.unit in MARCHING and not one.serves]
        if column:
            return _march(state, seat, sorted(column, key=lambda one: (MARCHING.index(one.unit), one.id)))
    return RING_OF_POWER.default(state, seat)


def _march(state: RingState, seat: Seat, column: Sequence[Figure]) -> Action:
    """Return the longest move of a column, led by its first, towards the gate."""
    lead = column[0]
    for tenths in range(10, 0, -1):
        far = min(1.0, STRIDE * tenths / 10 / math.dist(lead.point, GATE))
        x, y = (round(here + far * (there - here)) for here, there in zip(lead.point, GATE, strict=True))
        way = RING_OF_POWER.answer(state, seat, AskWay(figures=tuple(one.id for one in column), to=(x, y)))
        if isinstance(way, Way) and way.move is not None:
            return way.move
    return Done()


def act(page: Page, table: str, seat: Seat, action: dict[str, Any]) -> None:
    """Send a decision of one seat."""
    wish = {"seat": int(seat), "action": action, "key": f"picture-{uuid4().hex}"}
    answer = page.request.post(f"/api/tables/{table}/actions", data=wish)
    assert answer.ok, answer.text()

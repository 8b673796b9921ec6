"""Pictures of Ring of Power: the example of a scenario, the big map at its beginning, Helm's Deep in a fight.

The fight is brought about by two bots on a campaign of our own with the same dice, whose decisions are sent to the
table one by one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
from playwright.sync_api import Page

from wartable import bots
from wartable.board.png import to_png
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.options import RingOptions
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.drawing import draw_table, starting
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import bring, read_scenario

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "ring-of-power" / "saltmere.yaml"
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 82}
"""The texture of paper makes PNG files large."""
WIDTH = 900
SEED = "4"
SETTINGS = '{"speed": "instant", "hintsDone": true, "sound": false}'


def take_ring_pictures(page: Page, out: Path) -> None:
    """Take them all, on a browser page that knows the server."""
    page.evaluate("text => localStorage.setItem('wartable.settings', text)", SETTINGS)
    begin(page, "war-of-the-ring")
    page.screenshot(path=out / "war-of-the-ring.jpg", **JPEG)
    table = begin(page, "helms-deep")
    fight_on(page, table, "helms-deep", is_storm)
    page.reload()
    page.get_by_role("region", name="Combat").wait_for()
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
    """Let bots decide for both seats until a state is reached. Raises `LookupError` where it never is."""
    match = Match(RING_OF_POWER, RingOptions(scenario=scenario), 2, SealedDice.of("play", SEED))
    bot = bots.get(RING_OF_POWER, "medium")
    rng = Random(SEED)
    while True:
        match.answer_chance()
        if not match.to_act:
            message = f"{scenario} came to its end without the moment that was looked for."
            raise LookupError(message)
        if until(match.state):
            return
        seat = match.to_act[0]
        action = bot.decide(RING_OF_POWER, match.state, seat, rng).action
        match.act(seat, action)
        act(page, table, seat, msgspec.to_builtins(action))


def act(page: Page, table: str, seat: Seat, action: dict[str, Any]) -> None:
    """Send a decision of one seat."""
    wish = {"seat": int(seat), "action": action, "key": f"picture-{uuid4().hex}"}
    answer = page.request.post(f"/api/tables/{table}/actions", data=wish)
    assert answer.ok, answer.text()

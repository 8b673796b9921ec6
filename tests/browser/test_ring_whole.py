"""Helm's Deep from its first move to its end in a browser: forces led by the pointer, assaults, combats, the result."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import Open
from tests.browser.figures import FigureTable
from tests.server.live import wait_for

pytestmark = pytest.mark.browser

SARUMAN = 0
GATE = (12.9, 9.6)
"""Before the gate, in inches."""


def my_turn(field: FigureTable) -> bool:
    now = field.update
    return SARUMAN in now["to_act"] or bool(now["outcome"])


def march(field: FigureTable) -> None:
    """Lead the force of Uglúk towards the gate as far as it goes, by the pointer."""
    before = field.update["step"]
    field.button("Fit the board").click()
    field.take(field.named("Uglúk")[0]["id"])
    expect(field.rail).to_contain_text("Uglúk's force")
    field.click(*GATE)
    far = field.button("As far as it goes")
    send = field.rail.locator("button:not([disabled]):not([aria-disabled=true])", has_text="Move here")

    def sent() -> bool:
        """Press what is there until it has gone out: answers change it under the press. Point again if nothing came."""
        if field.update["step"] == before:
            try:
                send.or_(far).first.click(timeout=2000)
            except Error:
                if not send.or_(far).count():
                    field.click(*GATE)
        return bool(field.update["step"] > before)

    wait_for(sent)


def end_movement(field: FigureTable) -> None:
    """Press E, and once more where forces have not moved."""
    before = field.update["step"]
    field.desk.press("e")
    warned = field.button(re.compile("^End anyway"))
    wait_for(lambda: field.update["step"] > before or warned.count() > 0)
    if warned.count():
        field.desk.press("e")
    field.moves_on(before)


def decide(field: FigureTable, kind: str) -> None:
    """Take what is proposed, or leave the rest of a combat to the proposals."""
    before = field.update["step"]
    if kind == "combat":
        field.button(re.compile("^Resolve all")).first.click()
    else:
        field.desk.press("Enter")
    field.moves_on(before)


def test_helms_deep_is_played_to_its_end_against_a_bot(open_desk: Open) -> None:
    desk = open_desk()
    field = FigureTable(desk).sit("helms-deep", "me", "easy")
    asked: Counter[str] = Counter()
    start = field.named("Uglúk")[0]["y"]
    while True:
        wait_for(lambda: my_turn(field))
        now = field.update
        if now["outcome"]:
            break
        kind = now["view"]["question"]["kind"]
        asked[kind] += 1
        if kind == "movement":
            expect(field.button(re.compile("^End movement")).first).to_be_enabled()
            if now["view"]["turn"] in {1, 2}:
                march(field)
            end_movement(field)
        else:
            decide(field, kind)

    assert field.named("Uglúk")[0]["y"] < start - 5000
    assert asked["movement"] >= 3
    assert asked["combat"] >= 1
    desk.visit(f"/table/{field.id}/result")
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text(re.compile("has won"))
    expect(desk.page.get_by_role("heading", name=re.compile("(minor|major) victory: ", re.IGNORECASE))).to_be_visible()
    cost = desk.page.get_by_role("region", name="Losses")
    expect(cost.get_by_role("row")).to_have_count(3)
    expect(desk.page.locator(".ranks rect[fill^='var(--p61)'], .ranks rect[fill^='var(--p62)']")).to_have_count(2)
    assert len(field.view["players"]) == 2

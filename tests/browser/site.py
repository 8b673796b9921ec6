"""What browser tests share: pages that report trouble, axe-core, sizes and themes, pictures for people to look at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

from tests.server.live import Player, wait_for

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = "WARTABLE_SCREENSHOTS"
"""Environment variable: the folder that pictures of all pages are written to."""

SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}


_MOVED = """async () => {
  const finite = one => Number.isFinite(one.effect.getComputedTiming().endTime);
  await Promise.all(document.getAnimations().filter(finite).map(one => one.finished.catch(() => null)));
}"""
"""Waits until whatever fades or moves has done so: a colour half-way has no contrast worth measuring."""


def let_page_run_until(page: Page, check: Callable[[], Any]) -> None:
    """Wait until a check gives something true, while Playwright hands over what the page asks for."""

    def look() -> bool:
        page.wait_for_timeout(20)
        return bool(check())

    wait_for(look)


class Trouble:
    """What the consoles of a test's pages complained about."""

    def __init__(self) -> None:
        self.said: list[str] = []


def watch(page: Page, trouble: Trouble) -> Page:
    """Note errors of scripts and of the console; a refused request is no error of the page."""

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            trouble.said.append(f"{page.url}: {message.text}")

    page.on("console", console)
    page.on("pageerror", lambda error: trouble.said.append(f"{page.url}: {error}"))
    return page


def be(page: Page, player: Player, url: str) -> None:
    """Make a page's browser that of a player of the API."""
    page.context.add_cookies([{"name": "wartable", "value": player.http.cookies["wartable"], "url": url}])


def comes_true(page: Page, script: str) -> None:
    """Wait until an expression is true in a page.

    Playwright's own way asks with `eval`, which the pages forbid: it fails unless the answer is yes at once.
    """
    wait_for(lambda: page.evaluate(script))


def serious_faults(page: Page) -> list[str]:
    """Return what axe-core finds serious or critical on a page."""
    return faults(page, "serious", "critical")


def faults(page: Page, *impacts: str) -> list[str]:
    """Return what axe-core finds wrong on a page, only that of some impacts where any are named."""
    assert AXE.is_file(), "axe-core is not there: run `make web`"
    page.evaluate(_MOVED)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        if not impacts or fault["impact"] in impacts
        for node in fault["nodes"]
    ]


def picture(page: Page, name: str) -> None:
    """Write a picture of the whole page where the environment asks for it."""
    folder = os.environ.get(PICTURES)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

"""A real server, a real browser, and pages that fail a test when the console complains."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.tables import Desk
from tests.server.live import Live
from wartable.server.settings import STATIC, Settings

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
Open = Callable[..., Desk]
PATIENCE = 60_000
"""Milliseconds that anything waited for may take, on the slowest machine: this bounds failing tests only."""
NO_ADDRESS_BAR = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"
"""Headless Chromium prepares pages of its own for its address bar, two thirds of what a new window costs."""
LARGE_TILES = ("--default-tile-width=2048", "--default-tile-height=2048")
"""Without a graphics card Chromium paints in squares of 256 pixels, each time going through all of a board's lines."""
THROTTLE = "WARTABLE_THROTTLE"
"""Environment variable: how many times slower pages are to be, for those who hunt tests that depend on speed."""
LATE = "WARTABLE_LATE"
"""Environment variable: by how many milliseconds each answer of a server is to be late, for the same hunt."""

_LEISURE = """try {
  localStorage.getItem('wartable.settings')
    ?? localStorage.setItem('wartable.settings', '{"leisure": 20, "speed": "instant"}');
} catch { /* not a page of ours */ }"""
"""A first visit sets this much: nothing goes by itself, nothing is shown slowly."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with the built client; `make web` builds it."""
    assert (STATIC / "index.html").is_file(), "The browser client is not built: run `make web` first."
    folder: Path = tmp_path_factory.mktemp("browser")
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    live = Live(
        Settings(database=database, bot_workers=0, bot_patience=600, long_sum=600, limits=False, known_seeds=True)
    )
    yield live
    live.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, without the windows of a desktop where it comes as such: a tenth less to compute."""
    with browser_of(playwright, "chromium-headless-shell", "chromium", "google-chrome") as browser:
        yield browser


@contextmanager
def browser_of(playwright: Playwright, *names: str) -> Iterator[Browser]:
    """The first of the browsers by these names that this machine has."""
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "The browser tests need Chromium: install your system's package of it."
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", NO_ADDRESS_BAR, *LARGE_TILES])
    yield browser
    browser.close()


@pytest.fixture
def open_desk(server: Live, chromium: Browser) -> Iterator[Open]:
    """Open a browser of one's own: `open_desk(phone=True, dark=True)`; what its console says must be nothing.

    What else is given goes to the browser, such as the `base_url` of another server.
    """
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_one(*, phone: bool = False, dark: bool = False, size: tuple[int, int] | None = None, **more: Any) -> Desk:
        viewport: ViewportSize = PHONE if phone else WIDE
        if size:
            viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            is_mobile=phone,
            **{"base_url": server.url, **more},
        )
        contexts.append(context)
        page = patient(context)
        _listen(page, said)
        return Desk(page, said)

    yield open_one
    for context in contexts:
        for page in context.pages:
            # An answer still held back when a test ends would otherwise fail the next one.
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert said == []


def patient(context: BrowserContext) -> Page:
    """Open a page that is waited for as long as a slow machine needs, and that may be slowed down itself."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_LEISURE)
    page = context.new_page()
    rate = float(os.environ.get(THROTTLE, "1"))
    if rate > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    late = float(os.environ.get(LATE, "0"))
    if late:
        line = {"offline": False, "latency": late, "downloadThroughput": -1, "uploadThroughput": -1}
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    return page


def _listen(page: Page, said: list[str]) -> None:
    def console(message: ConsoleMessage) -> None:
        # A refusal is an answer, not a fault; Chromium reports its status all the same.
        if message.type in ("error", "warning") and "the server responded with a status of 4" not in message.text:
            said.append(message.text)

    page.on("console", console)
    page.on("pageerror", lambda error: said.append(str(error)))

"""Takes the pictures of the documentation in `docs/img`: a game of Risk, the sandbox, and tables of Ring of Power.

Starts `wartable play` with known dice on a database of its own, plays the first reinforcement, and aims an attack; then
judges an example of the sandbox, and looks at tables of figures (see `ring_pictures.py`).
Needs the test group (Playwright) and a Chromium.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, sync_playwright

from ring_pictures import take_ring_pictures

OUT = Path(__file__).resolve().parent.parent / "docs" / "img"
SIZE = (1440, 900)
SEATS, SEED = "human,hard,medium,easy", "4"
SOURCE = "venezuela"
"""A territory that the first seat holds in this deal."""


def main() -> None:
    """Take them all."""
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with playing() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        base = address.split("/seat/")[0]
        page = browser.new_page(base_url=base, viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
        page.goto(address)
        page.wait_for_url("**/table/**")
        page.request.put("/api/me", data={"name": "Ada", "colour": 5, "avatar": ""})
        table = page.url.rsplit("/", 1)[-1]
        source, target = reinforce(page, table)
        page.reload()
        for space in (source, target):
            page.locator(f'g[data-space="{space}"]').last.click(force=True)
            page.wait_for_timeout(800)
        page.screenshot(path=OUT / "game.png")
        page.goto("/sandbox#example=convoy-paradox")
        page.get_by_role("button", name="Adjudicate").click()
        page.get_by_text("Judged by").wait_for()
        page.screenshot(path=OUT / "sandbox.png")
        take_ring_pictures(page, OUT)
        browser.close()


@contextmanager
def playing() -> Iterator[str]:
    """Run a game for as long as the block lasts; give the link of its seat."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["play", "risk", "--seats", SEATS, "--seed", SEED, "--no-browser", "--port", "0"]
        command = [sys.executable, "-m", "wartable", *words, "--database", f"sqlite:///{folder}/games.sqlite3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            try:
                yield found[0]
            finally:
                process.send_signal(signal.SIGINT)


def reinforce(page: Page, table: str) -> tuple[str, str]:
    """Wait for the seat's turn, place everything before the best attack; return its source and target."""
    page.wait_for_timeout(4000)
    update = game(page, table)
    act(page, table, {"type": "place", "space": SOURCE, "count": update["view"]["to_place"]})
    attacks = [offer for offer in game(page, table)["offers"]["0"] if offer["kind"] == "attack"]
    return SOURCE, next(offer["targets"][-1] for offer in attacks if offer["source"] == SOURCE)


def game(page: Page, table: str) -> Any:  # noqa: ANN401 - JSON
    """Return the present update of the game."""
    return page.request.get(f"/api/tables/{table}/game").json()["update"]


def act(page: Page, table: str, action: dict[str, object]) -> None:
    """Do one action of the first seat."""
    wish = {"seat": 0, "action": action, "key": f"picture-{uuid4().hex}"}
    answer = page.request.post(f"/api/tables/{table}/actions", data=wish)
    assert answer.ok, answer.text()


if __name__ == "__main__":
    main()

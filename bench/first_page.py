"""The first page on a slow line with an empty cache: when *Play now* can be pressed, what it cost, how much moved.

Chromium is held to 1.6 Mbit/s down, 750 kbit/s up and 150 ms there and back. Printed, of the first page and of games:
seconds until what matters is there, kilobytes as sent, requests, those sent once more, and the sum of layout shifts.
`BEFORE` names another checkout with a built client: it is measured by turns with this one, and ratios are printed.
Run `python bench/first_page.py [rounds]`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from _wire import wait_for

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 3
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
SERVER = """
import sys
from wartable.server.run import serve
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, log_level="warning", bot_workers=0))
"""
SHIFTS = """self.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) self.shifted += one.value;
}).observe({type: 'layout-shift', buffered: true});"""
GAMES = {"risk": "[data-place]", "diplomacy": "[data-place]", "ring-of-power": "[data-table] canvas"}
"""Games to open, and what shows that their page is there."""
QUIET = 1.5
"""Seconds without a byte after which nothing more comes by itself."""
Found = dict[str, float]


@contextmanager
def server(checkout: Path) -> Iterator[str]:
    """Serve a checkout for a while; yield its address."""
    with tempfile.TemporaryDirectory() as folder, closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-c", SERVER, f"sqlite:///{folder}/bench.sqlite3", str(port)]
        process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(checkout / "src")})
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def visit(browser: Browser, url: str, path: str, size: str, shown: str, *, cookie: str = "") -> Found:
    """Open a page with nothing in the cache; return what it took."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=size == "phone")
    context.add_init_script(SHIFTS)
    if cookie:
        context.add_cookies([{"name": "wartable", "value": cookie, "url": url}])
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    asked: Counter[str] = Counter()
    came: list[float] = []
    last = [time.monotonic()]
    line.on("Network.requestWillBeSent", lambda event: asked.update([f"{_of(event)}"]))
    line.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    line.on("Network.dataReceived", lambda _: last.append(time.monotonic()))
    page.goto(url + path, wait_until="commit")
    page.locator(shown).first.wait_for(timeout=120_000)
    seconds = page.evaluate("performance.now()") / 1000
    while time.monotonic() - last[-1] < QUIET:
        page.wait_for_timeout(200)
    found = {
        "s": seconds, "kB": sum(came) / 1000, "requests": asked.total(), "twice": sum(n - 1 for n in asked.values()),
        "shift": page.evaluate("self.shifted"),
    }  # fmt: skip
    if os.environ.get("TELL"):
        print(path, size, *(f"\n  {n} {one}" for one, n in asked.items()))
    context.close()
    return found


def _of(event: dict[str, Any]) -> str:
    return f"{event['request']['method']} {event['request']['url']}"


def table(page: Page, url: str, game: str) -> tuple[str, str]:
    """Begin a game against whoever fills it; return its path and the cookie of its player."""
    page.goto(f"{url}/api/health")
    made = page.evaluate(
        """async game => {
          const info = (await (await fetch('/api/games')).json()).find(one => one.key === game);
          const bot = {kind: 'bot', level: info.bots[0]?.key};
          const other = info.bots.length ? bot : {kind: 'local'};
          const seats = [{kind: 'me'}, ...Array.from({length: info.seats[0] - 1}, () => other)];
          const wish = {game, preset: info.presets[0].key, private: true, start: true, seats};
          const answer = await fetch('/api/tables', {
            method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(wish)});
          return (await answer.json()).id;
        }""",
        game,
    )
    cookie = next(one for one in page.context.cookies() if one.get("name") == "wartable")
    return f"/table/{made}", cookie.get("value", "")


def measured(browser: Browser, url: str) -> dict[str, Found]:
    """Return what each page took, once."""
    found = {f"first page, {size}": visit(browser, url, "/", size, "text=Play now") for size in SIZES}
    for game, shown in GAMES.items():
        page = browser.new_page()
        path, cookie = table(page, url, game)
        page.close()
        found[f"a game of {game}"] = visit(browser, url, path, "desktop", shown, cookie=cookie)
    return found


def main() -> int:
    """Measure and print."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        print("Chromium is not there: install your system's package of it.", file=sys.stderr)
        return 1
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    before = os.environ.get("BEFORE")
    with ExitStack() as stack:
        urls = {"now": stack.enter_context(server(ROOT))}
        if before:
            urls["before"] = stack.enter_context(server(Path(before)))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=["--no-sandbox"])
        runs: dict[str, list[dict[str, Found]]] = {name: [] for name in urls}
        for _ in range(rounds):
            for name, url in urls.items():
                runs[name].append(measured(browser, url))
        browser.close()
    for what, first in runs["now"][0].items():
        told = {name: {unit: median(run[what][unit] for run in many) for unit in first} for name, many in runs.items()}
        for name, one in told.items():
            print(f"{what:26}{name:8}", *(f"{value:8.2f} {unit}" for unit, value in one.items()))
        if before:
            ratios = (f"{value / (told['before'][u] or 1):8.2f} {u}" for u, value in told["now"].items())
            print(f"{'':26}{'ratio':8}", *ratios)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The table of Ring of Power in Chromium: times of frames while it is panned and zoomed with many figures on it.

Printed for each count of figures: how long frames are apart (median, 95 %, share later than 16.7 ms), how much of a
frame the page itself takes (scripts, layout, paint), and the processor's time for a frame in all of the browser's
processes: without a graphics card it draws everything. The best of `RUNS` runs is told, since other work on the machine
only ever adds; the same gestures on an empty page are the yardstick. `STATIC` names another build of the client.
"""

from __future__ import annotations

import copy
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

from _wire import wait_for

RUNS = int(os.environ.get("RUNS", "3"))
COUNTS = (500, 1000)
FRAME = 16.7
SLACK = 0.4
"""Timestamps of frames waver by so much."""
SERVER = """
import os, sys
from pathlib import Path
from wartable.server.run import serve
from wartable.server.settings import STATIC, Settings
static = Path(os.environ.get("STATIC", STATIC))
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, log_level="warning", static=static))
"""
CREATE = """async wish => {
  await fetch('/api/me');
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(wish)});
  return (await answer.json()).id;
}"""
WISH = {
    "game": "ring-of-power", "preset": "default", "options": {"scenario": "helms-deep"}, "private": True, "start": True,
    "seats": [{"kind": "me"}, {"kind": "local"}],
}  # fmt: skip
WATCH = """() => {
  const times = [], work = [], channel = new MessageChannel();
  let began = 0;
  channel.port1.onmessage = () => work.push(performance.now() - began);
  const tick = now => {
    began = performance.now();
    times.push(now);
    channel.port2.postMessage(0);
    self.ticking = requestAnimationFrame(tick);
  };
  self.measured = () => { cancelAnimationFrame(self.ticking); return {times, work}; };
  requestAnimationFrame(tick);
}"""
"""Notes when each frame begins, and how long the page's own part of it takes: until the next task after painting."""


def main() -> int:
    """Measure and print."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        print("Chromium is not there: install your system's package of it.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
        free.close()
        server = subprocess.Popen([sys.executable, "-c", SERVER, f"{folder}/bench.sqlite3", str(port)])
        try:
            wait_for(port)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(f"http://127.0.0.1:{port}/api/health")
                print(f"an empty page            {best(page, pan)}", flush=True)
                for count in COUNTS:
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    lay(page, f"http://127.0.0.1:{port}", count)
                    for name, move in (("pan", pan), ("pan, near", pan_near), ("zoom", zoom)):
                        print(f"{count:5} figures, {name:10}", best(page, move), flush=True)
                    page.close()
        finally:
            server.terminate()
            server.wait(20)
    return 0


def lay(page: Page, url: str, count: int) -> None:
    """Open a table with so many figures on it: those of the scenario, and copies of them in further blocks."""

    def crowded(route: Route) -> None:
        answer = route.fetch()
        snapshot = answer.json()
        snapshot["update"]["view"]["figures"] = multiplied(snapshot["update"]["view"]["figures"], count)
        route.fulfill(response=answer, body=json.dumps(snapshot))

    page.goto(f"{url}/api/health")
    table = page.evaluate(CREATE, WISH)
    page.route("**/api/tables/*/game*", crowded)
    page.goto(f"{url}/table/{table}", wait_until="domcontentloaded")
    page.locator("[data-table] canvas").wait_for(timeout=60_000)
    page.wait_for_timeout(2500)


def multiplied(figures: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return figures and copies of those in the field, in blocks of 25 by 2 an inch and a tenth apart."""
    field = [one for one in figures if not one["figure"].get("inside")]
    more = []
    for number in range(count - len(field)):
        one = copy.deepcopy(field[number % len(field)])
        block, place = divmod(number, 50)
        one["figure"]["id"] = 10_000 + number
        one["figure"]["x"] = 2000 + (block % 2) * 29_000 + (place % 25) * 1100
        one["figure"]["y"] = 16_000 + (block // 2) * 3000 + (place // 25) * 1100
        one["force"] = 1000 + block
        more.append(one)
    return figures + more


def measured(page: Page, move: Callable[[Page], None]) -> tuple[list[float], list[float], float]:
    """Return how far frames were apart, how long each took the page, and the processor's time for one; milliseconds."""
    page.keyboard.press("f")
    page.wait_for_timeout(700)
    page.evaluate(WATCH)
    before = processor()
    move(page)
    spent = processor() - before
    found = page.evaluate("self.measured()")
    times = found["times"]
    return [b - a for a, b in pairwise(times)], found["work"], spent / len(times)


def processor() -> float:
    """Return the milliseconds that all processes of the browser have had so far; 0 where the system does not tell."""
    parents: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            browser = "chrom" in (folder / "cmdline").read_text()
            ticks = int(fields[11]) + int(fields[12])
            parents[int(folder.name)] = int(fields[1]), ticks * 1000 / os.sysconf("SC_CLK_TCK") * browser
    return sum(spent for pid, (_, spent) in parents.items() if os.getpid() in ancestors(pid, parents))


def ancestors(pid: int, parents: dict[int, tuple[int, float]]) -> Iterator[int]:
    """Yield the processes that a process comes from."""
    while pid in parents:
        pid = parents[pid][0]
        yield pid


def best(page: Page, move: Callable[[Page], None]) -> str:
    """Return the figures of the run whose frames were latest the least often."""
    runs = [measured(page, move) for _ in range(RUNS)]
    apart, work, spent = min(runs, key=lambda run: share(run[0]))
    return (
        f"apart: median {median(apart):5.1f} ms, 95 % {quantiles(apart, n=20)[-1]:5.1f} ms, "
        f"later than {FRAME} ms {share(apart):5.1%} of {len(apart)} | "
        f"page: median {median(work):4.1f} ms, 95 % {quantiles(work, n=20)[-1]:4.1f} ms | processor {spent:4.1f} ms"
    )


def share(apart: list[float]) -> float:
    """Return how many frames came later than a screen of 60 frames a second wants them."""
    return sum(one > FRAME + SLACK for one in apart) / len(apart)


def pan(page: Page) -> None:
    """Drag the table to and fro."""
    page.mouse.move(500, 560)
    page.mouse.down()
    for x, y in ((800, 430), (300, 640), (700, 500), (500, 560)):
        page.mouse.move(x, y, steps=60)
    page.mouse.up()


def pan_near(page: Page) -> None:
    """Drag the table to and fro, twice as near."""
    page.mouse.move(560, 420)
    page.mouse.wheel(0, -430)
    page.wait_for_timeout(500)
    pan(page)


def zoom(page: Page) -> None:
    """Turn the wheel in and out."""
    page.mouse.move(560, 420)
    for step in (*[-60] * 50, *[60] * 50):
        page.mouse.wheel(0, step)


if __name__ == "__main__":
    raise SystemExit(main())

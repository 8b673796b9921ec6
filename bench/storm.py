"""A person plays while others make trouble: how long their requests take, beside the same without trouble.

Trouble is people who drag pointers over the War of the Ring while it is played, half-sent requests, broken bytes,
streams asked for from the start, odds and pictures that are dear, and tables of bots by one address, all at once.
The server, the person and those who make trouble are processes of their own; so they share the machine. Printed: median
and 99th percentile of the person's requests in quiet and in the storm, and the server's memory before, in and after it.
With a file named, all of it is written there as JSON. `TROUBLE=half,odds` in the environment makes these kinds only.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any

HERE = Path(__file__).parent
SECONDS = float(os.environ.get("SECONDS", "60"))
QUIET = float(os.environ.get("QUIET", min(15.0, SECONDS)))
IDLE = 5.0
REST = IDLE + 10.0
"""Seconds after which the server has put aside what nobody needs any more."""
SERVER = f"""
import sys
from wartable.server.run import serve
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), log_level="warning", idle={IDLE}, sweep=1.0,
               head_patience=5.0, body_patience=5.0))
"""


@contextmanager
def server(folder: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run a server with all its limits on; give its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SERVER, f"sqlite:///{folder}/games.sqlite3", str(port)]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, stderr=log, stdout=log) as process:
        try:
            while not health(port):
                time.sleep(0.05)
            yield port, process
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def health(port: int) -> bool:
    """Whether the server answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/api/health")
        return bool(connection.getresponse().read())
    except OSError:
        return False
    finally:
        connection.close()


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 when it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def begin(name: str, port: int, seconds: float, out: Path) -> subprocess.Popen[bytes]:
    """Start somebody who does something for a while and writes a file about it."""
    return subprocess.Popen([sys.executable, str(HERE / f"_{name}.py"), str(port), str(seconds), str(out)])


def read(process: subprocess.Popen[bytes], out: Path) -> Any:  # noqa: ANN401 - any JSON
    """Wait for somebody, and read what they wrote."""
    if process.wait(SECONDS + 120) != 0:
        raise SystemExit(f"{out.stem} failed")
    return json.loads(out.read_text(encoding="utf-8"))


def spread(times: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile in milliseconds."""
    cuts = quantiles(times, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def measure(folder: Path) -> dict[str, Any]:
    """Let the person play in quiet, then in the storm; return what was seen."""
    with server(folder) as (port, process):
        # Both have met the server once before it is measured: what is loaded at the first use is no trouble.
        first = begin("trouble", port, 5.0, folder / "first.json")
        read(first, folder / "first.json")
        quiet = read(begin("person", port, QUIET, folder / "quiet.json"), folder / "quiet.json")
        time.sleep(REST)
        before = memory(process.pid)
        troubled = begin("trouble", port, SECONDS, folder / "trouble.json")
        person = begin("person", port, SECONDS - 2, folder / "person.json")
        worst = before
        while troubled.poll() is None and process.poll() is None:
            worst = max(worst, memory(process.pid))
            time.sleep(0.2)
        answers, played = read(troubled, folder / "trouble.json"), read(person, folder / "person.json")
        time.sleep(REST)
        after, alive = memory(process.pid), process.poll() is None and health(port)
        process.terminate()
        ended = process.wait(60)
    return {
        "quiet": spread(quiet["times"]),
        "storm": spread(played["times"]),
        "requests": len(played["times"]),
        "failed": played["failed"],
        "answers": dict(sorted(answers.items())),
        "memory": {"before": before, "most": worst, "after": after},
        "alive": alive,
        "exit": ended,
        "log": (folder / "log").read_text(encoding="utf-8", errors="replace"),
    }


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        seen = measure(Path(folder))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(seen), encoding="utf-8")
    (quiet, _), (middle, worst) = seen["quiet"], seen["storm"]
    print(f"a person's request in quiet: median {quiet:.1f} ms, p99 {seen['quiet'][1]:.1f} ms")
    print(f"in the storm: median {middle:.1f} ms ({middle / quiet:.1f} times), p99 {worst:.1f} ms (aim: under 250 ms)")
    print(f"{seen['requests']} requests, {len(seen['failed'])} failed; alive: {seen['alive']}, exit {seen['exit']}")
    print("memory of the server, MB: " + ", ".join(f"{name} {value:.0f}" for name, value in seen["memory"].items()))
    print("answers: " + ", ".join(f"{name}: {count}" for name, count in seen["answers"].items()))
    print(f"log: {len(seen['log'])} characters, {seen['log'].count('Traceback')} tracebacks")


if __name__ == "__main__":
    main()

"""A person who plays at a table of their own while others make trouble: a process that measures each of its requests.

Called with the port, the seconds and a file, to which it writes the seconds that each request took and what failed.
"""

from __future__ import annotations

import json
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

PAUSE = 0.1
ADDRESS = "192.0.2.1"
FRESH = 10
"""After so many requests a connection is opened anew."""


class Person:
    """Both seats of a game of Classic Risk, played as fast as one clicks."""

    def __init__(self, port: int) -> None:
        self.port, self.times, self.failed, self.cookie, self.asked = port, list[float](), list[str](), "", 0
        self._connection = self._open()
        seats = [{"kind": "me"}, {"kind": "local"}]
        wish = {"game": "risk", "preset": "engine", "seats": seats, "start": True, "private": True}
        self.at = f"/api/tables/{self.send('POST', '/api/tables', wish)['id']}"
        self.update = self.send("GET", f"{self.at}/game")["update"]
        self.times.clear()

    def send(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON
        """Send a request and note how long it took; return its JSON, or None where it failed."""
        self.asked += 1
        headers = {"X-Forwarded-For": ADDRESS, "Cookie": self.cookie}
        data = None if body is None else json.dumps(body)
        if data:
            headers["Content-Type"] = "application/json"
        began = time.perf_counter()
        try:
            if self.asked % FRESH == 0:
                self._connection.close()
                self._connection = self._open()
            self._connection.request(method, path, data, headers)
            answer = self._connection.getresponse()
            said = answer.read()
        except (OSError, HTTPException) as error:
            self.failed.append(f"{method} {path}: {error!r}")
            self._connection = self._open()
            return None
        self.times.append(time.perf_counter() - began)
        self.cookie = (answer.headers["set-cookie"] or self.cookie).partition(";")[0]
        if answer.status >= 300:
            self.failed.append(f"{method} {path}: {answer.status} {said[:200]!r}")
            return None
        return json.loads(said)

    def click(self) -> None:
        """Do what a person does next: decide, look, say something."""
        match self.asked % 4:
            case 0:
                self.update = (self.send("GET", f"{self.at}/game") or {"update": self.update})["update"]
            case 1:
                self.send("POST", f"{self.at}/forecasts", {"seat": self.update["to_act"][0], "actions": []})
            case _:
                self._decide()

    def _decide(self) -> None:
        seat = self.update["to_act"][0]
        offer = (self.update["offers"].get(str(seat)) or [{"kind": "none"}])[0]
        action: dict[str, Any] = {"type": "end_turn"}
        if offer["kind"] == "place":
            action = {"type": "place", "space": offer["targets"][0], "count": offer["most"]}
        wish = {"seat": seat, "action": action, "key": f"k{self.asked}"}
        self.update = self.send("POST", f"{self.at}/actions", wish) or self.update

    def _open(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=60)


def main() -> None:
    """Play for a while, and write down how it was."""
    person, stop = Person(int(sys.argv[1])), time.monotonic() + float(sys.argv[2])
    while time.monotonic() < stop:
        person.click()
        time.sleep(PAUSE)
    Path(sys.argv[3]).write_text(json.dumps({"times": person.times, "failed": person.failed}), encoding="utf-8")


if __name__ == "__main__":
    main()

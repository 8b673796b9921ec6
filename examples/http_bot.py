"""A program that plays Classic Risk over HTTP: it makes a table, listens to it, decides, and reads what is refused."""

# ruff: noqa: ANN401, S310 - JSON can be anything, and the address is given by whoever starts this
from __future__ import annotations

import json
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Server:
    """A server of Wartable, and who we are there: the cookie that its first answer brings."""

    def __init__(self, url: str) -> None:
        self.url, self.opener = url, build_opener(HTTPCookieProcessor())

    def open(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the open answer."""
        data = None if body is None else json.dumps(body).encode()
        return self.opener.open(Request(self.url + path, data, {"Content-Type": "application/json"}, method=method))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Return an answer; raises `ValueError` with the sentence of a refusal."""
        while True:
            try:
                with self.open(method, path, body) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code not in {429, 503}:  # these mean: not now; the answer says how long to wait
                    raise ValueError(json.load(error)["message"]) from error
                time.sleep(float(error.headers.get("Retry-After", "1")))

    def events(self, path: str) -> Iterator[tuple[str, Any]]:
        """Yield the events of a stream, each with its name."""
        with self.open("GET", path) as lines:
            name = ""
            for line in lines:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)


def choose(offers: list[Any]) -> dict[str, Any]:
    """Return a decision made of what is offered: the first place there is for armies, or else the end of the turn."""
    for offer in offers:
        match offer["kind"]:
            case "claim":
                return {"type": "claim", "space": offer["targets"][0]}
            case "place":
                return {"type": "place", "space": offer["targets"][0], "count": offer["most"]}
            case _:
                pass  # such as an attack: this program never attacks
    return {"type": "end_turn"}


def play(url: str) -> Any:
    """Play a short game against two bots to its end; return how it ended."""
    server, bot = Server(url), {"kind": "bot", "level": "easy"}
    wish = {"game": "risk", "seats": [{"kind": "me"}, bot, bot], "options": {"turn_limit": 2}, "start": True}
    table = server.call("POST", "/api/tables", wish)
    path = f"/api/tables/{table['id']}"
    for name, said in server.events(f"{path}/stream?after=0"):
        if name not in {"update", "reload"}:  # `table` says who sits there, `chat` what somebody says
            continue
        # `reload`: so much was missed that it is not told step by step.
        update = said if name == "update" else server.call("GET", f"{path}/game")["update"]
        if update["outcome"]:
            return update["outcome"]
        for seat in set(table["my_seats"]) & set(update["to_act"]):
            action = choose(update["offers"][str(seat)])
            wish = {"seat": seat, "action": action, "key": uuid.uuid4().hex, "seq": update["seq"]}
            try:
                server.call("POST", f"{path}/actions", wish)
            except ValueError as refused:  # nothing has happened; the next update tells where things stand
                print("refused:", refused)
    return None


if __name__ == "__main__":
    print(play(sys.argv[1]) if len(sys.argv) > 1 else "Where is the server? python http_bot.py http://127.0.0.1:8000")

"""A bare connection to a server, for what no HTTP library would send."""

from __future__ import annotations

import json
import socket
from typing import Self

PATIENCE = 60.0
"""Seconds to wait for bytes: this bounds failing tests only."""


class Bare:
    """One connection; closed at the end of a `with`."""

    def __init__(self, port: int, *, takes: int = 0) -> None:
        self._socket = socket.socket()
        self._socket.settimeout(PATIENCE)
        if takes:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        try:
            self._socket.connect(("127.0.0.1", port))
        except OSError:
            self._socket.close()
            raise
        self._file = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def send(self, text: str | bytes) -> Bare:
        self._socket.sendall(text.encode() if isinstance(text, str) else text)
        return self

    def head(self, method: str, path: str, *headers: str) -> Bare:
        """Send the whole head of a request."""
        return self.send("\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]))

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Read an answer that tells its length."""
        status, headers = self.begun()
        return status, headers, self._file.read(int(headers.get("content-length", "0")))

    def begun(self) -> tuple[int, dict[str, str]]:
        """Read status and headers of an answer."""
        status = int(self._file.readline().split()[1])
        headers = dict[str, str]()
        while line := self._file.readline().strip().decode():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        return status, headers

    def refusal(self) -> tuple[int, str]:
        """Read an answer; return its status and its code."""
        status, _, body = self.answer()
        return status, json.loads(body)["code"]

    @property
    def ended(self) -> bool:
        """Whether the server hangs up; waits for that."""
        try:
            return self._file.read(1) == b""
        except ConnectionResetError:
            return True

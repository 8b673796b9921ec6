"""A small HTTP client over plain sockets, so that the measurement takes little of the machine it measures on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from http.client import HTTPConnection
from typing import Any

import msgspec


class Wire:
    """One keep-alive connection with its own cookie; `address` is where a proxy would say that it comes from."""

    def __init__(self, port: int, cookie: str = "", address: str = "") -> None:
        self.port, self.cookie, self.address = port, cookie, address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON
        """Send a request and return its JSON; raises `RuntimeError` for anything but success."""
        status, data = await self.answer(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {data[:300]!r}")
        return msgspec.json.decode(data) if data else None

    async def answer(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request and return status and body; a body of bytes goes out as it is."""
        status, headers, reader = await self._ask(method, path, body)
        if headers.get("transfer-encoding") == "chunked":
            data = b"".join([chunk async for chunk in _chunks(reader)])
        else:
            data = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        return status, data

    async def events(self, path: str) -> AsyncIterator[tuple[str, bytes]]:
        """Yield name and data of every event of a stream."""
        _, _, reader = await self._ask("GET", path, None)
        rest = b""
        async for chunk in _chunks(reader):
            *whole, rest = (rest + chunk).split(b"\n\n")
            for block in whole:
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
                if b"event" in fields:
                    yield fields[b"event"].decode(), fields[b"data"]

    def close(self) -> None:
        """Hang up."""
        if self._writer:
            self._writer.close()
            self._writer = None

    async def _ask(self, method: str, path: str, body: object) -> tuple[int, dict[str, str], asyncio.StreamReader]:
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        data = body if isinstance(body, bytes) else msgspec.json.encode(body) if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"X-Forwarded-For: {self.address}\r\n" if self.address else ""
        head += f"Cookie: wartable={self.cookie}\r\n" if self.cookie else ""
        self._writer.write(head.encode() + b"\r\n" + data)
        status = int((await self._reader.readline()).split()[1])
        headers: dict[str, str] = {}
        while line := (await self._reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition("=")[2].partition(";")[0]
        return status, headers, self._reader


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int((await reader.readline()).strip() or b"0", 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


def wait_for(port: int, tries: int = 200) -> None:
    """Wait until the server answers, trying ten times a second; end the bench if it does not."""
    for _ in range(tries):
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/api/health")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server did not start.")

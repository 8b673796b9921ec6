"""The yardstick: a bare Litestar handler that commits one row per request, nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from typing import Any

import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody


def main() -> None:
    """Serve on the port given, with the database file given."""
    connection = sqlite3.connect(sys.argv[1], check_same_thread=False, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT)")
    turn = asyncio.Lock()

    def commit(body: str) -> None:
        connection.execute("INSERT INTO rows (body) VALUES (?)", (body,))

    @post("/row", status_code=200)
    async def row(data: JSONBody[dict[str, Any]]) -> dict[str, bool]:
        async with turn:
            await asyncio.to_thread(commit, str(data))
        return {"ok": True}

    uvicorn.run(Litestar([row]), port=int(sys.argv[2]), log_level="error", access_log=False)


if __name__ == "__main__":
    main()

"""Sends what is due: one message to each address, however many games wait, and none of it twice.

A notice is marked as being sent, by one process alone, before it is handed over. What no address took is tried
again a few times; where a connection broke in the middle, or a process died, it is not, as it may have arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, delete, select, update
from structlog import get_logger

from wartable.server import addresses, mail
from wartable.server.addresses import AddressRow
from wartable.server.closing import zone_of
from wartable.server.notice_file import NoticeFile
from wartable.server.notices import Notice, due, look, sittings, still
from wartable.server.press_rows import unread_of
from wartable.server.schema import notices, tables
from wartable.server.store import Store
from wartable.server.wire_notices import NoticeRule

log = get_logger("wartable.server")

MOST = 200
"""Notices of one player taken at a time."""
TRIES = 5
AGAIN = 120.0
"""Seconds after which what was not taken is tried again; each further time twice as many."""
KEPT = 90 * 86_400.0
"""Seconds for which it is remembered what was told."""


class Postman:
    """Finds and sends notices, for one server process."""

    def __init__(self, store: Store, file: NoticeFile) -> None:
        self._store = store
        self._file = file

    async def round(self, at: float) -> int:
        """Queue what is new and send what is due; return how many messages were handed over."""
        await look(self._store, at)
        sent = 0
        # One player after the other: a server that ends in the middle leaves the others to the next.
        while taken := await self._take(at):
            true = await self._store.read(partial(still, waiting=taken, at=at))
            await self._mark([one for one in taken if one.id not in true], "dropped")
            listed = [one for one in taken if one.id in true]
            if listed:
                sent += await self._tell(taken[0].player_id, listed, at)
        return sent

    async def _take(self, at: float) -> list[Notice]:
        """Mark what is due to one player as being sent, and return what this process has marked."""
        taken = list[Notice]()
        waiting = (
            select(notices.c.player_id)
            .where(notices.c.state == "waiting", notices.c.due <= at)
            .order_by(notices.c.due)
            .limit(1)
        )

        def work(connection: Connection) -> None:
            taken.clear()
            connection.execute(delete(notices).where(notices.c.at < at - KEPT))
            first = connection.execute(waiting).scalar()
            query = select(notices).where(notices.c.state == "waiting", notices.c.due <= at).limit(MOST)
            for row in connection.execute(query.where(notices.c.player_id == first)).mappings().all():
                mine = (notices.c.id == row["id"], notices.c.state == "waiting")
                if connection.execute(update(notices).where(*mine).values(state="sending")).rowcount == 1:
                    taken.append(Notice(**row))

        if await self._store.read(lambda connection: connection.execute(waiting).first()) is not None:
            await self._store.do(work)
        return taken

    async def _tell(self, player: str, listed: Sequence[Notice], at: float) -> int:
        """Tell one player everything at once, at each of their addresses."""
        rows, lines = await self._store.read(lambda connection: self._written(connection, player, listed, at))
        targets = [row for row in rows if row.confirmed]
        taken = [await self._send(row, lines) for row in targets]
        if any(taken) or not targets:
            await self._mark(listed, "sent" if targets else "dropped")
        else:
            await self._again(listed, at)
        return sum(taken)

    def _written(
        self, connection: Connection, player: str, listed: Sequence[Notice], at: float
    ) -> tuple[list[AddressRow], list[str]]:
        """Return where a player is told, and the lines of the message: no letter, no order, no name of anybody."""
        rule = addresses.rules_of(connection, [player]).get(player, NoticeRule())
        ids = [one.table_id for one in listed]
        query = select(tables.c.id, tables.c.title).where(tables.c.id.in_(ids))
        titles = {row.id: row.title for row in connection.execute(query)}
        ends = {one.table: one.ends for one in sittings(connection, [player], at)}
        unread = unread_of(connection, player, ids, at)
        lines = [_line(one, titles.get(one.table_id, ""), ends.get(one.table_id), unread, rule) for one in listed]
        links = [f"{self._file.base}/table/{one}" for one in dict.fromkeys(ids)]
        return addresses.rows_of(connection, [player]), [*dict.fromkeys(lines), "", *links]

    async def _send(self, row: AddressRow, lines: list[str]) -> bool:
        """Hand a message to one address; whether it was taken, or may have been."""
        try:
            if row.kind == "mail":
                await asyncio.to_thread(self._mail, row, lines)
                return True
            return await asyncio.to_thread(_hook, row.target, lines, self._file.hooks)
        except mail.Unsure:
            log.warning("a mail may not have arrived", address=row.id)
            return True
        except Exception as error:  # noqa: BLE001 - whatever it is, other players are told
            log.warning("a notice was not taken", address=row.id, reason=type(error).__name__)
            return False

    def _mail(self, row: AddressRow, lines: list[str]) -> None:
        server = self._file.mail
        if server is None:
            raise OSError("no mail server")
        stop = f"{self._file.base}/stop/{addresses.token(self._store.key, 'stop', row)}"
        foot = ["", f"What you are told: {self._file.base}/you", f"No more mail to this address: {stop}", ""]
        mail.send(server, mail.message(server, row.target, lines[0], "\n".join([*lines, *foot]), stop))

    async def send_link(self, target: str, subject: str, lines: Sequence[str]) -> bool:
        """Send one mail at once, which no notice is behind; whether it was taken."""
        server = self._file.mail
        if server is None:
            return False
        try:
            made = mail.message(server, target, subject, "\n".join([*lines, ""]))
            await asyncio.to_thread(mail.send, server, made)
        except Exception as error:  # noqa: BLE001
            log.warning("a mail was not taken", reason=type(error).__name__)
            return False
        return True

    async def _mark(self, listed: Sequence[Notice], state: str) -> None:
        if listed:
            change = update(notices).where(notices.c.id.in_([one.id for one in listed])).values(state=state)
            await self._store.execute(change)

    async def _again(self, listed: Sequence[Notice], at: float) -> None:
        """Put back what nobody took, for a later try; after the last it is dropped."""

        def work(connection: Connection) -> None:
            rules = addresses.rules_of(connection, [one.player_id for one in listed])
            for one in listed:
                rule = rules.get(one.player_id, NoticeRule())
                later = {"tries": one.tries + 1, "due": due(rule, one.kind, at + AGAIN * 2**one.tries)}
                state = "waiting" if one.tries + 1 < TRIES else "dropped"
                connection.execute(update(notices).where(notices.c.id == one.id).values(state=state, **later))

        await self._store.do(work)


def _line(notice: Notice, title: str, ends: float | None, unread: Mapping[str, int], rule: NoticeRule) -> str:
    until = ""
    if ends is not None:
        until = f", until {datetime.fromtimestamp(ends, zone_of(rule.zone)):%A %d %B %H:%M} ({rule.zone})"
    if notice.kind == "turn":
        return f"{title}: it is your turn{until}"
    if notice.kind == "deadline":
        return f"{title}: you are not ready{until}"
    if notice.kind == "letters":
        count = unread.get(notice.table_id, 0)
        return f"{title}: {count} unread {'letter' if count == 1 else 'letters'}"
    return f"{title}: the game is over"


def _hook(target: str, lines: list[str], services: Sequence[str]) -> bool:
    """Send to a webhook, by what was checked itself: another reading of the same text may see several."""
    made = addresses.hook_of(target)
    if made is None or addresses.service_of(target) not in services:
        message = "no webhook of a service that is sent to"
        raise OSError(message)
    return bool(made.notify(title="Wartable", body="\n".join(lines)))

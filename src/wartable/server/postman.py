"""Sends what is due: one message in each way a player is told, however many games wait, and none of it twice.

A notice is marked as being sent, by one process alone, before it is handed over. A way that did not take it is tried
again a few times, and no other with it; where a connection broke in the middle, or a process died, it is not, as it may
have arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec

import msgspec
from sqlalchemy import Connection, delete, select, update
from structlog import get_logger

from wartable.server import addresses, mail, pushes
from wartable.server.accounts import Account, Reporter
from wartable.server.addresses import AddressRow, Wishes
from wartable.server.hub import Hub
from wartable.server.letter_lines import letter_line
from wartable.server.mail_page import page
from wartable.server.messages import TEST, TOLD_OF, Line, Message, written
from wartable.server.notice_file import NoticeFile
from wartable.server.notices import Notice, due, look, still, ways_of
from wartable.server.pushes import PushRow
from wartable.server.schema import notices
from wartable.server.wire_notices import NoticeRule

log = get_logger("wartable.server")

P = ParamSpec("P")

MOST = 200
"""Notices of one player taken at a time."""
AT_ONCE = 6
"""Players told at once, and messages handed over: one that is slow holds up no other."""
ACCOUNTS = 3
"""Of so many tables a message tells what has happened."""
TRIES = 5
AGAIN = 120.0
"""Seconds after which what was not taken is tried again; each further time twice as many."""
KEPT = 90 * 86_400.0
"""Seconds for which it is remembered what was told."""


class Postman:
    """Finds and sends notices, for one server process."""

    def __init__(self, hub: Hub, file: NoticeFile) -> None:
        self._hub, self._store = hub, hub.store
        self._reporter = Reporter(hub)
        self._file = file
        self._threads = ThreadPoolExecutor(AT_ONCE, "postman")

    async def round(self, at: float) -> int:
        """Queue what is new and send what is due; return how many messages were handed over."""
        await look(self._store, at)
        return sum(await asyncio.gather(*(self._serve(at) for _ in range(AT_ONCE))))

    async def _serve(self, at: float) -> int:
        """Tell one player after the other: a server that ends in the middle leaves the others to the next."""
        sent = 0
        while taken := await self._take(at):
            true = await self._store.read(partial(still, waiting=taken, at=at))
            await self._mark([one for one in taken if one.id not in true], "dropped")
            listed = [one for one in taken if one.id in true]
            if listed:
                sent += await self._tell(taken[0].player_id, listed, at)
        return sent

    def close(self) -> None:
        """End without waiting for what is being sent; each of it ends by its own time limits."""
        self._threads.shutdown(wait=False, cancel_futures=True)

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
        """Tell one player everything at once, in each of their ways what it is to tell and has not taken before."""
        ways, wishes = await self._store.read(
            lambda connection: (_ways(connection, player), addresses.wishes_of(connection, [player]))
        )
        told = [(way, some) for way in ways if (some := [one for one in listed if _lacks(one, way, wishes)])]
        wanted = list(dict.fromkeys(one for _, some in told for one in some))
        letters = await self._letters(player, wanted, wishes.usual[player], at)
        accounts = await self._accounts(player, wanted)
        taken = await asyncio.gather(*(self._tell_in(way, player, some, (letters, accounts), at) for way, some in told))
        refused = {one.id for (_, some), took in zip(told, taken, strict=True) if not took for one in some}
        done = [(way, some) for (way, some), took in zip(told, taken, strict=True) if took]
        after = [
            msgspec.structs.replace(one, taken=one.taken + "".join(_name(way) for way, some in done if one in some))
            for one in listed
        ]
        await self._mark([one for one in after if one.taken and one.id not in refused], "sent")
        await self._mark([one for one in after if not one.taken and one.id not in refused], "dropped")
        await self._again([one for one in after if one.id in refused], at)
        return sum(taken)

    async def _tell_in(
        self,
        way: AddressRow | PushRow,
        player: str,
        listed: Sequence[Notice],
        news: tuple[Mapping[str, Line], Mapping[str, Account]],
        at: float,
    ) -> bool:
        """Tell a player in one way, with the letters and accounts of their tables; whether that took it.

        Others may read what a webhook gets: who wrote a letter is not told there.
        """
        letters, accounts = news
        shown: Mapping[str, Line] = {} if _kind(way) == "hook" else letters
        message = await self._store.read(partial(written, player=player, listed=listed, at=at, letters=shown))
        ids = dict.fromkeys(one.table_id for one in listed if one.kind in TOLD_OF)
        told = tuple(accounts[table] for table in ids if table in accounts)
        return await self._send(way, msgspec.structs.replace(message, accounts=told))

    async def _letters(self, player: str, listed: Sequence[Notice], rule: NoticeRule, at: float) -> dict[str, Line]:
        """Return what a player wants to be told of letters that they have not read, by table."""
        if rule.letter == "nothing":
            return {}
        ids = {one.table_id for one in listed if one.kind == "letters"}
        found = {table: await letter_line(self._hub, table, player, at, begins=rule.letter == "text") for table in ids}
        return {table: line for table, line in found.items() if line is not None}

    async def _accounts(self, player: str, listed: Sequence[Notice]) -> dict[str, Account]:
        """Return what has happened at the first tables that a player is told of."""
        ids = list(dict.fromkeys(one.table_id for one in listed if one.kind in TOLD_OF))[:ACCOUNTS]
        found = {table: await self._reporter.account_of(table, player) for table in ids}
        return {table: account for table, account in found.items() if account is not None}

    async def test(self, player: str) -> tuple[int, int]:
        """Send a player a test in each of their ways; return how many took it, and how many there are."""
        ways = await self._store.read(lambda connection: _ways(connection, player))
        return sum(await asyncio.gather(*(self._send(way, TEST) for way in ways))), len(ways)

    async def _send(self, way: AddressRow | PushRow, message: Message) -> bool:
        """Hand a message over in one way; whether it was taken, or may have been."""
        try:
            if isinstance(way, PushRow):
                await self._threaded(self._push, way, message)
            else:
                await self._threaded(self._mail if way.kind == "mail" else self._hook, way, message)
        except mail.Unsure:
            log.warning("a notice may not have arrived", way=way.id)
        except pushes.Gone as gone:
            await pushes.drop(self._store, gone.token_hash)
            return False
        except Exception as error:  # noqa: BLE001 - whatever it is, other players are told
            log.warning("a notice was not taken", way=way.id, reason=type(error).__name__)
            return False
        return True

    async def _threaded(self, work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **kwargs))

    def _mail(self, row: AddressRow, message: Message) -> None:
        server = self._file.mail
        if server is None:
            raise OSError("no mail server")
        stop = f"{self._file.base}/stop/{addresses.token(self._store.key, 'stop', row)}"
        foot = ["", f"Notification settings: {self._file.base}/you", f"No more mail to this address: {stop}", ""]
        text = "\n".join([message.text(self._file.base), *foot])
        pictures = [account.picture for account in message.accounts]
        shown = page(message, self._file.base, stop)
        mail.send(server, mail.message(server, row.target, message.subject, text, stop, shown, pictures))

    def _push(self, row: PushRow, message: Message) -> None:
        told = message.push()
        pushes.send(row, msgspec.json.encode(told), told["tag"], self._store.key, self._file)

    def _hook(self, row: AddressRow, message: Message) -> None:
        """Send to a webhook, by what was checked itself: another reading of the same text may see several."""
        made = addresses.hook_of(row.target)
        if made is None or addresses.name_of(made) not in self._file.hooks:
            raise OSError("no webhook of a service that is sent to")
        public = next((account.picture for account in message.accounts if account.public and account.picture), b"")
        attached = addresses.attachment(public) if public else None
        if not made.notify(title="Wartable", body=message.text(self._file.base, public=True), attach=attached):
            raise OSError("the webhook did not take it")

    async def send_link(self, target: str, subject: str, lines: Sequence[str]) -> bool:
        """Send one mail at once, which no notice is behind; whether it was taken."""
        server = self._file.mail
        if server is None:
            return False
        try:
            made = mail.message(server, target, subject, "\n".join([*lines, ""]))
            await self._threaded(mail.send, server, made)
        except Exception as error:  # noqa: BLE001
            log.warning("a mail was not taken", reason=type(error).__name__)
            return False
        return True

    async def _mark(self, listed: Sequence[Notice], state: str) -> None:
        if listed:
            change = update(notices).where(notices.c.id.in_([one.id for one in listed])).values(state=state)
            await self._store.execute(change)

    async def _again(self, listed: Sequence[Notice], at: float) -> None:
        """Put back what a way did not take, for a later try of that way; after the last it is left."""

        def work(connection: Connection) -> None:
            rules = addresses.rules_of(connection, [one.player_id for one in listed])
            for one in listed:
                then = due(rules[one.player_id], one.kind, at + AGAIN * 2**one.tries)
                later = {"tries": one.tries + 1, "due": then, "taken": one.taken}
                state = "waiting" if one.tries + 1 < TRIES else "sent" if one.taken else "dropped"
                connection.execute(update(notices).where(notices.c.id == one.id).values(state=state, **later))

        if listed:
            await self._store.do(work)


def _lacks(notice: Notice, way: AddressRow | PushRow, wishes: Wishes) -> bool:
    """Whether a notice is to be told in a way that has not taken it yet."""
    wanted = ways_of(wishes.of(notice.player_id, notice.table_id), notice.kind)
    return _kind(way) in wanted and _name(way) not in notice.taken


def _kind(way: AddressRow | PushRow) -> str:
    return "push" if isinstance(way, PushRow) else way.kind


def _name(way: AddressRow | PushRow) -> str:
    """Return how it is noted that a way took something."""
    return f" {way.id} "


def _ways(connection: Connection, player: str) -> list[AddressRow | PushRow]:
    """Return how a player is told: by confirmed addresses and by browsers."""
    known = [row for row in addresses.rows_of(connection, [player]) if row.confirmed]
    return [*known, *pushes.rows_of(connection, player)]

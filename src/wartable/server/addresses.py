"""Where players want to be told: addresses added, confirmed by a link, stopped by another; and what, and when not."""

from __future__ import annotations

import hmac
import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from wartable.server import ids, pushes
from wartable.server.closing import zone_of
from wartable.server.notice_file import NoticeFile
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.schema import addresses, notice_rules, notices_off
from wartable.server.store import Store
from wartable.server.wire_notices import ALL_WAYS, Address, NoticeRule, Notices, ToldOfTable
from wartable.server.writer import Conflict

MOST = 5
"""Addresses of one player."""
FRESH = 2 * 86_400.0
"""Seconds for which the link that confirms an address is good."""
_MAIL = re.compile(r"(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\-]{1,64}@([A-Za-z0-9\-]+\.)*[A-Za-z0-9\-]+")
_HOOK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://[^\s,?;#]+")
"""One webhook and no parameters: those of `apprise` read files and fetch from other addresses."""


class AddressRow(msgspec.Struct, frozen=True, kw_only=True):
    """An address as stored."""

    id: str
    player_id: str
    kind: str
    target: str
    confirmed: bool
    created: float


async def notices_of(store: Store, file: NoticeFile | None, player_id: str, token_hash: str) -> Notices:
    """Return how a player is told; `token_hash` is of the browser that asks."""

    def work(connection: Connection) -> Notices:
        rows = rows_of(connection, [player_id])
        browsers = pushes.rows_of(connection, player_id)
        return Notices(
            mail=file is not None and file.mail is not None,
            hooks=_services(file),
            push=pushes.public_key(store.key) if pushes.offered(file) else "",
            here=any(row.token_hash == token_hash for row in browsers),
            browsers=len(browsers),
            rule=rules_of(connection, [player_id])[player_id],
            addresses=tuple(_shown(row) for row in rows),
            tables=told_of(connection, player_id),
        )

    return await store.read(work)


def rows_of(connection: Connection, player_ids: list[str]) -> list[AddressRow]:
    """Return the addresses of some players, the oldest first."""
    query = select(addresses).where(addresses.c.player_id.in_(player_ids)).order_by(addresses.c.created, addresses.c.id)
    return [AddressRow(**row) for row in connection.execute(query).mappings()]


def rules_of(connection: Connection, player_ids: list[str]) -> dict[str, NoticeRule]:
    """Return what players want to be told: the usual where they have not said."""
    query = select(notice_rules).where(notice_rules.c.player_id.in_(player_ids))
    said = {row.player_id: msgspec.json.decode(row.body, type=NoticeRule) for row in connection.execute(query)}
    return {player: said.get(player, NoticeRule()) for player in player_ids}


_NOT_TURNS = ("letters", "votes")
_CAUSES = ("turn", "deadline", "over", "invited", "seats", *_NOT_TURNS)
"""What players are told of, each in the ways that its field of a `NoticeRule` names."""


class Wishes(msgspec.Struct, frozen=True):
    """What players want to be told: of all tables, and of those where that differs."""

    usual: dict[str, NoticeRule]
    differ: dict[tuple[str, str], ToldOfTable]

    def of(self, player_id: str, table_id: str) -> NoticeRule:
        """Return what a player wants to be told of a table."""
        rule = self.usual[player_id]
        told = self.differ.get((player_id, table_id), "usual")
        if told == "usual":
            return rule
        causes = dict.fromkeys(_NOT_TURNS if told == "turns" else _CAUSES, ALL_WAYS if told == "everything" else ())
        return msgspec.structs.replace(rule, **causes)

    def at_once(self, player_id: str, table_id: str) -> bool:
        """Whether a player wants to be told of each new letter of a table."""
        return self.differ.get((player_id, table_id)) == "everything"


def wishes_of(connection: Connection, player_ids: list[str]) -> Wishes:
    """Return what players want to be told."""
    return Wishes(rules_of(connection, player_ids), told_of_tables(connection, player_ids))


def told_of_tables(connection: Connection, player_ids: list[str]) -> dict[tuple[str, str], ToldOfTable]:
    """Return of which tables players are told otherwise than of all, by player and table, and how."""
    query = select(notices_off).where(notices_off.c.player_id.in_(player_ids)).order_by(notices_off.c.table_id)
    return {(row.player_id, row.table_id): row.told for row in connection.execute(query)}


def told_of(connection: Connection, player_id: str) -> dict[str, ToldOfTable]:
    """Return of which tables a player is told otherwise than of all, and how."""
    return {table: told for (_, table), told in told_of_tables(connection, [player_id]).items()}


async def add(store: Store, file: NoticeFile | None, player: PlayerRow, target: str, at: float) -> AddressRow:
    """Add an address, and return it; a mail address has to be confirmed. Raises `Refused`."""
    kind, wanted = _kind(file, target.strip())
    there = await store.read(lambda connection: rows_of(connection, [player.id]))
    known = next((row for row in there if row.target == wanted), None)
    if known is not None:
        renewed = (
            update(addresses).where(addresses.c.id == known.id, addresses.c.confirmed.is_(False)).values(created=at)
        )
        await store.execute(renewed)
        return known
    if len(there) >= MOST:
        raise Refused(409, "address.many", f"You already have {MOST} addresses, the most possible; remove one first.")
    row = AddressRow(
        id=ids.short_id(), player_id=player.id, kind=kind, target=wanted, confirmed=kind == "hook", created=at
    )
    try:
        await store.execute(insert(addresses).values(msgspec.structs.asdict(row)))
    except Conflict as error:
        raise Refused(409, "address.known", "You already have that address.") from error
    return row


async def remove(store: Store, player_id: str, address: str) -> None:
    """Forget an address of a player; nothing where it is not theirs."""
    gone = delete(addresses).where(addresses.c.player_id == player_id, addresses.c.id == address)
    await store.execute(gone)


async def set_rule(store: Store, player_id: str, rule: NoticeRule) -> None:
    """Store what a player wants to be told; raises `Refused` for a time zone that there is none of."""
    zone_of(rule.zone)
    body = msgspec.json.encode(rule).decode()

    def work(connection: Connection) -> None:
        connection.execute(delete(notice_rules).where(notice_rules.c.player_id == player_id))
        connection.execute(insert(notice_rules), {"player_id": player_id, "body": body})

    await store.do(work)


async def set_table(store: Store, player_id: str, table_id: str, told: ToldOfTable) -> None:
    """Say what a player is told of a table."""

    def work(connection: Connection) -> None:
        mine = (notices_off.c.player_id == player_id, notices_off.c.table_id == table_id)
        connection.execute(delete(notices_off).where(*mine))
        if told != "usual":
            connection.execute(insert(notices_off), {"player_id": player_id, "table_id": table_id, "told": told})

    await store.do(work)


# --- links in mails


def token(key: bytes, what: str, row: AddressRow) -> str:
    """Return the secret of a link that confirms an address, or ends mail to it (`stop`)."""
    digest = hmac.digest(key, f"{what}|{row.id}|{row.player_id}|{row.target}".encode(), "sha256")
    return f"{row.id}.{ids.base64url(digest[:20])}"


async def read_token(store: Store, what: str, text: str) -> AddressRow | None:
    """Return the address of a link, or None where it is not good."""
    number, _, signature = text.partition(".")
    if not ids.is_id(number) or not signature.isascii():
        return None
    query = select(addresses).where(addresses.c.id == number[:24])
    row = await store.read(lambda connection: connection.execute(query).mappings().one_or_none())
    if row is None or not signature:
        return None
    found = AddressRow(**row)
    return found if hmac.compare_digest(token(store.key, what, found), text) else None


async def confirm(store: Store, row: AddressRow, at: float) -> bool:
    """Let an address count, unless its link is too old."""
    if not row.confirmed and at - row.created > FRESH:
        return False
    change = update(addresses).where(addresses.c.id == row.id).values(confirmed=True)
    await store.execute(change)
    return True


async def player_with(store: Store, target: str) -> str | None:
    """Return the player who added a mail address first and has confirmed it; None where nobody has."""
    if not _MAIL.fullmatch(target.strip()):
        return None
    query = (
        select(addresses.c.player_id)
        .where(addresses.c.kind == "mail", addresses.c.target == target.strip().lower(), addresses.c.confirmed)
        .order_by(addresses.c.created)
        .limit(1)
    )
    return await store.read(lambda connection: connection.execute(query).scalar_one_or_none())


def _services(file: NoticeFile | None) -> tuple[str, ...]:
    return file.hooks if file is not None and find_spec("apprise") is not None else ()


def _kind(file: NoticeFile | None, target: str) -> tuple[str, str]:
    if _MAIL.fullmatch(target):
        if file is None or file.mail is None:
            raise Refused(409, "address.no_mail", "This server sends no mail.")
        return "mail", target.lower()
    service = service_of(target) if _services(file) else ""
    if not service or service not in _services(file):
        told = ", ".join(_services(file)) or "none"
        message = f"That is neither a mail address nor a webhook of a service that this server can send to ({told})."
        raise Refused(400, "address.unknown", message, fix=_services(file))
    return "hook", target


def hook_of(target: str) -> Any:  # noqa: ANN401 - of a package without types
    """Return what sends to a webhook, that one alone; None for what is none."""
    import apprise  # noqa: PLC0415 - optional, and heavy

    service: Any = apprise.Apprise
    if not target.isprintable() or not _HOOK.fullmatch(target):
        return None
    return service.instantiate(target, suppress_exceptions=True)


def attachment(picture: bytes) -> Any:  # noqa: ANN401 - of a package without types
    """Return a PNG picture as `apprise` hands it on."""
    import apprise  # noqa: PLC0415

    memory: Any = import_module("apprise.attachment.memory")
    files: Any = apprise.AppriseAttachment
    return files(memory.AttachMemory(content=picture, name="board.png", mimetype="image/png"))


def service_of(target: str) -> str:
    """Return the service that a webhook is of; nothing where `apprise` knows none."""
    made = hook_of(target)
    return name_of(made) if made is not None else ""


def name_of(hook: Any) -> str:  # noqa: ANN401 - of a package without types
    """Return the service that a webhook is of, as `apprise` names it."""
    names = hook.protocol or hook.secure_protocol
    return str(names if isinstance(names, str) else names[0])


def _shown(row: AddressRow) -> Address:
    shown = row.target if row.kind == "mail" else service_of(row.target) if find_spec("apprise") else "webhook"
    return Address(id=row.id, kind="mail" if row.kind == "mail" else "hook", shown=shown, confirmed=row.confirmed)

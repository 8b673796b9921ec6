"""What is to be told to players whose browser is closed: found in the database, queued once each, and sent when due.

What there is to tell follows from tables, seats and letters, which are committed before anybody is told. Each notice
has a key, so that several processes that find it queue it once, and it is found again after a crash. Who has the
table open is not told what they see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from zlib import crc32

import msgspec
from sqlalchemy import Connection, RowMapping, func, insert, literal, select

from wartable.engine.values import CHANCE
from wartable.server import ids, openings
from wartable.server.addresses import Wishes, wishes_of
from wartable.server.closing import zone_of
from wartable.server.presence import STALE
from wartable.server.press_rows import NO_SEAT, newest_unread, unread_of
from wartable.server.schema import (
    addresses,
    drafts,
    notices,
    presence,
    pushes,
    seats,
    sessions,
    tables,
)
from wartable.server.store import Store
from wartable.server.timing import Timing, timing_of
from wartable.server.wire_notices import ALL_WAYS, NoticeRule, Ways
from wartable.server.writer import Conflict

SETTLED = 60.0
"""Seconds after which it is taken that whoever is asked has not seen it themselves."""
LETTERS_EVERY = 6 * 3600.0
"""Of new letters a player is told at most once in so many seconds, a table each."""
OVER = 86_400.0
"""Seconds for which the end of a game is news."""
HOUR = 3600.0
BEFORE_QUIET = 900.0
"""So many seconds before quiet hours a player is told of a deadline that lies in them."""


class Sitting(msgspec.Struct, frozen=True):
    """A player at a table that is on, or over for a short time: as far as notices need it.

    `question` names what they are asked: the turn whose clock runs, or without a clock the turn and its prompt.
    """

    player: str
    table: str
    seat: int
    status: str
    question: str
    asked: bool
    updated: float
    ends: float | None
    vote: str
    """What others ask for and this seat has not answered: that the clock rests (`pause`) or goes on (`resume`)."""
    judged: bool = False
    """Whether orders were judged and the question that followed is none of theirs: a retreat, or a build of others."""


class Found(msgspec.Struct, frozen=True):
    """Something to be told, once by its key."""

    player: str
    table: str
    kind: str
    key: str


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice as stored; times are seconds since 1970."""

    id: str
    player_id: str
    table_id: str
    kind: str
    key: str
    at: float
    due: float
    state: str
    tries: int
    taken: str = ""
    """The ways that took it, each between spaces, while others are tried again."""


async def look(store: Store, at: float) -> int:
    """Queue what is new, and return how much that was; where another process is quicker it is queued already."""
    made = await store.read(lambda connection: list(_new(connection, at)))
    if not made:
        return 0
    try:
        await store.do(lambda connection: _run(connection, made))
    except Conflict:
        return 0
    return len(made)


def sittings(connection: Connection, player_ids: Collection[str], at: float) -> list[Sitting]:
    """Return where players sit, or are game master: at games that are on, and at those that have just ended."""
    query = (
        select(
            seats.c.player_id, seats.c.seat, tables.c.id, tables.c.status, tables.c.turn, tables.c.asked,
            tables.c.updated, tables.c.deadline, tables.c.timing,
        )
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.player_id.in_(list(player_ids)), seats.c.kind == "human", seats.c.resigned.is_(False))
        .where(tables.c.status.in_(("running", "finished")), tables.c.updated >= at - 60 * OVER)
    )  # fmt: skip
    leads = (
        select(
            tables.c.master.label("player_id"), literal(NO_SEAT).label("seat"), tables.c.id, tables.c.status,
            tables.c.turn, tables.c.asked, tables.c.updated, tables.c.deadline, tables.c.timing,
        )
        .where(tables.c.master.in_(list(player_ids)), tables.c.status.in_(("running", "finished")))
        .where(tables.c.updated >= at - 60 * OVER)
    )  # fmt: skip
    return [_sitting(row) for one in (query, leads) for row in connection.execute(one).mappings()]


def _sitting(row: RowMapping) -> Sitting:
    timing = timing_of(row["timing"])
    deadline = row["deadline"] if timing.ends is msgspec.UNSET else timing.ends
    seat, prompts = str(row["seat"]), msgspec.json.decode(row["asked"], type=dict[str, msgspec.Raw])
    question = f"{row['turn']}.{crc32(bytes(prompts.get(seat, b'')))}"
    if timing.turn is not None:
        question = f"{timing.turn[0]}.{timing.turn[1]}.{timing.step}"
    return Sitting(
        player=row["player_id"],
        table=row["id"],
        seat=row["seat"],
        status=row["status"],
        question=question,
        asked=seat in prompts,
        updated=row["updated"],
        ends=None if timing.standing else deadline,
        vote=_vote(timing, row["seat"]),
        judged=_judged(row["seat"], timing),
    )


def _judged(seat: int, timing: Timing) -> bool:
    """Whether others alone are asked what follows from orders that were a seat's, too."""
    secret = timing.turn is not None and timing.turn[1] == CHANCE and timing.step < 0 and not timing.seats
    return secret and seat in timing.whole and seat not in timing.asked


def _vote(timing: Timing, seat: int) -> str:
    if not timing.votes or seat in {NO_SEAT, *timing.votes, *timing.refused}:
        return ""
    return "resume" if timing.paused else "pause"


def _new(connection: Connection, at: float) -> Iterator[Notice]:
    """Yield what is to be told and was not queued before."""
    told = set(connection.execute(select(addresses.c.player_id).where(addresses.c.confirmed)).scalars())
    told |= set(connection.execute(select(sessions.c.player_id).join(pushes)).scalars())
    if not told:
        return
    wishes = wishes_of(connection, sorted(told))
    spared = _here(connection, at)
    places = [one for one in sittings(connection, told, at) if (one.player, one.table) not in spared]
    found = [
        *_of_tables(connection, places, wishes, at),
        *_of_letters(connection, places, wishes, at),
        *(
            one
            for one in _of_seats(connection, wishes.usual)
            if (one.player, one.table) not in spared and ways_of(wishes.of(one.player, one.table), one.kind)
        ),
    ]
    known = _known(connection, found)
    for one in found:
        told_by = (one.player, one.table, one.key)
        if told_by not in known:
            known.add(told_by)  # who plays two seats is told once
            yield Notice(
                id=ids.short_id(),
                player_id=one.player,
                table_id=one.table,
                kind=one.kind,
                key=one.key,
                at=at,
                due=due(wishes.usual[one.player], one.kind, at),
                state="waiting",
                tries=0,
            )


def _of_tables(connection: Connection, places: list[Sitting], wishes: Wishes, at: float) -> Iterator[Found]:
    ready = ready_at(connection)
    for one in places:
        rule = wishes.of(one.player, one.table)
        if one.status == "finished":
            if rule.over and at - one.updated < OVER:
                yield Found(one.player, one.table, "over", "over")
            continue
        if one.vote and rule.votes:
            yield Found(one.player, one.table, "vote", f"{one.vote}:{one.question}")
        if one.judged and rule.turn and at - one.updated >= SETTLED:
            yield Found(one.player, one.table, "judged", f"judged:{one.question}")
        if not one.asked or (one.table, one.seat) in ready:
            continue
        if rule.turn and at - one.updated >= SETTLED:
            yield Found(one.player, one.table, "turn", f"turn:{one.question}")
        if rule.deadline and one.ends is not None and at < one.ends and at >= _soon(rule, one.ends):
            yield Found(one.player, one.table, "deadline", f"deadline:{one.question}")


def _soon(rule: NoticeRule, ends: float) -> float:
    """Return when a player is to be told that hours are left: shortly before quiet hours in which the time is up."""
    wanted = ends - rule.hours * HOUR
    if due(rule, "deadline", wanted) < ends:
        return wanted
    begins = datetime.fromtimestamp(wanted, zone_of(rule.zone)) - timedelta(days=1)
    return _next(begins + timedelta(minutes=1), rule.quiet_from).timestamp() - BEFORE_QUIET


def _of_letters(connection: Connection, places: list[Sitting], wishes: Wishes, at: float) -> Iterator[Found]:
    by_player = dict[str, list[str]]()
    for one in places:
        if wishes.of(one.player, one.table).letters:
            by_player.setdefault(one.player, []).append(one.table)
    for player, listed in by_player.items():
        told = _told_of_letters(connection, player)
        for table, newest in newest_unread(connection, player, listed, at - SETTLED).items():
            key, (before, last) = f"unread:{newest:.3f}", told.get(table, ("", 0.0))
            if key > before and (at - last >= LETTERS_EVERY or wishes.at_once(player, table)):
                yield Found(player, table, "letters", key)


def _told_of_letters(connection: Connection, player: str) -> dict[str, tuple[str, float]]:
    """Return of which letter a player was told last, by its key, and when, by table."""
    query = (
        select(notices.c.table_id, func.max(notices.c.key), func.max(notices.c.at))
        .where(notices.c.player_id == player, notices.c.key.like("unread:%"))
        .group_by(notices.c.table_id)
    )
    return {row[0]: (row[1], row[2]) for row in connection.execute(query)}


def _of_seats(connection: Connection, rules: Mapping[str, NoticeRule]) -> Iterator[Found]:
    for player, table in openings.kept(connection, rules):
        yield Found(player, table, "invited", "invited")
    for (player, table), seat in openings.offered(connection, rules).items():
        yield Found(player, table, "seat", f"seat:{seat}")


def still(connection: Connection, waiting: Iterable[Notice], at: float) -> set[str]:
    """Return the notices that are still true: the turn is on and theirs, the letters unread, the seat free."""
    listed = list(waiting)
    rules = {one.player_id: NoticeRule(seats=ALL_WAYS) for one in listed if one.kind in {"invited", "seat"}}
    there = {(one.player, one.table, one.key) for one in _of_seats(connection, rules)}
    kept = {one.id for one in listed if (one.player_id, one.table_id, one.key) in there}
    places = {(one.player, one.table): one for one in sittings(connection, {n.player_id for n in listed}, at)}
    ready = ready_at(connection)
    for notice in listed:
        place = places.get((notice.player_id, notice.table_id))
        if place is not None and _still(connection, notice, place, ready, at):
            kept.add(notice.id)
    return kept


def _still(connection: Connection, notice: Notice, place: Sitting, ready: set[tuple[str, int]], at: float) -> bool:
    if notice.kind == "letters":
        return bool(unread_of(connection, notice.player_id, [notice.table_id], at))
    if notice.kind == "over":
        return place.status == "finished"
    if notice.kind == "vote":
        return notice.key == f"{place.vote}:{place.question}"
    if notice.kind == "judged":
        return place.judged and notice.key.endswith(f":{place.question}")
    same = place.asked and notice.key.endswith(f":{place.question}") and (place.table, place.seat) not in ready
    return same and (notice.kind == "turn" or (place.ends is not None and place.ends > at))


def ways_of(rule: NoticeRule, kind: str) -> Ways:
    """Return in which ways a player wants to be told of a kind of notice."""
    wanted: Ways = getattr(rule, _ASKED.get(kind, kind))
    return wanted


_ASKED = {"vote": "votes", "seat": "seats", "judged": "turn"}
"""Kinds of notices that the rule calls otherwise."""


def due(rule: NoticeRule, kind: str, at: float) -> float:
    """Return when a player may be told: at once, after their quiet hours, or with what they get once a day.

    That hours are left is told at once, but for quiet hours.
    """
    zone = zone_of(rule.zone)
    now = when = datetime.fromtimestamp(at, zone)
    if rule.digest and kind != "deadline":
        when = _next(when, rule.digest)
    if rule.quiet_from and rule.quiet_to and _quiet(rule, f"{when:%H:%M}"):
        when = _next(when, rule.quiet_to)
    return at if when == now else when.timestamp()  # there and back a time may be rounded up


def _quiet(rule: NoticeRule, hour: str) -> bool:
    if rule.quiet_from <= rule.quiet_to:
        return rule.quiet_from <= hour < rule.quiet_to
    return hour >= rule.quiet_from or hour < rule.quiet_to


def _next(when: datetime, hour: str) -> datetime:
    """Return the next moment at which clocks show an hour, in the zone of a moment."""
    hours, minutes = (int(part) for part in hour.split(":"))
    wanted = when.replace(hour=hours, minute=minutes, second=0, microsecond=0)
    return wanted if wanted >= when else wanted + timedelta(days=1)


def _here(connection: Connection, at: float) -> set[tuple[str, str]]:
    query = select(presence.c.player_id, presence.c.table_id).where(presence.c.at >= at - STALE)
    return {(row[0], row[1]) for row in connection.execute(query)}


def ready_at(connection: Connection) -> set[tuple[str, int]]:
    """Return the seats that have said that their orders may be judged, by table."""
    query = select(drafts.c.table_id, drafts.c.seat).where(drafts.c.ready)
    return {(row[0], row[1]) for row in connection.execute(query)}


def _known(connection: Connection, found: list[Found]) -> set[tuple[str, str, str]]:
    players = {one.player for one in found}
    query = select(notices.c.player_id, notices.c.table_id, notices.c.key)
    return {(row[0], row[1], row[2]) for row in connection.execute(query.where(notices.c.player_id.in_(players)))}


def _run(connection: Connection, made: list[Notice]) -> None:
    connection.execute(insert(notices), [msgspec.structs.asdict(one) for one in made])

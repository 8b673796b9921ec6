"""Tables and seats as people see them: in lists, in the lobby, beside the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from wartable.engine import registry
from wartable.engine.errors import BadOptions
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.server import catalogue, ids, sides
from wartable.server.anonymity import is_hidden
from wartable.server.clocks import millis
from wartable.server.pauses import open_vote
from wartable.server.playable import why_retired
from wartable.server.press_rules import rule_at
from wartable.server.remembered import Chat
from wartable.server.rows import SeatRow, TableRow, iso
from wartable.server.store import Loaded
from wartable.server.table import Table, occupied
from wartable.server.timing import ends_of, pace_of, timing_of
from wartable.server.viewer import seats_seen
from wartable.server.wire import Again, SeatCard, TableCard
from wartable.server.wire import Table as TableInfo
from wartable.server.wire_dice import SealedPart, TableDice
from wartable.server.wire_pace import Pace
from wartable.server.wire_play import ChatLine


def present(table: Table) -> frozenset[str]:
    """Return the players who have the table open now; none at an anonymous one, where their coming tells of them."""
    if is_hidden(table.seats):
        return frozenset()
    return table.elsewhere.union(listener.player for listener in table.listeners if listener.player is not None)


def seat_cards(
    seats: Iterable[SeatRow], player: str | None, here: frozenset[str], colours: Sequence[int] = ()
) -> tuple[SeatCard, ...]:
    """Return seats as a player sees them; bots are always present. `colours` go before those that players chose."""
    return tuple(
        SeatCard(
            seat=chair.seat,
            kind=chair.kind,  # type: ignore[arg-type]  # the schema keeps it to the four kinds
            name=chair.name,
            colour=colours[chair.seat] if chair.seat < len(colours) else chair.colour,
            avatar=chair.avatar,
            level=chair.level,
            you=player is not None and chair.player_id == player,
            present=chair.kind == "bot" or chair.player_id in here,
            resigned=chair.resigned,
            missed=chair.missed,
            away=chair.away,
            offered=chair.offered,
        )
        for chair in seats
    )


def table_for(table: Table, player: str | None, key: bytes) -> TableInfo:
    """Return a table as a player sees it; the invitation and his private link only for members."""
    row = table.row
    own = [table.seats[seat] for seat in seats_seen(table, player)]
    missing = why_not_start(row, table.seats)
    options = catalogue.options_of(row).for_seats(len(table.seats))
    # What an option that goes by the number of seats would be with others: seats may be added still.
    counts = table.game.seat_counts(catalogue.options_of(row))
    return TableInfo(
        id=row.id,
        game=row.game,
        title=row.title,
        preset=row.preset,
        options=options.values(),
        board=table.game.show.board_key(options),
        changes=catalogue.changes(table.game, row.preset, options, len(table.seats)),
        status=row.status,  # type: ignore[arg-type]
        private=row.private,
        creator=row.creator == player,
        invite=invite_path(row) if is_member(row, table.seats, player) or not row.private else "",
        seats=seat_cards(table.seats, player, present(table), colours_of(table.game, options, table.seats)),
        roles=table.game.roles(options, len(table.seats)) if len(table.seats) in counts else (),
        counts=counts,
        my_seats=table.seats_of(player),
        seat_link=seat_link(key, row.id, own[0]) if own else None,
        can_start=row.status == "open" and may_start(table, player) and not missing,
        missing=missing,
        again=_again(table, player),
        pace=pace_of(row.pace),
        press=rule_at(table),
        sides=sides.rule_of(row),
        master=_master(row.master, player),
        wishes={chair.seat: sides.wishes_of(chair) for chair in own if chair.prefers != "[]"},
        dice=_dice(table, player),
        lost=_lost(table, player),
    )


def _master(master: str | None, player: str | None) -> Literal["free", "taken", "mine"] | None:
    """Return whether the game master's seat is free, taken, or one's own."""
    if not master:
        return None if master is None else "free"
    return "mine" if master == player else "taken"


def _lost(table: Table, player: str | None) -> tuple[int, ...]:
    """Return the seats that a player has played here and somebody else does now."""
    seats = {one.seat for one in table.former if one.player == player}
    return tuple(sorted(seat for seat in seats if table.seats[seat].player_id != player))


def _dice(table: Table, player: str | None) -> TableDice:
    """Return how far a table's dice are made. What was opened is told with the seed, when the game is over."""
    mixing = table.mixing
    started = "set" if table.row.status != "open" and not mixing.pending else mixing.phase
    parts = mixing.past[-1].parts if mixing.past and started == "set" else mixing.round().parts
    return TableDice(
        seal=table.dice.commitment,
        phase=started,
        round=len(mixing.past) if mixing.past and started == "set" else mixing.number,
        joined=player in mixing.joined,
        mixes=table.game.blurb.dice and not mixing.fixed and not sides.rule_of(table.row).anonymous,
        parts=tuple(SealedPart(seat=part.seat, seal=part.seal, opened=bool(part.secret)) for part in parts),
        unopened=tuple(sorted(mixing.barred)),
    )


def seat_link(key: bytes, table_id: str, chair: SeatRow) -> str:
    """Return the private link of a seat."""
    return ids.SEAT_LINKS + ids.seat_token(key, table_id, chair.seat, chair.player_id or "", chair.link)


def colours_of(game: AnyGame, options: Options, seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """Return the colour of each seat: that of what it plays, or its player's where their number does not fit yet."""
    played = game.show.colours(options, len(seats)) if len(seats) in game.seat_counts(options) else ()
    return played or tuple(chair.colour for chair in seats)


def _again(table: Table, player: str | None) -> Again | None:
    """Return where a game is played again, for those who have played it."""
    followed = table.followed
    if followed is None or not is_member(table.row, table.seats, player):
        return None
    by = next((chair.name for chair in table.seats if chair.player_id == followed.by), "")
    return Again(table=followed.table, by=by, mine=followed.by == player)


def may_start(table: Table, player: str | None) -> bool:
    """Whether a player may start the game: whoever made the table, its game master, and all who sit there."""
    return player is not None and (player in (table.row.creator, table.row.master) or bool(table.seats_of(player)))


def is_member(row: TableRow, seats: Sequence[SeatRow], player: str | None) -> bool:
    """Whether a player made the table, sits at it, or is its game master."""
    made_or_leads = player is not None and player in (row.creator, row.master)
    return made_or_leads or (player is not None and any(chair.player_id == player for chair in seats))


def invite_path(row: TableRow) -> str:
    """Return the page to send to those who shall join."""
    return f"/table/{row.id}?invite={row.invite}" if row.private else f"/table/{row.id}"


def why_not_start(row: TableRow, seats: Sequence[SeatRow]) -> str:
    """Say what is missing for a start, or which option does not fit so many seats; nothing when nothing is."""
    if row.status != "open":
        return ""
    game = registry.get(row.game)
    options = catalogue.options_of(row)
    counts = game.seat_counts(options)
    taken = len(occupied(seats))
    if taken < counts[0]:
        missing = counts[0] - taken
        return f"{missing} more {'player or bot is' if missing == 1 else 'players or bots are'} needed."
    if taken > counts[-1]:
        return f"At most {counts[-1]} can play."
    try:
        game.start(options, taken)
    except BadOptions as error:
        return error.reason.message
    return ""


def table_card(loaded: Loaded, player: str | None, here: frozenset[str]) -> TableCard:
    """Return a table as it stands in a list."""
    row, seats = loaded.row, loaded.seats
    if why_retired(row):
        return _retired_card(loaded, player, here)
    mine = _asked(row, seats, player)
    game = registry.get(row.game)
    options = catalogue.options_of(row)
    timing, ends = timing_of(row.timing), ends_of(row)
    return TableCard(
        id=row.id,
        game=row.game,
        preset=row.preset,
        title=row.title,
        status=row.status,  # type: ignore[arg-type]
        seats=seat_cards(seats, player, here, colours_of(game, options, seats)),
        free=_free(row, seats),
        turn=row.turn,
        asked=mine[0] if mine else "",
        waits_for_me=bool(mine),
        updated=iso(row.updated),
        changes=catalogue.changes(game, row.preset, options, len(seats)),
        board=game.show.board_key(options),
        owners=msgspec.json.decode(row.owners),
        pace=pace_of(row.pace),
        deadline=None if ends is None or not timing.granted else millis(ends),
        granted=round(timing.granted),
        paused=timing.standing,
        offered=_offered(game, options, seats) if row.status == "running" else (),
        vote=open_vote(row, seats, player) if row.status == "running" else None,
    )


def _offered(game: AnyGame, options: Options, seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """Return what is played on the seats that may be taken over, where sides have names, or whose they are."""
    offered = [chair for chair in seats if chair.offered]
    roles = game.roles(options, len(seats)) if offered else ()
    return tuple((roles[chair.seat] if chair.seat < len(roles) else "") or chair.name for chair in offered)


def _free(row: TableRow, seats: Sequence[SeatRow]) -> int:
    """Return how many seats anybody may take: before the game those nobody sits on, later those offered."""
    if row.status == "open":
        return sum(chair.kind == "open" and not chair.player_id for chair in seats)
    return sum(chair.offered for chair in seats) if row.status == "running" else 0


def _retired_card(loaded: Loaded, player: str | None, here: frozenset[str]) -> TableCard:
    """Return a table in a list that can only be looked at any more: nothing is said of it that takes its rules."""
    row = loaded.row
    return TableCard(
        id=row.id,
        game=row.game,
        preset=row.preset,
        title=row.title,
        status=row.status,  # type: ignore[arg-type]
        seats=seat_cards(loaded.seats, player, here),
        free=0,
        turn=row.turn,
        asked="",
        waits_for_me=False,
        updated=iso(row.updated),
        changes=0,
        board=None,
        owners=None,
        pace=Pace(),
        deadline=None,
        granted=0,
        paused=False,
        retired=True,
    )


def _asked(row: TableRow, seats: Sequence[SeatRow], player: str | None) -> list[str]:
    """Return what a player is asked at a table, for each of his seats: to decide, or to come and play again."""
    own = [chair for chair in seats if player is not None and chair.player_id == player]
    if row.status == "open":
        by = next((chair.name for chair in seats if chair.player_id == row.creator and chair.kind != "open"), "")
        return [f"{by or 'Somebody'} asks you to play again." for chair in own if chair.kind == "open"]
    asked: dict[str, str] = msgspec.json.decode(row.asked)
    return [asked[str(chair.seat)] for chair in own if chair.by_person and str(chair.seat) in asked]


def chat_line(line: Chat) -> ChatLine:
    """Return a line of chat as it is sent."""
    return ChatLine(id=line.seq, name=line.name, colour=line.colour, text=line.text, at=iso(line.at))

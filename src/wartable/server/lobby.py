"""Tables before the game: made, filled, set up, started, dissolved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.game import AnyGame
from wartable.server import anonymity, catalogue, dice_parts, ids, names, reliability, seating, sides
from wartable.server.cards import is_member, may_start, why_not_start
from wartable.server.change import change
from wartable.server.entering import Origin, new_entry, noted, roll, row_job, seats_job, table_values, told
from wartable.server.hub import Hub
from wartable.server.pace_rules import stored_pace
from wartable.server.press_rules import stored_rule
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow, TableRow, now
from wartable.server.store import Loaded
from wartable.server.table import Table
from wartable.server.wire import OptionsWish, PressRule, SeatChange, SidesRule, SidesWish, TableWish
from wartable.server.wire_pace import Pace
from wartable.server.writer import Job, in_turn


async def create(hub: Hub, player: PlayerRow, wish: TableWish) -> str:
    """Make a table, and start it at once where that is wished; return its id."""
    game = registry.get(wish.game)
    preset, options = catalogue.read_options(game, wish.preset, wish.options)
    chairs = seating.seated(game.key, game.seat_counts(options)[-1], player, wish.seats)
    title = names.clean(wish.title, "title") or _title(game, player, wish.sides)
    row = new_row(game.key, preset, catalogue.options_text(options), player, private=wish.private, title=title)
    row = msgspec.structs.replace(row, pace=stored_pace(game, wish.pace), press=stored_rule(game, wish.press))
    row = msgspec.structs.replace(row, sides=sides.stored_rule(wish.sides))
    if wish.seed is not None:
        row = msgspec.structs.replace(row, seed=_known_seed(hub, wish.seed))
    dice = dice_parts.before(joined=[player.id] if wish.joins else [], fixed=wish.seed is not None)
    return await _store(hub, row, chairs, player, start=wish.start, dice=dice)


def _title(game: AnyGame, player: PlayerRow, rule: SidesRule) -> str:
    """Return what a table is called that nobody has named: after its maker, where names are told."""
    return f"A table of {game.title}" if rule.anonymous else names.of_table(player.name, game.title)


def _known_seed(hub: Hub, text: str) -> bytes:
    """Return the seed a player named. Who knows the seed knows every roll, so others must not meet it unawares."""
    if not hub.settings.known_seeds:
        message = "Dice with a known seed are only rolled by `wartable play` on your own machine."
        raise Refused(400, "seed.not_here", message)
    return SealedDice.of("play", text).seed


def new_row(game: str, preset: str, options: str, player: PlayerRow, *, private: bool, title: str) -> TableRow:
    """Return the row of a table that nobody sits at yet, with dice of its own."""
    at = now()
    return TableRow(
        id=ids.short_id(),
        game=game,
        rules_version=registry.get(game).rules_version,
        preset=preset,
        options=options,
        title=title,
        private=private,
        invite=ids.short_id(16),
        creator=player.id,
        status="open",
        seed=SealedDice.fresh().seed,
        created=at,
        updated=at,
    )


async def _store(
    hub: Hub, row: TableRow, chairs: list[SeatRow], player: PlayerRow, *, start: bool, dice: Sequence[dice_parts.Step]
) -> str:
    table, job = await laid(hub, row, chairs, player, start=start, dice=dice)
    await hub.store.add_table(table.row, table.seats, job.entries)
    return row.id


async def laid(
    hub: Hub, row: TableRow, chairs: list[SeatRow], player: PlayerRow, *, start: bool, dice: Sequence[dice_parts.Step]
) -> tuple[Table, Job]:
    """Return a new table, which nobody knows yet, and the first entries it is stored with; raises `Refused`."""
    table = Table(Loaded(row, tuple(chairs), ()))
    table.now = hub.now
    table.seats = anonymity.hide(table, chairs)
    first = [noted(table, "dice", step.said, step.player) for step in dice]
    if start:
        missing = why_not_start(row, table.seats)
        if missing:
            raise Refused(400, "table.missing", missing)
        await asyncio.to_thread(table.game.prepare, catalogue.options_of(row))
        job = begin(table, player)
    else:
        job = Job(entries=[new_entry(table, "lobby", None, b'{"what":"made"}', Origin(player=player.id))])
    return table, Job(entries=[*first, *job.entries])


def begin(table: Table, player: PlayerRow) -> Job:
    """Start the game in memory: seats without gaps, the match, the first dice, or the wait for who adds to them.

    It goes by the rules of today, even where the table was made before they came.
    """
    taken = [chair for chair in table.seats if chair.kind != "open"]
    table.seats = seating.in_order(taken, _sides(table), _sides(table, len(taken)))
    options = catalogue.stored_options(table.game, table.row.options).for_seats(len(table.seats))
    text = catalogue.options_text(options)
    version = table.game.rules_version
    table.row = msgspec.structs.replace(table.row, status="running", options=text, rules_version=version)
    # Contradictions between options and number of seats come out here, before anything is stored.
    table.begin()
    drawn = sides.give(table)
    anonymity.hide_behind_sides(table)
    made = [noted(table, "lobby", {"what": "started", **drawn}, player.id)]
    if drawn:
        made.append(told(table, "sides", sides.told(table)))
    made += [*dice_parts.begun(table), *roll(table)]
    also = in_turn(row_job(table.row, "options"), seats_job(table))
    return Job(entries=made, table=table_values(table), also=also)


async def start(hub: Hub, table: Table, player: PlayerRow) -> None:
    """Start the game, at the word of whoever made the table or sits at it (Risk Engine, "Starting a game")."""
    _check_open(table)
    if not may_start(table, player.id):
        raise Refused(403, "table.not_yours", "Only players at the table may start the game: sit down first.")

    def make(table: Table) -> Job:
        _check_open(table)
        missing = why_not_start(table.row, table.seats)
        if missing:
            raise Refused(409, "table.missing", missing)
        return begin(table, player)

    await change(hub, table, make)


async def change_seat(hub: Hub, table: Table, player: PlayerRow, seat: int, wish: SeatChange) -> None:
    """Change a seat; a table full of people starts by itself, and one to play again when all have come."""
    most = _counts(table)[-1]
    if wish.kind == "me":
        await reliability.check(hub.store, table, player)

    def make(table: Table) -> Job:
        _check_open(table)
        _check_invited(table, player, wish.invite)
        seating.check_number(table.seats, seat, most)
        if table.row.master == player.id and wish.kind in ("me", "local"):
            raise Refused(409, "master.plays", "You are the game master and do not play: stop being game master first.")
        invited = seat < len(table.seats) and seating.kept_for(table.seats[seat], player.id)
        chairs = seating.changed(table.row, table.seats, player, seat, wish)
        table.seats = anonymity.hide(table, seating.in_order(chairs, _sides(table), _sides(table, len(chairs))))
        entry = new_entry(table, "lobby", seat, msgspec.json.encode({"what": wish.kind}), Origin(player=player.id))
        table.enter(entry)
        full = len(table.seats) == most and all(chair.kind == "human" for chair in table.seats)
        full = full and table.row.master != ""  # a game master is waited for
        all_came = invited and wish.kind == "me" and all(chair.kind != "open" for chair in table.seats)
        if (full or all_came) and not why_not_start(table.row, table.seats):
            begun = begin(table, player)
            return msgspec.structs.replace(begun, entries=[entry, *begun.entries])
        return Job(entries=[entry], table=_touched(table), also=seats_job(table))

    await change(hub, table, make)


async def set_options(hub: Hub, table: Table, player: PlayerRow, wish: OptionsWish) -> None:
    """Change the options of an open table."""
    if table.row.creator != player.id:
        raise Refused(403, "table.not_yours", "Only the creator of the table may change its options.")
    preset, options = catalogue.read_options(table.game, wish.preset, wish.options)
    text = catalogue.options_text(options)

    def make(table: Table) -> Job:
        _check_open(table)
        before, played = _counts(table), _sides(table)
        table.row = msgspec.structs.replace(table.row, preset=preset, options=text)
        if _counts(table) != before:
            chairs = seating.fitted(table.seats, _counts(table))
            table.seats = anonymity.hide(table, seating.in_order(chairs, played, _sides(table, len(chairs))))
        entry = new_entry(table, "lobby", None, b'{"what":"options"}', Origin(player=player.id))
        table.enter(entry)
        return Job(
            entries=[entry],
            table=_touched(table),
            also=in_turn(row_job(table.row, "preset", "options"), seats_job(table)),
        )

    await change(hub, table, make)


async def set_pace(hub: Hub, table: Table, player: PlayerRow, wish: Pace) -> None:
    """Change how long turns may take at an open table."""
    if table.row.creator != player.id:
        raise Refused(403, "table.not_yours", "Only the creator of the table may change its clock.")
    text = stored_pace(table.game, wish)

    def make(table: Table) -> Job:
        _check_open(table)
        table.row = msgspec.structs.replace(table.row, pace=text)
        entry = new_entry(table, "lobby", None, b'{"what":"pace"}', Origin(player=player.id))
        table.enter(entry)
        return Job(entries=[entry], table=_touched(table), also=row_job(table.row, "pace"))

    await change(hub, table, make)


async def set_press(hub: Hub, table: Table, player: PlayerRow, wish: PressRule) -> None:
    """Change at an open table who may write to whom."""
    if table.row.creator != player.id:
        raise Refused(403, "table.not_yours", "Only the creator of the table may change its press.")
    text = stored_rule(table.game, wish)

    def make(table: Table) -> Job:
        _check_open(table)
        table.row = msgspec.structs.replace(table.row, press=text)
        entry = new_entry(table, "lobby", None, b'{"what":"press"}', Origin(player=player.id))
        table.enter(entry)
        return Job(entries=[entry], table=_touched(table), also=row_job(table.row, "press"))

    await change(hub, table, make)


async def set_sides(hub: Hub, table: Table, player: PlayerRow, wish: SidesRule) -> None:
    """Change at an open table how sides are given."""
    if table.row.creator != player.id:
        raise Refused(403, "table.not_yours", "Only the creator of the table may change how sides are given.")
    text = sides.stored_rule(wish)

    def make(table: Table) -> Job:
        _check_open(table)
        anonymity.check_change(table, wish)
        usual = _title(table.game, player, sides.rule_of(table.row))
        title = _title(table.game, player, wish) if table.row.title == usual else table.row.title
        table.row = msgspec.structs.replace(table.row, sides=text, title=title)
        table.seats = anonymity.hide(table, anonymity.opened(table.seats))
        entry = noted(table, "lobby", {"what": "sides"}, player.id)
        also = in_turn(row_job(table.row, "sides", "title"), seats_job(table))
        return Job(entries=[entry], table=_touched(table), also=also)

    await change(hub, table, make)


async def set_wishes(hub: Hub, table: Table, player: PlayerRow, wish: SidesWish) -> None:
    """Keep which sides a seat of a player's own would like to play; nobody else is told before the end."""
    sides.check_wishes(table, wish.sides)
    text = msgspec.json.encode(wish.sides).decode()

    def make(table: Table) -> Job:
        _check_open(table)
        if wish.seat not in table.seats_of(player.id):
            raise Refused(403, "seat.not_yours", f"Seat {wish.seat + 1} is not yours: sit down first.")
        table.seats[wish.seat] = msgspec.structs.replace(table.seats[wish.seat], prefers=text)
        entry = noted(table, "lobby", {"what": "wishes"}, player.id)
        return Job(entries=[entry], also=seats_job(table))

    await change(hub, table, make)


async def dissolve(hub: Hub, table: Table, player: PlayerRow) -> None:
    """Remove a table that has not started; what another process started meanwhile stays."""
    if table.row.creator != player.id:
        raise Refused(403, "table.not_yours", "Only the creator of the table may delete it.")
    await hub.store.drop_open_table(table.id)
    await hub.refresh(table)
    if not table.gone:
        _check_open(table)


def check_view(table: Table | Loaded, player: str | None, invite: str) -> None:
    """Refuse a private table to those who neither belong to it nor were invited; it looks as if it were not there.

    Who has played there and lost the seat may look on.
    """
    row = table.row
    was_there = isinstance(table, Table) and any(one.player == player for one in table.former)
    if row.private and not was_there and not is_member(row, table.seats, player) and invite != row.invite:
        raise Refused(404, "table.private", "This table is private, or does not exist. Ask for an invitation link.")


def _check_invited(table: Table, player: PlayerRow, invite: str) -> None:
    check_view(table, player.id, invite)


def _check_open(table: Table) -> None:
    if table.row.status != "open":
        raise Refused(409, "table.started", "The game has started, so seats and options can no longer change.")


def _touched(table: Table) -> dict[str, object]:
    table.row = msgspec.structs.replace(table.row, updated=now())
    return table_values(table)


def _sides(table: Table, seats: int | None = None) -> tuple[str, ...]:
    """Return what the seats of a table would play, or so many; nothing where a game cannot begin with them."""
    number = len(table.seats) if seats is None else seats
    return sides.sides_at(table, number) if number in _counts(table) else ()


def _counts(table: Table) -> tuple[int, ...]:
    """Return the numbers of seats with which a table's game can begin."""
    return table.game.seat_counts(catalogue.options_of(table.row))

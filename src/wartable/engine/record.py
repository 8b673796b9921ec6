"""Records: a game as one JSON line of heading, one per decision, and one of ending; replayed, they give every state.

::

    {"record": 3, "game": "risk", "rules_version": "1", "options": {...}, "seats": [...], "commitment": "9f3c...",
     "layout": "b42a..."}
    {"n": 0, "seat": -1, "action": {"type": "shuffled", "order": [...]}}
    {"n": 49, "seat": 2, "action": {"type": "attack", ...}, "digest": "c0ffee..."}
    {"end": {"entries": 812, "outcome": {...}, "digest": "...", "seed": "...", "rounds": [...]}, "notes": {...}}

The seed is the host's; `rounds` holds what players added to it (`wartable.engine.mixing`), and `notes` what the browser
that saved the record had noted when the dice were made. Format 1 had neither, and is read as before.

Every `DIGEST_EVERY`-th entry carries the digest of the position it led to, so that a replay that diverges says where.
Digests are compared as long as positions are written as they were then, which `layout` tells; formats 1 and 2 took the
options in, and are not compared. Decisions, dice and outcome are checked in any case, not the words of its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from wartable.engine import registry
from wartable.engine.chance import Answer, SealedDice, commitment_of
from wartable.engine.digest import digest, layout
from wartable.engine.driver import Entry, Match
from wartable.engine.errors import BadOptions, BadRecord, IllegalAction, UnknownGame, WartableError
from wartable.engine.game import AnyGame
from wartable.engine.mixing import MixedDice, Notes, Round, check_notes, check_rounds
from wartable.engine.options import Options, read
from wartable.engine.values import CHANCE, Action, Event, Outcome, Seat, State
from wartable.engine.words import listed

FORMAT = 3
READ = (1, 2, 3)
"""The formats that can be read."""
DIGEST_EVERY = 50


_NOT_COMPARED = " Positions are written differently now, so those on the way were not compared."


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sat where: the name shown, and the level of a bot (empty for people)."""

    name: str
    bot: str = ""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what is needed to begin the same game, and the seal on its dice (empty: dice not sealed).

    `layout` is how the positions are written whose digests the record holds (`wartable.engine.digest.layout`).
    `files` are the texts of maps and scenarios of one's own that the options name (`Options.files`).
    """

    record: int
    game: str
    rules_version: str
    options: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    commitment: str = ""
    layout: str = ""
    files: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision; `action` is raw JSON because its type belongs to the game."""

    n: int
    seat: int
    action: msgspec.Raw
    digest: str = ""
    why: str = ""


class Ending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The last line's content: number of entries, outcome (None: unfinished), last digest, seed in hexadecimal.

    `rounds` is what players added to the dice, published with the seed.
    `given_up` says that the game ended because a player gave up, so that the outcome does not follow from the rules.
    """

    entries: int
    digest: str
    outcome: Outcome | None = None
    seed: str = ""
    rounds: tuple[Round, ...] = ()
    given_up: bool = False


class End(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The last line, with the notes of the browser that saved the record, if one did."""

    end: Ending
    notes: Notes | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A whole record in memory. `digests` and `whys` are by number of entry."""

    header: Header
    entries: tuple[Entry, ...]
    digests: dict[int, str]
    ending: Ending
    whys: dict[int, str] = {}
    notes: Notes | None = None


@cache
def action_decoder(game: AnyGame) -> msgspec.json.Decoder[Action]:
    """Return a decoder of every action of a game, answers of chance included."""
    kinds: Any = Answer
    for kind in game.action_types:
        kinds |= kind
    return msgspec.json.Decoder(kinds)


def decode_action(game: AnyGame, raw: bytes | str) -> Action:
    """Read an action from JSON; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return action_decoder(game).decode(raw)


def of_match(match: Match, names: Sequence[SeatInfo]) -> Record:
    """Return the record of a match; where its dice are sealed, the seed goes in once the game is over."""
    sealed = match.source if isinstance(match.source, SealedDice) else None
    mixed = match.source if isinstance(match.source, MixedDice) else None
    over = match.outcome is not None
    seed = mixed.host if mixed else sealed.seed if sealed else b""
    return Record(
        header=Header(
            record=FORMAT,
            game=match.game.key,
            rules_version=match.options.rules_version or match.game.rules_version,
            options=match.options.values(),
            seats=tuple(names),
            commitment=sealed.commitment if sealed else "",
            layout=layout(match.game.state_type_by(match.options)),
            files=dict(match.options.files()) or msgspec.UNSET,
        ),
        entries=tuple(move.entry for move in match.moves),
        digests={n: digest(match.moves[n].state) for n in _marked(len(match.moves))},
        ending=Ending(
            entries=len(match.moves),
            digest=digest(match.state),
            outcome=match.outcome,
            seed=seed.hex() if over else "",
            rounds=mixed.rounds if mixed and over else (),
            given_up=match.given_up,
        ),
        whys={n: move.why for n, move in enumerate(match.moves) if move.why},
    )


def _marked(count: int) -> range:
    return range(DIGEST_EVERY - 1, count, DIGEST_EVERY)


def dump(record: Record) -> bytes:
    """Return a record as JSON lines."""
    encode = msgspec.json.encode
    lines = [encode(record.header)]
    for n, entry in enumerate(record.entries):
        mark, why = record.digests.get(n, ""), record.whys.get(n, "")
        line = Line(n=n, seat=entry.seat, action=msgspec.Raw(encode(entry.action)), digest=mark, why=why)
        lines.append(encode(line))
    lines.append(encode(End(end=record.ending, notes=record.notes)))
    return b"\n".join(lines) + b"\n"


def load(data: bytes | str, game: AnyGame | None = None) -> Record:
    """Read a record; `game` serves one that is not registered. Raises `BadRecord` with the line number."""
    lines = (data.encode() if isinstance(data, str) else data).strip().split(b"\n")
    if not any(lines):
        raise BadRecord("The record is empty.")
    header = _decode(1, lines[0], msgspec.json.Decoder(Header))
    if header.record not in READ:
        known = listed([str(number) for number in READ])
        raise BadRecord(f"Line 1: this is record format {header.record}; this version reads formats {known}.")
    if b'"end"' not in lines[-1]:
        raise BadRecord(f"The record breaks off after line {len(lines)}: its last line, which holds `end`, is missing.")
    last = _decode(len(lines), lines[-1], msgspec.json.Decoder(End))
    game = game or game_of(header)
    _lend(header, game)
    decoder = action_decoder(game)
    read = [_entry(number, raw, decoder) for number, raw in enumerate(lines[1:-1], 2)]
    if len(read) != last.end.entries:
        raise BadRecord(
            f"The record ends after {last.end.entries} entries, but {len(read)} are there: lines are missing."
        )
    return Record(
        header=header,
        entries=tuple(entry for entry, _ in read),
        digests={line.n: line.digest for _, line in read if line.digest},
        ending=last.end,
        whys={line.n: line.why for _, line in read if line.why},
        notes=last.notes,
    )


def _lend(header: Header, game: AnyGame) -> None:
    """Let the game find the map or scenario that a record brings along."""
    if header.files is not msgspec.UNSET:
        try:
            game.options_type.lend(header.options, header.files)
        except (WartableError, KeyError) as error:
            raise BadRecord(f"Line 1: {error}") from error


def _entry(number: int, raw: bytes, decoder: msgspec.json.Decoder[Action]) -> tuple[Entry, Line]:
    line = _decode(number, raw, msgspec.json.Decoder(Line))
    if line.n != number - 2:
        raise BadRecord(f"Line {number} should hold entry {number - 2}, but holds entry {line.n}.")
    return Entry(Seat(line.seat), _decode(number, bytes(line.action), decoder)), line


def _decode(number: int, raw: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:  # noqa: ANN401
    try:
        return decoder.decode(raw)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"Line {number} cannot be read: {error}.") from error


def game_of(header: Header) -> AnyGame:
    """Return the game a record was played with; raises `BadRecord` for an unknown game or a version that is gone."""
    try:
        game = registry.get(header.game)
    except UnknownGame as error:
        raise BadRecord(f"Line 1: {error}") from error
    if header.rules_version not in game.versions:
        here = f"{'version' if len(game.versions) == 1 else 'versions'} {listed(game.versions)}"
        raise BadRecord(
            f"Line 1: played by version {header.rules_version} of the rules of {game.title}; installed is {here}."
        )
    return game


def options_of(header: Header, game: AnyGame) -> Options:
    """Return the options of a record by its version of the rules, also those that have lost their effect since.

    Raises `BadRecord`.
    """
    try:
        read_now = read(game.options_type, header.options).for_seats(len(header.seats))
        options: Options = game.options_by(read_now, header.rules_version)
    except BadOptions as error:
        raise BadRecord(f"Line 1: {error}") from error
    return options


def replay(record: Record, game: AnyGame | None = None) -> Iterator[tuple[Entry, Any, tuple[Event, ...]]]:
    """Yield each entry with the state and the events it leads to.

    Raises `BadRecord` at the first entry that is illegal or whose position differs from the digest written with it,
    and at the end when the outcome differs in more than the words of its reason.
    """
    game = game or game_of(record.header)
    digests = record.digests if _comparable(record, game) else {}
    state = game.start(options_of(record.header, game), len(record.header.seats))
    for n, entry in enumerate(record.entries):
        try:
            step = game.apply(state, entry.seat, entry.action)
        except IllegalAction as error:
            who = "chance" if entry.seat == CHANCE else f"seat {entry.seat + 1}"
            raise BadRecord(f"Entry {n} ({who}): {error}") from error
        state = step.state
        _compare(f"Entry {n}", digests.get(n), state)
        yield entry, state, step.events
    _compare("The end", record.ending.digest if _comparable(record, game) else None, state)
    outcome, told = game.outcome(state), None if record.ending.given_up else record.ending.outcome
    if (outcome and outcome.figures) != (told and told.figures):
        raise BadRecord(f"The end: the record says {told}, the rules {outcome}.")


def _comparable(record: Record, game: AnyGame) -> bool:
    """Whether the digests of a record are of positions as they are written now."""
    return record.header.layout == layout(game.state_type_by(options_of(record.header, game)))


def _compare(where: str, written: str | None, state: State) -> None:
    if written is not None and digest(state) != written:
        raise BadRecord(f"{where}: the position differs from the one recorded ({digest(state)}, not {written}).")


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What `verify` found. `dice_match` is None where the dice were not sealed or the seed is not out.

    `added` are the seats whose parts are in the dice, `unopened` those that sealed a part and never opened it.
    `first_seal` says that the seal is the one noted at the start; None where nobody shows which that was, as a browser
    that first saw the table later does not. `compared` says whether the positions on the way could be compared, too.
    """

    entries: int
    rolls: int
    dice_match: bool | None
    sentence: str
    added: tuple[int, ...] = ()
    unopened: tuple[int, ...] = ()
    first_seal: bool | None = None
    compared: bool = True


def verify(record: Record, game: AnyGame | None = None, seal: str = "", notes: Notes | None = None) -> Verdict:
    """Replay a record and recompute its dice from the seed; raises `BadRecord` where anything differs.

    The record tells itself which seal was shown at the start, so by itself it only proves that it is of one piece. That
    the host did not exchange the seed is proven by the `seal` that somebody noted before the first roll, or by the
    `notes` of a browser that added to the dice; those in the record count as well.
    """
    game = game or game_of(record.header)
    rounds = record.ending.rounds
    all_notes = [one for one in (record.notes, notes) if one]
    noted = _compare_notes(record, seal, all_notes)
    rolls = sum(entry.seat == CHANCE for entry in record.entries)
    if record.ending.seed:
        _check_dice(record, game)
    else:
        for _ in replay(record, game):
            pass
    return Verdict(
        entries=len(record.entries),
        rolls=rolls,
        dice_match=True if record.ending.seed else None,
        sentence=_sentence(record, rolls, noted) + ("" if _comparable(record, game) else _NOT_COMPARED),
        compared=_comparable(record, game),
        added=tuple(part.seat for part in rounds[-1].parts) if rounds else (),
        unopened=tuple(seat for one in rounds for seat in one.unopened),
        first_seal=True if _is_first(seal, all_notes) else None,
    )


def _sentence(record: Record, rolls: int, noted: str) -> str:
    if not record.ending.seed:
        sealed = bool(record.header.commitment)
        return ("The seed is not published yet." if sealed else "These dice were not sealed.") + noted
    names = [seat.name for seat in record.header.seats]
    rounds = record.ending.rounds
    added = listed([names[part.seat] for part in rounds[-1].parts]) if rounds and rounds[-1].parts else ""
    told = f" {added} added to the dice." if added else ""
    for seat in (seat for one in rounds for seat in one.unopened):
        told += f" {names[seat]} sealed a part and did not open it."
    return f"All {rolls} rolls match the seal.{told}{noted}"


def _is_first(seal: str, notes: Sequence[Notes]) -> bool:
    """Whether a seal was noted at the start: somebody says so, or a browser has opened a part of its own then."""
    return bool(seal) or any(one.rounds for one in notes)


def _compare_notes(record: Record, seal: str, notes: Sequence[Notes]) -> str:
    """Compare a record with what was noted when its dice were made; return what that proves in words."""
    shown, rounds = record.header.commitment, record.ending.rounds
    if seal and seal.strip().lower() != shown:
        raise BadRecord(f"The seal noted at the start is {seal}, that of the record {shown}: the seed was changed.")
    at_start = _is_first(seal, notes)
    if not record.ending.seed:
        rounds = ()
        notes = [Notes(seal=one.seal) for one in notes]
    counted = [check_notes(one, shown, rounds) for one in notes]
    part = " What was added here is in the dice." if any(counted) else ""
    if at_start:
        return f" The seal is the one noted at the start.{part}"
    return " The seal is the one that the browser noted, whenever that was." if notes else ""


def _check_dice(record: Record, game: AnyGame) -> None:
    seed = _seed(record)
    if commitment_of(seed) != record.header.commitment:
        raise BadRecord("The seed does not belong to the seal published at the start of the game.")
    _check_seats(record)
    source, rolls = MixedDice(seed, record.ending.rounds), 0
    state = game.start(options_of(record.header, game), len(record.header.seats))
    for n, (entry, after, _) in enumerate(replay(record, game)):
        if entry.seat == CHANCE:
            due = source.answer(rolls, game.request(state))
            if due != entry.action:
                rolled, told = (msgspec.json.encode(answer).decode() for answer in (due, entry.action))
                raise BadRecord(f"Entry {n}: the seal gives {rolled}, the record {told}.")
            rolls += 1
        state = after


def _check_seats(record: Record) -> None:
    """Refuse parts of the dice that do not fit their seals, or are of seats that nobody or a bot has."""
    check_rounds(record.ending.rounds)
    for part in (part for one in record.ending.rounds for part in one.parts):
        if not 0 <= part.seat < len(record.header.seats) or record.header.seats[part.seat].bot:
            raise BadRecord(f"Only people add to the dice; seat {part.seat + 1} is none.")


def _seed(record: Record) -> bytes:
    try:
        return bytes.fromhex(record.ending.seed)
    except ValueError as error:
        raise BadRecord("The seed in the last line is not hexadecimal.") from error

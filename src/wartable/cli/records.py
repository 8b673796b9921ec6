"""`wartable replay` and `wartable verify`: stored games looked at again, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from cyclopts import Parameter

from wartable.cli.usage import BadUsage, Json, print_json, read_bytes, whole
from wartable.engine.driver import Entry
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.record import Record, game_of, load, options_of
from wartable.engine.record import replay as replay_record
from wartable.engine.record import verify as verify_record
from wartable.engine.values import CHANCE, Event, Outcome, named
from wartable.engine.words import listed

_UNNOTED = (
    "This does not prove that the seal is the one shown at the start: "
    "name that seal with --seal, or save the record in a browser that added to the dice."
)

RecordFile = Annotated[Path, Parameter(help="A record (JSON lines); - reads the standard input.")]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A record at one step: the state after so many entries, and the entry and events that led there."""

    step: int
    entry: Entry | None
    state: Any
    events: tuple[Event, ...]


def moments(record: Record, game: AnyGame) -> Iterator[Moment]:
    """Yield the beginning and the moment after every entry; raises `BadRecord` where the record is wrong."""
    start = game.start(options_of(record.header, game), len(record.header.seats))
    yield Moment(step=0, entry=None, state=start, events=())
    for step, (entry, state, events) in enumerate(replay_record(record, game), 1):
        yield Moment(step=step, entry=entry, state=state, events=events)


def moment_at(record: Record, game: AnyGame, at: int) -> Moment:
    """Return one moment, counted from the end where `at` is negative; raises `BadUsage` where there is none."""
    most = len(record.entries)
    wanted = at if at >= 0 else most + 1 + at
    if not 0 <= wanted <= most:
        raise BadUsage(f"--at {at}: this record has moments 0 to {most}.")
    return next(moment for moment in moments(record, game) if moment.step == wanted)


def replay(
    file: RecordFile,
    *,
    at: Annotated[
        int | None, Parameter(converter=whole, help="Show who has what after so many entries; -1 is the end.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell a stored game from its beginning to its end, or show who has what at one moment; --json: the position."""
    record = load(read_bytes(file))
    game = game_of(record.header)
    teller = Teller(game, options_of(record.header, game), [seat.name for seat in record.header.seats])
    if at is not None:
        _show(teller, moment_at(record, game, at), as_json=as_json)
    elif as_json:
        lines = [_line(teller, moment) for moment in moments(record, game)]
        print_json({"header": record.header, "moments": lines, "outcome": record.ending.outcome})
    else:
        _tell(teller, record)


class Teller(NamedTuple):
    """Who tells a record: the game, its options, and the players' names by seat."""

    game: AnyGame
    options: Options
    names: list[str]

    def sentences(self, moment: Moment) -> Iterator[str]:
        """Return what everybody may hear of a moment."""
        heard = (event for event in moment.events if event.heard_by(None))
        return (self.game.tell(event, self.names, self.options) for event in heard)


def _tell(teller: Teller, record: Record) -> None:
    told = -1
    for moment in moments(record, teller.game):
        turn, _ = teller.game.clock(moment.state)
        if turn != told:
            print(f"-- turn {turn + 1}")
            told = turn
        for sentence in teller.sentences(moment):
            print(f"{moment.step:>6}  {sentence}")
    print(_ending(record.ending.outcome, teller.names))


def _show(teller: Teller, moment: Moment, *, as_json: bool) -> None:
    game, state = teller.game, moment.state
    if as_json:
        print_json({**_line(teller, moment), "view": game.view(state, None)})
        return
    print(f"Turn {game.clock(state)[0] + 1}, after entry {moment.step}")
    for sentence in teller.sentences(moment):
        print(f"  {sentence}")
    rows = [("", *teller.names), *((name, *map(_number, values)) for name, values in game.measures(state).items())]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        print("  ".join((first.ljust(wide[0]), *map(str.rjust, others, wide[1:]))))
    asked = ["the dice" if seat == CHANCE else teller.names[seat] for seat in game.to_act(state)]
    print(f"To act: {listed(asked)}" if asked else _ending(game.outcome(state), teller.names))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _line(teller: Teller, moment: Moment) -> dict[str, Any]:
    entry, turn = moment.entry, teller.game.clock(moment.state)[0]
    return {
        "step": moment.step,
        "turn": turn,
        "seat": entry.seat if entry else None,
        "action": entry.action if entry else None,
        "text": list(teller.sentences(moment)),
    }


def _ending(outcome: Outcome | None, names: list[str]) -> str:
    if outcome is None:
        return "The game was not finished."
    winners = listed([names[seat] for seat in outcome.winners])
    return f"Won by {winners}: {named(outcome.reason, names)}"


def verify(
    file: RecordFile,
    *,
    seal: Annotated[str, Parameter(help="The seal that was shown before the first roll, as you noted it.")] = "",
    notes: Annotated[Path | None, Parameter(help="Another record of the same game, saved in another browser.")] = None,
    as_json: Json = False,
) -> None:
    """Check a stored game: that the rules allow every entry, and that its dice are the sealed ones.

    Which seal was shown at the start is known from the notes of the browser that saved the record, or from you.
    """
    record = load(read_bytes(file))
    other = load(read_bytes(notes)).notes if notes else None
    if notes and other is None:
        raise BadUsage(f"--notes {notes}: this record has no notes; save it in the browser that played.")
    verdict = verify_record(record, seal=seal, notes=other)
    if as_json:
        print_json(verdict)
        return
    decisions = sum(entry.seat != CHANCE for entry in record.entries)
    print(f"All {decisions} decisions are legal. {verdict.sentence}")
    if verdict.dice_match and verdict.first_seal is None:
        print(_UNNOTED)

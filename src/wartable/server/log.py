"""The log: one full sentence per event, for those who may hear it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wartable.engine.told import Told
from wartable.engine.values import CHANCE, Event, Seat, named
from wartable.server.absence import BY_RULES
from wartable.server.remembered import Noted, Resigned
from wartable.server.table import Table
from wartable.server.viewer import Viewer
from wartable.server.wire_play import LogLine


def lines_between(table: Table, viewer: Viewer, start: int, end: int) -> Iterator[LogLine]:
    """Yield the lines told by the moves after step `start` up to step `end`, and of what else is told meanwhile.

    Resigning is no move, and what is noted is none. They are told with the step that comes after, and where none has
    come yet as if it had.
    """
    for step in range(start + 1, end + 1):
        yield from _beside(table, viewer, step - 1)
        turn = _turn(table, step - 1)
        events = table.running().moves[step - 1].events
        together = decided_together(table, step) if events else None
        for event in events:
            told = _told(table, step, event)
            if told.begins_turn:
                turn = _turn(table, step)  # what it brings belongs to the new turn, though it is told in the same step
            if event.heard_by(viewer.look):
                yield _line(table, viewer, step, turn, event, told, together)
    if end == table.step:
        yield from _beside(table, viewer, end)


def decided_together(table: Table, step: int) -> dict[Seat, int] | None:
    """Return the steps of all decisions on the question behind a step, by seat, the last first; None: openly.

    Only questions that are asked in secret are answered together.
    """
    question = table.answered(step)
    if question is None or not question.secret:
        return None
    found = dict[Seat, int]()
    for at in range(table.stamps[step - 1].decision, 0, -1):
        answered, stamp = table.answered(at), table.stamps[at - 1]
        if answered is None or not answered.secret or answered.step != question.step:
            break
        found.setdefault(Seat(stamp.seat), stamp.decision)
    return found


def _beside(table: Table, viewer: Viewer, after: int) -> Iterator[LogLine]:
    """Yield the lines of what is no move."""
    yield from (_note(table, one) for one in table.notes if one.step == after)
    for one in table.resigned:
        if one.step == after:
            yield _resignation(table, viewer, one)


def _note(table: Table, noted: Noted) -> LogLine:
    return LogLine(
        step=noted.step + 1,
        decision=-1,
        turn=_turn(table, noted.step),
        seat=None,
        against=None,
        text=named(noted.text, table.names),
        kind=noted.kind,
        spaces=(),
        dice=None,
        chance=None,
        mine=False,
        bot=False,
    )


def _resignation(table: Table, viewer: Viewer, resigned: Resigned) -> LogLine:
    given_up = table.running().given_up and resigned is table.resigned[-1]
    then = "and the game is over." if given_up else "and a bot plays on."
    return LogLine(
        step=resigned.step + 1,
        decision=-1,
        turn=_turn(table, resigned.step),
        seat=resigned.seat,
        against=None,
        text=f"{table.names[resigned.seat]} resigns, {then}",
        kind="resigned",
        spaces=(),
        dice=None,
        chance=None,
        mine=resigned.seat == viewer.look,
        bot=False,
    )


def page_of_lines(table: Table, viewer: Viewer, least: int, end: int) -> tuple[tuple[LogLine, ...], int]:
    """Return the lines of the last moves up to step `end`, at least so many, and the step after which they begin.

    A move is told whole or not at all, so that pages fit together.
    """
    pages: list[list[LogLine]] = []
    start, told = end, 0
    while start > 0 and told < least:
        pages.append(list(lines_between(table, viewer, start - 1, start)))
        told += len(pages[-1])
        start -= 1
    if not pages:
        pages.append(list(lines_between(table, viewer, end, end)))
    return tuple(line for page in reversed(pages) for line in page), start


def sentences(table: Table, events: Iterable[Event]) -> list[str]:
    """Return events as sentences."""
    options = table.running().options
    return [table.game.tell(event, table.names, options) for event in events]


def _turn(table: Table, step: int) -> int:
    """Return the number of the turn after a step."""
    match = table.running()
    return match.game.clock(match.state_at(step))[0]


def _line(
    table: Table,
    viewer: Viewer,
    step: int,
    turn: int,
    event: Event,
    told: Told,
    together: Mapping[Seat, int] | None,
) -> LogLine:
    match, last = table.running(), table.stamps[step - 1]
    at = last.decision if together is None else together.get(Seat(CHANCE if told.seat is None else told.seat), 0)
    own = table.stamps[at - 1] if at else None
    # What a decision brings about for another seat, such as cards that are dealt, is not decided for that seat.
    coded = own is not None and own.bot and (told.seat is None or told.seat < 0 or told.seat == own.seat)
    return LogLine(
        step=step,
        decision=(own or last).decision,
        turn=turn,
        seat=told.seat,
        against=told.against,
        text=match.game.tell(event, table.names, match.options),
        kind=str(event.__struct_config__.tag),
        spaces=told.spaces,
        dice=told.dice,
        chance=last.odds if told.dice else None,
        mine=told.seat in viewer.seats or (last.seat in viewer.seats and together is None),
        bot=coded,
        rules=coded and own is not None and match.moves[own.decision - 1].why in BY_RULES,
    )


def _told(table: Table, step: int, event: Event) -> Told:
    match = table.running()
    return match.game.told(match.state_at(step - 1), event)

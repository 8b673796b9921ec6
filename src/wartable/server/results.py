"""A finished game told: result, swings, dice against expectation, proof of the dice, and its record."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum

import msgspec

from wartable.engine.driver import Move
from wartable.engine.errors import BadRecord
from wartable.engine.record import Record, SeatInfo, dump, of_match, verify
from wartable.engine.values import CHANCE, DiceUse
from wartable.engine.words import listed
from wartable.server import catalogue
from wartable.server.problems import Refused
from wartable.server.table import Table
from wartable.server.updates import outcome_info
from wartable.server.wire_play import OutcomeInfo, Point, Result, SeatDice, TurningPoint

TURNING_POINTS = 5
"""At most so many swings are told."""
SWING = 0.08
"""The least change of a seat's share of the deciding measure within a turn that is told of."""

_SHARING = 3
"""So many winners are still named."""


def result_json(table: Table) -> bytes:
    """Return everything about a finished game, worked out once; raises `Refused` while it goes on.

    It follows from the entries alone, so every process tells the same.
    """
    if table.told is None:
        table.told = msgspec.json.encode(_result(table))
    return table.told


def _result(table: Table) -> Result:
    outcome = _finished(table)
    match = table.running()
    return Result(
        outcome=outcome,
        sentence=_sentence(table, outcome),
        scores=table.game.study.scores(match.state),
        series=table.chart.series(),
        marks=tuple(table.chart.marks),
        turning_points=tuple(_turning_points(table)),
        dice=tuple(_dice(table)),
        commitment=table.dice.commitment,
        seed=table.row.seed.hex(),
        rounds=table.dice.rounds,
        rolls=sum(move.entry.seat == CHANCE for move in match.moves),
        verified=_verified(table),
    )


def record_bytes(table: Table) -> bytes:
    """Return a finished game's record as JSON lines; raises `Refused` while it goes on."""
    _finished(table)
    return dump(_record(table))


def _finished(table: Table) -> OutcomeInfo:
    outcome = outcome_info(table.match.outcome, table.names) if table.match else None
    if outcome is None:
        raise Refused(
            409, "game.running", "The game is not over yet; result, record and seed are published at its end."
        )
    return outcome


def _record(table: Table) -> Record:
    seats = [SeatInfo(name=chair.name, bot=chair.level if chair.kind == "bot" else "") for chair in table.seats]
    return of_match(table.running(), seats)


def _verified(table: Table) -> bool:
    try:
        return bool(verify(_record(table), table.game).dice_match)
    except BadRecord:
        return False


def _sentence(table: Table, outcome: OutcomeInfo) -> str:
    return f"{_who_won(table, outcome)}. {outcome.reason}".strip()


def _who_won(table: Table, outcome: OutcomeInfo) -> str:
    names = [_called(table, seat) for seat in outcome.winners]
    if not names:
        return "Nobody won"
    level = len(names) > 1 and not _allied(table, outcome)
    if len(names) > _SHARING:
        return f"A draw of {len(names)}" if level else f"{len(names)} have won together"
    if level:
        return f"{listed(names)} share the first place"
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} won"


def _allied(table: Table, outcome: OutcomeInfo) -> bool:
    """Whether those who are first won together as one side; others have come out level."""
    sides = table.game.sides(table.running().state)
    return len({sides[seat] if sides else -1 - seat for seat in outcome.winners}) == 1


def ended(table: Table) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Return who has won, and the seats by places with who played them and their points; raises `Refused` before."""
    outcome = _finished(table)
    seats = sorted(range(len(table.seats)), key=lambda seat: outcome.ranks[seat])
    points = next((one.points for one in table.game.study.scores(table.running().state) if one.counts), ())
    scored = [f" {points[seat]:.1f}".removesuffix(".0") if points else "" for seat in range(len(table.seats))]
    return _who_won(table, outcome), tuple((seat, f"{_called(table, seat)}{scored[seat]}") for seat in seats)


def _called(table: Table, seat: int) -> str:
    """Return who played a seat, and as whom where seats are not alike."""
    roles = table.game.roles(catalogue.options_of(table.row), len(table.seats))
    return f"{table.names[seat]} ({roles[seat]})" if roles else table.names[seat]


def _turning_points(table: Table) -> Iterator[TurningPoint]:
    """Yield the turns that changed most, in their order: swings of what decides, and landmarks of the game."""
    points = table.chart.points
    if not points or not points[0].values:
        return
    measures = table.game.study.deciding or (next(iter(points[0].values)),)
    told = _landmarks(table)
    match = table.running()
    values = {name: tuple(row) for name, row in match.game.measures(match.start).items()}
    start = Point(step=0, turn=points[0].turn, values=values)
    found = [_turn(table, a, b, measures, told.get(b.turn, [])) for a, b in pairwise((start, *points))]
    largest = sorted(filter(None, found), key=lambda one: -one.swing)[:TURNING_POINTS]
    yield from sorted(largest, key=lambda one: one.step)


def _landmarks(table: Table) -> dict[int, list[str]]:
    """Return the landmarks of each turn as sentences."""
    match, marks = table.running(), table.chart.marks
    found = defaultdict[int, list[str]](list)
    for step, move in enumerate(match.moves):
        for event in move.events:
            if text := table.game.study.landmark(match.state, event):
                found[marks[bisect_right(marks, step, key=lambda mark: mark.step) - 1].turn].append(text)
    return found


def _turn(
    table: Table, before: Point, after: Point, measures: Sequence[str], told: Sequence[str]
) -> TurningPoint | None:
    """Return what changed in a turn, None where that is little. A landmark counts as much as a swing that is told."""
    swings = [_swing(table, measure, before, after) for measure in measures]
    largest, text = max(swings, default=(0.0, ""))
    swing = SWING * len(told) + (largest if largest >= SWING else 0.0)
    if not swing:
        return None
    start = next((mark.step for mark in table.chart.marks if mark.turn == after.turn), before.step)
    said = [*told, text] if largest >= SWING else told
    return TurningPoint(step=start, turn=after.turn, text=" ".join(said), swing=round(swing, 4))


def _swing(table: Table, measure: str, before: Point, after: Point) -> tuple[float, str]:
    """Return how much the share changed that changed most, and that as a sentence; nothing where nobody had any.

    Where all lose, whose share rises is not told of; of two shares that changed alike it is that of who changed more.
    """
    had, has = before.values[measure], after.values[measure]
    if not any(had):
        return 0.0, ""
    old, new = _shares(had), _shares(has)
    alike = [seat for seat in range(len(new)) if (new[seat] - old[seat]) * (has[seat] - had[seat]) >= 0]
    seat = max(alike, key=lambda one: (round(abs(new[one] - old[one]), 4), abs(has[one] - had[one])))
    verb = "rose" if new[seat] > old[seat] else "fell"
    counts = f"{measure.replace('_', ' ')} {verb} from {had[seat]:g} to {has[seat]:g}"
    text = f"{_called(table, seat)}: {counts} ({old[seat]:.0%} to {new[seat]:.0%} of all)."
    return abs(new[seat] - old[seat]), text


def _shares(values: Sequence[float]) -> list[float]:
    total = fsum(values) or 1.0
    return [value / total for value in values]


def _dice(table: Table) -> Iterator[SeatDice]:
    uses = defaultdict[int, list[DiceUse]](list)
    for use in _uses(table, table.running().moves):
        uses[use.seat].append(use)
    for seat in sorted(uses):
        yield seat_dice(seat, uses[seat])


def _uses(table: Table, moves: Sequence[Move]) -> Iterator[DiceUse]:
    for move in moves:
        for event in move.events:
            yield from table.game.study.dice(event)


def seat_dice(seat: int, uses: Sequence[DiceUse]) -> SeatDice:
    """Return what a seat's dice showed and brought, and what was to be expected of them."""
    faces = [face for use in uses for face in use.faces]
    sides = max((use.sides for use in uses), default=6)
    gained, expected = fsum(use.gained for use in uses), fsum(use.expected for use in uses)
    thrown = len(faces) or 1
    return SeatDice(
        seat=seat,
        rolled=tuple(faces.count(face) for face in range(1, sides + 1)),
        mean=round(fsum(faces) / thrown, 4),
        expected_mean=round(fsum(use.due for use in uses) / thrown, 4),
        gained=round(gained, 4),
        expected=round(expected, 4),
        luck=round(gained - expected, 4),
    )

"""The games of a simulation as a table, a row per game, for who counts further in a spreadsheet or a notebook."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from wartable.lab.simulate import Plan, Played


def csv_text(plan: Plan, played: Sequence[Played]) -> str:
    """Return the games as CSV, columns named in the first line, seats counted from 1.

    `game` is the number that records are named by, `deal` which dice it was played with. Of a game that was not over
    within the limit all that follows `decisions` is empty; several seats that won together stand with blanks between.
    """
    written = StringIO()
    table = csv.DictWriter(written, _columns(plan), restval="")
    table.writeheader()
    table.writerows(_row(plan, one) for one in played)
    return written.getvalue()


def _columns(plan: Plan) -> list[str]:
    seats = range(1, len(plan.seats) + 1)
    fixed = ["game", "seed", "deal", *(f"player_{seat}" for seat in seats), "turns", "decisions"]
    return [*fixed, "reason", "grade", "winners", *(f"{what}_{seat}" for what in ("rank", "points") for seat in seats)]


def _row(plan: Plan, one: Played) -> dict[str, object]:
    row: dict[str, object] = {
        "game": one.number,
        "seed": plan.seed,
        "deal": plan.deal(one.number),
        **_by_seat("player", one.seats),
        "turns": one.turns,
        "decisions": one.decisions,
    }
    if one.outcome is None:
        return row
    winners = " ".join(str(seat + 1) for seat in one.outcome.winners)
    ended = {"reason": one.outcome.reason, "grade": one.grade, "winners": winners}
    return {**row, **ended, **_by_seat("rank", one.outcome.ranks), **_by_seat("points", one.points)}


def _by_seat(what: str, values: Sequence[object]) -> dict[str, object]:
    return {f"{what}_{seat}": value for seat, value in enumerate(values, 1)}

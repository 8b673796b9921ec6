"""Reports of simulations as one page of documentation: tables, and plots drawn into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from wartable.engine import registry
from wartable.lab.plots import bar_plot, column_plot, interval_plot
from wartable.lab.report import Line, Report, TallyLine

_MOST_COLUMNS = 40
"""Columns of the plot of lengths; longer games are put together."""


def page_of(reports: Sequence[Report], title: str, note: str = "") -> str:
    """Return a page in Markdown with a section for each report; the same reports give the same page."""
    parts = [f"# {title}", note, *(_section(report) for report in reports)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(report: Report) -> str:
    return "\n\n".join(_parts(report))


def _parts(report: Report) -> Iterator[str]:
    game = registry.get(report.game)
    yield f"## {game.title}: {', '.join(report.seats)}"
    yield f"{report.finished} of {report.games} games finished. {_size(report)}"
    yield f"```console\n{command_of(report)}\n```"
    yield "### Seats"
    yield _table(("seat", "wins", "share", "95 % interval", "fair", "mean rank"), map(_seat, report.by_seat))
    wins = [(line.name, line.wins.share, line.wins.low, line.wins.high) for line in report.by_seat]
    yield interval_plot("Share of wins by seat", wins, report.by_seat[0].fair)
    yield "### Length"
    turns = report.turns
    yield f"Turns: median {turns.median:g}, mean {turns.mean:.1f}, from {turns.least:g} to {turns.most:g}."
    yield column_plot("Games by turns", _columns(report.lengths))
    for heading, lines in groupby(report.tallies, key=attrgetter("heading")):
        counted = list(lines)
        yield f"### {heading}"
        yield _table(("what", "times a game", "games with it", "share by winners"), map(_tally, counted))
        yield bar_plot(f"{heading}, times a game", [(line.name, line.per_game) for line in counted])


def command_of(report: Report) -> str:
    """Return the command that makes this report again, but for its output."""
    game = registry.get(report.game)
    plain = msgspec.to_builtins(next(iter(game.presets.values())))
    words = [f"wartable simulate {report.game} --seats {','.join(report.seats)}"]
    words += [f"--games {report.games} --seed {report.seed}"]
    words += ["--rotate"] * report.rotate
    words += [f"--option {name}={_word(value)}" for name, value in report.options.items() if plain[name] != value]
    return " ".join(words)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _size(report: Report) -> str:
    decisions = report.decisions
    return f"A game takes {decisions.mean:.0f} decisions on average, {decisions.most:g} at most."


def _seat(line: Line) -> tuple[str, ...]:
    wins = line.wins
    between = f"{wins.low:.1%} to {wins.high:.1%}"
    verdict = f" ({line.verdict})" if line.verdict else ""
    return (
        line.name,
        f"{wins.count}",
        f"{wins.share:.1%}{verdict}",
        between,
        f"{line.fair:.1%}",
        f"{line.mean_rank:.2f}",
    )


def _tally(line: TallyLine) -> tuple[str, ...]:
    winners = f"{line.by_winners.share:.1%}" if line.count else "-"
    return line.name, f"{line.per_game:.2f}", f"{line.games.share:.1%}", winners


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [_cells(head), _cells(["---"] + ["---:"] * (len(head) - 1)), *map(_cells, rows)]
    return "\n".join(lines)


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _columns(lengths: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
    """Return games by turns in as many steps of equal width as there is room for."""
    if not lengths:
        return []
    most = max(turns for turns, _ in lengths)
    width = -(-most // _MOST_COLUMNS)
    found = [0] * (-(-most // width) + 1)
    for turns, games in lengths:
        found[turns // width] += games
    last = len(found) if found[-1] else len(found) - 1
    return [(str(number * width), games) for number, games in enumerate(found[:last])]

"""Reports of simulations as one page of documentation: tables, and plots drawn into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import cast

import msgspec

from wartable.engine import registry
from wartable.lab.plots import bar_plot, column_plot, interval_plot
from wartable.lab.report import Line, Report, SizeLine, TallyLine, years_shown
from wartable.lab.stats import Share

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
    preset = _preset(report)
    which = f" ({game.blurb.preset_titles.get(preset, preset)})" if preset else ""
    yield f"## {game.title}{which}: {', '.join(report.seats)}"
    yield f"{report.finished} of {report.games} games finished. {_size(report)}"
    yield f"```console\n{command_of(report)}\n```"
    yield "### Seats"
    yield _seats(report)
    wins = [(line.name, line.wins.share, line.wins.low, line.wins.high) for line in report.by_seat]
    yield interval_plot("Share of wins by seat", wins, report.by_seat[0].fair)
    if any(line.size > 1 for line in report.sizes):
        yield "### Won alone and shared"
        yield _table(("won by", "games", "share", "95 % interval", "mean turns"), map(_size_cells, report.sizes))
    if report.course:
        yield f"### {report.followed.capitalize()} by year"
        yield _course(report)
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
    first, preset = next(iter(game.presets)), _preset(report)
    plain = game.presets[preset or first].values()
    words = [f"wartable simulate {report.game} --seats {','.join(report.seats)}"]
    words += [f"--preset {preset}"] * bool(preset)
    words += [f"--games {report.games} --seed {report.seed}"]
    words += ["--rotate"] * report.rotate
    words += [f"--option {name}={_word(value)}" for name, value in report.options.items() if plain[name] != value]
    return " ".join(words)


def _word(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, cast("Sequence[object]", value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _preset(report: Report) -> str:
    """Return the preset that was played, if it is one, but for the first, which needs no name."""
    options = msgspec.to_builtins(report.options)
    others = list(registry.get(report.game).presets.items())[1:]
    return next((key for key, one in others if msgspec.to_builtins(one.values()) == options), "")


def _size(report: Report) -> str:
    decisions = report.decisions
    return f"A game takes {decisions.mean:.0f} decisions on average, {decisions.most:g} at most."


def _seats(report: Report) -> str:
    """Return the table of seats; shared games and points have columns where there are any."""
    shared = any(line.shared.count for line in report.by_seat)
    points = any(line.points is not None for line in report.by_seat)
    head = ["seat", "wins", "share", "95 % interval", "fair", *["shared"] * shared, "mean rank"]
    rows = ([*_seat(line), *_rest(line, shared=shared, points=points)] for line in report.by_seat)
    return _table([*head, *[report.scoring] * points], rows)


def _seat(line: Line) -> list[str]:
    verdict = f" ({line.verdict})" if line.verdict else ""
    wins = line.wins
    return [line.name, f"{wins.count}", f"{wins.share:.1%}{verdict}", _between(wins), f"{line.fair:.1%}"]


def _rest(line: Line, *, shared: bool, points: bool) -> list[str]:
    mean = "-" if line.points is None else f"{line.points:.3f}"
    return [*[f"{line.shared.count}"] * shared, f"{line.mean_rank:.2f}", *[mean] * points]


def _between(share: Share) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def _size_cells(line: SizeLine) -> tuple[str, ...]:
    who = "one alone" if line.size == 1 else f"shared by {line.size}"
    games = line.games
    return who, f"{games.count}", f"{games.share:.1%}", _between(games), f"{line.turns.mean:.1f}"


def _course(report: Report) -> str:
    """Return what every seat held after some of the years."""
    years = years_shown(report)
    rows = ([line.name, *(f"{line.means[year]:.2f}" for year in years)] for line in report.course)
    return _table(["after year", *map(str, years)], rows)


def _tally(line: TallyLine) -> tuple[str, ...]:
    winners = f"{line.by_winners.share:.1%}" if line.count else "-"
    return line.name, f"{line.per_game:.2f}", f"{line.games.share:.1%}", winners


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
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

"""`wartable simulate`: many games between bots, with a progress bar and a report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from wartable.cli import usage
from wartable.cli.files import ScenarioName, with_scenario
from wartable.lab.report import make_report, text_report
from wartable.lab.rows import csv_text
from wartable.lab.simulate import Plan, Played
from wartable.lab.simulate import simulate as simulate_plan


def simulate(
    game: Annotated[str, Parameter(help="The game, by its key.")],
    *,
    seats: Annotated[str, Parameter(help="The player of every seat: hard,easy,easy; FILE.py:NAME is one of yours.")],
    games: Annotated[usage.Count, Parameter(help="How many games to play.")] = 100,
    seed: usage.Seed = "1",
    preset: usage.Preset = None,
    option: usage.OptionWords = None,
    scenario: ScenarioName = None,
    rotate: Annotated[
        bool, Parameter(negative=(), help="Play every deal once from each seat, so that seats and dice cancel out.")
    ] = False,
    jobs: Annotated[usage.Count, Parameter(help="Processes to share the work; the result is the same.")] = 1,
    records: Annotated[Path | None, Parameter(help="Folder to write the record of every game to.")] = None,
    csv: Annotated[Path | None, Parameter(help="Write a row per game here, as FILE.csv.")] = None,
    as_json: usage.Json = False,
) -> None:
    """Play many games between bots; say who wins how often, with 95 % intervals, and how long games are."""
    found = usage.get_game(game)
    names = usage.seat_words(seats)
    options = usage.options_of(found, preset, with_scenario(found, option, scenario))
    usage.check_seat_count(found, len(names), options)
    usage.check_players(found, names)
    if csv is not None and not csv.parent.is_dir():  # told before the games are played
        raise usage.BadUsage(f"--csv {csv}: there is no folder {csv.parent}.")
    plan = Plan(
        game=found.key,
        options=options.values(),
        seats=names,
        games=games,
        seed=seed,
        rotate=rotate,
        records=str(records) if records else None,
    )
    played = _with_progress(plan, jobs)
    if csv is not None:
        csv.write_text(csv_text(plan, played), encoding="utf-8", newline="")
    report = make_report(plan, played)
    usage.print_json(report) if as_json else sys.stdout.write(text_report(report))


def _with_progress(plan: Plan, jobs: int) -> list[Played]:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(f"{plan.games} games", total=plan.games)
        return simulate_plan(plan, jobs, lambda _: progress.advance(bar))

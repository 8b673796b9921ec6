"""`wartable check` and `wartable conform`: maps and games held against what they promise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable.board.check import check_file
from wartable.board.findings import Finding
from wartable.cli import usage
from wartable.cli.files import kind_of, with_scenario
from wartable.engine.conformance import Report
from wartable.engine.conformance import conform as conform_game
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.options import describe
from wartable.engine.words import counted


class FaultsFound(WartableError):
    """A checked file has errors; they have been printed."""


def check(
    *files: Annotated[Path, Parameter(help="Board or scenario files (YAML), or Domination maps (.map).")],
    as_json: usage.Json = False,
) -> None:
    """Check files of maps and scenarios: references, shapes, counts, and that a drawing agrees with the borders."""
    if not files:
        raise usage.BadUsage("wartable check: name a map file, such as wartable check my_board.yaml.")
    for file in files:
        usage.refuse_folder(file)
    found = {str(file): _checked(file) for file in files}
    if as_json:
        usage.print_json(found)
    else:
        for name, findings in found.items():
            _print_findings(name, findings)
    errors = sum(finding.level == "error" for findings in found.values() for finding in findings)
    if errors:
        raise FaultsFound(f"{errors} error{'s' if errors > 1 else ''} found.")


def _checked(file: Path) -> tuple[Finding, ...]:
    kind = kind_of(file)
    return kind.check(file) if kind else check_file(file)


def _print_findings(name: str, findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        print(finding)
    if not findings:
        print(f"{name}: no fault found.")


def conform(
    *games: Annotated[str, Parameter(help="Games to test; all installed ones if none is named.")],
    number: Annotated[usage.Count, Parameter(name="--games", help="Random games per preset.")] = 20,
    seed: Annotated[usage.Whole, Parameter(help="The same seed plays the same games.")] = 1,
    preset: usage.Preset = None,
    option: usage.OptionWords = None,
    scenario: Annotated[
        list[str] | None,
        Parameter(negative=(), help="Scenario to test, its key or file; may be given again; all: every one there is."),
    ] = None,
    limit: Annotated[usage.Count, Parameter(help="Decisions after which a game that goes on is broken off.")] = 6000,
    as_json: usage.Json = False,
) -> None:
    """Test games against every promise of the contract, by random play of every preset."""
    reports: list[Report] = []
    for key in games or usage.installed_games():
        game = usage.get_game(key)
        for where in _scenarios(game, scenario):
            values = usage.read_settings(with_scenario(game, option, where), game)
            for name in [usage.preset_of(game, preset)] if preset else game.presets:
                reports += conform_game(game, games=number, seed=seed, preset=name, values=values, limit=limit)
                if not as_json:
                    print(_said(reports[-1], where), flush=True)
    if as_json:
        usage.print_json(reports)


def _scenarios(game: AnyGame, named: list[str] | None) -> list[str | None]:
    """Return the scenarios to test; None is what the options say."""
    if named != ["all"]:
        return [*named] if named else [None]
    fields = {field.name: field for field in describe(game.options_type)}
    return [key for key, _ in fields["scenario"].choices] if "scenario" in fields else [None]


def _said(report: Report, scenario: str | None) -> str:
    where = f", scenario {scenario}" if scenario else ""
    skipped = "".join(f"\n  not played with {reason}" for reason in report.skipped)
    games = counted(report.games, "game")
    return (
        f"{report.game}, preset {report.preset}{where}: {games} kept every promise "
        f"({report.finished} played to the end, {report.decisions} decisions, "
        f"{report.thorough} states looked at closely){skipped}"
    )

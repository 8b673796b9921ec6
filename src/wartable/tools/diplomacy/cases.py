"""`wartable cases`: files of stated positions and outcomes held against the Diplomacy adjudicator."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable.cli.usage import BadUsage, Json, print_json
from wartable.games.diplomacy.cases.files import Outcome, run_file


def run_cases(
    *files: Annotated[Path, Parameter(help="Case files: diplomacy-cases/1, diplomacy-fuzz/1 or diplomacy-games/1.")],
    as_json: Json = False,
) -> None:
    """Run case files; print every failure with what differs, then how many passed and failed."""
    if not files:
        raise BadUsage("wartable cases: name a file of cases, such as wartable cases cases.json.")
    outcomes: list[Outcome] = []
    for file in files:
        for outcome in run_file(file):
            outcomes.append(outcome)
            if outcome.differences and not as_json:
                print(_said(file, outcome))
    failed = sum(bool(outcome.differences) for outcome in outcomes)
    if as_json:
        print_json({"passed": len(outcomes) - failed, "failed": failed, "cases": outcomes})
    else:
        print(f"{len(outcomes) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def _said(file: Path, outcome: Outcome) -> str:
    title = f"{file.name}: {outcome.id}" + (f" ({outcome.name})" if outcome.name else "")
    return "\n".join([title, *(f"  {line}" for line in outcome.differences)])

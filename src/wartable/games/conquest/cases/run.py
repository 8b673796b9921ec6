"""Runs files of cases: every step is done or refused as stated, and everything stated afterwards is compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from wartable.engine import registry
from wartable.engine.cases import CaseResult
from wartable.engine.errors import BadData, BadOptions, UnknownGame, WartableError
from wartable.games.conquest.cases.form import Case, read_case_file
from wartable.games.conquest.cases.reader import Reader, names
from wartable.games.conquest.cases.table import Table
from wartable.games.conquest.core.game import ConquestGame

REFUSED_OPTIONS = "refused_options"
"""What is stated of a case whose options must be refused."""


def run_file(path: Path) -> Iterator[CaseResult]:
    """Run every case of a file; raises `OSError` where there is no such file."""
    try:
        for found in read_case_file(path):
            yield CaseResult(path.name, "", (str(found),)) if isinstance(found, BadData) else run_case(found)
    except BadData as error:
        yield CaseResult(path.name, "", (str(error),))


def run_case(case: Case) -> CaseResult:
    """Run one case. One that cannot be read, or a step of which cannot be done, fails with the reason."""
    differences: list[str] = []
    try:
        differences.extend(_differences(reader_of(case.game), case))
    except WartableError as error:
        differences.append(str(error))
    return CaseResult(case.id, case.words, tuple(differences))


def reader_of(key: str) -> Reader[Any, Any, Any]:
    """Return what reads the cases of a game; raises `BadData` where it has nothing that does."""
    try:
        game = registry.get(key)
    except UnknownGame as error:
        raise BadData(str(error)) from error
    place = game.cases if isinstance(game, ConquestGame) else ""
    if not place:
        raise BadData(f"The game {key!r} reads no cases: conquest games do, by their attribute `cases`.")
    found: Reader[Any, Any, Any] = resolve_name(place)
    return found


def _differences(reader: Reader[Any, Any, Any], case: Case) -> Iterator[str]:
    if REFUSED_OPTIONS in case.expect:
        yield from _options_refused(reader, case)
        return
    table = reader.table(case)
    for number, step in enumerate(case.steps, 1):
        where = f"step {number}"
        try:
            yield from reader.perform(table, step, where)
        except WartableError as error:
            yield f"{where} {_short(step)}: {error}"
            return
        yield from (f"after {where}: {line}" for line in _stated(reader, table, step.get("expect", {})))
    yield from _stated(reader, table, case.expect)


def _short(step: dict[str, Any]) -> str:
    return " ".join(f"{key} {value}" for key, value in step.items() if key != "expect")


def _stated(reader: Reader[Any, Any, Any], table: Table[Any, Any], expected: dict[str, Any]) -> Iterator[str]:
    for name, value in expected.items():
        yield from reader.compared(table, name, value)


def _options_refused(reader: Reader[Any, Any, Any], case: Case) -> Iterator[str]:
    rule = str(case.expect[REFUSED_OPTIONS])
    try:
        reader.table(case)
    except BadOptions as error:
        reasons = [conflict.reason for conflict in error.disagreement.conflicts] if error.disagreement else []
        if not any(names(reason, rule) for reason in (error.reason, *reasons)):
            yield f"the options are refused by {error.reason.rule or 'no rule'}, not by {rule}: {error}"
        return
    yield f"the options are accepted, and {rule} must refuse them"

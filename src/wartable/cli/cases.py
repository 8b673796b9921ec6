"""`wartable cases`: games held against files of stated positions and outcomes, of every kind that tools know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable import tools
from wartable.cli.usage import BadUsage, Json, no_tools, print_json
from wartable.engine.cases import CaseResult
from wartable.engine.words import hint
from wartable.tools import CaseFiles

SCHEMA = re.compile(rb'"schema"\s*:\s*"([^"]*)"')
ON_MAP = re.compile(rb'"map"\s*:\s*"([^"]*)"')
HEAD = 64 * 1024
"""Where a file says what it is: in so many bytes from its beginning."""


def cases(
    *files: Annotated[Path, Parameter(help="Files of cases; `schema` in each says of which kind it is.")],
    only: Annotated[
        list[str] | None, Parameter(negative=(), help="Run only cases whose id begins so; may be given again.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run files of cases; print every failure with what differs, then how many passed and failed."""
    if not files:
        raise BadUsage("wartable cases: name a file of cases, such as wartable cases cases.json.")
    found: list[CaseResult] = []
    for file in files:
        for result in _run(file, tuple(only or ("",))):
            found.append(result)
            if result.differences and not as_json:
                print(_said(file, result), flush=True)
    failed = sum(bool(result.differences) for result in found)
    if as_json:
        print_json({"passed": len(found) - failed, "failed": failed, "cases": found})
    else:
        print(f"{len(found) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def _run(file: Path, begin: tuple[str, ...]) -> Iterator[CaseResult]:
    for result in _kind_of(file).run(file):
        if result.id.startswith(begin) or result.id == file.name:
            yield result


def _kind_of(file: Path) -> CaseFiles:
    """Return the kind that a file says it is of; raises `BadUsage` where no tool knows that."""
    kinds: list[CaseFiles] = [tools.found_at(place) for one in tools.installed(no_tools) for place in one.cases]
    with file.open("rb") as opened:
        named = SCHEMA.search(head := opened.read(HEAD))
        on_map = ON_MAP.search(head)
    schema = named[1].decode("utf-8", "replace") if named else ""
    of_map = [kind for kind in kinds if on_map and on_map[1].decode("utf-8", "replace") in kind.maps]
    fitting = (kind for kind in of_map or kinds if (schema in kind.schemas if schema else of_map or kind.general))
    if (kind := next(fitting, None)) is None:
        known = [name for one in kinds for name in one.schemas]
        raise BadUsage(f"{file.name}: no tool reads cases of the schema {schema!r}. {hint(schema, known, near=0.9)}")
    return kind


def _said(file: Path, result: CaseResult) -> str:
    title = f"{file.name}: {result.id}" + (f" ({result.name})" if result.name else "")
    return "\n".join([title, *(f"  {line}" for line in result.differences)])

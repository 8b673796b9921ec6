"""Files of stated positions, steps and outcomes held against the games of the family."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wartable.engine.cases import CaseResult
from wartable.games.conquest.cases.form import SCHEMA
from wartable.games.conquest.cases.run import run_file
from wartable.tools.files import CaseFiles


class ConquestCases(CaseFiles):
    """Cases of every conquest game that reads them."""

    schemas = (SCHEMA,)

    def run(self, path: Path) -> Iterator[CaseResult]:
        """Play every case of a file."""
        return run_file(path)


CASES = ConquestCases()

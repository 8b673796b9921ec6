"""Files of stated positions, orders, sums and outcomes held against the rules of Machiavelli."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wartable.engine.cases import CaseResult
from wartable.games.machiavelli.cases.form import SCHEMA
from wartable.games.machiavelli.cases.run import run_file
from wartable.tools.files import CaseFiles


class MachiavelliCases(CaseFiles):
    """Cases of every theme: movement, sieges, money, the year."""

    schemas = (SCHEMA,)

    def run(self, path: Path) -> Iterator[CaseResult]:
        """Play every case of a file."""
        return run_file(path)


CASES = MachiavelliCases()

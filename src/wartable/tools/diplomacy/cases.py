"""Files of stated positions and outcomes held against the Diplomacy adjudicator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wartable.engine.cases import CaseResult
from wartable.games.diplomacy.cases.files import run_file
from wartable.games.diplomacy.ring.cases import run_ring_file
from wartable.tools.files import CaseFiles


class DiplomacyCases(CaseFiles):
    """Cases, positions with random orders, and whole games."""

    schemas = ("diplomacy-cases/1", "diplomacy-fuzz/1", "diplomacy-games/1")
    general = True

    def run(self, path: Path) -> Iterator[CaseResult]:
        """Judge every case of a file."""
        return run_file(path)


class RingDiplomacyCases(CaseFiles):
    """Cases on the map of ring diplomacy, which say more of a position than others."""

    schemas = ()
    maps = ("ring-diplomacy",)

    def run(self, path: Path) -> Iterator[CaseResult]:
        """Judge every case of a file."""
        return run_ring_file(path)


CASES = DiplomacyCases()
RING_CASES = RingDiplomacyCases()

"""Scenario files: checked, played without being imported, put among one's own, drawn, and fought with."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.board.findings import Finding
from wartable.board.folders import in_package
from wartable.board.palette import Theme
from wartable.cli.usage import BadUsage
from wartable.engine.errors import BadData
from wartable.engine.lazy import Lazy
from wartable.games.ring_of_power.reading import (
    FOLDERS,
    OWN,
    OwnScenario,
    install,
    packaged_scenarios,
    read_faction,
    read_file,
    scenario,
    scenario_keys,
)
from wartable.tools.files import Bringing, Scenarios

if TYPE_CHECKING:
    from wartable.tools.ring_of_power import tables
else:
    tables = Lazy("wartable.tools.ring_of_power.tables")  # geometry takes a while to load

_HEADS = ("schema: wartable-scenario/", "table:", "rosters:")
"""How lines begin by which a file is known as a scenario."""
_FACTION = "schema: wartable-faction/"


class RingScenarios(Scenarios):
    """Scenarios of Ring of Power."""

    what = "a scenario (FILE.yaml)"
    game = "ring-of-power"

    def knows(self, path: Path) -> bool:
        """Whether a file calls itself a scenario, or has the table and rosters of one."""
        if path.suffix == ".map":
            return False
        try:
            heads = [line for line in path.read_text("utf-8").splitlines() if line[:1].isalpha()]
        except (OSError, UnicodeDecodeError):
            return False
        named = any(line.startswith((_HEADS[0], _FACTION)) for line in heads)
        return named or all(any(line.startswith(head) for line in heads) for head in _HEADS[1:])

    def has(self, name: str) -> bool:
        """Whether there is a scenario of this key, or in a file of this name."""
        return name in scenario_keys() or self.knows(Path(name))

    def check(self, path: Path) -> tuple[Finding, ...]:
        """Return everything that is wrong with a scenario, or with the form of a faction."""
        if not _is_faction(path):
            found = tables.check_scenario(path)
            return found if found or in_package(path) else _key_fault(path)
        try:
            read_faction(path)
        except BadData as error:
            return (Finding("error", path.name, str(error).removeprefix(f"{path.name} ")),)
        return (Finding("note", path.name, "its figures are looked at with a scenario that names it"),)

    def bring(self, path: Path, how: Bringing) -> Iterator[str]:
        """Put a scenario among the user's own."""
        if how != Bringing():
            raise BadUsage(
                "A scenario is known by its id, and an older version stays beside it: leave out other words."
            )
        if _is_faction(path):
            raise BadData(f"{path.name} is a faction; it comes in with a scenario that names it.")
        made = _installed(path)
        one = scenario(made.id)
        yield f"{one.title}: {one.table.width / 1000:g} by {one.table.height / 1000:g} inches, {one.last_turn} turns."
        yield f"It lies in {OWN.folders()[0] / made.key}, with the factions that it names.\n"
        yield f"play it      wartable play ring-of-power --scenario {made.key}"
        yield f"look at it   wartable map --scenario {made.key} --figures -o {made.key}.svg"

    def lend(self, path: Path, *, keep: bool) -> str:
        """Put a scenario among the user's own, or into a folder of this run; return its key."""
        return _installed(path, keep=keep).key

    def picture(self, name: str, *, theme: Theme, width: int, figures: bool) -> tuple[str, str]:
        """Return the title of a scenario and its table, with its rosters on it if `figures`."""
        return tables.scenario_picture(name, theme=theme, width=width, figures=figures)

    def odds(self, name: str, attackers: str, defenders: str, rounds: int) -> tuple[object, str]:
        """Return the exact odds of a combat with the units and settlements of a scenario."""
        found, units = tables.odds_with(name, attackers, defenders, rounds)
        return found, tables.report(found, units)


def _is_faction(path: Path) -> bool:
    return any(line.startswith(_FACTION) for line in path.read_text("utf-8").splitlines())


SCENARIOS = RingScenarios()


def _key_fault(path: Path) -> tuple[Finding, ...]:
    """Return why no import takes a scenario by its id."""
    fault = OWN.key_fault(read_file(path).key, packaged_scenarios())
    return (Finding("error", f"{path.name}: id", fault),) if fault else ()


def _installed(file: Path, *, keep: bool = True) -> OwnScenario:
    """Check a scenario file and put it where games find it; raises `BadData` with the first fault."""
    faults = [finding.message for finding in tables.check_scenario(file)]
    if faults:
        more = f" wartable check {file} tells {len(faults)} faults." if faults[1:] else ""
        raise BadData(f"{file.name}: {faults[0]}{more}")
    if not keep:
        # Of this process and of those that it starts to share the work.
        passing = tempfile.mkdtemp(prefix="wartable-scenario-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ[FOLDERS] = os.pathsep.join((passing, *map(str, OWN.folders())))
    return install(file, packaged_scenarios())

"""`--scenario`: a scenario by its key, or one of one's own by its file, for every command that plays one."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from wartable.cli.usage import BadUsage
from wartable.engine.errors import BadData
from wartable.engine.game import AnyGame
from wartable.games.ring_of_power.library import FOLDERS, OwnScenario, install, own_folders
from wartable.games.ring_of_power.reading import packaged_scenarios

ScenarioName: TypeAlias = Annotated[
    str | None, Parameter(name="--scenario", help="Scenario to play: its key, or the file of one of your own.")
]
FILES = {".yaml", ".yml"}


def with_scenario(
    game: AnyGame, option: Sequence[str] | None, scenario: str | None, *, keep: bool = False
) -> list[str]:
    """Return the words of options with that of a scenario; a file is checked, and put where games find it.

    With `keep` it is put among the user's own, else into a folder of this run. Raises `BadUsage` for a game without
    scenarios, `BadData` for a file with faults.
    """
    words = list(option or ())
    if scenario is None:
        return words
    if "scenario" not in game.options_type.__struct_fields__:
        raise BadUsage(f"{game.title} has no scenarios; leave out --scenario {scenario}.")
    if Path(scenario).suffix in FILES:
        scenario = brought(Path(scenario), keep=keep).key
    return [*words, f"scenario={scenario}"]


def brought(file: Path, *, keep: bool) -> OwnScenario:
    """Check a scenario file and put it where games find it; raises `BadData` with the first fault."""
    from wartable.cli.ring import check_scenario  # noqa: PLC0415 - geometry takes a while to load

    faults = [finding.message for finding in check_scenario(file)]
    if faults:
        more = f" wartable check {file} tells {len(faults)} faults." if faults[1:] else ""
        raise BadData(f"{file.name}: {faults[0]}{more}")
    if not keep:
        # Of this process and of those that it starts to share the work.
        passing = tempfile.mkdtemp(prefix="wartable-scenario-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ[FOLDERS] = os.pathsep.join((passing, *map(str, own_folders())))
    return install(file, packaged_scenarios())

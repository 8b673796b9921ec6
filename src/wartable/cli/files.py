"""Files of one's own on the command line: which kind a file is of, and `--scenario`, by its key or by its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from wartable import tools
from wartable.cli.usage import BadUsage, no_tools
from wartable.engine.game import AnyGame
from wartable.tools import OwnFiles, Scenarios

ScenarioName: TypeAlias = Annotated[
    str | None, Parameter(name="--scenario", help="Scenario to play: its key, or the file of one of your own.")
]
YAML = {".yaml", ".yml"}


def kinds() -> Iterator[OwnFiles]:
    """Yield the kinds of files that people can bring, those that take what no other knows last."""
    found: list[OwnFiles] = [tools.found_at(place) for one in tools.installed(no_tools) for place in one.files]
    yield from sorted(found, key=lambda kind: kind.general)


def kind_of(path: Path) -> OwnFiles | None:
    """Return the kind that a file is of; None where nobody knows it."""
    return next((kind for kind in kinds() if kind.knows(path)), None)


def scenarios_with(name: str) -> Scenarios:
    """Return the kind of scenarios that one is of, named by its key or file; raises `BadUsage` where there are none."""
    found = [kind for kind in kinds() if isinstance(kind, Scenarios)]
    if not found:
        raise BadUsage(f"--scenario {name}: no game here has scenarios.")
    return next((kind for kind in found if kind.has(name)), found[0])


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
    if Path(scenario).suffix in YAML:
        scenario = scenarios_with(scenario).lend(Path(scenario), keep=keep)
    return [*words, f"scenario={scenario}"]

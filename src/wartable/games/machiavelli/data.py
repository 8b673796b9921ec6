"""The boards and scenarios that come with the package, read from data files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.fields import converted
from wartable.games.machiavelli.board import Board, Scenario
from wartable.games.machiavelli.faults import board_faults, scenario_faults
from wartable.games.machiavelli.fewer import Fewer, fewer_faults, for_fewer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _folder(name: str) -> Traversable:
    return resources.files("wartable") / "data" / "machiavelli" / name


def _keys(folder: str) -> tuple[str, ...]:
    return tuple(sorted(Path(entry.name).stem for entry in _folder(folder).iterdir() if entry.name.endswith(".yaml")))


def _read(folder: str, key: str) -> object:
    if key not in _keys(folder):
        message = f"There is no {folder.removesuffix('s')} {key!r}; there are {', '.join(_keys(folder))}."
        raise BadData(message)
    return read_yaml((_folder(folder) / f"{key}.yaml").read_text("utf-8"))


def _refuse(name: str, faults: Iterable[str]) -> None:
    told = [f"{name}: {fault}" for fault in faults]
    if told:
        raise BadData("\n".join(told))


def make_board(plain: object, name: str = "board.yaml") -> Board:
    """Return the board that plain data hold; raises `BadData` with every fault, each naming its field."""
    board: Board = converted(plain, Board, name)
    _refuse(name, board_faults(board))
    return board


def make_scenario(plain: object, name: str = "scenario.yaml") -> Scenario:
    """Return the scenario that plain data hold; raises `BadData` with every fault, each naming its field."""
    if _is_for_fewer(plain):
        return _for_fewer(plain, name)
    scenario: Scenario = converted(plain, Scenario, name)
    _refuse(name, scenario_faults(scenario, board_named(scenario.board)))
    return scenario


def _is_for_fewer(plain: object) -> bool:
    return isinstance(plain, dict) and "sides" in plain


def _for_fewer(plain: object, name: str) -> Scenario:
    told: Fewer = converted(plain, Fewer, name)
    base = scenario_named(told.like)
    _refuse(name, fewer_faults(base, told))
    scenario = for_fewer(base, told)
    _refuse(name, scenario_faults(scenario, board_named(scenario.board)))
    return scenario


@cache
def board_named(key: str) -> Board:
    """Return a board; raises `BadData` where there is none of that key."""
    return converted(_read("boards", key), Board, f"{key}.yaml")


@cache
def scenario_named(key: str) -> Scenario:
    """Return a scenario; raises `BadData` where there is none of that key."""
    plain = _read("scenarios", key)
    if _is_for_fewer(plain):
        return _for_fewer(plain, f"{key}.yaml")
    return converted(plain, Scenario, f"{key}.yaml")


@cache
def scenario_titles() -> Mapping[str, str]:
    """Return the scenarios by key with their titles, the earliest year of an edition first.

    Of two with one title that of 1995 says its edition.
    """
    found = [scenario_named(key) for key in _keys("scenarios")]
    found.sort(key=lambda scenario: (scenario.board, scenario.first_year, scenario.key))
    titles: dict[str, str] = {}
    for scenario in found:
        title = f"{scenario.title}, {scenario.first_year}"
        titles[scenario.key] = f"{title} (edition of 1995)" if title in titles.values() else title
    return titles

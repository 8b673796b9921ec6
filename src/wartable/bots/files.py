"""Python files that hold bots: `mine.py:Careful`, for who writes one and wants to see it play.

Who starts a program says which: the environment variable `WARTABLE_BOTS` names them, with commas between, so that the
processes it begins know them too. Nothing that comes over the wire is taken for a file.
"""

from __future__ import annotations

import os
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from wartable.engine.errors import WartableError
from wartable.engine.words import hint

VARIABLE = "WARTABLE_BOTS"
_PLACE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")


def places() -> tuple[str, ...]:
    """Return what the environment names."""
    return tuple(one.strip() for one in os.environ.get(VARIABLE, "").split(",") if one.strip())


def announce(place: str) -> None:
    """Name a place in the environment of this process, and so of those that it begins."""
    if place not in places():
        os.environ[VARIABLE] = ",".join((*places(), place))


def full(place: str) -> str:
    """Return a place with the whole path of its file; raises `WartableError` where it is none."""
    parts = _PLACE.fullmatch(place)
    if parts is None:
        raise WartableError(f"{place}: write a bot in a file as FILE.py:NAME, such as mine.py:Careful.")
    return f"{Path(parts['file']).resolve()}:{parts['name']}"


def found_at(place: str) -> object:
    """Run the file of a place and return what it calls by the name; raises `WartableError` saying what is wrong."""
    file, _, name = full(place).rpartition(":")
    module = _run(Path(file))
    if not hasattr(module, name):
        own = [key for key, thing in vars(module).items() if getattr(thing, "__module__", None) == module.__name__]
        raise WartableError(f"{file} has no {name}. {hint(name, own)}")
    return getattr(module, name)


def _run(file: Path) -> ModuleType:
    """Run a file as a module of its own; what lies beside it can be imported by it."""
    known = f"wartable.bots.of_file.{file}"
    if known in sys.modules:
        return sys.modules[known]
    spec = spec_from_file_location(known, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise WartableError(f"{file}: there is no such file.")
    module = sys.modules[known] = module_from_spec(spec)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[known]
        raise WartableError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    return module

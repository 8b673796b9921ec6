"""`wartable import`: a file of one's own checked, brought over and put where games find it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable.cli.files import kind_of, kinds
from wartable.cli.usage import BadUsage, refuse_folder
from wartable.tools import Bringing


def bring(
    file: Annotated[
        Path, Parameter(help="A map of Domination or Diplomacy, a board or scenario; a wrong one says which.")
    ],
    *,
    key: Annotated[str | None, Parameter(help="Name it is chosen by; from the file if left out.")] = None,
    name: Annotated[str, Parameter(help="Which map of a package of several; the first if left out.")] = "",
    cards: Annotated[Path | None, Parameter(help="Cards file of a .map, where the map does not name it.")] = None,
    replace: Annotated[bool, Parameter(negative=(), help="Replace what has that key.")] = False,
) -> None:
    """Check a map or scenario and put it among your own; say what was noticed and how to play on it."""
    refuse_folder(file)
    kind = kind_of(file)
    if kind is None:
        file.stat()  # what is not there is said to be missing, not to be of no kind
        raise BadUsage(f"{file} is nothing that can be imported: {'; '.join(one.what for one in kinds())}.")
    for line in kind.bring(file, Bringing(key=key, name=name, cards=cards, replace=replace)):
        print(line)

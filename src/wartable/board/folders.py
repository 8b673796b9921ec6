"""The folders with files of the user's own: boards, scenarios and maps that were imported."""

from __future__ import annotations

import os
from pathlib import Path


def own_folders(variable: str, name: str) -> tuple[Path, ...]:
    """Return the folders that an environment variable names, else the one of that name in the folder of user data.

    They may not exist yet. A variable that is set to nothing means none. The first is imported into.
    """
    named = os.environ.get(variable)
    if named is not None:
        return tuple(Path(folder) for folder in named.split(os.pathsep) if folder)
    from platformdirs import user_data_path  # noqa: PLC0415 - most commands need no file of the user

    return (user_data_path("wartable", appauthor=False) / name,)

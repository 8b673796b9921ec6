"""The folders with files of the user's own: boards, scenarios and maps that were imported, or that a record carries."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from wartable.engine.errors import BadData


def own_folders(variable: str, name: str) -> tuple[Path, ...]:
    """Return the folders that an environment variable names, else the one of that name in the folder of user data.

    They may not exist yet. A variable that is set to nothing means none. The first is imported into.
    """
    named = os.environ.get(variable)
    if named is not None:
        return tuple(Path(folder) for folder in named.split(os.pathsep) if folder)
    from platformdirs import user_data_path  # noqa: PLC0415 - most commands need no file of the user

    return (user_data_path("wartable", appauthor=False) / name,)


def texts_of(folder: Path) -> dict[str, str]:
    """Return the texts of the files in a folder by their names."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.is_file()}


@contextmanager
def laid_out(files: Mapping[str, str], name: str) -> Generator[Path]:
    """Give a folder of that name with files of these texts, as long as it is needed.

    Raises `BadData` for names that would lie elsewhere.
    """
    if not all(re.fullmatch(r"[A-Za-z0-9_-]+\.[a-z]+", one) for one in files) or not re.fullmatch(r"[a-z0-9_-]+", name):
        raise BadData(f"{', '.join(files)} in {name}: these are no names of files.")
    with TemporaryDirectory() as above:
        folder = Path(above, name)
        folder.mkdir()
        for one, text in files.items():
            (folder / one).write_text(text, encoding="utf-8")
        yield folder

"""Fuzz the readers of Diplomacy texts and files: none may fail but by the errors meant for people.

Needs the group `fuzz` (`pip install --group fuzz`). Runs until stopped: `tools/fuzz_diplomacy.py -max_total_time=60`;
what breaks a reader is left in a file named `crash-…`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wartable.games.diplomacy"]):
    from wartable.engine.errors import WartableError
    from wartable.games.diplomacy.adjudicate import judge, start
    from wartable.games.diplomacy.cases.form import read_case_file
    from wartable.games.diplomacy.formats.judgemap import read_map
    from wartable.games.diplomacy.formats.saved import read_saved_games
    from wartable.games.diplomacy.text.jsonform import orders_from_json, position_from_json
    from wartable.games.diplomacy.text.notation import read_order
    from wartable.games.diplomacy.text.textform import read_orders, read_position
    from wartable.games.diplomacy.variant import load_variant

STANDARD = load_variant("standard")
FIRST = start(STANDARD)
FOLDER = Path(tempfile.mkdtemp())


def play(text: str) -> None:
    """Whatever can be read can be judged."""
    judge(STANDARD, FIRST, read_orders(STANDARD, text, FIRST))


def of_file(read: Callable[[Path], object], name: str, data: bytes) -> None:
    """Let a reader of files read these bytes."""
    path = FOLDER / name
    path.write_bytes(data)
    read(path)


READERS: tuple[Callable[[bytes], object], ...] = (
    lambda data: read_order(STANDARD, data.decode(errors="replace"), FIRST),
    lambda data: play(data.decode(errors="replace")),
    lambda data: read_position(STANDARD, "S1901M\n" + data.decode(errors="replace")),
    lambda data: position_from_json(STANDARD, data),
    lambda data: orders_from_json(STANDARD, data, FIRST),
    lambda data: list(read_saved_games(data)),
    lambda data: of_file(read_map, "fuzz.map", data),
    lambda data: of_file(read_case_file, "fuzz.json", data),
)


def one_input(data: bytes) -> None:
    """Let the reader that the first byte chooses read the others."""
    if data:
        try:
            READERS[data[0] % len(READERS)](data[1:])
        except WartableError as error:
            if not str(error):
                raise AssertionError("an error says nothing") from error


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()

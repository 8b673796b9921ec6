from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from wartable.cli.app import run
from wartable.engine import registry

ROOT = Path(__file__).resolve().parents[2]


class Said(msgspec.Struct, frozen=True):
    """What a command did: exit status, and what it printed on either stream."""

    status: int
    out: str
    err: str


Wartable = Callable[..., Said]


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str]) -> Wartable:
    def call(*words: object) -> Said:
        status = run([str(word) for word in words])
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


@pytest.fixture
def pig() -> Iterator[str]:
    """The example game, installed for one test."""
    game = registry.register(runpy.run_path(str(ROOT / "examples" / "pig.py"))["PIG"])
    yield game.key
    registry.unregister(game.key)

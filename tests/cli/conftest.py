from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.engine.tiny_options import TRAVEL_GAME
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


def without_files(stored: Path) -> Path:
    """A record as it was written before records carried their maps, beside it."""
    heading, *others = stored.read_text().splitlines()
    plain = {key: value for key, value in json.loads(heading).items() if key != "files"}
    assert plain != json.loads(heading)
    older = stored.with_name("older.jsonl")
    older.write_text("\n".join([json.dumps(plain), *others]))
    return older


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The example game, installed for one test."""
    spec = importlib.util.spec_from_file_location("pig", ROOT / "examples" / "pig.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pig", module)
    spec.loader.exec_module(module)
    game = registry.register(module.PIG)
    yield game.key
    registry.unregister(game.key)


@pytest.fixture
def travel() -> Iterator[str]:
    """The game with all kinds of options, installed for one test."""
    registry.register(TRAVEL_GAME)
    yield TRAVEL_GAME.key
    registry.unregister(TRAVEL_GAME.key)

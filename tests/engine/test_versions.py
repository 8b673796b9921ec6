"""Versions of rules: new games go by the newest, stored ones by theirs as long as it is supported."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

import msgspec
import pytest

from tests.engine.tiny_hidden import PostGame, PostOptions, PostState
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.errors import BadOptions, BadRecord
from wartable.engine.options import build, describe
from wartable.engine.record import Record, SeatInfo, dump, load, of_match, verify


class Changed(PostGame):
    """By version 2 there are no cards."""

    versions: ClassVar[tuple[str, ...]] = ("1", "2")

    def _start(self, options: PostOptions, seats: int) -> PostState:
        state = super()._start(options, seats)
        return msgspec.structs.replace(state, cards=False) if options.since("2") else state


GAME = Changed()


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    registry.register(GAME)
    yield
    registry.unregister(GAME.key)


def recorded(version: str) -> Record:
    match = Match(GAME, GAME.options_by(PostOptions(), version), 2, SealedDice(b"versions"))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    return of_match(match, [SeatInfo(name="Mira"), SeatInfo(name="Bo")])


def test_new_games_go_by_the_newest_version() -> None:
    assert GAME.rules_version == "2"
    assert recorded("2").header.rules_version == "2"
    assert build(PostOptions, {}).since("2")


def test_a_record_of_a_supported_version_goes_by_its_own_rules() -> None:
    old, new = recorded("1"), recorded("2")

    assert old.header.rules_version == "1"
    assert old.entries != new.entries
    assert verify(load(dump(old))).compared
    assert verify(load(dump(new))).compared


def test_a_record_taken_for_one_of_another_version_is_found_out() -> None:
    old = recorded("1")
    forged = msgspec.structs.replace(old, header=msgspec.structs.replace(old.header, rules_version="2"))

    with pytest.raises(BadRecord):
        verify(load(dump(forged)))


def test_a_record_of_a_version_that_is_gone_says_which_are_here() -> None:
    text = dump(recorded("1")).replace(b'"rules_version":"1"', b'"rules_version":"0"')

    with pytest.raises(BadRecord, match="version 0 of the rules of Posts; installed is versions 1 and 2"):
        load(text)


def test_the_version_is_no_option() -> None:
    options = GAME.options_by(PostOptions(), "1")

    assert "rules_version" not in options.values()
    assert [field.name for field in describe(PostOptions)] == ["cards"]
    with pytest.raises(BadOptions, match="There is no option"):
        build(PostOptions, {"rules_version": "1"})

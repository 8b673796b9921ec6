"""Records: written, read back, replayed and verified; what is damaged is refused with its line."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from tests.engine.tiny_hidden import POST_GAME, PostOptions
from wartable.engine import registry
from wartable.engine.chance import LooseDice, SealedDice
from wartable.engine.digest import digest
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.errors import BadRecord
from wartable.engine.record import Record, SeatInfo, dump, load, of_match, replay, verify

NAMES = (SeatInfo(name="Mira"), SeatInfo(name="Fabius", bot="hard"))


@pytest.fixture
def match() -> Match:
    match = Match(POST_GAME, PostOptions(), 2, SealedDice(b"sealed"))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    return match


@pytest.fixture
def record(match: Match) -> Record:
    return of_match(match, NAMES)


def changed(record: Record, old: str, new: str) -> bytes:
    text = dump(record).decode()
    assert old in text
    return text.replace(old, new, 1).encode()


def test_a_record_comes_back_whole(record: Record) -> None:
    assert load(dump(record), POST_GAME) == record
    assert load(dump(record).decode(), POST_GAME) == record


def test_the_replay_gives_every_state(match: Match, record: Record) -> None:
    steps = list(replay(record, POST_GAME))

    assert [state for _, state, _ in steps] == [move.state for move in match.moves]
    assert [events for _, _, events in steps] == [move.events for move in match.moves]


def test_the_dice_match_their_seal(record: Record) -> None:
    verdict = verify(record, POST_GAME)

    assert verdict.dice_match is True
    assert verdict.rolls > 2
    assert verdict.sentence == f"All {verdict.rolls} rolls match the seal."


def test_the_seed_stays_secret_while_the_game_goes_on(match: Match) -> None:
    match.take_back(len(match.moves) - 1)
    record = of_match(match, NAMES)

    assert record.ending.seed == ""
    assert match.source.seed.hex().encode() not in dump(record)  # type: ignore[attr-defined]
    assert verify(record, POST_GAME).dice_match is None
    assert verify(record, POST_GAME).sentence == "The seed is not published yet."


def test_loose_dice_are_said_to_be_unsealed() -> None:
    match = Match(POST_GAME, PostOptions(), 2, LooseDice(Random(3)))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])

    assert verify(of_match(match, NAMES), POST_GAME).sentence == "These dice were not sealed."


def test_a_changed_die_is_noticed(record: Record) -> None:
    entry = next(e for e in record.entries if type(e.action).__name__ == "Rolled")
    face = entry.action.faces[0]  # type: ignore[attr-defined]
    forged = changed(record, f'"faces":[{face}]', f'"faces":[{face % 6 + 1}]')

    with pytest.raises(BadRecord, match=r"the seal gives|differs|not possible|rules"):
        verify(load(forged, POST_GAME), POST_GAME)


def test_another_seed_is_noticed(record: Record) -> None:
    forged = msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, seed="00" * 32))

    with pytest.raises(BadRecord, match="does not belong to the seal"):
        verify(forged, POST_GAME)
    with pytest.raises(BadRecord, match="not hexadecimal"):
        verify(msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, seed="zz")), POST_GAME)


def test_a_diverging_replay_says_where(record: Record) -> None:
    forged = msgspec.structs.replace(record, digests={4: "0" * 16})

    with pytest.raises(BadRecord, match="Entry 4: the position differs"):
        list(replay(forged, POST_GAME))


def test_positions_that_are_written_differently_now_are_not_compared_and_the_verdict_says_so(record: Record) -> None:
    old = msgspec.structs.replace(record, digests={4: "0" * 16})
    old = msgspec.structs.replace(old, header=msgspec.structs.replace(record.header, layout="of old"))
    verdict = verify(old, POST_GAME)

    assert verdict.dice_match is True
    assert not verdict.compared
    assert "those on the way were not compared" in verdict.sentence
    assert verify(record, POST_GAME).compared


def test_an_option_that_came_to_a_game_later_changes_no_record_of_it(record: Record) -> None:
    values = {name: value for name, value in record.header.options.items() if name != "cards"}
    assert values != record.header.options
    old = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, options=values))

    assert verify(old, POST_GAME).compared


def test_an_illegal_entry_says_where(record: Record) -> None:
    forged = msgspec.structs.replace(record, entries=(record.entries[1], *record.entries), digests={})
    forged = msgspec.structs.replace(forged, entries=(*forged.entries[:1], *forged.entries[3:]))

    with pytest.raises(BadRecord, match=r"Entry 1 \(chance\): Chance was asked for an order"):
        list(replay(forged, POST_GAME))


def test_another_reason_of_the_same_outcome_is_no_fault(record: Record) -> None:
    outcome = record.ending.outcome
    assert outcome is not None
    worded = msgspec.structs.replace(outcome, reason="In the words of another version.")
    record = msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, outcome=worded))

    assert verify(record, POST_GAME).dice_match


@pytest.mark.parametrize("figures", [{"ranks": (1, 1)}, {"scores": (0.0, 99.0)}])
def test_other_figures_of_an_outcome_are_noticed(record: Record, figures: dict[str, Any]) -> None:
    forged = msgspec.structs.replace(record.ending.outcome, **figures)  # type: ignore[type-var]
    record = msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, outcome=forged))

    with pytest.raises(BadRecord, match="The end: the record says"):
        verify(record, POST_GAME)


def test_another_outcome_is_noticed(record: Record) -> None:
    forged = msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, outcome=None))

    with pytest.raises(BadRecord, match="The end: the record says None"):
        list(replay(forged, POST_GAME))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda lines: [b"{", *lines[1:]], "Line 1 cannot be read"),
        (lambda lines: [lines[0].replace(b'"record":3', b'"record":9'), *lines[1:]], "format 9"),
        (lambda lines: [*lines[:3], b"nonsense", *lines[4:]], "Line 4 cannot be read"),
        (lambda lines: [*lines[:3], *lines[4:]], "Line 4 should hold entry 2"),
        (lambda lines: [*lines[:-2], lines[-1]], "lines are missing"),
        (lambda lines: lines[:-1], r"breaks off after line \d+: its last line, which holds `end`, is missing"),
        (lambda lines: [lines[0].replace(b'"cards":true', b'"crads":true'), *lines[1:]], "Did you mean cards"),
        (lambda lines: [*lines[:1], lines[1].replace(b"shuffled", b"shuffeld"), *lines[2:]], "Line 2 cannot be read"),
    ],
)
def test_a_damaged_record_names_its_line(record: Record, damage: object, sentence: str) -> None:
    lines = damage(dump(record).strip().split(b"\n"))  # type: ignore[operator]

    with pytest.raises(BadRecord, match=sentence):
        list(replay(load(b"\n".join(lines), POST_GAME), POST_GAME))


def test_a_record_of_other_rules_is_refused(record: Record) -> None:
    old = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, rules_version="0"))
    registry.register(POST_GAME)
    try:
        with pytest.raises(BadRecord, match="played by version 0 of the rules of Posts; installed is version 1"):
            load(dump(old))
        assert load(dump(record)) == record
    finally:
        registry.unregister(POST_GAME.key)
    with pytest.raises(BadRecord, match="I know no game 'tiny-posts'"):
        load(dump(record))


def test_reasons_of_bots_are_kept() -> None:
    match = Match(POST_GAME, PostOptions(), 2, SealedDice(b"why"))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    back = load(dump(of_match(match, NAMES)), POST_GAME)

    assert set(back.whys.values()) == {"Chosen at random."}


def test_digests_of_equal_states_are_equal(match: Match) -> None:
    again = msgspec.json.decode(msgspec.json.encode(match.state), type=POST_GAME.state_type)

    assert digest(again) == digest(match.state)
    assert digest(match.start) != digest(match.state)

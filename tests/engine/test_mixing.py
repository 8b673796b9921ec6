"""Dice that several make: mixed as the docs say, and records of them that are forged are refused."""

from __future__ import annotations

import hashlib
from random import Random

import msgspec
import pytest

from tests.engine.tiny_hidden import POST_GAME, PostOptions
from wartable.engine.chance import commitment_of
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.errors import BadRecord
from wartable.engine.mixing import MixedDice, NotedRound, Notes, Part, Round, mix
from wartable.engine.record import Record, SeatInfo, dump, load, of_match, verify

HOST = bytes(32)
SECRETS = ("11" * 32, "22" * 32, "33" * 32)
NAMES = (SeatInfo(name="Mira"), SeatInfo(name="Bo"))


def part(seat: int, secret: str, *, opened: bool = True) -> Part:
    return Part(seat=seat, seal=commitment_of(bytes.fromhex(secret)), secret=secret if opened else "")


WHOLE = Round(parts=(part(0, SECRETS[0]), part(1, SECRETS[1])))
VOID = Round(parts=(part(0, SECRETS[0]), part(1, SECRETS[1], opened=False)))
ALONE = Round(parts=(part(0, SECRETS[2]),))


def record_of(*rounds: Round) -> Record:
    match = Match(POST_GAME, PostOptions(), 2, MixedDice(HOST, rounds))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    return of_match(match, NAMES)


def with_rounds(record: Record, *rounds: Round) -> Record:
    return msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, rounds=rounds))


def test_the_seed_of_the_dice_is_the_hash_that_the_docs_describe() -> None:
    text = f"wartable dice\n{HOST.hex()}\n0 {SECRETS[0]}\n1 {SECRETS[1]}\n"

    assert mix(HOST, [WHOLE]) == hashlib.sha256(text.encode()).digest()
    assert mix(HOST, [VOID, ALONE]) == mix(HOST, [ALONE])
    assert mix(HOST, []) == mix(HOST, [Round(parts=())]) == HOST


def test_every_part_changes_every_roll() -> None:
    seeds = {mix(HOST, [Round(parts=(part(0, one), part(1, other)))]) for one in SECRETS for other in SECRETS}

    assert len(seeds) == 9


@pytest.mark.parametrize("rounds", [(), (WHOLE,), (VOID, ALONE), (VOID, Round(parts=()))])
def test_a_record_of_mixed_dice_comes_back_and_verifies(rounds: tuple[Round, ...]) -> None:
    record = load(dump(record_of(*rounds)), POST_GAME)

    assert record == record_of(*rounds)
    assert verify(record, POST_GAME, seal=commitment_of(HOST)).dice_match


def test_who_added_and_who_did_not_open_is_said() -> None:
    verdict = verify(record_of(VOID, ALONE), POST_GAME)

    assert (verdict.added, verdict.unopened, verdict.first_seal) == ((0,), (1,), None)
    assert "Mira added to the dice. Bo sealed a part and did not open it." in verdict.sentence


def test_a_record_of_the_first_format_verifies_as_before() -> None:
    old = dump(record_of()).replace(b'"record":3', b'"record":1')

    assert verify(load(old, POST_GAME), POST_GAME).dice_match


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ((ALONE,), "the seal gives"),
        ((), "the seal gives"),
        ((VOID,), "not opened in full"),
        ((WHOLE, ALONE), "was not the last"),
        ((VOID, WHOLE), "a seat twice, or one that had not opened"),
        ((Round(parts=(part(0, SECRETS[0]), part(0, SECRETS[1]))),), "a seat twice"),
        ((Round(parts=(part(5, SECRETS[0]),)),), "Only people add"),
        ((Round(parts=(Part(seat=0, seal=commitment_of(HOST), secret=SECRETS[0]),)),), "not what it sealed"),
    ],
)
def test_forged_rounds_are_refused(rounds: tuple[Round, ...], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        verify(with_rounds(record_of(WHOLE), *rounds), POST_GAME)


def noted(one: Round, secret: str) -> Notes:
    parts = tuple(Part(seat=part.seat, seal=part.seal) for part in one.parts)
    return Notes(seal=commitment_of(HOST), rounds=(NotedRound(parts=parts, secret=secret),))


def test_notes_in_the_record_and_beside_it_are_compared() -> None:
    record = msgspec.structs.replace(record_of(WHOLE), notes=noted(WHOLE, SECRETS[0]))
    kept = load(dump(record), POST_GAME)

    verdict = verify(kept, POST_GAME, notes=noted(WHOLE, SECRETS[1]))

    assert verdict.first_seal
    assert verdict.sentence.endswith("The seal is the one noted at the start. What was added here is in the dice.")


def test_notes_of_a_void_round_do_not_claim_a_part_in_the_dice() -> None:
    assert "What was added" not in verify(record_of(VOID, ALONE), POST_GAME, notes=noted(VOID, SECRETS[0])).sentence


def test_notes_of_a_browser_that_added_nothing_do_not_show_when_they_were_made() -> None:
    verdict = verify(record_of(WHOLE), POST_GAME, notes=Notes(seal=commitment_of(HOST)))

    assert verdict.first_seal is None
    assert "noted at the start" not in verdict.sentence
    assert "one that the browser noted" in verdict.sentence


def test_a_record_that_differs_from_the_notes_is_refused() -> None:
    for notes, sentence in (
        (Notes(seal=commitment_of(b"x")), "host changed the seed"),
        (noted(ALONE, SECRETS[2]), "seals in the record differ from the list"),
        (noted(WHOLE, SECRETS[2]), "is not in the record"),
    ):
        with pytest.raises(BadRecord, match=sentence):
            verify(record_of(WHOLE), POST_GAME, notes=notes)
    with pytest.raises(BadRecord, match="seed was changed"):
        verify(record_of(WHOLE), POST_GAME, seal="0" * 64)

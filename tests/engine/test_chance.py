"""Chance: answers fit requests, sealed dice are repeatable, fair and bound to their seal."""

from __future__ import annotations

import hmac
from collections import Counter
from itertools import count, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.engine.chance import (
    Draw,
    Drawn,
    LooseDice,
    Outcomes,
    Request,
    Roll,
    Rolled,
    ScriptedDice,
    SealedDice,
    Shuffle,
    Shuffled,
    answer_with,
    check,
    commitment_of,
    describe,
    fits,
)
from wartable.engine.errors import BadRecord, IllegalAction, NotListable

requests = st.one_of(
    st.builds(Roll, purpose=st.just("p"), dice=st.lists(st.integers(1, 21), max_size=8).map(tuple)),
    st.builds(Draw, purpose=st.just("p"), among=st.integers(1, 60)),
    st.builds(Shuffle, purpose=st.just("p"), count=st.integers(0, 44)),
)


@given(requests, st.binary(min_size=1, max_size=40), st.integers(0, 10**6))
def test_every_answer_fits_its_request(request: Request, seed: bytes, n: int) -> None:
    assert fits(request, SealedDice(seed).answer(n, request))
    assert fits(request, LooseDice(Random(n)).answer(n, request))


@given(requests, st.binary(min_size=1, max_size=40), st.integers(0, 10**6))
def test_an_answer_depends_on_seed_number_and_purpose_alone(request: Request, seed: bytes, n: int) -> None:
    assert SealedDice(seed).answer(n, request) == SealedDice(seed).answer(n, request)


def test_seed_number_and_purpose_each_matter() -> None:
    def faces(seed: bytes, n: int, purpose: str) -> object:
        return SealedDice(seed).answer(n, Roll(purpose, (6,) * 20))

    base = faces(b"seed", 0, "battle")

    assert base != faces(b"seed!", 0, "battle")
    assert base != faces(b"seed", 1, "battle")
    assert base != faces(b"seed", 0, "muster")


@pytest.mark.parametrize("sides", [2, 6, 10, 42])
def test_sealed_dice_favour_no_face(sides: int) -> None:
    """A chi-squared far out on the tail would mean a biased mapping; the seed is fixed, so this cannot flicker."""
    throws = 400 * sides
    roll = SealedDice(b"fair").answer(0, Roll("p", (sides,) * throws))
    assert isinstance(roll, Rolled)
    counts = Counter(roll.faces)
    chi = sum((counts[face] - 400) ** 2 / 400 for face in range(1, sides + 1))

    assert set(counts) == set(range(1, sides + 1))
    assert chi < sides + 5 * (2 * sides) ** 0.5


def test_shuffles_reach_every_order_about_equally() -> None:
    orders = Counter(str(SealedDice(b"deck").answer(n, Shuffle("p", 4))) for n in range(2400))

    assert len(orders) == 24
    assert 60 < min(orders.values()) <= max(orders.values()) < 145


def test_known_answer_of_the_seal() -> None:
    """The published scheme must never change silently: old games would no longer verify."""
    dice = SealedDice(bytes(range(32)))

    assert dice.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment_of(dice.seed) == dice.commitment
    assert dice.answer(0, Roll("battle", (6, 6, 6, 6, 6))) == Rolled(KNOWN_FACES)
    assert dice.answer(7, Draw("card", 44)) == Drawn(KNOWN_INDEX)
    assert dice.answer(3, Shuffle("deal", 5)) == Shuffled(KNOWN_ORDER)


KNOWN_FACES = (1, 2, 5, 1, 3)
KNOWN_INDEX = 5
KNOWN_ORDER = (0, 4, 3, 2, 1)


def test_fresh_dice_differ_and_hide_their_seed() -> None:
    one, other = SealedDice.fresh(), SealedDice.fresh()

    assert one.seed != other.seed
    assert len(one.seed) == 32
    assert one.seed.hex() not in one.commitment


@given(requests)
def test_outcomes_contain_what_they_sample(request: Request) -> None:
    outcomes = Outcomes(request)

    assert outcomes.sample(Random(1)) in outcomes
    assert outcomes.count() >= 1
    assert Rolled((0,)) not in outcomes
    assert outcomes.structure()[0].source == "p"


def test_small_requests_are_listed_whole() -> None:
    assert len(set(Outcomes(Roll("p", (6, 6))))) == 36
    assert set(Outcomes(Draw("p", 3))) == {Drawn(0), Drawn(1), Drawn(2)}
    assert len(list(Outcomes(Shuffle("p", 4)))) == 24


def test_large_requests_say_that_they_cannot_be_listed() -> None:
    outcomes = Outcomes(Shuffle("deal", 42))

    assert not outcomes.listable
    with pytest.raises(NotListable, match="sample them"):
        list(islice(outcomes, 1))


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (Roll("p", (6, 6)), Rolled((6,))),
        (Roll("p", (6, 6)), Rolled((7, 1))),
        (Roll("p", (6,)), Rolled((0,))),
        (Roll("p", (6,)), Drawn(0)),
        (Draw("p", 3), Drawn(3)),
        (Draw("p", 3), Drawn(-1)),
        (Shuffle("p", 3), Shuffled((0, 1, 1))),
        (Shuffle("p", 3), Shuffled((0, 1))),
    ],
)
def test_answers_that_do_not_fit_are_refused(request_: Request, answer: object) -> None:
    with pytest.raises(IllegalAction, match=describe(request_)):
        check(request_, answer)


def test_scripted_dice_hand_out_numbers_and_whole_answers() -> None:
    dice = ScriptedDice([6, 5, Shuffled((1, 0)), 2])

    assert dice.answer(0, Roll("p", (6, 6))) == Rolled((6, 5))
    assert dice.answer(1, Shuffle("p", 2)) == Shuffled((1, 0))
    assert not dice.spent
    assert dice.answer(2, Draw("p", 3)) == Drawn(2)
    assert dice.spent
    with pytest.raises(BadRecord, match="used up at request 3"):
        dice.answer(3, Draw("card", 3))


def test_a_script_that_does_not_fit_is_refused() -> None:
    with pytest.raises(IllegalAction, match="2 dice of 6 faces"):
        ScriptedDice([7, 1]).answer(0, Roll("p", (6, 6)))
    with pytest.raises(BadRecord, match="in the middle"):
        ScriptedDice([6, Drawn(1)]).answer(0, Roll("p", (6, 6)))


def test_answer_with_uses_the_generator_alone() -> None:
    request = Roll("p", (6,) * 10)

    assert answer_with(request, Random(5)) == answer_with(request, Random(5))


@settings(max_examples=200, deadline=None)
@given(
    seed=st.binary(min_size=0, max_size=80),
    n=st.integers(0, 5000),
    dice=st.lists(st.sampled_from([2, 5, 6, 100, 1000, 1001, 2**31 + 1]), max_size=12),
)
def test_quick_rolls_are_those_that_anybody_computes_from_the_seed(seed: bytes, n: int, dice: list[int]) -> None:
    digests = (hmac.digest(seed, f"{n}|battle|{block}".encode(), "sha256") for block in count())
    words = (int.from_bytes(digest[at : at + 4], "big") for digest in digests for at in range(0, 32, 4))
    fair = [next(word % sides for word in words if word < 2**32 - 2**32 % sides) + 1 for sides in dice]
    assert SealedDice(seed).answer(n, Roll("battle", tuple(dice))) == Rolled(tuple(fair))


def test_a_roll_with_a_rejected_word_goes_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [b"\xff" * 4 + bytes(range(28)), bytes(range(32))]
    monkeypatch.setattr("wartable.engine.chance._block", lambda _seed, label: blocks[int(label.split("|")[-1])])
    words = [int.from_bytes(bytes(range(at, at + 4)), "big") for at in range(0, 12, 4)]
    assert SealedDice(b"").answer(0, Roll("battle", (6, 6, 6))) == Rolled(tuple(word % 6 + 1 for word in words))

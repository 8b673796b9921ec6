"""What an offer says that a game leaves to the engine: which number, what is written, or that nothing is open."""

from __future__ import annotations

from wartable.engine.actions import ActionList, Offer
from wartable.engine.values import Action


class Take(Action, frozen=True, tag="take"):
    count: int


class Name(Action, frozen=True, tag="name"):
    word: str


class Rest(Action, frozen=True, tag="rest"):
    long: bool = False


def test_one_number_out_of_a_range_is_an_amount_and_other_values_are_written() -> None:
    offered = ActionList([Take(1), Take(2), Take(3), Name("a"), Rest(), Rest(long=True)]).structure()
    assert offered == (Offer(kind="take", least=1, most=3), Offer(kind="name", free=True), Offer(kind="rest"))


def test_numbers_with_gaps_are_written() -> None:
    assert ActionList([Take(1), Take(3)]).structure() == (Offer(kind="take", free=True),)
    assert ActionList([Take(0)]).structure()[0].free

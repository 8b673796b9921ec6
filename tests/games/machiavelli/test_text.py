"""Orders in the canonical form, in the printed one and in words, each read as the same (machiavelli 4)."""

from __future__ import annotations

import pytest

from wartable.engine.errors import BadNotation
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.text import Reader

READ = Reader(rules_of(MachiavelliOptions()))


@pytest.mark.parametrize(
    ("canonical", "others"),
    [
        ("A pavia - como", ("army Pavia to Como", "A pav -> com", "A Pavia A Como")),
        ("A pavia H", ("army pavia holds",)),
        ("A mantua B", ("A mantua besieges",)),
        ("A mantua L", ("a mantua lift",)),
        ("G pavia C A", ("G pavia = A", "garrison pavia converts army")),
        ("A pavia C 0", ("A pavia disbands",)),
        ("A milan S A pavia - como", ("A milan supports army pavia to como",)),
        ("A milan S A pavia H", ("A milan S A pavia",)),
        ("A milan S G pavia C A", ("A milan S G pavia = A",)),
        ("A milan S pavia (venice)", ("A milan S Pavia (Venice)",)),
        (
            "F eastern_gulf_of_lyons T A pisa - genoa",
            ("F Eastern Gulf of Lyons transports A Pisa - Genoa", "F eastern_gulf_of_lyons C A pisa - genoa"),
        ),
        ("A pisa - eastern_gulf_of_lyons - genoa", ("A Pisa - Eastern Gulf of Lyons - Genoa",)),
        ("F provence/nc - avignon", ("F Provence (nc) - Avignon", "F pro/nc - avi")),
    ],
)
def test_every_style_is_read(canonical: str, others: tuple[str, ...]) -> None:
    order = READ.order(canonical)

    assert str(order) == canonical
    for text in others:
        assert READ.order(text) == order


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("A paris H", "paris"),
        ("pavia H", "names no unit first"),
        ("A pavia - como today", "today"),
        ("A pavia", "is no order"),
        ("F provence/ec H", "ec"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, named: str) -> None:
    with pytest.raises(BadNotation, match=named):
        READ.order(text)


@pytest.mark.parametrize("text", ["E1: 12 J milan G mantua", "E2: 9 C ferrara", "E3: 24 E florence"])
def test_expenses_are_read(text: str) -> None:
    assert str(READ.expense(text)) == text


@pytest.mark.parametrize("text", ["PAY 5 TO milan", "PAY 20 TO BANK", "BORROW 7 FOR 1", "GIVE CHIT florence TO milan"])
def test_payments_are_read(text: str) -> None:
    assert str(READ.banking(text)) == text


@pytest.mark.parametrize(
    "text", ["BUILD A milan", "BUILD elite_mercenaries A milan", "DISBAND A pavia", "MAINTAIN G milan"]
)
def test_adjustments_are_read(text: str) -> None:
    assert str(READ.adjustment(text)) == text


@pytest.mark.parametrize("text", ["A pavia - como", "A pavia C G", "A pavia D"])
def test_retreats_are_read(text: str) -> None:
    assert str(READ.retreat(text)) == text

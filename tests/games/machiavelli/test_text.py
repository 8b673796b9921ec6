"""Orders in the canonical form, in the printed one and in words, each read as the same (machiavelli 4)."""

from __future__ import annotations

import pytest

from wartable.engine.errors import BadNotation
from wartable.games.adjudication.orders import Call, Hold, Move, Unit
from wartable.games.adjudication.results import Why
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.order_words import judged_words, order_words
from wartable.games.machiavelli.results import Judged, Result
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.text import Reader
from wartable.games.ring_figures.events import figure_order

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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A pavia - como", "Pavia to Como"),
        ("A pavia H", "Pavia holds"),
        ("A mantua B", "Mantua besieges its city"),
        ("A mantua L", "Mantua lifts the siege"),
        ("G pavia C A", "the garrison of Pavia comes out as army"),
        ("A pavia C G", "Pavia goes into the city"),
        ("A pavia C 0", "Pavia is disbanded"),
        ("A milan S A pavia - como", "Milan supports Pavia to Como"),
        ("A milan S A pavia H", "Milan supports Pavia"),
        ("A milan S G pavia C A", "Milan supports the garrison of Pavia coming out"),
        ("A milan S pavia (venice)", "Milan supports Venice in Pavia"),
        ("F eastern_gulf_of_lyons T A pisa - genoa", "Eastern Gulf of Lyons carries Pisa to Genoa"),
        ("A pisa - eastern_gulf_of_lyons - genoa", "Pisa to Genoa over Eastern Gulf of Lyons"),
    ],
)
def test_the_log_tells_orders_by_the_names_of_their_places(text: str, words: str) -> None:
    assert order_words(rules_of(MachiavelliOptions()), READ.order(text)) == words


@pytest.mark.parametrize(
    ("result", "dislodged", "added"),
    [("moves", False, ""), ("bounces", False, " (bounced)"), ("holds", True, " (dislodged)"),
     ("cut", True, " (cut, dislodged)")],
)  # fmt: skip
def test_the_log_says_how_an_order_failed(result: Result, added: str, *, dislodged: bool) -> None:
    judged = Judged("milan", READ.order("A pavia H"), result, Why("", "", {}), dislodged)
    assert judged_words(rules_of(MachiavelliOptions()), judged) == f"Pavia holds{added}"


def test_figures_are_told_by_name() -> None:
    orders = (
        Move(Unit("Z", "moria"), "lorien", path=("fangorn",)),
        Hold(Unit("GEG", "moria")),
        Call(Unit("DEAD", "x")),
    )
    told = [figure_order(order, str.title) for order in orders]
    assert told == ["Nazgul in Moria to Lorien through Fangorn", "Great Eagles in Moria stays", "The Dead called to X"]

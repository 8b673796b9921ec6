from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, judged, position
from wartable.engine.errors import BadData
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.results import Verdict
from wartable.games.diplomacy.rulings import OrderSetsRule, Rulings
from wartable.games.diplomacy.text.jsonform import (
    orders_from_json,
    orders_to_json,
    position_from_json,
    position_to_json,
    verdict_to_json,
)
from wartable.games.diplomacy.text.report import report
from wartable.games.diplomacy.text.textform import read_orders, read_position, write_orders, write_position

LOST = position(
    "F1901R",
    {"turkey": "A BUL, F AEG"},
    {"turkey": "CON", "austria": "BUD"},
    "austria A BUL from CON: SER; italy F ION from AEG:",
)

BY_HAND = """
# a remark
Phase: Fall 1901 Movement

ENGLAND
F ENG, F North Sea      # two
A LON
Centers: LON EDI, Liverpool

French:
F St. Petersburg (south coast); A PAR
owns: PAR
"""

ORDERS = """
A LON - BEL; F ENG C A LON - BEL
France: A Paris -> Burgundy
F STP/SC H, A PAR H
"""


@pytest.mark.parametrize("before", [start(STANDARD), LOST])
def test_positions_read_back(before: object) -> None:
    assert isinstance(before, type(LOST))
    assert read_position(STANDARD, write_position(STANDARD, before)) == before
    assert position_from_json(STANDARD, msgspec.json.encode(position_to_json(before))) == before


def test_middle_earth_reads_back_too() -> None:
    before = start(MIDDLE_EARTH)

    assert read_position(MIDDLE_EARTH, write_position(MIDDLE_EARTH, before)) == before


def test_a_position_by_hand() -> None:
    read = read_position(STANDARD, BY_HAND)

    assert str(read.phase) == "Fall 1901 movement"
    assert {power: [str(unit) for unit in units] for power, units in read.units.items()} == {
        "england": ["F ENG", "F NTH", "A LON"],
        "france": ["F STP/SC", "A PAR"],
    }
    assert read.owners == {"LON": "england", "EDI": "england", "LVP": "england", "PAR": "france"}


def test_without_centres_everybody_owns_home() -> None:
    read = read_position(STANDARD, "S1901M\nFrance\nA PAR")

    assert read.owners == start(STANDARD).owners
    assert position_from_json(STANDARD, b'{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}') == read


def test_orders_by_hand_and_back() -> None:
    before = read_position(STANDARD, BY_HAND)
    orders = read_orders(STANDARD, ORDERS, before)

    assert orders_to_json(orders) == {
        "england": ["A LON - BEL", "F ENG C A LON - BEL"],
        "france": ["A PAR - BUR", "F STP/SC H", "A PAR H"],
    }
    assert read_orders(STANDARD, write_orders(STANDARD, orders), before) == orders
    assert orders_from_json(STANDARD, msgspec.json.encode(orders_to_json(orders)), before) == orders


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("England\nA LON", ["line 1: The phase is missing"]),
        ("S1901M\nA LON", ["line 2: 'A LON' stands under no power"]),
        ("S1901M\nEngland\nA LON, F LON\nA Belgim", ["line 3: F LON cannot stand where A LON", "line 4:", "Belgium"]),
        ("S1901M\nEngland\ncentres: LON, NTH", ["line 3: North Sea is no supply centre."]),
        ("S1901M\nEngland\nX LON", ["line 3: 'X LON' is no unit"]),
        ("S1901M\nEngland\nA LON F EDI", ["line 3: 'A LON F EDI' is no unit: LON I understood, but not what follows"]),
        ("S1901M\nEngland\nF STP", ["line 3: F STP: a fleet in St. Petersburg stands on one of its coasts, STP/NC or"]),
        ("S1901M\nEngland\nF MUN", ["line 3: F MUN: a fleet cannot stand in Munich: it has no coast."]),
        ("S1901M\nEngland\nA NTH", ["line 3: A NTH: an army cannot stand in North Sea."]),
        ("S1901M\nEngland\nA STP/NC", ["line 3: A STP/NC: an army in St. Petersburg stands on no coast."]),
        ("S" + "1" * 5000 + "M", ["line 1: I know no phase"]),
        ("sometime", ["line 1: I know no phase 'sometime'"]),
    ],
)
def test_errors_name_the_line(text: str, sentences: list[str]) -> None:
    with pytest.raises(BadData) as raised:
        read_position(STANDARD, text)

    assert all(sentence in str(raised.value) for sentence in sentences)


def test_errors_in_orders_name_the_line_and_all_of_them() -> None:
    with pytest.raises(BadData) as raised:
        read_orders(STANDARD, "England\nF LON - Nroth\n\nA XYZ H\nWAIVE", start(STANDARD))

    assert [line.partition(":")[0] for line in str(raised.value).splitlines()] == ["line 2", "line 4"]
    with pytest.raises(BadData, match="not clear whose order"):
        read_orders(STANDARD, "A SPA H", start(STANDARD))


TWICE = """England
A LON - YOR
F EDI - NTH

---
England: A LON - WAL
France: A PAR H
"""
TWICE_JSON = b'[{"england": ["A LON - YOR", "F EDI - NTH"]}, {"ENGLAND": ["A LON - WAL"], "france": ["A PAR H"]}]'


@pytest.mark.parametrize(
    ("rule", "orders"),
    [
        ("last", ["A LON - WAL"]),
        ("combined", ["A LON - YOR", "F EDI - NTH", "A LON - WAL"]),
        ("none", []),
    ],
)
def test_4d1_of_several_sets_of_a_power_some_count(rule: OrderSetsRule, orders: list[str]) -> None:
    before, rulings = start(STANDARD), Rulings(order_sets=rule)

    for read in (
        read_orders(STANDARD, TWICE, before, rulings),
        orders_from_json(STANDARD, TWICE_JSON, before, rulings),
    ):
        assert orders_to_json(read) == {"england": orders, "france": ["A PAR H"]}


def test_4d1_a_later_set_replaces_an_earlier_one_unless_told_otherwise() -> None:
    assert orders_to_json(read_orders(STANDARD, TWICE, start(STANDARD)))["england"] == ["A LON - WAL"]


def test_a_heading_that_comes_again_is_still_the_same_set() -> None:
    read = read_orders(STANDARD, "England: A LON - YOR\nFrance: A PAR H\nEngland: F EDI H", start(STANDARD))

    assert orders_to_json(read)["england"] == ["A LON - YOR", "F EDI H"]


@pytest.mark.parametrize(
    ("rulings", "order"),
    [
        (Rulings(kind_missing="strict"), "LVP - YOR"),
        (Rulings(nationality_missing="strict"), "F LON S F BRE - ENG"),
        (Rulings(nationality_wrong="strict"), "F LON S German F BRE - ENG"),
        (Rulings(poor_orders="strict"), "A LVP -> YOR"),
    ],
)
def test_strict_rulings_refuse_what_is_otherwise_read(rulings: Rulings, order: str) -> None:
    for text, read in ((f"England\n{order}", read_orders), (f'{{"england": ["{order}"]}}', orders_from_json)):
        assert read(STANDARD, text, start(STANDARD))["england"]
        with pytest.raises(BadData):
            read(STANDARD, text, start(STANDARD), rulings)


def test_strict_readers_know_a_retreat_written_as_a_move() -> None:
    read = read_orders(STANDARD, "Austria\nA BUL - SER", LOST, Rulings(kind_missing="strict"))

    assert orders_to_json(read) == {"austria": ["A BUL R SER"]}


NO_POSITIONS = (
    b"",
    b"[]",
    b"{}",
    b"\xff",
    b'{"phase": 7, "units": {}}',
    b'{"phase": "S1901M", "units": {"X": []}}',
    b'{"phase": "S1901M", "units": {"france": ["A PAR"], "italy": ["A PAR"]}}',
    b'{"phase": "S1901M", "units": {"france": ["F PAR/NC"]}}',
    b'{"phase": "S1901M", "units": {}, "dislodged": [{"power": "france", "unit": "A XX"}]}',
)


@pytest.mark.parametrize("data", NO_POSITIONS)
def test_bad_json_is_refused(data: bytes) -> None:
    with pytest.raises(BadData):
        position_from_json(STANDARD, data)
    with pytest.raises(BadData):
        orders_from_json(STANDARD, b'{"france": ["A XYZ H"], "gaul": ["WAIVE"]}', start(STANDARD))


def _complaints(read: Callable[[], object]) -> list[str]:
    try:
        read()
    except BadData as error:
        return str(error).splitlines()
    return []


@settings(deadline=None)
@given(st.text(max_size=200))
def test_garbage_is_refused_line_by_line(text: str) -> None:
    for read in (lambda: read_position(STANDARD, text), lambda: read_orders(STANDARD, text, start(STANDARD))):
        assert all(line.startswith("line ") for line in _complaints(read))


def test_the_report_says_everything() -> None:
    before = read_position(STANDARD, BY_HAND)
    verdict = judged(before, {"england": "A LON - PIC, F ENG C A LON - PIC", "france": "A PAR - PIC"})
    said = report(STANDARD, before, verdict)

    assert "A LON - PIC          bounces: " in said
    assert "F NTH H              holds: " in said
    assert "Next position" in said
    written = verdict_to_json(STANDARD, before, verdict)
    assert [one.result for one in written.orders[:3]] == ["bounces", "convoys", "bounces"]
    assert position_from_json(STANDARD, msgspec.json.encode(written.next)) == verdict.next


def test_the_report_of_retreats_and_adjustments() -> None:
    verdict = judged(LOST, {})
    winter = position("W1901A", {"france": "A BRE, A PIC"}, {"france": "BRE", "italy": "ROM"})

    assert "Lost: the dislodged units of Bulgaria, Ionian Sea." in report(STANDARD, LOST, verdict)
    assert "Italy: Build 1, in Rome." in report(STANDARD, LOST, Verdict(lambda: verdict.result, winter))
    assert "by the rule it loses the army in Picardy" in report(STANDARD, winter, judged(winter, {}))

"""Whole letters as people write them: greetings, names, bullets, quotes, numbers and all kinds of short forms."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wartable, wartable
from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, position
from wartable.engine.errors import BadData
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.phases.calendar import read_phase
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.text.textform import read_orders, read_position, read_what_can_be

__all__ = ["wartable"]

SPRING = start(STANDARD)
HANS = """From: Hans <hans@example.org>
Subject: Re: Spring 1901
Hi Tom,

here are my orders for this turn. Sorry for the delay!

Germany (Hans)
Movement Spring 1901
1. A MUN - Bur
2) F KIE - Den
(3) Army Berlin to Kiel

Best regards,
Hans
"""
TABLE = """Hello everybody, good luck!

Italy NMR
Turkey: no orders received

Orders for Austria:
• A BUD - SER
• F TRI - Alb.
* A VIE (hold)

France's moves
> A PAR - BUR
> "A MAR (S) A PAR - BUR"
> F BRE - Eng. Channel

Russia: A MOS - Liv, A WAR - GAL; F SEV - BLA, F STP(sc) - Bot
English F EDI - N. Sea
English fleet London - Eng Channel
Thanks,
the GM
"""


def written(text: str) -> dict[str, list[str]]:
    """The orders that a text is read as, by power."""
    return {power: [str(order) for order in orders] for power, orders in read_orders(STANDARD, text, SPRING).items()}


def test_a_letter_with_greeting_numbers_and_signature_is_read_whole() -> None:
    assert written(HANS) == {"germany": ["A MUN - BUR", "F KIE - DEN", "A BER - KIE"]}


def test_a_round_of_letters_pasted_together_is_read_whole() -> None:
    assert written(TABLE) == {
        "austria": ["A BUD - SER", "F TRI - ALB", "A VIE H"],
        "france": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ENG"],
        "russia": ["A MOS - LVN", "A WAR - GAL", "F SEV - BLA", "F STP/SC - BOT"],
        "england": ["F EDI - NTH", "F LON - ENG"],
    }


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A YOR - NWY (via convoy)", "A YOR - NWY VIA"),
        ("F NTH (C) A YOR - NWY", "F NTH C A YOR - NWY"),
        ("F NTH conv A YOR - NWY", "F NTH C A YOR - NWY"),
        ("F NTH CON A YOR - NWY", "F NTH C A YOR - NWY"),
        ("F AEG CON", "F AEG - CON"),
        ("A PAR (hold)", "A PAR H"),
        ("A MUN (S) A BER - KIE", "A MUN S A BER - KIE"),
        ("F SPA (sc) - W Med", "F SPA/SC - WES"),
        ("A WAR - Liv", "A WAR - LVN"),
        ("A EDI - Liv", "A EDI - LVP"),
        ("A PRU S A MOS - Liv", "A PRU S A MOS - LVN"),
        ("F NAP - Tyr", "F NAP - TYS"),
        ("F Tyr - NAP", "F TYS - NAP"),
        ("F ROM S F NAP - TYR", "F ROM S F NAP - TYS"),
        ("A VEN - Tyr", "A VEN - TYR"),
        ("F LON - Eng. Channel", "F LON - ENG"),
        ("F NAP - Ion Sea", "F NAP - ION"),
        ("F KIE - Bal Sea", "F KIE - BAL"),
        ("F EDI - N. Sea", "F EDI - NTH"),
        ("A MUN retreats OTB", "D A MUN"),
        ("A MUN retreats off the board", "D A MUN"),
    ],
)
def test_short_forms_mean_what_they_can_mean(text: str, order: str) -> None:
    assert str(read_order(STANDARD, text)) == order


def test_letters_of_a_unit_mean_the_one_that_stands_there() -> None:
    before = position("S1902M", {"russia": "A LVN", "england": "A EDI"})
    assert str(read_order(STANDARD, "A Liv - MOS", before)) == "A LVN - MOS"
    assert str(read_order(STANDARD, "A Liv - WAL", position("S1902M", {"england": "A LVP"}))) == "A LVP - WAL"


def test_a_verb_counts_for_all_units_named_after_it() -> None:
    winter = position("W1901A", {"france": "A SPA"}, {"france": "PAR, MAR, SPA"})
    orders = read_orders(STANDARD, "France: Build army Par, fleet Mar", winter)
    assert [str(order) for order in orders["france"]] == ["B A PAR", "B F MAR"]


def test_the_source_s_own_name_of_a_power_is_a_heading() -> None:
    text = "Dwarves and Men of Rhovanion\nA ERE H\n\nMordor (Anna)\nA NUR - Gor"
    orders = read_orders(MIDDLE_EARTH, text, start(MIDDLE_EARTH))
    assert {power: [str(order) for order in given] for power, given in orders.items()} == {
        "rhovanion": ["A ERE H"],
        "mordor": ["A NUR - GOR"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "movement spring 1901",
        "1901 Spring",
        "Spring, 1901: movement",
        "Spring 1901 Movement Phase",
        "S1901M",
        "S1901",
        "S01",
    ],
)
def test_the_words_of_a_phase_stand_in_any_order(text: str) -> None:
    assert str(read_phase(STANDARD, text)) == "Spring 1901 movement"


def test_orders_for_another_phase_are_not_taken() -> None:
    with pytest.raises(BadData, match="line 2: These are orders for another phase"):
        read_orders(STANDARD, "Germany\nFall 1901\nA MUN - BUR", SPRING)


def test_what_looks_like_an_order_is_never_taken_for_talk() -> None:
    with pytest.raises(BadData, match="line 1"):
        read_orders(STANDARD, "Thanks, A MUN - Nowhere", SPRING)
    orders, unread = read_what_can_be(STANDARD, "Germany\nA MUN - Nowhere\nA BER - KIE", SPRING)
    assert [str(order) for order in orders["germany"]] == ["A BER - KIE"]
    assert len(unread) == 1


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("My orders: Par-Bur, Mar-Spa", {"france": ["A PAR - BUR", "A MAR - SPA"]}),
        ("Here are my moves: Mar to Bur", {"france": ["A MAR - BUR"]}),
        ("Please: Mar to Bur", {"france": ["A MAR - BUR"]}),
        ("Dear GM, Paris to Burgundy, thanks", {"france": ["A PAR - BUR"]}),
        ("Thanks\nParis holds", {"france": ["A PAR H"]}),
        ("France\nA PAR H\nCheers,\nJean\n\nItaly\nVenice holds\nRome supports Venice",
         {"france": ["A PAR H"], "italy": ["A VEN H", "A ROM S A VEN"]}),
        ("Italy\nno orders\nFrance\nnothing yet\nA PAR H", {"france": ["A PAR H"]}),
    ],
)  # fmt: skip
def test_orders_amid_talk_are_read(text: str, orders: dict[str, list[str]]) -> None:
    assert written(text) == orders


@pytest.mark.parametrize(
    "text",
    [
        "My orders: Par-Nowhere",
        "Please move Paris to Burgundy",
        "sorry Mar to Nowhere",
        "PS Mar H",
        "France\nCheers\nItaly\nVenise holds",
        "PS: hold Brest",
        "P.S. everything else holds",
        "Here are my orders: all hold",
        "my orders are to hold",
        "please TRI ALB",
        "good luck! Brest English Channel",
        "Let me hold Trieste",
        "~~A BER - KIE~~",
        "A MOS - STP unless England moves NWY",
        "If A WAR - GAL, A MOS - UKR",
        "A MOS - UKR, if A WAR - GAL",
    ],
)
def test_what_was_meant_as_an_order_and_cannot_be_read_is_told(text: str) -> None:
    orders, unread = read_what_can_be(STANDARD, text, SPRING)

    assert (orders, len(unread)) == ({}, 1)


LONG = {
    "dots and dashes": "x " + "-." * 100_000,
    "brackets": "(" * 200_000,
    "square brackets": "[" * 200_000,
    "apostrophes": "'" * 200_000,
    "spaces": f"x{' ' * 200_000}y",
    "dashes": "-" * 200_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_line_of_any_length_is_read_in_one_go(name: str) -> None:
    """A line of 20,000 such signs once took six seconds, and one ten times as long a hundred times that."""
    assert read_what_can_be(STANDARD, f"Germany\n{LONG[name]}\nA BER - KIE", SPRING)[0].keys() == {"germany"}


def test_a_position_with_a_long_line_is_refused_in_one_go() -> None:
    with pytest.raises(BadData, match="but not what follows it"):
        read_position(STANDARD, f"spring 1901 movement\nFrance\nA PAR{' ' * 200_000}dislodged")


def test_the_command_lists_what_it_cannot_read_and_who_sent_nothing(wartable: Wartable, tmp_path: Path) -> None:
    letters = tmp_path / "letters.txt"
    letters.write_text(f"{TABLE}\nGermany\nA MUN goes somewhere nice\nA BER - KIE\n", encoding="utf-8")

    strict = wartable("adjudicate", "--orders", letters)
    lenient = wartable("adjudicate", "--orders", letters, "--lenient")
    told = json.loads(wartable("adjudicate", "--orders", letters, "--lenient", "--json").out)

    assert strict.status != 0
    assert "somewhere" in strict.err.casefold()
    assert lenient.status == 0
    assert "Sent nothing: Italy and Turkey." in lenient.out
    assert "Not read\n  line 23: " in lenient.out
    assert told["silent"] == ["italy", "turkey"]
    assert len(told["unread"]) == 1


@pytest.mark.parametrize(
    "heading",
    [
        "France, orders for S01:",
        "France S01",
        "Spring 1901 France",
        "France - Spring 1901:",
        "Orders for France, Spring 1901",
        "FRANCE ORDERS SPRING 1901",
        "Final orders for France",
        "These are the orders for France",
        "Dear GM, here are France's orders:",
        "Subject: France orders S1901",
        "From: France",
        "Country: France",
        "Pierre (France):",
        "FRANCE, Pierre:",
        "--\nBest,\nHans\n\nFrance",
        "France / Pierre",
        "# France",
        "== France ==",
        "[France]",
        "FRA",
        "Fra:",
        "I am France.",
    ],
)
def test_a_heading_in_other_words_ends_the_orders_of_the_power_before(heading: str) -> None:
    """The line was refused, or dropped as talk, and the orders below it became Germany's."""
    assert written(f"Germany\nF KIE - DEN\n{heading}\nA PAR - BUR") == {
        "germany": ["F KIE - DEN"],
        "france": ["A PAR - BUR"],
    }


def test_a_heading_for_another_phase_is_told() -> None:
    assert read_what_can_be(STANDARD, "France F01\nA PAR - BUR", SPRING)[1] == [
        "line 1: These are orders for another phase than Spring 1901 movement: f01"
    ]


@pytest.mark.parametrize(
    "line", ["PS I like Germany's moves", "Hello Germany,", "# Germany is late", "To: Germany", "Thanks, Germ"]
)
def test_a_power_that_is_only_spoken_of_is_no_heading(line: str) -> None:
    assert read_what_can_be(STANDARD, f"France\n{line}\nA PAR - BUR", SPRING)[0] == {
        "france": [read_order(STANDARD, "A PAR - BUR")]
    }


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A YOR - NWY (C)", "A YOR - NWY VIA"),
        ("A YOR - NWY (convoyed)", "A YOR - NWY VIA"),
        ("A YOR - NWY convoyed by F NTH", "A YOR - NWY VIA NTH"),
        ("A YOR - NWY via F NTH and F SKA", "A YOR - NWY VIA NTH SKA"),
        ("A PIC S A LON - NTH - BEL", "A PIC S A LON - BEL"),
        ("A MAR supports A PAR to hold", "A MAR S A PAR"),
        ("A MAR supports A PAR in holding", "A MAR S A PAR"),
        ("A VEN - hold", "A VEN H"),
        ("A PIC S Eng A LON - BEL", "A PIC S A LON - BEL"),
        ("A PIC S England's A LON - BEL", "A PIC S A LON - BEL"),
        ("Ger A MUN - BUR", "A MUN - BUR"),
        ("F EDI - Nwg Sea", "F EDI - NWG"),
        ("F BRE - Mid-Atl. Ocean", "F BRE - MAO"),
        ("F G of Lyon - PIE", "F LYO - PIE"),
        ("A SWE - Norw", "A SWE - NWY"),
        ("A MUN OTB", "D A MUN"),
        ("A MUN - OTB", "D A MUN"),
        ("A MUN off the board", "D A MUN"),
        ("destroy A MUN", "D A MUN"),
        ("build waived", "WAIVE"),
        ("waives 2", "WAIVE"),
    ],
)
def test_more_short_forms_mean_what_they_can_mean(text: str, order: str) -> None:
    assert str(read_order(STANDARD, text)) == order


@pytest.mark.parametrize(
    "text",
    [
        "Builds: A Par; F Mar",
        "Builds:\nA Par\nF Mar",
        "build A Par and F Mar",
        "B A Par & F Mar",
    ],
)
def test_builds_are_listed_in_many_ways(text: str) -> None:
    winter = position("W1901A", {"france": "A SPA"}, {"france": "PAR, MAR, SPA"})
    orders = read_orders(STANDARD, f"France\n{text}", winter)
    assert [str(order) for order in orders["france"]] == ["B A PAR", "B F MAR"]


def test_a_power_may_stand_before_what_it_builds_or_removes() -> None:
    winter = position("W1901A", {"france": "A SPA", "germany": "A HOL, A SIL"}, {"france": "PAR, MAR, SPA"})
    orders = read_orders(STANDARD, "France builds A Par and F Mar\nGermany removes A Hol and A Sil", winter)
    assert {power: [str(order) for order in given] for power, given in orders.items()} == {
        "france": ["B A PAR", "B F MAR"],
        "germany": ["D A HOL", "D A SIL"],
    }


@pytest.mark.parametrize(
    "line",
    ["Thanks for your support", "Here are my first builds", "Let me know if that works", "Sent: Monday, 3 January"],
)
def test_talk_with_the_words_of_orders_is_passed_over(line: str) -> None:
    assert read_what_can_be(STANDARD, f"France\n{line}\nA PAR - BUR", SPRING) == (
        {"france": [read_order(STANDARD, "A PAR - BUR")]},
        [],
    )


@pytest.mark.parametrize("above", ["From: Hans", "On Monday, Hans wrote:"])
def test_a_letter_that_does_not_say_whose_it_is_orders_nothing_of_the_power_before(above: str) -> None:
    """Its orders became France's, as whose letter stood above it."""
    text = f"Subject: France\nFrom: Pierre\nA PAR - BUR\n{above}\nSubject: my orders\n> A MAR - SPA\n> A BER - KIE"
    orders, unread = read_what_can_be(STANDARD, text, SPRING)

    assert orders == {"france": [read_order(STANDARD, "A PAR - BUR")]}
    assert [line.partition(":")[0] for line in unread] == ["line 4", "line 6", "line 7"]
    assert "does not say whose it is" in unread[0]


def test_a_letter_of_somebody_without_a_power_orders_nothing_at_the_top_either() -> None:
    """Else what the sandbox keeps in its box of such a letter would become an order once the rest is given."""
    orders, unread = read_what_can_be(STANDARD, "From: Hans\nSubject: my orders\nA BER - KIE", SPRING)

    assert (orders, len(unread)) == ({}, 2)


def test_a_heading_below_the_address_says_whose_letter_it_is() -> None:
    text = "From: Pierre\nFrance\nA PAR - BUR\nFrom: Hans\nDear GM,\nGermany\nA BER - KIE\nFrom: Anna\nItaly: A VEN H"
    assert written(text) == {"france": ["A PAR - BUR"], "germany": ["A BER - KIE"], "italy": ["A VEN H"]}


def test_orders_are_read_from_the_standard_input_where_a_hyphen_stands(
    wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"France\nA PAR - BUR\n")))

    said = wartable("adjudicate", "--orders", "-")

    assert (said.status, said.err) == (0, "")
    assert "BUR" in said.out

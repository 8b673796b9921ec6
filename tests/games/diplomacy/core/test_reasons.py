"""Reasons name the units, places and numbers that decided, as a sentence and as facts."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.core.boards import MIDDLE_EARTH, STANDARD, Words, judge, reason
from wartable.games.adjudication.results import MovementResult
from wartable.games.adjudication.rulings import AdjacentConvoyRule
from wartable.games.diplomacy.rulings import Rulings

PARADOX = {"england": "F LON S F WAL - ENG, F WAL - ENG", "france": "A BRE - LON, F ENG C A BRE - LON"}

SENTENCES: list[tuple[Words, str, str, str]] = [
    ({"france": "A PAR - BUR"}, "A PAR - BUR", "move.free", "Moves to Burgundy; nobody was in the way."),
    (
        {"france": "A PAR - BUR, A BUR - MAR"},
        "A PAR - BUR",
        "move.follows",
        "Moves to Burgundy, which the army in Burgundy left.",
    ),
    (
        {"france": "A PAR - BUR", "germany": "A RUH - BUR"},
        "A PAR - BUR",
        "bounce.equal",
        "Bounced: 1 against 1 by the army in Ruhr, going there, too.",
    ),
    (
        {"france": "A PAR - BUR", "germany": "A RUH - BUR, A MUN S A RUH - BUR"},
        "A PAR - BUR",
        "bounce.stronger",
        "Bounced: 1 against 2 by the army in Ruhr, going there, too.",
    ),
    (
        {"france": "A PAR - BUR", "germany": "A BUR - PAR"},
        "A PAR - BUR",
        "bounce.equal",
        "Bounced: 1 against 1 by the army in Burgundy, coming the other way.",
    ),
    (
        {"france": "A PAR - BUR, A BUR H"},
        "A PAR - BUR",
        "bounce.own_unit",
        "Bounced: the army in Burgundy stayed, and nobody dislodges a unit of their own power.",
    ),
    (
        {"france": "A PAR - BUR", "germany": "A BUR H, A MUN S A PAR - BUR"},
        "A PAR - BUR",
        "bounce.equal",
        (
            "Bounced: 1 against 1 by the army in Burgundy, standing there. "
            "What the army in Munich would add does not count against Germany's own unit."
        ),
    ),
    (
        {"france": "A PAR - BUR, A MAR S A PAR - BUR", "germany": "A BUR H"},
        "A BUR H",
        "hold.dislodged",
        "Dislodged by the army in Paris, 2 against 1.",
    ),
    (
        {"france": "A PAR - BUR", "germany": "A BUR H"},
        "A BUR H",
        "hold.stood",
        "Holds: 1 against 1 by the army in Paris.",
    ),
    (
        {"france": "A PAR S A MAR - BUR, A MAR - BUR", "germany": "A PIC - PAR"},
        "A PAR S A MAR - BUR",
        "cut.attacked",
        "Cut: the army in Picardy attacked Paris.",
    ),
    (
        {"france": "A PAR S A MAR - BUR, A MAR H"},
        "A PAR S A MAR - BUR",
        "void.not_moved",
        "Void: it was for the army in Marseilles to go to Burgundy, but that unit holds.",
    ),
    (
        {"turkey": "A ANK - CON, A CON - SMY, A SMY - ANK"},
        "A ANK - CON",
        "move.rotation",
        (
            "Moves to Constantinople: the army in Ankara, the army in Constantinople and the army in Smyrna "
            "change places in a ring."
        ),
    ),
    (
        {"france": "A BRE - LON, F ENG C A BRE - LON", "england": "F NTH - ENG, F WAL S F NTH - ENG"},
        "A BRE - LON",
        "no_path.fleet_dislodged",
        "Stays: the fleet in English Channel, which was to carry it, was dislodged by the fleet in North Sea.",
    ),
    (
        {"france": "A BRE - LON, F ENG C A BRE - LON"},
        "F ENG C A BRE - LON",
        "convoy.carries",
        "Carries the army in Brest to London.",
    ),
    (
        {"france": "A BRE - LON, F ENG C A BRE - LON", "england": "A LON H"},
        "F ENG C A BRE - LON",
        "convoy.kept_out",
        "Carries the army in Brest to London, but it does not get in.",
    ),
    (
        {
            "england": "A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN, F WES C A LON - TUN",
            "france": "F BRE - ENG, F IRI S F BRE - ENG",
        },
        "F WES C A LON - TUN",
        "convoy.broken",
        "Ready to carry the army in London to Tunis, but it stays: its convoy is broken.",
    ),
    (
        {"england": "F LON - PIC"},
        "F LON - PIC",
        "illegal.not_adjacent",
        "Illegal: the fleet in London cannot reach Picardy.",
    ),
    ({"england": "F LON S F LON"}, "F LON S F LON", "illegal.helps_itself", "Illegal: a unit cannot help itself."),
]


@pytest.mark.parametrize(("orders", "order", "code", "sentence"), SENTENCES, ids=[case[2] for case in SENTENCES])
def test_a_reason_in_words(orders: Words, order: str, code: str, sentence: str) -> None:
    why = reason(judge(orders), order).why

    assert (why.code, why.sentence) == (code, sentence)


NEAR = {"england": "A NWY - SWE", "germany": "F SKA C A NWY - SWE"}


@pytest.mark.parametrize(
    ("rule", "cause"),
    [
        ("swap_1971", "no unit comes the other way"),
        ("intent_1982", "no fleet of its own power carries it"),
        ("fleet_or_via", "nothing shows that a convoy is wanted"),
        ("via_only", "its order does not say VIA"),
    ],
)
def test_a_fleet_that_is_not_needed_says_why_by_the_rule_in_force(rule: AdjacentConvoyRule, cause: str) -> None:
    why = reason(judge(NEAR, rulings=Rulings(adjacent_convoy=rule)), "F SKA C A NWY - SWE").why

    assert (why.code, why.sentence) == (
        "convoy.not_needed",
        f"Ready to carry the army in Norway, which goes by land as {cause}.",
    )


def test_all_hold_is_why_a_convoy_that_stood_carries_nobody() -> None:
    why = reason(judge(PARADOX, rulings=Rulings(paradox="all_hold")), "F ENG C A BRE - LON").why

    assert why.code == "convoy.broken"
    assert why.sentence.endswith("but it stays: by rule all moves of its paradox fail.")


def test_a_conversion_names_only_those_who_stop_it() -> None:
    orders = {"gondor": "A BEL = F, A LAM - BEL", "rohan": "A ANF - BEL"}
    rulings = Rulings(conversion_stopped_by="foreign")

    why = reason(judge(orders, variant=MIDDLE_EARTH, rulings=rulings), "A BEL = F").why

    assert why.facts["attackers"] == ("A ANF",)


def test_strengths_and_opponents_are_facts() -> None:
    orders = {"france": "A PAR - BUR, A MAR S A PAR - BUR", "germany": "A RUH - BUR, A MUN S A RUH - BUR"}

    facts = reason(judge(orders), "A PAR - BUR").why.facts

    assert facts == {"unit": "A PAR", "to": "BUR", "strength": 2, "against": 2, "opponents": ("A RUH",)}


def test_a_paradox_is_explained_by_the_units_in_it() -> None:
    why = reason(judge(PARADOX), "A BRE - LON").why

    assert why.code == "no_path.paradox"
    assert set(why.facts["members"]) == {"F LON", "F WAL", "F ENG"}  # type: ignore[arg-type]
    assert why.facts["failed"] == ("F ENG",)
    for words in ("decide over itself", "the army in Brest cuts the support of the fleet in London", "convoy fails"):
        assert words in why.sentence


@pytest.mark.parametrize(
    ("orders", "army", "words"),
    [
        (
            {
                "england": "F LON S F WAL - ENG, F WAL - ENG",
                "france": "A BRE - LON, F ENG C A BRE - LON",
                "germany": "F NTH S F BEL - ENG, F BEL - ENG",
            },
            "A BRE - LON",
            "what is left of the attacks on the fleet in English Channel breaks the convoy",
        ),
        (
            {
                "england": "F NTH C A LON - BEL, A LON - BEL, F ENG S A LON - BEL",
                "france": "F BEL S F NTH",
                "germany": "F HEL S F SKA - NTH, F SKA - NTH",
            },
            "A LON - BEL",
            "without which the fleet in North Sea is dislodged and carries nobody",
        ),
        (
            {
                "england": "F EDI - NTH, F LON S F EDI - NTH",
                "france": "A BRE - LON, F ENG C A BRE - LON",
                "germany": "F BEL S F PIC - ENG, F PIC - ENG",
                "russia": "A NWY - BEL, F NTH C A NWY - BEL",
            },
            "A BRE - LON",
            "round a longer way: ",
        ),
    ],
)
def test_paradoxes_are_told_apart(orders: Words, army: str, words: str) -> None:
    assert words in reason(judge(orders), army).why.sentence


def test_all_hold_says_so() -> None:
    result = judge(PARADOX, rulings=msgspec.structs.replace(Rulings(), paradox="all_hold"))

    assert reason(result, "F WAL - ENG").why.code == "bounce.paradox"
    assert reason(result, "A BRE - LON").result == "no_path"


def test_a_unit_without_an_order_holds_and_says_so() -> None:
    result = judge({}, units={"france": "A PAR"})

    assert [(str(one.order), one.result, one.why.code) for one in result.judged] == [
        ("A PAR H", "holds", "hold.no_order")
    ]


def test_a_dislodged_supporter_says_by_whom() -> None:
    orders = {"france": "A PAR - BUR, A MAR S A PAR - BUR", "germany": "A BUR S A MUN, A MUN H"}

    judged = reason(judge(orders), "A BUR S A MUN")

    assert judged.dislodged
    assert judged.why.facts["dislodged_by"] == "A PAR"
    assert judged.why.sentence.endswith("Dislodged by the army in Paris, 2 against 1.")


def test_results_are_plain_values() -> None:
    result = judge(PARADOX)

    assert msgspec.json.decode(msgspec.json.encode(result), type=MovementResult).judged[0].why.sentence
    assert STANDARD.title not in msgspec.json.encode(result).decode()

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, position
from wartable.engine.errors import BadNotation
from wartable.games.adjudication.orders import (
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.notation import notation_of, read_order
from wartable.games.diplomacy.variant import Variant

FIELD = position("S1901M", {"england": "F NTH, A LON", "germany": "F KIE, A BER", "france": "A PAR"})
LOST = position("S1901R", {"england": "A BEL"}, dislodged="germany A BEL from NTH: HOL, RUH")

SAME = {
    "A PAR - BUR": ["a par-bur", "Army Paris -> Burgundy", "A Par to Bur", "A PAR → BUR", "Paris: moves to Burgundy",
                    "French army Paris moves to Burgundy", "the army in Paris goes to Burgundy", "A Par m Burg",
                    "A PAR \u2013 BUR", "A PAR=>BUR", "A Paris Burgundy"],
    "F STP/NC - BAR": ["F STP(nc) - BAR", "F StP/nc-Barents", "F STP NC - BAR",
                       "F St. Petersburg north coast to Barents Sea",
                       "Fleet Saint Petersburg (north coast) - BAR", "f st petersburg/n - barents sea"],
    "F MAO - SPA/SC": ["F Mid-Atlantic Ocean - Spain/sc", "F mid atlantic - spa(sc)", "F MAO - Spain (South Coast)"],
    "F NTH C A LON - BEL": ["F North Sea convoys A London - Belgium", "English fleet North Sea C English A Lon to Bel"],
    "A BER S F KIE - MUN": ["A Ber supports Kiel - Mun", "A BER S German F KIE to MUN", "ber s f kie-mun"],
    "A BER S F KIE": ["A Berlin supports F Kiel", "A BER S F KIE holds", "Ber S Kie H"],
    "A PAR H": ["A PAR HOLD", "Paris holds", "A Par stands", "A PAR h."],
    "A NWY - SWE VIA": ["A NWY - SWE via convoy", "A Norway to Sweden by convoy", "A NWY - SWE VIA C"],
    "A BEL R HOL": ["A BEL retreats to HOL", "a belgium r holland", "retreat A BEL - HOL"],
    "D A BEL": ["A BEL D", "A Belgium disbands", "remove A BEL", "disband army in Belgium"],
    "B F STP/SC": ["F STP/SC B", "build F STP(sc)", "Build a fleet in St. Petersburg (south coast)", "build stp/sc"],
    "B A MUN": ["build army Munich", "A MUN build", "build a Munich", "build Munich"],
    "WAIVE": ["waive", "Waives", "pass"],
    "A LON - BEL VIA NTH": ["A LON - NTH - BEL", "A London - North Sea - Belgium"],
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), [(text, wanted) for wanted, texts in SAME.items() for text in texts])
def test_any_style_reads_as_the_canonical_one(text: str, wanted: str) -> None:
    assert str(read_order(STANDARD, text, FIELD)) == wanted


def test_canonical_text_of_every_kind_reads_back() -> None:
    unit, other = Unit("A", "BEL"), Unit("F", "STP/SC")
    orders = [Hold(unit), Move(unit, "HOL"), Move(unit, "LON", via=True), SupportHold(unit, other),
              Retreat(unit, "HOL"), SupportMove(unit, other, "BOT"), Convoy(other, unit, "LON"),
              Convert(unit), Convert(unit, "NC"),
              Disband(unit), Build(other), Waive()]  # fmt: skip

    assert [read_order(STANDARD, str(order)) for order in orders] == orders


def test_a_conversion_is_read() -> None:
    for text in ("A BEL = F", "A BEL converts", "A Belfalas becomes a fleet", "A BEL=F", "bel converts to fleet"):
        before = position("S3000M", {"gondor": "A BEL"}, variant=MIDDLE_EARTH)
        assert str(read_order(MIDDLE_EARTH, text, before)) == "A BEL = F"
    with pytest.raises(BadNotation, match="of that kind already"):
        read_order(MIDDLE_EARTH, "A BEL = A")


def test_a_path_is_kept() -> None:
    assert read_order(STANDARD, "A LON - NTH - NWG - NWY") == Move(
        Unit("A", "LON"), "NWY", via=True, path=("NTH", "NWG")
    )


@pytest.mark.parametrize(
    "text", ["A LON - NWY VIA NTH NWG", "A LON - NWY VIA", "A PAR - BUR - MUN", "F BRE - ENG - NTH"]
)
def test_what_a_move_passes_is_in_its_canonical_text(text: str) -> None:
    assert str(read_order(STANDARD, text)) == text


def test_a_path_over_the_sea_means_a_convoy_and_one_over_land_does_not() -> None:
    assert str(read_order(STANDARD, "A NWY - SKA - SWE")) == "A NWY - SWE VIA SKA"
    ride = read_order(STANDARD, "A PAR - BUR - MUN")
    assert ride == Move(Unit("A", "PAR"), "MUN", path=("BUR",))


@pytest.mark.parametrize("text", ["A LON - NWY via NTH NWG", "A London via North Sea Norwegian Sea to Norway"])
def test_the_fleets_of_a_route_may_be_named_after_via(text: str) -> None:
    assert read_order(STANDARD, text) == Move(Unit("A", "LON"), "NWY", via=True, path=("NTH", "NWG"))


def test_a_letter_left_out_comes_from_the_position_or_the_place() -> None:
    assert str(read_order(STANDARD, "kie - den", FIELD)) == "F KIE - DEN"
    assert str(read_order(STANDARD, "nth - bel")) == "F NTH - BEL"
    assert str(read_order(STANDARD, "mun - bur")) == "A MUN - BUR"
    with pytest.raises(BadNotation, match="an army"):
        read_order(STANDARD, "kie - den")


def test_what_one_position_told_is_not_remembered_for_another() -> None:
    other = position("S1901M", {"germany": "A KIE"})

    assert [str(read_order(STANDARD, "Kie - Hol", where)) for where in (FIELD, other)] == ["F KIE - HOL", "A KIE - HOL"]


def test_a_move_of_a_dislodged_unit_is_its_retreat() -> None:
    assert read_order(STANDARD, "A BEL - HOL", LOST) == Retreat(Unit("A", "BEL"), "HOL")
    assert read_order(STANDARD, "A BEL - HOL") == Move(Unit("A", "BEL"), "HOL")


def test_places_called_like_powers_stay_places() -> None:
    assert str(read_order(MIDDLE_EARTH, "A Angmar - Ered Mithrin")) == "A ANG - EMI"
    assert str(read_order(MIDDLE_EARTH, "Angmar A Angmar H")) == "A ANG H"
    assert str(read_order(STANDARD, "English Channel - Irish Sea")) == "F ENG - IRI"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("A Belgim - HOL", "unknown_place", 'I know no "Belgim". Did you mean Belgium?'),
        ("A PAR - Bru", "unknown_place", 'I know no "Bru". Did you mean Burgundy?'),
        ("F bal - gulf of", "ambiguous_place", "Gulf of Bothnia or Gulf of Lyon"),
        ("", "empty", "There is no order there."),
        ("!?", "empty", "There is no order there."),
        ("A PAR", "no_order", "Say what A PAR does"),
        ("A PAR -", "no_place", "A place is missing"),
        ("A PAR xyzzy BUR", "unknown_order", 'I know no order "xyzzy"'),
        ("A PAR - BUR now", "trailing", 'not what follows it: "now"'),
        ("F STP/XX - BAR", "no_coast", "St. Petersburg has no coast XX. Its coasts are NC and SC."),
        ("build Kiel", "no_kind", "Say whether to build an army (A) or a fleet (F) in Kiel."),
        ("A " + "x" * 400, "too_long", "at most 300 characters"),
    ],
)
def test_a_mistake_is_named_with_what_was_meant(text: str, code: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as raised:
        read_order(STANDARD, text)

    assert raised.value.reason.code == f"notation.{code}"
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("rulings", "text", "code"),
    [
        (Rulings(kind_missing="strict"), "KIE - DEN", "kind_missing"),
        (Rulings(kind_missing="strict"), "F KIE S BER", "kind_missing"),
        (Rulings(build_kind_missing="illegal"), "build Munich", "build_kind_missing"),
        (Rulings(poor_orders="strict"), "F Kiel - Denmark", "poor_order"),
        (Rulings(nationality_missing="strict"), "F KIE S F NTH - DEN", "nationality_missing"),
        (Rulings(nationality_wrong="strict"), "F KIE S French F NTH - DEN", "nationality_wrong"),
    ],
)
def test_strict_rulings_refuse_what_lenient_ones_read(rulings: Rulings, text: str, code: str) -> None:
    assert read_order(STANDARD, text, FIELD, Rulings())
    with pytest.raises(BadNotation) as raised:
        read_order(STANDARD, text, FIELD, rulings)

    assert raised.value.reason.code == f"notation.{code}"


@pytest.mark.parametrize(
    "text", ["F KIE S English F NTH - DEN", "F KIE S F English NTH - DEN", "F KIE S A BER", "F KIE H"]
)
def test_strict_rulings_read_what_is_written_in_full(text: str) -> None:
    strict = Rulings(kind_missing="strict", nationality_missing="strict", nationality_wrong="strict")

    assert str(read_order(STANDARD, text, FIELD, strict)) == text.replace("English ", "")


@settings(deadline=None)
@given(st.text(max_size=60))
def test_garbage_is_refused_and_never_crashes(text: str) -> None:
    for variant, where in ((STANDARD, FIELD), (MIDDLE_EARTH, None), (STANDARD, LOST)):
        with contextlib.suppress(BadNotation):
            assert str(read_order(variant, text, where))


VOCABULARY = """A F army fleet - -> to S supports C convoys H holds R retreats D disband B build WAIVE via convoy = /
( ) nc sc north coast PAR Burgundy MUN stp Spain NTH sea english french germany xyzzy the in from a 7 * ."""
WORDS = st.sampled_from(VOCABULARY.split())


@settings(deadline=None)
@given(st.lists(WORDS, max_size=10).map(" ".join))
def test_shuffled_words_never_crash_and_read_stably(text: str) -> None:
    with contextlib.suppress(BadNotation):
        order = read_order(STANDARD, text, FIELD)
        assert str(read_order(STANDARD, str(order), FIELD)) == str(order)


def test_what_was_read_is_kept_within_bounds() -> None:
    notation = notation_of(STANDARD)
    for number in range(30_000):
        notation.read("A PAR - BUR" + " " * (number % 250) + "." * (number % 40))

    assert len(notation._known) <= 20_000


@pytest.mark.parametrize("variant", [STANDARD, MIDDLE_EARTH], ids=lambda variant: variant.key)
def test_every_name_of_every_place_reads_wherever_it_stands(variant: Variant) -> None:
    for code, facts in variant.provinces.items():
        for name in (code, facts.name, *facts.aliases):
            kind = "F" if facts.kind == "sea" else "A"
            unit = f"{kind} {name}"
            texts = (f"{unit} H", f"{unit}-{name}", f"{unit} S {unit} to {name}", f"{unit} {name}")
            orders = [read_order(variant, text) for text in texts]
            assert {order.unit.province for order in orders if not isinstance(order, Waive)} == {code}, name


def test_the_article_of_a_name_may_be_left_out_and_accents_too() -> None:
    assert str(read_order(MIDDLE_EARTH, "A Shire - Barad-d\u00fbr")) == "A TSH - BDU"

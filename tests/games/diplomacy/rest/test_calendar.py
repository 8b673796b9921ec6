from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, judged, position
from wartable.engine.errors import BadData
from wartable.games.diplomacy.adjudicate import due, start
from wartable.games.diplomacy.faults import variant_faults
from wartable.games.diplomacy.phases.calendar import advance, phase_code, read_phase, winner
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.report import report
from wartable.games.diplomacy.variant import Victory


def test_a_game_starts_with_the_first_movement() -> None:
    first = start(STANDARD)

    assert str(first.phase) == "Spring 1901 movement"
    assert sum(map(len, first.units.values())) == 22
    assert len(first.owners) == 22
    assert winner(STANDARD, first) is None


def test_phases_with_nothing_to_do_are_passed_over() -> None:
    spring = start(STANDARD)
    fall = judged(spring, {}).next
    again = judged(fall, {}).next

    assert [str(one.phase) for one in (fall, again)] == ["Fall 1901 movement", "Spring 1902 movement"]


def test_centres_change_hands_after_fall_not_after_spring() -> None:
    spring = position("S1901M", {"austria": "A BUD"}, {"austria": "BUD, VIE"})
    fall = judged(spring, {"austria": "A BUD - SER"}).next
    winter = judged(fall, {"austria": "A SER H"}).next

    assert "SER" not in fall.owners
    assert winter.owners == {"BUD": "austria", "VIE": "austria", "SER": "austria"}
    assert str(winter.phase) == "Winter 1901 adjustments"
    assert due(STANDARD, winter)["austria"].builds == 2


def test_a_retreat_takes_a_centre_in_fall() -> None:
    before = position("F1901R", {"turkey": "A BUL"}, {"turkey": "CON"}, dislodged="austria A BUL from CON: SER, RUM")
    after = judged(before, {"austria": "A BUL R SER"}).next

    assert (after.owners["SER"], after.owners["BUL"]) == ("austria", "turkey")


def test_an_adjustment_nobody_can_make_is_passed_over() -> None:
    """France owns two centres more than it has units, but all its homes are taken."""
    before = position("F1901M", {"france": "A PAR, A MAR, A BRE"}, {"france": "PAR, MAR, BRE, SPA, POR"})

    assert str(judged(before, {}).next.phase) == "Spring 1902 movement"
    assert "france" not in due(STANDARD, msgspec.structs.replace(before, phase=read_phase(STANDARD, "W1901A")))


def test_due_says_what_each_power_decides() -> None:
    retreats = position("S1901R", {"turkey": "A BUL"}, dislodged="austria A BUL from CON: SER")

    assert set(due(STANDARD, retreats)) == {"austria"}
    assert due(STANDARD, retreats)["austria"].retreats == retreats.dislodged
    assert set(due(STANDARD, start(STANDARD))) == set(STANDARD.powers)


def test_middle_earth_has_one_summer_and_counts_after_autumn() -> None:
    first = start(MIDDLE_EARTH)
    after = judged(first, {"rohan": "A EDO - ANO"}, variant=MIDDLE_EARTH).next

    assert str(first.phase) == "Summer 3000 movement"
    assert (str(after.phase), after.owners["ANO"]) == ("Winter 3000 adjustments", "rohan")
    assert judged(after, {}, variant=MIDDLE_EARTH).next.phase == read_phase(MIDDLE_EARTH, "summer 3001 movement")


def test_eighteen_centres_win() -> None:
    codes = [code for code, facts in STANDARD.provinces.items() if facts.centre]
    owned = dict.fromkeys(codes[:17], "france") | dict.fromkeys(codes[17:], "italy")
    even = msgspec.structs.replace(start(STANDARD), owners=owned)

    assert winner(STANDARD, even) is None
    assert winner(STANDARD, msgspec.structs.replace(even, owners=owned | {codes[17]: "france"})) == "france"


def test_middle_earth_is_won_by_units_when_a_year_begins() -> None:
    places = [code for code, facts in MIDDLE_EARTH.provinces.items() if facts.kind == "inland"]

    def with_units(count: int, phase: str) -> str | None:
        units = {"elves": ", ".join(f"A {code}" for code in places[:count])}
        return winner(MIDDLE_EARTH, position(phase, units, variant=MIDDLE_EARTH))

    assert with_units(18, "S3005M") is None
    assert with_units(19, "S3005M") == "elves"
    assert with_units(19, "W3005A") is None


def test_a_tie_at_the_top_goes_on() -> None:
    variant = msgspec.structs.replace(STANDARD, victory=Victory(centres=3))

    assert variant_faults(variant) == []
    assert winner(variant, position("S1901M", {}, {"france": "PAR, BRE, MAR", "italy": "ROM, NAP, VEN"})) is None


@pytest.mark.parametrize("text", ["S1901M", "s1901m", "spring 1901 movement", "Spring 1901", "SPRING 1901 MOVEMENT"])
def test_phases_are_read_in_any_style(text: str) -> None:
    assert read_phase(STANDARD, text).season == "spring"
    assert phase_code(read_phase(STANDARD, text)) == "S1901M"


def test_codes_of_all_phases_read_back() -> None:
    for variant in (STANDARD, MIDDLE_EARTH):
        for step in variant.calendar.seasons:
            phase = read_phase(variant, f"{step.season} 1905 {step.kind}")
            assert (phase.season, phase.kind) == (step.season, step.kind)
            assert read_phase(variant, phase_code(phase)) == phase


@pytest.mark.parametrize("text", ["", "summer 1901 movement", "spring", "1901", "spring 1901 war", "x" * 50, "S19O1M"])
def test_other_phases_are_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(BadData, match="Write one such as spring"):
        read_phase(STANDARD, text)


def test_a_phase_of_another_calendar_is_an_error() -> None:
    with pytest.raises(BadData, match="no phase called summer"):
        advance(STANDARD, start(MIDDLE_EARTH))


def test_players_read_autumn_where_files_say_fall() -> None:
    phase = read_phase(STANDARD, "autumn 1901 movement")

    assert phase == read_phase(STANDARD, "F1901M")
    assert str(phase) == "Fall 1901 movement"
    assert STANDARD.calendar.season(phase.season) == "Autumn"
    empty = Position(phase, {}, {})
    assert report(STANDARD, empty, judged(empty, {})).startswith("Autumn 1901 movement")

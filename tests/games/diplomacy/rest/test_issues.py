from __future__ import annotations

import pytest

from wartable.engine.errors import BadData
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.rulings import PRESETS, Rulings

BASE = Rulings()


@pytest.mark.parametrize(
    ("issue", "text", "wanted"),
    [
        ("4.A.1", "a", {"routes": "any_breaks"}),
        ("4.A.1", "b: convoy fails only when every route fails", {"routes": "all_break"}),
        ("4.A.2", "Szykman", {"paradox": "szykman"}),
        ("4.A.2", "1982", {"paradox": "1982"}),
        ("4.A.2", "all hold", {"paradox": "all_hold"}),
        ("4.A.3", "explicit: only when VIA is written", {"adjacent_convoy": "via_only"}),
        ("4.A.3", "2023 with land fallback (DATC 2.x)", {"adjacent_convoy": "fleet_or_via", "land_fallback": True}),
        (
            "4.A.3",
            "2023: own fleet; no land fallback",
            {"adjacent_convoy": "fleet_or_via", "land_fallback": False},
        ),
        ("4.D.1", "a", {"order_sets": "combined"}),
        ("4.D.1", "c", {"order_sets": "last"}),
        ("4.D.2", "a", {"order_sets": "none"}),
        ("4.B.1", "move is illegal", {"coast_missing": "illegal"}),
        ("4.B.4", "coast required in the support", {"support_coast": "required"}),
        ("4.B.4", "must match if written, may be left out", {"support_coast": "optional"}),
        ("4.D.8", "2000", {"removal": "country"}),
        ("4.D.8", "2023 rulebook", {"removal": "owned"}),
        ("4.E.1", "illegal orders ignored", {"illegal_moves": "hold"}),
        ("paradox", "all_hold", {"paradox": "all_hold"}),
        ("waive", "false", {"waive": False}),
    ],
)
def test_an_issue_settles_its_fields(issue: str, text: str, wanted: dict[str, object]) -> None:
    (rulings,) = rulings_with(BASE, {issue: text})

    assert {name: getattr(rulings, name) for name in wanted} == wanted


def test_a_choice_of_several_texts_gives_each() -> None:
    found = rulings_with(BASE, {"4.A.2": "1971, 1982 or 2000/2023 text"})

    assert [one.paradox for one in found] == ["1971", "1982", "2000"]


def test_a_preset_is_the_base_of_the_others() -> None:
    (rulings,) = rulings_with(BASE, {"rules": "1971", "4.A.1": "b"})

    assert rulings.routes == "all_break"
    assert rulings.paradox == PRESETS["1971"].paradox


@pytest.mark.parametrize(
    "options", [{"4.A.1": "z"}, {"4.E.2": "b"}, {"4.Z.1": "a"}, {"rules": "1066"}, {"paradox": "perhaps"}]
)
def test_unknown_choices_are_errors(options: dict[str, str]) -> None:
    with pytest.raises(BadData):
        rulings_with(BASE, options)

"""What game masters and the sandbox are told of ring diplomacy: figures, hidden moves, stages, the ways at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from tests.games.diplomacy.ring.table import Sitting
from wartable.games.diplomacy.play.mapoptions import map_with
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.tools.diplomacy.adjudicator import adjudicate, possible
from wartable.tools.diplomacy.wire import AdjudicationWish, Possible, ReadingWish, Situation
from wartable.tools.diplomacy.workbench import read_lines

KEY = "ring-diplomacy"
SANDBOX = Path(__file__).resolve().parents[4] / "web" / "src" / "pages" / "sandbox"
HUNT = """fall 3001 movement
beside: Z minas_morgul, GEG minas_tirith, RB emyn_muil, BRC mount_doom, DEAD vale_of_erech
Gondor: A ithilien
Mordor: A minas_morgul; A dead_marshes
Rohan: C west_rohan
"""


def _targets(found: Possible, power: str, source: str, kind: str) -> tuple[str, ...]:
    return next(offer.targets for offer in found.offers[power] if (offer.source, offer.kind) == (source, kind))


def test_everything_that_stands_beside_units_is_offered() -> None:
    found = possible(Situation(variant=KEY, position=HUNT))

    assert found.due["hidden"].units == ("RB emyn_muil", "BRC mount_doom")
    assert "dead_marshes" in _targets(found, "hidden", "RB emyn_muil", "move")
    assert "ithilien" in _targets(found, "mordor", "Z minas_morgul", "move")
    assert set(_targets(found, "gondor", "DEAD", "call")) == {"ithilien", "west_rohan"}
    assert "enedwaith" in found.reach["C west_rohan"].through["dunland"]
    assert found.kinds["GEG"].beside
    assert not found.kinds["C"].beside


@pytest.mark.parametrize("key", ["standard", "middle-earth-viii"])
def test_other_maps_have_nothing_beside_units(key: str) -> None:
    found = possible(Situation(variant=key))

    assert (found.kinds, found.reach) == ({}, {})
    assert "hidden" not in found.due


def test_orders_without_a_heading_are_those_of_whoever_leads_the_figure() -> None:
    text = (
        "RB EMU - DMA\nZ MMO - ITH\nA MMO - ITH\nGEG MTI - ITH\nDEAD AT ITH\nBRC MDO - ITH\nC WRO - DUN\nRB EMU - NUR"
    )
    read = read_lines(ReadingWish(variant=KEY, position=HUNT, text=text))
    told = {one.text: (one.power, one.fault) for one in read}

    assert told["Z MMO - ITH"] == ("mordor", None)
    assert told["A MMO - ITH"] == ("mordor", None)
    assert told["GEG MTI - ITH"] == ("gondor", None)
    assert told["DEAD AT ITH"] == ("gondor", None)
    assert told["BRC MDO - ITH"] == ("hidden", None)
    assert read[6].order == "C west_rohan - enedwaith - dunland"
    assert "ordered otherwise" in (told["RB EMU - NUR"][1] or "")


def test_a_hidden_figure_is_told_why_it_cannot_go() -> None:
    (read,) = read_lines(ReadingWish(variant=KEY, position=HUNT, text="RB EMU - NUR"))

    assert "cannot reach" in (read.fault or "")


def test_a_verdict_tells_stage_by_stage_what_happened_and_what_was_seen() -> None:
    orders = "Hidden moves\nRB EMU - DMA\nMordor\nZ MMO - ITH\nA MMO - ITH\nGondor\nGEG MTI H\nDEAD AT ITH"
    found = adjudicate(AdjudicationWish(variant=KEY, position=HUNT, orders=orders, text=True))
    stages = [(one.stage, one.order, one.result) for one in found.verdict.orders]

    assert stages[:6] == [
        ("Ring-bearer and black riders", "RB emyn_muil - dead_marshes", "moves"),
        ("Gandalf and the Great Eagles", "GEG minas_tirith H", "holds"),
        ("Nazgul", "Z minas_morgul - ithilien", "moves"),
        ("Nazgul", "A ithilien H", "struck"),
        ("The Dead", "DEAD AT ithilien", "spent"),
        ("The Dead", "A minas_morgul - ithilien", "eliminated"),
    ]
    assert found.verdict.shown == ("The ring-bearer is seen in Dead Marshes.",)
    assert "1. Ring-bearer and black riders" in (found.text or "")
    assert "The ring-bearer is seen in Dead Marshes." in (found.text or "")


def test_a_phase_of_other_maps_has_no_stages() -> None:
    found = adjudicate(AdjudicationWish(orders={"france": ["A PAR - BUR"]}))

    assert not any(one.stage for one in found.verdict.orders)


def test_every_choice_of_the_sandbox_is_an_option_of_the_map() -> None:
    listed = json.decode((SANDBOX / "ring-options.json").read_bytes())
    usual = map_with(KEY, {})[0]

    for one in listed:
        for choice in one["choices"]:
            changed, rest = map_with(KEY, {one["field"]: choice["value"]})
            assert rest == {}
            assert changed != usual, (one["field"], choice["value"])


# --- the end


def test_while_mordor_is_asked_the_phase_that_was_judged_is_named() -> None:
    table = Sitting("advanced").put(
        {"eriador": "A fornost", "mordor": "A dead_marshes"},
        {"Z": "umbar", "GEG": "lorien", "RB": "emyn_muil", "BRC": "udun_vale"},
    )
    state = table.phase({"eriador": "RB emyn_muil - dead_marshes"})
    view = RING_DIPLOMACY.view(state, None)

    assert view.asked_riders
    assert (view.phase.season, view.phase.kind) == ("spring", "movement")
    assert state.position.phase.season == "fall"


def test_the_way_of_the_hidden_figures_is_told_to_all_at_the_end_and_not_before() -> None:
    table = Sitting("advanced").put(
        {"eriador": "A fornost", "mordor": "A dead_marshes"},
        {"Z": "umbar", "GEG": "lorien", "RB": "emyn_muil", "BRC": "udun_vale"},
    )
    state = table.phase({"eriador": "RB emyn_muil - dead_marshes"})
    before = RING_DIPLOMACY.view(state, None)
    assert (before.ways, before.controller) == ((), "")
    assert RING_DIPLOMACY.resample(state, None, Random(1)).trail == ()

    table.send("mordor", "riders go")
    state = table.state
    after = RING_DIPLOMACY.view(state, None)

    assert after.ending is not None
    assert after.controller == "eriador"
    assert (after.ways[-1].bearer, after.ways[-1].riders) == ("dead_marshes", "dead_marshes")
    assert (after.ways[0].bearer, after.ways[0].riders) == ("the_shire", "minas_morgul")
    assert RING_DIPLOMACY.resample(state, None, Random(1)).trail == state.trail

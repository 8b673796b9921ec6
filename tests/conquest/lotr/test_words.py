"""What players read of what happened: true at its moment, and with one word for one thing."""

from __future__ import annotations

from random import Random

import pytest

from tests.conquest.lotr.play import NAMES, answer, past, started
from wartable.engine.values import CHANCE, Event
from wartable.games.conquest.core import events as core
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.presets import PRESETS


def told(event: Event, preset: str = "trilogy") -> str:
    return LOTR_RISK.tell(event, NAMES, PRESETS[preset])


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (core.TurnBegan(0, 2, 8), "Ada begins turn 3 and gets 8 units."),
        (e.StrongholdUnits(0, ("rhudaur",)), "One of them stands in each stronghold of Ada: Rhudaur."),
        (core.Placed(1, "umbar", 1), "Bo places 1 unit in Umbar."),
        (core.MovedIn(1, "umbar", "deep_harad", 3), "Bo moves in 3 units from Umbar to Deep Harad."),
        (core.CardTaken(1), "Bo takes a territory card."),
        (core.MissionGiven(1, "m03"), "Bo gets a secret goal."),
        (
            e.PowerPlayed(0, "wormtongue", "belfalas", "lebennin", 2),
            "Ada plays Wormtongue: 2 units of Lebennin come over to Belfalas.",
        ),
        (e.PowerPlayed(0, "faramir_finds_ringbearer", count=-2), "Ada plays Faramir finds the Ringbearer, -2."),
        (e.AdventureSeized(0, 1, 1), "Ada takes 1 adventure card from Bo."),
        (e.RingRoll(0, "moria", 4, -2, leaves=False), "The Fellowship rolls 4 -2 and stays in Moria."),
        (e.RingRoll(0, "mount_doom", 5, 0, leaves=True), "The Fellowship rolls 5 in Mount Doom, enough."),
        (e.RingRoll(0, "mount_doom", 3, 0, leaves=False), "The Fellowship rolls 3 in Mount Doom, too little."),
    ],
)
def test_events_are_told(event: Event, words: str) -> None:
    assert told(event) == words


@pytest.mark.parametrize("preset", ["original", "short-journey"])
def test_the_journey_that_ends_before_mordor_does_not_reach_the_fire(preset: str) -> None:
    assert told(e.RingEnded("ring_gone", at_once=True), preset) == "The Fellowship leaves the Dead Marshes."


def test_the_deal_tells_of_the_neutral_army_too() -> None:
    state = started("trilogy", 2)
    events = LOTR_RISK.apply(state, CHANCE, answer(state, CHANCE, Random(1))).events

    words = [LOTR_RISK.tell(event, NAMES[:2], state.options) for event in events]

    assert words == [
        "The map is dealt: Ada holds 16 territories and Bo holds 16 territories. The neutral army holds 21 territories."
    ]


def test_what_is_left_to_place_is_said_in_units() -> None:
    state = past(started("trilogy", 3), 60, seed=1)

    assert "unit" in LOTR_RISK.prompt(state, LOTR_RISK.to_act(state)[0])

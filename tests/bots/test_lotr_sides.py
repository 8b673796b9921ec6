"""Lord of the Rings Risk in sides: a partner is no enemy, and wins together with the seat."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.easy import weakest
from wartable.bots.conquest.reply import Replies
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.bots.conquest.threat import exposed, threat
from wartable.bots.conquest.value import Valuer
from wartable.engine.values import Seat
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.tasks import Attacking
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.rules import rules_of
from wartable.games.conquest.lotr.start import first_state
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Stage

RULES = rules_of(PRESETS["alliance"])
INDEX = RULES.board.index
OWN, PARTNER, FOE = 0, 2, 1
"""Green and yellow are good, red and black evil."""
HOME = INDEX["carrock"]


def position(preset: str = "alliance", partner: int = 1, foe: int = 1) -> LotrState:
    """Seat 1 holds Carrock, its partner everything around it, the others half of the rest each."""
    options = PRESETS[preset]
    around = RULES.near[HOME]
    rest = [space for space in range(64) if not (around | 1 << HOME) >> space & 1]
    red = sum(1 << space for space in rest[: len(rest) // 2])
    black = sum(1 << space for space in rest) & ~red
    held = (1 << HOME, red, around, black)
    armies = [1] * 64
    for space in bits(around):
        armies[space] = partner
    for space in bits(red):
        armies[space] = foe
    armies[HOME] = 2
    deck = (1 << len(RULES.deck)) - 1
    return replace(
        first_state(options, 4), agenda=(Attacking(Seat(0)), Stage(Seat(0), 1)), pools=(), held=held,
        armies=tuple(armies), adventure=Cards(((), (), (), ()), deck),
    )  # fmt: skip


def scene(state: LotrState) -> Scene:
    """What a bot of the first seat looks at."""
    return scene_of(rules_of(state.options), state, OWN, Random(1))


@pytest.mark.parametrize("preset", ["alliance", "team"])
def test_a_partner_is_no_threat(preset: str) -> None:
    assert threat(scene(position(preset, partner=30)).pos, HOME) == 0
    assert threat(scene(position("trilogy", partner=30)).pos, HOME) > 0
    assert exposed(scene(position(preset)).pos, 1 << HOME) == []
    assert exposed(scene(position("trilogy")).pos, 1 << HOME) == [HOME]


def test_a_partner_is_not_taken_to_attack() -> None:
    allied, alone = (
        scene(replace(position(preset, partner=30), order=(OWN, PARTNER))) for preset in ("alliance", "trilogy")
    )
    assert Replies(allied).after(allied.pos).owner[HOME] == OWN
    assert Replies(alone).after(alone.pos).owner[HOME] == PARTNER


def test_what_strengthens_a_partner_is_good_and_what_strengthens_another_is_not() -> None:
    plain, helped, harmed = (
        Valuer(found).value(found.pos)
        for found in (scene(position()), scene(position(partner=6)), scene(position(foe=6)))
    )
    assert harmed < plain < helped
    alone = scene(position("trilogy")), scene(position("trilogy", partner=6))
    assert Valuer(alone[1]).value(alone[1].pos) < Valuer(alone[0]).value(alone[0].pos)


def test_the_weakest_opponent_is_none_of_the_own_side() -> None:
    assert weakest(scene(position())) in (FOE, 3)
    assert weakest(scene(position("trilogy"))) == PARTNER


def test_regions_of_a_partner_are_not_gone_for() -> None:
    found = scene(position())
    for region, worth in zip(found.ground.regions, found.lore.region_worth(), strict=True):
        assert (worth == 0.0) == bool(region.mask & found.state.held[PARTNER])

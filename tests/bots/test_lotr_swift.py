"""What the easy level answers at once is what it would answer after a look at the position, with the same chance."""

from __future__ import annotations

from random import Random

import pytest

from wartable import bots
from wartable.bots.conquest import player
from wartable.bots.conquest.knowledge import Knowledge, knowledge_of
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, Reinforcing
from wartable.games.conquest.lotr.adventure.hands import moments_in
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Declaring, Showing

ALIKE = (Claims, Reinforcing, Fortifying, Declaring, Showing)
"""Questions that both ways answer with the same words."""


def alike(state: LotrState, seat: int) -> bool:
    """Whether both ways answer with the same words; whether a card helps an attack is looked at now and then only."""
    task = state.agenda[0]
    cards = moments_in(LOTR_RISK.rules(state), state, seat)
    return isinstance(task, ALIKE) or (isinstance(task, Attacking) and "attack" not in cards)


def thoughtful(positions: type[ConquestState]) -> Knowledge:
    """What is known of a game, without its answers at once."""
    return knowledge_of(positions)._replace(swift=None)


@pytest.mark.parametrize("preset", ["original", "notes", "open-start", "team"])
def test_a_look_at_the_position_changes_no_answer(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, compared = Match(LOTR_RISK, PRESETS[preset], 4, SealedDice.of("swift", preset)), 0
    easy = bots.get(LOTR_RISK, "easy")
    match.answer_chance()
    while match.to_act and len(match.moves) < 500:
        seat, state = match.to_act[0], match.state
        known, luck = LOTR_RISK.resample(state, seat, Random(1)), Random(len(match.moves))
        before = luck.getstate()
        chosen = easy.decide(LOTR_RISK, known, seat, luck)
        if alike(state, seat):
            after, compared = luck.getstate(), compared + 1
            luck.setstate(before)
            with monkeypatch.context() as patch:
                patch.setattr(player, "knowledge_of", thoughtful)
                assert easy.decide(LOTR_RISK, known, seat, luck) == chosen
            assert luck.getstate() == after
        match.act(seat, chosen.action)
        match.answer_chance()
    assert compared > 60

"""Numbers before nouns: one of a thing is never told in the plural, in any text of the family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.conquest.balance.positions import position as variant
from tests.conquest.positions import position, refused, rules
from wartable.engine.chance import answer_with
from wartable.engine.game import AnyGame
from wartable.engine.values import CHANCE
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.shop import lines, rows
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.view import view_of
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS
from wartable.games.conquest.core.goals import HoldRegions, HoldSpaces

_MANY = "armies|territories|cards|dice|objectives|stars|casualties|turns|tanks|sites|missions|continents"
WRONG = re.compile(rf"\b1 (?:(?:more|extra|attack|defense) )*(?:{_MANY})\b|\b(?:each|one) of (?:the )?1\b")


def said(game: AnyGame, preset: str, seats: int, seed: int, steps: int = 400) -> Iterator[str]:
    """Yield what people read in a random game: what is told, asked, offered and sold."""
    rng, options = Random(seed), game.presets[preset]
    state = game.start(options, seats)
    names = [f"P{seat}" for seat in range(seats)]
    for _ in range(steps):
        asked = game.to_act(state)
        if not asked:
            return
        seat = asked[0]
        if seat == CHANCE:
            step = game.apply(state, CHANCE, answer_with(game.request(state), rng))
        else:
            legal = game.legal(state, seat)
            yield game.prompt(state, seat)
            yield from (offer.note for offer in legal.structure())
            if isinstance(state, BalanceState):
                compiled = rules_of(state.options)
                yield from (row.now for row in rows(compiled, state))
                yield from (line.text for line in lines(compiled, state))
            step = game.apply(state, seat, legal.sample(rng))
        yield from (game.tell(event, names, options) for event in step.events)
        state = step.state


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [(RISK, "classic", 3), (BALANCE_OF_POWER, "two-player", 2), (BALANCE_OF_POWER, "with-tanks", 2)],
)
def test_one_of_a_thing_is_never_told_in_the_plural(game: AnyGame, preset: str, seats: int) -> None:
    texts = set(said(game, preset, seats, seed=5))
    assert any(re.search(r"\b1 (?:army|card|casualty|die)\b", text) for text in texts), "no text names one thing"
    assert [text for text in texts if WRONG.search(text)] == []


def test_refusals_and_goals_name_one_thing() -> None:
    one_die = replace(PRESETS["classic"], attack_dice=1)
    state = position("brazil", options=one_die, armies={"brazil": 5})
    assert refused(state, "attack brazil > peru x2").message == "An attack rolls at most 1 die, not 2."
    assert refused(state, "attack brazil > peru x0").message == "An attack rolls at least 1 die, and at most 1."
    compiled = rules(PRESETS["classic"])
    assert HoldSpaces("s01", 1, 2).words(compiled) == "hold 1 territory with at least 2 armies on each"
    aim = HoldRegions("m01", ("asia", "africa", "europe"), 1)
    assert aim.words(compiled) == "hold Asia, Africa, Europe and 1 more continent of your choice"


def test_a_single_objective_is_not_many() -> None:
    one = variant("brazil", options=BalanceOptions(objectives_needed=1))
    assert view_of(rules_of(one.options), one, 0).goal.text.startswith("Collect an objective and hold")

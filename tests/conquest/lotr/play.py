"""Games of Lord of the Rings Risk played at random, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from wartable.engine.chance import answer_with
from wartable.engine.errors import BadOptions
from wartable.engine.options import build, describe
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.state import LotrState

NAMES = ("Ada", "Bo", "Cy", "Di")


def started(preset: str, seats: int, **values: Any) -> LotrState:
    """Return the first position of a game; `values` are options laid over a preset."""
    options = build(LotrOptions, values, PRESETS[preset])
    return LOTR_RISK.start(options.for_seats(seats), seats)


def answer(state: LotrState, seat: Seat, rng: Random) -> Action:
    """Return a random decision, or what chance answers."""
    if seat == CHANCE:
        return answer_with(LOTR_RISK.request(state), rng)
    return LOTR_RISK.legal(state, seat).sample(rng)


def positions(state: LotrState, rng: Random, most: int = 60_000) -> Iterator[tuple[LotrState, Seat, Action]]:
    """Yield every position of a random game with who decides and what; the last one has nobody to ask."""
    for _ in range(most):
        asked = LOTR_RISK.to_act(state)
        if not asked:
            return
        seat = rng.choice(asked)
        action = answer(state, seat, rng)
        yield state, seat, action
        state = LOTR_RISK.advance(state, seat, action)
    message = f"no end after {most} decisions"
    raise AssertionError(message)


def past(state: LotrState, decisions: int, seed: int) -> LotrState:
    """Return the position after so many random decisions, or the last one before the game is over."""
    found = state
    for number, (position, _, _) in enumerate(positions(state, Random(seed))):
        found = position
        if number == decisions:
            break
    return found


def random_options(rng: Random) -> LotrOptions:
    """Return a preset with up to a dozen other values, as far as the option type accepts them."""
    base = PRESETS[rng.choice(sorted(PRESETS))]
    chosen: dict[str, Any] = {}
    found = base
    for field in rng.sample(describe(LotrOptions), rng.randrange(1, 13)):
        kinds = {"bool": (True, False), "int": range(field.least or 0, (field.most or 0) + 1)}
        choices = list(field.choices) if field.choices else list(kinds.get(field.kind, ()))
        value = tuple(sorted(map(str, rng.sample(choices, 2)))) if field.kind == "set" else rng.choice(choices)
        try:
            found = build(LotrOptions, chosen | {field.name: value}, base)
        except BadOptions:
            continue
        chosen[field.name] = value
    return found

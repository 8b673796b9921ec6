"""Whole games between bots, for several test modules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, Move
from wartable.engine.options import build, describe
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.lab.simulate import Played

LEVELS = ("easy", "medium", "hard")


def begun(options: RiskOptions, seats: int, seed: object = 1) -> Match:
    """A match whose dice depend on the seed."""
    return Match(RISK, options, seats, SealedDice.of("bots", seed))


def play_on(match: Match, levels: Sequence[str], decisions: int = 3000, seed: object = 1) -> list[Move]:
    """Play so many decisions, or to the end; return the moves the seats made. An illegal choice raises."""
    players = [bots.get(match.game, level) for level in levels]
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    made: list[Move] = []
    while len(made) < decisions:
        match.answer_chance()
        if not match.to_act:
            break
        seat = match.to_act[0]
        known = match.game.resample(match.state, seat, rngs[seat])
        chosen = players[seat].decide(match.game, known, Seat(seat), rngs[seat])
        made.append(match.act(seat, chosen.action, chosen.why))
    return made


def _choices() -> dict[str, st.SearchStrategy[object]]:
    found: dict[str, st.SearchStrategy[object]] = {}
    for field in describe(RiskOptions):
        if field.kind == "bool":
            found[field.name] = st.booleans()
        elif field.kind == "choice":
            found[field.name] = st.sampled_from([value for value, _ in field.choices])
        else:
            found[field.name] = st.integers(field.least or 0, field.most)
    return found


def _options(values: dict[str, object]) -> RiskOptions:
    """Options with what contradicts the others put back to its default."""
    if values["cards"] == "off":
        values |= {"seize_cards": True, "picture_bonus": True}
        values["income"] = "official" if values["income"] == "cards_only" else values["income"]
    if values["income"] == "cards_only":
        values |= {"bonuses": "standard", "turn_limit": values["turn_limit"] or 50}
    if values["moves"] == "turns":
        values |= {"reveal": "together", "swap": "pass", "cap_by_units": False, "withdraw": True, "battles": "full"}
    else:
        values |= {"attack_dice": 3, "defence_dice": 2, "move_in": "one"}
    if values["reveal"] == "player_by_player":
        values["battles"] = "full"
    if values["reveal"] == "player_by_player" or values["battles"] == "bounce":
        values["cap_by_units"] = False
    if values["goal"] != "missions":
        values["missions"] = "european_14"
    if values["goal"] != "territories":
        values["territories"] = "either"
    if values["starting_armies"] in range(1, 21):
        values["starting_armies"] = 21
    return build(RiskOptions, values)


def odd_options() -> st.SearchStrategy[RiskOptions]:
    """Any options that do not contradict each other."""
    return st.fixed_dictionaries(_choices()).map(_options)


def wins_alone(played: Sequence[Played], player: str) -> int:
    """Return how many games somebody won alone who plays by this name."""
    won = [game for game in played if game.outcome is not None and len(game.outcome.winners) == 1]
    return sum(game.seats[game.outcome.winners[0]] == player for game in won if game.outcome is not None)

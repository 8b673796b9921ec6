"""Saved games of the `diplomacy` package for the sandbox: read into phases, and written from them."""

from __future__ import annotations

import msgspec

from wartable.engine.errors import WartableError
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.formats.saved import PlayedPhase, SavedGame, read_saved_games, write_saved_game
from wartable.games.diplomacy.text.jsonform import orders_to_json, position_to_json
from wartable.server.problems import Refused
from wartable.tools.diplomacy.adjudicator import facts, orders_of, situation_of
from wartable.tools.diplomacy.wire import GameRead, GameText, PhaseTold, SavingWish, Situation


def read_game(given: GameText) -> GameRead:
    """Return the first game of a text; raises `Refused` saying what is wrong with it."""
    try:
        game = next(read_saved_games(given.text.encode()), None)
    except WartableError as error:
        raise Refused(400, "game.unreadable", str(error)) from error
    if game is None or not game.phases:
        raise Refused(400, "game.empty", "There is no phase in this game. A saved game has a list of phases.")
    return GameRead(
        variant=game.variant.key,
        phases=tuple(
            PhaseTold(position=position_to_json(played.position), orders=orders_to_json(played.orders))
            for played in game.phases
        ),
    )


def write_game(wish: SavingWish) -> bytes:
    """Return phases as a saved game; raises `Refused` saying which phase makes no sense."""
    phases = tuple(_played(wish, phase) for phase in wish.phases)
    return write_saved_game(SavedGame("sandbox", facts(wish.variant), phases, ("NO_PRESS",)))


def _played(wish: SavingWish, told: PhaseTold) -> PlayedPhase:
    position = msgspec.to_builtins(told.position)
    given = situation_of(Situation(variant=wish.variant, rules=wish.rules, issues=wish.issues, position=position))
    orders = orders_of(told.orders, given)
    judged = judge(given.variant, given.position, orders, given.rulings).result.judged if orders else ()
    return PlayedPhase(given.position, orders, judged)

"""What a thinking process does: play bots' decisions for a short while, from what their seats may know."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from multiprocessing import parent_process
from random import Random
from typing import Any

import msgspec

from wartable import bots
from wartable.bots.asking import BotFault, ask
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import DefaultPolicy, Policy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.values import CHANCE, Action, Seat

MOST = 400
"""At most so many decisions are thought out before the first of them is entered."""


class Work(msgspec.Struct, frozen=True):
    """Where a game stands, and for how long to think: `levels` names the bot of each seat that is played by code.

    The seed lets the dice roll on between decisions; bots themselves get neither it nor the true state. What they leave
    to chance follows from it, from their seat and from the number of decisions they have `made`, so that the same game
    takes the same course again.
    """

    game: str
    state: Any
    rolls: int
    seed: bytes
    levels: dict[int, str]
    seconds: float
    most: int = MOST
    made: Mapping[int, int] = {}


class Chosen(msgspec.Struct, frozen=True):
    """A bot's decision with its reason and its chance of success (None where nothing is left to chance).

    `fault` tells of an error because of which the rules chose instead.
    """

    seat: Seat
    action: Action
    why: str
    fault: str = ""
    odds: float | None = None


def think(work: Work) -> list[Chosen]:
    """Decide for the bots that are asked, one after the other, until time is up or somebody else is asked.

    Bots of one level decide, so that of one that hangs it is known which it was.
    """
    game, dice, counts = registry.get(work.game), SealedDice(work.seed), Counter(work.made)
    state, rolls = work.state, work.rolls
    until = time.perf_counter() + work.seconds
    chosen: list[Chosen] = []
    players = {level: policy(game, level) for level in set(work.levels.values())}
    while len(chosen) < work.most and (not chosen or time.perf_counter() < until):
        asked = game.to_act(state)
        if asked == (CHANCE,):
            state = game.advance(state, CHANCE, dice.answer(rolls, game.request(state)))
            rolls += 1
            continue
        seat = next((seat for seat in asked if seat in work.levels), None)
        if seat is None or (chosen and work.levels[seat] != work.levels[chosen[-1].seat]):
            break
        made = _decide(game, state, seat, players[work.levels[seat]], Random(_luck(work.seed, seat, counts[seat])))
        counts[seat] += 1
        state = game.advance(state, seat, made.action)
        chosen.append(made)
    return chosen


def _luck(seed: bytes, seat: Seat, made: int) -> bytes:
    """Return what a bot's chance in one decision follows from; it tells nothing of the dice."""
    return hashlib.sha256(b"bot/%d/%d/" % (seat, made) + seed).digest()


def _decide(game: AnyGame, state: Any, seat: Seat, player: Policy, rng: Random) -> Chosen:  # noqa: ANN401
    """Let a bot decide; whatever goes wrong in it, the game goes on."""
    try:
        known = game.resample(state, seat, rng)
        decision = ask(player, game, known, seat, rng)
        reason = game.explain(state, seat, decision.action)
        if reason is None:
            return Chosen(seat, decision.action, decision.why, odds=chance_of(game, state, seat, decision.action))
        fault = f"{type(player).__name__} chose what is not allowed: {reason.message}"
    except BotFault as error:
        fault = f"{type(player).__name__} {error}"
    except Exception as error:  # noqa: BLE001 - a bot may be anybody's code
        fault = f"{type(player).__name__} failed: {type(error).__name__}: {error}"
    return Chosen(seat, game.default(state, seat), EXCUSE, fault)


def chance_of(game: AnyGame, state: Any, seat: Seat, action: Action) -> float | None:  # noqa: ANN401
    """Return the chance that a legal action succeeds; None where it leaves nothing to chance."""
    forecast = game.forecast(state, seat, action)
    return forecast.chance if forecast else None


EXCUSE = "The bot found no move, so the rules decided."


def policy(game: AnyGame, level: str) -> Policy:
    """Return a bot by its level; without one, or where it is not installed any more, what the rules do by default."""
    try:
        return bots.get(game, level) if level else DefaultPolicy()
    except WartableError:
        return DefaultPolicy()


def prepare() -> None:
    """Set a thinking process up: it yields to the server, leaves Ctrl-C to it, and ends when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    sys.setswitchinterval(0.02)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:  # noqa: ANN401 - the handle's type is private
    parent.join()
    os._exit(0)


def ready() -> bool:
    """Load what decisions need, so that the first one is quick."""
    return all(bots.bots_of(registry.get(key)) for key in registry.keys())  # noqa: SIM118 - no mapping

"""How long the game still lasts: the exact chances of the Ring's journey, as nobody interferes with it."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from wartable.games.conquest.lotr.clock import leaving
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState

MOST = 90
"""Turns of players that are looked ahead; the chance that the journey takes longer is below one in a million."""
OPEN_END = 12.0
"""Further turns that are reckoned with where no journey ends the game."""


class Clock(NamedTuple):
    """What is left of the game for a seat."""

    over: float
    """The chance that the game ends with the turn at hand."""
    again: float
    """The chance that the seat has a turn after the one at hand."""
    turns: float
    """The mean number of such turns."""


@lru_cache(maxsize=1024)
def journey(rules: LotrRules, ring: int) -> tuple[float, ...]:
    """Return the chances that the journey ends with the turn at hand, the next one, and so on (`lotr-risk 1.2.7`).

    `ring` is the step of the Fellowship, from 0.
    """
    arrives = rules.ends_on_doom and not rules.options.doom_roll
    found = [1.0] + [0.0] * MOST
    for step in range(ring, len(rules.path) - arrives):
        chance = leaving(rules, step)
        gone = [0.0] * (MOST + 1)
        for turn in range(1, MOST + 1):
            gone[turn] = chance * found[turn - 1] + (1.0 - chance) * gone[turn - 1]
        found = gone
    return tuple(found[1:])


@lru_cache(maxsize=1024)
def lasting(rules: LotrRules, ring: int) -> tuple[float, ...]:
    """Return the chances that the turn at hand is played, the next one, the one after, and so on."""
    ended = [0.0, *accumulate(journey(rules, ring))]
    return tuple(max(0.0, 1.0 - chance) for chance in ended)


def clock_of(rules: LotrRules, state: LotrState, seat: int) -> Clock:
    """Return what is left of the game for a seat, in its own turn or in another's."""
    playing = [each for each in state.order if state.held[each]] or list(state.order)
    if seat not in playing or not rules.options.ring or state.ring < 0:
        return Clock(0.0, 1.0, OPEN_END)
    place = playing.index(state.seat) if state.seat in playing else 0
    away = (playing.index(seat) - place) % len(playing)
    if state.ending:  # the round is the last (`lotr-risk L64`)
        comes = float(away > 0 and place + away < len(playing))
        return Clock(float(place + 1 == len(playing)), comes, comes)
    lasts, equal = lasting(rules, state.ring), rules.options.equal_turns
    first = away or len(playing)
    offsets = range(first, MOST, len(playing))
    chances = [lasts[_decided(offset, place, len(playing)) if equal else offset] for offset in offsets]
    over = 1.0 - lasts[_decided(1, place, len(playing)) if equal else 1]
    return Clock(over, chances[0], sum(chances))


def _decided(offset: int, place: int, seats: int) -> int:
    """Return after which turn it is known whether one so many turns ahead is played: a round begun is played out."""
    return max(0, offset - (place + offset) % seats)

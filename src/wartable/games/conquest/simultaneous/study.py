"""The luck of dice in simultaneous rounds, beside that of battles in turns."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import Generic, TypeVar

from wartable.engine.values import DiceUse, Event, Seat
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.game import ConquestStudy
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.simultaneous.events import Duelled, RoundFought
from wartable.games.conquest.simultaneous.odds import duel_odds
from wartable.games.conquest.simultaneous.rounds import Duel

S = TypeVar("S", bound=ConquestState)
_MEAN = (1 + DIE) / 2


class RoundsStudy(ConquestStudy[S], Generic[S]):
    """Dice of battles, of several sides too."""

    def dice(self, event: Event) -> tuple[DiceUse, ...]:
        """Return the dice of all sides of a roll; hits without an answer need none (`lotr-risk M10`)."""
        if isinstance(event, RoundFought):
            return tuple(use for duel in event.duels for use in _dice_of(duel))
        return super().dice(event)


def _dice_of(duel: Duelled) -> Iterator[DiceUse]:
    """Yield the dice of two groups; what they bring is what the other loses by them, whatever units it has."""
    odds = duel_odds(
        Duel(*duel.players, len(duel.dice[0]), len(duel.dice[1]), *duel.bonus, defended=duel.defended)
    )  # fmt: skip
    for side, player in enumerate(duel.players):
        if player != NOBODY:
            expected = fsum(losses[1 - side] * losses[2] for losses in odds)
            faces, gained = duel.dice[side], float(duel.lost[1 - side])
            yield DiceUse(
                seat=Seat(player), sides=DIE, faces=faces, due=_MEAN * len(faces), gained=gained, expected=expected
            )

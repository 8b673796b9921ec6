"""One round of a battle of several sides: what is rolled, what hits without a roll, and who loses (`lotr-risk M10`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from wartable.games.conquest.simultaneous.battle import Battle, Targets, lost

TargetsOf = Mapping[int, Targets]
"""What each player of a battle aims; a player that is missing aims nothing."""


class Duel(msgspec.Struct, frozen=True, gc=False):
    """Two groups aimed at each other, which are rolled: the acting defender's first, else in turn order."""

    first: int
    second: int
    first_dice: int
    second_dice: int
    first_bonus: int
    second_bonus: int
    defended: bool
    """Whether the first acts as defender and so wins ties; between attackers a tie costs nobody."""

    @property
    def dice(self) -> int:
        """Dice to be rolled: the first player's, then the second's."""
        return self.first_dice + self.second_dice


class Strike(msgspec.Struct, frozen=True, gc=False):
    """Dice of a player aimed at one who does not aim back: each removes a unit without a roll."""

    player: int
    target: int
    hits: int


class Exchange(msgspec.Struct, frozen=True):
    """A duel rolled: both hands from the highest die, bonuses not added, and what each side loses by it."""

    duel: Duel
    first: tuple[int, ...]
    second: tuple[int, ...]
    first_loss: int
    second_loss: int


class Loss(NamedTuple):
    """Units that a player loses in a round."""

    player: int
    units: int


class Round(msgspec.Struct, frozen=True):
    """A round settled: rolled and unanswered groups, the losses by player in turn order, the battle after it."""

    exchanges: tuple[Exchange, ...]
    strikes: tuple[Strike, ...]
    losses: tuple[Loss, ...]
    after: Battle


def duels(battle: Battle, targets: TargetsOf) -> tuple[Duel, ...]:
    """Return the pairs of groups aimed at each other, in turn order: the only dice that are rolled."""
    return tuple(_duels(battle, targets))


def _duels(battle: Battle, targets: TargetsOf) -> Iterator[Duel]:
    players = battle.players
    for place, one in enumerate(players):
        for other in players[place + 1 :]:
            if _aim(targets, one, other) and _aim(targets, other, one):
                first, second = (other, one) if other == battle.acting else (one, other)
                yield _duel(battle, targets, first, second)


def _duel(battle: Battle, targets: TargetsOf, first: int, second: int) -> Duel:
    return Duel(
        first=first,
        second=second,
        first_dice=_aim(targets, first, second),
        second_dice=_aim(targets, second, first),
        first_bonus=battle.side(first).bonus if targets[first].bonus == second else 0,
        second_bonus=battle.side(second).bonus if targets[second].bonus == first else 0,
        defended=first == battle.acting,
    )


def strikes(battle: Battle, targets: TargetsOf) -> tuple[Strike, ...]:
    """Return the groups aimed at somebody who does not aim back, in turn order of who aims."""
    return tuple(
        Strike(one, other, _aim(targets, one, other))
        for one in battle.players
        for other in battle.players
        if _aim(targets, one, other) and not _aim(targets, other, one)
    )


def _aim(targets: TargetsOf, one: int, other: int) -> int:
    aims = targets.get(one)
    return aims.at(other) if aims is not None else 0


def settled(battle: Battle, targets: TargetsOf, faces: Sequence[Sequence[int]]) -> Round:
    """Settle a round: one sequence of faces for each of `duels`, the first player's dice before the second's.

    All losses are taken together; nobody loses more units than they have. The order of duels and players does not
    bear on the result. Raises `ValueError` where there are not as many dice as the duels need.
    """
    fights = duels(battle, targets)
    if [len(rolled) for rolled in faces] != [duel.dice for duel in fights]:
        needed = [duel.dice for duel in fights]
        raise ValueError(f"the dice of this round are {needed} by duel, not {[len(rolled) for rolled in faces]}")
    exchanges = tuple(_exchange(duel, tuple(rolled)) for duel, rolled in zip(fights, faces, strict=True))
    free = strikes(battle, targets)
    hits = dict.fromkeys(battle.players, 0)
    for each in exchanges:
        hits[each.duel.first] += each.first_loss
        hits[each.duel.second] += each.second_loss
    for strike in free:
        hits[strike.target] += strike.hits
    losses = tuple(Loss(side.player, min(side.units, hits[side.player])) for side in battle.sides)
    return Round(exchanges, free, losses, lost(battle, dict(losses)))


def _exchange(duel: Duel, faces: tuple[int, ...]) -> Exchange:
    """Compare sorted hands pair by pair, highest with highest; dice without a partner are void."""
    first = tuple(sorted(faces[: duel.first_dice], reverse=True))
    second = tuple(sorted(faces[duel.first_dice :], reverse=True))
    ours, theirs = (first[0] + duel.first_bonus, *first[1:]), (second[0] + duel.second_bonus, *second[1:])
    pairs = list(zip(ours, theirs, strict=False))
    wins = sum(mine >= other if duel.defended else mine > other for mine, other in pairs)
    return Exchange(duel, first, second, sum(mine < other for mine, other in pairs), wins)

"""Exact odds of battles of several sides: of a round for given targets, and of the whole battle (`lotr-risk M10-M12`).

Every number comes from counting dice and adding up, never from samples. A whole battle needs to know what everybody
aims in later rounds: a policy says it. Without another one it is `straight`: all attackers aim at whoever defends, who
answers as a neutral army does (`lotr-risk L77`); nobody withdraws.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, fsum

import msgspec
from msgspec.structs import replace

from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.simultaneous.aims import neutral_targets
from wartable.games.conquest.simultaneous.battle import Battle, Targets, aimed, lost
from wartable.games.conquest.simultaneous.rounds import Duel, TargetsOf, duels, strikes

Policy = Callable[[Battle], TargetsOf]
"""What everybody aims in a round. The acting defender must aim at somebody, or a battle might never end."""

RARE = 1e-18
"""States of a whole battle that are rarer are left out."""


class Share(msgspec.Struct, frozen=True):
    """What a whole battle promises one player."""

    player: int
    wins: float
    """Probability that this side alone is left."""
    units: float
    """Expected number of its units at the end."""


class End(msgspec.Struct, frozen=True):
    """One end of a battle: who is left (None: nobody), with how many units, and its probability."""

    player: int | None
    units: int
    chance: float


class WholeOdds(msgspec.Struct, frozen=True):
    """How a whole battle ends: by player in turn order, and every end."""

    shares: tuple[Share, ...]
    nobody: float
    """Probability that the last sides fall together, and the place is empty (`lotr-risk L76`)."""
    rounds: float
    """Expected number of rounds."""
    ends: tuple[End, ...]

    def share(self, player: int) -> Share:
        """Return what the battle promises a player; raises `KeyError` for one who is not in it."""
        for share in self.shares:
            if share.player == player:
                return share
        raise KeyError(player)


class RoundOdds(msgspec.Struct, frozen=True):
    """The losses of a round: players in turn order, and the probability of each row of their losses in units."""

    players: tuple[int, ...]
    chances: dict[tuple[int, ...], float]

    def expected(self, player: int) -> float:
        """Return the expected losses of a player, in units."""
        at = self.players.index(player)
        return fsum(losses[at] * chance for losses, chance in self.chances.items())


# --- one round


@lru_cache(maxsize=1 << 10)
def _tops(dice: int, top: int) -> dict[tuple[int, ...], int]:
    """Count the rolls of so many dice by their highest ones, from the highest down."""
    counts: Counter[tuple[int, ...]] = Counter()
    for faces in combinations_with_replacement(range(DIE, 0, -1), dice):
        ways = factorial(dice)
        for many in Counter(faces).values():
            ways //= factorial(many)
        counts[faces[:top]] += ways
    return counts


_Losses = tuple[tuple[int, int, float], ...]
"""Losses of the first and the second of a duel, and their probability."""


@lru_cache(maxsize=1 << 12)
def _losses(first: int, second: int, bonus: int, other_bonus: int, *, defended: bool) -> _Losses:
    pairs = min(first, second)
    merged: Counter[tuple[int, int]] = Counter()
    for ours, count in _tops(first, pairs).items():
        mine = (ours[0] + bonus, *ours[1:])
        for theirs, times in _tops(second, pairs).items():
            other = (theirs[0] + other_bonus, *theirs[1:])
            lose = sum(x < y for x, y in zip(mine, other, strict=True))
            win = pairs - lose if defended else sum(x > y for x, y in zip(mine, other, strict=True))
            merged[lose, win] += count * times
    total = DIE ** (first + second)
    return tuple((lose, win, count / total) for (lose, win), count in sorted(merged.items()))


def duel_odds(duel: Duel) -> _Losses:
    """Return every result of a duel: losses of the first, losses of the second, probability."""
    return _losses(
        duel.first_dice, duel.second_dice, duel.first_bonus, duel.second_bonus, defended=duel.defended
    )  # fmt: skip


def round_odds(battle: Battle, targets: TargetsOf) -> RoundOdds:
    """Return the exact distribution of everybody's losses in a round: the duels are independent of each other."""
    players = battle.players
    place = {player: at for at, player in enumerate(players)}
    sure = [0] * len(players)
    for strike in strikes(battle, targets):
        sure[place[strike.target]] += strike.hits
    chances: dict[tuple[int, ...], float] = {tuple(sure): 1.0}
    for duel in duels(battle, targets):
        chances = _with_duel(chances, place[duel.first], place[duel.second], duel_odds(duel))
    capped: defaultdict[tuple[int, ...], float] = defaultdict(float)
    units = [side.units for side in battle.sides]
    for losses, chance in chances.items():
        capped[tuple(map(min, losses, units))] += chance
    return RoundOdds(players, dict(capped))


def _with_duel(
    chances: dict[tuple[int, ...], float], first: int, second: int, results: _Losses
) -> dict[tuple[int, ...], float]:
    after: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for losses, chance in chances.items():
        for lose, win, share in results:
            row = list(losses)
            row[first] += lose
            row[second] += win
            after[tuple(row)] += chance * share
    return after


def next_battles(battle: Battle, targets: TargetsOf) -> dict[Battle, float]:
    """Return the battles that may stand after a round with these targets, with their probabilities.

    The count of rounds is left out, so that the same position is the same battle.
    """
    start, after = replace(battle, round=0), dict[Battle, float]()
    odds = round_odds(battle, targets)
    for losses, chance in odds.chances.items():
        left = _uncounted(lost(start, dict(zip(odds.players, losses, strict=True))))
        after[left] = after.get(left, 0.0) + chance
    return after


def _uncounted(battle: Battle) -> Battle:
    return replace(battle, round=1)


# --- the whole battle


def straight(battle: Battle) -> dict[int, Targets]:
    """Return the targets of the plain policy: all attackers at whoever defends, who answers the strongest first."""
    acting = battle.acting
    if acting is None:
        return {}
    bonus = {side.player: acting for side in battle.sides if side.bonus}
    targets = {
        player: aimed({acting: battle.cap(player)}, bonus.get(player)) for player in battle.players if player != acting
    }
    return {**targets, acting: neutral_targets(battle, acting)}


@lru_cache(maxsize=1 << 14)
def steps(battle: Battle, policy: Policy) -> tuple[tuple[Battle, float], ...]:
    """Return where a round leads under a policy, the count of rounds left out.

    Raises `ValueError` where nobody may lose anything by it.
    """
    after = next_battles(battle, policy(battle))
    idle = sum(side.units for side in battle.sides)
    if any(sum(side.units for side in left.sides) == idle for left in after):
        raise ValueError(f"by this policy a round may cost nobody a unit, and the battle may never end: {battle}")
    return tuple(after.items())


def whole_odds(battle: Battle, targets: TargetsOf | None = None, policy: Policy = straight) -> WholeOdds:
    """Return the odds of a whole battle: a first round with these targets (else by the policy), then the policy.

    Raises `ValueError` for a policy by which a battle might never end.
    """
    ends: defaultdict[Battle, float] = defaultdict(float)
    states, rounds = {_uncounted(battle): 1.0}, 0.0
    while states:
        after: defaultdict[Battle, float] = defaultdict(float)
        for state, chance in states.items():
            if state.over:
                ends[state] += chance
            elif chance > RARE:
                rounds += chance
                first = targets is not None and rounds == 1.0
                leads = next_battles(state, targets).items() if first and targets else steps(state, policy)
                for left, share in leads:
                    after[left] += chance * share
        states = after
    return _summary(battle, ends, rounds)


def _summary(battle: Battle, ends: dict[Battle, float], rounds: float) -> WholeOdds:
    told: defaultdict[tuple[int | None, int], float] = defaultdict(float)
    for state, chance in ends.items():
        last = state.sides[0] if state.sides else None
        told[(last.player, last.units) if last else (None, 0)] += chance
    rows = tuple(End(player, units, chance) for (player, units), chance in told.items())
    shares = tuple(
        Share(
            player,
            fsum(end.chance for end in rows if end.player == player),
            fsum(end.chance * end.units for end in rows if end.player == player),
        )
        for player in battle.players
    )
    order = {player: at for at, player in enumerate((*battle.players, None))}
    return WholeOdds(
        shares=shares,
        nobody=fsum(end.chance for end in rows if end.player is None),
        rounds=rounds,
        ends=tuple(sorted(rows, key=lambda end: (order[end.player], end.units))),
    )

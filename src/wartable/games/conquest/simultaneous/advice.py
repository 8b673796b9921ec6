"""What to aim in a battle of several sides, and whether to withdraw: for the page before dice are committed, and bots.

Everybody's plans are found by fictitious play: all begin with the plain policy (`odds.straight`); then, a few times
over, each answers the plans of the others so far as well as possible. What is advised is the best answer to all of
them. A plan is judged by the exact odds of the round and by what the battle after it is worth (`standing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import fsum

import msgspec

from wartable.engine.words import listed
from wartable.games.conquest.core import words
from wartable.games.conquest.simultaneous.aims import neutral_targets
from wartable.games.conquest.simultaneous.battle import GROUP, Battle, Side, Targets, aimed, without
from wartable.games.conquest.simultaneous.odds import Share, next_battles, round_odds, straight
from wartable.games.conquest.simultaneous.rounds import TargetsOf
from wartable.games.conquest.simultaneous.standing import standing

THOUGHT = 4
"""How often everybody answers the others' plans before a piece of advice."""
CROWD = 3
"""Against more than so many others only the plainest plans are weighed."""


class Stakes(msgspec.Struct, frozen=True):
    """What a player fights for, in units: the place itself, and each unit that an enemy loses."""

    place: float = 3.0
    harm: float = 0.5


USUAL = Stakes()


class Advice(msgspec.Struct, frozen=True):
    """Recommended targets, with what they promise if the others act as reckoned with, and the reason in a sentence.

    For the odds of the whole battle with these or any other targets ask `odds.whole_odds`.
    """

    targets: Targets
    reason: str
    losses: float
    """Expected own losses of the round, in units."""
    kills: float
    """Expected losses of all others in the round, in units."""


def worth(battle: Battle, player: int, stakes: Stakes = USUAL) -> float:
    """Return what a battle is worth to a player before its next round, in units."""
    return _worth(standing(battle), player, stakes)


def _worth(shares: Sequence[Share], player: int, stakes: Stakes) -> float:
    total = 0.0
    for share in shares:
        if share.player == player:
            total += stakes.place * share.wins + share.units
        else:
            total -= stakes.harm * share.units
    return total


# --- the plans there are


def plans(battle: Battle, player: int) -> list[Targets]:
    """Return the targets worth weighing: all dice used, the bonus on any group."""
    if player < 0:
        return [neutral_targets(battle, player)]
    side, others = battle.side(player), [each for each in battle.sides if each.player != player]
    cap = battle.cap(player)
    found = _answers(others, cap) if player == battle.acting else _splits(others, cap)
    return [plan for dice in found for plan in _with_bonus(dice, bool(side.bonus))]


def _with_bonus(dice: Mapping[int, int], bonus: bool) -> Iterator[Targets]:  # noqa: FBT001 - one caller, above
    groups = [target for target, count in dice.items() if count] if bonus else [None]
    yield from (aimed(dice, target) for target in groups)


def _splits(others: Sequence[Side], dice: int) -> Iterator[dict[int, int]]:
    """Yield the ways of an attacker to share out dice (`lotr-risk M09`)."""
    players = [side.player for side in others]
    if len(players) > CROWD:
        yield from ({target: dice} for target in players)
        return
    for counts in product(range(dice + 1), repeat=len(players)):
        if sum(counts) == dice:
            yield dict(zip(players, counts, strict=True))


def _answers(others: Sequence[Side], cap: int) -> Iterator[dict[int, int]]:
    """Yield the ways of a defender to answer: two dice or more for each, or all for one (`lotr-risk M08`)."""
    strongest = sorted(others, key=lambda side: -side.units)
    players = [side.player for side in strongest]
    if len(players) > CROWD or cap < GROUP:
        yield from ({target: cap} for target in players)
        if cap >= GROUP:
            answered = players[: cap // GROUP]
            yield dict.fromkeys(answered, GROUP) | {answered[0]: cap - GROUP * (len(answered) - 1)}
        return
    for counts in product((0, *range(GROUP, cap + 1)), repeat=len(players)):
        if sum(counts) == cap:
            yield dict(zip(players, counts, strict=True))


# --- what they are worth


class Council:
    """Everybody's plans for one round, and what they are worth against each other."""

    def __init__(self, battle: Battle, stakes: Mapping[int, Stakes] | None = None) -> None:
        self.battle = battle
        self.stakes = stakes or {}
        self.plans = {player: plans(battle, player) for player in battle.players}
        self.history: list[dict[int, Targets]] = [straight(battle)]
        self._known: dict[tuple[tuple[int, Targets], ...], dict[Battle, float]] = {}

    def think(self, times: int) -> None:
        """Have everybody answer the plans so far, so many times."""
        for _ in range(times):
            self.history.append({player: self.best(player) for player in self.battle.players})

    def best(self, player: int) -> Targets:
        """Return the best answer of a player to the others' plans so far, each counting alike."""
        choice = self.plans[player]
        return choice[0] if len(choice) == 1 else max(choice, key=lambda plan: self.value(player, plan))

    def value(self, player: int, plan: Targets) -> float:
        """Return what a plan is worth to a player against the others' plans so far, in units."""
        return fsum(self._against(player, {**others, player: plan}) for others in self.history) / len(self.history)

    def _against(self, player: int, targets: TargetsOf) -> float:
        key = tuple(sorted(targets.items(), key=_player))
        after = self._known.get(key)
        if after is None:
            after = self._known[key] = next_battles(self.battle, targets)
        stakes = self.stakes.get(player, USUAL)
        return fsum(chance * _worth(standing(left), player, stakes) for left, chance in after.items())


def _player(item: tuple[int, Targets]) -> int:
    return item[0]


def advise(
    battle: Battle, player: int, stakes: Mapping[int, Stakes] | None = None, thought: int = THOUGHT
) -> Advice:  # fmt: skip
    """Return what a player does best to aim in the next round; raises `KeyError` for one who is not in the battle.

    `stakes` says what each player fights for, where it is not the usual; `thought` how often everybody answers the
    others' plans. A neutral army gets what its rule says (`lotr-risk L77`).
    """
    battle.side(player)
    council = Council(battle, stakes)
    if len(battle.sides) > 2:
        council.think(thought)
    best = council.best(player)
    rounds = [round_odds(battle, {**others, player: best}) for others in council.history]
    others = [other for other in battle.players if other != player]
    return Advice(
        targets=best,
        reason=_reason(council, player, best),
        losses=fsum(odds.expected(player) for odds in rounds) / len(rounds),
        kills=fsum(odds.expected(other) for odds in rounds for other in others) / len(rounds),
    )


def better_away(battle: Battle, player: int, stakes: Stakes = USUAL, safe: float = 1.0) -> bool:
    """Whether a player does better to withdraw than to fight on (`lotr-risk M12`).

    `safe` is the probability that the units find their sources free of enemies.
    """
    leaving = without(battle, [player])
    others = fsum(share.units for share in standing(leaving))
    return safe * battle.side(player).units - stakes.harm * others > worth(battle, player, stakes)


# --- the reason


def _reason(council: Council, player: int, best: Targets) -> str:
    if player < 0:
        return "A neutral army aims two dice at each attacker, the strongest first."
    groups = [_group(council, player, target, count) for target, count in best.dice]
    text = listed(groups)
    bonus = f"; the bonus goes against {_name(best.bonus)}" if best.bonus is not None and len(best.dice) > 1 else ""
    return f"{text[0].upper()}{text[1:]}{bonus}."


def _group(council: Council, player: int, target: int, count: int) -> str:
    """Say what a group of dice is for: to answer, or to hit one who mostly aims elsewhere."""
    head, name = words.dice(count), _name(target)
    if len(council.battle.sides) == 2:
        return f"{head} at {name}, the only enemy left"
    back = sum(plans.get(target, Targets()).at(player) > 0 for plans in council.history)
    if 2 * back >= len(council.history):
        return f"{head} to answer {name}"
    return f"{head} at {name}, who is likely to aim elsewhere, so that every die hits"


def _name(player: int) -> str:
    return "the neutral army" if player < 0 else f"seat {player + 1}"

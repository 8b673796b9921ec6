"""What may be asked of a simultaneous round: armies that sets bring, and what targets promise in the battle at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import fsum, prod
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import IllegalAction, Reason
from wartable.engine.game import Inquiry
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous import aims, placing
from wartable.games.conquest.simultaneous.actions import SetTurnedIn
from wartable.games.conquest.simultaneous.advice import advise, plans
from wartable.games.conquest.simultaneous.battle import Battle, Targets, aimed
from wartable.games.conquest.simultaneous.events import Counts
from wartable.games.conquest.simultaneous.fighting import clash_of
from wartable.games.conquest.simultaneous.hooks import Hooks
from wartable.games.conquest.simultaneous.odds import next_battles, round_odds
from wartable.games.conquest.simultaneous.standing import is_exact, standing
from wartable.games.conquest.simultaneous.state import affairs_of

MOST_CASES = 1500
"""The most pairs of one's own targets and the others' that are told one by one."""


class AskArmies(Inquiry, frozen=True, kw_only=True, tag="armies"):
    """How many armies a seat places in this round if it trades these sets."""

    sets: tuple[SetTurnedIn, ...] = ()


class Armies(msgspec.Struct, frozen=True, kw_only=True):
    """Armies to place, and what each set brings of them."""

    count: int
    sets: tuple[int, ...]


class AskTargets(Inquiry, frozen=True, kw_only=True, tag="targets"):
    """What each choice of one's own targets promises in the battle at hand, against each choice of the others."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Dice by target, and the group that gets the bonus."""

    dice: Counts
    bonus: int | None = None


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What another side may choose."""

    player: int
    choices: tuple[Choice, ...]


class TargetOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Own choices with the probability of each to be left alone in the end, and the recommended one with its reason.

    After this round everybody aims plainly: attackers at whoever defends, who answers the strongest first.
    """

    own: tuple[Choice, ...]
    others: tuple[Choices, ...]
    chances: tuple[tuple[float, ...], ...]
    """A row for each own choice: every combination of the others' choices, the last side's changing fastest.

    Empty where there are too many.
    """
    means: tuple[float, ...]
    """The mean of each row, all combinations counting alike."""
    suggested: int
    """The place of the recommended choice among one's own."""
    reason: str
    exact: bool
    """Whether nothing is estimated; battles of very many armies are, after this round."""


class SideAims(msgspec.Struct, frozen=True, kw_only=True):
    """What a side aims in a round."""

    player: int
    dice: Counts
    bonus: int | None = None


class AskRound(Inquiry, frozen=True, kw_only=True, tag="battle_round"):
    """What the next round of the battle at hand does if all aim so; a side that is left out aims nothing."""

    aims: tuple[SideAims, ...]


class SideOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The losses of a side: the probability of none, of one and so on, their mean, and that it is left in the end."""

    player: int
    losses: tuple[float, ...]
    mean: float
    wins: float


class RoundChances(msgspec.Struct, frozen=True, kw_only=True):
    """What a round does to each side, and the probability that nobody is left in the end."""

    sides: tuple[SideOdds, ...]
    nobody: float


RoundInquiry: TypeAlias = AskArmies | AskTargets | AskRound
RoundAnswer: TypeAlias = Armies | TargetOdds | RoundChances
ROUND_INQUIRIES = (AskArmies, AskTargets, AskRound)
"""Every question about simultaneous rounds."""


def answer_of(game: Hooks[Any, Any], rules: Rules, state: Any, seat: int | None, inquiry: RoundInquiry) -> RoundAnswer:  # noqa: ANN401
    """Return what a seat is told; raises `IllegalAction` for a question that has no sense in the position."""
    if isinstance(inquiry, AskArmies):
        return _armies(game, rules, state, seat, inquiry)
    clashes = affairs_of(state).clashes
    if not clashes or clashes[0].battle.over:
        raise IllegalAction(game.refuse("battle.none", "No battle is on: ask while one is fought.", "M06"))
    battle = replace(clash_of(state).battle, round=1)
    if isinstance(inquiry, AskRound):
        return _round(game, battle, inquiry)
    if seat is None or seat not in battle.players:
        raise IllegalAction(game.refuse("battle.not_here", "Ask as a side of the battle at hand.", "M06"))
    return _targets(battle, seat)


def _armies(game: Hooks[Any, Any], rules: Rules, state: Any, seat: int | None, asked: AskArmies) -> Armies:  # noqa: ANN401
    if seat is None:
        raise IllegalAction(game.refuse("armies.seat", "Ask for a seat: spectators place nothing.", "M15"))
    wrong = next(placing.set_faults(game, rules, state, seat, asked.sets), None)
    if wrong is not None and wrong.code != "trade.forced":
        raise IllegalAction(wrong)
    sets = tuple(placing.worths(game, rules, state, seat, asked.sets))
    return Armies(count=game.new_armies(rules, state, seat) + sum(sets), sets=sets)


def _choice(targets: Targets) -> Choice:
    return Choice(dice=targets.dice, bonus=targets.bonus)


def _targets(battle: Battle, seat: int) -> TargetOdds:
    own, others = plans(battle, seat), [player for player in battle.players if player != seat]
    theirs = {player: plans(battle, player) for player in others}
    advice = advise(battle, seat)
    rows = tuple(tuple(_row(battle, seat, plan, theirs)) for plan in own) if _few(own, theirs) else ()
    return TargetOdds(
        own=tuple(map(_choice, own)),
        others=tuple(Choices(player=player, choices=tuple(map(_choice, theirs[player]))) for player in others),
        chances=rows,
        means=tuple(fsum(row) / len(row) for row in rows),
        suggested=own.index(advice.targets),
        reason=advice.reason,
        exact=is_exact(battle),
    )


def _few(own: list[Targets], theirs: Mapping[int, list[Targets]]) -> bool:
    return len(own) * prod(len(choice) for choice in theirs.values()) <= MOST_CASES


def _row(battle: Battle, seat: int, plan: Targets, theirs: Mapping[int, list[Targets]]) -> Iterator[float]:
    for combination in product(*theirs.values()):
        targets = {**dict(zip(theirs, combination, strict=True)), seat: plan}
        yield _left_alone(next_battles(battle, targets), seat)


def _left_alone(after: Mapping[Battle, float], player: int) -> float:
    return fsum(
        chance * share.wins for left, chance in after.items() for share in standing(left) if share.player == player
    )


def _round(game: Hooks[Any, Any], battle: Battle, asked: AskRound) -> RoundChances:
    targets = {each.player: aimed(dict(each.dice), each.bonus) for each in asked.aims}
    for player, named in targets.items():
        wrong: Reason | None = aims.refusal(battle, player, named, game.book)
        if wrong is not None:
            raise IllegalAction(wrong)
    odds, after = round_odds(battle, targets), next_battles(battle, targets)
    sides: list[SideOdds] = []
    for at, side in enumerate(battle.sides):
        losses = [0.0] * (side.units + 1)
        for row, chance in odds.chances.items():
            losses[row[at]] += chance
        most = max(count for count, chance in enumerate(losses) if chance)
        sides.append(
            SideOdds(
                player=side.player, losses=tuple(losses[: most + 1]), mean=odds.expected(side.player),
                wins=_left_alone(after, side.player),
            )
        )  # fmt: skip
    return RoundChances(sides=tuple(sides), nobody=max(0.0, 1.0 - fsum(side.wins for side in sides)))

"""Forecasts for who writes in a round: armies that sets bring, and what each choice of targets promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import fsum, prod
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import IllegalAction
from wartable.engine.game import Inquiry
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous import placing
from wartable.games.conquest.simultaneous.actions import SetTurnedIn
from wartable.games.conquest.simultaneous.advice import advise, plans
from wartable.games.conquest.simultaneous.battle import Battle, Targets
from wartable.games.conquest.simultaneous.events import Counts
from wartable.games.conquest.simultaneous.fighting import clash_of
from wartable.games.conquest.simultaneous.hooks import Hooks
from wartable.games.conquest.simultaneous.inquiries import AskBattle, BattleOdds, battle_odds
from wartable.games.conquest.simultaneous.odds import next_battles
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


RoundInquiry: TypeAlias = AskArmies | AskTargets | AskBattle
RoundAnswer: TypeAlias = Armies | TargetOdds | BattleOdds
ROUND_INQUIRIES = (AskArmies, AskTargets, AskBattle)
"""Every question about simultaneous rounds."""


def answer_of(game: Hooks[Any, Any], rules: Rules, state: Any, seat: int | None, inquiry: RoundInquiry) -> RoundAnswer:  # noqa: ANN401
    """Return what a seat is told; raises `IllegalAction` for a question that has no sense in the position."""
    if isinstance(inquiry, AskArmies):
        return _armies(game, rules, state, seat, inquiry)
    if isinstance(inquiry, AskBattle):
        return battle_odds(rules, state, seat, inquiry, game.book)
    clashes = affairs_of(state).clashes
    if not clashes or clashes[0].battle.over:
        raise IllegalAction(game.refuse("battle.none", "No battle is on: ask while one is fought.", "M06"))
    battle = replace(clash_of(state).battle, round=1)
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

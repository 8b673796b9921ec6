"""What a player may ask of a battle of several sides: its exact odds for given targets, and what to aim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum, prod
from typing import Any

import msgspec

from wartable.engine.errors import IllegalAction, Reason, demand
from wartable.engine.game import Inquiry
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous import advice, aims
from wartable.games.conquest.simultaneous.battle import Battle, Targets, aimed
from wartable.games.conquest.simultaneous.fighting import ends_of
from wartable.games.conquest.simultaneous.odds import Share, round_odds, straight, whole_odds
from wartable.games.conquest.simultaneous.standing import standing
from wartable.games.conquest.simultaneous.state import affairs_of

EXACT = {2: 1_000_000, 3: 8_000, 4: 1_500}
"""The most positions, as the product of all armies, up to which a whole battle of so many sides is counted out."""


class Aims(msgspec.Struct, frozen=True):
    """What a player aims: dice by target, and which group gets the bonus; -1 is the neutral army."""

    player: int
    dice: tuple[tuple[int, int], ...]
    bonus: int | None = None


class AskBattle(Inquiry, frozen=True, kw_only=True, tag="battle"):
    """The odds of a battle that is on, by its place (`dunland|enedwaith` for a border; empty: the one at hand).

    `aims` are the targets to reckon with; who is not named there aims at whoever defends, who answers the strongest
    first.
    """

    place: str = ""
    aims: tuple[Aims, ...] = ()


class SideOdds(msgspec.Struct, frozen=True):
    """What is promised to a side: mean losses of the round, the chance to be left alone, mean armies at the end."""

    player: int
    losses: float
    wins: float
    armies: float


class RowOdds(msgspec.Struct, frozen=True):
    """The losses of a round, by the players in turn order, with their probability."""

    losses: tuple[int, ...]
    chance: float


class ChoiceOdds(msgspec.Struct, frozen=True):
    """A choice of targets of the one who asks: mean own losses and those of all others in the round."""

    aims: Aims
    losses: float
    kills: float
    advised: bool


class BattleOdds(msgspec.Struct, frozen=True):
    """The odds of a battle for given targets. After the round that is asked about everybody aims the plain way.

    `exact`: the end of the whole battle is counted out, else it is reckoned from smaller ones; the round always is.
    """

    place: str
    players: tuple[int, ...]
    aims: tuple[Aims, ...]
    """The targets reckoned with, by player."""
    sides: tuple[SideOdds, ...]
    rows: tuple[RowOdds, ...]
    nobody: float
    """The chance that the last ones fall together."""
    exact: bool
    advice: Aims | None
    """What the one who asks is advised to aim; None for spectators and those who are not in the battle."""
    reason: str
    choices: tuple[ChoiceOdds, ...]
    """The targets worth weighing against those of the others, best first."""


def battle_odds(rules: Rules, state: Any, seat: int | None, asked: AskBattle, book: str) -> BattleOdds:  # noqa: ANN401
    """Return the odds asked for; raises `IllegalAction` where no such battle is on, or targets cannot be named."""
    place, battle = _battle(rules, state, asked.place, book)
    targets = {**straight(battle), **_stated(battle, asked, book)}
    odds = round_odds(battle, targets)
    exact = prod(side.units for side in battle.sides) <= EXACT.get(len(battle.sides), 0)
    shares, nobody = _whole(battle, targets) if exact else (standing(battle), 0.0)
    advised = advice.advise(battle, seat) if seat is not None and seat in battle.players else None
    return BattleOdds(
        place=place,
        players=battle.players,
        aims=tuple(_aims(player, targets.get(player, Targets())) for player in battle.players),
        sides=tuple(SideOdds(each.player, odds.expected(each.player), each.wins, each.units) for each in shares),
        rows=tuple(RowOdds(losses, chance) for losses, chance in sorted(odds.chances.items())),
        nobody=nobody,
        exact=exact,
        advice=None if advised is None or seat is None else _aims(seat, advised.targets),
        reason="" if advised is None else advised.reason,
        choices=()
        if advised is None or seat is None
        else tuple(sorted(_choices(battle, seat, targets, advised.targets), key=_best)),
    )


def _battle(rules: Rules, state: Any, place: str, book: str) -> tuple[str, Battle]:  # noqa: ANN401
    clashes = affairs_of(state).clashes
    names = ["|".join(filter(None, ends_of(rules, clash))) for clash in clashes]
    if not clashes or (place and place not in names):
        where = f" at {place}" if place else ""
        reason = Reason(code="battle.none", message=f"No battle is on{where}.", rule=f"{book} M06", fix=tuple(names))
        raise IllegalAction(reason)
    number = names.index(place) if place else 0
    return names[number], clashes[number].battle


def _stated(battle: Battle, asked: AskBattle, book: str) -> dict[int, Targets]:
    found: dict[int, Targets] = {}
    for one in asked.aims:
        targets = aimed(dict(one.dice), one.bonus)
        demand(aims.refusal(battle, one.player, targets, book))
        found[one.player] = targets
    return found


def _whole(battle: Battle, targets: Mapping[int, Targets]) -> tuple[tuple[Share, ...], float]:
    odds = whole_odds(battle, targets)
    return odds.shares, odds.nobody


def _aims(player: int, targets: Targets) -> Aims:
    return Aims(player, targets.dice, targets.bonus)


def _choices(battle: Battle, seat: int, targets: Mapping[int, Targets], advised: Targets) -> Iterator[ChoiceOdds]:
    for plan in dict.fromkeys((advised, *advice.plans(battle, seat))):
        odds = round_odds(battle, {**targets, seat: plan})
        kills = fsum(odds.expected(player) for player in battle.players if player != seat)
        yield ChoiceOdds(_aims(seat, plan), odds.expected(seat), kills, plan == advised)


def _best(choice: ChoiceOdds) -> tuple[bool, float]:
    return not choice.advised, choice.losses - choice.kills

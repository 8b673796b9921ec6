"""Which targets a player may name and who may withdraw, with the reason where not; what the neutral army does."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.errors import Reason
from wartable.engine.words import counted, listed
from wartable.games.conquest.core import words
from wartable.games.conquest.simultaneous.battle import GROUP, Battle, Targets, aimed

BOOK = "lotr-risk"
"""The rulebook that reasons name, where nothing else is said."""


def refusal(battle: Battle, player: int, targets: Targets, book: str = BOOK) -> Reason | None:
    """Say why a player may not name these targets, or return None where they may (`lotr-risk M07-M09`, `M14`)."""
    if player not in battle.players:
        return _no("not_here", f"{_name(player, start=True)} is not in this battle.", book, "M06")
    return next(_faults(battle, player, targets, book), None)


def _faults(battle: Battle, player: int, targets: Targets, book: str) -> Iterator[Reason]:
    cap, defends = battle.cap(player), player == battle.acting
    own = "M08" if defends else "M09"
    others = [other for other in battle.players if other != player]
    fix = tuple(_name(other) for other in others)
    for target, count in targets.dice:
        if target not in others:
            what = "Nobody aims at themselves" if target == player else f"{_name(target, start=True)} is not here"
            yield _no("target", f"{what}. Aim at {listed(fix)}.", book, own, fix)
        if count < 0:
            yield _no("dice", f"Aim at least one die at {_name(target)}, or none at all, not {count}.", book, own)
    if targets.total > cap:
        yield _no("too_many", _too_many(battle, player, targets.total), book, "M07" if defends else "M09")
    if defends:
        yield from _answers(cap, targets, book)
    elif not targets.total:
        message = f"Units that moved in must attack: aim your {words.dice(cap)} at {listed(fix)}."
        yield _no("must_attack", message, book, "M03", fix)
    yield from _bonus(battle, player, targets, book)


def _too_many(battle: Battle, player: int, total: int) -> str:
    units, cap = battle.side(player).units, battle.cap(player)
    against = f" against {counted(len(battle.sides) - 1, 'attacker')}" if player == battle.acting else ""
    return f"With {counted(units, 'unit')}{against} you have {words.dice(cap)}, not {total}."


def _answers(cap: int, targets: Targets, book: str) -> Iterator[Reason]:
    """Two dice or more for each that the defender answers, or all for one (`lotr-risk M08`)."""
    if len(targets.dice) == 1 and targets.total == cap:
        return
    for target, count in targets.dice:
        if count < GROUP:
            least = f"Give at least {GROUP} dice to each attacker you answer, or all {cap} to one"
            yield _no("too_few", f"{least}; {_name(target)} would get {count}.", book, "M08")


def _bonus(battle: Battle, player: int, targets: Targets, book: str) -> Iterator[Reason]:
    """Only who has a bonus names a group for it, and only one that has dice (`lotr-risk M14`)."""
    if targets.bonus is None:
        return
    if not battle.side(player).bonus:
        yield _no("no_bonus", "You have no leader and no stronghold here, so no group gets a bonus.", book, "M14")
    elif not targets.at(targets.bonus):
        groups = tuple(_name(target) for target, _ in targets.dice)
        message = f"You aim no dice at {_name(targets.bonus)}. Give the bonus to one of your groups: {listed(groups)}."
        yield _no("bonus", message, book, "M14", groups)


def withdrawal_refusal(battle: Battle, player: int, book: str = BOOK) -> Reason | None:
    """Say why a player may not withdraw before the next round, or return None where they may (`lotr-risk M12`)."""
    if player not in battle.players:
        return _no("not_here", f"{_name(player, start=True)} is not in this battle.", book, "M12")
    if battle.side(player).stayed:
        return _no("defender", "The defender fights on; only those who moved in may withdraw.", book, "M12")
    if battle.round == 1:
        return _no("too_early", "Fight one full round first; after it you may withdraw.", book, "M12")
    return None


def neutral_targets(battle: Battle, player: int) -> Targets:
    """Return what a neutral army aims, which decides nothing (`lotr-risk L77`).

    Two dice go at each attacker, from the strongest on, until the dice are used; equal strength goes by turn order. A
    single die over joins the first group, for each group needs two (`lotr-risk M08`). The first group gets the bonus.
    """
    attackers = sorted((side for side in battle.sides if side.player != player), key=lambda side: -side.units)
    cap = battle.cap(player)
    if not cap:
        return aimed({})
    answered = attackers[: max(1, cap // GROUP)]
    first = answered[0].player
    dice = {side.player: GROUP for side in answered[1:]}
    dice[first] = cap - sum(dice.values())
    return aimed(dice, first if battle.side(player).bonus else None)


def _name(player: int, *, start: bool = False) -> str:
    name = "the neutral army" if player < 0 else f"seat {player + 1}"
    return name[0].upper() + name[1:] if start else name


def _no(code: str, message: str, book: str, rule: str, fix: tuple[str, ...] = ()) -> Reason:
    return Reason(code=f"battle.{code}", message=message, rule=f"{book} {rule}", fix=fix)

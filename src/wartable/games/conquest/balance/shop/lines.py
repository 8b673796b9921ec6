"""What is in force, as people see it: for whom, against whom, where, and until when."""

from __future__ import annotations

import msgspec

from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.effects import Alliance, General
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import side_words
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.words import dice


class EffectLine(msgspec.Struct, frozen=True):
    """Something in force by a bought action, in words; sides are seats, or -1 for the neutral army."""

    what: ActionKey
    text: str
    seat: int
    """The side it helps or hinders."""
    ends: str
    against: int | None = None
    """The seat that is spared by a ban."""
    space: str | None = None
    """The territory that a ban is about."""


_THIS_TURN = "until this turn ends"


def lines(rules: BalanceRules, state: BalanceState) -> tuple[EffectLine, ...]:
    """Return everything in force, the acting seat's own first."""
    effects = state.effects
    return (
        *_own_lines(state),
        *_defence_lines(state),
        *[_alliance_line(state, one) for one in effects.alliances],
        *[_general_line(rules, state, one) for one in effects.generals],
        *_sabotage_lines(state),
    )


def _own_lines(state: BalanceState) -> list[EffectLine]:
    found = state.effects
    known: tuple[tuple[ActionKey, int, str], ...] = (
        ("recon", found.recon, f"{dice(found.recon, 'attack')} cannot show 1 against sites"),
        ("improved_attack", found.attack_dice, f"{dice(found.attack_dice, 'extra attack')} in each roll"),
        ("special_forces", found.special_forces, "three armies may attack rough terrain"),
    )
    return [EffectLine(what, text, state.seat, _THIS_TURN) for what, holds, text in known if holds]


def _defence_lines(state: BalanceState) -> list[EffectLine]:
    return [
        EffectLine("improved_defense", f"{dice(count, 'extra defense')} in each roll", seat, f"until {_turn_of(seat)}")
        for seat, count in enumerate(state.effects.defence_dice)
        if count
    ]


def _alliance_line(state: BalanceState, one: Alliance) -> EffectLine:
    text = f"may not attack {side_words(one.buyer)}"
    return EffectLine("forced_alliance", text, one.side, _ban_end(state, one), against=one.buyer)


def _general_line(rules: BalanceRules, state: BalanceState, one: General) -> EffectLine:
    text = f"may not attack {side_words(one.buyer)} from {rules.name(one.space)}"
    return EffectLine("kill_general", text, one.side, _ban_end(state, one), one.buyer, rules.id(one.space))


def _ban_end(state: BalanceState, one: Alliance | General) -> str:
    """Say when it ends: a seat is bound through its next turn, the neutral army until the buyer's."""
    if one.side == state.seat:  # that turn has begun
        return _THIS_TURN
    return f"until {_turn_of(one.buyer)}" if one.side < 0 else f"until the next turn of {side_words(one.side)} ends"


def _turn_of(seat: int) -> str:
    return f"the next turn of {side_words(seat)}"


def _sabotage_lines(state: BalanceState) -> list[EffectLine]:
    return [
        EffectLine("sabotage", "drafts two fifths", seat, "with its next draft")
        for seat in range(state.seats)
        if state.effects.sabotaged >> seat & 1
    ]
